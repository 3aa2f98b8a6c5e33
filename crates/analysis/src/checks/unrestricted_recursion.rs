//! Where a rule needs a relation that needs the rule's own head again, every argument of that
//! literal must be ground, stand as an argument of the head, or stand as an argument of a positive
//! literal outside of the circle. Otherwise each round may bring new terms, without end.
//!
//! ## Wrong
//! ```kif
//! (number zero)
//! (<= (number (next ?x))
//!     (number ?x))
//! ```
//!
//! ## Right
//! ```kif
//! (number zero)
//! (follows zero one)
//! (<= (number ?y)
//!     (number ?x)
//!     (follows ?x ?y))
//! ```

use hir::Site;
use logic::{Atom, Literal, LiteralKind, RelationId, Rule, Term, body_atoms};
use source::Code;

use crate::chain;
use crate::context::FileContext;
use crate::finding::Finding;
use crate::{same, walk};

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let graph = hir::graph(cx.db, cx.file);
    let index = cx.index();
    let components = graph.components();
    for (component, members) in (0_u32..).zip(&components.members) {
        let id = RelationId(members[0]);
        if members.len() == 1 && !graph.in_cycle(id, id) {
            continue;
        }
        let in_circle = |atom: &Atom| {
            index
                .relation_id(&atom.relation, atom.arity())
                .is_some_and(|id| components.of[id as usize] == component)
        };
        for &member in members {
            for &site in &index.relations[member as usize].rules {
                if let Some(rule) = cx.rule_at(site) {
                    check_rule(cx, rule, site, &in_circle, sink);
                }
            }
        }
    }
}

fn check_rule(
    cx: &FileContext<'_>,
    rule: &Rule,
    head: Site,
    in_circle: &impl Fn(&Atom) -> bool,
    sink: &mut Vec<Finding>,
) {
    let restricting: Vec<&Term> = rule.head.args.iter().collect();
    unrestricted(&rule.body, &restricting, in_circle, &mut |atom, arg| {
        sink.push(report(cx, rule, head, atom, arg));
    });
}

/// Calls `found` for every atom of the circle with an argument that nothing restricts. What an
/// alternative of a disjunction restricts, it restricts for itself alone.
fn unrestricted<'a>(
    literals: &'a [Literal],
    outside: &[&'a Term],
    in_circle: &impl Fn(&Atom) -> bool,
    found: &mut impl FnMut(&'a Atom, &'a Term),
) {
    let mut restricting = outside.to_vec();
    positive_args(literals, in_circle, &mut restricting);
    for literal in literals {
        match &literal.kind {
            LiteralKind::Atom(_) | LiteralKind::Not(_) => {
                body_atoms(std::slice::from_ref(literal), &mut |atom, _| {
                    let is_free = |arg: &&Term| {
                        !is_ground(arg) && !restricting.iter().any(|term| same::term(term, arg))
                    };
                    if let Some(arg) = atom.args.iter().find(is_free).filter(|_| in_circle(atom)) {
                        found(atom, arg);
                    }
                });
            }
            LiteralKind::And(parts) => unrestricted(parts, &restricting, in_circle, found),
            LiteralKind::Or(parts) => {
                for part in parts {
                    let part = std::slice::from_ref(part);
                    unrestricted(part, &restricting, in_circle, found);
                }
            }
            LiteralKind::Distinct(_) => {}
        }
    }
}

/// The arguments of the positive literals outside of the circle, as far as they hold wherever
/// all of `literals` do: of a disjunction, those that every alternative has.
fn positive_args<'a>(
    literals: &'a [Literal],
    in_circle: &impl Fn(&Atom) -> bool,
    args: &mut Vec<&'a Term>,
) {
    let of_part = |part: &'a Literal| {
        let mut args = Vec::new();
        positive_args(std::slice::from_ref(part), in_circle, &mut args);
        args
    };
    for literal in literals {
        match &literal.kind {
            LiteralKind::Atom(atom) if !in_circle(atom) => args.extend(&atom.args),
            LiteralKind::And(parts) => parts.iter().for_each(|part| args.extend(of_part(part))),
            LiteralKind::Or(parts) => {
                let parts: Vec<_> = parts.iter().map(of_part).collect();
                let Some((first, others)) = parts.split_first() else {
                    continue;
                };
                let in_all = |arg: &&&Term| {
                    let has = |part: &Vec<&Term>| part.iter().any(|term| same::term(term, arg));
                    others.iter().all(has)
                };
                args.extend(first.iter().filter(in_all));
            }
            _ => {}
        }
    }
}

fn report(cx: &FileContext<'_>, rule: &Rule, head: Site, atom: &Atom, arg: &Term) -> Finding {
    let spelling = cx.spelling();
    let term = spelling.term(arg, &rule.variables);
    let (name, own) = (&atom.relation, &rule.head.relation);
    let message = format!("`{term}` is not restricted in the recursion through `{name}`");
    let site = |node| Site { node, ..head };
    let place = FileContext::node(site(id(arg)));
    let mut finding = Finding::new(Code::UNRESTRICTED_RECURSION, place, message);
    // How the literal's relation comes back to the head.
    let index = cx.index();
    let from = index.relation_id(name, atom.arity());
    let to = index.relation_id(own, rule.head.arity());
    let way = from.filter(|_| from != to).and_then(|from| {
        let graph = hir::graph(cx.db, cx.file);
        graph.way(RelationId(from), |relation| {
            relation.name == *own && relation.arity == rule.head.arity()
        })
    });
    match way {
        Some(way) => {
            for step in chain::steps(cx, &way) {
                finding = finding.label(FileContext::node(step.site), step.text);
            }
        }
        None => {
            let head_text = spelling.atom(&rule.head, &rule.variables);
            let place = FileContext::name(site(rule.head.id));
            let label = format!("`{head_text}` needs `{own}` again");
            finding = finding.label(place, label);
        }
    }
    finding.help(format!(
        "make `{term}` an argument of the head, or of a literal that does not depend on `{own}`",
    ))
}

