//! Games as propositional networks.
//!
//! [`network()`] grounds a game in three steps. What can ever be `true`, `does` and so on is
//! over-approximated by running all states together, negations of what depends on the state
//! counting as possible (`possible`). Over that the rules are instantiated. Then what is constant
//! in every reachable state is folded away (`constants`), and the rest becomes gates, equal ones
//! once (`gates`), and so do latches (`equal`).

mod constants;
mod equal;
mod gates;
mod possible;
mod shape;
mod state;

use std::time::Duration;

use logic::{GroundAtom, GroundTerm};

use crate::limits::{Error, Options};
use crate::program::Program;
use crate::statistics::RuleStatistics;

pub use state::Outputs;

/// A literal of a network: a node, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signal(u32);

impl Signal {
    /// Always false: node 0.
    pub const FALSE: Self = Self(0);
    /// Always true.
    pub const TRUE: Self = Self(1);

    pub(crate) fn of(node: u32, negated: bool) -> Self {
        Self(node << 1 | u32::from(negated))
    }

    /// A latch of a network.
    ///
    /// # Panics
    /// If there is no such latch.
    pub fn of_latch(network: &Network, latch: usize) -> Self {
        Self::of(network.latches[latch].node, false)
    }

    /// The node, by its place in [`Network::nodes`].
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the node is negated.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Signal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A node of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// Node 0 alone: false.
    False,
    /// A bit of the state: the latch of this number.
    Latch(u32),
    /// Whether a move is made: the input of this number.
    Input(u32),
    /// All of the signals `edges[from..to]`.
    And(u32, u32),
    /// One of the signals `edges[from..to]`.
    Or(u32, u32),
    /// As `Or`, and needed by its own signals: the least solution counts.
    Recursive(u32, u32),
}

/// A bit of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Latch {
    /// What is `true` where it is set.
    pub name: GroundTerm,
    /// What else is `true` exactly there, in every reachable state.
    pub also: Vec<GroundTerm>,
    /// Whether it is set in the first state.
    pub init: bool,
    /// What sets it in the following state.
    pub next: Signal,
    /// Its node.
    pub node: u32,
}

/// A move of a role that is legal in some state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The role, by its place in [`Network::roles`].
    pub role: usize,
    /// The move.
    pub action: GroundTerm,
    /// Where it is legal.
    pub legal: Signal,
    /// Its node.
    pub node: u32,
}

/// A goal value of a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The role, by its place in [`Network::roles`].
    pub role: usize,
    /// The value.
    pub value: GroundTerm,
    /// Where the role has it.
    pub signal: Signal,
}

/// A game as a propositional network.
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// The roles, in the order of the sheet.
    pub roles: Vec<GroundTerm>,
    /// The nodes. All that a gate needs comes before it, but for [`Node::Recursive`] ones.
    pub nodes: Vec<Node>,
    /// The nodes `from..to` that need each other: they are evaluated over and over, from false,
    /// until none changes.
    pub loops: Vec<(u32, u32)>,
    /// The signals of the gates.
    pub edges: Vec<Signal>,
    /// The state.
    pub latches: Vec<Latch>,
    /// What is `true` in every reachable state.
    pub always: Vec<GroundTerm>,
    /// The moves.
    pub inputs: Vec<Input>,
    /// The goals.
    pub goals: Vec<Goal>,
    /// Where the game ends.
    pub terminal: Signal,
    /// `sees` and `percept` of games with incomplete information.
    pub views: Vec<(GroundAtom, Signal)>,
    /// What it cost.
    pub statistics: NetworkStatistics,
}

impl Default for Signal {
    fn default() -> Self {
        Self::FALSE
    }
}

/// The sizes on the way to a network.
#[derive(Clone, Debug, Default)]
pub struct NetworkStatistics {
    /// Atoms that do not depend on the state.
    pub static_atoms: u64,
    /// Atoms that do, as far as they can hold.
    pub atoms: u64,
    /// Instances of rules over them.
    pub instances: u64,
    /// Of those atoms, how many hold nowhere, and everywhere.
    pub never: u64,
    /// See `never`.
    pub always: u64,
    /// Per clause of the program, the instances that were written down and what that cost.
    pub rules: Vec<RuleStatistics>,
    /// Time for atoms, instances and gates; for display only.
    pub time: [Duration; 3],
}

/// Grounds a game: the rules of a sheet whose `role`, `init`, `next`, `legal`, `goal` and
/// `terminal` have their meaning.
///
/// # Errors
/// As [`crate::evaluate()`], and [`Error::Unstratified`] where an atom of a state needs its own
/// negation.
pub fn network(program: &Program, options: &Options<'_>) -> Result<Network, Error> {
    let linked = crate::extent::link(program);
    let clauses = program.clauses.len();
    let possible = shape::shaped(&linked, clauses, options);
    let possible = possible.map_err(|error| error.of_program(clauses))?;
    let constants = constants::Constants::of(&possible);
    gates::build(possible, &constants)
}
