//! Batsat, a solver in Rust alone, after Minisat.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use batsat::{Callbacks, ProgressStatus, SolverInterface, SolverOpts, lbool};

use crate::{Answer, Control, Literal, Solver};

/// The solver Batsat.
pub struct Batsat {
    solver: batsat::Solver<Watch>,
    clause: Vec<batsat::Lit>,
    is_model: bool,
}

/// Stops the solver, and counts what it may do.
struct Watch {
    stop: Arc<AtomicBool>,
    /// How many conflicts there may be in one call.
    allowed: Option<u32>,
    /// Clauses learnt in this call: one a conflict.
    learnt: u32,
}

impl Callbacks for Watch {
    fn on_start(&mut self) {
        self.learnt = 0;
    }

    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: batsat::ClauseKind) {
        if kind == batsat::ClauseKind::Learnt {
            self.learnt += 1;
        }
    }

    fn on_progress<F: FnOnce() -> ProgressStatus>(&mut self, _: F) {}

    fn stop(&self) -> bool {
        let spent = self.allowed.is_some_and(|allowed| self.learnt >= allowed);
        spent || self.stop.load(Ordering::Relaxed)
    }
}

impl Batsat {
    /// A solver without clauses.
    pub fn new(control: &Control, seed: u32) -> Self {
        let options = SolverOpts {
            // The solver wants a seed above 0.
            random_seed: f64::from(seed) + 1.0,
            ..SolverOpts::default()
        };
        let watch = Watch {
            stop: control.stop.clone(),
            allowed: control.conflicts,
            learnt: 0,
        };
        Self {
            solver: batsat::Solver::new(options, watch),
            clause: Vec::new(),
            is_model: false,
        }
    }

    fn literal(&mut self, literal: Literal) -> batsat::Lit {
        let variable = self.solver.var_of_int(literal.variable() - 1);
        batsat::Lit::new(variable, literal.is_positive())
    }
}

impl Solver for Batsat {
    fn name(&self) -> &'static str {
        "batsat"
    }

    fn add(&mut self, clause: &[Literal]) {
        let mut made = std::mem::take(&mut self.clause);
        made.clear();
        made.extend(clause.iter().map(|&literal| self.literal(literal)));
        self.solver.add_clause_reuse(&mut made);
        self.clause = made;
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Answer {
        let assumed: Vec<_> = assumptions
            .iter()
            .map(|&literal| self.literal(literal))
            .collect();
        let answer = self.solver.solve_limited(&assumed);
        self.is_model = answer == lbool::TRUE;
        if self.is_model {
            Answer::Satisfiable
        } else if answer == lbool::FALSE {
            Answer::Unsatisfiable
        } else {
            Answer::Unknown
        }
    }

    fn value(&mut self, literal: Literal) -> bool {
        let own = self.literal(literal);
        let value = self.solver.value_lit(own);
        if value == lbool::TRUE || value == lbool::FALSE {
            return value == lbool::TRUE;
        }
        !literal.is_positive()
    }

    fn failed(&mut self, literal: Literal) -> bool {
        // Signs in the core are those of the assumptions, or of their negations.
        let own = self.literal(literal);
        self.solver.unsat_core_contains_var(own.var())
    }
}
