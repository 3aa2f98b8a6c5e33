//! A division by zero, for some values of the variables. `div` and `mod` by zero have no value, and
//! nothing is grounded that needs one. Only values count for which all else that is known of the
//! guard holds: `forall x, y | y =/= 0 and x mod y = 0 . …` is fine, in this order or the other.
//!
//! ## Wrong
//! ```qprop
//! sort size = 0..3
//! pred fits(size, size)
//! rule parts: forall x, y: size | x mod y = 0 . fits(x, y)
//! ```
//!
//! ## Right
//! ```qprop
//! sort size = 0..3
//! pred fits(size, size)
//! rule parts: forall x, y: size | y > 0 and x mod y = 0 . fits(x, y)
//! ```

use analysis::report::Report;
use logic::Name;
use logic::formula::written::Operator;
use logic::formula::{Place, Term, TermKind, Value};
use source::Code;

use crate::theory::{Examination, Wording};
use logic::formula::scenes::{Scene, is_zero, needs_function};

pub(crate) fn check(cx: &mut Examination<'_>, scene: &Scene, term: &Term) {
    let TermKind::Arithmetic(Operator::Divide | Operator::Modulo, operands) = &term.kind else {
        return;
    };
    let divisor = &operands[1];
    let is_safe = match &divisor.kind {
        TermKind::Integer(value) => *value != 0,
        TermKind::Constant(id) => cx.instance.constants[id.index()] != 0,
        _ => needs_function(divisor),
    };
    if is_safe {
        return;
    }
    let wanted = is_zero(divisor);
    if let Some(binding) = cx.first(scene, divisor, Some(&wanted)) {
        let shown = cx.of_term(divisor, &binding);
        let mut report = report(cx.wording(), cx.at(term.id), &shown);
        if !shown.is_empty() {
            let words = cx.wording().term(divisor, cx.variables);
            report = report.help(format!(
                "a guard such as `| {words} =/= 0` leaves such values out"
            ));
        }
        cx.report(report);
    }
}

/// The report of a division by zero for these values.
pub(crate) fn report(wording: Wording<'_>, at: Place, values: &[(Name, Value)]) -> Report {
    let message = format!("division by zero{}", wording.with_values(values));
    Report::new(Code::DIVISION_BY_ZERO, at, message)
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check_linted;

    const CODE: Code = Code::DIVISION_BY_ZERO;

    #[track_caller]
    fn check(rule: &str, expected: &str) {
        let start =
            "sort size = 0..3\nconst none = 0\ngiven half(size)\nhalf(2)\npred fits(size)\n";
        check_linted(CODE, &format!("{start}{rule}\n"), expected);
    }

    #[test]
    fn wherever_terms_stand_with_the_values() {
        check(
            "rule r: forall x, y: size | x mod y = 0 . fits(x)",
            "error `x mod y` (line 6): division by zero with `y = 0`
             help: a guard such as `| y =/= 0` leaves such values out",
        );
        check(
            "rule r: forall x: size . fits(6 div (x - 2)) or fits(x)",
            "error `6 div (x - 2)` (line 6): division by zero with `x = 2`
             help: a guard such as `| x - 2 =/= 0` leaves such values out",
        );
        check(
            "define odd(x: size) iff x mod none = 1",
            "error `x mod none` (line 6): division by zero with `x = 0`",
        );
        check(
            "sort few = 1..3 div none",
            "error `3 div none` (line 6): division by zero",
        );
    }

    #[test]
    fn whatever_stands_beside_it_may_leave_zero_out() {
        for rule in [
            "rule r: forall x, y: size | x mod y = 0 and y =/= 0 . fits(x)",
            "rule r: forall x, y: size | y > 0 and x mod y = 0 . fits(x)",
            "rule r: forall x, y: size | x mod y = 0 and half(y) . fits(x)",
            "rule r: forall x, y: size . y = 0 or x mod y = 0 or fits(x)",
            "rule r: forall x: size . x mod 2 = 0 or fits(x)",
        ] {
            check(rule, "");
        }
    }

    #[test]
    fn of_a_definition_the_variables_of_the_term_alone_are_told() {
        check(
            "define odd(x: size) iff exists y: size, z: size | z > 1 . y mod x = 1 and half(z)",
            "error `y mod x` (line 6): division by zero with `y = 0` and `x = 0`",
        );
    }

    #[test]
    fn of_functions_the_grounder_tells() {
        check(
            "func f: size\nrule r: 3 div f > 1",
            "error `3 div f` (line 7): division by zero",
        );
    }
}
