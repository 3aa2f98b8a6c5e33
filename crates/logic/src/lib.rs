//! Terms and rules of logic programs, their dependency graphs and strata.
//!
//! The plain core of Herbrand: it does not know text, positions, spellings or caches. Rules
//! arrive here from `hir`, or from any program that builds them. Start at [`Rule`].

mod relation;
mod rule;

pub use relation::{Polarity, Relation, body_atoms};
pub use rule::{Atom, Literal, LiteralKind, Name, NodeId, Rule, Term, VarId};
