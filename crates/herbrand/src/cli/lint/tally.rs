//! Counting reports.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;
use source::{Code, Diagnostic, Severity};

/// What was reported in one or many files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// How many files were looked at.
    pub(crate) files: usize,
    /// Reports by severity.
    pub(crate) errors: usize,
    /// See `errors`.
    pub(crate) warnings: usize,
    /// See `errors`.
    pub(crate) hints: usize,
    /// How many of them have a safe fix.
    pub(crate) fixable: usize,
    codes: BTreeMap<(Code, Severity), Count>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    reports: usize,
    files: usize,
    fixable: usize,
}

/// A line of the statistics.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Row {
    code: &'static str,
    severity: &'static str,
    count: usize,
    files: usize,
    fixable: usize,
    #[serde(skip)]
    summary: &'static str,
}

impl Tally {
    /// Counts the reports of one file.
    pub(crate) fn of(diagnostics: &[Diagnostic]) -> Tally {
        let mut tally = Tally {
            files: 1,
            ..Tally::default()
        };
        for report in diagnostics {
            *match report.severity {
                Severity::Error => &mut tally.errors,
                Severity::Warning => &mut tally.warnings,
                Severity::Hint => &mut tally.hints,
            } += 1;
            let fixable = usize::from(report.fixes.iter().any(|fix| fix.safe));
            tally.fixable += fixable;
            let count = tally
                .codes
                .entry((report.code, report.severity))
                .or_default();
            count.reports += 1;
            count.files = 1;
            count.fixable += fixable;
        }
        tally
    }

    /// Adds the counts of other files.
    pub(crate) fn add(&mut self, other: &Tally) {
        self.files += other.files;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.hints += other.hints;
        self.fixable += other.fixable;
        for (key, count) in &other.codes {
            let sum = self.codes.entry(*key).or_default();
            sum.reports += count.reports;
            sum.files += count.files;
            sum.fixable += count.fixable;
        }
    }

    /// The sentence that closes a run.
    pub(crate) fn summary(&self) -> String {
        let mut text = count(self.files, "file");
        if self.errors + self.warnings + self.hints == 0 {
            text.push_str(", nothing to report");
            return text;
        }
        for (number, noun) in [
            (self.errors, "error"),
            (self.warnings, "warning"),
            (self.hints, "hint"),
        ] {
            if number > 0 {
                let _ = write!(text, ", {}", count(number, noun));
            }
        }
        if self.fixable > 0 {
            let _ = write!(text, "; {} can be fixed with --fix", self.fixable);
        }
        text
    }

    /// The statistics, the most frequent first.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = self
            .codes
            .iter()
            .map(|(&(code, severity), count)| Row {
                code: code.name(),
                severity: severity_name(severity),
                count: count.reports,
                files: count.files,
                fixable: count.fixable,
                summary: code.info().summary,
            })
            .collect();
        rows.sort_by(|a, b| b.count.cmp(&a.count).then(a.code.cmp(b.code)));
        rows
    }

    /// The statistics as a table.
    pub(crate) fn table(&self) -> String {
        let rows = self.rows();
        if rows.is_empty() {
            return String::new();
        }
        let code_width = rows.iter().map(|row| row.code.len()).max().unwrap_or(0);
        let mut table = format!(
            "{:>7} {:>7} {:>7}  {:<8} {:<code_width$}  what\n",
            "reports", "files", "fixable", "severity", "code"
        );
        for row in rows {
            let Row {
                code,
                severity,
                count,
                files,
                fixable,
                summary,
            } = row;
            let _ = writeln!(
                table,
                "{count:>7} {files:>7} {fixable:>7}  {severity:<8} {code:<code_width$}  {summary}"
            );
        }
        table
    }
}

/// "1 file", "2 files".
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The name of a severity in the formats for programs.
pub(crate) fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "hint",
    }
}
