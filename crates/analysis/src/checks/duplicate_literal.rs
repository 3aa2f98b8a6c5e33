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
        let Some(first) = literals[..ordinal].iter().find(|other| same::literal(other, literal))
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
            .offered_fix("remove the repetition", vec![(cx.node(literal.id), SpotEdit::Delete)]),
        );
    }
}
