//! Dots stand where something was left out, as in a formula that is copied from notes. They are
//! read as whatever is missing there, so that the rest of the formula is understood; nothing can
//! be grounded before it is written out.
//!
//! ## Wrong
//! ```qprop
//! sort square = 1..4
//! pred free(square)
//! rule some: free(1) or free(2) or …
//! ```
//!
//! ## Right
//! ```qprop
//! sort square = 1..4
//! pred free(square)
//! rule some: exists s: square . free(s)
//! ```

use source::{Code, Diagnostic, Fix};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange};

use super::text_diagnostic;

/// Reports the dots at `range` in the tree of the file.
pub(crate) fn diagnostic(range: TextRange, root: &SyntaxNode) -> Diagnostic {
    let message = "something is left out here";
    let mut diagnostic = text_diagnostic(Code::ELIDED_TEXT, range, message);
    diagnostic
        .help
        .push("write out what the dots stand for".to_owned());
    diagnostic.fixes.extend(removal(range, root));
    diagnostic
}

/// Takes the dots away with the sign that ties them to what stands before.
fn removal(range: TextRange, root: &SyntaxNode) -> Option<Fix> {
    let dots = root.token_at_offset(range.start()).right_biased()?;
    let before = |token: &SyntaxToken| {
        std::iter::successors(token.prev_token(), SyntaxToken::prev_token)
            .find(|token| token.kind() != SyntaxKind::Whitespace)
    };
    let sign = before(&dots).filter(|token| {
        matches!(
            token.kind(),
            SyntaxKind::OrKw | SyntaxKind::AndKw | SyntaxKind::Plus | SyntaxKind::Comma
        )
    })?;
    let start = before(&sign).map_or(sign.text_range().start(), |last| last.text_range().end());
    Some(Fix {
        title: format!("remove `{} {}`", sign.text(), dots.text()),
        safe: false,
        edits: vec![TextEdit::delete(TextRange::new(start, range.end()))],
    })
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_fixes_at, check_whole_at};

    const CODE: Code = Code::ELIDED_TEXT;

    #[test]
    fn one_report_for_dots_that_notes_leave() {
        check_whole_at(
            "notes.qprop",
            CODE,
            "forall s1, e1, s2, e2 |\n  s1 = 1 and e1 = 0 or … .\n  forall n . m(s1, e1, n) iff m(s2, e2, n)\n",
            "error `…` (line 2): something is left out here
             help: write out what the dots stand for",
        );
    }

    #[test]
    fn the_sign_before_the_dots_goes_with_them() {
        check_fixes_at(
            "notes.qprop",
            CODE,
            "rule a: p or q or ...\nrule b: forall x in {1, 2, …} . p\n",
            &[
                "rule a: p or q\nrule b: forall x in {1, 2, …} . p\n",
                "rule a: p or q or ...\nrule b: forall x in {1, 2} . p\n",
            ],
        );
    }
}
