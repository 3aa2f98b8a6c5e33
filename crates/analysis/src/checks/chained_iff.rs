//! `a iff b iff c` does not say that the three are alike: it is `(a iff b) iff c`, which holds where
//! an even number of them is false. Parentheses, or two formulas, say what is meant.
//!
//! ## Wrong
//! ```qprop
//! pred a
//! pred b
//! pred c
//! rule alike: a iff b iff c
//! ```
//!
//! ## Right
//! ```qprop
//! pred a
//! pred b
//! pred c
//! rule alike: (a iff b) and (b iff c)
//! ```

use logic::formula::written::{Connective, Expr, ExprKind, Statement};
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;

pub(super) fn check(statement: &Statement, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    // The links of a chain that is reported.
    let mut known = Vec::new();
    for expression in statement.expressions() {
        expression.walk(&mut |part| {
            let Some(left) = left_link(part, cx) else {
                return;
            };
            if !known.contains(&part.id) {
                sink.push(finding(part, left, cx));
            }
            known.push(left.id);
        });
    }
}

/// What stands left of the last `iff` of a chain, which is one itself.
fn left_link<'a>(part: &'a Expr, cx: &FormContext<'_>) -> Option<&'a Expr> {
    let ExprKind::Connective(Connective::Iff, operands) = &part.kind else {
        return None;
    };
    let left = operands.first()?;
    let is_link = matches!(left.kind, ExprKind::Connective(Connective::Iff, _));
    (is_link && !cx.is_grouped(left.id)).then_some(left)
}

fn finding(whole: &Expr, left: &Expr, cx: &FormContext<'_>) -> Finding {
    let message = "this chain does not say that all are alike, but that an even number is false";
    Finding::new(Code::CHAINED_IFF, cx.node(whole.id), message)
        .help("write `(a iff b) and (b iff c)` where all are to be alike")
        .safe_fix(
            "put parentheses where they are understood",
            cx.grouping(left.id).into(),
        )
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_fixes_at, check_whole_at};

    const CODE: Code = Code::CHAINED_IFF;

    #[test]
    fn one_report_for_a_chain() {
        let text = "pred a pred b pred c\nrule r1: a iff b <=> c iff a\nrule r2: (a iff b) iff c\nrule r3: a iff (b iff c)\nrule r4: c or (a ↔ b ↔ c)\n";
        let message =
            "this chain does not say that all are alike, but that an even number is false";
        let help = "help: write `(a iff b) and (b iff c)` where all are to be alike";
        check_whole_at(
            "a.qprop",
            CODE,
            text,
            &format!(
                "hint `a iff b <=> c iff a` (line 2): {message}\n{help}\nhint `a ↔ b ↔ c` (line 5): {message}\n{help}"
            ),
        );
        check_fixes_at(
            "a.qprop",
            CODE,
            text,
            &[
                &text.replace("a iff b <=> c iff a", "(a iff b <=> c) iff a"),
                &text.replace("(a ↔ b ↔ c)", "((a ↔ b) ↔ c)"),
            ],
        );
    }
}
