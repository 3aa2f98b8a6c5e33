//! The formats of `lint`. Each renders one file at a time, so that it can be done by whichever
//! thread looked at the file, and joins the pieces.

mod excerpt;
mod github;
mod json;
mod junit;
mod sarif;
mod text;

use super::sheet::Sheet;
use super::tally::Tally;
use crate::cli::args::LintFormat;
use crate::cli::verdict::{Problem, Verdict};

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The format.
    pub(crate) format: LintFormat,
    /// Whether to use colours, in text.
    pub(crate) color: bool,
    /// How many reports of one code to draw for each file, in text; 0 is all.
    pub(crate) max_reports: usize,
}

/// What a run found.
pub(crate) struct Summary<'a> {
    /// The pieces that [`piece`] made, in order.
    pub(crate) pieces: Vec<String>,
    /// What could not be read.
    pub(crate) problems: &'a [Problem],
    /// All files together.
    pub(crate) tally: &'a Tally,
    /// What was mended, a line for each file.
    pub(crate) fixed: &'a [String],
    /// How the run ends.
    pub(crate) verdict: Verdict,
}

/// Renders the reports of one file.
pub(crate) fn piece(sheet: &Sheet, style: Style) -> String {
    match style.format {
        LintFormat::Text => text::piece(sheet, style),
        LintFormat::Json => json::piece(sheet),
        LintFormat::Sarif => sarif::piece(sheet),
        LintFormat::Github => github::piece(sheet),
        LintFormat::Junit => junit::piece(sheet),
    }
}

/// Makes the whole of the pieces.
pub(crate) fn document(summary: &Summary<'_>, style: Style) -> String {
    match style.format {
        LintFormat::Text => text::document(summary),
        LintFormat::Json => json::document(summary),
        LintFormat::Sarif => sarif::document(summary),
        LintFormat::Github => github::document(summary),
        LintFormat::Junit => junit::document(summary),
    }
}
