//! Lenses of a puzzle: on the file, and on each `check`.

use std::sync::Arc;

use logic::formula::written::Statement;
use source::File;
use syntax::TextRange;

use super::each_statement;
use super::run::{Asked, Run};
use crate::wording::count;
use crate::{Grounded, Snapshot};

/// What a lens does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleLensKind {
    /// Looks for a model.
    Solve,
    /// Shows the ground expansion.
    Ground,
    /// Runs the `check` of this block and form.
    Check {
        /// The ordinal of the block.
        block: u32,
        /// That of the form in it.
        form: u32,
    },
}

/// A lens of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleLens {
    /// Where it stands.
    pub range: TextRange,
    /// What it does.
    pub kind: PuzzleLensKind,
}

/// The lenses, in the order of the text: those of the file above its first statement.
pub fn puzzle_lenses(snapshot: &Snapshot, file: File) -> Vec<PuzzleLens> {
    let mut lenses = Vec::new();
    each_statement(snapshot, file, |site, statement, places| {
        let Some(&range) = places.forms().get(site.form as usize) else {
            return;
        };
        let range = TextRange::empty(range.start());
        if lenses.is_empty() {
            let own = [PuzzleLensKind::Solve, PuzzleLensKind::Ground];
            lenses.extend(own.map(|kind| PuzzleLens { range, kind }));
        }
        if let Statement::Check(_) = statement {
            let (block, form) = (site.block, site.form);
            let kind = PuzzleLensKind::Check { block, form };
            lenses.push(PuzzleLens { range, kind });
        }
    });
    lenses
}

/// What a lens says.
pub fn puzzle_lens_title(
    file: File,
    kind: PuzzleLensKind,
    grounded: &Grounded,
    runs: &[Arc<Run>],
) -> String {
    let mut own = runs
        .iter()
        .filter(|run| run.theory.files.first() == Some(&file));
    match kind {
        PuzzleLensKind::Solve => match own.rfind(|run| run.asked == Asked::Models) {
            Some(run) => format!("solve · {}", run.title),
            None => "solve".to_owned(),
        },
        PuzzleLensKind::Ground => ground_title(grounded),
        PuzzleLensKind::Check { block, form } => {
            let of_it = |run: &&Arc<Run>| match run.asked {
                Asked::Check(id) => run.theory.statement_of(file, block, form) == Some(id),
                Asked::Models => false,
            };
            match own.rfind(of_it) {
                Some(run) => format!("run · {}", run.title),
                None => "run".to_owned(),
            }
        }
    }
}

fn ground_title(grounded: &Grounded) -> String {
    match grounded {
        Grounded::Puzzle(puzzle) => match &puzzle.grounding {
            Ok(told) => format!(
                "ground · {}, {}",
                count(told.atoms, "atom"),
                count(told.clauses, "clause")
            ),
            Err(why) => format!("ground · {why}"),
        },
        Grounded::Pending => "ground · being grounded".to_owned(),
        _ => "ground".to_owned(),
    }
}
