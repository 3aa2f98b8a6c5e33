//! `input` lists the moves that each role can ever have, `action` those of all roles, so that
//! other programs can set up their tables before the game starts. They lose what `legal` allows
//! beyond it, or refuse the game. Reported are rules that allow such a move in a state that some
//! line of play comes to; the report names it. A game with neither is not looked at. Found by
//! `herbrand lint --ground`, and in the editor.
//!
//! ## Wrong
//! ```kif game
//! (role robot)
//! (base (at hall)) (base (at yard))
//! (input robot (go hall))
//! (init (at hall))
//! (<= (legal robot (go hall)) (true (at yard)))
//! (<= (legal robot (go yard)) (true (at hall)))
//! (<= (next (at ?x)) (does robot (go ?x)))
//! (<= terminal (true (at yard)))
//! (goal robot 100)
//! ```
//!
//! ## Right
//! ```kif game
//! (role robot)
//! (base (at hall)) (base (at yard))
//! (input robot (go hall)) (input robot (go yard))
//! (init (at hall))
//! (<= (legal robot (go hall)) (true (at yard)))
//! (<= (legal robot (go yard)) (true (at hall)))
//! (<= (next (at ?x)) (does robot (go ?x)))
//! (<= terminal (true (at yard)))
//! (goal robot 100)
//! ```

use analysis::Finding;
use logic::{GroundAtom, Relation};
use rustc_hash::FxHashSet;
use source::Code;

use super::{Context, Outside};
use crate::reachable::Met;
use crate::witness::witnesses;

/// The relation that lists moves, if there is one.
fn list(cx: &Context<'_>) -> Option<Relation> {
    let model = &cx.evaluation.model;
    let lists = [Relation::new("input", 2), Relation::new("action", 1)];
    let mut lists = lists.into_iter();
    lists
        .find(|list| cx.spec.vocabulary.is_game() && model.is_static(list) && model.count(list) > 0)
}

/// What the list would have to say of a `legal` atom.
fn listing(list: &Relation, legal: &GroundAtom) -> GroundAtom {
    let args = &legal.args[2 - list.arity as usize..];
    GroundAtom::new(list.name.clone(), args.iter().cloned())
}

/// What `legal` may allow that is not listed.
pub(super) fn candidates(cx: &Context<'_>) -> Vec<GroundAtom> {
    let Some(list) = list(cx) else {
        return Vec::new();
    };
    let model = &cx.evaluation.model;
    let listed: FxHashSet<_> = model.atoms(&list).collect();
    let legal = Relation::new("legal", 2);
    let legal = model.atoms(&legal);
    legal
        .filter(|atom| !listed.contains(&listing(&list, atom)))
        .collect()
}

pub(super) fn check(cx: &mut Context<'_>, met: &Met, sink: &mut Vec<Finding>) {
    let Some(list) = list(cx) else {
        return;
    };
    let atoms = candidates(cx);
    for found in witnesses(cx, atoms, met) {
        let [role, action] = &*found.atom.args else {
            continue;
        };
        let [role, action] = [role, action].map(|term| cx.spec.spelling.term(&term.to_term(), &[]));
        let outside = Outside {
            code: Code::OUTSIDE_INPUT,
            message: format!(
                "`{role}` may do `{action}`, but `{}` does not list it",
                list.name
            ),
            listed: listing(&list, &found.atom),
        };
        sink.push(cx.outside(outside, &found));
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check;

    const CODE: Code = Code::OUTSIDE_INPUT;

    /// Two players take turns at a lamp; each `list` says what they may do.
    fn lamp(list: &str) -> String {
        format!(
            "(role red) (role blue) (init off)\n{list}\n\
             (<= (legal red (turn on)) (true off))\n(<= (legal red wait) (true on))\n\
             (legal blue wait)\n\
             (<= (legal blue (turn out)) (true broken))\n\
             (<= (next on) (does red (turn on)))\n\
             (<= terminal (true on))\n(goal red 0) (goal blue 0)\n\
             (<= (next broken) (true on))\n"
        )
    }

    #[test]
    fn a_move_is_told_with_its_role() {
        check(
            CODE,
            &lamp("(input red (turn off)) (input blue wait)"),
            "warning `(legal red (turn on))` (line 3): `red` may do `(turn on)`, but `input` does not list it
             `(input red (turn off))` (line 2): `input` begins here
             help: in `input`, argument 1 of `turn` is never `on`
             help: for one, `(<= (legal red (turn on)) (true off))`",
        );
        check(
            CODE,
            &lamp("(input red (turn on)) (input red wait)"),
            "warning `(legal blue wait)` (line 5): `blue` may do `wait`, but `input` does not list it
             `(input red (turn on))` (line 2): `input` begins here
             help: argument 1 of `input` is never `blue`",
        );
    }

    /// What the roles may do when the game is over, or where a rule that never fires leads, is
    /// nobody's move.
    #[test]
    fn what_no_line_of_play_comes_to_is_not_reported() {
        check(CODE, &lamp("(input red (turn on)) (input blue wait)"), "");
    }

    #[test]
    fn the_younger_keyword_lists_moves_of_all_roles() {
        check(CODE, &lamp("(action wait) (action (turn on))"), "");
        check(
            CODE,
            &lamp("(action (turn on))"),
            "warning `(legal blue wait)` (line 5): `blue` may do `wait`, but `action` does not list it
             `(action (turn on))` (line 2): `action` begins here
             help: argument 1 of `action` is never `wait`",
        );
        check(CODE, &lamp(""), "");
    }
}
