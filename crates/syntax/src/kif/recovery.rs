//! Where a form ends, and where it was meant to end when its parentheses do not balance.
//!
//! Real sheets are laid out by hand: a literal of a rule may well begin in column 0. So a form
//! that its parentheses close is taken as it stands, whatever its layout. Layout is asked only
//! where they do not: such a form is cut back to the first line that begins with a `(` in a
//! column where no inner line of the file's balanced forms begins.

use super::parens::{Fate, LOOK, Parens, begins_rule};
use crate::text::{column, is_blank, line_length};

/// How far a form may run, in bytes, before layout is asked whether it is still the same form.
const PATIENCE: usize = 16 << 10;

/// Where inner lines of a file's balanced forms begin with a `(`: in which columns, of facts and
/// of rules, behind an empty line and otherwise. The last bit stands for all columns from 127 on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InnerLines {
    facts: Columns,
    rules: Columns,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Columns {
    any: u128,
    behind_empty_line: u128,
}

impl InnerLines {
    /// Finds them by one pass over the whole text, with a rule of its own for forms that do not
    /// balance, so that they do not depend on what recovery makes of the file.
    pub(crate) fn of(text: &str) -> InnerLines {
        let bytes = text.as_bytes();
        let mut inner = InnerLines::default();
        let mut parens = Parens::default();
        let mut offset = 0;
        while let Some(start) = next_form(bytes, offset) {
            match parens.fate(bytes, start, PATIENCE) {
                Fate::Closed { end } => {
                    let columns = inner.columns_mut(begins_rule(&bytes[start..]));
                    for line in line_starts(bytes, start, end) {
                        columns.insert(bytes, line);
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
        inner
    }

    fn columns_mut(&mut self, rule: bool) -> &mut Columns {
        if rule {
            &mut self.rules
        } else {
            &mut self.facts
        }
    }

    fn columns(self, rule: bool) -> Columns {
        if rule { self.rules } else { self.facts }
    }
}

impl Columns {
    fn insert(&mut self, bytes: &[u8], line: usize) {
        let bit = column_bit(bytes, line);
        self.any |= bit;
        if behind_empty_line(bytes, line) {
            self.behind_empty_line |= bit;
        }
    }

    fn contains(self, bytes: &[u8], line: usize) -> bool {
        let columns = if behind_empty_line(bytes, line) {
            self.behind_empty_line
        } else {
            self.any
        };
        columns & column_bit(bytes, line) != 0
    }
}

fn column_bit(bytes: &[u8], line: usize) -> u128 {
    1 << column(bytes, line).min(127)
}

/// Whether the line before that of `offset` is empty or has only blanks.
fn behind_empty_line(bytes: &[u8], offset: usize) -> bool {
    let blanks = bytes[..offset]
        .iter()
        .rev()
        .take_while(|&&byte| is_blank(byte));
    // Two line ends; CRLF is one.
    let mut ends = 0;
    let mut behind = b' ';
    for &byte in blanks {
        ends += usize::from(byte == b'\n' || byte == b'\r' && behind != b'\n');
        behind = byte;
    }
    ends > 1
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
    inner: Option<InnerLines>,
    parens: Parens,
    /// For facts and for rules.
    calm: [Calm; 2],
}

impl Recovery {
    /// The inner lines of the text, found out on the first call.
    pub(crate) fn inner_lines(&mut self, text: &str) -> InnerLines {
        *self.inner.get_or_insert_with(|| InnerLines::of(text))
    }

    /// The inner lines, if they were asked for.
    pub(crate) fn inner_lines_if_known(&self) -> Option<InnerLines> {
        self.inner
    }

    /// Finds the extent of the form whose `(` is at `start`. Layout is asked only for a form
    /// that does not close in time.
    pub(crate) fn extent(&mut self, text: &str, start: usize) -> Extent {
        let bytes = text.as_bytes();
        let (nested, seen) = match self.parens.fate(bytes, start, PATIENCE) {
            Fate::Closed { end } => return Extent::Closed { end, asked: false },
            Fate::Open { at } => {
                if let Some(end) = self.suspicious_line(text, start, at) {
                    return Extent::Cut {
                        end,
                        seen: at + LOOK,
                    };
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
        Extent::Cut {
            end,
            seen: seen + LOOK,
        }
    }

    /// The first line behind that of `start` and before `end` that begins with a `(` in a
    /// column that no inner line has.
    fn suspicious_line(&mut self, text: &str, start: usize, end: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let rule = begins_rule(&bytes[start..]);
        let inner = self.inner_lines(text).columns(rule);
        let calm = &mut self.calm[usize::from(rule)];
        if !(calm.start..=calm.end).contains(&start) || calm.suspicious && start == calm.end {
            *calm = Calm {
                start,
                end: start,
                suspicious: false,
            };
        }
        if !calm.suspicious && calm.end < end {
            // The end may lie between the line end and the parenthesis of a line.
            let line = calm.end - column(bytes, calm.end);
            let from = line.saturating_sub(1).max(start);
            let found = line_starts(bytes, from, end).find(|&line| !inner.contains(bytes, line));
            calm.end = found.unwrap_or(end);
            calm.suspicious = found.is_some();
        }
        (calm.suspicious && calm.end < end).then_some(calm.end)
    }
}

/// A stretch in which no line is suspicious, up to one that is or to where was looked.
#[derive(Clone, Copy, Debug, Default)]
struct Calm {
    start: usize,
    end: usize,
    suspicious: bool,
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
