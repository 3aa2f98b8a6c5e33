//! What a grammar works with while it reads an item.

use std::sync::Arc;

use rowan::TextRange;

use super::ParseOptions;
use crate::kif::recovery::{InnerLines, Recovery};
use crate::qprop::InfixNames;
use crate::tree::{SharedTokens, TreeBuilder};
use crate::{DirectiveError, SyntaxError, SyntaxErrorKind};

/// The text, the tree under construction, and what is noted of the item being read.
#[derive(Debug)]
pub(crate) struct ItemContext<'a> {
    pub(crate) text: &'a str,
    pub(crate) tree: TreeBuilder,
    pub(crate) options: ParseOptions,
    /// Errors with ranges from the start of the file.
    pub(crate) errors: Vec<SyntaxError>,
    /// What is wrong in directives, with ranges from the start of the file.
    pub(crate) directive_errors: Vec<DirectiveError>,
    /// Whether a directive is being read: a comment inside is none.
    pub(crate) in_directive: bool,
    /// The end of what was looked at, from the start of the file.
    pub(super) seen: usize,
    pub(super) recovered: bool,
    pub(crate) recovery: Recovery,
    /// The names that the text declares by QPROP's `infix`.
    pub(crate) infix: Arc<InfixNames>,
    pub(crate) mute: bool,
}

impl<'a> ItemContext<'a> {
    pub(super) fn new(
        text: &'a str,
        options: ParseOptions,
        shared: SharedTokens,
        infix: Arc<InfixNames>,
    ) -> Self {
        assert!(
            u32::try_from(text.len()).is_ok(),
            "a text is shorter than 4 GiB"
        );
        Self {
            text,
            tree: TreeBuilder::new(shared),
            options,
            errors: Vec::new(),
            directive_errors: Vec::new(),
            in_directive: false,
            seen: 0,
            recovered: false,
            recovery: Recovery::default(),
            infix,
            mute: false,
        }
    }

    /// Reports an error; ranges count from the start of the file.
    pub(crate) fn error(&mut self, range: TextRange, kind: SyntaxErrorKind) {
        if !self.mute {
            self.errors.push(SyntaxError { kind, range });
        }
    }

    /// Whether an error was reported at or behind `offset`.
    pub(crate) fn has_error_since(&self, offset: usize) -> bool {
        self.errors
            .last()
            .is_some_and(|error| usize::from(error.range.start()) >= offset)
    }

    /// Runs `read` without its reports.
    pub(crate) fn muted(&mut self, read: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.mute, true);
        read(self);
        self.mute = before;
    }

    /// Notes that the text before `offset` decided how the item was read. Past the end of the
    /// text it means that the end of the text did.
    pub(crate) fn saw(&mut self, offset: usize) {
        self.seen = self.seen.max(offset);
    }

    /// Notes that the extent of the item depends on the layout of the whole file.
    pub(crate) fn recovered(&mut self) {
        self.recovered = true;
    }

    /// The inner lines of the text, found out on the first call.
    pub(crate) fn inner_lines(&mut self) -> InnerLines {
        self.recovery.inner_lines(self.text)
    }

    pub(super) fn inner_lines_if_known(&self) -> Option<InnerLines> {
        self.recovery.inner_lines_if_known()
    }
}
