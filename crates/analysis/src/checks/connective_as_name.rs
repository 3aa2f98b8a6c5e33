//! `<=`, `not`, `or` and `distinct` join and negate literals. They cannot name a relation, a
//! function or an object.
//!
//! ## Wrong
//! ```kif
//! (state not ready)
//! ```
//!
//! ## Right
//! ```kif
//! (state not_ready)
//! ```

use source::{Code, Diagnostic};
use syntax::TextRange;

use super::text_diagnostic;

/// Reports `connective`, the text at `range`.
pub(crate) fn diagnostic(range: TextRange, connective: &str) -> Diagnostic {
    let mut diagnostic = text_diagnostic(
        Code::CONNECTIVE_AS_NAME,
        range,
        format!("`{connective}` stands where a name belongs"),
    );
    diagnostic
        .help
        .push(match connective.to_ascii_lowercase().as_str() {
            "not" => "only a literal of a body can be negated, not a term or a head".to_owned(),
            "<=" => "a rule stands at the top level, never inside another form".to_owned(),
            _ => format!("`{connective}` stands in the body of a rule only"),
        });
    diagnostic
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check;

    const CODE: Code = Code::CONNECTIVE_AS_NAME;

    #[test]
    fn a_connective_is_no_name() {
        check(
            CODE,
            r"
(p not b)
   ^^^ connective-as-name: `not` stands where a name belongs
",
        );
    }
}
