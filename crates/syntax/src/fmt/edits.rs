//! The smallest edits between two texts that differ in blanks alone.

use rowan::{TextRange, TextSize};

use crate::TextEdit;
use crate::text::is_blank;

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

fn range(start: usize, end: usize) -> TextRange {
    let size = |offset: usize| TextSize::try_from(offset).expect("texts are shorter than 4 GiB");
    TextRange::new(size(start), size(end))
}
