//! Integers that only show when values are computed; those that are written are a matter of the
//! static check of the same code, which explains it.

use analysis::report::Report;
use logic::Name;
use logic::formula::written::Operator;
use logic::formula::{Place, Term, TermKind, Value};
use source::Code;

use crate::theory::{Examination, Wording};
use logic::formula::scenes::{Scene, needs_function};

pub(crate) fn check(cx: &mut Examination<'_>, scene: &Scene, term: &Term) {
    if needs_function(term) || fits(cx, term) {
        return;
    }
    let operands: &[Term] = match &term.kind {
        TermKind::Arithmetic(_, operands) => &**operands,
        TermKind::Absolute(operand) => std::slice::from_ref(&**operand),
        _ => return,
    };
    // The innermost is to blame.
    if !operands.iter().all(|operand| fits(cx, operand)) {
        return;
    }
    // A division by zero has a report of its own.
    if matches!(
        &term.kind,
        TermKind::Arithmetic(Operator::Divide | Operator::Modulo, _)
    ) {
        return;
    }
    if let Some(binding) = cx.first(scene, term, None) {
        let shown = cx.of_term(term, &binding);
        let report = report(cx.wording(), cx.at(term.id), &shown);
        cx.report(report);
    }
}

/// The report of an operation whose result does not fit, for these values.
pub(crate) fn report(wording: Wording<'_>, at: Place, values: &[(Name, Value)]) -> Report {
    let message = format!(
        "64 bits cannot hold the result{}",
        wording.with_values(values)
    );
    Report::new(Code::INTEGER_OVERFLOW, at, message)
}

/// Whether 64 bits hold the value whatever the variables are.
fn fits(cx: &Examination<'_>, term: &Term) -> bool {
    bounds(cx, term).is_some_and(|(low, high)| {
        // The least integers stand for names.
        low > i128::from(i64::MIN) + (1 << 32) && high <= i128::from(i64::MAX)
    })
}

/// The least and the greatest value; `None` where nothing is known of it.
fn bounds(cx: &Examination<'_>, term: &Term) -> Option<(i128, i128)> {
    let both = |operands: &[Term; 2]| Some((bounds(cx, &operands[0])?, bounds(cx, &operands[1])?));
    match &term.kind {
        TermKind::Integer(value) => Some((i128::from(*value), i128::from(*value))),
        TermKind::Constant(id) => {
            let value = i128::from(cx.instance.constants[id.index()]);
            Some((value, value))
        }
        TermKind::Variable(id) => {
            let sort = cx.variables[id.0 as usize].sort?;
            let values = cx.instance.domain(sort).values().iter();
            let integers: Vec<i64> = values.filter_map(|value| value.as_integer()).collect();
            let low = integers.iter().min().copied().unwrap_or(0);
            let high = integers.iter().max().copied().unwrap_or(0);
            Some((i128::from(low), i128::from(high)))
        }
        TermKind::Arithmetic(operator, operands) => {
            let ((a, b), (c, d)) = both(operands)?;
            match operator {
                Operator::Add => Some((a.checked_add(c)?, b.checked_add(d)?)),
                Operator::Subtract => Some((a.checked_sub(d)?, b.checked_sub(c)?)),
                Operator::Multiply => {
                    let products = [(a, c), (a, d), (b, c), (b, d)];
                    let products: Option<Vec<i128>> =
                        products.iter().map(|(x, y)| x.checked_mul(*y)).collect();
                    let products = products?;
                    Some((*products.iter().min()?, *products.iter().max()?))
                }
                Operator::Divide => {
                    let most = a.abs().max(b.abs());
                    Some((-most, most))
                }
                Operator::Modulo => Some((0, c.abs().max(d.abs()))),
            }
        }
        TermKind::Absolute(operand) => {
            let (a, b) = bounds(cx, operand)?;
            Some((0, a.abs().max(b.abs())))
        }
        TermKind::Minimum(operands) | TermKind::Maximum(operands) => {
            let all: Option<Vec<_>> = operands.iter().map(|operand| bounds(cx, operand)).collect();
            let all = all?;
            let low = all.iter().map(|(low, _)| *low).min()?;
            Some((low, all.iter().map(|(_, high)| *high).max()?))
        }
        TermKind::Element(_) | TermKind::Apply(..) | TermKind::Count(..) | TermKind::Sum(..) => {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check_linted;

    const CODE: Code = Code::INTEGER_OVERFLOW;

    #[track_caller]
    fn check(rule: &str, expected: &str) {
        let start = "sort size = 0..3\nconst large = 4000000000000000000\npred fits(size)\n";
        check_linted(CODE, &format!("{start}{rule}\n"), expected);
    }

    #[test]
    fn results_that_do_not_fit_with_the_values() {
        check(
            "rule r: forall x: size | x * large > 5 . fits(x)",
            "error `x * large` (line 4): 64 bits cannot hold the result with `x = 3`",
        );
        check(
            "rule r: forall x: size . fits(x) or x * large + 1 > 5",
            "error `x * large` (line 4): 64 bits cannot hold the result with `x = 3`",
        );
        check(
            "const more = large * 3",
            "error `large * 3` (line 4): 64 bits cannot hold the result",
        );
    }

    #[test]
    fn a_guard_leaves_them_out_in_any_order() {
        check(
            "rule r: forall x: size | x * large > 5 and x < 3 . fits(x)",
            "",
        );
        check(
            "rule r: forall x: size | x < 3 and x * large > 5 . fits(x)",
            "",
        );
        check(
            "rule r: forall x: size . fits(x) or x = 3 or x * large > 5",
            "",
        );
    }
}
