//! Goal values that only show when the game is grounded; those that are written as a number are
//! a matter of the static check of the same code, which explains it.

use analysis::Finding;
use logic::{GroundAtom, GroundTerm, Relation, Term};
use source::{Code, Severity};

use super::Context;
use crate::reachable::Met;
use crate::witness::witnesses;

/// What `goal` may give that is no value.
pub(super) fn candidates(cx: &Context<'_>) -> Vec<GroundAtom> {
    if !cx.spec.vocabulary.is_game() {
        return Vec::new();
    }
    let goals = Relation::new("goal", 2);
    let goals = cx.evaluation.model.atoms(&goals);
    goals.filter(|atom| !is_goal_value(&atom.args[1])).collect()
}

fn is_goal_value(term: &GroundTerm) -> bool {
    match term {
        GroundTerm::Constant(name) => analysis::checks::is_goal_value(name),
        GroundTerm::Function(..) | GroundTerm::Integer(_) => false,
    }
}

pub(super) fn check(cx: &mut Context<'_>, met: &Met, sink: &mut Vec<Finding>) {
    let mut atoms = candidates(cx);
    let written = |atom: &GroundAtom| {
        let constant = |rule: &logic::Rule| {
            matches!(&*rule.head.args, [_, Term::Constant { name, .. }]
                if matches!(&atom.args[1], GroundTerm::Constant(value) if value == name))
        };
        let mut goals = cx
            .spec
            .rules
            .iter()
            .filter(|rule| rule.head.relation == "goal");
        goals.any(constant)
    };
    atoms.retain(|atom| !written(atom));
    for found in witnesses(cx, atoms, met) {
        let value = cx.spec.spelling.term(&found.atom.args[1].to_term(), &[]);
        let message = format!("the goal value `{value}` is no whole number from 0 to 100");
        let value = &cx.spec.rules[found.rule].head.args[1];
        let node = match value {
            Term::Constant { id, .. } | Term::Variable { id, .. } | Term::Function { id, .. } => {
                *id
            }
        };
        let place = cx.spec.place(found.rule, node);
        let finding = Finding::new(Code::GOAL_VALUE, place, message).severity(Severity::Warning);
        sink.push(cx.with_instance(finding, &found));
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check;

    const CODE: Code = Code::GOAL_VALUE;

    /// A count of coins from 99 on, worth what `worth` says.
    fn coins(rules: &str) -> String {
        format!(
            "(role r) (init (coins 99)) (succ 99 100) (succ 100 101) (succ 101 102)\n\
             (legal r save)\n\
             (<= (next (coins ?y)) (true (coins ?x)) (succ ?x ?y))\n{rules}\n"
        )
    }

    #[test]
    fn a_value_that_play_comes_to_is_a_warning() {
        let rule = "(<= (goal r ?x) (true (coins ?x)))";
        check(
            CODE,
            &coins(&format!("{rule}\n(<= terminal (true (coins 101)))")),
            "warning `?x` (line 4): the goal value `101` is no whole number from 0 to 100
             help: for one, `(<= (goal r 101) (true (coins 101)))`",
        );
        check(
            CODE,
            &coins(&format!("{rule}\n(<= terminal (true (coins 100)))")),
            "",
        );
    }

    #[test]
    fn a_value_that_is_written_is_an_error_once() {
        check(
            CODE,
            &coins("(goal r 101)\n(<= terminal (true (coins 101)))"),
            "error `101` (line 4): the goal value `101` is no whole number from 0 to 100",
        );
    }

    #[test]
    fn a_value_of_every_state_needs_no_play() {
        check(
            CODE,
            &coins(
                "(worth 0) (worth (plus 1 2))\n(<= (goal r ?x) (worth ?x))\n(<= terminal (true (coins 1)))",
            ),
            "warning `?x` (line 5): the goal value `(plus 1 2)` is no whole number from 0 to 100",
        );
    }
}
