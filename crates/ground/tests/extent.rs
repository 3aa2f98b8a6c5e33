//! What can ever hold in a game, and the instances of its rules.

use herbrand_ground::{Model, Options, Program, evaluate, extent, over_approximation};
use logic::samples::{program, rules};
use logic::{LiteralKind, Relation};
use proptest::prelude::*;

/// The clauses are numbered from 0: `role`, `init`, `init`, `legal`, `legal` …
const GAME: &str = "role(r). init(s(0)). init(lit). succ(0,1). succ(1,2).
    legal(r,go) :- true(s(X)), succ(X,Y). legal(r,back) :- true(s(X)), ~true(lit).
    next(s(Y)) :- does(r,go), true(s(X)), succ(X,Y). next(s(X)) :- does(r,back), true(s(X)).
    next(lit) :- true(lit), ~does(r,back). next(dark) :- true(s(7)), succ(X,Y).
    terminal() :- true(s(2)). goal(r,100) :- true(s(X)), sukk(X,Y).
    goal(r,50) :- succ(X,Y), true(s(Y)), distinct(X,1), true(s(X)), succ(Y,X).";

fn game() -> Model {
    extent(&Program::of(&rules(GAME)), true, [], &Options::default()).expect("a small game")
}

fn atoms(model: &Model, name: &str, arity: u32) -> String {
    let atoms = model.atoms(&Relation::new(name, arity));
    let mut atoms: Vec<String> = atoms.map(|atom| atom.to_string()).collect();
    atoms.sort_unstable();
    atoms.join(" ")
}

#[test]
fn all_states_run_together() {
    let model = game();
    assert_eq!(
        atoms(&model, "true", 1),
        "true(lit) true(s(0)) true(s(1)) true(s(2))"
    );
    // That `lit` never goes out is no matter: its negation counts as possible.
    assert_eq!(atoms(&model, "does", 2), "does(r,back) does(r,go)");
    assert_eq!(atoms(&model, "goal", 2), "");
    assert!(model.is_static(&Relation::new("succ", 2)));
    assert!(model.is_static(&Relation::new("init", 1)));
    assert!(!model.is_static(&Relation::new("true", 1)));
    assert!(!model.is_static(&Relation::new("terminal", 0)));
}

#[test]
fn figures_count_the_instances_of_each_clause() {
    let model = game();
    let instances: Vec<u64> = model
        .statistics()
        .iter()
        .map(|rule| rule.instances)
        .collect();
    assert_eq!(instances, [0, 0, 0, 0, 0, 2, 3, 2, 3, 1, 0, 1, 0, 0]);
}

/// Bindings as text.
fn instances(model: &mut Model, clause: usize, most: usize) -> Vec<String> {
    let found = model
        .instances(clause, most, &Options::default())
        .expect("within limits");
    let shown = found.iter().map(|binding| {
        let terms = binding
            .iter()
            .map(|term| term.as_ref().map_or("-".to_owned(), ToString::to_string));
        terms.collect::<Vec<_>>().join(" ")
    });
    let mut shown: Vec<String> = shown.collect();
    shown.sort_unstable();
    shown
}

#[test]
fn instances_are_listed() {
    let mut model = game();
    assert_eq!(instances(&mut model, 5, 10), ["0 1", "1 2"]);
    assert_eq!(instances(&mut model, 6, 10), ["0", "1", "2"]);
    assert_eq!(instances(&mut model, 6, 2).len(), 2);
    assert_eq!(instances(&mut model, 0, 10), [""]);
    assert!(instances(&mut model, 10, 10).is_empty());
    assert!(instances(&mut model, 6, 0).is_empty());
}

#[test]
fn a_clause_without_instance_says_where_it_breaks_off() {
    let mut model = game();
    assert_eq!(model.blocked(5, 3, &Options::default()).unwrap(), None);
    assert_eq!(model.blocked(0, 3, &Options::default()).unwrap(), None);
    // No state has s(7).
    let miss = model
        .blocked(10, 3, &Options::default())
        .unwrap()
        .expect("it has no instance");
    assert_eq!((miss.leaf, miss.holding.len()), (0, 0));
    // `sukk` is no relation with atoms: three states come near.
    let miss = model
        .blocked(12, 3, &Options::default())
        .unwrap()
        .expect("it has no instance");
    assert_eq!((miss.leaf, miss.near.len()), (1, 3));
    // succ(0,1) and s(1), s(0), and 0 is not 1: but no succ(1,0).
    let miss = model
        .blocked(13, 3, &Options::default())
        .unwrap()
        .expect("it has no instance");
    assert_eq!((miss.leaf, miss.holding), (4, vec![0, 2, 1, 3]));
    assert_eq!(miss.near.len(), 1);
}

#[test]
fn a_logic_program_has_its_model() {
    let program = Program::of(&rules(
        "init(a). next(X) :- init(X). q(X) :- next(X), ~true(X).",
    ));
    let found = extent(&program, false, [], &Options::default()).unwrap();
    let expected = evaluate(&program, [], &Options::default()).unwrap();
    assert!(found.all().eq(expected.all()));
    assert_eq!(atoms(&found, "q", 1), "q(a)");
}

#[test]
fn the_over_approximation_is_a_program_too() {
    let model = evaluate(
        &over_approximation(&Program::of(&rules(GAME))).unwrap(),
        [],
        &Options::default(),
    );
    let (model, extent) = (model.unwrap(), game());
    assert!(model.len() > 10);
    let sorted = |model: &Model| {
        let mut all: Vec<String> = model.all().map(|atom| atom.to_string()).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(sorted(&model), sorted(&extent));
    // A negation of a conjunction, a negation of what holds in every state.
    let text = "init(a). next(b) :- true(a). p() :- ~true(b). q() :- true(a), ~init(a). r().
        t() :- ~~true(c). u() :- ~r(). role(x).";
    let program = over_approximation(&Program::of(&rules(text))).unwrap();
    let model = evaluate(&program, [], &Options::default()).unwrap();
    let all: Vec<String> = ["p", "q", "r", "t", "u"]
        .map(|name| atoms(&model, name, 0))
        .into();
    assert_eq!(all, ["p", "", "r", "", ""]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    /// What is counted is what is listed, and a clause breaks off exactly if it has none.
    #[test]
    fn figures_and_lists_agree(text in program()) {
        let rules = rules(&text);
        let mut model = evaluate(&Program::of(&rules), [], &Options::default()).unwrap();
        if model.undefined().next().is_some() {
            return Ok(());
        }
        for (clause, rule) in rules.iter().enumerate() {
            let is_or = |part: &logic::Literal| matches!(part.kind, LiteralKind::Or(_));
            let listed = model.instances(clause, 10_000, &Options::default()).unwrap().len() as u64;
            prop_assert_eq!(listed == 0, model.blocked(clause, 1, &Options::default()).unwrap().is_some());
            let disjunctive = rule.body.iter().any(is_or);
            let counted = model.statistics()[clause].instances;
            if !rule.body.is_empty() && !disjunctive && is_stratified(&rules) {
                prop_assert_eq!(listed, counted, "{}", text);
            }
        }
    }
}

fn is_stratified(rules: &[logic::Rule]) -> bool {
    logic::DependencyGraph::of(rules)
        .strata()
        .offending
        .is_empty()
}
