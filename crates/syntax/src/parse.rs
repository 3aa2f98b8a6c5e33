//! The tree of a file, in blocks, and how an edit changes it.

use std::sync::Arc;

use rowan::{GreenNode, TextSize};

use crate::{Dialect, SyntaxError, SyntaxNode, TextEdit};

/// Limits that a parser keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseOptions {
    /// How deep parentheses may nest; what lies deeper is kept as flat tokens.
    pub max_depth: u16,
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self { max_depth: 256 }
    }
}

/// A run of neighbouring items of a file: forms (facts, rules), error nodes, directives and
/// trivia. A block ends behind a form and the rest of that form's line, so that a comment or
/// directive that trails a form on its line is in the form's block; but for the last block of a
/// file a directive that stands before a form is in that form's block.
///
/// Two blocks of the same text are equal trees whatever edits led to them, but not the same
/// pointer: identity is what tells that nothing in a block was touched.
#[derive(Debug)]
pub struct Block {
    /// A node of kind [`crate::SyntaxKind::Block`].
    pub green: GreenNode,
    /// What the parser reports here, ranges counted from the block's start, in order.
    pub errors: Box<[SyntaxError]>,
    /// How far past the block's end, in bytes, the parser looked to make it: an edit there
    /// remakes the block.
    pub reach: TextSize,
    /// Hash of the texts of the block's forms without trivia and directives: what stays the
    /// same when only comments or layout change.
    pub content_hash: u64,
}

/// The tree of a file: a root whose children are blocks. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Parse {
    dialect: Dialect,
    options: ParseOptions,
    green: GreenNode,
    blocks: Arc<[Arc<Block>]>,
    starts: Arc<[TextSize]>,
}

impl Parse {
    /// Parses a whole text.
    pub fn new(text: &str, dialect: Dialect, options: ParseOptions) -> Parse {
        let _ = (text, dialect, options);
        todo!()
    }

    /// The parse of `text`, the text that `edit` has made of this parse's. Equal, in tree and
    /// errors, to `Parse::new(text, …)`; blocks that the edit does not touch are shared.
    #[must_use]
    pub fn reparse(&self, text: &str, edit: &TextEdit) -> Parse {
        let _ = (text, edit);
        todo!()
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

    /// All errors in order, ranges counted from the start of the file.
    pub fn errors(&self) -> Vec<SyntaxError> {
        todo!()
    }
}
