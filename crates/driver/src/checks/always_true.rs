//! A rule about what the solver decides holds whatever it decides: it restricts nothing. Often its
//! guard leaves out too much, or what it forbids cannot be said at all.
//!
//! Rules about data and definitions alone, and about constants, are checks of the data, and welcome:
//! of them it is not reported.
//!
//! ## Wrong
//! ```qprop
//! sort seat = 1..3
//! sort guest = {ann, bob}
//! func sits(guest): seat
//! rule inside: forall g: guest . sits(g) <= 3
//! rule apart: sits(ann) =/= sits(bob)
//! ```
//!
//! ## Right
//! ```qprop
//! sort seat = 1..3
//! sort guest = {ann, bob}
//! func sits(guest): seat
//! rule inside: forall g: guest . sits(g) <= 2
//! rule apart: sits(ann) =/= sits(bob)
//! ```

use analysis::report::Report;
use logic::formula::{Elaborated, Place, StatementId};
use source::Code;

use crate::theory::Examination;
use crate::theory::mentioned::Mentioned;

/// Of a constraint without a clause.
pub(crate) fn check(
    cx: &mut Examination<'_>,
    id: StatementId,
    elaborated: &Elaborated,
    found: &Mentioned,
) {
    let is_check_of_data = !found.is_unknown(&cx.theory.spec)
        && (!found.relations.is_empty() || found.constants || found.equates && !found.orders);
    let ranges_over_nothing = elaborated.variables.iter().any(|variable| {
        let sort = variable.sort;
        sort.is_some_and(|sort| cx.instance.domain(sort).is_empty())
    });
    // What has made it so is told already.
    if is_check_of_data || ranges_over_nothing || cx.has_told(id, &EXPLAINING) {
        return;
    }
    let message = "whatever the solver decides, this rule holds";
    cx.report(Report::new(Code::ALWAYS_TRUE, Place::whole(id), message));
}

/// What makes a rule hold always.
const EXPLAINING: [Code; 2] = [Code::VACUOUS_GUARD, Code::OUT_OF_DOMAIN_ARGUMENT];

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check_linted;

    const CODE: Code = Code::ALWAYS_TRUE;

    #[track_caller]
    fn check(rule: &str, expected: &str) {
        let start = "sort s = 1..3\nconst n = 3\ngiven g(s)\ng(1) g(2)\npred p(s)\nrule some: exists x: s . p(x)\n";
        check_linted(CODE, &format!("{start}{rule}\n"), expected);
    }

    #[test]
    fn what_restricts_nothing() {
        for rule in [
            "rule r: forall x: s . p(x) or not p(x)",
            "rule r: forall x: s . p(x) implies x < 4",
            "rule r: count(x: s . p(x)) <= 3",
            "rule r: atmost 3 x: s . p(x)",
            "rule r: forall x: s . x < 4",
            "rule r: 1 < 2",
        ] {
            check(
                rule,
                &format!("warning `{rule}` (line 7): whatever the solver decides, this rule holds"),
            );
        }
    }

    #[test]
    fn checks_of_the_data_are_welcome() {
        for rule in [
            "rule r: forall x: s | g(x) . x < 3",
            "rule r: exists x: s . g(x)",
            "rule r: n = 3",
            "rule r: n > 2",
            "rule r: atmost 2 x: s . p(x)",
        ] {
            check(rule, "");
        }
    }

    #[test]
    fn what_has_its_reason_told_has_no_second_report() {
        check("rule r: forall x: s | x > 3 . p(x)", "");
        check("rule r: forall x: s | g(x) and not g(x) . p(x)", "");
    }
}
