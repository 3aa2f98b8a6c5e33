//! A hash of a rule that does not see the names of variables or the order of literals.

use std::hash::{Hash, Hasher};

use logic::{Atom, Literal, LiteralKind, Rule, Term};
use rustc_hash::FxHasher;

/// The hash; never 0. A variable counts as the sum of the places in which it stands, which no
/// renaming and no reordering changes: rules that are equal up to both have equal hashes.
pub(crate) fn hash(rule: &Rule) -> u64 {
    let mut places = vec![0_u64; rule.variables.len()];
    if !places.is_empty() {
        each(rule, &mut |root, atom_or_terms| {
            let literal = root.wrapping_add(shape(atom_or_terms, &[]));
            occurrences(atom_or_terms.1, literal, &mut places);
        });
    }
    let mut sum = 0_u64;
    each(rule, &mut |root, part| {
        sum = sum.wrapping_add(mix(root, shape(part, &places)));
    });
    sum.max(1)
}

type Part<'a> = (&'a str, &'a [Term]);

/// Calls `visit` for the head and every atom and `distinct` of the body, with a hash of what
/// stands around it.
fn each<'a>(rule: &'a Rule, visit: &mut impl FnMut(u64, Part<'a>)) {
    let Atom { relation, args, .. } = &rule.head;
    visit(1, (relation, args));
    rule.body
        .iter()
        .for_each(|literal| each_literal(literal, 2, visit));
}

fn each_literal<'a>(literal: &'a Literal, around: u64, visit: &mut impl FnMut(u64, Part<'a>)) {
    match &literal.kind {
        LiteralKind::Atom(atom) => visit(around, (&atom.relation, &atom.args)),
        LiteralKind::Distinct(terms) => visit(mix(around, 3), ("", terms)),
        LiteralKind::Not(inner) => each_literal(inner, mix(around, 4), visit),
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            let sign = if matches!(literal.kind, LiteralKind::Or(_)) {
                5
            } else {
                6
            };
            let around = mix(around, sign + ((parts.len() as u64) << 8));
            parts
                .iter()
                .for_each(|part| each_literal(part, around, visit));
        }
    }
}

/// A hash of names and of variables, a variable counted as `places` says.
fn shape((name, args): Part<'_>, places: &[u64]) -> u64 {
    let start = mix(text(name), args.len() as u64);
    args.iter().fold(start, |hash, arg| {
        let arg = match arg {
            Term::Constant { name, .. } => text(name),
            Term::Variable { variable, .. } => places
                .get(variable.0 as usize)
                .map_or(7, |&place| mix(7, place)),
            Term::Function { name, args, .. } => mix(8, shape((name, args), places)),
        };
        mix(hash, arg)
    })
}

/// Adds to every variable the places in which it stands.
fn occurrences(args: &[Term], around: u64, places: &mut [u64]) {
    for (index, arg) in args.iter().enumerate() {
        let here = mix(around, index as u64);
        match arg {
            Term::Constant { .. } => {}
            Term::Variable { variable, .. } => {
                if let Some(place) = places.get_mut(variable.0 as usize) {
                    *place = place.wrapping_add(here);
                }
            }
            Term::Function { args, .. } => occurrences(args, mix(here, 9), places),
        }
    }
}

fn text(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    hasher.finish()
}

fn mix(a: u64, b: u64) -> u64 {
    let mut hasher = FxHasher::default();
    (a, b).hash(&mut hasher);
    hasher.finish()
}
