//! A rule must not need the negation of what it helps to derive, directly or through other rules.
//! Nothing says then which of the two is to be settled first: "`p` holds if `p` does not" has no
//! answer. Rules of which the literals cannot meet the next rule's head, because their constants
//! differ, make no such circle; see `locally-stratified-negation`.
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

use hir::Site;
use logic::{CycleStep, NodeId, Polarity, RelationId, Rule, RuleGraph, body_atoms};
use source::Code;

use crate::context::FileContext;
use crate::finding::Finding;

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    for component in hir::graph(cx.db, cx.file).strata().offending {
        let circle = Circle::new(cx, component);
        for cycle in circle.cycles() {
            sink.push(circle.report(cx, &cycle));
        }
    }
}

/// The rules of relations that need each other.
pub(super) struct Circle {
    rules: Vec<Rule>,
    /// The head of each.
    sites: Vec<Site>,
}

impl Circle {
    /// The rules of a component of the dependency graph.
    pub(super) fn new(cx: &FileContext<'_>, component: u32) -> Self {
        let members = &hir::graph(cx.db, cx.file).components().members[component as usize];
        let index = cx.index();
        let sites = members
            .iter()
            .flat_map(|&id| &index.relations[id as usize].rules);
        let known = sites.filter_map(|&site| Some((cx.rule(site.block, site.form)?, site)));
        let (rules, sites) = known.unzip();
        Self { rules, sites }
    }

    /// A cycle through a negation for each group of rules that has one.
    pub(super) fn cycles(&self) -> Vec<Vec<CycleStep>> {
        RuleGraph::of(&self.rules.iter().collect::<Vec<_>>()).negative_cycles()
    }

    fn report(&self, cx: &FileContext<'_>, cycle: &[CycleStep]) -> Finding {
        let spelling = cx.spelling();
        let steps: Vec<_> = cycle
            .iter()
            .map(|step| {
                let rule = &self.rules[step.rule as usize];
                let head = spelling.atom(&rule.head, &rule.variables);
                let needs = literal_text(cx, rule, step.edge.atom, step.edge.polarity);
                (self.site(step), format!("`{head}` needs `{needs}`"))
            })
            .collect();
        let first = &self.rules[cycle[0].rule as usize];
        let message = format!("`{}` depends on its own negation", first.head.relation);
        let mut finding = Finding::new(
            Code::UNSTRATIFIED_NEGATION,
            FileContext::node(steps[0].0),
            message,
        );
        finding = finding.help(format!("{} here", steps[0].1));
        for (site, needs) in steps.into_iter().skip(1) {
            finding = finding.label(FileContext::node(site), needs);
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
