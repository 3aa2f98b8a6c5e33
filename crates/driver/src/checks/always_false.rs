//! A rule fails whatever the solver decides, so the puzzle has no model. The values of the variables
//! are told for which it fails first. Where only data, definitions and constants are in it, these
//! contradict it: it was written to find such data, perhaps.
//!
//! ## Wrong
//! ```qprop
//! sort seat = 1..3
//! given taken(seat)
//! pred free(seat)
//! taken(2)
//! rule free: forall s: seat . taken(s) and free(s) or s =/= 2 and free(s) and s < 3
//! ```
//!
//! ## Right
//! ```qprop
//! sort seat = 1..3
//! given taken(seat)
//! pred free(seat)
//! taken(2)
//! rule free: forall s: seat . taken(s) or free(s)
//! ```

use analysis::report::Report;
use logic::Name;
use logic::formula::{Place, StatementId, Value};
use source::Code;

use crate::theory::Examination;
use crate::theory::mentioned::Mentioned;

/// Of a constraint that has an empty clause.
pub(crate) fn check(
    cx: &mut Examination<'_>,
    id: StatementId,
    refuted: &[(Name, Value)],
    found: &Mentioned,
) {
    if cx.has_told(id, &[Code::OUT_OF_DOMAIN_FACT]) {
        return;
    }
    let with = cx.wording().with_values(refuted);
    let message = match found.is_unknown(&cx.theory.spec) {
        true => format!("whatever the solver decides, this rule fails{with}"),
        false => format!("data and definitions contradict this rule{with}"),
    };
    cx.report(Report::new(Code::ALWAYS_FALSE, Place::whole(id), message));
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check_linted;

    const CODE: Code = Code::ALWAYS_FALSE;

    #[track_caller]
    fn check(rule: &str, expected: &str) {
        let start = "sort s = 1..3\ngiven g(s)\ng(1) g(2)\npred p(s)\npred q(s)\n";
        let expected = match expected {
            "" => String::new(),
            message => format!("error `{rule}` (line 6): {message}"),
        };
        check_linted(CODE, &format!("{start}{rule}\n"), &expected);
    }

    #[test]
    fn the_first_values_are_told() {
        check(
            "rule r: forall x: s . p(x) and x < 3",
            "whatever the solver decides, this rule fails with `x = 3`",
        );
        check(
            "rule r: forall x, y: s | y > x . (p(x) or q(x)) and y < 3",
            "whatever the solver decides, this rule fails with `x = 1` and `y = 3`",
        );
        check(
            "rule r: forall x: s . count(y: s . p(y)) >= x + 1",
            "whatever the solver decides, this rule fails with `x = 3`",
        );
        check(
            "rule r: exists x: s | x > 3 . p(x)",
            "whatever the solver decides, this rule fails",
        );
    }

    #[test]
    fn of_data_alone_it_is_told_that_they_contradict() {
        check(
            "rule r: forall x: s . g(x)",
            "data and definitions contradict this rule with `x = 3`",
        );
        check(
            "rule r: forall x, y: s | g(x) and g(y) . x = y",
            "data and definitions contradict this rule with `x = 1` and `y = 2`",
        );
        check("rule r: 2 < 1", "data and definitions contradict this rule");
    }

    #[test]
    fn rules_that_clash_are_for_the_solver() {
        check("rule r: forall x: s . p(x) and not p(x)", "");
        check("rule r: forall x: s . not g(x) or p(x)", "");
    }
}
