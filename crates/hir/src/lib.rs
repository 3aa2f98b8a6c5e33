//! Lowering of syntax trees to position-free logic, and what a whole file says.
//!
//! A file is a list of blocks, a block a list of forms. [`block::forms`] lowers a block,
//! [`block::summary`] boils it down, [`index`](index::index) joins the summaries of a file. None
//! of them holds a position; [`SourceMap`] leads back to the text. The crate runs no engine and
//! judges nothing: that is for `analysis`. Start at [`Form`].

mod form;

pub use form::{DirectiveLine, Form, FormSpan, LoweredForm, Note, NoteKind, Reach, SourceMap};
