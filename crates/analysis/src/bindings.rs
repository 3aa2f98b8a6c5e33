//! Which variables the positive literals of a body bind.

use logic::{Literal, LiteralKind, NodeId, Rule, VarId};

use crate::walk;

/// A set of variables of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VariableSet(Vec<bool>);

impl VariableSet {
    fn none(rule: &Rule) -> Self {
        Self(vec![false; rule.variables.len()])
    }

    /// Whether the variable is in the set.
    pub(crate) fn contains(&self, variable: VarId) -> bool {
        self.0[variable.0 as usize]
    }

    fn insert(&mut self, variable: VarId) {
        self.0[variable.0 as usize] = true;
    }

    fn join(&mut self, other: &VariableSet) {
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(own, other)| *own |= other);
    }

    fn meet(&mut self, other: &VariableSet) {
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(own, other)| *own &= other);
    }
}

/// Where a variable stands that must be bound elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Need<'a> {
    /// In the head.
    Head,
    /// In a negated literal or a `distinct`.
    Literal(&'a Literal),
}

/// A variable that nothing binds where it must be bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unbound<'a> {
    /// Which variable.
    pub(crate) variable: VarId,
    /// The occurrence that needs it.
    pub(crate) at: NodeId,
    /// What the occurrence stands in.
    pub(crate) need: Need<'a>,
}

/// What holds wherever `literal` holds.
pub(crate) fn bound_by(rule: &Rule, literal: &Literal) -> VariableSet {
    let mut bound = VariableSet::none(rule);
    match &literal.kind {
        LiteralKind::Atom(atom) => {
            walk::variables(&atom.args, &mut |_, variable| bound.insert(variable));
        }
        LiteralKind::Not(_) | LiteralKind::Distinct(_) => {}
        LiteralKind::And(parts) => {
            parts
                .iter()
                .for_each(|part| bound.join(&bound_by(rule, part)));
        }
        LiteralKind::Or(parts) => {
            let mut parts = parts.iter();
            if let Some(first) = parts.next() {
                bound = bound_by(rule, first);
                parts.for_each(|part| bound.meet(&bound_by(rule, part)));
            }
        }
    }
    bound
}

/// The variables that are unsafe, each with the first occurrence that makes it so. Within an
/// alternative of an `or`, what the alternative binds counts as bound.
pub(crate) fn unbound(rule: &Rule) -> Vec<Unbound<'_>> {
    let mut bound = VariableSet::none(rule);
    rule.body
        .iter()
        .for_each(|literal| bound.join(&bound_by(rule, literal)));
    let mut found: Vec<Unbound<'_>> = Vec::new();
    let mut report = |variable, at, need| {
        if found.iter().all(|unbound| unbound.variable != variable) {
            found.push(Unbound { variable, at, need });
        }
    };
    walk::variables(&rule.head.args, &mut |at, variable| {
        if !bound.contains(variable) {
            report(variable, at, Need::Head);
        }
    });
    rule.body
        .iter()
        .for_each(|literal| needs(rule, literal, &bound, &mut report));
    found
}

fn needs<'a>(
    rule: &'a Rule,
    literal: &'a Literal,
    bound: &VariableSet,
    report: &mut impl FnMut(VarId, NodeId, Need<'a>),
) {
    match &literal.kind {
        LiteralKind::Atom(_) => {}
        LiteralKind::Not(_) | LiteralKind::Distinct(_) => {
            walk::literals(literal, &mut |part| {
                walk::variables(walk::arguments(part), &mut |at, variable| {
                    if !bound.contains(variable) {
                        report(variable, at, Need::Literal(literal));
                    }
                });
            });
        }
        LiteralKind::And(parts) => {
            parts
                .iter()
                .for_each(|part| needs(rule, part, bound, report));
        }
        LiteralKind::Or(parts) => {
            for part in parts {
                let mut inside = bound.clone();
                inside.join(&bound_by(rule, part));
                needs(rule, part, &inside, report);
            }
        }
    }
}
