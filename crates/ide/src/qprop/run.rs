//! What runs of the solver have shown of a puzzle.

use std::sync::Arc;

use analysis::Finding;
use analysis::report::Report;
use driver::Theory;
use logic::formula::StatementId;
use source::File;

use crate::Snapshot;

/// What was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// For models.
    Models,
    /// Whether a `check` holds.
    Check(StatementId),
}

/// A run: good for the very text that it was made of.
#[derive(Clone, Debug)]
pub struct Run {
    /// The puzzle.
    pub theory: Arc<Theory>,
    /// The question.
    pub asked: Asked,
    /// The answer in a few words, for a lens.
    pub title: String,
    /// What is wrong.
    pub reports: Vec<Report>,
}

impl Run {
    /// Whether the puzzle has statements of a file.
    pub fn is_about(&self, file: File) -> bool {
        self.theory.files.contains(&file)
    }
}

/// What the runs found wrong in a file, each once.
pub(crate) fn findings(snapshot: &Snapshot, file: File, runs: &[Arc<Run>]) -> Vec<Finding> {
    let mut all = Vec::new();
    for run in runs.iter().filter(|run| run.is_about(file)) {
        for finding in run.theory.findings(snapshot.db(), file, &run.reports) {
            if !all.contains(&finding) {
                all.push(finding);
            }
        }
    }
    all
}
