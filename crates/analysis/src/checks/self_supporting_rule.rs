//! A rule that needs its own head to hold derives nothing new: where the head holds already
//! there is nothing to do, and where it does not the body fails.
//!
//! ## Wrong
//! ```kif
//! (link a b)
//! (<= (path ?x ?y)
//!     (link ?x ?y)
//!     (path ?x ?y))
//! ```
//!
//! ## Right
//! ```kif
//! (link a b)
//! (<= (path ?x ?y)
//!     (link ?x ?y))
//! (<= (path ?x ?z)
//!     (link ?x ?y)
//!     (path ?y ?z))
//! ```

use logic::{Literal, LiteralKind, Rule};
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;
use crate::same;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    rule.body
        .iter()
        .for_each(|literal| visit(rule, literal, false, cx, sink));
}

fn visit(
    rule: &Rule,
    literal: &Literal,
    alternative: bool,
    cx: &FormContext<'_>,
    sink: &mut Vec<Finding>,
) {
    match &literal.kind {
        LiteralKind::Not(_) | LiteralKind::Distinct(_) => {}
        LiteralKind::And(parts) => {
            parts
                .iter()
                .for_each(|part| visit(rule, part, alternative, cx, sink));
        }
        LiteralKind::Or(parts) => {
            parts
                .iter()
                .for_each(|part| visit(rule, part, true, cx, sink));
        }
        LiteralKind::Atom(atom) if same::atom(atom, &rule.head) => {
            let head = cx.spelling.atom(atom, &rule.variables);
            let what = if alternative {
                "this alternative"
            } else {
                "this rule"
            };
            sink.push(
                Finding::new(
                    Code::SELF_SUPPORTING_RULE,
                    cx.node(atom.id),
                    format!("{what} derives `{head}` only where it holds already"),
                )
                .label(cx.node(rule.head.id), "derived here"),
            );
        }
        LiteralKind::Atom(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_whole};

    const CODE: Code = Code::SELF_SUPPORTING_RULE;

    #[test]
    fn the_head_in_its_body() {
        check(
            CODE,
            r"
(<= (p ?x) (q ?x) (p ?x))
                  ^^^^^^ self-supporting-rule: this rule derives `(p ?x)` only where it holds already
(<= r (or s r))
            ^ self-supporting-rule: this alternative derives `r` only where it holds already
",
        );
        check_clean(CODE, r"(<= (p ?x) (q ?x ?y) (p ?y))");
    }

    #[test]
    fn the_head_is_shown() {
        check_whole(
            CODE,
            "p(X) :- q(X) & p(X)\np(X) :- q(X) & ~p(X)",
            "warning `p(X)` (line 1): this rule derives `p(X)` only where it holds already
             `p(X)` (line 1): derived here",
        );
    }
}
