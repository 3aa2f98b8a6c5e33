//! `herbrand test`.

pub(crate) mod checks;

use std::fmt::Write as _;
use std::io;

use analysis::Grounded;
use clap::Args;
use driver::{Expected, Outcome, Spec};
use ground::{Options, Progress};
use serde::Serialize;
use source::{Code, Config, Diagnostic};
use syntax::Dialect;

use super::args::{InputArgs, ReportFormat};
use super::console::Console;
use super::each::{each, gather};
use super::engine::Reading;
use super::evaluation::{EvaluationArgs, stop_text};
use super::inputs::Input;
use super::interrupt::Interrupt;
use super::lint::count;
use super::model::json;
use super::opened::{Opened, open_input};
use super::verdict::{Problem, Verdict};
use super::watch::{counts, watched};
use crate::specs::instances_of;

/// Check what files say that they should mean: their `expect` directives
#[derive(Args)]
#[command(after_help = "\
Examples:
  herbrand test games/
  herbrand test --format json family.hrf

A file says what it expects in comments, such as
  % herbrand: expect query grandparent(X,Z) = 4
  ; herbrand: expect code unsafe-variable")]
pub(crate) struct TestArgs {
    #[command(flatten)]
    input: InputArgs,

    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ReportFormat,

    #[command(flatten)]
    evaluation: EvaluationArgs,
}

#[derive(Serialize)]
struct Document {
    files: Vec<FileDocument>,
    passed: usize,
    failed: usize,
    skipped: usize,
}

#[derive(Serialize)]
struct FileDocument {
    path: String,
    expectations: Vec<ExpectationDocument>,
}

#[derive(Serialize)]
struct ExpectationDocument {
    line: u32,
    text: String,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<String>,
}

/// What became of a file.
struct Tested {
    document: FileDocument,
    limit: bool,
    /// What is wrong with a puzzle, drawn.
    drawn: String,
}

/// Runs the command.
pub(crate) fn run(args: &TestArgs, console: Console) -> io::Result<Verdict> {
    let mut verdict = Verdict::default();
    let (work, mut problems) = match gather(&args.input) {
        Ok(gathered) => gathered,
        Err(problem) => {
            console.error(&problem.line());
            verdict.add(&problem);
            return Ok(verdict);
        }
    };
    let progress = Progress::default();
    let one = |input: &Input, config: &Config, interrupt: &Interrupt| {
        let options = args.evaluation.options(interrupt.flag(), Some(&progress));
        test(
            input,
            config,
            args,
            &options,
            interrupt,
            console.error_color(),
        )
    };
    let all = || each(&work, &args.input, console, one);
    let state = || counts("evaluating", &progress);
    // Of many files a bar shows how far they are.
    let done = match work.len() {
        1 => watched(console, &state, all),
        _ => all(),
    };
    problems.extend(done.problems);
    let (mut files, mut cut) = (Vec::new(), 0);
    for result in done.results {
        match result {
            Ok(None) => cut += 1,
            Ok(Some(tested)) => {
                verdict.limit |= tested.limit;
                console.raw(&tested.drawn);
                files.push(tested.document);
            }
            Err(problem) => problems.push(problem),
        }
    }
    for problem in &problems {
        console.error(&problem.line());
        verdict.add(problem);
    }
    if let Some(skipped) = done.interrupted {
        console.interrupted(skipped + cut);
        verdict.failed = true;
    }
    let number = |outcome: &str| {
        let all = files.iter().flat_map(|file| &file.expectations);
        all.filter(|line| line.outcome == outcome).count()
    };
    let document = Document {
        passed: number("passed"),
        failed: number("failed") + number("stopped"),
        skipped: number("skipped"),
        files,
    };
    verdict.errors = document.failed > 0;
    console.answer(&match args.format {
        ReportFormat::Text => text(&document),
        ReportFormat::Json => json(&document),
    })?;
    Ok(verdict)
}

