//! What the whole-product tests share.

mod binary;
mod client;
mod keystrokes;
mod sheets;
pub mod corpus;
pub mod linting;

pub use binary::herbrand;
pub use client::{Client, DEADLINE};
pub use keystrokes::{Keystroke, Typist};
pub use sheets::{corpus_sheet, counting_game};
