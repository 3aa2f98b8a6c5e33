//! Directives: comments that speak to Herbrand, as `; herbrand: allow unused-relation`.

use crate::SyntaxKind;
use crate::text::{blanks, is_blank};
use crate::tree::TreeBuilder;

const INTRODUCER: &[u8] = b"herbrand:";

/// The length of the mark that begins a directive: the comment signs, blanks, `herbrand:`.
/// `None` where `comment`, which begins with its sign, is an ordinary comment.
pub(crate) fn mark_length(comment: &str) -> Option<usize> {
    let bytes = comment.as_bytes();
    let sign = *bytes.first()?;
    let signs = bytes.iter().position(|&byte| byte != sign)?;
    let start = signs + blanks(&bytes[signs..]);
    bytes[start..]
        .starts_with(INTRODUCER)
        .then_some(start + INTRODUCER.len())
}

/// Pushes a comment, as a directive where it is one.
pub(crate) fn push_comment(tree: &mut TreeBuilder, comment: &str) {
    let Some(length) = mark_length(comment) else {
        tree.token(SyntaxKind::Comment, comment);
        return;
    };
    let mark = tree.mark();
    tree.token(SyntaxKind::DirectiveMark, &comment[..length]);
    let mut rest = &comment[length..];
    while let Some(&first) = rest.as_bytes().first() {
        let (kind, length) = if is_blank(first) {
            (SyntaxKind::Whitespace, blanks(rest.as_bytes()))
        } else {
            let end = rest.bytes().position(is_blank).unwrap_or(rest.len());
            (SyntaxKind::DirectiveWord, end)
        };
        tree.token(kind, &rest[..length]);
        rest = &rest[length..];
    }
    tree.node(SyntaxKind::Directive, mark);
}