/// What became of a file; `None` where Ctrl-C came before it was known.
fn test(
    input: &Input,
    config: &Config,
    args: &TestArgs,
    options: &Options<'_>,
    interrupt: &Interrupt,
    color: bool,
) -> Result<Option<Tested>, Problem> {
    let reading = Reading::of(&args.input.reading, config, input);
    let opened = open_input(input, &reading)?;
    let expected = driver::expectations(&opened.db, opened.file);
    if opened.dialect() == Dialect::Qprop {
        let path = input.path.as_deref();
        let instances = path.map_or(Vec::new(), |path| instances_of(config, path));
        let args = &args.input.reading;
        return checks::test(
            &opened, input, &instances, args, &expected, interrupt, color,
        );
    }
    let mut tested = Tested {
        document: FileDocument {
            path: opened.name.clone(),
            expectations: Vec::new(),
        },
        limit: false,
        drawn: String::new(),
    };
    let reports = analysis::diagnostics_with_allowed(&opened.db, opened.file, Grounded::default());
    let lines = unreadable(&opened, &reports, &expected);
    tested.document.expectations.extend(lines);
    if expected.is_empty() {
        return Ok(Some(tested));
    }
    let spec = Spec::of(&opened.db, opened.file);
    let (findings, stop) = match expected.iter().any(Expected::needs_grounding) {
        false => (Vec::new(), None),
        true => match spec.findings(options) {
            Ok(findings) => (findings, None),
            Err(stop) if stop.cancelled => return Ok(None),
            Err(stop) => (stop.findings.clone(), Some(stop)),
        },
    };
    let grounded = Grounded {
        findings: &findings,
        complete: stop.is_none(),
    };
    let reports = analysis::diagnostics_with_allowed(&opened.db, opened.file, grounded);
    let codes: Vec<Code> = reports.iter().map(|report| report.code).collect();
    let broken = reports
        .iter()
        .any(|report| driver::is_unreadable(report.code));
    for expected in &expected {
        let outcome = match (spec.check(expected, &codes, options), &stop) {
            // It might have been found further on.
            (Outcome::Failed { .. }, Some(stop)) if expected.needs_grounding() => {
                Outcome::Stopped(stop.clone())
            }
            // What can be read of it may be as expected, and the file is not.
            _ if broken && !expected.is_of_codes() => Outcome::Failed {
                message: "the file has syntax errors, which `herbrand lint` shows".to_owned(),
                details: Vec::new(),
            },
            (outcome, _) => outcome,
        };
        if matches!(&outcome, Outcome::Stopped(stop) if stop.cancelled) {
            return Ok(None);
        }
        tested.limit |= matches!(&outcome, Outcome::Stopped(stop) if stop.limit.is_some());
        tested
            .document
            .expectations
            .push(describe(&opened, expected, outcome));
    }
    Ok(Some(tested))
}

/// Directives that nobody can read are expectations that nobody looks at.
fn unreadable(
    opened: &Opened,
    reports: &[Diagnostic],
    expected: &[Expected],
) -> Vec<ExpectationDocument> {
    let unknown = reports.iter().filter(|report| {
        let mut read = expected.iter();
        report.code == Code::UNKNOWN_DIRECTIVE
            && !read.any(|expected| expected.range.contains_range(report.range))
    });
    let line = |report: &Diagnostic| ExpectationDocument {
        line: opened.line_at(report.range.start()),
        text: opened.text[report.range].to_owned(),
        outcome: "failed",
        message: Some(report.message.clone()),
        details: Vec::new(),
    };
    unknown.map(line).collect()
}

fn describe(opened: &Opened, expected: &Expected, outcome: Outcome) -> ExpectationDocument {
    let text = &opened.text[expected.range];
    let text = text
        .split_once("herbrand:")
        .map_or(text, |(_, rest)| rest)
        .trim();
    let (outcome, message, details) = match outcome {
        Outcome::Met => ("passed", None, Vec::new()),
        Outcome::Failed { message, details } => ("failed", Some(message), details),
        Outcome::Unsupported(message) => ("skipped", Some(message), Vec::new()),
        Outcome::Stopped(stop) => ("stopped", Some(stop_text(&stop, opened)), Vec::new()),
    };
    ExpectationDocument {
        line: opened.line_at(expected.range.start()),
        text: text.to_owned(),
        outcome,
        message,
        details,
    }
}

/// The expectations that are not met, then the sum.
fn text(document: &Document) -> String {
    let mut out = String::new();
    for file in &document.files {
        for line in &file.expectations {
            let Some(message) = &line.message else {
                continue;
            };
            let word = match line.outcome {
                "skipped" => "skipped",
                _ => "failed",
            };
            let _ = writeln!(
                out,
                "{word}: {}:{}: {}\n  {message}",
                file.path, line.line, line.text
            );
            for detail in &line.details {
                let _ = writeln!(out, "  {detail}");
            }
        }
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let with = document
        .files
        .iter()
        .filter(|file| !file.expectations.is_empty());
    let _ = write!(
        out,
        "{} in {}: {} passed, {} failed",
        count(
            document.passed + document.failed + document.skipped,
            "expectation"
        ),
        count(with.count(), "file"),
        document.passed,
        document.failed
    );
    if document.skipped > 0 {
        let _ = write!(out, ", {} skipped", document.skipped);
    }
    out.push('\n');
    out
}
