//! A `check` says what its author expects of a puzzle, and it is not so. The report says what is so
//! instead: a model that shows it, how many models there are, or the rules that leave none. Found
//! by solving: `herbrand test` runs every `check` of a file.
//!
//! ## Wrong
//! ```qprop
//! sort seat = 1..3
//! sort guest = {ann, bob, eve}
//! func sits(guest): seat
//! rule apart: forall g, h: guest | g =/= h . sits(g) =/= sits(h)
//! check models = 3
//! ```
//!
//! ## Right
//! ```qprop
//! sort seat = 1..3
//! sort guest = {ann, bob, eve}
//! func sits(guest): seat
//! rule apart: forall g, h: guest | g =/= h . sits(g) =/= sits(h)
//! check models = 6
//! ```

use analysis::report::Report;
use analysis::wording::{joined, quoted};
use ground::formula::Atom;
use logic::formula::{Check, Instance, Place, Shown, Statement, StatementId};
use source::Code;

use crate::theory::{Instead, Model, Theory, Wording};

/// How many atoms of a model are told.
const TOLD: usize = 12;

/// How many rules are pointed at.
const POINTED: usize = 5;

/// The report of a `check` that does not hold.
pub(crate) fn report(
    theory: &Theory,
    instance: &Instance,
    id: StatementId,
    instead: &Instead,
) -> Report {
    let found = theory
        .spec
        .statements
        .iter()
        .find(|(other, _)| *other == id);
    let check = match found.map(|(_, elaborated)| &elaborated.statement) {
        Some(Statement::Check(check)) => Some(check),
        _ => None,
    };
    let message = message(instance, check, instead);
    let report = Report::new(Code::FAILED_CHECK, Place::whole(id), message);
    match instead {
        Instead::Model(model) => report.help(format!(
            "such a model: {}",
            told(theory, &shown(theory, model))
        )),
        Instead::Two(first, second) => differing(theory, report, first, second),
        Instead::Models(_, Some(alike)) => differing(theory, report, &alike.0, &alike.1),
        Instead::Models(_, None) => report,
        Instead::NoModel(core) => {
            let wording = Wording::new(&theory.spec);
            let places = core.iter().take(POINTED);
            let report = places.fold(report, |report, &other| {
                report.label(Place::whole(other), "one of the rules that it follows from")
            });
            let names: Vec<_> = core.iter().filter_map(|&id| wording.rule(id)).collect();
            if names.len() == core.len() && !names.is_empty() {
                let names = joined(&quoted(names.into_iter().take(TOLD)), ", ", " and ");
                report.help(format!("this follows from {names}"))
            } else {
                report
            }
        }
    }
}

/// What each of two models has that the other has not.
fn differing(theory: &Theory, report: Report, first: &Model, second: &Model) -> Report {
    let alone = |one: &Model, other: &Model| -> Vec<Atom> {
        let atoms = shown(theory, one).into_iter();
        atoms.filter(|atom| !other.atoms.contains(atom)).collect()
    };
    let only = |atoms: Vec<Atom>| match atoms.len() {
        0 => "none of what is only in the other".to_owned(),
        _ => told(theory, &atoms),
    };
    let mut sides = [alone(first, second), alone(second, first)];
    sides.sort_by_key(Vec::len);
    let [less, more] = sides;
    report
        .help(format!("one has {}", only(less)))
        .help(format!("another has {}", only(more)))
}

fn message(instance: &Instance, check: Option<&Check>, instead: &Instead) -> String {
    let no_model = "the puzzle has no model".to_owned();
    match (check, instead) {
        (Some(Check::Possible(_)), Instead::NoModel(_)) => "this holds in no model".to_owned(),
        (_, Instead::NoModel(_)) => no_model,
        (Some(Check::Unsat), Instead::Model(_)) => "the puzzle has a model".to_owned(),
        (Some(Check::Proves(_)), Instead::Model(_)) => {
            "this does not follow: there is a model in which it does not hold".to_owned()
        }
        (Some(Check::Refutes(_)), Instead::Model(_)) => {
            "this is not refuted: there is a model in which it holds".to_owned()
        }
        (_, Instead::Model(_)) => "there is a model that shows otherwise".to_owned(),
        (_, Instead::Two(..)) => "the puzzle has more than one model".to_owned(),
        (check, Instead::Models(counted, _)) => {
            let least = if counted.is_all { "" } else { "at least " };
            let models = match counted.models {
                1 => "1 model".to_owned(),
                models => format!("{models} models"),
            };
            let expected = match check {
                Some(Check::Models(_, term)) => instance.constant(term),
                _ => None,
            };
            match expected {
                Some(expected) => {
                    format!("the puzzle has {least}{models}, where {expected} is expected")
                }
                None => format!("the puzzle has {least}{models}"),
            }
        }
    }
}

