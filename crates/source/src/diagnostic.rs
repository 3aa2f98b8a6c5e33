//! One report about one place, before it is drawn.

use syntax::{TextEdit, TextRange};

use crate::{Code, Severity};

/// Something that the user should know about a file. Ranges are bytes of the file's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of report.
    pub code: Code,
    /// How grave; the code's own unless the report says otherwise or the configuration does.
    pub severity: Severity,
    /// What is wrong: lower-case, no full stop, names in backticks.
    pub message: String,
    /// The text to mark.
    pub range: TextRange,
    /// Other places that belong to the report.
    pub related: Vec<Related>,
    /// What to write instead, a sentence each, in the style of the message.
    pub help: Vec<String>,
    /// Edits that mend it.
    pub fixes: Vec<Fix>,
}

/// A second place of a report, in the same file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The text to mark.
    pub range: TextRange,
    /// What is there, in the style of [`Diagnostic::message`].
    pub message: String,
}

/// An edit that mends what a diagnostic reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the edit does, as a command: "remove the parentheses".
    pub title: String,
    /// Whether the meaning stays what the author can only have wanted, so that `lint --fix`
    /// may apply it unasked.
    pub safe: bool,
    /// Disjoint edits in ascending order, all of them against the same text.
    /// Empty for `non-utf8-source`, where writing the file again as UTF-8 is the fix.
    pub edits: Vec<TextEdit>,
}
