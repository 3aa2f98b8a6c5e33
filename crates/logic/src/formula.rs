//! Quantified propositional logic over finite sets.
//!
//! [`written`] is what a file says, before any name is resolved. [`Declarations`] is what the
//! statements of a spec declare together, and [`elaborate`](elaborate()) reads one statement with
//! them: it makes the [`Formula`] and [`Term`] that the engines take, and tells every
//! [`Problem`] that can be told without grounding.

mod core;
mod declarations;
mod elaborate;
mod fingerprint;
mod instance;
mod parts;
mod problem;
pub mod reference;
pub mod scenes;
mod spec;
mod uses;
mod value;
mod values;
pub mod walk;
pub mod written;

pub use self::core::{
    Bound, Check, ConstantId, ElementId, Formula, FormulaKind, FunctionId, Grid, Quantified,
    Quantifier, Range, RelationId, Shown, SortId, Statement, Term, TermKind, Variable,
};
pub use declarations::{
    Column, Declarations, Declared, Function, Meaning, Part, Relation, RelationKind, Sort,
};
pub use elaborate::{Elaborated, elaborate};
pub use fingerprint::Alternation;
pub use instance::{Fault, FaultKind, Instance};
pub use problem::{Known, Place, Problem, ProblemKind, StatementId, TermSort};
pub use spec::{Said, Spec, Stratum, strata};
pub use value::{Domain, Value};
pub use values::Values;
