//! What a check reports, before it is mapped to the text.

use hir::Item;
use logic::NodeId;
use logic::formula::StatementId;
use source::{Code, Severity};

/// A report about a form, in terms of lowered nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which kind of report.
    pub code: Code,
    /// Set where a report is graver or milder than its code's own severity.
    pub severity: Option<Severity>,
    /// See [`source::Diagnostic::message`].
    pub message: String,
    /// What to mark.
    pub place: Place,
    /// Other places, with what is there.
    pub related: Vec<Label>,
    /// See [`source::Diagnostic::help`].
    pub help: Vec<String>,
    /// Edits that mend it.
    pub fixes: Vec<FindingFix>,
}

impl Finding {
    /// A report of `code`'s own severity, with nothing but a message.
    pub fn new(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: None,
            message: message.into(),
            place,
            related: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// The same finding in the block of this ordinal, where it was made for one block alone.
    pub(crate) fn in_block(mut self, block: u32) -> Self {
        self.place.block = block;
        self.related
            .iter_mut()
            .for_each(|label| label.place.block = block);
        for (place, edit) in self.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
            place.block = block;
            match edit {
                SpotEdit::Unwrap { first, last } => {
                    first.block = block;
                    last.block = block;
                }
                SpotEdit::TextOf(other) => other.block = block,
                SpotEdit::Replace(_)
                | SpotEdit::Prepend(_)
                | SpotEdit::Append(_)
                | SpotEdit::Delete => {}
            }
        }
        self
    }

    /// Makes it as grave as `severity`.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// Adds another place with a message of its own.
    #[must_use]
    pub fn label(mut self, place: Place, message: impl Into<String>) -> Self {
        self.related.push(Label {
            place,
            message: message.into(),
        });
        self
    }

    /// Adds a sentence of advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Adds a fix that may be applied unasked.
    #[must_use]
    pub fn safe_fix(mut self, title: impl Into<String>, edits: Vec<(Place, SpotEdit)>) -> Self {
        self.fixes.push(FindingFix {
            title: title.into(),
            safe: true,
            edits,
        });
        self
    }

    /// Adds a fix that the user must choose, because it is one of several or changes a meaning.
    #[must_use]
    pub fn offered_fix(mut self, title: impl Into<String>, edits: Vec<(Place, SpotEdit)>) -> Self {
        self.fixes.push(FindingFix {
            title: title.into(),
            safe: false,
            edits,
        });
        self
    }
}

/// A place with a message of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// What to mark.
    pub place: Place,
    /// What is there.
    pub message: String,
}

/// A form or a directive of the file, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The ordinal of the block in the file. A check that sees one block alone leaves 0, and
    /// whoever collects its findings sets it.
    pub block: u32,
    /// What inside the block.
    pub part: Part,
}

/// Something inside a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A whole form, by its ordinal in the block.
    Form(u32),
    /// A whole node of a form or a directive.
    Node(Item, NodeId),
    /// The name or sign at the head of a node of a form or a directive.
    Name(Item, NodeId),
    /// A directive, by its ordinal in the block.
    Directive(u32),
    /// A word of a directive: 0 is its key.
    Word(u32, u32),
    /// A node of a statement of QPROP that declares something, in this file or one that it uses:
    /// see [`hir::declaring_site`]. The block does not count. Only labels have such a place.
    Declared(StatementId, NodeId),
}

/// See [`source::Fix`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingFix {
    /// See [`source::Fix::title`].
    pub title: String,
    /// See [`source::Fix::safe`].
    pub safe: bool,
    /// What to do, in any order, no place inside another.
    pub edits: Vec<(Place, SpotEdit)>,
}

/// An edit of one place. Comments inside the place are never lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpotEdit {
    /// Put this text there, in the spelling of the file.
    Replace(String),
    /// Put this text before it.
    Prepend(String),
    /// Put this text behind it.
    Append(String),
    /// Put the text of another place there.
    TextOf(Place),
    /// Remove it with the blanks and, in HRF, the sign that ties it to its neighbours.
    Delete,
    /// Remove what stands around the text from the first of these inner places to the last:
    /// parentheses, a connective.
    Unwrap {
        /// The first place that stays.
        first: Place,
        /// The last place that stays; may be the first.
        last: Place,
    },
}
