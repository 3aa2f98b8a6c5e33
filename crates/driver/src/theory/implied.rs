//! Which rules follow from the others.

use analysis::report::Report;
use hir::Db;
use logic::formula::{Formula, FormulaKind, Instance, Statement, StatementId, TermKind};
use sat::{Answer, Control, Literal};
use source::{File, Severity};

use super::solving::literal;
use super::{Examining, Solving, SolvingError, Theory};
use crate::checks;

/// Rules that it follows from, at most, where they are to be as few as can be.
const NEEDED: usize = 30;

/// How many conflicts a search may meet: the same on every machine.
const CONFLICTS: u32 = 20_000;

/// A rule with those that it follows from.
type Implied = (StatementId, Vec<StatementId>);

impl Solving<'_> {
    /// The rules that follow from the others, in order. Facts are kept, and what is found to follow
    /// is not used for the rules before it: all of them can be left out together.
    ///
    /// # Errors
    /// What ended the grounding of a negation.
    pub fn implied(&mut self, control: &Control) -> Result<Vec<Implied>, SolvingError> {
        let spec = self.spec();
        let groups = self.grounded().groups().to_vec();
        let grounded = self.grounded_mut();
        let mut negations = Vec::new();
        for group in &groups {
            let elaborated = spec.statement(group.statement);
            let Some((elaborated, formula)) =
                elaborated.and_then(|elaborated| match &elaborated.statement {
                    Statement::Constraint(_, formula) if !is_fact(formula) => {
                        Some((elaborated, formula))
                    }
                    _ => None,
                })
            else {
                negations.push(None);
                continue;
            };
            let selector = grounded.free();
            grounded.assert(
                group.statement,
                &elaborated.variables,
                formula,
                false,
                &[-selector],
            )?;
            negations.push(Some(literal(selector)));
        }
        let numbers: Vec<i32> = groups.iter().map(|_| grounded.free()).collect();
        let chosen: Vec<Literal> = numbers.iter().map(|&number| literal(number)).collect();
        let mut solver = sat::new(control, 0);
        let mut selectors = vec![None; grounded.clauses().len()];
        for (group, &number) in groups.iter().zip(&numbers) {
            selectors[group.clauses.clone()].fill(Some(number));
        }
        let mut buffer: Vec<Literal> = Vec::new();
        for (clause, selector) in grounded.clauses().iter().zip(&selectors) {
            buffer.clear();
            buffer.extend(clause.iter().map(|&number| literal(number)));
            buffer.extend(selector.map(|selector| literal(-selector)));
            solver.add(&buffer);
        }
        for clause in grounded.definitions().iter() {
            buffer.clear();
            buffer.extend(clause.iter().map(|&number| literal(number)));
            solver.add(&buffer);
        }
        if solver.solve(&chosen) != Answer::Satisfiable {
            return Ok(Vec::new());
        }
        let mut left: Vec<usize> = (0..groups.len()).collect();
        let mut found = Vec::new();
        for at in (0..groups.len()).rev() {
            let Some(negation) = negations[at] else {
                continue;
            };
            let others = left.iter().filter(|&&other| other != at);
            let mut assumed: Vec<Literal> = others.map(|&other| chosen[other]).collect();
            assumed.push(negation);
            let core = sat::minimal_core(&mut *solver, &assumed, NEEDED, control);
            let Some((core, _)) = core else {
                continue;
            };
            left.retain(|&other| other != at);
            let from = left.iter().filter(|&&other| core.contains(&chosen[other]));
            let from = from.map(|&other| groups[other].statement).collect();
            found.push((groups[at].statement, from));
        }
        found.reverse();
        Ok(found)
    }
}

/// An atom without variables.
fn is_fact(formula: &Formula) -> bool {
    let FormulaKind::Atom(_, args) = &formula.kind else {
        return false;
    };
    args.iter().all(|arg| {
        matches!(
            arg.kind,
            TermKind::Integer(_) | TermKind::Element(_) | TermKind::Constant(_)
        )
    })
}

impl Theory {
    /// The reports of the rules of a file, with those that it uses, that follow from the others:
    /// `implied-rule`. None where the puzzle is not whole, or cannot be grounded within the limits.
    pub fn implied(db: &dyn Db, file: File, options: &Examining<'_>) -> (Theory, Vec<Report>) {
        let theory = Theory::of(db, hir::closure(db, file));
        let reports = theory.implied_rules(db, options).unwrap_or_default();
        (theory, reports)
    }

    fn implied_rules(&self, db: &dyn Db, options: &Examining<'_>) -> Option<Vec<Report>> {
        let problems = self.diagnostics(db);
        let mut problems = problems.iter();
        if self.unreadable > 0 || problems.any(|(_, found)| found.severity == Severity::Error) {
            return None;
        }
        let instance = Instance::of(&self.spec, options.set, options.max_sort).ok()?;
        let control = Control {
            conflicts: Some(CONFLICTS),
            ..Control::default()
        };
        let mut solving = Solving::new(
            &self.spec,
            &instance,
            options.limits,
            options.cancel,
            control.clone(),
            0,
        )
        .ok()?;
        let implied = solving.implied(&control).ok()?;
        let report = |(id, from): &Implied| checks::implied_rule::report(self, *id, from);
        Some(implied.iter().map(report).collect())
    }
}
