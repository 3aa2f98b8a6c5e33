//! What the tests of checks are written with: the reports of what a text grounds to, each as
//!
//! ```text
//! warning `(q ?x)` (line 2): message
//!   `(p ?x)` (line 2): message of another place
//!   help: advice
//! ```

use analysis::Grounded;
use analysis::report::Report;
use ground::{Limits, Options};
use hir::RootDb;
use logic::formula::Instance;
use source::{Code, Content, Diagnostic, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions, TextRange};

use crate::Spec;
use crate::theory::{
    Answer, Checked, Examining, Purpose, Solving, Theory, check as checked, checks, examine,
};

/// All reports about a text, and those of grounding among them.
pub(crate) fn diagnostics(text: &str) -> Vec<Diagnostic> {
    diagnostics_within(text, Limits::default())
}

/// The same within limits.
pub(crate) fn diagnostics_within(text: &str, limits: Limits) -> Vec<Diagnostic> {
    let db = RootDb::default();
    let file = file(&db, "test.gdl", Dialect::detect(None, text), text);
    assert_eq!(crate::obstacles(&db, file), [], "{text}");
    let spec = Spec::of(&db, file);
    let options = Options {
        limits,
        ..Options::default()
    };
    let (findings, complete) = match spec.findings(&options) {
        Ok(findings) => (findings, true),
        Err(stop) => (stop.findings, false),
    };
    let grounded = Grounded {
        findings: &findings,
        complete,
    };
    analysis::diagnostics_grounded(&db, file, grounded)
}

fn file(db: &RootDb, path: &str, dialect: Dialect, text: &str) -> File {
    let content = Content {
        text: text.into(),
        parse: Parse::new(text, dialect, ParseOptions::default()),
        encoding: Encoding::Utf8,
    };
    File::new(db, path.into(), content)
}

/// All reports about a puzzle that is examined: those of its text, and of what it grounds to.
pub(crate) fn examined(text: &str, purpose: Purpose, instances: u64) -> Vec<Diagnostic> {
    reported(text, |theory| {
        let found = examine(theory, &examining(purpose, instances));
        (found.reports, found.complete)
    })
}

/// The same of one that is answered, and those of the answer.
pub(crate) fn answered(text: &str) -> Vec<Diagnostic> {
    answered_within(text, 1_000_000)
}

fn answered_within(text: &str, instances: u64) -> Vec<Diagnostic> {
    reported(text, |theory| {
        let found = examine(theory, &examining(Purpose::Answer, instances));
        let mut reports = found.reports;
        let is_wrong = |report: &Report| report.severity == source::Severity::Error;
        if !reports.iter().any(is_wrong) && found.complete {
            reports.extend(answer(theory));
        }
        (reports, found.complete)
    })
}

/// The reports of rules that follow from others.
pub(crate) fn implied(text: &str) -> Vec<Diagnostic> {
    let db = RootDb::default();
    let file = file(&db, "test.qprop", Dialect::Qprop, text);
    let (theory, reports) = Theory::implied(&db, file, &examining(Purpose::Lint, 1_000));
    analysis::reported(&db, file, &theory.findings(&db, file, &reports))
}

fn reported(text: &str, reports: impl Fn(&Theory) -> (Vec<Report>, bool)) -> Vec<Diagnostic> {
    let db = RootDb::default();
    let file = file(&db, "test.qprop", Dialect::Qprop, text);
    let theory = Theory::of(&db, &[file]);
    let names = theory.diagnostics(&db);
    let is_wrong = |(_, found): &(File, Diagnostic)| found.severity == source::Severity::Error;
    let (reports, complete) = match names.iter().any(is_wrong) {
        true => (Vec::new(), false),
        false => reports(&theory),
    };
    let findings = theory.findings(&db, file, &reports);
    let grounded = Grounded {
        findings: &findings,
        complete,
    };
    analysis::diagnostics_grounded(&db, file, grounded)
}

fn examining(purpose: Purpose, instances: u64) -> Examining<'static> {
    let limits = ground::formula::Limits {
        instances,
        ..ground::formula::Limits::default()
    };
    Examining {
        set: &[],
        max_sort: 1_000_000,
        limits,
        cancel: None,
        purpose,
    }
}

