//! The engine against the reference evaluators, on random programs.

use herbrand_ground::{Model, Options, Program, evaluate};
use logic::GroundAtom;
use logic::reference::{self, Limits, Method};
use logic::samples::{program, rules};
use proptest::prelude::*;

fn shown<'a>(atoms: impl Iterator<Item = &'a GroundAtom>) -> Vec<String> {
    let mut all: Vec<String> = atoms.map(ToString::to_string).collect();
    all.sort_unstable();
    all
}

fn run(text: &str) -> Model {
    let program = Program::of(&rules(text));
    evaluate(&program, [], &Options::default()).expect("a small program")
}

/// The true and the undefined atoms of a program by both ways.
fn compare(text: &str) -> (Method, [Vec<String>; 2], [Vec<String>; 2]) {
    let expected = reference::evaluate(&rules(text), Limits::default()).expect("within limits");
    let found = run(text);
    let (holds, open): (Vec<_>, Vec<_>) = (found.all().collect(), found.undefined().collect());
    (
        expected.method,
        [shown(holds.iter()), shown(open.iter())],
        [
            shown(expected.model.iter()),
            shown(expected.undefined.iter()),
        ],
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn random_programs_have_the_reference_model(text in program()) {
        let (method, found, expected) = compare(&text);
        prop_assert_eq!(found, expected, "by {:?}: {}", method, text);
    }
}

/// The programs above reach all methods, and models that are more than their facts.
#[test]
fn random_programs_are_not_all_alike() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut by_method = [0; 3];
    let (mut derived, mut undefined) = (0, 0);
    for _ in 0..2000 {
        let text = program().new_tree(&mut runner).unwrap().current();
        let rules = rules(&text);
        let found = reference::evaluate(&rules, Limits::default()).unwrap();
        by_method[found.method as usize] += 1;
        let facts = rules.iter().filter(|rule| rule.body.is_empty()).count();
        derived += usize::from(found.model.len() >= facts + 3);
        undefined += usize::from(!found.undefined.is_empty());
    }
    assert!(by_method.iter().all(|&count| count >= 25), "{by_method:?}");
    assert!(derived > 500, "{derived}");
    assert!(undefined >= 25, "{undefined}");
}

#[test]
fn what_is_open_below_stays_open_above() {
    let text = "p(a) :- ~q(a). q(a) :- ~p(a). r(a). r(b). s(X) :- r(X), ~p(X). t(X) :- s(X).
        u(X) :- r(X), ~t(X).";
    let (method, found, expected) = compare(text);
    assert_eq!(method, Method::WellFounded);
    assert_eq!(found, expected);
    assert_eq!(expected[0], ["r(a)", "r(b)", "s(b)", "t(b)"]);
    assert_eq!(expected[1], ["p(a)", "q(a)", "s(a)", "t(a)", "u(a)"]);
}
