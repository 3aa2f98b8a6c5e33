//! Clauses, one after the other in one array.

/// Clauses: disjunctions of literals as DIMACS writes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    literals: Vec<i32>,
    ends: Vec<u32>,
}

impl Clauses {
    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many literals all clauses have together.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// A clause.
    pub fn get(&self, clause: usize) -> &[i32] {
        let start = match clause {
            0 => 0,
            _ => self.ends[clause - 1] as usize,
        };
        &self.literals[start..self.ends[clause] as usize]
    }

    /// All clauses.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[i32]> {
        (0..self.len()).map(|clause| self.get(clause))
    }

    pub(super) fn push(&mut self, clause: &[i32]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len() as u32);
    }
}
