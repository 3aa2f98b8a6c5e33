//! KIF, the prefix spelling of GDL.

pub(crate) mod lexer;
mod parser;
pub(crate) mod recovery;

pub(crate) use parser::item;
