//! What every solver can do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Literal;

/// What a solver says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model; [`Solver::value`] tells it.
    Satisfiable,
    /// There is none in which all assumptions hold; [`Solver::failed`] tells which of them are to
    /// blame.
    Unsatisfiable,
    /// The solver was stopped, or a limit was reached.
    Unknown,
}

/// What ends a search before it has an answer.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Stops soon after this is set.
    pub stop: Arc<AtomicBool>,
    /// The conflicts that one call may have; counted, so that the answer is the same on every
    /// machine.
    pub conflicts: Option<u32>,
}

impl Control {
    /// Whether the search was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// An incremental SAT solver.
pub trait Solver {
    /// Its name, as users choose it.
    fn name(&self) -> &'static str;

    /// Adds a clause for good. The empty clause makes everything unsatisfiable.
    fn add(&mut self, clause: &[Literal]);

    /// Searches a model in which the assumptions hold.
    fn solve(&mut self, assumptions: &[Literal]) -> Answer;

    /// Whether a literal holds in the model that was found last; to be asked after
    /// [`Answer::Satisfiable`] alone. A variable in no clause is false.
    fn value(&mut self, literal: Literal) -> bool;

    /// Whether an assumption was used to find that there is no model; to be asked after
    /// [`Answer::Unsatisfiable`] alone.
    fn failed(&mut self, literal: Literal) -> bool;
}

/// The solver that is bundled: CaDiCaL, or Batsat where this was built without it. `seed` varies
/// which model is found first.
pub fn new(control: &Control, seed: u32) -> Box<dyn Solver> {
    #[cfg(feature = "cadical")]
    return Box::new(crate::Cadical::new(control, seed));
    #[cfg(all(feature = "batsat", not(feature = "cadical")))]
    return Box::new(crate::Batsat::new(control, seed));
    #[cfg(not(any(feature = "batsat", feature = "cadical")))]
    compile_error!("a solver is needed: turn on the feature `cadical` or `batsat`");
}
