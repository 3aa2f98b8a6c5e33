//! QPROP, quantified propositional logic.

mod infix;
pub(crate) mod lexer;
mod parser;
mod words;

pub(crate) use infix::InfixNames;
pub(crate) use parser::item;
pub(crate) use words::foreign;
