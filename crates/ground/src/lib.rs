//! Evaluation and grounding of logic programs, and of quantified formulas.
//!
//! The crate knows no text, no positions and no solver. [`evaluate()`] gives the [`Model`] of a
//! [`Program`] by joins over interned terms; it is tested against the evaluators of
//! `logic::reference`. Start at [`evaluate()`], then read `plan`, which says how a rule is joined,
//! and `machine`, which does it. [`mod@formula`] makes clauses of puzzles.

pub mod asp;
mod engine;
mod evaluate;
mod explain;
mod explosion;
mod extent;
pub mod formula;
mod index;
mod instances;
mod limits;
mod machine;
mod model;
mod network;
mod normal;
mod plan;
mod program;
mod relation;
mod statistics;
mod store;
mod table;
mod terms;
mod well_founded;

pub use evaluate::evaluate;
pub use explain::{Miss, NearMiss, Proof, ProofStep, Reason};
pub use extent::{extent, over_approximation};
pub use limits::{Error, Exceeded, Explosion, Limit, Limits, Options, Progress};
pub use model::{Model, Truth};
pub use network::{Goal, Input, Latch, Network, NetworkStatistics, Node, Outputs, Signal, network};
pub use program::{Atom, Clause, Comparison, Expr, Literal, Operator, Program};
pub use statistics::RuleStatistics;
