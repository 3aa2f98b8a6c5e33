//! Static diagnostics, one file each.
//!
//! `checks/` holds a file for every code; a check sees lowered forms and file-wide results,
//! never text, positions or spellings. [`diagnostics`] runs them all and maps what they find
//! back to the text. The crate runs no engine and draws nothing. Start at [`Finding`].

mod finding;

pub use finding::{Finding, FindingFix, Label, Part, Place, SpotEdit};
