//! What grounding finds wrong with a puzzle that is to be answered, drawn before the answer.

use analysis::report::Report;
use driver::{Purpose, Solving};
use logic::formula::Instance;
use source::Diagnostic;

use super::super::console::Console;
use super::{OpenedTheory, draw};

impl OpenedTheory {
    /// Examines the puzzle, and says what is wrong with it.
    pub(crate) fn warn(&self, instance: &Instance, solving: &mut Solving<'_>, console: Console) {
        let drawn = self.warnings(instance, solving, console.error_color());
        console.raw(&drawn);
    }

    /// The same, drawn; nothing where nothing is wrong.
    pub(crate) fn warnings(
        &self,
        instance: &Instance,
        solving: &mut Solving<'_>,
        color: bool,
    ) -> String {
        let grounded = solving.grounded_mut();
        let found = driver::examine_grounded(&self.theory, instance, grounded, Purpose::Answer);
        let mut drawn = String::new();
        for loaded in &self.files {
            let findings = self.theory.findings(&self.db, loaded.file, &found.reports);
            let mut reports = analysis::reported(&self.db, loaded.file, &findings);
            loaded.config.apply(&mut reports);
            if !reports.is_empty() {
                drawn.push_str(&draw(loaded, reports, color));
            }
        }
        drawn
    }

    /// Reports that keep the puzzle from being answered: no directive silences them.
    pub(super) fn drawn(&self, reports: &[Report], color: bool) -> String {
        let found: Vec<_> = reports
            .iter()
            .filter_map(|report| self.theory.diagnostic(&self.db, report))
            .collect();
        let mut drawn = String::new();
        for loaded in &self.files {
            let own = found.iter().filter(|(file, _)| *file == loaded.file);
            let own: Vec<Diagnostic> = own.map(|(_, found)| found.clone()).collect();
            if !own.is_empty() {
                drawn.push_str(&draw(loaded, own, color));
            }
        }
        drawn
    }
}
