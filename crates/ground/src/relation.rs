//! Relations as rows of term numbers, each row once.

use logic::Name;

use crate::index::{Index, Key};
use crate::table::{Table, hash};
use crate::terms::{Terms, Value};

/// A row of a relation, in the order of derivation.
pub(crate) type Row = u32;

/// No row.
pub(crate) const NO_ROW: Row = u32::MAX;

/// The rows of a relation. While its rules are applied, round by round, a round sees the rows up
/// to `visible`, of which those from `old` on are new since the last one; what it derives comes
/// behind them.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub(crate) name: Name,
    pub(crate) arity: usize,
    rows: Vec<Value>,
    len: u32,
    table: Table,
    pub(crate) old: Row,
    pub(crate) visible: Row,
    /// Where the visible rows ended after each round.
    marks: Vec<Row>,
    pub(crate) indexes: Vec<Index>,
    /// Whether nothing will be added any more.
    pub(crate) complete: bool,
    /// Which rows are neither true nor false; empty if none is.
    pub(crate) undefined: Vec<bool>,
    /// How many rows are facts; they come first.
    pub(crate) given: Row,
}

/// Which rows of a relation a subgoal ranges over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// All that are visible.
    All,
    /// Those that were visible before.
    Old,
    /// Those that were not.
    Delta,
}

impl Relation {
    pub(crate) fn new(name: Name, arity: usize) -> Self {
        Self {
            name,
            arity,
            rows: Vec::new(),
            len: 0,
            table: Table::default(),
            old: 0,
            visible: 0,
            marks: Vec::new(),
            indexes: Vec::new(),
            complete: false,
            undefined: Vec::new(),
            given: 0,
        }
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    #[inline]
    pub(crate) fn row(&self, row: Row) -> &[Value] {
        let start = row as usize * self.arity;
        &self.rows[start..start + self.arity]
    }

    #[inline]
    pub(crate) fn range(&self, part: Part) -> std::ops::Range<Row> {
        match part {
            Part::All => 0..self.visible,
            Part::Old => 0..self.old,
            Part::Delta => self.old..self.visible,
        }
    }

    /// The row with these values.
    pub(crate) fn find(&self, values: &[Value]) -> Option<Row> {
        let code = hash(0, values);
        self.table.find(code, |row| self.row(row) == values)
    }

    /// Adds a row; says whether it is new.
    pub(crate) fn insert(&mut self, values: &[Value]) -> bool {
        let mut tail = self.open_tail();
        let new = tail.insert(&self.rows, values);
        self.close_tail(tail);
        new
    }

    /// Takes out what changes when rows are added, so that the rows themselves can be read
    /// meanwhile.
    pub(crate) fn open_tail(&mut self) -> Tail {
        Tail {
            arity: self.arity,
            first: self.len,
            len: 0,
            rows: Vec::new(),
            table: std::mem::take(&mut self.table),
        }
    }

    /// Puts back what [`open_tail`](Self::open_tail) took.
    pub(crate) fn close_tail(&mut self, tail: Tail) {
        self.table = tail.table;
        self.len += tail.len;
        if self.rows.is_empty() {
            self.rows = tail.rows;
        } else {
            self.rows.extend_from_slice(&tail.rows);
        }
    }

    /// All values, row by row: what a [`Tail`] needs to tell its rows from those here.
    pub(crate) fn values(&self) -> &[Value] {
        &self.rows
    }

    /// Ends a round: what was derived becomes visible. Says whether that is anything.
    pub(crate) fn advance(&mut self, terms: &Terms) -> bool {
        self.old = self.visible;
        self.visible = self.len;
        self.marks.push(self.visible);
        let (rows, arity) = (&self.rows, self.arity);
        for index in &mut self.indexes {
            for row in self.old..self.visible {
                let start = row as usize * arity;
                index.add(&rows[start..start + arity], terms);
            }
        }
        self.visible > self.old
    }

    /// The round after which a row was visible.
    pub(crate) fn round(&self, row: Row) -> usize {
        self.marks.partition_point(|&end| end <= row)
    }

    /// How many rows were visible before a round.
    pub(crate) fn start_of_round(&self, round: usize) -> Row {
        let before = round.checked_sub(1);
        before.map_or(0, |before| {
            self.marks.get(before).copied().unwrap_or(self.len)
        })
    }

    /// The index with this key, made if it is not there.
    pub(crate) fn index(&mut self, key: &Key, terms: &Terms) -> usize {
        if let Some(known) = self.indexes.iter().position(|index| index.key == *key) {
            return known;
        }
        let mut index = Index::new(key.clone());
        for row in 0..self.visible {
            index.add(self.row(row), terms);
        }
        if self.complete {
            index.pack();
        }
        self.indexes.push(index);
        self.indexes.len() - 1
    }

    /// Keeps the given rows only, in the given order, the ends of the groups as rounds.
    pub(crate) fn replace(&mut self, groups: &[Vec<Row>], undefined: &[Row]) {
        let old = std::mem::replace(self, Self::new(self.name.clone(), self.arity));
        for group in groups {
            for &row in group {
                self.insert(old.row(row));
            }
            self.marks.push(self.len);
        }
        if !undefined.is_empty() {
            self.undefined = vec![false; self.len as usize];
            for &row in undefined {
                self.insert(old.row(row));
                self.undefined.push(true);
            }
            self.marks.push(self.len);
        }
        self.given = old.given;
        self.visible = self.len;
        self.old = self.len;
    }

    /// How many rows are true; those that are neither come behind them.
    pub(crate) fn true_rows(&self) -> Row {
        let open = self.undefined.iter().filter(|&&open| open).count();
        self.len - open as u32
    }

    pub(crate) fn is_undefined(&self, row: Row) -> bool {
        self.undefined.get(row as usize).copied().unwrap_or(false)
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        let indexes: usize = self.indexes.iter().map(Index::bytes).sum();
        self.rows.len() * 4 + self.table.bytes() + indexes
    }
}

/// Rows to be added to a relation.
#[derive(Debug)]
pub(crate) struct Tail {
    arity: usize,
    first: Row,
    len: u32,
    rows: Vec<Value>,
    table: Table,
}

impl Tail {
    /// Adds a row unless it is here or among the rows of the relation, which are `known`.
    #[inline]
    pub(crate) fn insert(&mut self, known: &[Value], values: &[Value]) -> bool {
        let id = self.first + self.len;
        let code = hash(0, values);
        let (first, rows, arity) = (self.first, &self.rows, self.arity);
        let same = |row| row_of(known, first, rows, arity, row) == values;
        if self.table.insert(code, id, same).is_some() {
            return false;
        }
        self.rows.extend_from_slice(values);
        self.len += 1;
        true
    }

    /// The row of these values, here or among the rows of the relation.
    pub(crate) fn find(&self, known: &[Value], values: &[Value]) -> Option<Row> {
        let same = |row| row_of(known, self.first, &self.rows, self.arity, row) == values;
        self.table.find(hash(0, values), same)
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.rows.len() * 4 + self.table.bytes()
    }
}

#[inline]
fn row_of<'a>(
    known: &'a [Value],
    first: Row,
    rows: &'a [Value],
    arity: usize,
    row: Row,
) -> &'a [Value] {
    let (from, row) = if row < first {
        (known, row)
    } else {
        (rows, row - first)
    };
    let start = row as usize * arity;
    &from[start..start + arity]
}
