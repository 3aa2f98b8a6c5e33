//! Which of some variables a formula or a term uses.

use crate::formula::core::{Bound, Formula, FormulaKind, Quantifier, Range, Term, TermKind};

/// Finds variables. One that is bound inside is none of those looked for: each is bound once.
pub(super) struct Needs<'o> {
    /// The variables looked for.
    pub(super) open: &'o [usize],
    found: Vec<usize>,
}

impl<'o> Needs<'o> {
    pub(super) fn among(open: &'o [usize]) -> Self {
        Self {
            open,
            found: Vec::new(),
        }
    }

    pub(super) fn of_formula(mut self, formula: &Formula) -> Vec<usize> {
        self.formula(formula);
        self.found
    }

    pub(super) fn of_term(mut self, term: &Term) -> Vec<usize> {
        self.term(term);
        self.found
    }

    /// Of what `in` says, not of the variable itself.
    pub(super) fn of_range(mut self, range: &Range) -> Vec<usize> {
        self.range(range);
        self.found
    }

    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::Truth(_) | FormulaKind::Connected { .. } | FormulaKind::Acyclic(_) => {}
            FormulaKind::Atom(_, terms) => self.terms(terms),
            FormulaKind::Compare(terms, _) => self.terms(&**terms),
            FormulaKind::In(term, range) => {
                self.term(term);
                self.range(range);
            }
            FormulaKind::Not(part) => self.formula(part),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| self.formula(part));
            }
            FormulaKind::Xor(parts) | FormulaKind::Implies(parts) | FormulaKind::Iff(parts) => {
                parts.iter().for_each(|part| self.formula(part));
            }
            FormulaKind::Quantified(quantified) => {
                match &quantified.quantifier {
                    Quantifier::Forall | Quantifier::Exists => {}
                    Quantifier::Exactly(bound)
                    | Quantifier::AtLeast(bound)
                    | Quantifier::AtMost(bound) => self.term(bound),
                }
                self.binding(&quantified.binding);
                if let Some(guard) = &quantified.guard {
                    self.formula(guard);
                }
                self.formula(&quantified.body);
            }
        }
    }

    fn binding(&mut self, binding: &[Bound]) {
        for range in binding.iter().filter_map(|bound| bound.range.as_ref()) {
            self.range(range);
        }
    }

    fn range(&mut self, range: &Range) {
        match range {
            Range::Interval(ends) => self.terms(&**ends),
            Range::Set(elements) => self.terms(elements),
            Range::Sort(_) => {}
        }
    }

    fn terms(&mut self, terms: &[Term]) {
        terms.iter().for_each(|term| self.term(term));
    }

    fn term(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Integer(_) | TermKind::Element(_) | TermKind::Constant(_) => {}
            TermKind::Variable(variable) => {
                let variable = variable.0 as usize;
                if self.open.contains(&variable) && !self.found.contains(&variable) {
                    self.found.push(variable);
                }
            }
            TermKind::Apply(_, terms) | TermKind::Minimum(terms) | TermKind::Maximum(terms) => {
                self.terms(terms);
            }
            TermKind::Arithmetic(_, terms) => self.terms(&**terms),
            TermKind::Absolute(term) => self.term(term),
            TermKind::Count(binding, condition) => {
                self.binding(binding);
                self.formula(condition);
            }
            TermKind::Sum(binding, condition, summand) => {
                self.binding(binding);
                self.formula(condition);
                self.term(summand);
            }
        }
    }
}
