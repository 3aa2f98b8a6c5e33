//! An operator of another language. What it means is clear, and it is read so; but it is no sign
//! of QPROP.
//!
//! ## Wrong
//! ```qprop
//! pred p
//! pred q
//! rule one: p && q || 1 == 2
//! ```
//!
//! ## Right
//! ```qprop
//! pred p
//! pred q
//! rule one: (p and q) or 1 = 2
//! ```

use source::{Code, Diagnostic, Fix};
use syntax::{TextEdit, TextRange};

use super::text_diagnostic;

/// Reports the operator `found` at `range`, for which `write` stands here.
pub(crate) fn diagnostic(range: TextRange, found: &str, write: &str) -> Diagnostic {
    let message = format!("`{found}` is an operator of another language; here it is `{write}`");
    let mut diagnostic = text_diagnostic(Code::FOREIGN_OPERATOR, range, message);
    diagnostic.fixes.push(Fix {
        title: format!("write `{write}`"),
        safe: true,
        edits: vec![TextEdit::replace(range, write)],
    });
    diagnostic
}

/// The same for an operator that letters touch, where a word needs blanks.
pub(crate) fn in_text(range: TextRange, text: &str, write: &str) -> Diagnostic {
    let mut diagnostic = diagnostic(range, &text[range], write);
    if write.starts_with(|c: char| c.is_alphabetic()) {
        let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'');
        let before = text[..usize::from(range.start())].ends_with(is_letter);
        let after = text[usize::from(range.end())..].starts_with(is_letter);
        let blank = |needed: bool| if needed { " " } else { "" };
        for edit in diagnostic.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.insert = format!("{}{write}{}", blank(before), blank(after));
        }
    }
    diagnostic
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_fixes_at, check_whole_at};

    const CODE: Code = Code::FOREIGN_OPERATOR;

    #[test]
    fn each_is_named_with_what_to_write() {
        check_whole_at(
            "a.qprop",
            CODE,
            "forall x | x == 1 || x <> 2 && x =< 3 . p(x) ⊃ q\n",
            "error `==` (line 1): `==` is an operator of another language; here it is `=`
             error `||` (line 1): `||` is an operator of another language; here it is `or`
             error `<>` (line 1): `<>` is an operator of another language; here it is `!=`
             error `&&` (line 1): `&&` is an operator of another language; here it is `&`
             error `=<` (line 1): `=<` is an operator of another language; here it is `<=`
             error `⊃` (line 1): `⊃` is an operator of another language; here it is `⇒`",
        );
    }

    #[test]
    fn a_word_gets_the_blanks_that_it_needs() {
        check_fixes_at("a.qprop", CODE, "rule a: p||q\n", &["rule a: p or q\n"]);
        check_fixes_at("a.qprop", CODE, "rule a: 1==2\n", &["rule a: 1=2\n"]);
    }
}
