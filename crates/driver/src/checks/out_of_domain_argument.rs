//! An argument is outside the sort of its place for some values of its variables. The smallest atom
//! or comparison around it is false there, and so its `not` is true: `f(t + 1) =/= f(t)` is false
//! at the last `t`, and `not f(t + 1) = f(t)` is true. Both are easily overlooked.
//!
//! Nothing is reported where the guard leaves such values out, or speaks of them:
//! `forall t | t + 1 in time . f(t + 1) =/= f(t)`. Whatever else decides, such as the other side
//! of an `or`, counts as a guard. Arguments that need a function are not looked at.
//!
//! ## Wrong
//! ```qprop
//! sort edge = 1..4
//! sort turn = 0..3
//! given dark(edge)
//! pred turned(turn)
//! dark(2)
//! rule light: forall e: edge, k: turn | dark((e + k) mod 4) . not turned(k) or e > 1
//! ```
//!
//! ## Right
//! ```qprop
//! sort edge = 0..3
//! sort turn = 0..3
//! given dark(edge)
//! pred turned(turn)
//! dark(2)
//! rule light: forall e: edge, k: turn | dark((e + k) mod 4) . not turned(k) or e > 1
//! ```
//! ```qprop
//! sort time = 1..5
//! func at(time): time
//! rule moves: forall t: time | t + 1 in time . at(t + 1) =/= at(t)
//! ```

use analysis::report::Report;
use logic::formula::{Formula, FormulaKind, TermKind};
use source::Code;

use crate::theory::Examination;
use crate::theory::scenes::{Argument, Scene, membership, mentions, needs_function, same};

pub(crate) fn check(cx: &mut Examination<'_>, scene: &Scene, argument: &Argument<'_>) {
    let declarations = &cx.theory.spec.declarations;
    let Argument {
        owner, place, term, ..
    } = *argument;
    let column = &owner.columns(declarations)[place];
    let Some(sort) = column.sort else {
        return;
    };
    if needs_function(term) || is_inside(cx, argument) {
        return;
    }
    if scene.conjuncts.iter().any(|part| mentions(part, term)) {
        return;
    }
    if cx
        .seen
        .iter()
        .any(|(seen, of)| *of == sort && same(seen, term))
    {
        return;
    }
    let wanted = membership(term, sort, false);
    let Some(binding) = cx.first(scene, term, Some(&wanted)) else {
        return;
    };
    cx.seen.push((term.clone(), sort));
    if binding.is_empty() && super::out_of_domain_fact::is_fact(cx, argument) {
        super::out_of_domain_fact::constraint(cx, argument, sort);
        return;
    }
    let wording = cx.wording();
    let variables = cx.variables;
    let shown = cx.of_term(term, &binding);
    let words = wording.term(term, variables);
    let value = cx.value(term, &binding).map(|value| wording.value(value));
    let with = wording.with_values(&shown);
    let what = match value {
        Some(value) if value != words && shown.len() == 1 && shown[0].0 == *words => {
            format!("`{words}` can be `{value}`,")
        }
        Some(value) if value != words => format!("`{words}` is `{value}`{with},"),
        _ => format!("`{words}` is"),
    };
    let message = format!("{what} outside {}", wording.sort(sort, cx.instance));
    let mut report = Report::new(Code::OUT_OF_DOMAIN_ARGUMENT, cx.at(term.id), message);
    report = report.label(
        column.place,
        format!("argument {} of `{}`", place + 1, owner.name(declarations)),
    );
    if let Some(around) = fate(argument.around, argument.negated, |part| {
        wording.simple(part, variables)
    }) {
        report = report.help(around);
    }
    if !shown.is_empty() {
        let name = &declarations.sorts[sort.index()].declared.name;
        report = report.help(format!(
            "a guard such as `| {words} in {name}` leaves such values out"
        ));
    }
    cx.report(report);
}

/// What becomes of what stands around the argument.
fn fate(
    around: &Formula,
    negated: bool,
    spell: impl Fn(&Formula) -> Option<String>,
) -> Option<String> {
    let is_comparison = matches!(around.kind, FormulaKind::Compare(..) | FormulaKind::In(..));
    let noun = if is_comparison {
        "the comparison"
    } else {
        "the atom"
    };
    let text = spell(around);
    let subject = text
        .as_ref()
        .map_or_else(|| noun.to_owned(), |text| format!("`{text}`"));
    Some(match (negated, text) {
        (false, _) => format!("{subject} is false there"),
        (true, Some(text)) => format!("{subject} is false there, so `not {text}` is true"),
        (true, None) => format!("{subject} is false there, so its `not` is true"),
    })
}

