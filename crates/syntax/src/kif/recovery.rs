//! Where a form ends, and where it was meant to end when its parentheses do not balance.
//!
//! Real sheets are laid out by hand: a literal of a rule may well begin in column 0. So a form
//! that its parentheses close is taken as it stands, whatever its layout. Layout is asked only
//! where they do not: such a form is cut back to the first line that begins with a `(` in a
//! column where no inner line of the file's balanced forms begins.

use super::lexer::{ends_name, word_kind};
use super::parens::{Fate, LOOK, Parens, begins_rule};
use crate::SyntaxKind;
use crate::text::{behind_empty_line, blanks, column, is_blank, line_length};

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

/// The extent of a form that begins with a parenthesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The parentheses balance and the form ends at `end`; `asked` when the layout of the file
    /// had a say in it.
    Closed { end: usize, asked: bool },
    /// They do not; the form is cut off at `end`, for which the text up to `seen` was read, and
    /// when `asked` the layout of the whole file.
    Cut {
        end: usize,
        seen: usize,
        asked: bool,
    },
}

/// What recovery has found out about a text, to be asked again.
#[derive(Debug, Default)]
pub(crate) struct Recovery {
    inner: Option<InnerLines>,
    parens: Parens,
    /// For facts.
    calm: Calm,
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
    /// that does not close in time. Facts of one relation often share a line, of which the one
    /// that does not close ends at the next, wherever the line ends.
    pub(crate) fn extent(&mut self, text: &str, start: usize) -> Extent {
        let bytes = text.as_bytes();
        if let Some(end) = doubled(bytes, start) {
            return match self.parens.fate(bytes, start, PATIENCE) {
                Fate::Closed { end } => Extent::Closed { end, asked: false },
                Fate::NestedRule { at } | Fate::Open { at } | Fate::End { at } => Extent::Cut {
                    end,
                    seen: at + LOOK,
                    asked: false,
                },
            };
        }
        match self.layout_extent(text, start) {
            Extent::Cut { end, seen, asked } => {
                let end = next_of_same_name(&bytes[..end], start).unwrap_or(end);
                Extent::Cut { end, seen, asked }
            }
            closed => closed,
        }
    }

