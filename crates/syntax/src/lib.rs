//! Lossless, incremental syntax trees of the Herbrand languages.
//!
//! The crate turns text into trees and back. It does not know what a rule means, what a line
//! is, where a file lies, or how results are cached. Start at [`Parse`].

pub mod ast;
mod dialect;
mod directive;
mod edit;
mod error;
mod fmt;
mod hrf;
mod kif;
mod kind;
mod parse;
mod qprop;
mod text;
mod tree;

pub use dialect::Dialect;
pub use directive::{DirectiveError, DirectiveErrorKind};
pub use edit::TextEdit;
pub use error::{SyntaxError, SyntaxErrorKind};
pub use fmt::{FormatOptions, Operators, format, format_edits};
pub use kind::{HerbrandLanguage, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken};
pub use parse::{Block, Parse, ParseOptions};
pub use rowan::{
    GreenNode, GreenNodeData, NodeOrToken, TextRange, TextSize, TokenAtOffset, WalkEvent,
};
