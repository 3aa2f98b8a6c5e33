//! The Herbrand universe and the Herbrand base of a program.

use std::collections::BTreeSet;

use crate::{Atom, GroundAtom, GroundTerm, Literal, LiteralKind, Name, Relation, Rule, Term};

use super::{Error, Limits};

/// The ground terms over the constants and functions of a program with at most `depth` functions
/// in each other, in ascending order. Infinite without that bound as soon as there is a function.
///
/// # Errors
/// [`Error::TooManyAtoms`] where there are more than [`Limits::atoms`].
pub fn universe(rules: &[Rule], depth: usize, limits: Limits) -> Result<Vec<GroundTerm>, Error> {
    let mut constants = BTreeSet::new();
    let mut functions = BTreeSet::new();
    for rule in rules {
        atom_symbols(&rule.head, &mut constants, &mut functions);
        literal_symbols(&rule.body, &mut constants, &mut functions);
    }
    let mut terms: BTreeSet<_> = constants.into_iter().map(GroundTerm::Constant).collect();
    for _ in 0..depth {
        let known: Vec<GroundTerm> = terms.iter().cloned().collect();
        for (name, arity) in &functions {
            for args in tuples(&known, *arity, limits)? {
                terms.insert(GroundTerm::function(name.clone(), args));
            }
        }
        within(terms.len(), limits)?;
    }
    Ok(terms.into_iter().collect())
}

/// The Herbrand base: every relation with every argument of a universe.
///
/// # Errors
/// [`Error::TooManyAtoms`] where there are more than [`Limits::atoms`].
pub fn base(
    relations: &[Relation],
    universe: &[GroundTerm],
    limits: Limits,
) -> Result<BTreeSet<GroundAtom>, Error> {
    let mut atoms = BTreeSet::new();
    for relation in relations {
        let tuples = tuples(universe, relation.arity as usize, limits)?;
        let atom = |args| GroundAtom::new(relation.name.clone(), args);
        atoms.extend(tuples.into_iter().map(atom));
        within(atoms.len(), limits)?;
    }
    Ok(atoms)
}

fn within(count: usize, limits: Limits) -> Result<(), Error> {
    if count > limits.atoms {
        return Err(Error::TooManyAtoms);
    }
    Ok(())
}

/// All tuples of terms of this length.
fn tuples(
    terms: &[GroundTerm],
    length: usize,
    limits: Limits,
) -> Result<Vec<Vec<GroundTerm>>, Error> {
    let mut tuples = vec![Vec::new()];
    for _ in 0..length {
        within(tuples.len().saturating_mul(terms.len()), limits)?;
        let longer = |tuple: &Vec<GroundTerm>| {
            let with = |term: &GroundTerm| [tuple.as_slice(), std::slice::from_ref(term)].concat();
            terms.iter().map(with).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    Ok(tuples)
}

type Functions = BTreeSet<(Name, usize)>;

fn literal_symbols(body: &[Literal], constants: &mut BTreeSet<Name>, functions: &mut Functions) {
    for literal in body {
        match &literal.kind {
            LiteralKind::Atom(atom) => atom_symbols(atom, constants, functions),
            LiteralKind::Not(inner) => {
                literal_symbols(std::slice::from_ref(inner), constants, functions);
            }
            LiteralKind::Distinct(terms) => term_symbols(terms, constants, functions),
            LiteralKind::Or(parts) | LiteralKind::And(parts) => {
                literal_symbols(parts, constants, functions);
            }
        }
    }
}

fn atom_symbols(atom: &Atom, constants: &mut BTreeSet<Name>, functions: &mut Functions) {
    term_symbols(&atom.args, constants, functions);
}

fn term_symbols(terms: &[Term], constants: &mut BTreeSet<Name>, functions: &mut Functions) {
    for term in terms {
        match term {
            Term::Variable { .. } => {}
            Term::Constant { name, .. } => {
                constants.insert(name.clone());
            }
            Term::Function { name, args, .. } => {
                functions.insert((name.clone(), args.len()));
                term_symbols(args, constants, functions);
            }
        }
    }
}
