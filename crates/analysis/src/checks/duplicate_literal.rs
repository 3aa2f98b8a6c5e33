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
    repeated(rule, &rule.body, "in this body", cx, sink);
    walk::body_literals(rule, &mut |literal| match &literal.kind {
        LiteralKind::Or(parts) => repeated(rule, parts, "in this `or`", cx, sink),
        LiteralKind::And(parts) => repeated(rule, parts, "in this `and`", cx, sink),
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
                format!("`{text}` stands twice {place}"),
            )
            .label(cx.node(first.id), "the first time")
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

    use crate::test_support::{check, check_clean, check_fix};

    const CODE: Code = Code::DUPLICATE_LITERAL;

    #[test]
    fn in_bodies_and_alternatives() {
        check(
            CODE,
            r"
(<= p (q a) (q a))
            ^^^^^ duplicate-literal: `(q a)` stands twice in this body
(<= (p ?x) (or (q ?x) (r ?x) (q ?x)))
                             ^^^^^^ duplicate-literal: `(q ?x)` stands twice in this `or`
(<= (p ?x) (q ?x) (r ?y) (distinct ?x ?y) (distinct ?y ?x))
                                          ^^^^^^^^^^^^^^^^ duplicate-literal: `(distinct ?y ?x)` stands twice in this body
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
}
