//! Runs the engines on what a file says, and brings their results back to it.
//!
//! A [`Spec`] is an owned snapshot of a file: engines run on it without the database, on any
//! thread. The crate draws nothing. Start at [`Spec`].

mod phrase;
mod spec;

pub use phrase::{Pattern, PhraseError, facts, pattern};
pub use spec::{Spec, obstacles};
