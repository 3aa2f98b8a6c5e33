//! Workflow commands of GitHub Actions.

use std::fmt::Write;

use source::Severity;

use super::Summary;
use crate::cli::lint::sheet::Sheet;
use crate::cli::shown::shown;

/// An annotation for each report.
pub(super) fn piece(sheet: &Sheet) -> String {
    let mut out = String::new();
    for report in &sheet.diagnostics {
        let kind = match report.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "notice",
        };
        let (start, end) = (
            sheet.position(report.range.start()),
            sheet.position(report.range.end()),
        );
        let _ = write!(
            out,
            "::{kind} file={},line={}",
            property(&sheet.name),
            start.line
        );
        // Columns are taken for annotations of one line only.
        if start.line == end.line {
            let _ = write!(out, ",col={},endColumn={}", start.column, end.column);
        }
        let mut message = report.message.clone();
        for related in &report.related {
            let at = sheet.position(related.range.start());
            let _ = write!(message, "\nline {}: {}", at.line, related.message);
        }
        for help in &report.help {
            let _ = write!(message, "\nhelp: {help}");
        }
        let title = property(report.code.name());
        let _ = writeln!(
            out,
            ",endLine={},title={title}::{}",
            end.line,
            data(&message)
        );
    }
    out
}

/// All annotations; what could not be read is one too, without a line.
pub(super) fn document(summary: &Summary<'_>) -> String {
    let mut out = summary.pieces.concat();
    for problem in summary.problems {
        let (file, message) = (property(&problem.path), data(&problem.message));
        let _ = writeln!(out, "::error file={file},title=unreadable::{message}");
    }
    out
}

fn data(text: &str) -> String {
    let escaped = text
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A");
    shown(&escaped).into_owned()
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_runner_would_cut_is_escaped() {
        assert_eq!(data("50% a:b,\r\nc"), "50%25 a:b,%0D%0Ac");
        assert_eq!(property("C:\\a,b%"), "C%3A\\a%2Cb%25");
    }
}
