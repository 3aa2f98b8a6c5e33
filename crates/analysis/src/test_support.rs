//! What the tests of checks are written with.
//!
//! A text carries what is to be reported under the line where it is:
//!
//! ```text
//! (<= (p ?x) (not (q ?x)))
//!        ^^ unsafe-variable: `?x` in the head is bound by no positive literal
//! ```

use salsa::Setter as _;
use source::{Code, Content, Diagnostic, Encoding, File, Severity, Used};
use syntax::{Dialect, Parse, ParseOptions, TextEdit};

use crate::checks::{CHECKS, Run};

/// A file to be looked at.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) encoding: Encoding,
    pub(crate) options: ParseOptions,
    /// The files beside it, by name; those that it uses and that are not among them are missing.
    pub(crate) others: Vec<(String, String)>,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            text: text.to_owned(),
            encoding: Encoding::Utf8,
            options: ParseOptions::default(),
            others: Vec::new(),
        }
    }

    pub(crate) fn content(&self) -> Content {
        let extension = self.path.rsplit_once('.').map(|(_, extension)| extension);
        let dialect = Dialect::detect(extension, &self.text);
        let parse = Parse::new(&self.text, dialect, self.options);
        Content {
            text: self.text.as_str().into(),
            parse,
            encoding: self.encoding,
        }
    }

    /// Everything that is reported.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut db = hir::RootDb::default();
        let file = File::new(&db, self.path.as_str().into(), self.content());
        let mut files = vec![(self.path.as_str(), file)];
        for (name, text) in &self.others {
            let content = Source::new(name, text).content();
            files.push((name, File::new(&db, name.as_str().into(), content)));
        }
        for &(_, file) in &files {
            let find = |name: &&str| files.iter().find(|(other, _)| other == name);
            let used = hir::mentioned_files(&db, file).iter().map(|text| Used {
                text: text.clone(),
                file: find(&&**text).map(|(_, file)| *file),
            });
            let used = used.collect();
            file.set_used(&mut db).to(used);
        }
        crate::diagnostics(&db, file)
    }
}

/// Whether a report says that a text of a few lines is no whole game or program.
fn is_of_whole_file(code: Code) -> bool {
    let check = CHECKS.iter().find(|check| check.code == code);
    check.is_some_and(|check| matches!(check.run, Run::File(_)))
}

/// Checks that `annotated` gets the reports that stand in it and no others; of hints, and
/// of what only a whole file shows, those of `code` alone are looked at.
#[track_caller]
pub(crate) fn check(code: Code, annotated: &str) {
    let (text, expected) = split(annotated);
    let found = of_interest(code, &text);
    let mut found: Vec<String> = found.iter().map(|found| shown(&text, found)).collect();
    let mut expected = expected;
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{text}");
}

/// Checks all that the reports of `code` say about `text`, each in the form
///
/// ```text
/// error `(p a b)` (line 2): message
///   `(p a)` (line 1): message of another place
///   help: advice
/// ```
///
/// Blanks at the ends of lines do not count, nor do empty lines.
#[track_caller]
pub(crate) fn check_whole(code: Code, text: &str, expected: &str) {
    check_whole_at("test.gdl", code, text, expected);
}

/// The same for a file of this name.
#[track_caller]
pub(crate) fn check_whole_at(path: &str, code: Code, text: &str, expected: &str) {
    check_source(&Source::new(path, text), code, expected);
}

