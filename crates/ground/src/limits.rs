//! Where an evaluation stops, and what it says then.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use logic::{GroundAtom, GroundTerm, Name};

/// Counted budgets: what is computed never depends on how fast the machine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Atoms of all relations together.
    pub atoms: u64,
    /// Instances of all rules together.
    pub instances: u64,
    /// Rows looked at in joins.
    pub steps: u64,
    /// Functions in each other.
    pub depth: u32,
    /// Bytes of relations, indexes, terms and instances, as estimated.
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            atoms: 50_000_000,
            instances: 100_000_000,
            steps: 1_000_000_000,
            depth: 100,
            bytes: 2 << 30,
        }
    }
}

impl Limits {
    /// For games: what is beyond is better played by the rules than grounded.
    pub const GAME: Self = Self {
        atoms: 3_000_000,
        instances: 10_000_000,
        steps: 100_000_000,
        depth: 100,
        bytes: 2 << 30,
    };

    /// For a look at a result that a person waits for.
    pub const LOOK: Self = Self {
        atoms: 3_000_000,
        instances: 1_000_000,
        steps: 10_000_000,
        depth: 100,
        bytes: 2 << 30,
    };

    /// The value of one of them.
    pub(crate) fn of(&self, limit: Limit) -> u64 {
        match limit {
            Limit::Atoms => self.atoms,
            Limit::Instances => self.instances,
            Limit::Steps => self.steps,
            Limit::Depth => self.depth.into(),
            Limit::Bytes => self.bytes,
            Limit::Conjunctions => 0,
        }
    }
}

/// How to evaluate.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Where to stop.
    pub limits: Limits,
    /// Stops soon after this is set.
    pub cancel: Option<&'a AtomicBool>,
    /// Told now and then how far it is.
    pub progress: Option<&'a Progress>,
    /// A game whose rules have more instances than sixteen times this is grounded in parts: each
    /// rule with more instances than this is joined otherwise than it is written, if that can be.
    pub whole: u64,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            cancel: None,
            progress: None,
            whole: 60_000,
        }
    }
}

/// How far an evaluation is, to be looked at while it runs.
#[derive(Debug, Default)]
pub struct Progress {
    atoms: AtomicU64,
    instances: AtomicU64,
}

impl Progress {
    /// How many atoms have been derived, facts included.
    pub fn atoms(&self) -> u64 {
        self.atoms.load(Ordering::Relaxed)
    }

    /// How many rule instances have been found.
    pub fn instances(&self) -> u64 {
        self.instances.load(Ordering::Relaxed)
    }

    pub(crate) fn tell(&self, atoms: u64, instances: u64) {
        self.atoms.store(atoms, Ordering::Relaxed);
        self.instances.store(instances, Ordering::Relaxed);
    }
}

impl<'a> Options<'a> {
    /// The same with the limits of [`Limits::LOOK`].
    pub fn for_a_look(&self) -> Options<'a> {
        Options {
            limits: Limits::LOOK,
            progress: None,
            ..*self
        }
    }
}

impl Options<'_> {
    /// Whether the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// One of the [`Limits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`Limits::atoms`]
    Atoms,
    /// [`Limits::instances`]
    Instances,
    /// [`Limits::steps`]
    Steps,
    /// [`Limits::depth`]
    Depth,
    /// [`Limits::bytes`]
    Bytes,
    /// The conjunctions that a body comes to when its disjunctions are multiplied out; fixed.
    Conjunctions,
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The cancel flag was set.
    Cancelled,
    /// Nothing binds this variable of this rule before it is needed.
    Unsafe {
        /// The place of the rule in the program.
        rule: usize,
        /// The variable.
        variable: Name,
    },
    /// An atom of a state of a game needs its own negation.
    Unstratified(GroundAtom),
    /// A limit was reached.
    Exceeded(Box<Exceeded>),
    /// Division by zero or overflow, where everything else in the body holds: what compares with
    /// the result or is matched with it counts as holding, the rest of such an atom does not.
    /// Where an equation is solved, as `n(X - 1)` is for `X`, a solution out of bounds is none.
    Arithmetic {
        /// The place of the rule in the program.
        rule: usize,
        /// What stands for each variable; those that come of the failed operation are missing.
        binding: Vec<(Name, GroundTerm)>,
    },
}

impl Error {
    /// The same, where rules behind those of a program of so many are no rules of it.
    pub(crate) fn of_program(mut self, clauses: usize) -> Self {
        if let Self::Exceeded(exceeded) = &mut self
            && exceeded.rule.is_some_and(|rule| rule >= clauses)
        {
            exceeded.rule = None;
            exceeded.variables.clear();
        }
        self
    }
}

/// Which limit was reached, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exceeded {
    /// The limit.
    pub limit: Limit,
    /// Its value.
    pub allowed: u64,
    /// The place of the rule at work in the program; `None` while facts were read, and while states
    /// of a game fed the next ones.
    pub rule: Option<usize>,
    /// The variables of the rule.
    pub variables: Vec<Explosion>,
}

/// What a variable of a rule ranged over when a limit was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explosion {
    /// The variable.
    pub variable: Name,
    /// How many different terms stood in the place that binds it, the smallest such place.
    pub terms: usize,
    /// Up to five of them.
    pub first: Vec<GroundTerm>,
}
