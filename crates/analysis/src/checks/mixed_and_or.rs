//! `and` binds tighter than `or`. In a guard, which says for which values a formula is meant, a
//! reader should not have to know that: parentheses show what belongs together.
//!
//! ## Wrong
//! ```qprop
//! sort row = 1..4
//! pred black(row, row)
//! rule border: forall r: row, c: row | r = 1 and c = 1 or r = 4 . not black(r, c)
//! ```
//!
//! ## Right
//! ```qprop
//! sort row = 1..4
//! pred black(row, row)
//! rule border: forall r: row, c: row | (r = 1 and c = 1) or r = 4 . not black(r, c)
//! ```

use logic::formula::written::{Connective, Expr, ExprKind, Statement};
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;

pub(super) fn check(statement: &Statement, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    let mut guards: Vec<&Expr> = Vec::new();
    if let Statement::Declaration(declaration) = statement {
        guards.extend(&declaration.guard);
    }
    for expression in statement.expressions() {
        expression.walk(&mut |part| match &part.kind {
            ExprKind::Quantified(_, scope) | ExprKind::Count(scope) | ExprKind::Sum(scope) => {
                guards.extend(&scope.guard);
            }
            _ => {}
        });
    }
    let mut seen = Vec::new();
    for guard in guards {
        guard.walk(&mut |part| {
            // A guard inside a guard is met twice.
            if let Some(finding) = finding(part, cx)
                && !seen.contains(&part.id)
            {
                seen.push(part.id);
                sink.push(finding);
            }
        });
    }
}

fn finding(part: &Expr, cx: &FormContext<'_>) -> Option<Finding> {
    let ExprKind::Connective(Connective::Or, operands) = &part.kind else {
        return None;
    };
    let is_mixed = |operand: &&Expr| {
        matches!(operand.kind, ExprKind::Connective(Connective::And, _))
            && !cx.is_grouped(operand.id)
    };
    let mixed: Vec<&Expr> = operands.iter().filter(is_mixed).collect();
    let first = mixed.first()?;
    let edits = mixed
        .iter()
        .flat_map(|operand| cx.grouping(operand.id))
        .collect();
    Some(
        Finding::new(
            Code::MIXED_AND_OR,
            cx.name(part.id),
            "`and` and `or` are mixed here, and `and` binds tighter",
        )
        .label(cx.node(first.id), "this belongs together")
        .safe_fix("put parentheses around what `and` joins", edits),
    )
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_fixes_at, check_whole_at};

    const CODE: Code = Code::MIXED_AND_OR;

    #[test]
    fn guards_of_every_kind_and_nothing_else() {
        let text = "sort s = 1..4\npred p(x: s) | x = 1 and x < 3 or x = 4\npred q(s)\nrule a: forall x: s | x = 2 or x = 1 ∧ x < 4 ∨ (x = 3 and x < 2) . p(x)\nrule b: forall x: s | count(y: s | y = 1 and y < 3 or y = x . q(y)) = 1 . p(x)\nrule c: forall x: s . p(x) or q(x) and p(1)\n";
        let message = "`and` and `or` are mixed here, and `and` binds tighter";
        check_whole_at(
            "a.qprop",
            CODE,
            text,
            &format!(
                "hint `or` (line 2): {message}\n`x = 1 and x < 3` (line 2): this belongs together
                 hint `or` (line 4): {message}\n`x = 1 ∧ x < 4` (line 4): this belongs together
                 hint `or` (line 5): {message}\n`y = 1 and y < 3` (line 5): this belongs together"
            ),
        );
        check_fixes_at(
            "a.qprop",
            CODE,
            text,
            &[
                &text.replace("x = 1 and x < 3", "(x = 1 and x < 3)"),
                &text.replace("x = 1 ∧ x < 4", "(x = 1 ∧ x < 4)"),
                &text.replace("y = 1 and y < 3", "(y = 1 and y < 3)"),
            ],
        );
    }
}
