//! Terms and rules of logic programs, their dependency graphs and strata.
//!
//! The plain core of Herbrand: it does not know text, positions, spellings or caches. Rules
//! arrive here from `hir`, or from any program that builds them. Start at [`Rule`]; what depends
//! on what is [`DependencyGraph`] (by relation) and [`RuleGraph`] (by rule, with unification),
//! what may stand where is [`domains`](domains()). What a program means
//! is spelt out, slowly, in [`mod@reference`]. Puzzles have a core of their own, [`mod@formula`].

mod canonical;
mod digraph;
mod domains;
pub mod formula;
mod graph;
mod ground;
pub mod reference;
mod relation;
mod rule;
mod rule_graph;
mod safety;
mod unify;

#[cfg(any(test, feature = "samples"))]
pub mod samples;

pub use canonical::{canonical_hash, equivalent};
pub use digraph::{Components, Digraph};
pub use domains::{Domain, DomainLimits, Domains, Program, Shape, domains};
pub use graph::{DependencyGraph, DependencyGraphBuilder, RelationId, Strata};
pub use ground::{GroundAtom, GroundTerm};
pub use relation::{Polarity, Relation, body_atoms};
pub use rule::{Atom, Literal, LiteralKind, Name, NodeId, Rule, Term, VarId};
pub use rule_graph::{CycleStep, RuleEdge, RuleGraph};
pub use safety::{VarSet, bound_by, bound_variables};
pub use unify::unifiable;
