//! SAT solving: clauses in, models and cores out.
//!
//! The crate knows literals and clauses, and nothing of where they come from. Start at
//! [`Solver`]; [`Cadical`] is the solver that is bundled, `Batsat` the one for where there is no
//! C++ compiler. [`minimal_core`] shrinks a set of assumptions that cannot hold together,
//! [`Models`] goes through all models. [`supports`] finds clauses that follow from others and make
//! the search short.

#[cfg(feature = "batsat")]
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod core;
mod literal;
mod models;
mod solver;
mod support;

#[cfg(test)]
mod tests;

#[cfg(feature = "batsat")]
pub use batsat::Batsat;
#[cfg(feature = "cadical")]
pub use cadical::Cadical;
pub use core::minimal_core;
pub use literal::Literal;
pub use models::{Models, Next};
pub use solver::{Answer, Control, Solver, new};
pub use support::{Supports, supports};
