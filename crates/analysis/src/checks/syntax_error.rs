//! The text cannot be read here. Nothing else is reported about a form with such an error until
//! it is mended, though what it defines counts as defined.
//!
//! ## Wrong
//! ```kif
//! (parent ann (bob carol) ())
//! (distinct ann bob)
//! ```
//!
//! ## Right
//! ```kif
//! (parent ann bob)
//! ```

use source::{Code, Diagnostic};
use syntax::TextRange;

use super::text_diagnostic;

/// Reports `found`, the text at `range`, where `expected` should stand.
pub(crate) fn diagnostic(
    range: TextRange,
    found: &str,
    expected: &str,
    help: Option<&str>,
) -> Diagnostic {
    let found = found.trim();
    let message = if found.is_empty() {
        format!("expected {expected}")
    } else {
        format!("expected {expected}, found `{}`", shortened(found))
    };
    let mut diagnostic = text_diagnostic(Code::SYNTAX_ERROR, range, message);
    diagnostic.help.extend(help.map(str::to_owned));
    diagnostic
}

/// Reports that `expected` is missing behind `last`, the text at `range`.
pub(crate) fn missing(range: TextRange, last: &str, expected: &str) -> Diagnostic {
    let message = format!("expected {expected} behind `{}`", shortened(last));
    text_diagnostic(Code::SYNTAX_ERROR, range, message)
}

/// The first line of the text, and not too much of it.
pub(super) fn shortened(text: &str) -> String {
    const LIMIT: usize = 24;
    let line = text.lines().next().unwrap_or_default().trim_end();
    let mut characters = line.chars();
    let start: String = characters.by_ref().take(LIMIT).collect();
    if characters.next().is_some() || line.len() < text.len() {
        format!("{start}…")
    } else {
        start
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_whole_at};

    const CODE: Code = Code::SYNTAX_ERROR;

    #[test]
    fn what_was_expected_and_what_is_there() {
        check(
            CODE,
            r"
(distinct a b)
^^^^^^^^^^^^^^ syntax-error: expected a fact or a rule, found `(distinct a b)`
(<= (p ?x) (q ?x) ((r ?x)))
                   ^ syntax-error: expected the name of a relation, found `(`
",
        );
    }

    #[test]
    fn what_is_missing_behind_a_sign() {
        check_whole_at(
            "sheet.hrf",
            CODE,
            "p(a) :- q(a) &\nq(a)\nr(a) :- p(a)\n  q(a)\ns(a) :-\n",
            "error `q` (line 4): expected `&` between the literals, found `q`
               help: what is indented deeper than a rule belongs to it
             error `:-` (line 5): expected a literal behind `:-`",
        );
    }
}
