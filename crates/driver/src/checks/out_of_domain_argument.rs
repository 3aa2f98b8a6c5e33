//! Arguments that only data show to be outside their sorts; the static check of the same code
//! explains it.

use analysis::checks::out_of_domain_argument::{Outside, doubtful, report};
use logic::formula::scenes::{Argument, Scene, membership, same};

use crate::theory::Examination;

pub(crate) fn check(cx: &mut Examination<'_>, scene: &Scene, argument: &Argument<'_>) {
    let declarations = &cx.theory.spec.declarations;
    let Some(sort) = doubtful(declarations, cx.variables, scene, argument) else {
        return;
    };
    let term = argument.term;
    let mut seen = cx.seen.iter();
    if seen.any(|(seen, of)| *of == sort && same(seen, term)) {
        return;
    }
    let wanted = membership(term, sort, false);
    let Some(binding) = cx.first(scene, term, Some(&wanted)) else {
        return;
    };
    cx.seen.push((term.clone(), sort));
    let with = cx.of_term(term, &binding);
    let found = report(&Outside {
        declarations,
        id: cx.at(term.id).statement,
        statement: cx.statement,
        variables: cx.variables,
        argument,
        sort,
        domain: cx.instance.domain(sort),
        value: cx.value(term, &binding),
        with: &with,
    });
    cx.report(found);
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::{check_linted, examined};
    use crate::Purpose;

    const CODE: Code = Code::OUT_OF_DOMAIN_ARGUMENT;

    const TIME: &str =
        "sort time = 1..4\nsort place = {home, work}\nfunc at(time): place\npred free(time)\n";

    #[test]
    fn data_and_definitions_select_the_first_values() {
        let data =
            |facts: &str, rule: &str| format!("{TIME}given on(time)\n{facts}\nrule r: {rule}\n");
        let rule = "forall t: time | on(t) . free(t + 1)";
        check_linted(
            CODE,
            &data("on(2) on(4)", rule),
            "warning `t + 1` (line 7): `t + 1` is `5` with `t = 4`, outside `time`, which is 1..4
             `time` (line 4): argument 1 of `free`
             help: `free(t + 1)` is false there
             help: a guard such as `| t + 1 in time` leaves such values out",
        );
        check_linted(CODE, &data("on(2) on(3)", rule), "");
        check_linted(
            CODE,
            &data("on(1)", "forall t: time . on(t) or free(t - 1)"),
            "",
        );
        check_linted(
            CODE,
            &data("on(2)", "forall t: time . on(t) or free(t - 1)"),
            "warning `t - 1` (line 7): `t - 1` is `0` with `t = 1`, outside `time`, which is 1..4
             `time` (line 4): argument 1 of `free`
             help: `free(t - 1)` is false there
             help: a guard such as `| t - 1 in time` leaves such values out",
        );
        // The guard has values, but none at which `on` holds.
        let other = "forall t, u: time | on(u) and u > 2 . free(t + 1) or free(u)";
        check_linted(CODE, &data("on(2)", other), "");
    }

    #[test]
    fn a_definition_selects_too_and_is_looked_into() {
        check_linted(
            CODE,
            "sort s = 1..5\ngiven edge(s, s)\nedge(1, 3) edge(3, 5)\n\
             define next(x, y: s) iff edge(x, y) or edge(y - 3, x)\npred p(s)\n\
             rule r: forall x, y: s | next(x, y) . p(y + 1)\n",
            "warning `y - 3` (line 4): `y - 3` is `-2` with `y = 1`, outside `s`, which is 1..5
             `s` (line 2): argument 1 of `edge`
             help: `edge(y - 3, x)` is false there
             help: a guard such as `| y - 3 in s` leaves such values out
             warning `y + 1` (line 6): `y + 1` is `6` with `y = 5`, outside `s`, which is 1..5
             `s` (line 5): argument 1 of `p`
             help: `p(y + 1)` is false there
             help: a guard such as `| y + 1 in s` leaves such values out",
        );
    }

    #[test]
    fn what_declarations_tell_is_told_once() {
        let text = format!("{TIME}rule r: forall t: time . free(t + 1)\n");
        let found = examined(&text, Purpose::Lint, 1_000);
        assert_eq!(found.iter().filter(|found| found.code == CODE).count(), 1);
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
