//! An open document.

use std::sync::Arc;
use std::time::Instant;

use ide::{Draft, Run};
use source::{CONFIG_FILE, Config, File, LineIndex, PositionEncoding};
use syntax::TextEdit;
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};

use super::convert::Place;
use super::grounding::Grounding;
use super::uri::Key;

/// What the owner knows of an open document besides its text.
pub(super) struct Document {
    /// As the client spells it.
    pub(super) uri: Uri,
    pub(super) file: File,
    pub(super) version: i32,
    /// Of the text as it was committed.
    pub(super) lines: Arc<LineIndex>,
    /// Changes that are not committed yet.
    pub(super) draft: Option<Draft>,
    /// Why the text is no longer the client's, if it is not.
    pub(super) lost: Option<Loss>,
    /// When to push diagnostics.
    pub(super) due: Option<Instant>,
    /// What it grounds to.
    pub(super) grounding: Grounding,
    /// See [`super::publish::Publisher`].
    pub(super) generation: u64,
    pub(super) config: Arc<Config>,
}

/// Why the server does not know the text of an open document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Loss {
    /// A change could not be applied, for this reason.
    OutOfStep(String),
    /// It has more bytes than are worked on.
    TooLarge {
        /// How many there may be.
        limit: u64,
    },
}

impl Loss {
    /// What happened, for the log.
    pub(super) fn cause(&self) -> String {
        match self {
            Loss::OutOfStep(why) => format!("a change cannot be applied: {why}"),
            Loss::TooLarge { limit } => format!("larger than the limit of {limit} bytes"),
        }
    }

    /// What the user is told.
    pub(super) fn message(&self, key: &Key) -> String {
        let name = key.name();
        match self {
            Loss::OutOfStep(_) => {
                format!("the server has lost track of `{name}`: close the file and open it again")
            }
            Loss::TooLarge { limit } => format!(
                "`{name}` is larger than the limit of {limit} bytes: raise `max-file-size` below \
                 `[limits]` in `{CONFIG_FILE}`, then close the file and open it again"
            ),
        }
    }
}

/// When to do what a pause in typing is waited for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Due {
    /// When to push diagnostics; never to a client that asks.
    pub(super) report: Option<Instant>,
    /// When to ground; never where the user does not want it.
    pub(super) ground: Option<Instant>,
}

impl Document {
    /// Takes note that its text, or what counts for it, is another now: all that was computed
    /// of it is stale.
    ///
    /// Returns what runs had shown of it.
    pub(super) fn touch(&mut self, generation: u64, due: Due) -> Vec<Arc<Run>> {
        self.generation = generation;
        self.due = due.report;
        let expanded = self.grounding.expanded;
        let old = std::mem::replace(&mut self.grounding, Grounding::due(due.ground));
        self.grounding.expanded = expanded;
        old.runs
    }

    /// Applies changes, each to the text that those before it made. A full text puts a lost
    /// document right again.
    ///
    /// # Errors
    /// When a range ends before it starts: then the document is to be lost.
    pub(super) fn change(
        &mut self,
        committed: &str,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: PositionEncoding,
    ) -> Result<(), String> {
        let draft = self.draft.get_or_insert_with(|| Draft::new(committed));
        // The index of the committed text is that of the draft until it has edits.
        let mut lines = if draft.is_untouched() {
            Some(Arc::clone(&self.lines))
        } else {
            None
        };
        for change in changes {
            let Some(range) = change.range else {
                draft.replace(change.text);
                self.lost = None;
                lines = None;
                continue;
            };
            if self.lost.is_some() {
                continue;
            }
            let index = lines
                .take()
                .unwrap_or_else(|| Arc::new(LineIndex::new(draft.text())));
            let place = Place {
                text: draft.text(),
                lines: &index,
                encoding,
            };
            let Some(bytes) = place.text_range(range) else {
                return Err(format!("the range {range:?} ends before it starts"));
            };
            draft.apply(&TextEdit::replace(bytes, change.text));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use ide::Host;
    use tower_lsp::ls_types::{Position, Range};

    use super::*;

    fn after(text: &str, changes: &[(Option<[u32; 4]>, &str)]) -> (String, bool) {
        let mut host = Host::default();
        let mut document = Document {
            uri: Uri::from_str("untitled:a").unwrap(),
            file: host.file("a"),
            version: 1,
            lines: Arc::new(LineIndex::new(text)),
            draft: None,
            lost: None,
            due: None,
            grounding: Grounding::default(),
            generation: 0,
            config: Arc::default(),
        };
        let changes = changes
            .iter()
            .map(|(range, text)| TextDocumentContentChangeEvent {
                range: range
                    .map(|[a, b, c, d]| Range::new(Position::new(a, b), Position::new(c, d))),
                range_length: None,
                text: (*text).to_owned(),
            });
        let result = document.change(text, changes.collect(), PositionEncoding::Utf16);
        (document.draft.unwrap().text().to_owned(), result.is_err())
    }

    #[test]
    fn each_change_sees_those_before_it() {
        let (text, _) = after(
            "ab\ncd\n",
            &[(Some([0, 1, 1, 1]), "X\r"), (Some([1, 0, 1, 1]), "Y")],
        );
        assert_eq!(text, "aX\rY\n");
    }

    #[test]
    fn positions_past_the_end_are_the_end() {
        assert_eq!(
            after(
                "a\nb",
                &[(Some([0, 9, 0, 99]), "X"), (Some([7, 0, 8, 0]), "Y")]
            )
            .0,
            "aX\nbY"
        );
    }

    #[test]
    fn a_backward_range_stops_the_changes() {
        assert!(after("ab", &[(Some([0, 2, 0, 1]), "X")]).1);
        assert_eq!(
            after("ab", &[(Some([0, 2, 0, 1]), "X"), (None, "new")]),
            ("ab".to_owned(), true)
        );
        assert_eq!(
            after("ab", &[(None, "new"), (Some([0, 0, 0, 1]), "N")]),
            ("New".to_owned(), false)
        );
    }
}
