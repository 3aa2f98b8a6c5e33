//! Which parenthesis closes which, read on as far as somebody asks.

use crate::text::{blanks, is_blank, line_length};

/// How many bytes behind a nested parenthesis may decide that a rule begins there.
pub(super) const LOOK: usize = 24;

/// What became of a parenthesis within the patience of who asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is closed, just before `end`.
    Closed { end: usize },
    /// Still open where a `(<=` at `at` says that another rule begins.
    NestedRule { at: usize },
    /// Still open when patience was at an end.
    Open { at: usize },
    /// Still open at the end of the file.
    End { at: usize },
}

/// The parentheses of a stretch of text. Where forms do not close, neighbouring ones ask about
/// the same stretch over and over; it is read once.
#[derive(Debug, Default)]
pub(crate) struct Parens {
    /// All opening ones of the stretch, in order.
    all: Vec<Paren>,
    /// Those of them that are still open at `to`.
    open: Vec<usize>,
    /// How far the stretch was read.
    to: usize,
}

#[derive(Clone, Copy, Debug)]
struct Paren {
    start: usize,
    fate: Option<Fate>,
}

impl Parens {
    /// What becomes of the `(` at `start` in the next `patience` bytes.
    pub(super) fn fate(&mut self, bytes: &[u8], start: usize, patience: usize) -> Fate {
        let limit = start.saturating_add(patience).min(bytes.len());
        let known = self.all.binary_search_by_key(&start, |paren| paren.start);
        if known.is_err() {
            if let Some(end) = closing(bytes, start, limit) {
                return Fate::Closed { end };
            }
            *self = Self {
                to: start,
                ..Self::default()
            };
            self.step(bytes);
        }
        let index = known.unwrap_or(0);
        while self.all[index].fate.is_none() && self.to < limit {
            self.step(bytes);
        }
        match self.all[index].fate {
            Some(Fate::Closed { end }) if end <= limit => Fate::Closed { end },
            Some(Fate::NestedRule { at }) if at < limit => Fate::NestedRule { at },
            _ if limit < bytes.len() => Fate::Open { at: limit },
            _ => Fate::End { at: limit },
        }
    }

    /// Reads a byte or a comment.
    fn step(&mut self, bytes: &[u8]) {
        let at = self.to;
        self.to += 1;
        match bytes[at] {
            b'(' => {
                if !self.open.is_empty() && begins_rule(&bytes[at..]) {
                    for open in self.open.drain(..) {
                        self.all[open].fate = Some(Fate::NestedRule { at });
                    }
                }
                self.open.push(self.all.len());
                self.all.push(Paren {
                    start: at,
                    fate: None,
                });
            }
            b')' => {
                if let Some(open) = self.open.pop() {
                    self.all[open].fate = Some(Fate::Closed { end: at + 1 });
                }
            }
            b';' => self.to = at + line_length(&bytes[at..]),
            _ => {}
        }
    }
}

/// The end of the form at `start`, where it closes before `limit` and holds no rule. Nothing
/// else is asked of nearly all forms.
fn closing(bytes: &[u8], start: usize, limit: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut offset = start;
    while offset < limit {
        match bytes[offset] {
            b'(' if depth > 0 && begins_rule(&bytes[offset..]) => return None,
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(offset + 1),
            b')' => depth -= 1,
            b';' => {
                offset += line_length(&bytes[offset..]);
                continue;
            }
            _ => {}
        }
        offset += 1;
    }
    None
}

/// Whether `bytes` begin with `(<=` as a whole word, blanks allowed between.
pub(super) fn begins_rule(bytes: &[u8]) -> bool {
    let near = &bytes[1..bytes.len().min(LOOK)];
    let word = &near[blanks(near)..];
    word.starts_with(b"<=")
        && word
            .get(2)
            .is_none_or(|&next| is_blank(next) || matches!(next, b'(' | b')' | b';'))
}