    fn layout_extent(&mut self, text: &str, start: usize) -> Extent {
        let bytes = text.as_bytes();
        let (nested, to) = match self.parens.fate(bytes, start, PATIENCE) {
            Fate::Closed { end } => return Extent::Closed { end, asked: false },
            Fate::Open { at } => {
                if let Line::Suspicious(end) = self.suspicious_line(text, start, at) {
                    let seen = at + LOOK;
                    return Extent::Cut {
                        end,
                        seen,
                        asked: true,
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
        let line = self.suspicious_line(text, start, to);
        let end = match line {
            Line::Suspicious(end) => end,
            Line::None => nested.unwrap_or(to),
            Line::Usual => nested
                .or_else(|| {
                    let own = column(bytes, start);
                    line_starts(bytes, start, to).find(|&line| column(bytes, line) <= own)
                })
                .or_else(|| line_starts(bytes, start, to).next())
                .unwrap_or(to),
        };
        // What stands a little behind it made it a nested rule, or the end of the file.
        Extent::Cut {
            end,
            seen: to + LOOK,
            asked: line != Line::None,
        }
    }

    /// The first line behind that of `start` and before `end` that begins with a `(` in a
    /// column that no inner line has. A rule's own inner lines are indented deeper than it.
    fn suspicious_line(&mut self, text: &str, start: usize, end: usize) -> Line {
        let bytes = text.as_bytes();
        if begins_rule(&bytes[start..]) {
            // Nothing is read twice: what is unclosed ends at the next rule at the latest.
            let own = column(bytes, start);
            let mut lines = line_starts(bytes, start, end)
                .filter(|&line| column(bytes, line) <= own)
                .peekable();
            if lines.peek().is_none() {
                return Line::None;
            }
            let inner = self.inner_lines(text).rules;
            return lines
                .find(|&line| !inner.contains(bytes, line))
                .map_or(Line::Usual, Line::Suspicious);
        }
        if line_starts(bytes, start, end).next().is_none() {
            return Line::None;
        }
        let inner = self.inner_lines(text).facts;
        let calm = &mut self.calm;
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
        if calm.suspicious && calm.end < end {
            Line::Suspicious(calm.end)
        } else {
            Line::Usual
        }
    }
}

/// What was found of the lines behind the first of an unclosed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// No line was worth asking the layout of the file.
    None,
    /// All begin where inner lines do.
    Usual,
    /// At this offset one begins where no inner line does.
    Suspicious(usize),
}

/// A stretch in which no line is suspicious, up to one that is or to where was looked.
#[derive(Clone, Copy, Debug, Default)]
struct Calm {
    start: usize,
    end: usize,
    suspicious: bool,
}

/// No form begins with two parentheses: the end of those that are too many, if there are some.
fn doubled(bytes: &[u8], start: usize) -> Option<usize> {
    let run = bytes[start..].iter().take_while(|&&byte| byte == b'(');
    let run = start + run.count();
    match bytes.get(run + blanks(&bytes[run..])) {
        Some(b'(') => Some(run),
        _ if run > start + 1 => Some(run - 1),
        _ => None,
    }
}

/// The first list inside the form from `start` to the end of `bytes` that begins with the same
/// name, but for terms as in `(f (f (f a`.
fn next_of_same_name(bytes: &[u8], start: usize) -> Option<usize> {
    let name = list_name(&bytes[start..]);
    if name.is_empty() || word_kind(name) != SyntaxKind::Name {
        return None;
    }
    let mut found = next_form(bytes, start + 1)?;
    while list_name(&bytes[found..]) != name || is_first_argument(bytes, found) {
        found = next_form(bytes, found + 1)?;
    }
    Some(found)
}

/// Whether a name that begins a list stands before the list at `offset`.
fn is_first_argument(bytes: &[u8], offset: usize) -> bool {
    let before = bytes[..offset].trim_ascii_end();
    let word = before.iter().rev().take_while(|&&byte| !ends_name(byte));
    let before = &before[..before.len() - word.count()];
    before.trim_ascii_end().ends_with(b"(")
}

/// The word behind the parenthesis that `bytes` begin with.
fn list_name(bytes: &[u8]) -> &[u8] {
    let rest = &bytes[1..];
    let rest = &rest[blanks(rest)..];
    let length = rest.iter().position(|&byte| ends_name(byte));
    &rest[..length.unwrap_or(rest.len())]
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

#[cfg(test)]
mod tests {
    use super::{Extent, Recovery};

    /// Where the first form of `text` ends, and whether the whole file was read for it.
    #[track_caller]
    fn check(text: &str, form: &str, asked: bool) {
        let mut recovery = Recovery::default();
        let Extent::Cut { end, .. } = recovery.extent(text, 0) else {
            panic!("{text:?} is not closed");
        };
        assert_eq!(&text[..end], form);
        assert_eq!(recovery.inner_lines_if_known().is_some(), asked, "{text:?}");
    }

    #[test]
    fn the_layout_of_the_file_is_not_asked_where_it_has_nothing_to_say() {
        check("(p a", "(p a", false);
        check("(p a\n  b ; (c)\n", "(p a\n  b ; (c)\n", false);
        check("(p a\n(<= q r)", "(p a\n", false);
        check("((p a)\n(q b)\n", "(", false);
        check("(<= (p ?x)\n    (q ?x", "(<= (p ?x)\n    (q ?x", false);
        check(
            "(<= (p ?x)\n    (q ?x)\n\n(<= (r ?x)\n    (s ?x))",
            "(<= (p ?x)\n    (q ?x)\n\n",
            false,
        );
    }

    #[test]
    fn the_layout_of_the_file_decides_about_lines_that_may_begin_a_form() {
        check("(p a\n(q b)", "(p a\n", true);
        check("(<= (p ?x)\n(q ?x)\n(<= r s)", "(<= (p ?x)\n", true);
        // Here rules have their literals in the first column.
        let usual = "\n(<= (r)\n(s))";
        let text = ["(<= (p ?x)\n(q ?x)", usual].concat();
        check(&text, "(<= (p ?x)\n(q ?x)\n", true);
    }
}
