//! Goes through all that is inside a formula or a term.

use super::core::{Bound, Formula, FormulaKind, Quantifier, Range, Term, TermKind};

/// A part of a formula or a term.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// A formula.
    Formula(&'a Formula),
    /// A term.
    Term(&'a Term),
    /// A variable where it is bound; the terms of its range follow.
    Bound(&'a Bound),
}

/// What is done with each part.
type Visit<'v, 'a> = dyn FnMut(Node<'a>) + 'v;

impl Formula {
    /// Visits the formula and all that is inside it, outer parts first, in reading order.
    pub fn walk<'a>(&'a self, visit: &mut Visit<'_, 'a>) {
        visit(Node::Formula(self));
        match &self.kind {
            FormulaKind::Truth(_) | FormulaKind::Connected { .. } | FormulaKind::Acyclic(_) => {}
            FormulaKind::Atom(_, args) => terms(args, visit),
            FormulaKind::Compare(both, _) => terms(&**both, visit),
            FormulaKind::In(term, range) => {
                term.walk(visit);
                range.walk(visit);
            }
            FormulaKind::Not(part) => part.walk(visit),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| part.walk(visit));
            }
            FormulaKind::Xor(both) | FormulaKind::Implies(both) | FormulaKind::Iff(both) => {
                both.iter().for_each(|part| part.walk(visit));
            }
            FormulaKind::Quantified(quantified) => {
                match &quantified.quantifier {
                    Quantifier::Forall | Quantifier::Exists => {}
                    Quantifier::Exactly(number)
                    | Quantifier::AtLeast(number)
                    | Quantifier::AtMost(number) => number.walk(visit),
                }
                bounds(&quantified.binding, visit);
                if let Some(guard) = &quantified.guard {
                    guard.walk(visit);
                }
                quantified.body.walk(visit);
            }
        }
    }
}

impl Term {
    /// The same for a term.
    pub fn walk<'a>(&'a self, visit: &mut Visit<'_, 'a>) {
        visit(Node::Term(self));
        match &self.kind {
            TermKind::Integer(_)
            | TermKind::Element(_)
            | TermKind::Constant(_)
            | TermKind::Variable(_) => {}
            TermKind::Apply(_, parts) | TermKind::Minimum(parts) | TermKind::Maximum(parts) => {
                terms(parts, visit);
            }
            TermKind::Arithmetic(_, both) => terms(&**both, visit),
            TermKind::Absolute(part) => part.walk(visit),
            TermKind::Count(binding, condition) => {
                bounds(binding, visit);
                condition.walk(visit);
            }
            TermKind::Sum(binding, condition, summand) => {
                bounds(binding, visit);
                condition.walk(visit);
                summand.walk(visit);
            }
        }
    }
}

impl Bound {
    /// The same for a variable that is bound.
    pub fn walk<'a>(&'a self, visit: &mut Visit<'_, 'a>) {
        visit(Node::Bound(self));
        if let Some(range) = &self.range {
            range.walk(visit);
        }
    }
}

impl Range {
    /// The same for the terms of a range.
    pub fn walk<'a>(&'a self, visit: &mut Visit<'_, 'a>) {
        match self {
            Self::Interval(ends) => terms(&**ends, visit),
            Self::Set(elements) => terms(elements, visit),
            Self::Sort(_) => {}
        }
    }
}

fn terms<'a>(all: &'a [Term], visit: &mut Visit<'_, 'a>) {
    all.iter().for_each(|term| term.walk(visit));
}

fn bounds<'a>(binding: &'a [Bound], visit: &mut Visit<'_, 'a>) {
    binding.iter().for_each(|bound| bound.walk(visit));
}
