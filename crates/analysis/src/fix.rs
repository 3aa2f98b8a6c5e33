//! Applies fixes to a text.

use source::{Code, Diagnostic};
use syntax::TextEdit;

/// A text with fixes applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The new text.
    pub text: String,
    /// What was mended, in the order in which it was: the code and the title of each fix.
    pub applied: Vec<(Code, String)>,
}

/// The rounds after which [`fix_all`] gives up: fixes that undo one another would never end.
const ROUNDS: usize = 100;

/// Applies the first safe fix of each diagnostic, again and again until none is left.
/// `diagnose` gives the diagnostics of a text, in order.
///
/// Fixes without edits (`non-utf8-source`) are not counted: writing the text mends them.
pub fn fix_all(text: &str, mut diagnose: impl FnMut(&str) -> Vec<Diagnostic>) -> Fixed {
    let mut fixed = Fixed {
        text: text.to_owned(),
        applied: Vec::new(),
    };
    for _ in 0..ROUNDS {
        let diagnostics = diagnose(&fixed.text);
        if !apply_safe(&mut fixed, &diagnostics) {
            break;
        }
    }
    fixed
}

/// Applies those safe fixes that do not touch one another, each as a whole or not at all.
/// Says whether there was any.
fn apply_safe(fixed: &mut Fixed, diagnostics: &[Diagnostic]) -> bool {
    let mut edits: Vec<TextEdit> = Vec::new();
    for diagnostic in diagnostics {
        let Some(fix) = diagnostic
            .fixes
            .iter()
            .find(|fix| fix.safe && !fix.edits.is_empty())
        else {
            continue;
        };
        let touches = |edit: &TextEdit| {
            edits
                .iter()
                .any(|other| edit.range.intersect(other.range).is_some())
        };
        if fix.edits.iter().any(touches) {
            continue;
        }
        edits.extend(fix.edits.iter().cloned());
        fixed.applied.push((diagnostic.code, fix.title.clone()));
    }
    edits.sort_by_key(|edit| edit.range.start());
    edits
        .iter()
        .rev()
        .for_each(|edit| edit.apply(&mut fixed.text));
    !edits.is_empty()
}
