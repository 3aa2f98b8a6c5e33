//! Indexes: the rows of a relation by what stands in certain places, also inside functions.

use crate::relation::{NO_ROW, Row};
use crate::table::{Table, hash};
use crate::terms::{Functor, Terms, Value};

/// A place in a row: a column, then arguments of functions from the outside in.
pub(crate) type Path = Box<[u32]>;

/// What an index is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Key {
    /// Only rows with these functors in these places are in the index.
    pub(crate) shapes: Vec<(Path, Functor)>,
    /// The places that are looked up.
    pub(crate) places: Vec<Path>,
}

impl Key {
    /// Writes what stands in the places of a row; `false` if the row has another shape.
    #[inline]
    pub(crate) fn read(&self, row: &[Value], terms: &Terms, out: &mut Vec<Value>) -> bool {
        out.clear();
        for (path, functor) in &self.shapes {
            match follow(row, path, terms) {
                Some(value) if terms.take(value, *functor).is_some() => {}
                _ => return false,
            }
        }
        for path in &self.places {
            match follow(row, path, terms) {
                Some(value) => out.push(value),
                None => return false,
            }
        }
        true
    }
}

#[inline]
fn follow(row: &[Value], path: &[u32], terms: &Terms) -> Option<Value> {
    let (&column, inner) = path.split_first()?;
    let mut value = row[column as usize];
    for &arg in inner {
        value = *terms.parts(value)?.1.get(arg as usize)?;
    }
    Some(value)
}

/// Rows grouped by their keys.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub(crate) key: Key,
    /// The key of each group, one after the other.
    keys: Vec<Value>,
    table: Table,
    /// For a single place: the group of each small value, plus one.
    direct: Vec<u32>,
    groups: u32,
    /// Of each group the last row, and of each row the one before it in its group.
    last: Vec<Row>,
    before: Vec<Row>,
    /// Once packed: where each group starts in `rows`.
    starts: Vec<u32>,
    rows: Vec<Row>,
    buffer: Vec<Value>,
}

/// The rows of a group.
pub(crate) enum Group<'a> {
    /// In ascending order.
    Packed(&'a [Row]),
    /// The last one; [`Index::before`] leads on.
    Chain(Row),
}

/// Values below this are looked up directly.
const DIRECT: u32 = 1 << 20;

impl Index {
    pub(crate) fn new(key: Key) -> Self {
        Self {
            key,
            keys: Vec::new(),
            table: Table::default(),
            direct: Vec::new(),
            groups: 0,
            last: Vec::new(),
            before: Vec::new(),
            starts: Vec::new(),
            rows: Vec::new(),
            buffer: Vec::new(),
        }
    }

    /// Adds the next row of the relation.
    pub(crate) fn add(&mut self, row: &[Value], terms: &Terms) {
        let id = self.before.len() as Row;
        let mut buffer = std::mem::take(&mut self.buffer);
        if self.key.read(row, terms, &mut buffer) {
            let group = self.group_for(&buffer) as usize;
            if group == self.last.len() {
                self.last.push(NO_ROW);
            }
            self.before.push(self.last[group]);
            self.last[group] = id;
        } else {
            self.before.push(NO_ROW);
        }
        self.buffer = buffer;
    }

    /// Lays the groups out one after the other; nothing can be added any more.
    pub(crate) fn pack(&mut self) {
        let mut sizes = vec![0_u32; self.groups as usize + 1];
        for group in 0..self.groups {
            let mut row = self.last[group as usize];
            while row != NO_ROW {
                sizes[group as usize + 1] += 1;
                row = self.before[row as usize];
            }
        }
        for group in 0..self.groups as usize {
            sizes[group + 1] += sizes[group];
        }
        self.rows = vec![0; sizes.last().copied().unwrap_or(0) as usize];
        for group in 0..self.groups as usize {
            let mut at = sizes[group + 1] as usize;
            let mut row = self.last[group];
            while row != NO_ROW {
                at -= 1;
                self.rows[at] = row;
                row = self.before[row as usize];
            }
        }
        self.starts = sizes;
        self.last = Vec::new();
        self.before = Vec::new();
    }

    fn group_for(&mut self, values: &[Value]) -> u32 {
        if let [value] = *values
            && value < DIRECT
        {
            let at = value as usize;
            if self.direct.len() <= at {
                self.direct.resize((at + 1).next_power_of_two(), 0);
            }
            if self.direct[at] == 0 {
                self.keys.push(value);
                self.groups += 1;
                self.direct[at] = self.groups;
            }
            return self.direct[at] - 1;
        }
        let (keys, width) = (&self.keys, values.len());
        let same = |group| keys[group as usize * width..][..width] == *values;
        if let Some(known) = self.table.insert(hash(0, values), self.groups, same) {
            return known;
        }
        self.keys.extend_from_slice(values);
        self.groups += 1;
        self.groups - 1
    }

    /// The rows with these values in the places of the key.
    #[inline]
    pub(crate) fn group(&self, values: &[Value]) -> Option<Group<'_>> {
        let group = match *values {
            [value] if value < DIRECT => {
                self.direct.get(value as usize).copied()?.checked_sub(1)?
            }
            _ => {
                let width = values.len();
                let same = |group| self.keys[group as usize * width..][..width] == *values;
                self.table.find(hash(0, values), same)?
            }
        } as usize;
        Some(if self.starts.is_empty() {
            Group::Chain(self.last[group])
        } else {
            Group::Packed(&self.rows[self.starts[group] as usize..self.starts[group + 1] as usize])
        })
    }

    /// The row before this one in its group.
    #[inline]
    pub(crate) fn before(&self, row: Row) -> Row {
        self.before[row as usize]
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        let words = self.keys.len()
            + self.direct.len()
            + self.last.len()
            + self.before.len()
            + self.starts.len()
            + self.rows.len();
        words * 4 + self.table.bytes()
    }
}
