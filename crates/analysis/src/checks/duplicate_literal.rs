//! The same literal twice in one body says it once. Often a copied line was meant to be changed
//! and was not: in one published game a goal tested `(not (line red))` twice where the second
//! should have been `(line black)`.
//!
//! ## Wrong
//! ```kif
//! (line red)
//! (<= draw
//!     (not (line red))
//!     (not (line red)))
//! ```
//!
//! ## Right
//! ```kif
//! (line red)
//! (line black)
//! (<= draw
//!     (not (line red))
//!     (not (line black)))
//! ```

use logic::{Literal, LiteralKind, Rule};
use source::Code;

use crate::context::FormContext;
use crate::finding::{Finding, SpotEdit};
use crate::{same, walk};

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    repeated(rule, &rule.body, "body", cx, sink);
    let disjunction = cx.spelling.disjunction();
    walk::body_literals(rule, &mut |literal| match &literal.kind {
        LiteralKind::Or(parts) => repeated(rule, parts, disjunction, cx, sink),
        LiteralKind::And(parts) => repeated(rule, parts, "`and`", cx, sink),
        _ => {}
    });
}

fn repeated(
    rule: &Rule,
    literals: &[Literal],
    place: &str,
    cx: &FormContext<'_>,
    sink: &mut Vec<Finding>,
) {
    for (ordinal, literal) in literals.iter().enumerate() {
        let Some(first) = literals[..ordinal]
            .iter()
            .find(|other| same::literal(other, literal))
        else {
            continue;
        };
        let text = cx.spelling.literal(literal, &rule.variables);
        sink.push(
            Finding::new(
                Code::DUPLICATE_LITERAL,
                cx.node(literal.id),
                format!("`{text}` stands in this {place} already"),
            )
            .label(cx.node(first.id), "it stands here")
            .offered_fix(
                "remove the repetition",
                vec![(cx.node(literal.id), SpotEdit::Delete)],
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_fix, check_whole};

    const CODE: Code = Code::DUPLICATE_LITERAL;

    #[test]
    fn in_bodies_and_alternatives() {
        check(
            CODE,
            r"
(<= p (q a) (q a))
            ^^^^^ duplicate-literal: `(q a)` stands in this body already
(<= (p ?x) (or (q ?x) (r ?x) (q ?x)))
                             ^^^^^^ duplicate-literal: `(q ?x)` stands in this `or` already
(<= (p ?x) (q ?x) (r ?y) (distinct ?x ?y) (distinct ?y ?x))
                                          ^^^^^^^^^^^^^^^^ duplicate-literal: `(distinct ?y ?x)` stands in this body already
",
        );
        check(
            CODE,
            r"
p :- (q(a) | r(a) | q(a))
                    ^^^^ duplicate-literal: `q(a)` stands in this disjunction already
p :- q(a) & q(a) & q(a)
            ^^^^ duplicate-literal: `q(a)` stands in this body already
                   ^^^^ duplicate-literal: `q(a)` stands in this body already
",
        );
        check_clean(CODE, r"(<= (p ?x) (q ?x) (not (q a)) (distinct a ?x))");
    }

    #[test]
    fn the_repetition_goes_with_its_line() {
        check_fix(
            CODE,
            r"(<= p
    (q a)
    (q a)
    (r b))",
            r"(<= p
    (q a)
    (r b))",
        );
        check_fix(
            CODE,
            r"(<= p
    (q a) ; one
    (q a))",
            r"(<= p
    (q a) ; one
    )",
        );
        check_fix(
            CODE,
            r"(<= p
    (q a)
    (q a) ; two
    (r b))",
            r"(<= p
    (q a)
    ; two
    (r b))",
        );
        check_fix(
            CODE,
            r"p :- q(a) &
  q(a) &
  r(b)",
            r"p :- q(a) &
  r(b)",
        );
        check_fix(CODE, r"p :- q(a) & q(a).", r"p :- q(a).");
    }

    #[test]
    fn the_first_is_shown() {
        check_whole(
            CODE,
            "(<= p (q a)\n  (not r)\n  (q a)\n  (not r))",
            "warning `(q a)` (line 3): `(q a)` stands in this body already
             `(q a)` (line 1): it stands here
             warning `(not r)` (line 4): `(not r)` stands in this body already
             `(not r)` (line 2): it stands here",
        );
    }
}
