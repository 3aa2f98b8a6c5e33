//! SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS.

use std::path::{Component, Path, PathBuf};

use serde_json::{Value, json};
use source::{Code, Diagnostic, Fix, Severity, codes};
use syntax::TextRange;

use super::Summary;
use crate::cli::explanations::explanation;
use crate::cli::inputs::STDIN;
use crate::cli::lint::sheet::Sheet;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The results of a file, with commas between them.
pub(super) fn piece(sheet: &Sheet) -> String {
    let artifact = artifact(&sheet.name);
    let result = |report| result(sheet, report, &artifact).to_string();
    sheet
        .diagnostics
        .iter()
        .map(result)
        .collect::<Vec<_>>()
        .join(",\n")
}

fn result(sheet: &Sheet, report: &Diagnostic, artifact: &Value) -> Value {
    let place =
        |range: TextRange| json!({ "artifactLocation": artifact, "region": region(sheet, range) });
    let mut text = report.message.clone();
    for help in &report.help {
        text.push('\n');
        text.push_str(help);
    }
    let mut result = json!({
        "ruleId": report.code.name(),
        "ruleIndex": rule_index(report.code),
        "level": level(report.severity),
        "message": { "text": text },
        "locations": [{ "physicalLocation": place(report.range) }],
    });
    if !report.related.is_empty() {
        let related = report.related.iter().enumerate().map(|(id, related)| {
            json!({
                "id": id,
                "physicalLocation": place(related.range),
                "message": { "text": related.message },
            })
        });
        result["relatedLocations"] = related.collect();
    }
    // Writing a file in another encoding is no replacement of text.
    let fixes = report.fixes.iter().filter(|fix| !fix.edits.is_empty());
    let fixes: Vec<Value> = fixes.map(|fix| self::fix(sheet, fix, artifact)).collect();
    if !fixes.is_empty() {
        result["fixes"] = fixes.into();
    }
    result
}

fn fix(sheet: &Sheet, fix: &Fix, artifact: &Value) -> Value {
    let replacements = fix.edits.iter().map(|edit| {
        json!({
            "deletedRegion": region(sheet, edit.range),
            "insertedContent": { "text": edit.insert },
        })
    });
    json!({
        "description": { "text": fix.title },
        "artifactChanges": [{
            "artifactLocation": artifact,
            "replacements": replacements.collect::<Value>(),
        }],
    })
}

fn region(sheet: &Sheet, range: TextRange) -> Value {
    let (start, end) = (sheet.position(range.start()), sheet.position(range.end()));
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    }
}

fn rule_index(code: Code) -> usize {
    codes()
        .iter()
        .position(|info| info.code == code)
        .unwrap_or_default()
}

fn rules() -> Value {
    let rule = |info: &source::CodeInfo| {
        let mut rule = json!({
            "id": info.code.name(),
            "shortDescription": { "text": info.summary },
            "defaultConfiguration": { "level": level(info.severity) },
        });
        if let Some(help) = explanation(info.code) {
            rule["fullDescription"] = json!({ "text": help.first_paragraph() });
            rule["help"] = json!({ "text": help.plain(), "markdown": help.markdown });
        }
        rule
    };
    codes().iter().map(rule).collect()
}

/// The log.
pub(super) fn document(summary: &Summary<'_>) -> String {
    let pieces: Vec<&str> = summary
        .pieces
        .iter()
        .map(String::as_str)
        .filter(|piece| !piece.is_empty())
        .collect();
    let notification = |problem: &crate::cli::verdict::Problem| {
        json!({
            "level": "error",
            "message": { "text": problem.line() },
            "locations": [{ "physicalLocation": { "artifactLocation": artifact(&problem.path) } }],
        })
    };
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "herbrand",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules(),
            } },
            "columnKind": "unicodeCodePoints",
            "newlineSequences": ["\r\n", "\n", "\r"],
            "originalUriBaseIds": {
                "%SRCROOT%": {
                    "description": { "text": "the directory in which herbrand was run" },
                },
            },
            "invocations": [{
                "executionSuccessful": summary.problems.is_empty(),
                "exitCode": summary.verdict.code(),
                "toolExecutionNotifications":
                    summary.problems.iter().map(notification).collect::<Value>(),
            }],
            "results": [],
        }],
    });
    let text = format!("{log:#}\n");
    if pieces.is_empty() {
        return text;
    }
    // The results are strings by now. `"results": []` stands once in the text: a quotation
    // mark inside a string would be escaped.
    text.replacen(
        "\"results\": []",
        &format!("\"results\": [\n{}\n]", pieces.join(",\n")),
        1,
    )
}

/// The location of a file: relative to where herbrand runs, if it is below.
fn artifact(name: &str) -> Value {
    if name == STDIN {
        return json!({ "uri": "stdin", "uriBaseId": "%SRCROOT%" });
    }
    let here = std::env::current_dir().unwrap_or_default();
    let path = tidy(&here.join(name));
    match path.strip_prefix(&here) {
        Ok(relative) if !here.as_os_str().is_empty() => {
            json!({ "uri": encode(relative), "uriBaseId": "%SRCROOT%" })
        }
        _ => json!({ "uri": format!("file:///{}", encode(&path).trim_start_matches('/')) }),
    }
}

/// The path without `.` and `..`. Links are not resolved: the user's names are kept.
fn tidy(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// The path as part of a URI.
fn encode(path: &Path) -> String {
    let mut out = String::new();
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            b'\\' if cfg!(windows) => out.push('/'),
            b':' if cfg!(windows) => out.push(':'),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        let below = artifact("a b/ü.kif");
        assert_eq!(
            below,
            json!({ "uri": "a%20b/%C3%BC.kif", "uriBaseId": "%SRCROOT%" })
        );
        assert_eq!(artifact("./a/../b.kif")["uri"], "b.kif");
        let outside = artifact("/nowhere/./x#y.kif");
        assert_eq!(outside, json!({ "uri": "file:///nowhere/x%23y.kif" }));
    }
}