fn answer(theory: &Theory) -> Vec<Report> {
    let instance = Instance::of(&theory.spec, &[], 1_000).expect("values");
    let limits = ground::formula::Limits::default();
    let control = sat::Control::default();
    let mut solving =
        Solving::new(&theory.spec, &instance, limits, None, control, 0).expect("clauses");
    let mut reports = Vec::new();
    let mut expected = checks(&theory.spec);
    let none = expected.any(|(_, _, check)| matches!(check, logic::formula::Check::Unsat));
    if !none && let Answer::Core(core) = solving.solve().expect("an answer") {
        let causes = solving.causes(&core).expect("causes");
        reports.extend(theory.clash(&core, &causes));
    }
    for (id, elaborated, expected) in checks(&theory.spec) {
        let found = checked(&mut solving, &instance, id, elaborated, expected);
        if let Checked::Fails(instead) = found.expect("an answer") {
            reports.push(theory.failure(&instance, id, &instead));
        }
    }
    reports
}

/// Checks all that the reports of `code` say about a puzzle that is linted.
#[track_caller]
pub(crate) fn check_linted(code: Code, text: &str, expected: &str) {
    check_found(
        code,
        text,
        &examined(text, Purpose::Lint, 1_000_000),
        expected,
    );
}

/// Checks all that the reports of `code` say about a puzzle that is answered.
#[track_caller]
pub(crate) fn check_answered(code: Code, text: &str, expected: &str) {
    check_found(code, text, &answered(text), expected);
}

/// Checks all that the reports of `code` say about `text`. Blanks at the ends of lines and empty
/// lines do not count.
#[track_caller]
pub(crate) fn check(code: Code, text: &str, expected: &str) {
    check_found(code, text, &diagnostics(text), expected);
}

/// The same of reports that were made already.
#[track_caller]
pub(crate) fn check_found(code: Code, text: &str, found: &[Diagnostic], expected: &str) {
    let own = found.iter().filter(|found| found.code == code);
    let found: String = own.map(|found| shown(text, found)).collect();
    assert_eq!(lines(&found), lines(expected), "{text}\n{found}");
}

/// Checks that the first fix of the first report of `code` makes `after` of `before`.
#[track_caller]
pub(crate) fn check_fix(code: Code, before: &str, after: &str) {
    let found = diagnostics(before);
    let found = found.iter().find(|found| found.code == code);
    let fix = found.expect("a report").fixes.first().expect("a fix");
    let mut text = before.to_owned();
    for edit in fix.edits.iter().rev() {
        edit.apply(&mut text);
    }
    assert_eq!(text, after, "{}", fix.title);
}

fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

fn shown(text: &str, found: &Diagnostic) -> String {
    use std::fmt::Write as _;
    let place = |range: TextRange| {
        let line = 1 + text[..usize::from(range.start())].matches('\n').count();
        format!("`{}` (line {line})", &text[range])
    };
    let severity = format!("{:?}", found.severity).to_lowercase();
    let mut shown = format!("{severity} {}: {}\n", place(found.range), found.message);
    for related in &found.related {
        let _ = writeln!(shown, "{}: {}", place(related.range), related.message);
    }
    for help in &found.help {
        let _ = writeln!(shown, "help: {help}");
    }
    shown
}

/// The examples of the codes that need grounding, or an answer, give what they say.
#[test]
fn examples_give_what_they_say() {
    let mut wrong = Vec::new();
    let checks = analysis::checks::CHECKS.iter();
    for check in checks.filter(|check| check.needs_grounding() || check.needs_answer()) {
        for example in analysis::examples(analysis::explanation(check.code).unwrap_or_default()) {
            let expected = match example.wrong {
                true => vec![check.code.name()],
                false => Vec::new(),
            };
            let found = match check.code {
                Code::IMPLIED_RULE => implied(&example.text),
                _ => reports_of(&example),
            };
            let is_piece = example.info.contains(" game");
            let mut found: Vec<_> = found.iter().map(|found| found.code.name()).collect();
            found.retain(|code| !is_piece || *code != "unused-allow");
            found.sort_unstable();
            found.dedup();
            if found != expected {
                wrong.push(format!("{}: {found:?}\n{}", check.code, example.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is reported on an example.
fn reports_of(example: &analysis::Example<'_>) -> Vec<Diagnostic> {
    let is_piece = example.info.contains(" game");
    let limit = example.info.split_once("limit=");
    let limit = limit.and_then(|(_, limit)| limit.parse().ok());
    if example.info.starts_with("qprop") {
        answered_within(&example.text, limit.unwrap_or(1_000_000))
    } else if is_piece {
        let sign = if example.info.starts_with("hrf") {
            "%"
        } else {
            ";"
        };
        diagnostics(&format!(
            "{sign} herbrand: profile game\n{}{sign} herbrand: allow-file missing-definition\n",
            example.text
        ))
    } else {
        diagnostics(&example.text)
    }
}
