//! A spec of quantified propositional logic, cut loose from its texts.

mod apart;
mod checks;
mod claim;
mod cores;
mod document;
mod examine;
mod grounding;
mod implied;
pub(crate) mod mentioned;
mod parts;
mod placed;
mod solving;
mod wording;
mod words;

use hir::{BlockPlaces, Db, FormSpan, Item};
use logic::formula::written::Statement;
use logic::formula::{Place, Problem, Spec, StatementId};
use source::{Diagnostic, File};

pub use checks::{Checked, Instead, check, checks};
pub use claim::{Claim, Unclaimed, Verified};
pub use cores::{Cause, Core};
pub use document::{GroundForm, StatementLine, TheoryDocumentOptions};
pub(crate) use examine::{Asked, Examination};
pub use examine::{BACKGROUND, Examined, Examining, LARGE, Purpose, examine, examine_grounded};
pub use grounding::{
    AtomGrounding, ConstraintGrounding, InstanceGrounding, QuantifierGrounding, Surveyed,
    TheoryGrounding, Ungrounded,
};
pub use solving::{Answer, Counted, Entailment, Model, Solving, SolvingError};
pub use wording::Wording;
pub use words::Words;

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

    /// The problems in words, each with its file, by file and place.
    pub fn diagnostics(&self, db: &dyn Db) -> Vec<(File, Diagnostic)> {
        let find = |place: Place| self.find(db, place);
        let mut found: Vec<(File, Diagnostic)> = self
            .problems
            .iter()
            .map(|problem| analysis::report::report(&self.spec.declarations, problem))
            .filter_map(|report| report.diagnostic(db, find))
            .collect();
        let order = |file: File| self.files.iter().position(|other| *other == file);
        found.sort_by_key(|(file, diagnostic)| (order(*file), diagnostic.range.start()));
        found
    }

    /// How many statements there are without a syntax error.
    pub fn len(&self) -> usize {
        self.origins.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.origins.is_empty()
    }

    /// The statement of a form of a file; `None` where there is none, or one with a syntax error.
    pub fn statement_of(&self, file: File, block: u32, form: u32) -> Option<StatementId> {
        let file = self.files.iter().position(|other| *other == file)?;
        let origin = Origin { file, block, form };
        // They are in order.
        let key = |origin: &Origin| (origin.file, origin.block, origin.form);
        let found = self.origins.binary_search_by_key(&key(&origin), key);
        Some(StatementId(found.ok()? as u32))
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

#[cfg(test)]
mod tests {
    use source::{Content, Encoding, File};
    use syntax::{Dialect, Parse, ParseOptions};

    use super::Theory;

    #[test]
    fn problems_name_places_in_other_files() {
        let db = hir::RootDb::default();
        let file = |path: &str, text: &str| {
            let content = Content {
                text: text.into(),
                parse: Parse::new(text, Dialect::Qprop, ParseOptions::default()),
                encoding: Encoding::Utf8,
            };
            File::new(&db, path.into(), content)
        };
        let model = file("model.qprop", "sort s = 1..2\npred p(s)\nrule a: q\n");
        let instance = file("one.qprop", "p(1, 2)\nsort s = 1..3\n");
        let theory = Theory::of(&db, &[model, instance]);
        let shown: Vec<String> = theory
            .diagnostics(&db)
            .iter()
            .map(|(file, found)| {
                let text = &file.content(&db).text[found.range];
                let path = file.path(&db);
                format!("{path} `{text}` {}: {:?}", found.message, found.help)
            })
            .collect();
        assert_eq!(
            shown,
            [
                "model.qprop `q` no relation `q` is declared: \
                 [\"declare it with `pred`, `given` or `define`\"]",
                "one.qprop `p(1, 2)` `p` takes 1 argument, and has 2 here: \
                 [\"model.qprop:2:6: declared with 1 argument\"]",
                "one.qprop `s` `s` is declared twice: [\"model.qprop:1:6: first here\"]",
            ]
        );
    }
}
