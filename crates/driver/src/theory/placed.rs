//! Reports about statements, brought to the files that they are about.

use analysis::report::{Report, elsewhere};
use analysis::{Finding, Part};
use hir::{Db, Item};
use logic::formula::{Instance, Place, StatementId};
use source::{Diagnostic, File};
use syntax::TextRange;

use super::{Cause, Core, Instead, Theory};
use crate::checks;

impl Theory {
    /// The reports of rules that clash, one on each, with those of the instances that are of it:
    /// `unsatisfiable`.
    pub fn clash(&self, core: &Core, causes: &[Cause]) -> Vec<Report> {
        checks::unsatisfiable::reports(self, core, causes)
    }

    /// The report of a `check` that does not hold: `failed-check`.
    pub fn failure(&self, instance: &Instance, id: StatementId, instead: &Instead) -> Report {
        checks::failed_check::report(self, instance, id, instead)
    }

    /// Where a part of a statement, or a statement, stands.
    pub fn find(&self, db: &dyn Db, place: Place) -> Option<(File, TextRange)> {
        if place.is_whole() {
            return self.statement(db, place.statement);
        }
        let (file, span) = self.span(db, place)?;
        Some((file, span.full))
    }

    /// A report in the text, with its file.
    pub fn diagnostic(&self, db: &dyn Db, report: &Report) -> Option<(File, Diagnostic)> {
        report.diagnostic(db, |place| self.find(db, place))
    }

    /// Those of the reports that are about one of the files, as findings of it, for
    /// [`analysis::Grounded`]. What stands in other files is told in words.
    pub fn findings(&self, db: &dyn Db, file: File, reports: &[Report]) -> Vec<Finding> {
        let own = |place: Place| {
            let origin = self.origins.get(place.statement.0 as usize)?;
            if self.files.get(origin.file) != Some(&file) {
                return None;
            }
            let part = if place.is_whole() {
                Part::Form(origin.form)
            } else {
                Part::Node(Item::Form(origin.form), place.node)
            };
            let block = origin.block;
            Some(analysis::Place { block, part })
        };
        let in_words = |place: Place, message: &str| {
            let (file, range) = self.find(db, place)?;
            Some(elsewhere(db, file, range, message))
        };
        let reports = reports.iter().cloned();
        reports
            .filter_map(|report| report.finding(own, in_words))
            .collect()
    }
}
