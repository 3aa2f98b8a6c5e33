//! The tree of a file, in blocks, and how an edit changes it.

mod blocks;
mod context;

use std::sync::Arc;

use rowan::{GreenNode, NodeOrToken, TextRange, TextSize};

pub(crate) use self::context::ItemContext;
use crate::kif::recovery::InnerLines;
use crate::qprop::InfixNames;
use crate::tree::SharedTokens;
use crate::{
    Dialect, DirectiveError, SyntaxError, SyntaxErrorKind, SyntaxKind, SyntaxNode, TextEdit,
};

/// Limits that a parser keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseOptions {
    /// How deep parentheses may nest; what lies deeper is kept as flat tokens. At least 1, at
    /// most [`ParseOptions::DEEPEST`]: a parser takes what is beyond as that.
    pub max_depth: u16,
}

impl ParseOptions {
    /// The highest limit of levels. Whatever walks a tree, a rule or a term calls itself for
    /// each level, and must not overflow the stack of a thread.
    pub const DEEPEST: u16 = 1024;

    /// The highest limit in QPROP, where each level of the text may be several of the tree: one
    /// for each operator that binds looser than the next.
    pub const DEEPEST_FORMULA: u16 = 256;

    /// How many levels a formula of QPROP may have when each operator of a chain counts as one.
    pub const HIGHEST_FORMULA: u16 = 512;

    fn within_bounds(self, dialect: Dialect) -> Self {
        let deepest = match dialect {
            Dialect::Kif | Dialect::Hrf => Self::DEEPEST,
            Dialect::Qprop => Self::DEEPEST_FORMULA,
        };
        Self {
            max_depth: self.max_depth.clamp(1, deepest),
        }
    }
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self { max_depth: 256 }
    }
}

/// Reads the item at an offset that lies before the end of the text: pushes exactly one element
/// on the tree (a token of trivia, a directive, a form, or an error node), reports errors, tells
/// the context how far past the item it looked, and returns the end of the item, which lies
/// behind the offset. An item depends on nothing before it but the column it starts in and
/// whether it starts the file, and what the context knows of the whole text. A dialect is one
/// such function.
pub(crate) type Grammar = fn(&mut ItemContext<'_>, usize) -> usize;

/// A run of neighbouring items of a file: forms (facts, rules), error nodes, directives and
/// trivia.
///
/// A block ends behind a form and the rest of that form's line, so that a comment or directive
/// that trails a form on its line is in the form's block; but for the last block of a file a
/// directive that stands before a form is in that form's block. Two blocks of the same text are
/// equal trees whatever edits led to them, but not the same pointer: identity is what tells that
/// nothing in a block was touched.
#[derive(Debug)]
pub struct Block {
    /// A node of kind [`crate::SyntaxKind::Block`].
    pub green: GreenNode,
    /// What the parser reports here, ranges counted from the block's start, in order.
    pub errors: Box<[SyntaxError]>,
    /// What is wrong in its directives, ranges counted from the block's start, in order. Apart,
    /// because a form is whole whatever the comments in it say.
    pub directive_errors: Box<[DirectiveError]>,
    /// How far past the block's end, in bytes, the parser looked to make it: an edit there
    /// remakes the block.
    pub reach: TextSize,
    /// Hash of the texts of the block's forms without trivia and directives: what stays the
    /// same when only comments or layout change.
    pub content_hash: u64,
    /// Whether a form in it was cut off by its layout.
    recovered: bool,
    /// How many bytes behind a form decided that it ends there, by the form's start in the
    /// block; one where none is listed.
    lookaheads: Box<[(TextSize, TextSize)]>,
}

/// The tree of a file: a root whose children are blocks. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Parse {
    dialect: Dialect,
    options: ParseOptions,
    shared: SharedTokens,
    green: GreenNode,
    blocks: Arc<[Arc<Block>]>,
    starts: Arc<[TextSize]>,
    known: Arc<Known>,
}

/// What is known of the whole text of a file.
#[derive(Clone, Debug)]
struct Known {
    /// Known where recovery has asked for them.
    inner_lines: Option<InnerLines>,
    /// The names that QPROP's `infix` declares.
    infix: Arc<InfixNames>,
}

