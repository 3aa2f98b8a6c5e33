//! A body that asks for a literal and for its negation never holds, and its rule derives
//! nothing.
//!
//! ## Wrong
//! ```kif
//! (door open)
//! (<= draught (door open) (not (door open)))
//! ```
//!
//! ## Right
//! ```kif
//! (door open)
//! (window open)
//! (<= draught (door open) (not (window open)))
//! ```

use logic::{Literal, LiteralKind, Rule};
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;
use crate::{same, walk};

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    contradiction(
        rule,
        &rule.body,
        "this rule never derives anything",
        cx,
        sink,
    );
    walk::body_literals(rule, &mut |literal| {
        if let LiteralKind::And(parts) = &literal.kind {
            contradiction(rule, parts, "this `and` never holds", cx, sink);
        }
    });
}

fn contradiction(
    rule: &Rule,
    literals: &[Literal],
    consequence: &str,
    cx: &FormContext<'_>,
    sink: &mut Vec<Finding>,
) {
    for negated in literals {
        let LiteralKind::Not(inner) = &negated.kind else {
            continue;
        };
        let Some(positive) = literals.iter().find(|other| same::literal(other, inner)) else {
            continue;
        };
        let (earlier, later) = if positive.id < negated.id {
            (positive, negated)
        } else {
            (negated, positive)
        };
        let spell = |literal| cx.spelling.literal(literal, &rule.variables);
        sink.push(
            Finding::new(
                Code::CONTRADICTORY_BODY,
                cx.node(later.id),
                format!(
                    "`{}` and `{}` cannot both hold, so {consequence}",
                    spell(positive),
                    spell(negated)
                ),
            )
            .label(cx.node(earlier.id), "the contrary stands here"),
        );
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_whole};

    const CODE: Code = Code::CONTRADICTORY_BODY;

    #[test]
    fn a_literal_and_its_negation() {
        check(
            CODE,
            r"
(<= p (q a) (not (q a)))
            ^^^^^^^^^^^ contradictory-body: `(q a)` and `(not (q a))` cannot both hold, so this rule never derives anything
",
        );
        check_clean(CODE, r"(<= (p ?x) (q ?x) (not (q a)))");
    }

    #[test]
    fn the_later_one_is_reported_and_the_earlier_shown() {
        check_whole(
            CODE,
            "p :- ~q(a) & r & q(a)",
            "warning `q(a)` (line 1): `q(a)` and `~q(a)` cannot both hold, so this rule never derives anything
             `~q(a)` (line 1): the contrary stands here",
        );
        check_whole(
            CODE,
            "(<= p (or q (and (r a) (not (r a)))) (not (r a)))",
            "warning `(not (r a))` (line 1): `(r a)` and `(not (r a))` cannot both hold, so this `and` never holds
             `(r a)` (line 1): the contrary stands here",
        );
    }
}
