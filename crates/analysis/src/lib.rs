//! Static diagnostics, one file each.
//!
//! `checks/` holds a file for every code; a check sees lowered forms and file-wide results,
//! never text, positions or spellings. [`diagnostics`] runs them all and maps what they find
//! back to the text; [`fix_all`] applies their fixes. The crate runs no engine and draws
//! nothing. Start at [`checks`] and [`Finding`].

mod allow;
mod bindings;
mod chain;
pub mod checks;
mod context;
mod directives;
mod driver;
mod edits;
mod explanation;
mod explanations;
mod finding;
mod fix;
mod nearest;
mod places;
pub mod report;
mod said;
mod same;
mod spelt;
mod statements;
mod walk;
pub mod wording;

#[cfg(test)]
mod test_support;

pub use allow::allows_grounded;
pub use context::{FileContext, FormContext};
pub use driver::{
    Grounded, block_findings, diagnostics, diagnostics_grounded, diagnostics_with_allowed,
    file_findings, reported,
};
pub use explanation::{Example, examples, explanation};
pub use finding::{Finding, FindingFix, Label, Part, Place, SpotEdit};
pub use fix::{Fixed, compatible_fixes, fix_all};
pub use spelt::Spelt;
