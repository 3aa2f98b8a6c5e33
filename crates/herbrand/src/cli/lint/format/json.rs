//! An array of reports. Its schema is `docs/schemas/lint.schema.json`.

use serde::Serialize;
use source::Diagnostic;
use syntax::TextRange;

use super::Summary;
use crate::cli::lint::sheet::{Position, Sheet};
use crate::cli::lint::tally::severity_name;

#[derive(Serialize)]
struct Report<'a> {
    path: &'a str,
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    start: Position,
    end: Position,
    related: Vec<Related<'a>>,
    help: &'a [String],
    fixes: Vec<Fix<'a>>,
}

#[derive(Serialize)]
struct Related<'a> {
    path: &'a str,
    start: Position,
    end: Position,
    message: &'a str,
}

#[derive(Serialize)]
struct Fix<'a> {
    title: &'a str,
    safe: bool,
    edits: Vec<Edit<'a>>,
}

#[derive(Serialize)]
struct Edit<'a> {
    start: Position,
    end: Position,
    text: &'a str,
}

/// The objects of a file, with commas between them.
pub(super) fn piece(sheet: &Sheet) -> String {
    let object = |report| {
        let object = serde_json::to_string(&object(sheet, report)).expect("plain data");
        format!("  {object}")
    };
    sheet
        .diagnostics
        .iter()
        .map(object)
        .collect::<Vec<_>>()
        .join(",\n")
}

fn object<'a>(sheet: &'a Sheet, report: &'a Diagnostic) -> Report<'a> {
    let at = |range: TextRange| (sheet.position(range.start()), sheet.position(range.end()));
    let (start, end) = at(report.range);
    let related = report.related.iter().map(|related| {
        let (start, end) = at(related.range);
        Related {
            path: &sheet.name,
            start,
            end,
            message: &related.message,
        }
    });
    let fixes = report.fixes.iter().map(|fix| Fix {
        title: &fix.title,
        safe: fix.safe,
        edits: fix
            .edits
            .iter()
            .map(|edit| {
                let (start, end) = at(edit.range);
                Edit {
                    start,
                    end,
                    text: &edit.insert,
                }
            })
            .collect(),
    });
    Report {
        path: &sheet.name,
        code: report.code.name(),
        severity: severity_name(report.severity),
        message: &report.message,
        start,
        end,
        related: related.collect(),
        help: &report.help,
        fixes: fixes.collect(),
    }
}

/// The array.
pub(super) fn document(summary: &Summary<'_>) -> String {
    let pieces: Vec<&str> = summary
        .pieces
        .iter()
        .map(String::as_str)
        .filter(|piece| !piece.is_empty())
        .collect();
    if pieces.is_empty() {
        "[]\n".to_owned()
    } else {
        format!("[\n{}\n]\n", pieces.join(",\n"))
    }
}
