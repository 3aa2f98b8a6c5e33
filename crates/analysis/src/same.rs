//! Equality of parts of a rule, wherever in the rule they stand.

use logic::{Atom, Literal, LiteralKind, Term};

/// Whether the terms are spelt alike.
pub(crate) fn term(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Constant { name: a, .. }, Term::Constant { name: b, .. }) => a == b,
        (Term::Variable { variable: a, .. }, Term::Variable { variable: b, .. }) => a == b,
        (
            Term::Function {
                name: a,
                args: a_args,
                ..
            },
            Term::Function {
                name: b,
                args: b_args,
                ..
            },
        ) => a == b && terms(a_args, b_args),
        _ => false,
    }
}

/// Whether the lists are of the same length and hold the same terms in the same order.
pub(crate) fn terms(a: &[Term], b: &[Term]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| term(a, b))
}

/// Whether the atoms are the same.
pub(crate) fn atom(a: &Atom, b: &Atom) -> bool {
    a.relation == b.relation && terms(&a.args, &b.args)
}

/// Whether the literals say the same for no other reason than being written alike; the two
/// terms of a `distinct` may stand in either order.
pub(crate) fn literal(a: &Literal, b: &Literal) -> bool {
    match (&a.kind, &b.kind) {
        (LiteralKind::Atom(a), LiteralKind::Atom(b)) => atom(a, b),
        (LiteralKind::Not(a), LiteralKind::Not(b)) => literal(a, b),
        (LiteralKind::Distinct(a), LiteralKind::Distinct(b)) => {
            terms(a, b)
                || matches!((&**a, &**b), ([a0, a1], [b0, b1]) if term(a0, b1) && term(a1, b0))
        }
        (LiteralKind::Or(a), LiteralKind::Or(b)) | (LiteralKind::And(a), LiteralKind::And(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| literal(a, b))
        }
        _ => false,
    }
}

/// Whether no substitution for the variables makes the terms equal, as far as their fixed
/// parts tell: `a` and `b`, `a` and `(f ?x)`, `(f a)` and `(f b)`.
pub(crate) fn clash(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Variable { .. }, _) | (_, Term::Variable { .. }) => false,
        (Term::Constant { name: a, .. }, Term::Constant { name: b, .. }) => a != b,
        (Term::Constant { .. }, Term::Function { .. })
        | (Term::Function { .. }, Term::Constant { .. }) => true,
        (
            Term::Function {
                name: a,
                args: a_args,
                ..
            },
            Term::Function {
                name: b,
                args: b_args,
                ..
            },
        ) => {
            a != b
                || a_args.len() != b_args.len()
                || a_args.iter().zip(b_args).any(|(a, b)| clash(a, b))
        }
    }
}
