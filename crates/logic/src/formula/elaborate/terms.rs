//! Terms.

use super::Elaborator;
use crate::formula::core::{Bound, Formula, FormulaKind, Range, Term, TermKind};
use crate::formula::declarations::{Column, Meaning, RelationKind};
use crate::formula::problem::{ProblemKind, TermSort};
use crate::formula::written::{self, Element, Expr, ExprKind, Identifier, Operator, Scope};
use crate::{Name, NodeId};

impl Elaborator<'_> {
    /// The term that an expression is, and of which sort.
    pub(super) fn term(&mut self, expr: &Expr) -> (Term, TermSort) {
        let id = expr.id;
        let (kind, sort) = match &expr.kind {
            ExprKind::Missing => {
                self.is_whole = false;
                (TermKind::Integer(0), TermSort::Any)
            }
            ExprKind::Integer(Some(value)) => (TermKind::Integer(*value), TermSort::Integer),
            ExprKind::Integer(None) => {
                self.error(id, ProblemKind::TooLarge);
                (TermKind::Integer(0), TermSort::Any)
            }
            ExprKind::Name(name) => self.name(id, name),
            ExprKind::Apply { name, args, .. } => self.apply(id, name, args),
            ExprKind::Arithmetic(operator, operands) => {
                let [a, b] = &**operands;
                let operands = Box::new([self.integer(a), self.integer(b)]);
                (TermKind::Arithmetic(*operator, operands), TermSort::Integer)
            }
            ExprKind::Negative(operand) => (self.negative(id, operand), TermSort::Integer),
            ExprKind::Absolute(operands) => match &**operands {
                [operand] => (
                    TermKind::Absolute(Box::new(self.integer(operand))),
                    TermSort::Integer,
                ),
                _ => {
                    self.error(id, ProblemKind::Absolute(operands.len()));
                    (TermKind::Integer(0), TermSort::Any)
                }
            },
            ExprKind::Minimum(operands) => (
                TermKind::Minimum(self.integers(operands)),
                TermSort::Integer,
            ),
            ExprKind::Maximum(operands) => (
                TermKind::Maximum(self.integers(operands)),
                TermSort::Integer,
            ),
            ExprKind::Count(scope) => (self.count(id, scope), TermSort::Integer),
            ExprKind::Sum(scope) => (self.sum(id, scope), TermSort::Integer),
            ExprKind::Truth(_)
            | ExprKind::Not(_)
            | ExprKind::Connective(..)
            | ExprKind::Compare { .. }
            | ExprKind::In(..)
            | ExprKind::Quantified(..)
            | ExprKind::Connected(_)
            | ExprKind::Acyclic(_) => {
                self.error(id, ProblemKind::NotTerm);
                (TermKind::Integer(0), TermSort::Any)
            }
        };
        (Term { id, kind }, sort)
    }

    fn name(&mut self, id: NodeId, name: &Name) -> (TermKind, TermSort) {
        if let Some(variable) = self.variable(name) {
            self.used[variable.0 as usize] = true;
            return (
                TermKind::Variable(variable),
                self.sorts[variable.0 as usize],
            );
        }
        match self.declarations.meaning(name) {
            Some(Meaning::Constant(constant)) => (TermKind::Constant(constant), TermSort::Integer),
            Some(Meaning::Element(element)) => {
                (TermKind::Element(element), TermSort::Element(element))
            }
            Some(Meaning::Function(_)) => {
                let name = Identifier {
                    id,
                    name: name.clone(),
                };
                self.apply(id, &name, &[])
            }
            Some(Meaning::Relation(_)) => {
                self.error(id, ProblemKind::NotTerm);
                (TermKind::Integer(0), TermSort::Any)
            }
            None => {
                let kind = if self.declarations.stem(name).is_some() {
                    ProblemKind::Unbound(name.clone())
                } else {
                    ProblemKind::UnknownName(name.clone())
                };
                self.error(id, kind);
                (TermKind::Integer(0), TermSort::Any)
            }
        }
    }

    fn apply(&mut self, id: NodeId, name: &Identifier, args: &[Expr]) -> (TermKind, TermSort) {
        let Some(Meaning::Function(function)) = self.declarations.meaning(&name.name) else {
            let kind = match self.declarations.meaning(&name.name) {
                None => ProblemKind::UnknownFunction(name.name.clone()),
                Some(_) => ProblemKind::NotTerm,
            };
            self.error(name.id, kind);
            for arg in args {
                self.term(arg);
            }
            return (TermKind::Integer(0), TermSort::Any);
        };
        self.needs_known(name.id, &name.name);
        let declared = &self.declarations.functions[function.index()];
        let args = self.arguments(
            id,
            name,
            args,
            &declared.columns,
            Meaning::Function(function),
        );
        let sort = match declared.result {
            Some(sort) => TermSort::Function(function, sort),
            None => TermSort::Any,
        };
        (TermKind::Apply(function, args), sort)
    }

    /// The atom of a relation.
    pub(super) fn atom(&mut self, id: NodeId, name: &Identifier, args: &[Expr]) -> FormulaKind {
        let Some(Meaning::Relation(relation)) = self.declarations.meaning(&name.name) else {
            let kind = match self.declarations.meaning(&name.name) {
                None if self.variable(&name.name).is_none() => {
                    ProblemKind::UnknownRelation(name.name.clone())
                }
                _ => ProblemKind::NotFormula,
            };
            self.error(name.id, kind);
            for arg in args {
                self.term(arg);
            }
            return FormulaKind::Truth(true);
        };
        let declared = &self.declarations.relations[relation.index()];
        if declared.kind == RelationKind::Unknown {
            self.needs_known(name.id, &name.name);
        }
        let args = self.arguments(
            id,
            name,
            args,
            &declared.columns,
            Meaning::Relation(relation),
        );
        FormulaKind::Atom(relation, args)
    }

    fn arguments(
        &mut self,
        id: NodeId,
        name: &Identifier,
        args: &[Expr],
        columns: &[Column],
        meaning: Meaning,
    ) -> Box<[Term]> {
        let made: Vec<(Term, TermSort)> = args.iter().map(|arg| self.term(arg)).collect();
        if made.len() != columns.len() {
            let kind = ProblemKind::Arity {
                name: name.name.clone(),
                expected: columns.len(),
                found: made.len(),
                declared: Some(self.declarations.place(meaning)),
            };
            self.error(id, kind);
            return made.into_iter().map(|(term, _)| term).collect();
        }
        let fits = |place: usize, sort: TermSort| {
            let column = columns[place].sort;
            column.is_none_or(|column| self.declarations.fits(sort, column))
        };
        let wrong: Vec<usize> = (0..made.len())
            .filter(|&place| !fits(place, made[place].1))
            .collect();
        let mut mended = Vec::new();
        let mut reports = Vec::new();
        for &place in &wrong {
            if mended.contains(&place) {
                continue;
            }
            let both = |other: &usize| {
                *other != place && fits(*other, made[place].1) && fits(place, made[*other].1)
            };
            let exchange = (0..made.len()).find(both);
            mended.extend(exchange);
            reports.push((place, exchange));
        }
        for (place, exchange) in reports {
            if let Some(expected) = columns[place].sort {
                let kind = ProblemKind::Mismatch {
                    found: made[place].1,
                    expected,
                    declared: Some(columns[place].place),
                    exchange: exchange.map(|other| made[other].0.id),
                    covered: self.covered_by_annotation(&made[place].0),
                };
                self.error(made[place].0.id, kind);
            }
        }
        made.into_iter().map(|(term, _)| term).collect()
    }

    /// Where a variable is bound of which an annotation behind it says what it ranges over.
    fn covered_by_annotation(&self, term: &Term) -> Option<NodeId> {
        let TermKind::Variable(variable) = term.kind else {
            return None;
        };
        let is_covered = self.covered.contains(&variable);
        is_covered.then(|| self.variables[variable.0 as usize].id)
    }

    /// A term that must be an integer.
    pub(super) fn integer(&mut self, expr: &Expr) -> Term {
        let (term, sort) = self.term(expr);
        self.must_be_integer(term.id, sort);
        term
    }

    pub(super) fn must_be_integer(&mut self, id: NodeId, sort: TermSort) {
        let is_name = match sort {
            TermSort::Integer | TermSort::Any => false,
            TermSort::Element(_) => true,
            TermSort::Variable(sort) | TermSort::Function(_, sort) => {
                self.declarations.has_names(sort) == Some(true)
            }
        };
        if is_name {
            self.error(id, ProblemKind::NotInteger(sort));
        }
    }

    fn integers(&mut self, exprs: &[Expr]) -> Box<[Term]> {
        exprs.iter().map(|expr| self.integer(expr)).collect()
    }

    /// A number with its sign is one integer.
    fn negative(&mut self, id: NodeId, operand: &Expr) -> TermKind {
        let operand = self.integer(operand);
        match operand.kind {
            TermKind::Integer(value) => TermKind::Integer(-value),
            kind => {
                let zero = Term {
                    id,
                    kind: TermKind::Integer(0),
                };
                let operand = Term {
                    id: operand.id,
                    kind,
                };
                TermKind::Arithmetic(Operator::Subtract, Box::new([zero, operand]))
            }
        }
    }

    fn count(&mut self, id: NodeId, scope: &Scope) -> TermKind {
        let (binding, condition) = self.scoped(id, scope);
        TermKind::Count(binding, Box::new(condition))
    }

    fn sum(&mut self, id: NodeId, scope: &Scope) -> TermKind {
        let body = scope.body.as_ref();
        let guard_alone = Scope {
            binders: scope.binders.clone(),
            guard: scope.guard.clone(),
            body: None,
        };
        let mark = self.scope.len();
        let parts: Vec<&Expr> = scope.guard.iter().chain(body).collect();
        let binding = self.bind(&scope.binders, &parts);
        let condition = self.conjunction(id, &guard_alone);
        let term = body.map(|body| self.integer(body));
        self.leave(mark);
        let zero = Term {
            id,
            kind: TermKind::Integer(0),
        };
        TermKind::Sum(binding, Box::new(condition), Box::new(term.unwrap_or(zero)))
    }

    /// Binds the variables of a scope, whose guard and body are one condition.
    fn scoped(&mut self, id: NodeId, scope: &Scope) -> (Box<[Bound]>, Formula) {
        let mark = self.scope.len();
        let parts: Vec<&Expr> = scope.guard.iter().chain(scope.body.as_ref()).collect();
        let binding = self.bind(&scope.binders, &parts);
        let condition = self.conjunction(id, scope);
        self.leave(mark);
        (binding, condition)
    }

    fn conjunction(&mut self, id: NodeId, scope: &Scope) -> Formula {
        let parts = scope.guard.iter().chain(scope.body.as_ref());
        let mut parts: Vec<Formula> = parts.map(|part| self.formula(part)).collect();
        match parts.len() {
            0 => Formula {
                id,
                kind: FormulaKind::Truth(true),
            },
            1 => parts.remove(0),
            _ => Formula {
                id,
                kind: FormulaKind::And(parts.into()),
            },
        }
    }

    /// A set of values.
    pub(super) fn range(&mut self, range: &written::Range) -> Option<Range> {
        match range {
            written::Range::Interval { low, high, .. } => Some(Range::Interval(Box::new([
                self.integer(low),
                self.integer(high),
            ]))),
            written::Range::Set { elements, .. } => {
                let elements = elements.iter().map(|element| self.element(element));
                Some(Range::Set(elements.collect()))
            }
            written::Range::Sort(name) => self.sort(name).map(Range::Sort),
        }
    }

    fn element(&mut self, element: &Element) -> Term {
        match element {
            Element::Integer { id, value } => Term {
                id: *id,
                kind: TermKind::Integer(*value),
            },
            Element::Name(name) => {
                let (kind, _) = self.name(name.id, &name.name);
                Term { id: name.id, kind }
            }
        }
    }
}
