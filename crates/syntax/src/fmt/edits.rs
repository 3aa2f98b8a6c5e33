//! The smallest edits between two texts that differ in blanks alone.

use rowan::{TextRange, TextSize};

use crate::text::is_blank;
use crate::{SyntaxKind, TextEdit, qprop};

/// One edit for every run of blanks that differs.
///
/// # Panics
/// When the texts differ in anything but blanks.
pub(super) fn between(old: &str, new: &str) -> Vec<TextEdit> {
    let (old_bytes, new_bytes) = (old.as_bytes(), new.as_bytes());
    let (mut at, mut to) = (0, 0);
    let mut edits = Vec::new();
    loop {
        let (start, from) = (at, to);
        at += crate::text::blanks(&old_bytes[at..]);
        to += crate::text::blanks(&new_bytes[to..]);
        if old_bytes[start..at] != new_bytes[from..to] {
            edits.push(TextEdit::replace(range(start, at), &new[from..to]));
        }
        if at == old.len() || to == new.len() {
            assert!(
                at == old.len() && to == new.len(),
                "formatting keeps all but blanks"
            );
            return edits;
        }
        while at < old.len() && !is_blank(old_bytes[at]) && to < new.len() {
            assert_eq!(
                old_bytes[at], new_bytes[to],
                "formatting keeps all but blanks"
            );
            at += 1;
            to += 1;
            if to < new.len() && is_blank(new_bytes[to]) {
                break;
            }
        }
    }
}

/// The same for QPROP, token by token: an edit for every run of blanks and for every token that
/// differs, be it in the spelling of an operator. One edit of the whole text should the tokens
/// not be the same.
pub(super) fn of_tokens(old: &str, new: &str) -> Vec<TextEdit> {
    let (mut at, mut to) = (Some(0), Some(0));
    let mut edits = Vec::new();
    while let (Some(start), Some(from)) = (at, to) {
        let (token, other) = (next_token(old, start), next_token(new, from));
        if old[start..token.start] != new[from..other.start] {
            let blanks = range(start, token.start);
            edits.push(TextEdit::replace(blanks, &new[from..other.start]));
        }
        if token.is_empty() || other.is_empty() {
            if token.is_empty() && other.is_empty() {
                return edits;
            }
            break;
        }
        if old[token.clone()] != new[other.clone()] {
            let replaced = range(token.start, token.end);
            edits.push(TextEdit::replace(replaced, &new[other.clone()]));
        }
        (at, to) = (Some(token.end), Some(other.end));
    }
    vec![TextEdit::replace(range(0, old.len()), new)]
}

/// The first token of QPROP at or behind `offset` that is no blank; an empty range at the end.
fn next_token(text: &str, mut offset: usize) -> std::ops::Range<usize> {
    while offset < text.len() {
        let (kind, end) = qprop::lexer::token(text, offset);
        if kind != SyntaxKind::Whitespace {
            return offset..end;
        }
        offset = end;
    }
    text.len()..text.len()
}

fn range(start: usize, end: usize) -> TextRange {
    let size = |offset: usize| TextSize::try_from(offset).expect("texts are shorter than 4 GiB");
    TextRange::new(size(start), size(end))
}
