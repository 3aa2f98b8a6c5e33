//! A rule must not need the negation of what it helps to derive, directly or through other rules.
//! Nothing says then which of the two is to be settled first: "`p` holds if `p` does not" has no
//! answer. Rules of which the literals cannot meet the next rule's head, because their constants
//! differ, make no such circle; see `locally-stratified-negation`. In QPROP the same goes for what
//! `define` defines; what stands left of `implies`, in `iff`, under `forall` or in a count is needed
//! as if it were negated.
//!
//! ## Wrong
//! ```kif
//! (person ann)
//! (<= (liar ?x)
//!     (person ?x)
//!     (not (honest ?x)))
//! (<= (honest ?x)
//!     (person ?x)
//!     (not (liar ?x)))
//! ```
//! ```qprop
//! sort place = 1..3
//! given step(place, place)
//! define lost(x: place) iff forall y: place | step(x, y) . not lost(y)
//! rule end: lost(3)
//! ```
//! ```qprop
//! sort node = 1..3
//! given edge(node, node)
//! pred kept(node)
//! edge(1, 2) edge(2, 3)
//! define won(x: node) iff exists y: node . edge(x, y) and not won(y)
//! rule keep: forall x: node | won(x) . kept(x)
//! ```
//!
//! ## Right
//! ```kif
//! (person ann)
//! (caught ann)
//! (<= (honest ?x)
//!     (person ?x)
//!     (not (liar ?x)))
//! (<= (liar ?x)
//!     (caught ?x))
//! ```
//! ```qprop
//! sort node = 1..3
//! given edge(node, node)
//! pred kept(node)
//! edge(1, 2) edge(2, 3)
//! define moves(x: node) iff exists y: node . edge(x, y)
//! define won(x: node) iff exists y: node . edge(x, y) and not moves(y)
//! rule keep: forall x: node | won(x) . kept(x)
//! ```

use hir::Site;
use logic::formula::{self, Declarations, Place};
use logic::{CycleStep, NodeId, Polarity, RelationId, Rule, RuleGraph, body_atoms};
use source::Code;

use crate::context::FileContext;
use crate::finding::Finding;
use crate::report::Report;
use crate::wording;

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    for component in hir::graph(cx.db, cx.file).strata().offending {
        let circle = Circle::new(cx, component);
        for cycle in circle.cycles() {
            sink.push(circle.report(cx, &cycle));
        }
    }
}

/// The rules of relations that need each other.
pub(super) struct Circle<'db> {
    rules: Vec<&'db Rule>,
    /// The head of each.
    sites: Vec<Site>,
}

impl<'db> Circle<'db> {
    /// The rules of a component of the dependency graph.
    pub(super) fn new(cx: &FileContext<'db>, component: u32) -> Self {
        let members = &hir::graph(cx.db, cx.file).components().members[component as usize];
        let index = cx.index();
        let sites = members
            .iter()
            .flat_map(|&id| &index.relations[id as usize].rules);
        let known = sites.filter_map(|&site| Some((cx.rule_at(site)?, site)));
        let (rules, sites) = known.unzip();
        Self { rules, sites }
    }

    /// A cycle through a negation for each group of rules that has one.
    pub(super) fn cycles(&self) -> Vec<Vec<CycleStep>> {
        RuleGraph::of(&self.rules).negative_cycles()
    }

    fn report(&self, cx: &FileContext<'_>, cycle: &[CycleStep]) -> Finding {
        let spelling = cx.spelling();
        let head = |step: &CycleStep| &self.rules[step.rule as usize].head.relation;
        let own = head(&cycle[0]);
        let mut others: Vec<_> = cycle.iter().map(head).filter(|name| *name != own).collect();
        others.dedup();
        let message = if others.is_empty() {
            format!("`{own}` depends on its own negation")
        } else {
            let others = wording::quoted(others).join(", ");
            format!("`{own}` depends on its own negation, by way of {others}")
        };
        let place = FileContext::node(self.site(&cycle[0]));
        let mut finding = Finding::new(Code::UNSTRATIFIED_NEGATION, place, message);
        for step in cycle {
            let rule = self.rules[step.rule as usize];
            let head = spelling.atom(&rule.head, &rule.variables);
            let needs = literal_text(cx, rule, step.edge.atom, step.edge.polarity);
            let place = FileContext::node(self.site(step));
            finding = finding.label(place, format!("`{head}` needs `{needs}`"));
        }
        finding.help("settle one of them first, by facts or by rules that do not negate it")
    }

    fn site(&self, step: &CycleStep) -> Site {
        Site {
            node: step.edge.atom,
            ..self.sites[step.rule as usize]
        }
    }
}

