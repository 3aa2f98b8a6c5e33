//! The quantifiers of a formula.

use logic::NodeId;
use logic::formula::{Check, Formula, FormulaKind, Quantified, Quantifier, Term, TermKind};

/// A quantifier with the node of its formula.
pub(super) type Part<'f> = (NodeId, &'f Quantified);

/// All quantifiers of a formula, each with those around it, outer before inner, itself last.
pub(super) fn quantified_parts(formula: &Formula) -> Vec<(Vec<Part<'_>>, &Quantified)> {
    let mut walk = Walk {
        path: Vec::new(),
        found: Vec::new(),
    };
    walk.formula(formula);
    walk.found
}

struct Walk<'f> {
    path: Vec<Part<'f>>,
    found: Vec<(Vec<Part<'f>>, &'f Quantified)>,
}

impl<'f> Walk<'f> {
    fn formula(&mut self, formula: &'f Formula) {
        match &formula.kind {
            FormulaKind::Quantified(quantified) => {
                if let Quantifier::Exactly(bound)
                | Quantifier::AtLeast(bound)
                | Quantifier::AtMost(bound) = &quantified.quantifier
                {
                    self.term(bound);
                }
                self.path.push((formula.id, quantified));
                self.found.push((self.path.clone(), quantified));
                quantified
                    .guard
                    .iter()
                    .for_each(|guard| self.formula(guard));
                self.formula(&quantified.body);
                self.path.pop();
            }
            FormulaKind::Not(part) => self.formula(part),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| self.formula(part));
            }
            FormulaKind::Xor(parts) | FormulaKind::Iff(parts) | FormulaKind::Implies(parts) => {
                parts.iter().for_each(|part| self.formula(part));
            }
            FormulaKind::Atom(_, terms) => terms.iter().for_each(|term| self.term(term)),
            FormulaKind::Compare(terms, _) => terms.iter().for_each(|term| self.term(term)),
            FormulaKind::In(term, _) => self.term(term),
            FormulaKind::Truth(_) | FormulaKind::Connected { .. } | FormulaKind::Acyclic(_) => {}
        }
    }

    /// Quantifiers in what is counted or summed have no values around them that could be told.
    fn term(&mut self, term: &'f Term) {
        match &term.kind {
            TermKind::Apply(_, terms) | TermKind::Minimum(terms) | TermKind::Maximum(terms) => {
                terms.iter().for_each(|term| self.term(term));
            }
            TermKind::Arithmetic(_, terms) => terms.iter().for_each(|term| self.term(term)),
            TermKind::Absolute(term) => self.term(term),
            TermKind::Count(..)
            | TermKind::Sum(..)
            | TermKind::Integer(_)
            | TermKind::Element(_)
            | TermKind::Constant(_)
            | TermKind::Variable(_) => {}
        }
    }
}

/// The formula of a `check` that has one.
pub(super) fn formula_of(check: &Check) -> Option<&Formula> {
    match check {
        Check::Proves(formula) | Check::Refutes(formula) | Check::Possible(formula) => {
            Some(formula)
        }
        Check::Sat | Check::Unsat | Check::Unique | Check::Models(..) | Check::Cost(..) => None,
    }
}
