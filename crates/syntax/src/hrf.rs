//! HRF, the infix spelling of GDL.

mod lexer;
mod parser;

pub(crate) use parser::item;
