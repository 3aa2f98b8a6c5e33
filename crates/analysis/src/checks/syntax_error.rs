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

use source::{Code, Diagnostic, Fix};
use syntax::{TextEdit, TextRange};

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

/// Reports a comment of which `range` is the sign, and which has no end.
pub(crate) fn unclosed_comment(range: TextRange) -> Diagnostic {
    let message = "this comment is never closed";
    let mut diagnostic = text_diagnostic(Code::SYNTAX_ERROR, range, message);
    let help = "comments nest: each `/*` wants a `*/` of its own";
    diagnostic.help.push(help.to_owned());
    diagnostic
}

/// Reports a parenthesis behind what it does not go on with; `gap` parts it from a name.
pub(crate) fn detached_parenthesis(range: TextRange, gap: Option<TextRange>) -> Diagnostic {
    let message = "this parenthesis belongs to nothing";
    let mut diagnostic = text_diagnostic(Code::SYNTAX_ERROR, range, message);
    let help = "arguments begin with a parenthesis that touches the name; a statement begins with \
                one only on a new line or behind `;`";
    diagnostic.help.push(help.to_owned());
    diagnostic.fixes.extend(gap.map(|gap| Fix {
        title: "remove the blanks before it".to_owned(),
        safe: false,
        edits: vec![TextEdit::delete(gap)],
    }));
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

    use crate::test_support::{check, check_fixes_at, check_whole_at};

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
    fn what_is_wrong_in_a_puzzle() {
        check_whole_at(
            "puzzle.qprop",
            CODE,
            "/* 1 */\nrule a: p and\nrule b p\nvar in: s\np(a b)\np, q\n-x < 3\n/* /* */\n",
            "error `and` (line 2): expected a formula behind `and`
             error `p` (line 3): expected `:`, found `p`
               help: write `rule NAME: FORMULA`
             error `in` (line 4): expected the name of a variable, found `in`
               help: words of the language are no names
             error `b` (line 5): expected `,` or `)`, found `b`
             error `,` (line 6): expected the end of the statement, found `,`
               help: statements stand side by side, without a sign between them
             error `-` (line 7): expected a statement, found `-`
               help: a statement does not begin with `-`: turn the comparison round
             error `/*` (line 8): this comment is never closed
               help: comments nest: each `/*` wants a `*/` of its own",
        );
    }

    #[test]
    fn a_bound_that_is_more_than_a_name() {
        let help = "help: a bound that is more than a number or a name stands in parentheses";
        for (bound, found) in [("n div 2", "div"), ("2 * n", "*"), ("n - 1", "-")] {
            check_whole_at(
                "puzzle.qprop",
                CODE,
                &format!("rule: exactly {bound} x . p(x)\nrule: exactly ({bound}) x . p(x)\n"),
                &format!("error `{found}` (line 1): expected a variable, found `{found}`\n{help}"),
            );
        }
    }

    #[test]
    fn a_parenthesis_that_touches_nothing() {
        let help = "help: arguments begin with a parenthesis that touches the name; a statement \
                    begins with one only on a new line or behind `;`";
        check_whole_at(
            "puzzle.qprop",
            CODE,
            "forall x . rain (x) and p\ncheck sat (p or q)\np; (q)\n(p)\n",
            &format!(
                "error `(` (line 1): this parenthesis belongs to nothing
                 {help}
                 error `(` (line 2): this parenthesis belongs to nothing
                 {help}"
            ),
        );
        check_fixes_at("puzzle.qprop", CODE, "not rain (x)\n", &["not rain(x)\n"]);
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
