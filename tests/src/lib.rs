//! What the whole-product tests share.

mod binary;
mod client;
pub mod clingo;
pub mod corpus;
mod folder;
mod keystrokes;
pub mod linting;
pub mod qprop;
pub mod rules;
mod run;
pub mod schema;
mod sheets;
pub mod usage;

pub use binary::herbrand;
pub use client::{Client, DEADLINE};
pub use folder::Folder;
pub use keystrokes::{Keystroke, Typist};
pub use run::{Ended, end, run, run_with};
pub use sheets::{corpus_sheet, counting_game, counting_puzzle, endless_program};
