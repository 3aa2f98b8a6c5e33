//! What is done with one file.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::{Fixed, fix_all};
use driver::{Examining, Purpose};
use ground::{Options, Progress};
use source::{Code, Config, Diagnostic, Encoding, decode};

use super::baseline::{self, Baseline, Entry, Matched};
use super::format::{self, Style};
use super::limits::GroundingArgs;
use super::sheet::Sheet;
use super::tally::{Tally, count};
use crate::cli::engine::{Diagnosed, Reading, diagnose, diagnose_grounded};
use crate::cli::inputs::Input;
use crate::cli::interrupt::Interrupt;
use crate::cli::levels::Levels;
use crate::cli::replace::replace;
use crate::cli::theory::MAX_SORT;
use crate::cli::verdict::Problem;

/// What the options ask of every file.
pub(crate) struct Task {
    pub(crate) levels: Levels,
    pub(crate) fix: bool,
    pub(crate) ground: bool,
    pub(crate) implied: bool,
    pub(crate) limits: GroundingArgs,
    pub(crate) baseline: Baseline,
    pub(crate) write_baseline: bool,
    pub(crate) style: Style,
}

/// What is told of the work, and what ends it.
#[derive(Clone, Copy)]
pub(crate) struct Watch<'a> {
    pub(crate) interrupt: &'a Interrupt,
    pub(crate) progress: &'a Progress,
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
    /// Reads a file, mends it where that is wished, and renders what is to be reported; `None`
    /// where Ctrl-C came before it was known.
    pub(crate) fn examine(
        &self,
        input: &Input,
        config: &Config,
        reading: &Reading,
        watch: Watch<'_>,
    ) -> Option<Examined> {
        let bytes = match reading.bytes(input) {
            Ok(bytes) => bytes,
            Err(problem) => {
                return Some(Examined {
                    problem: Some(problem),
                    ..Examined::default()
                });
            }
        };
        let mut done = Examined::default();
        let (text, encoding) = decode(bytes.clone());
        let mut text: Arc<str> = text.into();
        let grounds = self.ground || config.ground;
        let (mut stopped, cancelled) = (None, Cell::new(false));
        let mut diagnose = |text: &Arc<str>, encoding| {
            let mut found = match grounds {
                true => self.diagnose_grounded(input, text, encoding, reading, watch),
                false => diagnose(&input.name, text, encoding, reading).into(),
            };
            stopped = found.problem;
            cancelled.set(cancelled.get() || found.cancelled);
            config.apply(&mut found.reports);
            self.levels.apply(&mut found.reports);
            found.reports
        };
        let mut reports = diagnose(&text, encoding);
        if self.fix && reports.iter().any(is_fixable) {
            let fixed = fix_all(&text, encoding, reports.clone(), |text| {
                diagnose(&text.into(), Encoding::Utf8)
            });
            if cancelled.get() {
                return None;
            }
            match write(input, &bytes, &fixed) {
                Err(message) => done.problem = Some(Problem::new(&input.name, message)),
                Ok(()) => {
                    done.fixed = Some(sentence(&fixed, &input.name));
                    text = fixed.text.into();
                    reports = diagnose(&text, fixed.encoding);
                }
            }
        }
        // What was mended is told even so.
        if cancelled.get() && done.fixed.is_none() {
            return None;
        }

        done.problem = done.problem.or(stopped.filter(|_| !cancelled.get()));
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
        Some(done)
    }

    fn diagnose_grounded(
        &self,
        input: &Input,
        text: &Arc<str>,
        encoding: Encoding,
        reading: &Reading,
        watch: Watch<'_>,
    ) -> Diagnosed {
        let options = |game| Options {
            limits: self.limits.limits(game),
            cancel: Some(watch.interrupt.flag()),
            progress: Some(watch.progress),
            ..Options::default()
        };
        let of_puzzles = Examining {
            set: &[],
            max_sort: MAX_SORT,
            limits: self.limits.of_formulas(),
            cancel: Some(watch.interrupt.flag()),
            purpose: Purpose::Lint,
        };
        diagnose_grounded(
            &input.name,
            text,
            encoding,
            reading,
            &options,
            &of_puzzles,
            self.implied,
        )
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
