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
                if let Some(rule) = cx.rule(site.block, site.form) {
                    check_rule(cx, &rule, site, &in_circle, sink);
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
    let mut restricting: Vec<&Term> = rule.head.args.iter().collect();
    for literal in &rule.body {
        positive_args(literal, in_circle, &mut restricting);
    }
    body_atoms(&rule.body, &mut |atom, _| {
        if !in_circle(atom) {
            return;
        }
        let free = atom
            .args
            .iter()
            .find(|arg| !is_ground(arg) && !restricting.iter().any(|term| same::term(term, arg)));
        if let Some(arg) = free {
            let spelling = cx.spelling();
            let term = spelling.term(arg, &rule.variables);
            let name = &atom.relation;
            let message = format!("`{term}` is not restricted in the recursion through `{name}`");
            let site = Site {
                node: id(arg),
                ..head
            };
            let head_text = spelling.atom(&rule.head, &rule.variables);
            sink.push(
                Finding::new(
                    Code::UNRESTRICTED_RECURSION,
                    FileContext::node(site),
                    message,
                )
                .label(
                    FileContext::name(Site {
                        node: rule.head.id,
                        ..head
                    }),
                    format!("`{name}` needs `{head_text}` again"),
                )
                .help(format!(
                    "make `{term}` an argument of the head, or of a literal that does not \
                         depend on `{}`",
                    rule.head.relation
                )),
            );
        }
    });
}

/// The arguments of the positive literals outside of the circle.
fn positive_args<'a>(
    literal: &'a Literal,
    in_circle: &impl Fn(&Atom) -> bool,
    args: &mut Vec<&'a Term>,
) {
    match &literal.kind {
        LiteralKind::Atom(atom) if !in_circle(atom) => args.extend(&atom.args),
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            parts
                .iter()
                .for_each(|part| positive_args(part, in_circle, args));
        }
        _ => {}
    }
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
