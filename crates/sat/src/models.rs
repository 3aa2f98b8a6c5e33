//! All models, one after the other.

use crate::{Answer, Literal, Solver};

/// Goes through the models of a solver's clauses, told apart by some variables: each time a model
/// is found, a clause is added that excludes it.
pub struct Models<'a> {
    solver: &'a mut dyn Solver,
    assumptions: Vec<Literal>,
    variables: Vec<Literal>,
    blocking: Vec<Literal>,
    is_over: bool,
    /// Whether the last model is still to be excluded.
    is_found: bool,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A model: for each of the variables that tell models apart, whether it holds.
    Model(Vec<bool>),
    /// There are no more.
    End,
    /// The search was stopped.
    Stopped,
}

impl<'a> Models<'a> {
    /// The models in which the assumptions hold, told apart by `variables` (positive literals).
    /// The assumptions guard the clauses that exclude models: `guard` is one that the solver's
    /// clauses do not have, so that the solver can be used on, with `guard` false, after this.
    pub fn new(
        solver: &'a mut dyn Solver,
        assumptions: &[Literal],
        variables: &[Literal],
        guard: Literal,
    ) -> Self {
        let mut assumptions = assumptions.to_vec();
        assumptions.push(guard);
        Self {
            solver,
            assumptions,
            variables: variables.to_vec(),
            blocking: vec![!guard],
            is_over: false,
            is_found: false,
        }
    }

    /// The solver, to ask for what else holds in the model at hand.
    pub fn solver(&mut self) -> &mut dyn Solver {
        self.solver
    }

    /// The next model.
    pub fn advance(&mut self) -> Next {
        if self.is_over {
            return Next::End;
        }
        // Only now: a solver forgets its model when a clause is added.
        if std::mem::take(&mut self.is_found) {
            self.solver.add(&self.blocking);
        }
        match self.solver.solve(&self.assumptions) {
            Answer::Unknown => Next::Stopped,
            Answer::Unsatisfiable => {
                self.is_over = true;
                Next::End
            }
            Answer::Satisfiable => {
                let solver = &mut *self.solver;
                let values = self
                    .variables
                    .iter()
                    .map(|&variable| solver.value(variable));
                let values: Vec<bool> = values.collect();
                self.blocking.truncate(1);
                for (&variable, &value) in self.variables.iter().zip(&values) {
                    self.blocking.push(if value { !variable } else { variable });
                }
                self.is_found = true;
                Next::Model(values)
            }
        }
    }
}
