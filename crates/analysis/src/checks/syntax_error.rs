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

    use crate::test_support::check;

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
}
