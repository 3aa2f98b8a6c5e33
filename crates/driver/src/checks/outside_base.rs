//! `base` lists all that a state may hold, so that other programs can set up their tables before
//! the game starts. They lose what `init` or `next` give beyond it, or refuse the game. Reported
//! are rules that give such a thing at the start, or in a state that some line of play comes to;
//! the report names it. A game without `base` is not looked at. Found by
//! `herbrand lint --ground`, and in the editor.
//!
//! ## Wrong
//! ```kif game
//! (role robot)
//! (succ 1 2) (succ 2 3)
//! (base (step 1)) (base (step 2))
//! (input robot walk)
//! (init (step 1))
//! (legal robot walk)
//! (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
//! (<= terminal (true (step 3)))
//! (goal robot 100)
//! ```
//!
//! ## Right
//! ```kif game
//! (role robot)
//! (succ 1 2) (succ 2 3)
//! (base (step 1)) (base (step 2)) (base (step 3))
//! (input robot walk)
//! (init (step 1))
//! (legal robot walk)
//! (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
//! (<= terminal (true (step 3)))
//! (goal robot 100)
//! ```

use analysis::Finding;
use logic::{GroundAtom, Relation};
use rustc_hash::FxHashSet;
use source::Code;

use super::{Context, Outside};
use crate::reachable::Met;
use crate::witness::witnesses;

/// What `init` and `next` may give that `base` does not list.
pub(super) fn candidates(cx: &Context<'_>) -> Vec<GroundAtom> {
    let base = Relation::new("base", 1);
    let model = &cx.evaluation.model;
    if !cx.spec.vocabulary.is_game() || !model.is_static(&base) || model.count(&base) == 0 {
        return Vec::new();
    }
    let listed: FxHashSet<_> = model
        .atoms(&base)
        .map(|atom| atom.args[0].clone())
        .collect();
    let given = ["init", "next"].map(|name| Relation::new(name, 1));
    let given = given.iter().flat_map(|relation| model.atoms(relation));
    given
        .filter(|atom| !listed.contains(&atom.args[0]))
        .collect()
}

pub(super) fn check(cx: &mut Context<'_>, met: &Met, sink: &mut Vec<Finding>) {
    let mut atoms = candidates(cx);
    // What is true at the start goes on to be true.
    let first: FxHashSet<_> = atoms
        .iter()
        .filter(|atom| atom.relation == "init")
        .map(|atom| atom.args[0].clone())
        .collect();
    atoms.retain(|atom| atom.relation == "init" || !first.contains(&atom.args[0]));
    for found in witnesses(cx, atoms, met) {
        let term = cx.spec.spelling.term(&found.atom.args[0].to_term(), &[]);
        let when = match &*found.atom.relation {
            "init" => "is true at the start",
            _ => "comes to be true",
        };
        let message = format!("`{term}` {when}, but `base` does not list it");
        let listed = GroundAtom::new("base", [found.atom.args[0].clone()]);
        let outside = Outside {
            code: Code::OUTSIDE_BASE,
            message,
            listed,
        };
        sink.push(cx.outside(outside, &found));
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::{check, diagnostics};

    const CODE: Code = Code::OUTSIDE_BASE;

    /// A walk along a street of so many houses, of which `base` lists some.
    fn walk(base: &str) -> String {
        format!(
            "(role r) (init (at 1)) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)\n{base}\n\
             (legal r walk)\n\
             (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))\n\
             (<= terminal (true (at 4)))\n(goal r 0)\n"
        )
    }

    #[test]
    fn what_play_comes_to_is_told_with_how_it_comes_about() {
        check(
            CODE,
            &walk("(base (at 1)) (base (at 2))"),
            "warning `(next (at ?y))` (line 4): `(at 3)` comes to be true, but `base` does not list it
             `(base (at 1))` (line 2): `base` begins here
             help: in `base`, argument 1 of `at` is never `3`
             help: for one, `(<= (next (at 3)) (true (at 2)))`
             help: 1 more instance of this rule is like it",
        );
        check(
            CODE,
            &walk("(base (on 1))"),
            "warning `(init (at 1))` (line 1): `(at 1)` is true at the start, but `base` does not list it
             `(base (on 1))` (line 2): `base` begins here
             help: argument 1 of `base` is never `(at 1)`
             warning `(next (at ?y))` (line 4): `(at 2)` comes to be true, but `base` does not list it
             `(base (on 1))` (line 2): `base` begins here
             help: argument 1 of `base` is never `(at 2)`
             help: for one, `(<= (next (at 2)) (true (at 1)))`
             help: 2 more instances of this rule are like it",
        );
    }

    /// The game ends at 4, so that 5 is never reached, though a rule over all states has it.
    #[test]
    fn what_no_line_of_play_comes_to_is_not_reported() {
        check(
            CODE,
            &walk("(base (at 1)) (base (at 2)) (base (at 3)) (base (at 4))"),
            "",
        );
    }

    /// Of many, too: what is not traced to its rule is counted, if play comes to it.
    #[test]
    fn a_long_street_is_counted_to_where_the_game_ends() {
        use std::fmt::Write as _;
        let mut text = walk("(base (at 1))").replace("(true (at 4))", "(true (at 40))");
        for house in 5..60 {
            let _ = writeln!(text, "(succ {house} {})", house + 1);
        }
        let found = diagnostics(&text);
        let found: Vec<_> = found.iter().filter(|found| found.code == CODE).collect();
        assert_eq!(found.len(), 1);
        // 2 is shown, 3 to 40 are counted, 41 to 60 are beyond the end.
        let more = "38 more instances of this rule are like it";
        assert!(found[0].help.iter().any(|help| help == more), "{found:?}");
    }

    #[test]
    fn what_is_true_at_the_start_is_not_reported_again_where_it_stays() {
        let stays = "(init lit)\n(<= (next lit) (true lit) (true (at 1)))\n";
        check(
            CODE,
            &(walk("(base (at 1)) (base (at 2)) (base (at 3)) (base (at 4))") + stays),
            "warning `(init lit)` (line 7): `lit` is true at the start, but `base` does not list it
             `(base (at 1))` (line 2): `base` begins here
             help: argument 1 of `base` is never `lit`",
        );
    }

    #[test]
    fn each_rule_has_its_report_and_a_directive_silences_it() {
        let text = walk("(base (at 1)) (base (at 2)) (base (at 3)) (base (at 4))")
            + "; herbrand: allow outside-base\n(<= (next lit) (does r walk))\n\
               (<= (next (seen ?x)) (true (at ?x)))\n";
        check(
            CODE,
            &text,
            "warning `(next (seen ?x))` (line 9): `(seen 1)` comes to be true, but `base` does not list it
             `(base (at 1))` (line 2): `base` begins here
             help: argument 1 of `base` is never `(seen 1)`
             help: for one, `(<= (next (seen 1)) (true (at 1)))`
             help: 2 more instances of this rule are like it",
        );
        let found = diagnostics(&text);
        assert!(
            found.iter().all(|found| found.code != Code::UNUSED_ALLOW),
            "{found:?}"
        );
    }

    #[test]
    fn a_game_without_a_list_is_not_looked_at() {
        check(CODE, &walk(""), "");
    }
}