/// The atoms that the puzzle shows.
fn shown(theory: &Theory, model: &Model) -> Vec<Atom> {
    let mut what: Vec<Shown> = Vec::new();
    for (_, elaborated) in &theory.spec.statements {
        if let Statement::Show { what: shown, .. } = &elaborated.statement {
            what.extend(shown);
        }
    }
    let is_shown = |atom: &&Atom| {
        what.is_empty()
            || what.contains(&match atom {
                Atom::Relation(relation, _) => Shown::Relation(*relation),
                Atom::Value(function, ..) => Shown::Function(*function),
            })
    };
    model.atoms.iter().filter(is_shown).cloned().collect()
}

/// "`l(1, 2)`, `l(2, 1)` and 14 more"; what is no atom is not told.
fn told(theory: &Theory, atoms: &[Atom]) -> String {
    let wording = Wording::new(&theory.spec);
    if atoms.is_empty() {
        return "one in which nothing holds that is shown".to_owned();
    }
    let mut words = quoted(atoms.iter().take(TOLD).map(|atom| wording.atom(atom)));
    if atoms.len() > TOLD {
        words.push(format!("{} more", atoms.len() - TOLD));
    }
    joined(&words, ", ", " and ")
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check_answered;

    const CODE: Code = Code::FAILED_CHECK;

    /// Two switches of which one is on.
    #[track_caller]
    fn check(expected: &str, report: &str) {
        let text = format!(
            "pred a pred b pred c\nrule one: a or b\nrule off: not c\nshow a, b\n{expected}\n"
        );
        check_answered(CODE, &text, report);
    }

    #[test]
    fn a_model_shows_what_is_so_instead() {
        check(
            "check proves a and b\ncheck refutes not a or b\ncheck possible a",
            "error `check proves a and b` (line 5): this does not follow: there is a model in which it does not hold
             help: such a model: `b`
             error `check refutes not a or b` (line 6): this is not refuted: there is a model in which it holds
             help: such a model: `b`",
        );
        check(
            "rule both: a and b\ncheck unsat",
            "error `check unsat` (line 6): the puzzle has a model
             help: such a model: `a` and `b`",
        );
    }

    #[test]
    fn numbers_of_models_and_two_that_differ() {
        check(
            "rule a: a\ncheck models = 3\ncheck models <= 1\ncheck models = 2\ncheck unique",
            "error `check models = 3` (line 6): the puzzle has 2 models, where 3 is expected
             error `check models <= 1` (line 7): the puzzle has 2 models, where 1 is expected
             help: one has none of what is only in the other
             help: another has `b`
             error `check unique` (line 9): the puzzle has more than one model
             help: one has none of what is only in the other
             help: another has `b`",
        );
    }

    #[test]
    fn without_a_model_the_rules_are_named() {
        check(
            "rule neither: not a and not b\ncheck unsat\ncheck sat",
            "error `check sat` (line 7): the puzzle has no model
             `rule one: a or b` (line 2): one of the rules that it follows from
             `rule neither: not a and not b` (line 5): one of the rules that it follows from
             help: this follows from `one` and `neither`",
        );
        check(
            "check possible c",
            "error `check possible c` (line 5): this holds in no model
             `rule off: not c` (line 3): one of the rules that it follows from
             help: this follows from `off`",
        );
    }

    #[test]
    fn a_directive_allows_it() {
        check("// herbrand: allow failed-check\ncheck proves a", "");
    }
}