impl Parse {
    /// Parses a whole text.
    ///
    /// # Panics
    /// When the text is 4 GiB long or longer.
    pub fn new(text: &str, dialect: Dialect, options: ParseOptions) -> Parse {
        let shared = SharedTokens::new();
        let options = options.within_bounds(dialect);
        let infix = Arc::new(dialect.infix_names(text));
        let mut cx = ItemContext::new(text, options, shared.clone(), infix.clone());
        let made = blocks::parse(&mut cx, dialect.grammar());
        let known = Known {
            inner_lines: cx.inner_lines_if_known(),
            infix,
        };
        Parse::assemble(dialect, options, shared, made, known)
    }

    /// The parse of `text`, the text that `edit` has made of this parse's. Equal, in tree and
    /// errors, to `Parse::new(text, …)`; blocks and forms that the edit does not touch are shared.
    #[must_use]
    pub fn reparse(&self, text: &str, edit: &TextEdit) -> Parse {
        blocks::reparse(self, text, edit)
            .unwrap_or_else(|| Parse::new(text, self.dialect, self.options))
    }

    fn assemble(
        dialect: Dialect,
        options: ParseOptions,
        shared: SharedTokens,
        made: blocks::Blocks,
        known: Known,
    ) -> Parse {
        let children = made
            .blocks
            .iter()
            .map(|block| NodeOrToken::Node(block.green.clone()));
        let green = GreenNode::new(SyntaxKind::Root.into(), children);
        Parse {
            dialect,
            options,
            shared,
            green,
            blocks: made.blocks.into(),
            starts: made.starts.into(),
            known: Arc::new(known),
        }
    }

    /// The spelling that the text was read in.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The limits that were in force.
    pub fn options(&self) -> ParseOptions {
        self.options
    }

    /// The root of the tree.
    pub fn root(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.green.clone())
    }

    /// The root without parents and offsets.
    pub fn green(&self) -> &GreenNode {
        &self.green
    }

    /// The blocks, in order. They cover the text without gaps.
    pub fn blocks(&self) -> &[Arc<Block>] {
        &self.blocks
    }

    /// Where each block starts, in bytes from the start of the file; as many as blocks.
    pub fn starts(&self) -> &[TextSize] {
        &self.starts
    }

    /// The length of the text in bytes.
    pub fn text_len(&self) -> TextSize {
        self.green.text_len()
    }

    /// All errors in order, ranges counted from the start of the file.
    pub fn errors(&self) -> Vec<SyntaxError> {
        let blocks = self.blocks.iter().zip(self.starts.iter());
        blocks
            .flat_map(|(block, &start)| block.errors.iter().map(move |error| shift(error, start)))
            .collect()
    }

    /// What is wrong in directives, in order, ranges counted from the start of the file.
    pub fn directive_errors(&self) -> Vec<DirectiveError> {
        let blocks = self.blocks.iter().zip(self.starts.iter());
        blocks
            .flat_map(|(block, &start)| {
                let errors = block.directive_errors.iter();
                errors.map(move |error| error.moved(|range| range + start))
            })
            .collect()
    }
}

fn shift(error: &SyntaxError, by: TextSize) -> SyntaxError {
    moved(error, |range| range + by)
}

fn unshift(error: &SyntaxError, by: TextSize) -> SyntaxError {
    moved(error, |range| range - by)
}

pub(crate) fn moved(error: &SyntaxError, by: impl Fn(TextRange) -> TextRange) -> SyntaxError {
    let kind = match &error.kind {
        SyntaxErrorKind::UnclosedParenthesis { probable_end } => {
            SyntaxErrorKind::UnclosedParenthesis {
                probable_end: by(*probable_end),
            }
        }
        SyntaxErrorKind::MixedImplication { groups } => SyntaxErrorKind::MixedImplication {
            groups: groups.map(|(first, second)| (by(first), by(second))),
        },
        SyntaxErrorKind::DetachedParenthesis { gap } => {
            SyntaxErrorKind::DetachedParenthesis { gap: gap.map(&by) }
        }
        SyntaxErrorKind::ClosedTooEarly { spare, last } => SyntaxErrorKind::ClosedTooEarly {
            spare: by(*spare),
            last: by(*last),
        },
        other => other.clone(),
    };
    SyntaxError {
        kind,
        range: by(error.range),
    }
}
