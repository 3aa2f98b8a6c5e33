//! KIF, the prefix spelling of GDL.

pub(crate) mod lexer;
mod parens;
mod parser;
pub(crate) mod recovery;
mod unclosed;

pub(crate) use parser::{item, payload};
