//! What is done with one file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use source::{Code, Config, Diagnostic, Encoding, decode};

use super::baseline::{self, Baseline, Entry, Matched};
use super::format::{self, Style};
use super::sheet::Sheet;
use super::tally::{Tally, count};
use crate::cli::engine::{Reading, diagnose};
use crate::cli::inputs::Input;
use crate::cli::levels::Levels;
use crate::cli::replace::replace;
use crate::cli::verdict::Problem;

/// What the options ask of every file.
pub(crate) struct Task {
    pub(crate) levels: Levels,
    pub(crate) fix: bool,
    pub(crate) baseline: Baseline,
    pub(crate) write_baseline: bool,
    pub(crate) style: Style,
}

/// What became of a file.
#[derive(Default)]
pub(crate) struct Examined {
    /// Its reports, rendered.
    pub(crate) piece: String,
    /// Its reports, counted.
    pub(crate) tally: Tally,
    /// What was mended, in a line.
    pub(crate) fixed: Option<String>,
    /// What the baseline did.
    pub(crate) matched: Matched,
    /// What the baseline is to hold.
    pub(crate) entries: Vec<Entry>,
    /// Why it was not read, or not written.
    pub(crate) problem: Option<Problem>,
}

impl Task {
    /// Reads a file, mends it where that is wished, and renders what is to be reported.
    pub(crate) fn examine(&self, input: &Input, config: &Config, reading: Reading) -> Examined {
        let bytes = match reading.bytes(input) {
            Ok(bytes) => bytes,
            Err(problem) => {
                return Examined {
                    problem: Some(problem),
                    ..Examined::default()
                };
            }
        };
        let mut done = Examined::default();
        let (text, encoding) = decode(bytes.clone());
        let mut text: Arc<str> = text.into();
        let diagnose = |text: &Arc<str>, encoding| {
            let mut reports = diagnose(&input.name, text, encoding, reading);
            config.apply(&mut reports);
            self.levels.apply(&mut reports);
            reports
        };
        let mut reports = diagnose(&text, encoding);
        if self.fix && reports.iter().any(is_fixable) {
            let mended = mend(&text, encoding, reports.clone(), |text| {
                diagnose(text, Encoding::Utf8)
            });
            match write(input, &bytes, &mended) {
                Err(message) => done.problem = Some(Problem::new(&input.name, message)),
                Ok(()) => {
                    done.fixed = Some(mended.sentence(&input.name));
                    text = mended.text;
                    reports = diagnose(&text, mended.encoding);
                }
            }
        }

        let mut sheet = Sheet::new(input.name.clone(), text, reports);
        if self.write_baseline {
            done.entries = baseline::entries(&sheet);
            done.matched.known = sheet.diagnostics.len();
            sheet.diagnostics.clear();
        } else {
            done.matched = self.baseline.filter(&mut sheet);
        }
        done.tally = Tally::of(&sheet.diagnostics);
        done.piece = format::piece(&sheet, self.style);
        done
    }
}

fn is_fixable(report: &Diagnostic) -> bool {
    report.fixes.iter().any(|fix| fix.safe)
}

/// A text with its safe fixes applied.
struct Mended {
    text: Arc<str>,
    encoding: Encoding,
    codes: BTreeMap<Code, usize>,
}

/// The rounds after which mending ends, should fixes undo one another.
const ROUNDS: usize = 100;

/// Applies safe fixes until none is left. Of fixes that touch one another the first is applied,
/// and the next round sees what has become of the others.
fn mend(
    text: &Arc<str>,
    encoding: Encoding,
    mut reports: Vec<Diagnostic>,
    diagnose: impl Fn(&Arc<str>) -> Vec<Diagnostic>,
) -> Mended {
    let mut mended = Mended {
        text: Arc::clone(text),
        encoding,
        codes: BTreeMap::new(),
    };
    let line_end = if text.contains("\r\n") {
        "\r\n"
    } else if text.contains('\r') && !text.contains('\n') {
        "\r"
    } else {
        "\n"
    };
    for _ in 0..ROUNDS {
        let mut edits: Vec<syntax::TextEdit> = Vec::new();
        for report in &reports {
            let Some(fix) = report.fixes.iter().find(|fix| fix.safe) else {
                continue;
            };
            let touches = |edit: &syntax::TextEdit| {
                edits
                    .iter()
                    .any(|other| edit.range.intersect(other.range).is_some())
            };
            if fix.edits.iter().any(touches) {
                continue;
            }
            if fix.edits.is_empty() {
                if mended.encoding == Encoding::Utf8 {
                    continue;
                }
                mended.encoding = Encoding::Utf8;
            }
            edits.extend(fix.edits.iter().cloned());
            *mended.codes.entry(report.code).or_default() += 1;
        }
        if edits.is_empty() {
            break;
        }
        edits.sort_by_key(|edit| edit.range.start());
        let mut next = mended.text.to_string();
        for edit in edits.iter_mut().rev() {
            edit.insert = edit.insert.replace("\r\n", "\n").replace('\n', line_end);
            edit.apply(&mut next);
        }
        mended.text = next.into();
        reports = diagnose(&mended.text);
    }
    mended
}

impl Mended {
    fn sentence(&self, name: &str) -> String {
        let total: usize = self.codes.values().sum();
        let codes: Vec<String> = self
            .codes
            .iter()
            .map(|(code, number)| format!("{number} `{code}`"))
            .collect();
        format!(
            "fixed {} in {name}: {}",
            count(total, "place"),
            codes.join(", ")
        )
    }
}

fn write(input: &Input, old: &[u8], mended: &Mended) -> Result<(), String> {
    let path = input
        .path
        .as_deref()
        .ok_or("standard input cannot be written")?;
    let new: Cow<'_, [u8]> = mended.encoding.encode(&mended.text).ok_or_else(|| {
        format!(
            "not written: a fix needs a character that {} lacks",
            mended.encoding.name()
        )
    })?;
    replace(path, old, &new)
}
