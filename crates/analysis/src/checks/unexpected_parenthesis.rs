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

use source::{Code, Diagnostic, Fix, Related};
use syntax::{TextEdit, TextRange};

use super::text_diagnostic;

/// Reports the parenthesis at `range` of the file's `text`.
pub(crate) fn diagnostic(range: TextRange, text: &str) -> Diagnostic {
    let mut diagnostic = text_diagnostic(
        Code::UNEXPECTED_PARENTHESIS,
        range,
        "nothing opens what this `)` closes",
    );
    diagnostic
        .fixes
        .push(deletion(range, is_alone(range, text)));
    diagnostic
}

/// Reports the parenthesis at `range`, which closes a rule too early. It and those behind it, at
/// `spare`, are too many, and so nothing opens what the `last` one of the rule closes.
pub(crate) fn closed_too_early(range: TextRange, spare: TextRange, last: TextRange) -> Diagnostic {
    let mut diagnostic = text_diagnostic(
        Code::UNEXPECTED_PARENTHESIS,
        range,
        "this `)` closes the rule too early",
    );
    diagnostic.related.push(Related {
        range: last,
        message: "the rule probably ends here".to_owned(),
    });
    diagnostic.fixes.push(deletion(spare, false));
    diagnostic
}

fn deletion(range: TextRange, safe: bool) -> Fix {
    let title = if range.len() == 1.into() {
        "delete the parenthesis"
    } else {
        "delete the parentheses"
    };
    Fix {
        title: title.to_owned(),
        safe,
        edits: vec![TextEdit::delete(range)],
    }
}

/// Whether nothing else can be meant than that the parenthesis is one too many: a form closes
/// before it, and behind it there is only the end of the file or a form in the first column.
fn is_alone(range: TextRange, text: &str) -> bool {
    if !begins_in_first_column(text[..usize::from(range.start())].trim_end()) {
        return false;
    }
    let mut rest = text[usize::from(range.end())..].trim_start_matches('.');
    let mut in_first_column = false;
    loop {
        let blanks = rest.len() - rest.trim_start().len();
        if blanks > 0 {
            in_first_column = rest[..blanks].ends_with(['\n', '\r']);
        }
        rest = &rest[blanks..];
        match rest.as_bytes().first() {
            None => return true,
            Some(b';' | b'%') => rest = &rest[rest.find(['\n', '\r']).unwrap_or(rest.len())..],
            Some(first) => return in_first_column && *first != b')',
        }
    }
}

/// How many bytes a form is followed back.
const FORM_AT_MOST: usize = 4 << 10;

/// Whether the form that ends `text` with its closing parenthesis, does so from the first column
/// on.
fn begins_in_first_column(text: &str) -> bool {
    let mut depth = 0_usize;
    for (offset, sign) in text.bytes().enumerate().rev().take(FORM_AT_MOST) {
        match sign {
            b')' => depth += 1,
            b'(' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && sign != b'(' {
            return false;
        }
        if depth == 0 {
            // In HRF a name stands before the parenthesis.
            let line = text[..offset].rsplit(['\n', '\r']).next();
            return line.is_none_or(|line| !line.contains([' ', '\t', ')']));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_fix, check_no_safe_fix, check_whole};

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

    #[test]
    fn what_closes_a_rule_too_early() {
        let early = "error `)` (line 2): this `)` closes the rule too early
                     `)` (line 3): the rule probably ends here";
        for text in [
            "(<= (p ?x)\n    (q ?x)))\n    (r a))\n(q a)",
            "(<= (p ?x)\n    (q ?x))\n    (r a))\n(q a)",
            "(<= (p ?x)\n    (q ?x)) ; more\n    (not (r ?x)))\n(q a)",
            "(<= (p ?x)\n    (q ?x)))\n    (not (r ?x)))\n(q a)",
        ] {
            check_whole(CODE, text, early);
            check_whole(Code::SYNTAX_ERROR, text, "");
            check_no_safe_fix(CODE, text);
        }
    }

    #[test]
    fn deleting_it_is_safe_only_where_nothing_follows_but_another_form() {
        check_fix(CODE, "(p a)) ; spare\n\n(q b)", "(p a) ; spare\n\n(q b)");
        check_fix(CODE, "(p a)\n)\n(q b)", "(p a)\n\n(q b)");
        for text in [
            "\u{e9})",
            "(p a)) (q b)",
            "(p a))\n  (q b)",
            "p a)",
            "(p a))\n)",
        ] {
            check_no_safe_fix(CODE, text);
        }
    }
}
