//! Which instance of which constraint a clause is of.
//!
//! Nothing is kept per clause but its place, which tells the constraint. Grounding is
//! deterministic, so the instance is found by writing the constraint's clauses once more and
//! looking at the variables when a wanted one is written: clauses cost no memory for what is asked
//! of a few of them.

use logic::VarId;
use logic::formula::{Statement, StatementId, Value};

use super::clauses::Clauses;
use super::known::Env;
use super::plan::{Plan, Step};
use super::{Error, Grounded, Group};

/// The instance that a clause is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The place of the clause in [`Grounded::clauses`].
    pub clause: usize,
    /// The constraint.
    pub statement: StatementId,
    /// The variables of the quantifiers around it that are conjunctions, with their values,
    /// outermost first.
    pub binding: Vec<(VarId, Value)>,
}

/// What watches clauses being written.
#[derive(Debug, Default)]
pub(super) struct Trace {
    /// The clauses that are asked for, counted from the first of the constraint, ascending.
    wanted: Vec<usize>,
    /// The slots that are bound at present, with their words.
    bound: Vec<(u32, i64)>,
    /// Clauses with what was bound when they were written.
    found: Vec<(usize, Vec<(u32, i64)>)>,
}

impl Trace {
    /// Remembers what a plan has bound; what to give [`Trace::leave`] afterwards.
    pub(super) fn enter(&mut self, plan: &Plan, env: &Env) -> usize {
        let mark = self.bound.len();
        let mut bind = |slot: u32| self.bound.push((slot, env[slot as usize]));
        for step in &plan.steps {
            match step {
                Step::Each { slot, .. } | Step::Let { slot, .. } => bind(*slot),
                Step::Rows { binds, .. } => binds.iter().for_each(|&(_, slot)| bind(slot)),
                Step::Test(_) => {}
            }
        }
        mark
    }

    pub(super) fn leave(&mut self, mark: usize) {
        self.bound.truncate(mark);
    }

    /// A clause is written, or would be if it was not there.
    pub(super) fn written(&mut self, clause: usize) {
        if self.wanted.binary_search(&clause).is_ok() {
            self.found.push((clause, self.bound.clone()));
        }
    }
}

impl Grounded<'_> {
    /// The instances that clauses are of, constraint by constraint. A clause is of several where
    /// they come to the same, and one that says that a function has one value is of none.
    ///
    /// # Errors
    /// What ended it.
    pub fn origins(&mut self, clauses: &[usize]) -> Result<Vec<Origin>, Error> {
        let mut clauses = clauses.to_vec();
        clauses.sort_unstable();
        clauses.dedup();
        let groups = self.groups.clone();
        let mut origins = Vec::with_capacity(clauses.len());
        for group in &groups {
            let own = clauses
                .iter()
                .filter(|clause| group.clauses.contains(clause));
            let own: Vec<usize> = own.copied().collect();
            if !own.is_empty() {
                self.replay(group, &own, &mut origins)?;
            }
        }
        Ok(origins)
    }

    fn replay(
        &mut self,
        group: &Group,
        clauses: &[usize],
        origins: &mut Vec<Origin>,
    ) -> Result<(), Error> {
        let spec = self.world.spec;
        let id = group.statement;
        let Some(elaborated) = spec.statement(id) else {
            return Ok(());
        };
        let Statement::Constraint(_, formula) = &elaborated.statement else {
            return Ok(());
        };
        let variables = &elaborated.variables;
        let (node, slots) = self.compile(id, variables, formula)?;
        let trace = Trace {
            wanted: clauses
                .iter()
                .map(|clause| clause - group.clauses.start)
                .collect(),
            ..Trace::default()
        };
        // The clauses are written beside those that there are, and thrown away.
        let kept = std::mem::take(&mut self.clauses);
        let mut env = vec![0; slots];
        let (asserted, trace) = self.emit(|emitter| {
            emitter.begin(None);
            emitter.trace = Some(Box::new(trace));
            let asserted = emitter.assert(&node, true, &mut env, &mut Vec::new());
            (asserted, emitter.trace.take())
        });
        let again = std::mem::replace(&mut self.clauses, kept);
        asserted.map_err(|stop| self.error(id, variables, stop))?;
        debug_assert!(self.is_same(group, &again), "grounding is deterministic");
        let found = trace.map_or(Vec::new(), |trace| trace.found);
        for (place, bound) in found {
            let named = bound
                .iter()
                .filter(|(slot, _)| (*slot as usize) < variables.len());
            let binding = named.map(|&(slot, word)| (VarId(slot), Value::of_word(word)));
            origins.push(Origin {
                clause: group.clauses.start + place,
                statement: id,
                binding: binding.collect(),
            });
        }
        Ok(())
    }

    fn is_same(&self, group: &Group, again: &Clauses) -> bool {
        let first = group.clauses.clone().map(|clause| self.clauses.get(clause));
        first.eq(again.iter())
    }
}
