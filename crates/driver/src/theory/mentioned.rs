//! Which relations and functions formulas speak of.

use logic::formula::{
    Bound, Check, Formula, FormulaKind, FunctionId, Grid, Quantifier, Range, RelationId,
    RelationKind, Spec, Statement, Term, TermKind,
};
use rustc_hash::FxHashSet;

/// What a formula or a term speaks of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mentioned {
    pub(crate) relations: FxHashSet<RelationId>,
    pub(crate) functions: FxHashSet<FunctionId>,
    /// Those of the relations that are arguments of `connected` and `acyclic`.
    pub(crate) in_graphs: FxHashSet<RelationId>,
    /// Whether a constant stands there.
    pub(crate) constants: bool,
    /// Whether anything is compared by `=` or its opposite.
    pub(crate) equates: bool,
    /// Whether anything is compared otherwise, or is in a range.
    pub(crate) orders: bool,
}

impl Mentioned {
    /// What a formula speaks of.
    pub(crate) fn of(formula: &Formula) -> Self {
        let mut found = Self::default();
        found.formula(formula);
        found
    }

    /// What the formulas and terms of a statement speak of; what is shown does not count.
    pub(crate) fn of_statement(statement: &Statement) -> Self {
        let mut found = Self::default();
        match statement {
            Statement::Constraint(_, formula)
            | Statement::RelationGuard(_, formula)
            | Statement::FunctionGuard(_, formula) => found.formula(formula),
            Statement::Definition(_, binding, formula) => {
                found.binding(binding);
                found.formula(formula);
            }
            Statement::Soft(weight, formula) => {
                found.term(weight);
                found.formula(formula);
            }
            Statement::Objective(_, term) => found.term(term),
            Statement::Check(check) => match check {
                Check::Proves(formula) | Check::Refutes(formula) | Check::Possible(formula) => {
                    found.formula(formula);
                }
                Check::Models(_, term) | Check::Cost(_, term) => found.term(term),
                Check::Sat | Check::Unsat | Check::Unique => {}
            },
            Statement::Nothing
            | Statement::Sort(..)
            | Statement::Constant(..)
            | Statement::Grid(..)
            | Statement::Fact(..)
            | Statement::Show { .. }
            | Statement::ShowGrid(_) => {}
        }
        found
    }

    /// What a table draws.
    pub(crate) fn of_grid(grid: &Grid) -> Self {
        let mut found = Self::default();
        found.term(&grid.term);
        if let Some(condition) = &grid.condition {
            found.formula(condition);
        }
        found
    }

    /// Adds what something else speaks of.
    pub(crate) fn extend(&mut self, other: Mentioned) {
        self.relations.extend(other.relations);
        self.functions.extend(other.functions);
        self.in_graphs.extend(other.in_graphs);
        self.constants |= other.constants;
        self.equates |= other.equates;
        self.orders |= other.orders;
    }

    /// Whether the solver decides anything of it.
    pub(crate) fn is_unknown(&self, spec: &Spec) -> bool {
        let relations = &spec.declarations.relations;
        !self.functions.is_empty()
            || !self.in_graphs.is_empty()
            || self
                .relations
                .iter()
                .any(|id| relations[id.index()].kind == RelationKind::Unknown)
    }

    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::Truth(_) => {}
            FormulaKind::Atom(relation, args) => {
                self.relations.insert(*relation);
                args.iter().for_each(|arg| self.term(arg));
            }
            FormulaKind::Compare(terms, comparison) => {
                use logic::formula::written::Comparison;
                let equates = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
                self.equates |= equates;
                self.orders |= !equates;
                terms.iter().for_each(|term| self.term(term));
            }
            FormulaKind::In(term, range) => {
                self.orders = true;
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
                quantified
                    .guard
                    .iter()
                    .for_each(|guard| self.formula(guard));
                self.formula(&quantified.body);
            }
            FormulaKind::Connected {
                nodes,
                edges,
                roots,
            } => {
                self.in_graphs.extend([*nodes, *edges]);
                self.in_graphs.extend(roots);
            }
            FormulaKind::Acyclic(edges) => {
                self.in_graphs.insert(*edges);
            }
        }
    }

    fn term(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Integer(_) | TermKind::Element(_) | TermKind::Variable(_) => {}
            TermKind::Constant(_) => self.constants = true,
            TermKind::Apply(function, args) => {
                self.functions.insert(*function);
                args.iter().for_each(|arg| self.term(arg));
            }
            TermKind::Arithmetic(_, operands) => {
                operands.iter().for_each(|operand| self.term(operand));
            }
            TermKind::Absolute(operand) => self.term(operand),
            TermKind::Minimum(operands) | TermKind::Maximum(operands) => {
                operands.iter().for_each(|operand| self.term(operand));
            }
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

    fn binding(&mut self, binding: &[Bound]) {
        for bound in binding {
            if let Some(range) = &bound.range {
                self.range(range);
            }
        }
    }

    fn range(&mut self, range: &Range) {
        match range {
            Range::Interval(ends) => ends.iter().for_each(|end| self.term(end)),
            Range::Set(elements) => elements.iter().for_each(|term| self.term(term)),
            Range::Sort(_) => {}
        }
    }
}
