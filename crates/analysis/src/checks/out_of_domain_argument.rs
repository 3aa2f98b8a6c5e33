//! An argument is outside the sort of its place for some values of its variables. The smallest atom
//! or comparison around it is false there, and so its `not` is true: `f(t + 1) =/= f(t)` is false
//! at the last `t`, and `not f(t + 1) = f(t)` is true. Both are easily overlooked.
//!
//! Where declarations and comparisons alone decide, every `lint` reports it; where data do, it takes
//! `lint --ground`, the editor, or a command that answers.
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

use logic::Name;
use logic::formula::scenes::{self, Argument, Scene};
use logic::formula::{
    Declarations, Domain, Formula, FormulaKind, Place, SortId, Statement, StatementId, Term,
    TermKind, Value, Values, Variable,
};
use source::Code;

use super::out_of_domain_fact;
use crate::report::Report;
use crate::spelt::Spelt;

/// An argument that is outside the sort of its place.
#[derive(Clone, Copy)]
pub struct Outside<'a> {
    /// What is declared.
    pub declarations: &'a Declarations,
    /// The statement.
    pub id: StatementId,
    /// What it says.
    pub statement: &'a Statement,
    /// Its variables.
    pub variables: &'a [Variable],
    /// The argument.
    pub argument: &'a Argument<'a>,
    /// The sort.
    pub sort: SortId,
    /// Its elements.
    pub domain: &'a Domain,
    /// The value of the argument.
    pub value: Option<Value>,
    /// The variables of the argument with their values, in reading order.
    pub with: &'a [(Name, Value)],
}

/// The report of an argument; of a bare atom without variables it is one of a fact.
pub fn report(found: &Outside<'_>) -> Report {
    let Outside {
        declarations,
        argument,
        ..
    } = *found;
    let spelt = Spelt::new(declarations);
    let variables = found.variables;
    let at = Place {
        statement: found.id,
        node: argument.term.id,
    };
    let name = argument.owner.name(declarations);
    let column = &argument.owner.columns(declarations)[argument.place];
    let words = spelt.term(argument.term, variables);
    let value = found.value.map(|value| spelt.value(value));
    let with = spelt.with_values(found.with);
    let is_variable = matches!(argument.term.kind, TermKind::Variable(_));
    let what = match value.filter(|value| *value != words) {
        Some(value) if is_variable => format!("`{words}` can be `{value}`,"),
        Some(value) => format!("`{words}` is `{value}`{with},"),
        None => format!("`{words}` is"),
    };
    let message = format!("{what} outside {}", spelt.sort(found.sort, found.domain));
    let is_fact = is_fact(found.statement, argument);
    let code = match is_fact {
        true => Code::OUT_OF_DOMAIN_FACT,
        false => Code::OUT_OF_DOMAIN_ARGUMENT,
    };
    let label = format!("argument {} of `{name}`", argument.place + 1);
    let mut report = Report::new(code, at, message).label(column.place, label);
    if is_fact {
        return report;
    }
    let spell = |part: &Formula| spelt.simple(part, variables);
    report = report.help(fate(argument.around, argument.negated, spell));
    if !found.with.is_empty() {
        let name = &declarations.sorts[found.sort.index()].declared.name;
        report = report.help(format!(
            "a guard such as `| {words} in {name}` leaves such values out"
        ));
    }
    report
}

/// What becomes of what stands around the argument.
fn fate(around: &Formula, negated: bool, spell: impl Fn(&Formula) -> Option<String>) -> String {
    let is_atom = matches!(around.kind, FormulaKind::Atom(..));
    let noun = if is_atom {
        "the atom"
    } else {
        "the comparison"
    };
    let text = spell(around);
    let subject = match &text {
        Some(text) => format!("`{text}`"),
        None => noun.to_owned(),
    };
    match (negated, text) {
        (false, _) => format!("{subject} is false there"),
        (true, Some(text)) => format!("{subject} is false there, so `not {text}` is true"),
        (true, None) => format!("{subject} is false there, so its `not` is true"),
    }
}

/// Whether an argument is one of a bare atom: of a fact about what the solver decides.
fn is_fact(statement: &Statement, argument: &Argument<'_>) -> bool {
    let Statement::Constraint(None, formula) = statement else {
        return false;
    };
    std::ptr::eq(formula, argument.around) && matches!(formula.kind, FormulaKind::Atom(..))
}

