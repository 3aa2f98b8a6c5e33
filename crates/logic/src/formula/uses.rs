//! Where a variable stands bare as an argument: what tells its sort where nothing else does.

use super::core::SortId;
use super::declarations::{Declarations, Meaning, RelationKind};
use super::written::{Expr, ExprKind, Identifier, Quantifier, Range, Scope};
use crate::{Name, NodeId};

/// The argument places that `variable` stands in bare, in reading order, with their sorts. Places
/// of unknown sort are left out.
pub(super) fn bare_uses(
    declarations: &Declarations,
    variable: &str,
    exprs: &[&Expr],
) -> Vec<(NodeId, SortId)> {
    let mut found = Vec::new();
    for expr in exprs {
        visit(declarations, variable, expr, &mut found);
    }
    found
}

/// Whether `variable` stands bare in an argument place of which nothing is known, because it is
/// one too many, or because its relation, function or sort is not declared.
pub(super) fn has_lost_use(declarations: &Declarations, variable: &str, exprs: &[&Expr]) -> bool {
    exprs
        .iter()
        .any(|expr| is_lost(declarations, variable, expr))
}

fn is_lost(declarations: &Declarations, variable: &str, expr: &Expr) -> bool {
    let mut found = false;
    if let ExprKind::Apply { name, args, .. } = &expr.kind {
        let known = |place: usize| match declarations.meaning(&name.name) {
            Some(Meaning::Relation(id)) => {
                let relation = &declarations.relations[id.index()];
                let column = relation.columns.get(place);
                column.is_some_and(|column| {
                    column.sort.is_some() || relation.kind == RelationKind::Defined
                })
            }
            Some(Meaning::Function(id)) => {
                let column = declarations.functions[id.index()].columns.get(place);
                column.is_some_and(|column| column.sort.is_some())
            }
            _ => false,
        };
        let is_bare = |arg: &Expr| matches!(&arg.kind, ExprKind::Name(name) if name == variable);
        let mut args = args.iter().enumerate();
        found = args.any(|(place, arg)| is_bare(arg) && !known(place));
    }
    each_part(expr, |part| match part {
        Piece::Expr(part) => found |= is_lost(declarations, variable, part),
        Piece::Scope(scope) => {
            if !binds(scope, variable) {
                scope_parts(scope, |part| found |= is_lost(declarations, variable, part));
            }
        }
    });
    found
}

fn visit(
    declarations: &Declarations,
    variable: &str,
    expr: &Expr,
    found: &mut Vec<(NodeId, SortId)>,
) {
    if let ExprKind::Apply { name, args, .. } = &expr.kind {
        let columns = match declarations.meaning(&name.name) {
            Some(Meaning::Relation(id)) => &declarations.relations[id.index()].columns[..],
            Some(Meaning::Function(id)) => &declarations.functions[id.index()].columns[..],
            _ => &[],
        };
        for (arg, column) in args.iter().zip(columns) {
            if let (ExprKind::Name(name), Some(sort)) = (&arg.kind, column.sort)
                && name == variable
            {
                found.push((arg.id, sort));
            }
        }
    }
    each_part(expr, |part| match part {
        Piece::Expr(part) => visit(declarations, variable, part, found),
        Piece::Scope(scope) => {
            // What binds the name anew hides it.
            if !binds(scope, variable) {
                scope_parts(scope, |part| visit(declarations, variable, part, found));
            }
        }
    });
}

/// The names that stand for terms without arguments, free of bindings inside, each where it stands
/// first.
pub(super) fn free_names(exprs: &[&Expr]) -> Vec<Identifier> {
    let mut found = Vec::new();
    for expr in exprs {
        collect(expr, &mut Vec::new(), &mut found);
    }
    found
}

fn collect<'a>(expr: &'a Expr, bound: &mut Vec<&'a Name>, found: &mut Vec<Identifier>) {
    if let ExprKind::Name(name) = &expr.kind {
        let seen = found.iter().any(|other| other.name == *name);
        if !seen && !bound.contains(&name) {
            found.push(Identifier {
                id: expr.id,
                name: name.clone(),
            });
        }
    }
    each_part(expr, |part| match part {
        Piece::Expr(part) => collect(part, bound, found),
        Piece::Scope(scope) => {
            let mark = bound.len();
            bound.extend(scope.binders.iter().map(|binder| &binder.variable.name));
            scope_parts(scope, |part| collect(part, bound, found));
            bound.truncate(mark);
        }
    });
}

fn binds(scope: &Scope, variable: &str) -> bool {
    let mut binders = scope.binders.iter();
    binders.any(|binder| binder.variable.name == variable)
}

/// A direct part of an expression.
enum Piece<'a> {
    Expr(&'a Expr),
    Scope(&'a Scope),
}

fn each_part<'a>(expr: &'a Expr, mut each: impl FnMut(Piece<'a>)) {
    let mut all = |parts: &'a [Expr]| parts.iter().for_each(|part| each(Piece::Expr(part)));
    match &expr.kind {
        ExprKind::Missing | ExprKind::Truth(_) | ExprKind::Integer(_) | ExprKind::Name(_) => {}
        ExprKind::Apply { args, .. } => all(args),
        ExprKind::Not(part) | ExprKind::Negative(part) => each(Piece::Expr(part)),
        ExprKind::Compare { terms: parts, .. }
        | ExprKind::Connective(_, parts)
        | ExprKind::Absolute(parts)
        | ExprKind::Minimum(parts)
        | ExprKind::Maximum(parts) => all(parts),
        ExprKind::Arithmetic(_, parts) => all(&**parts),
        ExprKind::In(term, range) => {
            each(Piece::Expr(term));
            if let Range::Interval { low, high, .. } = &**range {
                each(Piece::Expr(low));
                each(Piece::Expr(high));
            }
        }
        ExprKind::Count(scope) | ExprKind::Sum(scope) => each(Piece::Scope(scope)),
        ExprKind::Quantified(quantifier, scope) => {
            match quantifier {
                Quantifier::Exactly(bound)
                | Quantifier::AtLeast(bound)
                | Quantifier::AtMost(bound) => each(Piece::Expr(bound)),
                Quantifier::Forall | Quantifier::Exists | Quantifier::Unique => {}
            }
            each(Piece::Scope(scope));
        }
        // Their arguments are names of relations.
        ExprKind::Connected(_) | ExprKind::Acyclic(_) => {}
    }
}

/// The expressions of a scope; the ranges of its binders may use the variables before them, which
/// is near enough to all of them.
fn scope_parts<'a>(scope: &'a Scope, mut each: impl FnMut(&'a Expr)) {
    for binder in &scope.binders {
        if let Some(super::written::Annotation::In(range)) = &binder.annotation
            && let Range::Interval { low, high, .. } = &**range
        {
            each(low);
            each(high);
        }
    }
    scope.guard.iter().for_each(&mut each);
    scope.body.iter().for_each(&mut each);
}
