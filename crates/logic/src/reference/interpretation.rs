//! Sets of ground atoms.

use std::collections::{BTreeMap, BTreeSet};

use crate::{GroundAtom, Relation};

/// A Herbrand interpretation: the atoms that are true; all others are false.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Interpretation {
    by_relation: BTreeMap<Relation, BTreeSet<GroundAtom>>,
}

impl Interpretation {
    /// Whether the atom is true.
    pub fn contains(&self, atom: &GroundAtom) -> bool {
        self.by_relation
            .get(&atom.relation())
            .is_some_and(|known| known.contains(atom))
    }

    /// Makes an atom true; says whether it was not.
    pub fn insert(&mut self, atom: GroundAtom) -> bool {
        let relation = atom.relation();
        self.by_relation.entry(relation).or_default().insert(atom)
    }

    /// How many atoms are true.
    pub fn len(&self) -> usize {
        self.by_relation.values().map(BTreeSet::len).sum()
    }

    /// Whether no atom is true.
    pub fn is_empty(&self) -> bool {
        self.by_relation.is_empty()
    }

    /// The true atoms, by relation, then in their order.
    pub fn iter(&self) -> impl Iterator<Item = &GroundAtom> {
        self.by_relation.values().flatten()
    }

    /// The true atoms of a relation.
    pub fn of(&self, relation: &Relation) -> impl Iterator<Item = &GroundAtom> {
        self.by_relation.get(relation).into_iter().flatten()
    }
}

impl FromIterator<GroundAtom> for Interpretation {
    fn from_iter<T: IntoIterator<Item = GroundAtom>>(atoms: T) -> Self {
        let mut all = Self::default();
        for atom in atoms {
            all.insert(atom);
        }
        all
    }
}
