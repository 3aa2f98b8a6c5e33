//! What to say when a limit is reached: the rule, its variables and what they ranged over.

use rustc_hash::FxHashSet;

use crate::index::Key;
use crate::limits::{Exceeded, Explosion, Limit, Limits};
use crate::normal::{Pattern, Rule};
use crate::program::Clause;
use crate::relation::Relation;
use crate::store::Store;
use crate::terms::Terms;

/// Rows that are looked at to count the terms of a variable.
const ROWS: u32 = 100_000;

pub(crate) fn exceeded(
    limit: Limit,
    limits: Limits,
    rule: Option<(&Rule, &Clause)>,
    store: &Store,
    terms: &Terms,
) -> Exceeded {
    let allowed = limits.of(limit);
    let variables = rule.map(|(rule, clause)| {
        let names = clause.variables.iter().enumerate();
        let explosion = |(variable, name): (usize, &logic::Name)| {
            let (terms, first) = range(rule, variable, store, terms)?;
            Some(Explosion {
                variable: name.clone(),
                terms,
                first,
            })
        };
        names.filter_map(explosion).collect()
    });
    Exceeded {
        limit,
        allowed,
        rule: rule.map(|(rule, _)| rule.clause),
        variables: variables.unwrap_or_default(),
    }
}

/// How many terms stand in the most selective place that binds a variable, and the first ones.
fn range(
    rule: &Rule,
    variable: usize,
    store: &Store,
    terms: &Terms,
) -> Option<(usize, Vec<logic::GroundTerm>)> {
    let mut keys = Vec::new();
    for subgoal in &rule.positive {
        let relation = &store.relations[subgoal.relation as usize];
        let mut path = Vec::new();
        let mut key = Key::default();
        find(&subgoal.args, variable, &mut path, &mut key);
        let places = std::mem::take(&mut key.places);
        for place in places {
            let key = Key {
                // Of the functions only those above the place.
                shapes: key
                    .shapes
                    .iter()
                    .filter(|(path, _)| place.starts_with(path))
                    .cloned()
                    .collect(),
                places: vec![place],
            };
            keys.push((relation, key));
        }
    }
    let ranges = keys
        .iter()
        .map(|(relation, key)| distinct(relation, key, terms));
    let (count, first) = ranges.min_by_key(|(count, _)| *count)?;
    Some((
        count,
        first.into_iter().map(|value| terms.term(value)).collect(),
    ))
}

fn find(args: &[Pattern], variable: usize, path: &mut Vec<u32>, key: &mut Key) {
    for (place, arg) in args.iter().enumerate() {
        path.push(place as u32);
        match arg {
            Pattern::Variable(other) if *other == variable => {
                key.places.push(path.as_slice().into());
            }
            Pattern::Function(functor, args) => {
                key.shapes.push((path.as_slice().into(), *functor));
                find(args, variable, path, key);
            }
            _ => {}
        }
        path.pop();
    }
}

fn distinct(relation: &Relation, key: &Key, terms: &Terms) -> (usize, Vec<u32>) {
    let mut seen = FxHashSet::default();
    let mut first = Vec::new();
    let mut buffer = Vec::new();
    for row in 0..relation.visible.min(ROWS) {
        if key.read(relation.row(row), terms, &mut buffer) && seen.insert(buffer[0]) {
            first.extend((first.len() < 5).then_some(buffer[0]));
        }
    }
    (seen.len(), first)
}
