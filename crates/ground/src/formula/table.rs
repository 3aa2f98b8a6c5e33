//! Relations that are known while grounding: rows of words, found by any of their columns.

use rustc_hash::{FxHashMap, FxHashSet};

/// The tuples of a relation.
#[derive(Debug, Default)]
pub(super) struct Table {
    arity: usize,
    len: usize,
    /// The rows, one after the other.
    words: Vec<i64>,
    /// Where the rows of some values in some columns are.
    indexes: Vec<Index>,
}

/// The rows of a table by the words in some columns.
#[derive(Debug)]
struct Index {
    columns: Box<[u8]>,
    rows: FxHashMap<Box<[i64]>, Vec<u32>>,
}

/// Which index of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IndexId(u32);

impl Table {
    pub(super) fn new(arity: usize) -> Self {
        Self {
            arity,
            ..Self::default()
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn row(&self, row: usize) -> &[i64] {
        &self.words[row * self.arity..(row + 1) * self.arity]
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &[i64]> {
        (0..self.len).map(|row| self.row(row))
    }

    /// Adds a row that is not there.
    pub(super) fn push(&mut self, row: &[i64]) {
        debug_assert_eq!(row.len(), self.arity);
        for index in &mut self.indexes {
            let key = index.columns.iter().map(|&column| row[usize::from(column)]);
            let key: Box<[i64]> = key.collect();
            index.rows.entry(key).or_default().push(self.len as u32);
        }
        self.words.extend_from_slice(row);
        self.len += 1;
    }

    /// Forgets the rows, and keeps the indexes.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.len = 0;
        for index in &mut self.indexes {
            index.rows.clear();
        }
    }

    /// The index over some columns, in ascending order; made where it is not there.
    pub(super) fn index(&mut self, columns: &[u8]) -> IndexId {
        let known = self
            .indexes
            .iter()
            .position(|index| *index.columns == *columns);
        if let Some(place) = known {
            return IndexId(place as u32);
        }
        let mut rows: FxHashMap<Box<[i64]>, Vec<u32>> = FxHashMap::default();
        for (place, row) in (0..self.len).map(|row| (row, self.row(row))) {
            let key = columns.iter().map(|&column| row[usize::from(column)]);
            rows.entry(key.collect()).or_default().push(place as u32);
        }
        self.indexes.push(Index {
            columns: columns.into(),
            rows,
        });
        IndexId(self.indexes.len() as u32 - 1)
    }

    /// The index over all columns.
    pub(super) fn whole(&mut self) -> IndexId {
        let columns: Vec<u8> = (0..self.arity as u8).collect();
        self.index(&columns)
    }

    /// The rows that have these words in the columns of an index.
    pub(super) fn find(&self, index: IndexId, key: &[i64]) -> &[u32] {
        let rows = &self.indexes[index.0 as usize].rows;
        rows.get(key).map_or(&[], Vec::as_slice)
    }

    /// How many different words a column has.
    pub(super) fn distinct(&self, column: usize) -> usize {
        let words: FxHashSet<i64> = self.rows().map(|row| row[column]).collect();
        words.len()
    }
}
