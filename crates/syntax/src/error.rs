//! What a parser reports.

use rowan::TextRange;

/// A place that the grammar cannot read. Ranges are bytes; inside a [`crate::Block`] they
/// count from the block's start, in [`crate::Parse::errors`] from the file's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// The characters to mark.
    pub range: TextRange,
}

/// The kinds of syntax errors. `analysis` gives each its code, message and fix.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SyntaxErrorKind {
    /// Something else than what the grammar wants here; both in the user's words,
    /// ready to stand in "expected {expected}" and as help.
    Unexpected {
        /// What would have been right, such as "a term" or "`)`".
        expected: &'static str,
        /// What to write instead, where that is known.
        help: Option<&'static str>,
    },
    /// Something lacks behind the last token before, which is the range.
    Missing {
        /// What, in the user's words, such as "a literal".
        expected: &'static str,
    },
    /// An opening parenthesis without its closing one. The range is the parenthesis;
    /// `probable_end` is where the closing one was probably meant to stand.
    UnclosedParenthesis {
        /// An empty range just behind the last token that still belongs to the form.
        probable_end: TextRange,
    },
    /// A closing parenthesis without its opening one.
    UnexpectedParenthesis,
    /// A closing parenthesis, which is the range, ends a rule whose literals go on behind it.
    ClosedTooEarly {
        /// It and those right behind it that are too many as well.
        spare: TextRange,
        /// The one at the end of the rule that nothing opens then.
        last: TextRange,
    },
    /// Deeper than the limit of levels allows.
    NestingTooDeep {
        /// The limit that was in force.
        limit: u16,
    },
    /// `<=`, `not`, `or`, `distinct` in the place of a name.
    ConnectiveAsName,
    /// A `/*` comment without its end. The range is the sign.
    UnclosedComment,
    /// An operator of another language (QPROP).
    ForeignOperator {
        /// How it is written here.
        write: &'static str,
    },
    /// `…` or `...` where text was left out (QPROP).
    ElidedText,
    /// `implies` and `if` in one chain (QPROP). The range is the operator that mixes them.
    MixedImplication {
        /// What parentheses can stand around in a chain of two operators: the first of them with
        /// its operands, or the second.
        groups: Option<(TextRange, TextRange)>,
    },
    /// A parenthesis behind something that it does not go on with, on the same line (QPROP).
    DetachedParenthesis {
        /// The blanks, where they part it from a name.
        gap: Option<TextRange>,
    },
}
