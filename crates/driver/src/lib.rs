//! Runs the engines on what a file says, and brings their results back to it.
//!
//! A [`Spec`] is an owned snapshot of a file: engines run on it without the database, on any
//! thread. A [`Theory`] is the same of puzzles, which may have several files. The crate draws
//! nothing. Start at [`Spec`].

mod checks;
mod dead_rules;
mod evaluation;
mod expectations;
mod ground_rules;
mod grounding;
mod herbrand_base;
mod instance;
mod mismatch;
mod phrase;
mod query;
mod reachable;
mod spec;
mod theory;
mod why;
mod witness;

pub use evaluation::{Evaluation, Stop};
pub use expectations::{Expected, Outcome, expectations};
pub use ground_rules::{Expansion, Instances, Shown};
pub use grounding::{
    Dead, Document, DocumentOptions, Extension, FirstFailure, Grounding, Range, RuleGrounding,
    Unmatched,
};
pub use herbrand_base::{BaseRelation, TooLarge, Universe};
pub use phrase::{Pattern, PhraseError, facts, pattern};
pub use query::{natural, natural_term};
pub use spec::{Spec, is_unreadable, obstacles};
pub use theory::{
    Answer, AtomGrounding, BACKGROUND, Cause, Checked, Claim, ConstraintGrounding, Core, Counted,
    Entailment, Examined, Examining, GroundForm, InstanceGrounding, Instead, LARGE, Model, Purpose,
    QuantifierGrounding, Solving, SolvingError, StatementLine, Surveyed, Theory,
    TheoryDocumentOptions, TheoryGrounding, Unclaimed, Ungrounded, Verified, Wording, Words, check,
    checks, examine, examine_grounded,
};
pub use why::{Failure, Premise, Step, Why};
