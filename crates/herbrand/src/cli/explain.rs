//! `herbrand explain`.

use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use source::{Code, CodeInfo, codes};

use super::args::{ExplainArgs, ReportFormat};
use super::console::{Console, answer};
use super::explanations::explanation;
use super::levels::unknown_code;
use super::lint::severity_name;
use super::verdict::Verdict;

#[derive(Serialize)]
struct Object {
    code: &'static str,
    severity: &'static str,
    summary: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'static str>,
}

/// Runs the command.
pub(crate) fn run(args: &ExplainArgs, console: Console) -> io::Result<Verdict> {
    let text = match &args.code {
        None => list(args.format),
        Some(name) => match Code::from_name(name) {
            Some(code) => one(code.info(), args.format),
            None => {
                console.error(&unknown_code(name));
                return Ok(Verdict::FAILED);
            }
        },
    };
    answer(&text)?;
    Ok(Verdict::default())
}

fn object(info: &CodeInfo, long: bool) -> Object {
    Object {
        code: info.code.name(),
        severity: severity_name(info.severity),
        summary: info.summary,
        explanation: explanation(info.code)
            .filter(|_| long)
            .map(|text| text.markdown),
    }
}

fn list(format: ReportFormat) -> String {
    if format == ReportFormat::Json {
        let all: Vec<Object> = codes().iter().map(|info| object(info, false)).collect();
        return format!(
            "{}\n",
            serde_json::to_string_pretty(&all).expect("plain data")
        );
    }
    let width = codes()
        .iter()
        .map(|info| info.code.name().len())
        .max()
        .unwrap_or(0);
    let mut out = String::new();
    for info in codes() {
        let severity = severity_name(info.severity);
        let _ = writeln!(
            out,
            "{:<width$}  {severity:<7}  {}",
            info.code.name(),
            info.summary
        );
    }
    out
}

fn one(info: &CodeInfo, format: ReportFormat) -> String {
    if format == ReportFormat::Json {
        let object = object(info, true);
        return format!(
            "{}\n",
            serde_json::to_string_pretty(&object).expect("plain data")
        );
    }
    let mut out = format!(
        "{} ({}): {}\n",
        info.code,
        severity_name(info.severity),
        info.summary
    );
    if let Some(text) = explanation(info.code) {
        let _ = write!(out, "\n{}", text.plain());
    }
    out
}
