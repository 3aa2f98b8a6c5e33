//! JUnit XML: a suite for each file, a case for each report. What lets the run fail fails its
//! case; other reports are output of a case that passes.

use std::fmt::Write;

use source::{Diagnostic, Severity};

use super::Summary;
use crate::cli::lint::sheet::Sheet;
use crate::cli::lint::tally::severity_name;

/// The suite of a file.
pub(super) fn piece(sheet: &Sheet) -> String {
    let name = escape(&sheet.name);
    let failures = count_errors(&sheet.diagnostics);
    let tests = sheet.diagnostics.len().max(1);
    let mut out = format!(
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n"
    );
    if sheet.diagnostics.is_empty() {
        let _ = writeln!(out, "    <testcase name=\"lint\" classname=\"{name}\"/>");
    }
    for report in &sheet.diagnostics {
        case(sheet, report, &name, &mut out);
    }
    out.push_str("  </testsuite>\n");
    out
}

fn case(sheet: &Sheet, report: &Diagnostic, file: &str, out: &mut String) {
    let at = sheet.position(report.range.start());
    let (code, message) = (report.code, escape(&report.message));
    let place = format!("{file}:{}:{}", at.line, at.column);
    let mut body = format!("{place}: {}: {message}", severity_name(report.severity));
    for help in &report.help {
        let _ = write!(body, "&#10;help: {}", escape(help));
    }
    let _ = writeln!(
        out,
        "    <testcase name=\"{code} at {}:{}\" classname=\"{file}\" file=\"{file}\" line=\"{}\">",
        at.line, at.column, at.line
    );
    let _ = match report.severity {
        Severity::Error => writeln!(
            out,
            "      <failure type=\"{code}\" message=\"{message}\">{body}</failure>"
        ),
        _ => writeln!(out, "      <system-out>{body}</system-out>"),
    };
    out.push_str("    </testcase>\n");
}

fn count_errors(diagnostics: &[Diagnostic]) -> usize {
    diagnostics
        .iter()
        .filter(|report| report.severity == Severity::Error)
        .count()
}

/// All suites. What could not be read is a case with an error.
pub(super) fn document(summary: &Summary<'_>) -> String {
    let tally = summary.tally;
    let mut suites = summary.pieces.concat();
    for problem in summary.problems {
        let (name, message) = (escape(&problem.path), escape(&problem.message));
        let _ = write!(
            suites,
            "  <testsuite name=\"{name}\" tests=\"1\" failures=\"0\" errors=\"1\">\n    \
             <testcase name=\"read\" classname=\"{name}\">\n      \
             <error type=\"unreadable\" message=\"{message}\"/>\n    </testcase>\n  \
             </testsuite>\n"
        );
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"herbrand lint\" failures=\"{}\" errors=\"{}\">\n{suites}\
         </testsuites>\n",
        tally.errors,
        summary.problems.len()
    )
}

/// For text and for attributes. XML 1.0 has no spelling at all for most control characters.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(
            escape("<a & \"b\">\n\x01"),
            "&lt;a &amp; &quot;b&quot;&gt;&#10;\u{fffd}"
        );
    }
}
