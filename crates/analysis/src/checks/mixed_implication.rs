//! `implies` and `if` stand in one chain, and nobody can say which binds first: the arrows point
//! at each other. Parentheses decide.
//!
//! ## Wrong
//! ```qprop
//! pred rain
//! pred wet
//! pred cloudy
//! rule weather: wet if rain implies cloudy
//! ```
//!
//! ## Right
//! ```qprop
//! pred rain
//! pred wet
//! pred cloudy
//! rule weather: wet if (rain implies cloudy)
//! ```

use source::{Code, Diagnostic, Fix};
use syntax::{TextEdit, TextRange};

use super::syntax_error::shortened;
use super::text_diagnostic;

/// Reports the operator at `range`; `groups` are what parentheses can stand around.
pub(crate) fn diagnostic(
    range: TextRange,
    text: &str,
    groups: Option<(TextRange, TextRange)>,
) -> Diagnostic {
    let message = "`implies` and `if` in one chain need parentheses";
    let mut diagnostic = text_diagnostic(Code::MIXED_IMPLICATION, range, message);
    for group in groups
        .into_iter()
        .flat_map(|(first, second)| [first, second])
    {
        diagnostic.fixes.push(Fix {
            title: format!("put parentheses around `{}`", shortened(&text[group])),
            safe: false,
            edits: vec![
                TextEdit::replace(TextRange::empty(group.start()), "("),
                TextEdit::replace(TextRange::empty(group.end()), ")"),
            ],
        });
    }
    diagnostic
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_fixes_at, check_whole_at};

    const CODE: Code = Code::MIXED_IMPLICATION;

    #[test]
    fn either_pair_can_be_meant() {
        check_fixes_at(
            "a.qprop",
            CODE,
            "rule a: p if q or r implies not s\n",
            &[
                "rule a: (p if q or r) implies not s\n",
                "rule a: p if (q or r implies not s)\n",
            ],
        );
    }

    #[test]
    fn one_report_for_a_chain_and_none_for_implications_alone() {
        check_whole_at(
            "a.qprop",
            CODE,
            "rule a: p implies q implies r\nrule b: p if q if r <= s\nrule c: p → q ← r ← s\n",
            "error `if` (line 2): `implies` and `if` in one chain need parentheses
             error `←` (line 3): `implies` and `if` in one chain need parentheses",
        );
    }
}
