//! Which relations and functions formulas speak of.

use logic::formula::walk::Node;
use logic::formula::written::Comparison;
use logic::formula::{
    Bound, Check, Formula, FormulaKind, FunctionId, Grid, RelationId, RelationKind, Spec,
    Statement, Term, TermKind,
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
        formula.walk(&mut |node| self.see(node));
    }

    fn term(&mut self, term: &Term) {
        term.walk(&mut |node| self.see(node));
    }

    fn binding(&mut self, binding: &[Bound]) {
        for bound in binding {
            bound.walk(&mut |node| self.see(node));
        }
    }

    fn see(&mut self, node: Node<'_>) {
        match node {
            Node::Formula(formula) => match &formula.kind {
                FormulaKind::Atom(relation, _) => _ = self.relations.insert(*relation),
                FormulaKind::Compare(_, Comparison::Equal | Comparison::NotEqual) => {
                    self.equates = true;
                }
                FormulaKind::Compare(..) | FormulaKind::In(..) => self.orders = true,
                FormulaKind::Connected {
                    nodes,
                    edges,
                    roots,
                } => {
                    self.in_graphs.extend([*nodes, *edges]);
                    self.in_graphs.extend(roots);
                }
                FormulaKind::Acyclic(edges) => _ = self.in_graphs.insert(*edges),
                _ => {}
            },
            Node::Term(term) => match &term.kind {
                TermKind::Constant(_) => self.constants = true,
                TermKind::Apply(function, _) => _ = self.functions.insert(*function),
                _ => {}
            },
            Node::Bound(_) => {}
        }
    }
}
