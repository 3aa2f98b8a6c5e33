//! Where a form ends, and where it was meant to end when its parentheses do not balance.
//!
//! Real sheets are laid out by hand: a literal of a rule may well begin in column 0. So a form
//! that its parentheses close is taken as it stands, whatever its layout. Layout is asked only
//! where they do not: such a form is cut back to the first line that begins with a `(` in a
//! column where no inner line of the file's balanced forms begins.

use std::ops::Range;

use super::parens::{Fate, LOOK, Parens};
use crate::text::{column, is_blank, line_length};

/// How far a form may run, in bytes, before layout is asked whether it is still the same form.
const PATIENCE: usize = 16 << 10;

/// The columns in which inner lines of a file's balanced forms begin with a `(`; the last bit
/// stands for all columns from 127 on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InnerColumns(u128);

impl InnerColumns {
    fn insert(&mut self, column: usize) {
        self.0 |= 1 << column.min(127);
    }

    fn contains(self, column: usize) -> bool {
        self.0 >> column.min(127) & 1 == 1
    }

    /// Finds them by one pass over the whole text, with a rule of its own for forms that do not
    /// balance, so that they do not depend on what recovery makes of the file.
    pub(crate) fn of(text: &str) -> InnerColumns {
        let bytes = text.as_bytes();
        let mut columns = InnerColumns::default();
        let mut parens = Parens::default();
        let mut offset = 0;
        while let Some(start) = next_form(bytes, offset) {
            match parens.fate(bytes, start, PATIENCE) {
                Fate::Closed { end } => {
                    for line in line_starts(bytes, start, end) {
                        columns.insert(column(bytes, line));
                    }
                    offset = end;
                }
                Fate::NestedRule { at } => offset = at,
                Fate::Open { at } | Fate::End { at } => {
                    let own = column(bytes, start);
                    offset = line_starts(bytes, start, at)
                        .find(|&line| column(bytes, line) <= own)
                        .unwrap_or(at);
                }
            }
        }
        columns
    }
}

/// The extent of a form that begins with a parenthesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The parentheses balance and the form ends at `end`; `asked` when its layout was asked.
    Closed { end: usize, asked: bool },
    /// They do not; the form is cut off at `end`, for which the text up to `seen` was read.
    Cut { end: usize, seen: usize },
}

/// What recovery has found out about a text, to be asked again.
#[derive(Debug, Default)]
pub(crate) struct Recovery {
    columns: Option<InnerColumns>,
    parens: Parens,
    /// A stretch in which no line is suspicious, up to one that is or to where was looked.
    calm: Range<usize>,
    suspicious: bool,
}

impl Recovery {
    /// The columns of inner lines of the text, found out on the first call.
    pub(crate) fn columns(&mut self, text: &str) -> InnerColumns {
        *self.columns.get_or_insert_with(|| InnerColumns::of(text))
    }

    /// The columns, if they were asked for.
    pub(crate) fn columns_if_known(&self) -> Option<InnerColumns> {
        self.columns
    }

    /// Finds the extent of the form whose `(` is at `start`. Layout is asked only for a form
    /// that does not close in time.
    pub(crate) fn extent(&mut self, text: &str, start: usize) -> Extent {
        let bytes = text.as_bytes();
        let (nested, seen) = match self.parens.fate(bytes, start, PATIENCE) {
            Fate::Closed { end } => return Extent::Closed { end, asked: false },
            Fate::Open { at } => {
                if let Some(end) = self.suspicious_line(text, start, at) {
                    return Extent::Cut { end, seen: at + LOOK };
                }
                match self.parens.fate(bytes, start, usize::MAX) {
                    Fate::Closed { end } => return Extent::Closed { end, asked: true },
                    Fate::NestedRule { at } => (Some(at), at),
                    Fate::Open { at } | Fate::End { at } => (None, at),
                }
            }
            Fate::NestedRule { at } => (Some(at), at),
            Fate::End { at } => (None, at),
        };
        let own = column(bytes, start);
        let end = self
            .suspicious_line(text, start, seen)
            .or(nested)
            .or_else(|| line_starts(bytes, start, seen).find(|&line| column(bytes, line) <= own))
            .or_else(|| line_starts(bytes, start, seen).next())
            .unwrap_or(seen);
        // What stands a little behind it made it a nested rule, or the end of the file.
        Extent::Cut { end, seen: seen + LOOK }
    }

    /// The first line behind that of `start` and before `end` that begins with a `(` in a
    /// column that no inner line has.
    fn suspicious_line(&mut self, text: &str, start: usize, end: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let inner = self.columns(text);
        if !(self.calm.start..=self.calm.end).contains(&start)
            || self.suspicious && start == self.calm.end
        {
            self.calm = start..start;
            self.suspicious = false;
        }
        if !self.suspicious && self.calm.end < end {
            // The end may lie between the line end and the parenthesis of a line.
            let line = self.calm.end - column(bytes, self.calm.end);
            let from = line.saturating_sub(1).max(start);
            let found = line_starts(bytes, from, end)
                .find(|&line| !inner.contains(column(bytes, line)));
            self.calm.end = found.unwrap_or(end);
            self.suspicious = found.is_some();
        }
        (self.suspicious && self.calm.end < end).then_some(self.calm.end)
    }
}

fn next_form(bytes: &[u8], mut offset: usize) -> Option<usize> {
    loop {
        offset += memchr::memchr2(b'(', b';', &bytes[offset..])?;
        if bytes[offset] == b'(' {
            return Some(offset);
        }
        offset += line_length(&bytes[offset..]);
    }
}

/// The parentheses that open first on their lines behind the line that `start` lies on, up to
/// `end`.
fn line_starts(bytes: &[u8], start: usize, end: usize) -> impl Iterator<Item = usize> {
    let mut offset = start;
    std::iter::from_fn(move || {
        loop {
            offset += memchr::memchr2(b'\n', b'\r', bytes.get(offset..end)?)?;
            offset += bytes[offset..end]
                .iter()
                .position(|&byte| !is_blank(byte))?;
            if bytes[offset] == b'(' {
                return Some(offset);
            }
        }
    })
}
