//! CaDiCaL, by Armin Biere and others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cadical_sys::{CaDiCal, Status, Terminator};

use crate::{Answer, Control, Literal, Solver};

/// The solver CaDiCaL.
pub struct Cadical {
    solver: CaDiCal,
    conflicts: Option<u32>,
    /// The highest variable that a clause has.
    highest: u32,
    assumed: Vec<Literal>,
}

struct Stop(Arc<AtomicBool>);

impl Terminator for Stop {
    fn terminated(&mut self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Cadical {
    /// A solver without clauses.
    pub fn new(control: &Control, seed: u32) -> Self {
        let mut solver = CaDiCal::new();
        let seed = i32::try_from(seed).unwrap_or(i32::MAX);
        let taken = solver.set("seed", seed);
        debug_assert!(taken, "CaDiCaL has an option `seed`");
        solver.connect_terminator(Stop(control.stop.clone()));
        Self {
            solver,
            conflicts: control.conflicts,
            highest: 0,
            assumed: Vec::new(),
        }
    }
}

impl Solver for Cadical {
    fn name(&self) -> &'static str {
        "cadical"
    }

    fn add(&mut self, clause: &[Literal]) {
        for literal in clause {
            self.highest = self.highest.max(literal.variable());
            self.solver.add(literal.number());
        }
        self.solver.add(0);
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Answer {
        self.assumed = assumptions.to_vec();
        for literal in assumptions {
            self.highest = self.highest.max(literal.variable());
            self.solver.assume(literal.number());
        }
        if let Some(conflicts) = self.conflicts {
            let limit = i32::try_from(conflicts).unwrap_or(i32::MAX);
            self.solver.limit("conflicts", limit);
        }
        match self.solver.solve() {
            Status::SATISFIABLE => Answer::Satisfiable,
            Status::UNSATISFIABLE => Answer::Unsatisfiable,
            Status::UNKNOWN => Answer::Unknown,
        }
    }

    fn value(&mut self, literal: Literal) -> bool {
        if literal.variable() > self.highest {
            return !literal.is_positive();
        }
        self.solver.val(literal.number()) > 0
    }

    fn failed(&mut self, literal: Literal) -> bool {
        self.assumed.contains(&literal) && self.solver.failed(literal.number())
    }
}
