//! The sorts of the parameters of definitions, as far as other declarations give them away.

use super::{Declarations, Meaning, Stem};
use crate::formula::core::{RelationId, SortId};
use crate::formula::problem::StatementId;
use crate::formula::uses::bare_uses;
use crate::formula::written::{Annotation, Binder, Expr, Range, Statement};

/// Fills the columns of the relations that are defined, round by round: one definition may use
/// another whose sorts come from a third.
pub(super) fn infer(made: &mut Declarations, statements: &[(StatementId, &Statement)]) {
    let mut open: Vec<(RelationId, &[Binder], &Expr)> = Vec::new();
    for &(id, statement) in statements {
        if let Statement::Definition {
            name,
            parameters,
            formula,
        } = statement
            && let Some(Meaning::Relation(relation)) = made.meaning(&name.name)
            && made.relations[relation.index()].place.statement == id
        {
            open.push((relation, parameters, formula));
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for &(relation, parameters, formula) in &open {
            for place in 0..parameters.len() {
                if made.relations[relation.index()].columns[place]
                    .sort
                    .is_none()
                    && let Some(sort) = parameter_sort(made, parameters, place, formula)
                {
                    made.relations[relation.index()].columns[place].sort = Some(sort);
                    changed = true;
                }
            }
        }
    }
}

fn parameter_sort(
    made: &Declarations,
    parameters: &[Binder],
    place: usize,
    formula: &Expr,
) -> Option<SortId> {
    let name = &parameters[place].variable.name;
    match annotation(parameters, place) {
        Some(Annotation::Sort(sort)) => return made.sort(&sort.name),
        Some(Annotation::In(range)) => {
            if let Range::Sort(sort) = &**range {
                return made.sort(&sort.name);
            }
        }
        None => {}
    }
    match made.stem(name) {
        Some(Stem::Sort(sort)) => return Some(sort),
        Some(Stem::Broken) => return None,
        None => {}
    }
    if annotation(parameters, place).is_some() {
        return None;
    }
    let uses = bare_uses(made, name, &[formula]);
    let (_, first) = *uses.first()?;
    uses.iter().all(|&(_, sort)| sort == first).then_some(first)
}

/// What is written behind a variable, or behind the next one that has something behind it.
pub(in crate::formula) fn annotation(binders: &[Binder], place: usize) -> Option<&Annotation> {
    binders[place..]
        .iter()
        .find_map(|binder| binder.annotation.as_ref())
}
