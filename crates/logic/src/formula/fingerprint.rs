//! Numbers by which formulas are compared up to the names of their variables.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::discriminant;

use super::core::{Bound, Formula, FormulaKind, Quantifier, Range, Statement, Term, TermKind};
use super::elaborate::Elaborated;
use crate::VarId;

/// A formula that goes through some variables for all and for one of their values, in one order or
/// the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alternation {
    /// Whether `exists` stands outside.
    pub exists_first: bool,
    /// Of the formula inside, where the outer variables are counted first.
    pub outer_first: u64,
    /// The same where the inner variables are.
    pub inner_first: u64,
}

impl Elaborated {
    /// Of a constraint or a fact, a number that is the same for those that say the same up to the
    /// names of variables. Of others it is taken to be the same by chance alone: once in 2^64.
    pub fn fingerprint(&self) -> Option<u64> {
        let mut print = Print::new(self);
        match &self.statement {
            Statement::Constraint(_, formula) => print.formula(formula),
            Statement::Fact(relation, args) => {
                relation.hash(&mut print.hasher);
                args.iter().for_each(|arg| print.term(arg));
            }
            _ => return None,
        }
        Some(print.hasher.finish())
    }

    /// Of a constraint `forall … . exists … . F` or `exists … . forall … . F`, how it is built.
    pub fn alternation(&self) -> Option<Alternation> {
        let Statement::Constraint(_, formula) = &self.statement else {
            return None;
        };
        let FormulaKind::Quantified(outer) = &formula.kind else {
            return None;
        };
        let FormulaKind::Quantified(inner) = &outer.body.kind else {
            return None;
        };
        let exists_first = match (&outer.quantifier, &inner.quantifier) {
            (Quantifier::Forall, Quantifier::Exists) => false,
            (Quantifier::Exists, Quantifier::Forall) => true,
            _ => return None,
        };
        let print = |bindings: [&[Bound]; 2]| {
            let mut print = Print::new(self);
            bindings.iter().for_each(|binding| print.binding(binding));
            for guard in [&outer.guard, &inner.guard] {
                guard.is_some().hash(&mut print.hasher);
                guard.iter().for_each(|guard| print.formula(guard));
            }
            print.formula(&inner.body);
            print.hasher.finish()
        };
        Some(Alternation {
            exists_first,
            outer_first: print([&outer.binding, &inner.binding]),
            inner_first: print([&inner.binding, &outer.binding]),
        })
    }
}

struct Print<'a> {
    of: &'a Elaborated,
    hasher: DefaultHasher,
    /// The variables in the order in which they are bound.
    bound: Vec<VarId>,
}

impl<'a> Print<'a> {
    fn new(of: &'a Elaborated) -> Self {
        Self {
            of,
            hasher: DefaultHasher::new(),
            bound: Vec::new(),
        }
    }

    fn binding(&mut self, binding: &[Bound]) {
        binding.len().hash(&mut self.hasher);
        for bound in binding {
            if let Some(range) = &bound.range {
                self.range(range);
            }
            self.bound.push(bound.variable);
            let variable = &self.of.variables[bound.variable.0 as usize];
            variable.sort.hash(&mut self.hasher);
        }
    }

    fn formula(&mut self, formula: &Formula) {
        discriminant(&formula.kind).hash(&mut self.hasher);
        match &formula.kind {
            FormulaKind::Truth(truth) => truth.hash(&mut self.hasher),
            FormulaKind::Atom(relation, args) => {
                relation.hash(&mut self.hasher);
                self.terms(args);
            }
            FormulaKind::Compare(terms, comparison) => {
                comparison.hash(&mut self.hasher);
                self.terms(&**terms);
            }
            FormulaKind::In(term, range) => {
                self.term(term);
                self.range(range);
            }
            FormulaKind::Not(part) => self.formula(part),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => self.formulas(parts),
            FormulaKind::Xor(parts) | FormulaKind::Implies(parts) | FormulaKind::Iff(parts) => {
                self.formulas(&**parts);
            }
            FormulaKind::Quantified(quantified) => {
                discriminant(&quantified.quantifier).hash(&mut self.hasher);
                match &quantified.quantifier {
                    Quantifier::Forall | Quantifier::Exists => {}
                    Quantifier::Exactly(count)
                    | Quantifier::AtLeast(count)
                    | Quantifier::AtMost(count) => self.term(count),
                }
                self.binding(&quantified.binding);
                quantified.guard.is_some().hash(&mut self.hasher);
                if let Some(guard) = &quantified.guard {
                    self.formula(guard);
                }
                self.formula(&quantified.body);
            }
            FormulaKind::Connected {
                nodes,
                edges,
                roots,
            } => (nodes, edges, roots).hash(&mut self.hasher),
            FormulaKind::Acyclic(edges) => edges.hash(&mut self.hasher),
        }
    }

    fn formulas(&mut self, parts: &[Formula]) {
        parts.len().hash(&mut self.hasher);
        parts.iter().for_each(|part| self.formula(part));
    }

    fn terms(&mut self, terms: &[Term]) {
        terms.len().hash(&mut self.hasher);
        terms.iter().for_each(|term| self.term(term));
    }

    fn range(&mut self, range: &Range) {
        discriminant(range).hash(&mut self.hasher);
        match range {
            Range::Interval(ends) => self.terms(&**ends),
            Range::Set(elements) => self.terms(elements),
            Range::Sort(sort) => sort.hash(&mut self.hasher),
        }
    }

    fn term(&mut self, term: &Term) {
        discriminant(&term.kind).hash(&mut self.hasher);
        match &term.kind {
            TermKind::Integer(value) => value.hash(&mut self.hasher),
            TermKind::Element(element) => element.hash(&mut self.hasher),
            TermKind::Constant(constant) => constant.hash(&mut self.hasher),
            TermKind::Variable(variable) => {
                let mut bound = self.bound.iter().rev();
                let place = bound.position(|other| other == variable);
                place
                    .map(|place| self.bound.len() - place)
                    .hash(&mut self.hasher);
            }
            TermKind::Apply(function, args) => {
                function.hash(&mut self.hasher);
                self.terms(args);
            }
            TermKind::Arithmetic(operator, operands) => {
                operator.hash(&mut self.hasher);
                self.terms(&**operands);
            }
            TermKind::Absolute(operand) => self.term(operand),
            TermKind::Minimum(operands) | TermKind::Maximum(operands) => self.terms(operands),
            TermKind::Count(binding, condition) => {
                self.binding(binding);
                self.formula(condition);
            }
            TermKind::Sum(binding, condition, term) => {
                self.binding(binding);
                self.formula(condition);
                self.term(term);
            }
        }
    }
}
