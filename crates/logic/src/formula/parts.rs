//! The parts of statements as they are written.

use super::written::{Annotation, Check, Expr, ExprKind, Quantifier, Range, Scope, Statement};

impl Statement {
    /// The formulas and terms of the statement, whole, in reading order.
    pub fn expressions(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        match self {
            Self::Sort { elements, .. } => {
                let parts = elements.iter().flat_map(|elements| &elements.parts);
                parts.for_each(|part| of_range(part, &mut found));
            }
            Self::Constant { value, .. } => found.extend(value),
            Self::Declaration(declaration) => found.extend(&declaration.guard),
            Self::Definition { formula, .. } | Self::Constraint { formula, .. } => {
                found.push(formula);
            }
            Self::Soft { weight, formula } => found.extend([weight, formula]),
            Self::Objective { term, .. } => found.push(term),
            Self::ShowGrid(grid) => {
                found.push(&grid.term);
                found.extend(&grid.condition);
            }
            Self::Check(check) => match check {
                Check::Models(_, part)
                | Check::Cost(_, part)
                | Check::Proves(part)
                | Check::Refutes(part)
                | Check::Possible(part) => found.push(part),
                Check::Sat | Check::Unsat | Check::Unique => {}
            },
            Self::Variables { .. }
            | Self::Grid { .. }
            | Self::Show { .. }
            | Self::Use(_)
            | Self::Infix(_) => {}
        }
        found
    }
}

impl Expr {
    /// Visits the expression and all that are inside it, outer ones first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        for part in self.parts() {
            part.walk(visit);
        }
    }

    /// The expressions directly inside, in reading order; the arguments of `connected` and
    /// `acyclic` are names.
    pub fn parts(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        match &self.kind {
            ExprKind::Missing | ExprKind::Truth(_) | ExprKind::Integer(_) | ExprKind::Name(_) => {}
            ExprKind::Not(part) | ExprKind::Negative(part) => found.push(&**part),
            ExprKind::Apply { args: parts, .. }
            | ExprKind::Compare { terms: parts, .. }
            | ExprKind::Connective(_, parts)
            | ExprKind::Absolute(parts)
            | ExprKind::Minimum(parts)
            | ExprKind::Maximum(parts)
            | ExprKind::Connected(parts)
            | ExprKind::Acyclic(parts) => found.extend(parts),
            ExprKind::Arithmetic(_, parts) => found.extend(&**parts),
            ExprKind::In(term, range) => {
                found.push(term);
                of_range(range, &mut found);
            }
            ExprKind::Count(scope) | ExprKind::Sum(scope) => of_scope(scope, &mut found),
            ExprKind::Quantified(quantifier, scope) => {
                match quantifier {
                    Quantifier::Exactly(bound)
                    | Quantifier::AtLeast(bound)
                    | Quantifier::AtMost(bound) => found.push(bound),
                    Quantifier::Forall | Quantifier::Exists | Quantifier::Unique => {}
                }
                of_scope(scope, &mut found);
            }
        }
        found
    }
}

fn of_range<'a>(range: &'a Range, found: &mut Vec<&'a Expr>) {
    if let Range::Interval { low, high, .. } = range {
        found.extend([low, high]);
    }
}

fn of_scope<'a>(scope: &'a Scope, found: &mut Vec<&'a Expr>) {
    for binder in &scope.binders {
        if let Some(Annotation::In(range)) = &binder.annotation {
            of_range(range, found);
        }
    }
    found.extend(&scope.guard);
    found.extend(&scope.body);
}
