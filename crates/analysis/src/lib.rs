//! Static diagnostics, one file each.
//!
//! `checks/` holds a file for every code; a check sees lowered forms and file-wide results,
//! never text, positions or spellings. The crate runs no engine and draws nothing. Start at
//! [`checks`] and [`Finding`].

pub mod checks;
mod context;
mod finding;
mod walk;

pub use context::{FileContext, FormContext};
pub use finding::{Finding, FindingFix, Label, Part, Place, SpotEdit};
