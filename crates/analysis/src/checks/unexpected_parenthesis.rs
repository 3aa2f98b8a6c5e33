//! A closing parenthesis without an opening one: there is one too many, or an opening one is
//! missing before it.
//!
//! ## Wrong
//! ```kif
//! (parent ann bob))
//! ```
//!
//! ## Right
//! ```kif
//! (parent ann bob)
//! ```

use source::{Code, Diagnostic, Fix};
use syntax::{TextEdit, TextRange};

use super::text_diagnostic;

/// Reports the parenthesis at `range`.
pub(crate) fn diagnostic(range: TextRange) -> Diagnostic {
    let mut diagnostic = text_diagnostic(
        Code::UNEXPECTED_PARENTHESIS,
        range,
        "nothing opens what this `)` closes",
    );
    diagnostic.fixes.push(Fix {
        title: "delete the parenthesis".to_owned(),
        safe: true,
        edits: vec![TextEdit::delete(range)],
    });
    diagnostic
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_fix};

    const CODE: Code = Code::UNEXPECTED_PARENTHESIS;

    #[test]
    fn one_too_many() {
        check(
            CODE,
            r"
(p a))
     ^ unexpected-parenthesis: nothing opens what this `)` closes
",
        );
        check_fix(CODE, r"(p a))", r"(p a)");
    }
}
