//! One file with its reports.

use std::sync::Arc;

use serde::Serialize;
use source::{Diagnostic, LineIndex, PositionEncoding};
use syntax::{TextRange, TextSize};

/// A file that was looked at.
pub(crate) struct Sheet {
    /// What reports call it.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: Arc<str>,
    /// The lines of the text.
    pub(crate) lines: LineIndex,
    /// What is reported, ordered by start and code.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// A place as the formats for programs have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Position {
    /// From 1.
    pub(crate) line: u32,
    /// From 1, in Unicode scalar values.
    pub(crate) column: u32,
    /// From 0, in bytes of the decoded text.
    pub(crate) offset: u32,
}

impl Sheet {
    /// A file with its reports.
    pub(crate) fn new(name: String, text: Arc<str>, diagnostics: Vec<Diagnostic>) -> Sheet {
        let lines = LineIndex::new(&text);
        let mut sheet = Sheet {
            name,
            text,
            lines,
            diagnostics,
        };
        sheet.clamp();
        sheet
            .diagnostics
            .sort_by_key(|report| (report.range.start(), report.code));
        sheet
    }

    /// Puts every range inside the text and on character boundaries. They are so already, or a
    /// check has a bug; a bad range is no reason to lose the report.
    fn clamp(&mut self) {
        let text = Arc::clone(&self.text);
        for report in &mut self.diagnostics {
            report.range = clamped(&text, report.range);
            for related in &mut report.related {
                related.range = clamped(&text, related.range);
            }
        }
    }

    /// Line, column and offset of an offset.
    pub(crate) fn position(&self, offset: TextSize) -> Position {
        let at = self
            .lines
            .position(&self.text, offset, PositionEncoding::Utf32);
        Position {
            line: at.line + 1,
            column: at.column + 1,
            offset: offset.into(),
        }
    }

    /// The line on which a report starts, without blanks around it.
    pub(crate) fn line_text(&self, offset: TextSize) -> &str {
        let line = self.lines.line(offset);
        self.lines
            .line_range(&self.text, line)
            .map_or("", |range| self.text[range].trim())
    }
}

fn clamped(text: &str, range: TextRange) -> TextRange {
    let fit = |offset: TextSize| {
        let mut offset = usize::from(offset).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        TextSize::try_from(offset).unwrap_or_default()
    };
    TextRange::new(fit(range.start()), fit(range.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_scalar_values_from_one() {
        let sheet = Sheet::new("a.kif".into(), "é\r\n\u{1f600}x".into(), Vec::new());
        assert_eq!(
            sheet.position(8.into()),
            Position {
                line: 2,
                column: 2,
                offset: 8
            }
        );
        assert_eq!(
            clamped("é", TextRange::new(1.into(), 9.into())),
            TextRange::up_to(2.into())
        );
    }
}