/// Whether the sorts alone say that the argument fits.
fn is_inside(cx: &Examination<'_>, argument: &Argument<'_>) -> bool {
    let declarations = &cx.theory.spec.declarations;
    let column = argument.owner.columns(declarations)[argument.place].sort;
    let TermKind::Variable(variable) = argument.term.kind else {
        return false;
    };
    let own = cx.variables[variable.0 as usize].sort;
    own.is_some() && own == column
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check_linted;
    use crate::Purpose;

    const CODE: Code = Code::OUT_OF_DOMAIN_ARGUMENT;

    const TIME: &str =
        "sort time = 1..4\nsort place = {home, work}\nfunc at(time): place\npred free(time)\n";

    #[track_caller]
    fn check(rule: &str, expected: &str) {
        check_linted(CODE, &format!("{TIME}rule r: {rule}\n"), expected);
    }

    #[test]
    fn the_first_values_are_told_and_which_way_it_falls() {
        check(
            "forall t: time . at(t + 1) =/= at(t)",
            "warning `t + 1` (line 5): `t + 1` is `5` with `t = 4`, outside `time`, which is 1..4
             `time` (line 3): argument 1 of `at`
             help: `at(t + 1) =/= at(t)` is false there
             help: a guard such as `| t + 1 in time` leaves such values out",
        );
        check(
            "forall t: time . not at(t + 1) = at(t)",
            "warning `t + 1` (line 5): `t + 1` is `5` with `t = 4`, outside `time`, which is 1..4
             `time` (line 3): argument 1 of `at`
             help: `at(t + 1) = at(t)` is false there, so `not at(t + 1) = at(t)` is true
             help: a guard such as `| t + 1 in time` leaves such values out",
        );
        check(
            "free(7)",
            "warning `7` (line 5): `7` is outside `time`, which is 1..4
             `time` (line 4): argument 1 of `free`
             help: `free(7)` is false there",
        );
    }

    #[test]
    fn the_slip_of_the_notes_is_told_with_their_values() {
        check_linted(
            CODE,
            "sort square = 1..4 sort piece = 1..4 sort edge = 1..4 sort turn = 0..3 sort number = 1..4
             var s: square var p: piece var e: edge var k: turn var n: number
             given v(piece, edge, number)
             pred l(square, piece) pred r(piece, turn) pred m(square, edge, number)
             rule seen: forall s, p, k, e, n .
               m(s, e, n) iff l(s, p) and r(p, k) and v(p, (e + k) mod 4, n)
             v(1, 1, 3) v(1, 2, 1)
            ",
            "warning `(e + k) mod 4` (line 6): `(e + k) mod 4` is `0` with `e = 1` and `k = 3`, outside `edge`, which is 1..4
             `edge` (line 3): argument 2 of `v`
             help: `v(p, (e + k) mod 4, n)` is false there
             help: a guard such as `| (e + k) mod 4 in edge` leaves such values out",
        );
    }

    #[test]
    fn what_a_guard_or_anything_beside_it_leaves_out_is_fine() {
        for rule in [
            "forall t: time | t + 1 in time . at(t + 1) =/= at(t)",
            "forall t: time | t < 4 . free(t + 1)",
            "forall t, u: time | u = t + 1 . free(u)",
            "forall t: time . t = 4 or free(t + 1)",
            "forall t: time . t < 4 implies free(t + 1)",
            "forall t: time . free(t + 1) or t >= 4",
            "exists t: time . free(t + 1) and t < 4",
            "exists t: time | t < 4 and free(t + 1) . free(t)",
            "count(t: time | t < 4 . free(t + 1)) > 1",
            "forall t: time . free((t mod 4) + 1)",
            "forall t: time . forall k in 0..1 | t + k <= 4 . free(t + k)",
            // Spoken of, if not left out.
            "forall t: time | t + 1 in 1..5 . free(t + 1)",
        ] {
            check(rule, "");
        }
    }

    #[test]
    fn other_conjuncts_do_not_leave_it_out() {
        check(
            "forall t, u: time | u < t . free(t + 1) or free(u)",
            "warning `t + 1` (line 5): `t + 1` is `5` with `t = 4`, outside `time`, which is 1..4
             `time` (line 4): argument 1 of `free`
             help: `free(t + 1)` is false there
             help: a guard such as `| t + 1 in time` leaves such values out",
        );
        // No `u` is less than 1.
        check("forall t, u: time | u < 1 . free(t + 1) or free(u)", "");
    }

    #[test]
    fn one_report_a_term_and_rule() {
        let text = format!(
            "{TIME}rule r: forall t: time . free(t + 1) or free(t + 1) and at(t + 1) = home\n"
        );
        let found = super::super::test_support::examined(&text, Purpose::Lint, 1_000);
        let own = found.iter().filter(|found| found.code == CODE);
        assert_eq!(own.count(), 1, "{text}");
    }

    #[test]
    fn in_definitions_unions_and_checks() {
        check_linted(
            CODE,
            "sort step = 1..2 sort time = step + 3..3
             given on(step)
             on(1)
             define later(t: time) iff on(t)
             pred p(time)
             rule r: forall t: time | later(t) . p(t)
             check possible forall t: time . p(t - 1)
            ",
            "warning `t` (line 4): `t` can be `3`, outside `step`, which is 1..2
             `step` (line 2): argument 1 of `on`
             help: `on(t)` is false there
             help: a guard such as `| t in step` leaves such values out
             warning `t - 1` (line 7): `t - 1` is `0` with `t = 1`, outside `time`, which is 1..3
             `time` (line 5): argument 1 of `p`
             help: `p(t - 1)` is false there
             help: a guard such as `| t - 1 in time` leaves such values out",
        );
    }

    #[test]
    fn what_rests_on_data_of_another_file_is_left_alone() {
        check_linted(
            CODE,
            "sort s = 1..3\ngiven wall(s)\npred p(s)\nrule r: forall x: s | not wall(x) . p(x + 1)\n",
            "",
        );
    }
}
