//! What is done with one file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::{Fixed, fix_all};
use ground::Options;
use source::{Code, Config, Diagnostic, Encoding, decode};

use super::baseline::{self, Baseline, Entry, Matched};
use super::format::{self, Style};
use super::limits::GroundingArgs;
use super::sheet::Sheet;
use super::tally::{Tally, count};
use crate::cli::engine::{Reading, diagnose, diagnose_grounded};
use crate::cli::inputs::Input;
use crate::cli::interrupt::Interrupt;
use crate::cli::levels::Levels;
use crate::cli::replace::replace;
use crate::cli::verdict::Problem;

/// What the options ask of every file.
pub(crate) struct Task {
    pub(crate) levels: Levels,
    pub(crate) fix: bool,
    pub(crate) ground: bool,
    pub(crate) limits: GroundingArgs,
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
    pub(crate) fn examine(
        &self,
        input: &Input,
        config: &Config,
        reading: Reading,
        interrupt: &Interrupt,
    ) -> Examined {
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
        let grounds = self.ground || config.ground;
        let options = |game| Options {
            limits: self.limits.limits(game),
            cancel: Some(interrupt.flag()),
            progress: None,
            ..Options::default()
        };
        let mut stopped = None;
        let mut diagnose = |text: &Arc<str>, encoding| {
            let (mut reports, stop) = match grounds {
                true => diagnose_grounded(&input.name, text, encoding, reading, &options),
                false => (diagnose(&input.name, text, encoding, reading), None),
            };
            stopped = stop;
            config.apply(&mut reports);
            self.levels.apply(&mut reports);
            reports
        };
        let mut reports = diagnose(&text, encoding);
        if self.fix && reports.iter().any(is_fixable) {
            let fixed = fix_all(&text, encoding, reports.clone(), |text| {
                diagnose(&text.into(), Encoding::Utf8)
            });
            match write(input, &bytes, &fixed) {
                Err(message) => done.problem = Some(Problem::new(&input.name, message)),
                Ok(()) => {
                    done.fixed = Some(sentence(&fixed, &input.name));
                    text = fixed.text.into();
                    reports = diagnose(&text, fixed.encoding);
                }
            }
        }

        done.problem = done.problem.or(stopped);
        let mut sheet = Sheet::new(input.name.clone(), text, reports);
        if self.write_baseline {
            done.entries = baseline::entries(&self.baseline.path(input), &sheet);
            done.matched.known = sheet.diagnostics.len();
            sheet.diagnostics.clear();
        } else {
            done.matched = self.baseline.filter(&self.baseline.path(input), &mut sheet);
        }
        done.tally = Tally::of(&sheet.diagnostics);
        done.piece = format::piece(&sheet, self.style);
        done
    }
}

fn is_fixable(report: &Diagnostic) -> bool {
    report.fixes.iter().any(|fix| fix.safe)
}

/// What was mended, by code, in a line.
fn sentence(fixed: &Fixed, name: &str) -> String {
    let mut codes: BTreeMap<Code, usize> = BTreeMap::new();
    for (code, _) in &fixed.applied {
        *codes.entry(*code).or_default() += 1;
    }
    let codes: Vec<String> = codes
        .iter()
        .map(|(code, number)| format!("{number} `{code}`"))
        .collect();
    format!(
        "fixed {} in {name}: {}",
        count(fixed.applied.len(), "place"),
        codes.join(", ")
    )
}

fn write(input: &Input, old: &[u8], fixed: &Fixed) -> Result<(), String> {
    let path = input
        .path
        .as_deref()
        .ok_or("standard input cannot be written")?;
    let new: Cow<'_, [u8]> = fixed.encoding.encode(&fixed.text).ok_or_else(|| {
        format!(
            "not written: a fix needs a character that {} lacks",
            fixed.encoding.name()
        )
    })?;
    replace(path, old, &new)
}
