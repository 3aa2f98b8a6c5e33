//! Quantified propositional logic over finite sets.
//!
//! [`written`] is what a file says, before any name is resolved.

pub mod written;
