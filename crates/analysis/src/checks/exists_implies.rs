//! `exists x . p(x) implies q(x)` says less than it seems: it holds as soon as `p` fails for one
//! value, whatever `q` is. What is meant is nearly always that some value has both.
//!
//! ## Wrong
//! ```qprop
//! sort piece = 1..4
//! pred red(piece)
//! pred placed(piece)
//! rule some: exists p: piece . red(p) implies placed(p)
//! ```
//!
//! ## Right
//! ```qprop
//! sort piece = 1..4
//! pred red(piece)
//! pred placed(piece)
//! rule some: exists p: piece . red(p) and placed(p)
//! ```

use logic::formula::written::{Connective, Expr, ExprKind, Quantifier, Scope, Statement};
use source::Code;

use crate::context::FormContext;
use crate::finding::{Finding, SpotEdit};

pub(super) fn check(statement: &Statement, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    for expression in statement.expressions() {
        expression.walk(&mut |part| {
            if let ExprKind::Quantified(Quantifier::Exists, scope) = &part.kind {
                sink.extend(finding(scope, cx));
            }
        });
    }
}

fn finding(scope: &Scope, cx: &FormContext<'_>) -> Option<Finding> {
    let body = scope.body.as_ref()?;
    let (operands, premise) = match &body.kind {
        ExprKind::Connective(Connective::Implies, operands) => (operands, operands.first()?),
        ExprKind::Connective(Connective::If, operands) => (operands, operands.get(1)?),
        _ => return None,
    };
    let mut names = scope.binders.iter().map(|binder| &binder.variable.name);
    let variable = names.find(|name| {
        let mut is_used = false;
        premise.walk(&mut |part| {
            is_used |= matches!(&part.kind, ExprKind::Name(other) if other == *name);
        });
        is_used
    })?;
    let sign = cx.name(body.id);
    let mut edits = vec![(sign, SpotEdit::Replace("and".to_owned()))];
    for operand in operands.iter().filter(|operand| is_loose(operand)) {
        if !cx.is_grouped(operand.id) {
            edits.extend(cx.grouping(operand.id));
        }
    }
    let message =
        format!("this holds as soon as the condition fails for one `{variable}`, whatever follows");
    Some(
        Finding::new(Code::EXISTS_IMPLIES, sign, message)
            .offered_fix("write `and`: some value has both", edits),
    )
}

/// Whether a formula must have parentheses under `and`.
fn is_loose(operand: &Expr) -> bool {
    match &operand.kind {
        ExprKind::Connective(connective, _) => *connective != Connective::And,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_fixes_at, check_whole_at};

    const CODE: Code = Code::EXISTS_IMPLIES;

    #[test]
    fn the_fix_keeps_what_belongs_together() {
        let text = "sort s = 1..2\npred p(s)\npred q(s)\nrule a: exists x: s . p(x) or q(x) implies q(x)\nrule b: exists x: s . p(x) if q(x) and p(x)\nrule c: not (exists x: s | x > 1 . (q(x) → (p(x) ↔ q(x))))\n";
        let message = "this holds as soon as the condition fails for one `x`, whatever follows";
        check_whole_at(
            "a.qprop",
            CODE,
            text,
            &format!(
                "hint `implies` (line 4): {message}\nhint `if` (line 5): {message}\nhint `→` (line 6): {message}"
            ),
        );
        check_fixes_at(
            "a.qprop",
            CODE,
            text,
            &[
                &text.replace("p(x) or q(x) implies q(x)", "(p(x) or q(x)) and q(x)"),
                &text.replace("if", "and"),
                &text.replace("→", "and"),
            ],
        );
    }

    #[test]
    fn a_condition_without_the_variable_is_fine_and_so_are_other_quantifiers() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..2\npred p(s)\npred q\nrule a: exists x: s . q implies p(x)\nrule b: forall x: s . p(x) implies q\nrule c: exactly 1 x: s . p(x) implies q\nrule d: exists x: s . (p(x) implies q) and p(1)\n",
            "",
        );
    }
}
