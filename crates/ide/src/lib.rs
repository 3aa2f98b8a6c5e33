//! Editor features as plain data over a snapshot.
//!
//! Each feature is a file: it takes a [`Snapshot`], a file and byte offsets, and gives ranges
//! and texts. The crate knows no protocol, no lines and columns, and reads no file. Start at
//! [`Host`].

mod code_actions;
mod diagnostics;
mod document_symbols;
#[cfg(test)]
mod fixture;
mod formatting;
mod grounded;
mod host;
mod hover;
mod keywords;
mod lenses;
mod navigation;
mod qprop;
mod symbol;
mod wording;

pub use code_actions::{Action, ActionKind, code_actions};
pub use diagnostics::{diagnostics, obstacle, rule_offsets, spec};
pub use document_symbols::{LISTED_FACTS, SymbolGroup, SymbolItem, document_symbols};
pub use formatting::formatting;
pub use grounded::Grounded;
pub use host::{Draft, Host, Snapshot, Statistics};
pub use hover::{Hover, hover};
pub use lenses::{Lens, lens_title, lenses};
pub use navigation::{Target, definitions, references};
pub use qprop::{
    Asked, GroundedPuzzle, Obstacle, OutlineItem, OutlineKind, Puzzle, PuzzleLens, PuzzleLensKind,
    Run, is_puzzle, outline, puzzle, puzzle_lens_title, puzzle_lenses, statement_lines,
    statement_range, texts,
};
pub use symbol::{Found, Symbol, symbol_at};
