//! A rule follows from the others: without it the puzzle has the same models. Perhaps it was meant to
//! say more; perhaps it is there to help the solver or the reader, and may stay. Found by solving, and
//! only on request: `herbrand lint --implied`. Of rules that follow from each other the later one is
//! reported. Facts are not.
//!
//! ## Wrong
//! ```qprop
//! sort seat = 1..3
//! pred taken(seat)
//! pred free(seat)
//! rule either: forall s: seat . taken(s) xor free(s)
//! rule some: exists s: seat . free(s)
//! rule few: not (taken(1) and taken(2) and taken(3))
//! ```
//!
//! ## Right
//! ```qprop
//! sort seat = 1..3
//! pred taken(seat)
//! pred free(seat)
//! rule either: forall s: seat . taken(s) xor free(s)
//! rule some: exists s: seat . free(s)
//! rule few: taken(1) or taken(2)
//! ```

use analysis::report::Report;
use analysis::wording::{joined, quoted};
use logic::formula::{Place, StatementId};
use source::Code;

use crate::theory::{Theory, Wording};

/// How many rules are pointed at.
const POINTED: usize = 5;

/// The report of a rule that follows from these.
pub(crate) fn report(theory: &Theory, id: StatementId, from: &[StatementId]) -> Report {
    let wording = Wording::new(&theory.spec);
    let names = quoted(from.iter().filter_map(|&id| wording.rule(id)));
    let message = match from.len() {
        0 => "this rule holds in any case".to_owned(),
        all if all == names.len() && all <= POINTED => {
            format!("this rule follows from {}", joined(&names, ", ", " and "))
        }
        1 => "this rule follows from another one".to_owned(),
        all => format!("this rule follows from {all} others"),
    };
    let report = Report::new(Code::IMPLIED_RULE, Place::whole(id), message);
    let places = from.iter().take(POINTED);
    places.fold(report, |report, &other| {
        report.label(Place::whole(other), "one of the rules that it follows from")
    })
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::{check_found, implied};

    #[track_caller]
    fn check(rules: &str, expected: &str) {
        let text = format!("sort s = 1..3\npred p(s)\npred q(s)\n{rules}\n");
        check_found(Code::IMPLIED_RULE, &text, &implied(&text), expected);
    }

    #[test]
    fn the_rules_that_it_follows_from_are_named() {
        check(
            "rule a: forall x: s . p(x) implies q(x)\nrule b: p(2)\nrule c: q(2) or q(3)\nrule d: not q(1)",
            "hint `rule c: q(2) or q(3)` (line 6): this rule follows from `a` and `b`
             `rule a: forall x: s . p(x) implies q(x)` (line 4): one of the rules that it follows from
             `rule b: p(2)` (line 5): one of the rules that it follows from",
        );
        check(
            "rule a: p(1) xor q(1)\nq(2)\nexists x: s . q(x)",
            "hint `exists x: s . q(x)` (line 6): this rule follows from another one
             `q(2)` (line 5): one of the rules that it follows from",
        );
    }

    #[test]
    fn of_rules_that_follow_from_each_other_the_later_one_goes() {
        check(
            "rule a: forall x: s . p(x)\nrule b: p(1) and p(2) and p(3)\nrule c: q(1)",
            "hint `rule b: p(1) and p(2) and p(3)` (line 5): this rule follows from `a`
             `rule a: forall x: s . p(x)` (line 4): one of the rules that it follows from",
        );
    }

    #[test]
    fn facts_stay_and_where_nothing_holds_nothing_is_said() {
        check("rule a: forall x: s . p(x)\np(1)\nrule c: q(1)", "");
        check("rule a: p(1)\nrule b: not p(1)\nrule c: q(1) or p(2)", "");
    }

    #[test]
    fn functions_have_one_value_without_a_rule() {
        check(
            "func f: s\nrule a: f > 1\nrule b: f =/= 1\nrule p: p(1) and q(1)",
            "hint `rule b: f =/= 1` (line 6): this rule follows from `a`
             `rule a: f > 1` (line 5): one of the rules that it follows from",
        );
    }
}
