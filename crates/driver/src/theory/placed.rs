//! Reports about statements, brought to the files that they are about.

use analysis::Finding;
use analysis::checks::out_of_domain_fact;
use analysis::report::{Report, elsewhere};
use hir::{Db, Item};
use logic::formula::{
    Fault, FaultKind, Instance, Place, RelationKind, StatementId, Value, written,
};
use rustc_hash::FxHashMap;
use source::{Code, Diagnostic, File, Severity};
use syntax::TextRange;

use super::{Cause, Core, Examined, Examining, Instead, Theory, Wording, examine};
use crate::checks;
use logic::formula::scenes::{self, Part};

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

    /// The report of what keeps constants, sorts or facts from having values.
    pub fn fault(&self, fault: &Fault) -> Report {
        let at = fault.place;
        match &fault.kind {
            FaultKind::MissingConstant(id) => checks::missing_constant::report(self, at, *id),
            FaultKind::MissingSort(id) => checks::missing_sort::report(self, at, *id),
            FaultKind::Circular => checks::circular_value::report(at),
            FaultKind::DivisionByZero => self.failed_operation(at, true, &[]),
            FaultKind::Overflow => self.failed_operation(at, false, &[]),
            FaultKind::LargeSort {
                sort,
                elements,
                allowed,
            } => {
                let name = &self.spec.declarations.sorts[sort.index()].declared.name;
                checks::large_grounding::sort(at, name, *elements, *allowed)
            }
            FaultKind::OutsideSort {
                relation,
                column,
                value,
            } => {
                let declarations = &self.spec.declarations;
                out_of_domain_fact::report(declarations, at, *relation, *column, *value)
            }
            FaultKind::Cell { text, row, column } => {
                checks::out_of_domain_fact::cell(at, text, *row, *column)
            }
            FaultKind::LargeGrid { sort, found } => {
                checks::out_of_domain_fact::grid(self, at, *sort, *found)
            }
        }
    }

    /// The report of an operation that has no result for these values; those that it does not
    /// need are left out.
    pub fn failed_operation(
        &self,
        at: Place,
        by_zero: bool,
        values: &[(logic::Name, Value)],
    ) -> Report {
        let wording = Wording::new(&self.spec);
        let needed = self.variables_of(at);
        let own = values.iter().filter(|(name, _)| needed.contains(name));
        let mut own: Vec<_> = own.cloned().collect();
        own.sort_by_key(|(name, _)| needed.iter().position(|other| other == name));
        if by_zero {
            return checks::division_by_zero::report(wording, at, &own);
        }
        checks::integer_overflow::report(wording, at, &own)
    }

    /// The variables of an operation in reading order.
    fn variables_of(&self, at: Place) -> Vec<logic::Name> {
        let mut statements = self.spec.statements.iter();
        let Some((_, elaborated)) = statements.find(|(id, _)| *id == at.statement) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let declarations = &self.spec.declarations;
        scenes::visit(declarations, &elaborated.statement, &mut |_, part| {
            if let Part::Operation(term) = part
                && term.id == at.node
            {
                let names = scenes::variables(term).into_iter();
                found = names
                    .map(|id| elaborated.variables[id.0 as usize].name.clone())
                    .collect();
            }
        });
        found
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

    /// Examines a file together with those that it uses, as it stands, and gives the findings of it.
    /// What is wrong in a file that it uses, and is open without it, is reported where it is used.
    pub fn lint(db: &dyn Db, file: File, options: &Examining<'_>) -> (Vec<Finding>, Examined) {
        let theory = Theory::of(db, hir::closure(db, file));
        let problems = theory.diagnostics(db);
        let is_wrong = |(_, found): &(File, Diagnostic)| found.severity == Severity::Error;
        if theory.unreadable > 0 || problems.iter().any(is_wrong) {
            return (Vec::new(), Examined::default());
        }
        let examined = examine(&theory, options);
        let mut findings = theory.findings(db, file, &examined.reports);
        findings.extend(theory.of_models(db, file, &examined.reports, options.max_sort));
        (findings, examined)
    }

    /// The reports about open files that a file uses, at its statements `use`.
    pub fn of_models(
        &self,
        db: &dyn Db,
        file: File,
        reports: &[Report],
        max_sort: u64,
    ) -> Vec<Finding> {
        let mut open: FxHashMap<File, bool> = FxHashMap::default();
        let mut found = Vec::new();
        for report in reports {
            let Some((other, range)) = self.find(db, report.place) else {
                continue;
            };
            // Who uses a vocabulary alone has no rules for it, perhaps.
            if other == file
                || report.code == Code::UNCONSTRAINED_PREDICATE
                || !*open
                    .entry(other)
                    .or_insert_with(|| is_open(db, other, max_sort))
            {
                continue;
            }
            let Some(place) = self.use_of(db, file, other) else {
                continue;
            };
            let message = elsewhere(db, other, range, &report.message);
            let mut finding = Finding::new(report.code, place, message);
            finding.severity = Some(report.severity);
            finding.help.clone_from(&report.help);
            found.push(finding);
        }
        found
    }

    /// The statement of a file by which it uses another one, directly or not.
    fn use_of(&self, db: &dyn Db, file: File, other: File) -> Option<analysis::Place> {
        let known = file.used(db);
        let at = self.files.iter().position(|one| *one == file)?;
        let own = self.origins.iter().filter(|origin| origin.file == at);
        own.into_iter().find_map(|origin| {
            let blk = *hir::blocks(db, file).get(origin.block as usize)?;
            let lowered = hir::forms(db, blk).get(origin.form as usize)?;
            let written::Statement::Use(text) = lowered.form.statement.as_deref()? else {
                return None;
            };
            let used = known.iter().find(|used| used.text == text.text)?.file?;
            hir::closure(db, used)
                .contains(&other)
                .then_some(analysis::Place {
                    block: origin.block,
                    part: analysis::Part::Node(Item::Form(origin.form), text.id),
                })
        })
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
                analysis::Part::Form(origin.form)
            } else {
                analysis::Part::Node(Item::Form(origin.form), place.node)
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

/// Whether a file, with those that it uses, leaves constants, sorts or data to others.
fn is_open(db: &dyn Db, file: File, max_sort: u64) -> bool {
    let theory = Theory::of(db, hir::closure(db, file));
    let Ok(instance) = Instance::of(&theory.spec, &[], max_sort) else {
        return true;
    };
    let mut relations = theory.spec.declarations.relations.iter();
    let mut facts = instance.facts.iter();
    relations.any(|relation| {
        let facts = facts.next();
        relation.kind == RelationKind::Given && facts.is_some_and(Vec::is_empty)
    })
}
