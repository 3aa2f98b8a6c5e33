//! A comment that begins with `herbrand:` is a directive: a key, then values. The keys are
//! `profile`, `input`, `allow`, `allow-file`, `board`, `expect` and `invariant`; anything else,
//! or values that the key does not take, would silently do nothing. Atoms and literals stand there
//! in the spelling of the file. A directive ends with its line; a comment may follow it there.
//!
//! ## Wrong
//! ```kif
//! ; herbrand: alow singleton-variable
//! (parent ann bob)
//! ```
//! ```hrf
//! % herbrand: profile player
//! parent(ann,bob)
//! ```
//!
//! ## Right
//! ```kif
//! ; herbrand: profile logic
//! (parent ann bob)
//! ```

use source::{Code, Diagnostic, Fix};
use syntax::{DirectiveError, DirectiveErrorKind, SyntaxErrorKind, TextEdit, TextRange};

use super::syntax_error::shortened;
use super::text_diagnostic;
use crate::nearest::nearest;
use crate::wording;

/// Reports what is wrong in a directive of `text`. What is wrong in a literal, `of_form` tells as
/// for the literal of a form.
pub(crate) fn diagnostic(
    error: &DirectiveError,
    text: &str,
    of_form: impl Fn(&SyntaxErrorKind, TextRange, &str) -> Diagnostic,
) -> Diagnostic {
    let range = error.range;
    let marked = &shortened(&text[range]);
    let new = |message: String| text_diagnostic(Code::UNKNOWN_DIRECTIVE, range, message);
    match &error.kind {
        DirectiveErrorKind::NoKey { choices } => {
            let mut diagnostic = new("a directive without a key".to_owned());
            diagnostic.help.push(format!(
                "write {}",
                wording::any_of(&wording::quoted(*choices))
            ));
            diagnostic
        }
        DirectiveErrorKind::Unknown { what, choices } => {
            let mut diagnostic = new(format!("`{marked}` is no {what}"));
            match nearest(marked, choices.iter().copied()) {
                Some(near) => {
                    diagnostic.help.push(format!("did you mean `{near}`?"));
                    diagnostic.fixes.push(Fix {
                        title: format!("change it to `{near}`"),
                        safe: false,
                        edits: vec![TextEdit::replace(range, near)],
                    });
                }
                None => diagnostic.help.push(format!(
                    "write {}",
                    wording::any_of(&wording::quoted(*choices))
                )),
            }
            diagnostic
        }
        DirectiveErrorKind::Expected {
            expected,
            help,
            found,
        } => {
            let message = if *found {
                format!("expected {expected}, found `{marked}`")
            } else {
                format!("expected {expected} behind `{marked}`")
            };
            let mut diagnostic = new(message);
            diagnostic.help.push((*help).to_owned());
            diagnostic
        }
        DirectiveErrorKind::Form(kind) => Diagnostic {
            code: Code::UNKNOWN_DIRECTIVE,
            severity: Code::UNKNOWN_DIRECTIVE.info().severity,
            ..of_form(kind, range, text)
        },
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_fix, check_no_fix};

    const CODE: Code = Code::UNKNOWN_DIRECTIVE;

    #[test]
    fn unknown_keys_and_values() {
        check(
            CODE,
            r"
; herbrand: colour red
            ^^^^^^ unknown-directive: `colour` is no directive
; herbrand: profile games
                    ^^^^^ unknown-directive: `games` is no profile
; herbrand: profile
            ^^^^^^^ unknown-directive: expected a profile behind `profile`
; herbrand: input edge
                  ^^^^ unknown-directive: expected a relation with its number of arguments, found `edge`
; herbrand: allow
            ^^^^^ unknown-directive: expected a code behind `allow`
; herbrand: expect
            ^^^^^^ unknown-directive: expected `model`, `query` or another expectation behind `expect`
; herbrand: expect moddel (p a)
                   ^^^^^^ unknown-directive: `moddel` is no expectation
; herbrand: expect perft 1 2
                           ^ unknown-directive: expected the number of terminal states behind `2`
; herbrand: expect plan seven
                        ^^^^^ unknown-directive: expected the length, a number, found `seven`
; herbrand: expect code a b
                          ^ unknown-directive: expected the end of the directive, found `b`
; herbrand:
^^^^^^^^^^^ unknown-directive: a directive without a key
(p a)
",
        );
    }

    #[test]
    fn atoms_and_literals_that_cannot_be_read() {
        check(
            CODE,
            r"
; herbrand: expect model (p a
                         ^ unknown-directive: this parenthesis is never closed
; herbrand: expect model (p a))
                              ^ unknown-directive: nothing opens what this `)` closes
; herbrand: expect model (p ?x)
                            ^^ unknown-directive: expected a constant, found `?x`
; herbrand: expect model (not (p a))
                         ^^^^^^^^^^^ unknown-directive: expected an atom, found `(not (p a))`
; herbrand: expect query (p ?x)
                         ^^^^^^ unknown-directive: expected `=` and a number behind `(p ?x)`
; herbrand: invariant (p ?x) or
                             ^^ unknown-directive: `or` stands where a name belongs
(p a)
",
        );
        check(
            CODE,
            r"
% herbrand: expect model p(a
                          ^ unknown-directive: this parenthesis is never closed
% herbrand: expect model p(X)
                           ^ unknown-directive: expected a constant, found `X`
% herbrand: invariant p(X) & & q(X)
                             ^ unknown-directive: expected a literal, found `&`
% herbrand: invariant p(X) &
                      ^^^^ unknown-directive: expected a literal behind `p(X)`
p(a)
",
        );
    }

    #[test]
    fn what_directives_take() {
        check_clean(
            CODE,
            r"; herbrand: profile logic
; herbrand: input p/2 q/1 ; from outside
; herbrand: board cell 1 2 3
; herbrand: expect model (r a) (r b) given (p a b) (q b)
; herbrand: expect query (r ?x) = 2 given (p a b)
; herbrand: expect base 6
; herbrand: expect satisfies (r a)
; herbrand: expect violates
; herbrand: expect perft 1 2 0 4
; herbrand: expect code unused-relation
; herbrand: expect verified playable
; herbrand: expect plan 12
; herbrand: invariant (r ?x) (not (q ?x))
(r a)",
        );
        check_clean(
            CODE,
            r"% herbrand: input p/2, 'a b'/1
% herbrand: expect model r(a), r(b) given p(a,b) 'a b'(b)
% herbrand: expect query r(X) = 2
% herbrand: invariant r(X) & ~'a b'(X).
r(a)",
        );
    }

    #[test]
    fn the_nearest_is_offered() {
        check_fix(
            CODE,
            "; herbrand: profil logic
(p a)",
            "; herbrand: profile logic
(p a)",
        );
        check_fix(
            CODE,
            "; herbrand: expect qery (p a) = 1
(p a)",
            "; herbrand: expect query (p a) = 1
(p a)",
        );
        check_no_fix(
            CODE,
            "; herbrand: colour red
(p a)",
        );
    }
}
