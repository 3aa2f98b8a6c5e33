//! Directives: comments that speak to Herbrand, as `; herbrand: allow unused-relation`.
//!
//! What stands behind the mark is read in the spelling of the file. A directive depends on its
//! own text alone and ends with its line, so that no slip in one reaches what stands around it.

mod content;
mod expectation;
mod reader;

use rowan::TextRange;

use self::reader::Reader;
use crate::parse::{ItemContext, moved};
use crate::text::blanks;
use crate::{Dialect, SyntaxError, SyntaxErrorKind, SyntaxKind};

const INTRODUCER: &[u8] = b"herbrand:";

/// Something wrong in a directive. Ranges are bytes; inside a [`crate::Block`] they count from
/// the block's start, in [`crate::Parse::directive_errors`] from the file's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DirectiveError {
    /// What is wrong.
    pub kind: DirectiveErrorKind,
    /// The characters to mark.
    pub range: TextRange,
}

/// The kinds of errors in directives. All texts are in the user's words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DirectiveErrorKind {
    /// Nothing stands behind the mark.
    NoKey {
        /// The keys that there are.
        choices: &'static [&'static str],
    },
    /// A word that is none of those that may stand there.
    Unknown {
        /// What it should be: "directive", "profile", "expectation".
        what: &'static str,
        /// The words that may stand there.
        choices: &'static [&'static str],
    },
    /// Something is missing behind the marked word, or other words stand where it should.
    Expected {
        /// What would have been right, ready to stand in "expected {expected}".
        expected: &'static str,
        /// What to write instead.
        help: &'static str,
        /// Whether the marked text stands in its place, rather than before it.
        found: bool,
    },
    /// An atom or a literal that the grammar of the dialect cannot read.
    Form(SyntaxErrorKind),
}

impl DirectiveError {
    /// The error with its ranges moved.
    #[must_use]
    pub fn moved(&self, by: impl Fn(TextRange) -> TextRange) -> DirectiveError {
        let range = by(self.range);
        let kind = match &self.kind {
            DirectiveErrorKind::Form(kind) => {
                let error = SyntaxError {
                    kind: kind.clone(),
                    range: self.range,
                };
                DirectiveErrorKind::Form(moved(&error, by).kind)
            }
            other => other.clone(),
        };
        DirectiveError { kind, range }
    }
}

/// The length of the mark that begins a directive: the comment signs, blanks, `herbrand:`.
/// `None` where `comment`, which begins with its sign, is an ordinary comment.
fn mark_length(comment: &str) -> Option<usize> {
    let bytes = comment.as_bytes();
    let sign = *bytes.first()?;
    let signs = bytes.iter().position(|&byte| byte != sign)?;
    let start = signs + blanks(&bytes[signs..]);
    bytes[start..]
        .starts_with(INTRODUCER)
        .then_some(start + INTRODUCER.len())
}

/// Pushes the comment from `start` to `end`, as a directive where it is one.
pub(crate) fn push_comment(cx: &mut ItemContext<'_>, dialect: Dialect, start: usize, end: usize) {
    let comment = &cx.text[start..end];
    let Some(length) = mark_length(comment).filter(|_| !cx.in_directive) else {
        cx.tree.token(SyntaxKind::Comment, comment);
        return;
    };
    let node = cx.tree.mark();
    cx.tree.token(SyntaxKind::DirectiveMark, &comment[..length]);
    // What is read inside reports here and sees no text behind the line.
    let text = cx.text;
    cx.text = &text[..end];
    let errors = std::mem::take(&mut cx.errors);
    let mute = std::mem::replace(&mut cx.mute, false);
    cx.in_directive = true;
    Reader::new(cx, dialect, start, start + length).directive();
    cx.in_directive = false;
    cx.mute = mute;
    cx.errors = errors;
    cx.text = text;
    cx.tree.node(SyntaxKind::Directive, node);
}