fn literal_text(cx: &FileContext<'_>, rule: &Rule, atom: NodeId, polarity: Polarity) -> String {
    let mut text = String::new();
    body_atoms(&rule.body, &mut |found, _| {
        if found.id == atom {
            text = cx.spelling().atom(found, &rule.variables);
        }
    });
    match polarity {
        Polarity::Positive => text,
        Polarity::Negative => cx.spelling().negated(&text),
    }
}

/// The relations of a cycle by name alone, for reports about circles that no rules make.
pub(super) fn relation_cycle(
    cx: &FileContext<'_>,
    component: u32,
) -> Option<Vec<(RelationId, Polarity)>> {
    hir::graph(cx.db, cx.file).negative_cycle(component)
}

/// Definitions that need their own negation; the first of them is marked.
pub(crate) fn definitions(
    declarations: &Declarations,
    place: Place,
    circle: &[formula::RelationId],
) -> Report {
    let relations = circle.iter().map(|id| &declarations.relations[id.index()]);
    let names = wording::quoted(relations.clone().map(|relation| &*relation.name));
    let message = match &*names {
        [one] => format!("the definition of {one} needs its own negation"),
        _ => format!(
            "the definitions of {} need the negation of each other",
            wording::joined(&names, ", ", " and ")
        ),
    };
    let mut report = Report::new(Code::UNSTRATIFIED_NEGATION, place, message);
    for relation in relations.filter(|relation| relation.place != place) {
        report = report.label(relation.place, "defined here");
    }
    report.help("let the solver decide it: declare it with `pred`, and state the formula as a rule")
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_clean, check_whole, check_whole_at};

    const CODE: Code = Code::UNSTRATIFIED_NEGATION;

    #[test]
    fn definitions_that_need_their_own_negation() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..3\ngiven e(s, s)\ndefine a(x: s) iff not b(x)\ndefine b(x: s) iff exists y: s . e(x, y) and a(y)\ndefine c(x: s) iff c(x) iff x = 1\ndefine d(x: s) iff x = 1 or exists y: s . e(y, x) and d(y) and not c(y)\n",
            "error `a` (line 3): the definitions of `a` and `b` need the negation of each other
             `b` (line 4): defined here
             help: let the solver decide it: declare it with `pred`, and state the formula as a rule
             error `c` (line 5): the definition of `c` needs its own negation
             help: let the solver decide it: declare it with `pred`, and state the formula as a rule",
        );
    }

    #[test]
    fn a_rule_that_negates_its_own_head() {
        check_whole(
            CODE,
            r"(q a)
(<= (p ?x) (q ?x) (not (p ?x)))",
            "error `(p ?x)` (line 2): `p` depends on its own negation
             `(p ?x)` (line 2): `(p ?x)` needs `(not (p ?x))`
             help: settle one of them first, by facts or by rules that do not negate it",
        );
    }

    #[test]
    fn the_cycle_is_spelt_out_from_the_negation_on() {
        check_whole(
            CODE,
            r"start(a)
lost(Y) :- moved(Y)
moved(Y) :- won(Y)
won(X) :- start(X) & ~lost(X)
won(X) :- start(X)",
            "error `lost(X)` (line 4): `won` depends on its own negation, by way of `lost`, `moved`
             `lost(X)` (line 4): `won(X)` needs `~lost(X)`
             `moved(Y)` (line 2): `lost(Y)` needs `moved(Y)`
             `won(Y)` (line 3): `moved(Y)` needs `won(Y)`
             help: settle one of them first, by facts or by rules that do not negate it",
        );
    }

    #[test]
    fn one_report_for_each_circle() {
        check_whole(
            CODE,
            r"(q a)
(<= (p ?x) (q ?x) (not (p ?x)))
(<= (p ?x) (q ?x) (not (p a)))
(<= (r ?x) (q ?x) (or (r ?x) (not (r ?x))))",
            "error `(p ?x)` (line 2): `p` depends on its own negation
             `(p ?x)` (line 2): `(p ?x)` needs `(not (p ?x))`
             help: settle one of them first, by facts or by rules that do not negate it
             error `(r ?x)` (line 4): `r` depends on its own negation
             `(r ?x)` (line 4): `(r ?x)` needs `(not (r ?x))`
             help: settle one of them first, by facts or by rules that do not negate it",
        );
    }

    #[test]
    fn constants_break_the_circle_and_so_do_strata() {
        check_clean(
            CODE,
            r"(<= (mark ?x 100) (done ?x))
(<= (mark ben 0) (not (mark ben 100)))
(done ann)",
        );
        check_clean(
            CODE,
            r"(q a)
(<= (p ?x) (q ?x) (p a))
(<= (r ?x) (q ?x) (not (p ?x)))",
        );
        // A negation that only leads into the circle is none of it.
        check_clean(
            CODE,
            r"(<= (p ?x) (q ?x) (r ?x) (not (s ?x)))
(<= (r ?x) (p ?x))
(<= (s ?x) (q ?x))
(q a)",
        );
    }
}