/// The sort that an argument may be outside of: of functions, and of what the sorts alone say to
/// fit, none; nor where something beside it speaks of it.
pub fn doubtful(
    declarations: &Declarations,
    variables: &[Variable],
    scene: &Scene,
    argument: &Argument<'_>,
) -> Option<SortId> {
    let column = &argument.owner.columns(declarations)[argument.place];
    let sort = column.sort?;
    let own = match argument.term.kind {
        TermKind::Variable(id) => variables[id.0 as usize].sort,
        _ => None,
    };
    let mut beside = scene.conjuncts.iter();
    let is_settled = own == Some(sort)
        || scenes::needs_function(argument.term)
        || beside.any(|part| scenes::mentions(part, argument.term));
    (!is_settled).then_some(sort)
}

/// Those of a statement that declarations and comparisons decide.
pub(crate) fn check(
    declarations: &Declarations,
    values: &Values,
    id: StatementId,
    statement: &Statement,
    variables: &[Variable],
    sink: &mut Vec<Report>,
) {
    let mut seen: Vec<(Term, SortId)> = Vec::new();
    scenes::visit(declarations, statement, &mut |scene, part| {
        let scenes::Part::Argument(argument) = part else {
            return;
        };
        let Some(sort) = doubtful(declarations, variables, scene, &argument) else {
            return;
        };
        let is_seen =
            |(term, of): &(Term, SortId)| *of == sort && scenes::same(term, argument.term);
        let Some(domain) = values.domain(sort).filter(|_| !seen.iter().any(is_seen)) else {
            return;
        };
        let found = values.outside(declarations, variables, scene, argument.term, sort);
        let Some(binding) = found else {
            return;
        };
        seen.push((argument.term.clone(), sort));
        let named = |id| {
            let (_, value) = binding.iter().find(|(other, _)| *other == id)?;
            Some((variables[id.0 as usize].name.clone(), *value))
        };
        let with: Vec<(Name, Value)> = scenes::variables(argument.term)
            .into_iter()
            .filter_map(named)
            .collect();
        sink.push(report(&Outside {
            declarations,
            id,
            statement,
            variables,
            argument: &argument,
            sort,
            domain,
            value: values.term(argument.term, &binding),
            with: &with,
        }));
    });
    if let Statement::Fact(relation, args) = statement {
        out_of_domain_fact::check(declarations, values, id, *relation, args, sink);
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::OUT_OF_DOMAIN_ARGUMENT;
    const TIME: &str =
        "sort time = 1..4\nsort place = {home, work}\nfunc at(time): place\npred free(time)\n";

    #[track_caller]
    fn check(rule: &str, expected: &str) {
        let text = format!("{TIME}rule r: {rule}\n");
        check_whole_at("a.qprop", CODE, &text, expected);
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
        check_whole_at(
            "a.qprop",
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
        check(
            "forall t: time . free(t + 1) or free(t + 1) and at(t + 1) = home",
            "warning `t + 1` (line 5): `t + 1` is `5` with `t = 4`, outside `time`, which is 1..4
             `time` (line 4): argument 1 of `free`
             help: `free(t + 1)` is false there
             help: a guard such as `| t + 1 in time` leaves such values out",
        );
    }

    #[test]
    fn in_definitions_unions_and_checks() {
        check_whole_at(
            "a.qprop",
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
    fn what_data_decide_and_what_has_no_values_yet_waits() {
        for text in [
            "sort s = 1..3\ngiven wall(s)\npred p(s)\nrule r: forall x: s | wall(x) . p(x + 1)\n",
            "sort s = 1..3\ngiven wall(s)\npred p(s)\nrule r: forall x: s . wall(x) or p(x + 1)\n",
            "sort s\npred p(s)\nrule r: forall x: s . p(x + 1)\n",
            "const n\nsort s = 1..n\npred p(s)\nrule r: forall x: s . p(x + 1)\n",
            "sort s = 1..200000\npred p(s)\nrule r: forall x: s . p(x + 1)\n",
        ] {
            check_whole_at("a.qprop", CODE, text, "");
        }
        // What the solver decides is no guard.
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..3\npred q(s)\npred p(s)\nrule r: forall x: s | q(x) . p(x + 1)\n",
            "warning `x + 1` (line 4): `x + 1` is `4` with `x = 3`, outside `s`, which is 1..3
             `s` (line 3): argument 1 of `p`
             help: `p(x + 1)` is false there
             help: a guard such as `| x + 1 in s` leaves such values out",
        );
    }
}
