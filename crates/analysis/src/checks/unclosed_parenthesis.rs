//! A parenthesis is opened and never closed. The report stands at the opening one; a second
//! place shows where the closing one was probably meant to be.
//!
//! ## Wrong
//! ```kif
//! (parent ann bob
//! (<= (child ?x ?y) (parent ?y ?x))
//! ```
//!
//! ## Right
//! ```kif
//! (parent ann bob)
//! (<= (child ?x ?y) (parent ?y ?x))
//! ```

use source::{Code, Diagnostic, Related};
use syntax::TextRange;

use super::text_diagnostic;

/// Reports the parenthesis at `range`, whose partner should stand at `probable_end`.
pub(crate) fn diagnostic(range: TextRange, probable_end: TextRange) -> Diagnostic {
    let mut diagnostic = text_diagnostic(
        Code::UNCLOSED_PARENTHESIS,
        range,
        "this parenthesis is never closed",
    );
    diagnostic.related.push(Related {
        range: probable_end,
        message: "the closing `)` probably belongs here".to_owned(),
    });
    diagnostic
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check;

    const CODE: Code = Code::UNCLOSED_PARENTHESIS;

    #[test]
    fn at_the_opening_one() {
        check(
            CODE,
            r"
(p a
^ unclosed-parenthesis: this parenthesis is never closed
(<= q (p a))
",
        );
    }
}
