//! Statements.

use super::Elaborator;
use crate::formula::core::{
    Bound, Check, Formula, FormulaKind, Grid, Shown, SortId, Statement, Term,
};
use crate::formula::declarations::{Meaning, RelationKind};
use crate::formula::problem::{Known, ProblemKind, TermSort};
use crate::formula::uses::free_names;
use crate::formula::written::{
    self, Binder, Declaration, DeclarationKind, Elements, Expr, ExprKind, Identifier, ShownGrid,
    Text,
};

impl Elaborator<'_> {
    pub(super) fn statement(&mut self, statement: &written::Statement) -> Statement {
        match statement {
            written::Statement::Variables { .. }
            | written::Statement::Use(_)
            | written::Statement::Infix(_) => Statement::Nothing,
            written::Statement::Sort { name, elements } => self.elements(name, elements.as_ref()),
            written::Statement::Constant { name, value } => self.value(name, value.as_ref()),
            written::Statement::Declaration(declaration) => self.guard(declaration),
            written::Statement::Grid { relation, rows } => self.grid(relation, rows),
            written::Statement::Definition {
                name,
                parameters,
                formula,
            } => self.definition(name, parameters, formula),
            written::Statement::Constraint {
                is_rule,
                name,
                formula,
            } => self.constraint(*is_rule, name.as_ref(), formula),
            written::Statement::Soft { weight, formula } => {
                let weight = self.knowing(Known::Weight, |this| this.integer(weight));
                Statement::Soft(weight, self.formula(formula))
            }
            written::Statement::Objective { goal, term } => {
                Statement::Objective(*goal, self.integer(term))
            }
            written::Statement::Show { project, names } => {
                let what = names.iter().filter_map(|name| self.shown(name));
                Statement::Show {
                    project: *project,
                    what: what.collect(),
                }
            }
            written::Statement::ShowGrid(grid) => self.shown_grid(grid),
            written::Statement::Check(check) => Statement::Check(self.check(check)),
        }
    }

    fn elements(&mut self, name: &Identifier, elements: Option<&Elements>) -> Statement {
        let Some(elements) = elements else {
            return Statement::Nothing;
        };
        let parts = self.knowing(Known::Value, |this| {
            let parts = elements.parts.iter();
            // Names that a set enumerates are declared by it; the others are reported.
            parts.filter_map(|part| this.range(part)).collect()
        });
        match self.declarations.sort(&name.name) {
            Some(sort)
                if self.declarations.sorts[sort.index()].declared.value == Some(self.statement) =>
            {
                Statement::Sort(sort, parts)
            }
            _ => Statement::Nothing,
        }
    }

    fn value(&mut self, name: &Identifier, value: Option<&Expr>) -> Statement {
        let Some(value) = value else {
            return Statement::Nothing;
        };
        let value = self.knowing(Known::Value, |this| this.integer(value));
        match self.declarations.meaning(&name.name) {
            Some(Meaning::Constant(constant))
                if self.declarations.constants[constant.index()].value == Some(self.statement) =>
            {
                Statement::Constant(constant, value)
            }
            _ => Statement::Nothing,
        }
    }

    fn guard(&mut self, declaration: &Declaration) -> Statement {
        for column in &declaration.columns {
            self.sort(&column.sort);
        }
        if let DeclarationKind::Function(result) = &declaration.kind {
            self.sort(result);
        }
        let Some(guard) = &declaration.guard else {
            return Statement::Nothing;
        };
        for column in &declaration.columns {
            let sort = self.declarations.sort(&column.sort.name);
            let sort = sort.map_or(TermSort::Any, TermSort::Variable);
            // A column without a name has none that could be used.
            let name = column.name.clone().unwrap_or(Identifier {
                id: column.sort.id,
                name: crate::Name::default(),
            });
            self.enter(&name, sort);
        }
        let formula = self.knowing(Known::Guard, |this| this.formula(guard));
        self.scope.clear();
        match self.declarations.meaning(&declaration.name.name) {
            Some(Meaning::Relation(id)) if self.declares(Meaning::Relation(id)) => {
                Statement::RelationGuard(id, formula)
            }
            Some(Meaning::Function(id)) if self.declares(Meaning::Function(id)) => {
                Statement::FunctionGuard(id, formula)
            }
            _ => Statement::Nothing,
        }
    }

    /// Whether this statement is the one that declares it.
    fn declares(&self, meaning: Meaning) -> bool {
        self.declarations.place(meaning).statement == self.statement
    }

    fn grid(&mut self, relation: &Identifier, rows: &[Text]) -> Statement {
        let found = match self.declarations.meaning(&relation.name) {
            None => {
                let kind = ProblemKind::UnknownRelation(relation.name.clone());
                self.error(relation.id, kind);
                return Statement::Nothing;
            }
            Some(Meaning::Relation(id)) => Some(id),
            Some(_) => None,
        };
        let fits = found.filter(|id| {
            let relation = &self.declarations.relations[id.index()];
            relation.kind == RelationKind::Given && relation.columns.len() == 3
        });
        match fits {
            Some(id) => Statement::Grid(id, rows.into()),
            None => {
                self.error(relation.id, ProblemKind::NotGrid(relation.name.clone()));
                Statement::Nothing
            }
        }
    }

    fn definition(
        &mut self,
        name: &Identifier,
        parameters: &[Binder],
        formula: &Expr,
    ) -> Statement {
        let relation = match self.declarations.meaning(&name.name) {
            Some(Meaning::Relation(id)) if self.declares(Meaning::Relation(id)) => Some(id),
            _ => None,
        };
        let binding: Box<[Bound]> = match relation {
            // Its sorts may come of other definitions, and are known.
            Some(id) => {
                let columns = &self.declarations.relations[id.index()].columns;
                let sorts: Vec<_> = columns.iter().map(|column| column.sort).collect();
                let bind = |(place, sort)| self.parameter(parameters, place, sort, formula);
                sorts.into_iter().enumerate().map(bind).collect()
            }
            None => self.bind(parameters, &[formula]),
        };
        let formula = self.knowing(Known::Definition, |this| this.formula(formula));
        self.leave(0);
        match relation {
            Some(id) => Statement::Definition(id, binding, formula),
            None => Statement::Nothing,
        }
    }

    fn parameter(
        &mut self,
        parameters: &[Binder],
        place: usize,
        sort: Option<SortId>,
        formula: &Expr,
    ) -> Bound {
        let one = &parameters[place..=place];
        match sort {
            Some(sort) if parameters[place].annotation.is_none() => Bound {
                variable: self.enter(&parameters[place].variable, TermSort::Variable(sort)),
                range: None,
            },
            _ => {
                let mut bound = self.bind(one, &[formula]).into_vec();
                bound.remove(0)
            }
        }
    }

    fn constraint(
        &mut self,
        is_rule: bool,
        name: Option<&Identifier>,
        formula: &Expr,
    ) -> Statement {
        let fact = match &formula.kind {
            ExprKind::Apply { name, .. } if !is_rule => Some(&name.name),
            ExprKind::Name(name) if !is_rule => Some(name),
            _ => None,
        };
        if let Some(relation) = fact
            && let Some(Meaning::Relation(id)) = self.declarations.meaning(relation)
        {
            match self.declarations.relations[id.index()].kind {
                RelationKind::Given => return self.fact(formula),
                RelationKind::Defined => {
                    self.error(formula.id, ProblemKind::DefinedAsFact(id));
                    return Statement::Nothing;
                }
                RelationKind::Unknown => {}
            }
        }
        let formula = self.formula_at(formula, true);
        Statement::Constraint(name.map(|name| name.name.clone()), formula)
    }

    fn fact(&mut self, formula: &Expr) -> Statement {
        let made = self.knowing(Known::Fact, |this| this.formula(formula));
        match made.kind {
            FormulaKind::Atom(relation, args) => Statement::Fact(relation, args),
            _ => Statement::Nothing,
        }
    }

    fn shown(&mut self, name: &Identifier) -> Option<Shown> {
        match self.declarations.meaning(&name.name) {
            Some(Meaning::Relation(id)) => Some(Shown::Relation(id)),
            Some(Meaning::Function(id)) => Some(Shown::Function(id)),
            _ => {
                self.error(name.id, ProblemKind::UnknownRelation(name.name.clone()));
                None
            }
        }
    }

    fn shown_grid(&mut self, grid: &ShownGrid) -> Statement {
        let mut parts: Vec<&Expr> = vec![&grid.term];
        parts.extend(&grid.condition);
        let row = self.bind(std::slice::from_ref(&grid.row), &parts);
        let column = self.bind(std::slice::from_ref(&grid.column), &parts);
        let mut others = Vec::new();
        for name in free_names(&parts) {
            let is_free = self.variable(&name.name).is_none()
                && self.declarations.meaning(&name.name).is_none();
            if is_free {
                let sort = self.sort_without_annotation(&name, &parts);
                others.push(Bound {
                    variable: self.enter(&name, sort),
                    range: None,
                });
            }
        }
        let condition = grid.condition.as_ref().map(|part| self.formula(part));
        let (term, _) = self.term(&grid.term);
        self.leave(0);
        match (&*row, &*column) {
            ([row], [column]) => Statement::ShowGrid(Box::new(Grid {
                row: row.clone(),
                column: column.clone(),
                others: others.into(),
                term,
                condition,
            })),
            _ => Statement::Nothing,
        }
    }

    fn check(&mut self, check: &written::Check) -> Check {
        let known = |this: &mut Self, term: &Expr| -> Term {
            this.knowing(Known::Value, |this| this.integer(term))
        };
        let formula = |this: &mut Self, expr: &Expr| -> Formula { this.formula(expr) };
        match check {
            written::Check::Sat => Check::Sat,
            written::Check::Unsat => Check::Unsat,
            written::Check::Unique => Check::Unique,
            written::Check::Models(comparison, term) => {
                Check::Models(*comparison, known(self, term))
            }
            written::Check::Cost(comparison, term) => Check::Cost(*comparison, known(self, term)),
            written::Check::Proves(expr) => Check::Proves(formula(self, expr)),
            written::Check::Refutes(expr) => Check::Refutes(formula(self, expr)),
            written::Check::Possible(expr) => Check::Possible(formula(self, expr)),
        }
    }
}
