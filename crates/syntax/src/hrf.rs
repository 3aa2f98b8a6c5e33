//! HRF, the infix spelling of GDL.

pub(crate) mod lexer;
mod parser;

pub(crate) use parser::{item, payload};
