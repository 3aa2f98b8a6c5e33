//! Where a form ends, and where it was meant to end when its parentheses do not balance.
//!
//! Real sheets are laid out by hand: a literal of a rule may well begin in column 0. So a form
//! that its parentheses close is taken as it stands, whatever its layout. Layout is asked only
//! where they do not: such a form is cut back to the first line that begins with a `(` in a
//! column where no inner line of the file's balanced forms begins.

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
        let mut offset = 0;
        while let Some(start) = next_form(bytes, offset) {
            match scan(bytes, start, PATIENCE) {
                Scan::Closed { end } => {
                    for line in line_starts(bytes, start, end) {
                        columns.insert(column(bytes, line));
                    }
                    offset = end;
                }
                Scan::NestedRule { at } => offset = at,
                Scan::Open { at } | Scan::End { at } => {
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

/// Finds the extent of the form whose `(` is at `start`. `columns` is asked only for a form that
/// does not close in time.
pub(crate) fn extent(
    text: &str,
    start: usize,
    columns: &mut impl FnMut() -> InnerColumns,
) -> Extent {
    let bytes = text.as_bytes();
    let (end, seen) = match scan(bytes, start, PATIENCE) {
        Scan::Closed { end } => return Extent::Closed { end, asked: false },
        Scan::Open { at } => {
            let inner = columns();
            if let Some(end) = suspicious_line(bytes, start, at, inner) {
                return Extent::Cut { end, seen: at + 1 };
            }
            match scan(bytes, start, usize::MAX) {
                Scan::Closed { end } => return Extent::Closed { end, asked: true },
                Scan::NestedRule { at } => (Some(at), at),
                Scan::Open { at } | Scan::End { at } => (None, at),
            }
        }
        Scan::NestedRule { at } => (Some(at), at),
        Scan::End { at } => (None, at),
    };
    let own = column(bytes, start);
    let cut = suspicious_line(bytes, start, seen, columns())
        .or(end)
        .or_else(|| line_starts(bytes, start, seen).find(|&line| column(bytes, line) <= own))
        .or_else(|| line_starts(bytes, start, seen).next())
        .unwrap_or(seen);
    // A nested rule was recognised by the `<=` behind its parenthesis, the end of the file by
    // nothing being there.
    Extent::Cut {
        end: cut,
        seen: seen + "(<=x".len(),
    }
}

fn suspicious_line(bytes: &[u8], start: usize, end: usize, inner: InnerColumns) -> Option<usize> {
    line_starts(bytes, start, end).find(|&line| !inner.contains(column(bytes, line)))
}

enum Scan {
    Closed {
        end: usize,
    },
    NestedRule {
        at: usize,
    },
    /// Still open after the patience given.
    Open {
        at: usize,
    },
    /// Still open at the end of the file.
    End {
        at: usize,
    },
}

fn scan(bytes: &[u8], start: usize, patience: usize) -> Scan {
    let limit = start.saturating_add(patience).min(bytes.len());
    let mut depth = 0_usize;
    let mut offset = start;
    while offset < limit {
        match bytes[offset] {
            b'(' => {
                if depth > 0 && begins_rule(&bytes[offset..]) {
                    return Scan::NestedRule { at: offset };
                }
                depth += 1;
                offset += 1;
            }
            b')' => {
                depth -= 1;
                offset += 1;
                if depth == 0 {
                    return Scan::Closed { end: offset };
                }
            }
            b';' => offset += line_length(&bytes[offset..]),
            _ => offset += 1,
        }
    }
    if offset >= bytes.len() {
        Scan::End { at: bytes.len() }
    } else {
        Scan::Open { at: offset }
    }
}

/// Whether `bytes` begin with `(<=` as a whole word.
fn begins_rule(bytes: &[u8]) -> bool {
    bytes.starts_with(b"(<=")
        && bytes
            .get(3)
            .is_none_or(|&next| is_blank(next) || matches!(next, b'(' | b')' | b';'))
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