fn is_ground(term: &Term) -> bool {
    let mut ground = true;
    walk::terms(term, &mut |term| {
        ground &= !matches!(term, Term::Variable { .. });
    });
    ground
}

fn id(term: &Term) -> logic::NodeId {
    match term {
        Term::Constant { id, .. } | Term::Variable { id, .. } | Term::Function { id, .. } => *id,
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_clean, check_whole};

    const CODE: Code = Code::UNRESTRICTED_RECURSION;

    #[test]
    fn a_variable_that_only_the_recursion_has() {
        check_whole(
            CODE,
            r"(<= (p ?x) (q ?x) (p ?y))
(q a)
(p a)",
            "error `?y` (line 1): `?y` is not restricted in the recursion through `p`
             `p` (line 1): `(p ?x)` needs `p` again
             help: make `?y` an argument of the head, or of a literal that does not depend on `p`",
        );
        check_whole(
            CODE,
            "n(z)\nn(s(X)) :- n(X)",
            "error `X` (line 2): `X` is not restricted in the recursion through `n`
             `n` (line 2): `n(s(X))` needs `n` again
             help: make `X` an argument of the head, or of a literal that does not depend on `n`",
        );
    }

    #[test]
    fn the_way_back_is_spelt_out() {
        check_whole(
            CODE,
            r"(p zero)
(<= (p (next ?x)) (q ?x))
(<= (q ?x) (not (r ?x)) (s ?x))
(<= (r ?x) (p ?x))
(s a)",
            "error `?x` (line 2): `?x` is not restricted in the recursion through `q`
             `(r ?x)` (line 3): `q` needs `r`
             `(p ?x)` (line 4): `r` needs `p`
             help: make `?x` an argument of the head, or of a literal that does not depend on `p`",
        );
    }

    #[test]
    fn whole_arguments_of_the_head_and_of_other_literals_restrict() {
        check_clean(
            CODE,
            r"(<= (p (f ?x) a) (p a (f ?x)) (q ?x))
(<= (p ?x ?y) (p ?y ?z) (not (p ?z ?x)) (q ?x) (q ?z))
(q a)",
        );
        // `(f ?x)` is an argument, `?x` is none.
        check_whole(
            CODE,
            r"(<= (p (f ?x)) (p ?x) (q (g ?x)))
(q (g a))",
            "error `?x` (line 1): `?x` is not restricted in the recursion through `p`
             `p` (line 1): `(p (f ?x))` needs `p` again
             help: make `?x` an argument of the head, or of a literal that does not depend on `p`",
        );
        // A negated literal and one of the circle restrict nothing.
        check_whole(
            CODE,
            r"(<= (p ?x) (q ?x) (not (q ?y)) (r ?y) (p ?y))
(<= (r ?x) (p ?x))
(q a)",
            "error `?y` (line 1): `?y` is not restricted in the recursion through `r`
             `(p ?x)` (line 2): `r` needs `p`
             help: make `?y` an argument of the head, or of a literal that does not depend on `p`
             error `?y` (line 1): `?y` is not restricted in the recursion through `p`
             `p` (line 1): `(p ?x)` needs `p` again
             help: make `?y` an argument of the head, or of a literal that does not depend on `p`",
        );
    }

    #[test]
    fn an_alternative_restricts_for_itself_and_all_together_for_others() {
        check_whole(
            CODE,
            r"(<= (p ?x) (q ?x) (or (q ?y) (p ?y)))
(q a)",
            "error `?y` (line 1): `?y` is not restricted in the recursion through `p`
             `p` (line 1): `(p ?x)` needs `p` again
             help: make `?y` an argument of the head, or of a literal that does not depend on `p`",
        );
        check_whole(
            CODE,
            r"(<= (p ?x) (q ?x) (or (q ?y) (r ?y)) (p ?y))
(<= (p ?x) (q ?x) (or (and (q ?z) (p ?z)) (r ?x)))
(q a)
(r a)",
            "",
        );
        check_whole(
            CODE,
            r"(<= (p ?x) (q ?x) (or (q ?y) (r ?x)) (p ?y))
(q a)
(r a)",
            "error `?y` (line 1): `?y` is not restricted in the recursion through `p`
             `p` (line 1): `(p ?x)` needs `p` again
             help: make `?y` an argument of the head, or of a literal that does not depend on `p`",
        );
    }

    #[test]
    fn without_a_circle_anything_goes() {
        check_clean(
            CODE,
            "(<= (p (f ?x)) (q ?x))\n(<= (q ?x) (r ?x ?y))\n(r a b)",
        );
    }
}
