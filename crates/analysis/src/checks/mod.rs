//! The checks, one file for every code.
//!
//! A file `unsafe_variable.rs` holds the check of the code `unsafe-variable`: its header
//! comment is the text of `herbrand explain` and of the page in the documentation, its tests
//! stand below it. The header is Markdown: the explanation first, then `## Wrong` and
//! `## Right`, each with one or more fenced examples:
//!
//! - ```` ```kif ````, ```` ```hrf ````: a whole file. A wrong one gets this code at least
//!   once and no other code, a right one gets nothing.
//! - ```` ```kif game ````: a piece of a game; what is missing to make it one is not reported.
//! - ```` ```kif file=cell.hrf ````: the file's name, where that matters.
//! - ```` ```kif windows-1252 ````: the bytes of the file are in this encoding.
//!
//! A check sees lowered rules or file-wide results, never text, positions or spellings; its
//! messages quote parts of rules through [`FormContext::spelling`].

use source::Code;

use crate::context::{FileContext, FormContext};
use crate::finding::Finding;

/// Looks at one rule alone. Rules with a syntax error inside are never shown to it.
pub type FormCheck = fn(rule: &logic::Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>);

/// Looks at a whole file through the queries of `hir`. Every place that it reports names its
/// block.
pub type FileCheck = fn(cx: &FileContext<'_>, sink: &mut Vec<Finding>);

/// A check and what it looks at.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// What it reports.
    pub code: Code,
    /// How it is run.
    pub run: Run,
}

/// What a check looks at.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// One rule after the other, in any file.
    Form(FormCheck),
    /// One rule after the other, in games.
    GameForm(FormCheck),
    /// The whole file.
    File(FileCheck),
    /// What the parser or the directives say: see [`crate::diagnostics`].
    Text,
}

macro_rules! checks {
    ($($module:ident $kind:ident $code:ident;)*) => {
        $(mod $module;)*

        /// All checks, in the order of the documentation.
        pub const CHECKS: &[Check] = &[
            $(Check { code: Code::$code, run: checks!(@run $kind $module) },)*
        ];
    };
    (@run form $module:ident) => { Run::Form($module::check) };
    (@run game $module:ident) => { Run::GameForm($module::check) };
    (@run file $module:ident) => { Run::File($module::check) };
    (@run text $module:ident) => { Run::Text };
}

checks! {
    // Logic.
    singleton_variable form SINGLETON_VARIABLE;
}
