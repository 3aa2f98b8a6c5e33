//! Grounding of puzzles in the background, in the words of an editor.

use std::sync::atomic::{AtomicBool, Ordering};

use driver::{
    Document, Solving, SolvingError, Stop, Surveyed, Theory, TheoryDocumentOptions,
    TheoryGrounding, Ungrounded, Wording,
};
use ground::formula::{Error, Limit, Limits};
use ide::{GroundedPuzzle, Puzzle};
use logic::formula::{Fault, Instance, Spec, StatementId};
use sat::Control;

use super::progress::Progress;
use super::settings::setting_of_puzzles;
use crate::cli::theory::MAX_SORT;

/// What a puzzle grounds to.
///
/// # Errors
/// When it is cancelled.
pub(super) fn ground(
    puzzle: &Puzzle,
    limits: Limits,
    cancel: &AtomicBool,
) -> Result<GroundedPuzzle, Stop> {
    let theory = &puzzle.theory;
    let Surveyed {
        grounding,
        examined,
    } = TheoryGrounding::survey(theory, MAX_SORT, limits, Some(cancel));
    let grounding = match grounding {
        Ok(made) => Ok(made),
        Err(Ungrounded::Ended(SolvingError::Ground(Error::Cancelled))) => {
            return Err(Stop::cancelled());
        }
        _ if cancel.load(Ordering::Relaxed) => return Err(Stop::cancelled()),
        Err(Ungrounded::Ended(error)) => Err(worded(&theory.spec, &error)),
        Err(Ungrounded::Values(faults)) => Err(worded_faults(theory, &faults)),
    };
    Ok(GroundedPuzzle {
        theory: theory.clone(),
        grounding,
        reports: examined.reports,
        complete: examined.complete,
        max_sort: MAX_SORT,
        allows: puzzle.allows,
    })
}

/// The ground expansion of a puzzle.
///
/// # Errors
/// What ended it.
pub(super) fn document(
    puzzle: &Puzzle,
    limits: Limits,
    cancel: &AtomicBool,
    what: &TheoryDocumentOptions<'_>,
    progress: Option<&Progress>,
) -> Result<Document, Stop> {
    let spec = &puzzle.theory.spec;
    let instance = Instance::of(spec, &[], MAX_SORT)
        .map_err(|faults| Stop::fault(&worded_faults(&puzzle.theory, &faults)))?;
    let begun = Solving::new(spec, &instance, limits, Some(cancel), Control::default(), 0);
    let mut shown = 0;
    let made = begun.and_then(|mut solving| {
        solving.document(what, &mut |written, all| {
            let share = (written * 100 / all.max(1)) as u32;
            if let Some(progress) = progress
                && share > shown
            {
                shown = share;
                progress.report(&format!("{written} of {all} rules"), Some(share));
            }
        })
    });
    made.map_err(|error| match error {
        SolvingError::Ground(Error::Cancelled) => Stop::cancelled(),
        error => Stop::fault(&worded(spec, &error)),
    })
}

/// Why there are no values: the first reason.
pub(super) fn worded_faults(theory: &Theory, faults: &[Fault]) -> String {
    let first = faults.first().map(|fault| theory.fault(fault).message);
    first.unwrap_or_else(|| "some values are missing".to_owned())
}

/// Why there are no clauses.
pub(super) fn worded(spec: &Spec, error: &SolvingError) -> String {
    let SolvingError::Ground(error) = error else {
        return "a model cannot be judged".to_owned();
    };
    match error {
        Error::Cancelled => "stopped".to_owned(),
        Error::Unsupported { .. } => "`connected` and `acyclic` cannot be grounded yet".to_owned(),
        Error::Failure { by_zero, .. } => match by_zero {
            true => "a division by zero".to_owned(),
            false => "an integer that 64 bits cannot hold".to_owned(),
        },
        Error::Exceeded {
            limit,
            statement,
            estimate,
            variables,
        } => {
            let who = statement.map_or_else(|| "the puzzle".to_owned(), |id| rule(spec, id));
            let mut text = match estimate {
                Some(estimate) => format!("{who} has {estimate} instances, over the limit"),
                None => format!("{who} has {}", excess(*limit)),
            };
            if let Some((name, values)) = variables.first() {
                text.push_str(&format!(", and `{name}` has {values} values"));
            }
            if let Some(setting) = setting_of_puzzles(*limit) {
                text.push_str(&format!("; raise it with the setting `{setting}`"));
            }
            text
        }
    }
}

fn excess(limit: Limit) -> &'static str {
    match limit {
        Limit::Atoms => "more atoms than the limit",
        Limit::Instances => "more instances than the limit",
        Limit::Clauses => "more clauses than the limit",
        Limit::Steps => "more values and rows to look at than the limit",
        Limit::Integers => "a sum that 64 bits cannot hold",
    }
}

fn rule(spec: &Spec, id: StatementId) -> String {
    let name = Wording::new(spec).rule(id);
    name.map_or_else(|| "a statement".to_owned(), |name| format!("`{name}`"))
}