/// The same for a file that is read in a way of its own.
#[track_caller]
pub(crate) fn check_source(source: &Source, code: Code, expected: &str) {
    let text = &source.text;
    let lines = |text: &str| {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let found = source.diagnostics();
    let own = found.iter().filter(|found| found.code == code);
    let found: String = own.map(|found| shown_whole(text, found)).collect();
    assert_eq!(lines(&found), lines(expected), "{text}");
}

fn shown_whole(text: &str, found: &Diagnostic) -> String {
    use std::fmt::Write as _;
    let place = |range: syntax::TextRange| {
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

/// Checks that nothing is reported, in the sense of [`check`].
#[track_caller]
pub(crate) fn check_clean(code: Code, text: &str) {
    let (text, expected) = split(text);
    assert!(expected.is_empty(), "use `check` for texts with reports");
    let found: Vec<String> = of_interest(code, &text)
        .iter()
        .map(|found| shown(&text, found))
        .collect();
    assert_eq!(found, Vec::<String>::new(), "{text}");
}

/// Checks that the first fix of the first report of `code` makes `after` of `before`.
#[track_caller]
pub(crate) fn check_fix(code: Code, before: &str, after: &str) {
    let diagnostics = Source::new("test.gdl", before).diagnostics();
    let diagnostic = diagnostics
        .iter()
        .find(|diagnostic| diagnostic.code == code)
        .unwrap_or_else(|| panic!("no {code} in {diagnostics:?}"));
    let fix = diagnostic.fixes.first().expect("a fix");
    assert_eq!(applied(before, &fix.edits), after, "{}", fix.title);
}

/// Checks what each fix of each report of `code` makes of `before`, one alone at a time, in the
/// file of this name.
#[track_caller]
pub(crate) fn check_fixes_at(path: &str, code: Code, before: &str, after: &[&str]) {
    let diagnostics = Source::new(path, before).diagnostics();
    let made: Vec<String> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.code == code)
        .flat_map(|diagnostic| &diagnostic.fixes)
        .map(|fix| applied(before, &fix.edits))
        .collect();
    assert_eq!(made, after);
}

/// Checks that the first report of `code` offers no fix.
#[track_caller]
pub(crate) fn check_no_fix(code: Code, text: &str) {
    let diagnostics = Source::new("test.gdl", text).diagnostics();
    let diagnostic = diagnostics
        .iter()
        .find(|diagnostic| diagnostic.code == code);
    assert_eq!(diagnostic.expect("a report").fixes, []);
}

/// Checks that the first report of `code` offers a fix that is not made without asking.
#[track_caller]
pub(crate) fn check_no_safe_fix(code: Code, text: &str) {
    let diagnostics = Source::new("test.gdl", text).diagnostics();
    let diagnostic = diagnostics
        .iter()
        .find(|diagnostic| diagnostic.code == code);
    let fixes = &diagnostic.expect("a report").fixes;
    assert!(
        !fixes.is_empty() && fixes.iter().all(|fix| !fix.safe),
        "{text}: {fixes:?}"
    );
}

/// The text with ascending, disjoint edits applied.
pub(crate) fn applied(text: &str, edits: &[TextEdit]) -> String {
    assert!(
        edits
            .windows(2)
            .all(|pair| pair[0].range.end() <= pair[1].range.start())
    );
    let mut text = text.to_owned();
    edits.iter().rev().for_each(|edit| edit.apply(&mut text));
    text
}

fn of_interest(code: Code, text: &str) -> Vec<Diagnostic> {
    let mut found = Source::new("test.gdl", text).diagnostics();
    found.retain(|found| {
        found.code == code || found.severity != Severity::Hint && !is_of_whole_file(found.code)
    });
    found
}

/// `LINE:COLUMN-COLUMN code: message`, lines and columns from 0.
fn shown(text: &str, found: &Diagnostic) -> String {
    let start = usize::from(found.range.start());
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line = text[..start].matches('\n').count();
    let column = start - line_start;
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let end = usize::from(found.range.end()).min(line_end) - line_start;
    format!("{line}:{column}-{end} {}: {}", found.code, found.message)
}

/// The text without its annotations, and what they say in the form of [`shown`].
fn split(annotated: &str) -> (String, Vec<String>) {
    let mut text = String::new();
    let mut expected = Vec::new();
    let mut lines = 0;
    for line in annotated.lines() {
        let Some(carets) = line.trim_start().strip_prefix('^') else {
            text.push_str(line);
            text.push('\n');
            lines += 1;
            continue;
        };
        let column = line.len() - carets.len() - 1;
        let message = carets.trim_start_matches('^');
        let width = 1 + carets.len() - message.len();
        let line = lines - 1;
        expected.push(format!(
            "{line}:{column}-{} {}",
            column + width,
            message.trim()
        ));
    }
    (text, expected)
}
