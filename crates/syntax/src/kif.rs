//! KIF, the prefix spelling of GDL.

pub(crate) mod lexer;
mod parens;
mod parser;
pub(crate) mod recovery;

pub(crate) use parser::{item, payload};
