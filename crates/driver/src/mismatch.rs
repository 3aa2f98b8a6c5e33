//! Why no atom of a relation is like a literal: the innermost place that none fits.

use logic::{Atom, GroundAtom, GroundTerm, Name, Term};
use rustc_hash::FxHashSet;

use crate::query::{matches_all, natural_term};

/// What is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mismatch<'a> {
    /// There is no atom at all.
    Empty,
    /// No atom has this term there.
    Argument {
        /// The term of the literal.
        term: &'a Term,
        /// The relation or function whose argument it is.
        holder: Name,
        /// Which one, from 1.
        place: usize,
        /// What stands there instead, in natural order.
        there: Vec<GroundTerm>,
    },
    /// Each argument is there, but not together.
    Combination {
        /// The relation or function whose arguments they are.
        holder: Name,
        /// How many atoms or terms there are of it.
        count: usize,
    },
}

impl<'a> Mismatch<'a> {
    /// `None` where some atom is like the literal, of a rule with so many variables. The atoms
    /// are those of its relation.
    pub(crate) fn of(atom: &'a Atom, variables: usize, atoms: &[GroundAtom]) -> Option<Self> {
        let rows: Vec<&[GroundTerm]> = atoms.iter().map(|atom| &*atom.args).collect();
        if rows.is_empty() {
            return Some(Mismatch::Empty);
        }
        let whole = Pattern {
            args: &atom.args,
            variables,
        };
        (!rows.iter().any(|row| whole.admits(row)))
            .then(|| innermost(&atom.relation, &whole, &rows))
    }
}

/// Arguments with variables.
struct Pattern<'a> {
    args: &'a [Term],
    variables: usize,
}

impl Pattern<'_> {
    fn admits(&self, row: &[GroundTerm]) -> bool {
        matches_all(self.args, row, &mut vec![None; self.variables])
    }
}

/// Where a pattern fails that admits none of the rows, of which there are some.
fn innermost<'a>(holder: &Name, pattern: &Pattern<'a>, rows: &[&[GroundTerm]]) -> Mismatch<'a> {
    let variables = pattern.variables;
    for (place, term) in pattern.args.iter().enumerate() {
        let alone = Pattern {
            args: std::slice::from_ref(term),
            variables,
        };
        let column = |row: &&[GroundTerm]| alone.admits(std::slice::from_ref(&row[place]));
        if rows.iter().any(column) {
            continue;
        }
        if let Term::Function { name, args, .. } = term {
            let inside = rows.iter().filter_map(|row| match &row[place] {
                GroundTerm::Function(function, terms)
                    if function == name && terms.len() == args.len() =>
                {
                    Some(&**terms)
                }
                _ => None,
            });
            let inside: Vec<&[GroundTerm]> = inside.collect();
            if !inside.is_empty() {
                return innermost(name, &Pattern { args, variables }, &inside);
            }
        }
        let there: FxHashSet<&GroundTerm> = rows.iter().map(|row| &row[place]).collect();
        let mut there: Vec<GroundTerm> = there.into_iter().cloned().collect();
        there.sort_by(natural_term);
        return Mismatch::Argument {
            term,
            holder: holder.clone(),
            place: place + 1,
            there,
        };
    }
    let distinct: FxHashSet<&[GroundTerm]> = rows.iter().copied().collect();
    Mismatch::Combination {
        holder: holder.clone(),
        count: distinct.len(),
    }
}
