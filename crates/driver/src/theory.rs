//! A spec of quantified propositional logic, cut loose from its texts.

mod checks;
mod solving;
mod wording;

use hir::{BlockPlaces, Db, FormSpan, Item};
use logic::formula::written::Statement;
use logic::formula::{Place, Problem, Spec, StatementId};
use source::File;

pub use checks::{Checked, Instead, check, checks};
pub use solving::{Answer, Core, Counted, Entailment, Model, Solving, SolvingError};
pub use wording::Wording;

/// The statements of some files with their names resolved.
#[derive(Clone, Debug)]
pub struct Theory {
    /// The files.
    pub files: Vec<File>,
    /// The statements that are whole.
    pub spec: Spec,
    /// What is wrong with the others, and with some that are whole.
    pub problems: Vec<Problem>,
    /// Where each statement stands, by [`StatementId`].
    origins: Vec<Origin>,
    /// How many statements have a syntax error; nothing is said of them here.
    pub unreadable: usize,
}

/// Where a statement stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Origin {
    file: usize,
    block: u32,
    form: u32,
}

impl Theory {
    /// The theory that files are together. Statements with a syntax error are left out, and so is
    /// what `use` names: it is for whoever reads files.
    pub fn of(db: &dyn Db, files: &[File]) -> Theory {
        let mut origins = Vec::new();
        let mut statements: Vec<(StatementId, Statement)> = Vec::new();
        let mut unreadable = 0;
        for (place, &file) in files.iter().enumerate() {
            for (block, blk) in (0..).zip(hir::blocks(db, file)) {
                for (form, lowered) in (0..).zip(hir::forms(db, *blk)) {
                    let Some(statement) = &lowered.form.statement else {
                        continue;
                    };
                    if lowered.form.incomplete {
                        unreadable += 1;
                        continue;
                    }
                    let id = StatementId(origins.len() as u32);
                    origins.push(Origin {
                        file: place,
                        block,
                        form,
                    });
                    statements.push((id, (**statement).clone()));
                }
            }
        }
        let (spec, problems) = Spec::of(statements.iter().map(|(id, said)| (*id, said)));
        Theory {
            files: files.to_vec(),
            spec,
            problems,
            origins,
            unreadable,
        }
    }

    /// The statements as they are written, names unresolved.
    pub fn written(&self, db: &dyn Db) -> Vec<(StatementId, Statement)> {
        let statement = |(place, origin): (usize, &Origin)| {
            let file = *self.files.get(origin.file)?;
            let blk = *hir::blocks(db, file).get(origin.block as usize)?;
            let lowered = hir::forms(db, blk).get(origin.form as usize)?;
            let statement = lowered.form.statement.as_deref()?.clone();
            Some((StatementId(place as u32), statement))
        };
        self.origins
            .iter()
            .enumerate()
            .filter_map(statement)
            .collect()
    }

    /// How many statements there are without a syntax error.
    pub fn len(&self) -> usize {
        self.origins.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.origins.is_empty()
    }

    /// Where a part of a statement stands: in which of the files, and its ranges from the start of
    /// that.
    pub fn span(&self, db: &dyn Db, place: Place) -> Option<(File, FormSpan)> {
        let origin = self.origins.get(place.statement.0 as usize)?;
        let file = *self.files.get(origin.file)?;
        let places = BlockPlaces::new(db, file, origin.block)?;
        Some((file, places.node(Item::Form(origin.form), place.node)?))
    }

    /// Where a statement stands, whole.
    pub fn statement(&self, db: &dyn Db, id: StatementId) -> Option<(File, syntax::TextRange)> {
        let origin = self.origins.get(id.0 as usize)?;
        let file = *self.files.get(origin.file)?;
        let places = BlockPlaces::new(db, file, origin.block)?;
        Some((file, *places.forms().get(origin.form as usize)?))
    }
}
