//! Networks of small games, worked out by hand.

use herbrand_ground::{Error, Limits, Network, Options, Program, Signal, network};
use logic::samples::rules;

fn of(text: &str) -> Network {
    network(&Program::of(&rules(text)), &Options::default()).expect("a small game")
}

const SWITCH: &str = "role(r). init(off). init(lit). legal(r,push). legal(r,wait) :- true(on).
    next(on) :- does(r,push), true(off). next(off) :- does(r,push), true(on).
    next(on) :- does(r,wait), true(on). next(lit) :- true(lit). next(dark) :- true(dark).
    terminal() :- true(on), true(lit). goal(r,100) :- true(on). goal(r,0) :- ~true(on).";

fn names<T: ToString>(names: impl IntoIterator<Item = T>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    names.join(" ")
}

#[test]
fn latches_inputs_and_constants() {
    let network = of(SWITCH);
    assert_eq!(names(&network.roles), "r");
    // `lit` always holds, `dark` never.
    assert_eq!(
        names(network.latches.iter().map(|latch| &latch.name)),
        "off on"
    );
    assert_eq!(names(&network.always), "lit");
    assert_eq!(network.first_state(), [true, false]);
    assert_eq!(
        names(network.inputs.iter().map(|input| &input.action)),
        "push wait"
    );
    assert_eq!(network.inputs[0].legal, Signal::TRUE);
    let on = Signal::of_latch(&network, 1);
    assert_eq!(network.inputs[1].legal, on);
    // The end is `on` alone, as `lit` always holds, and so is the goal.
    assert_eq!(network.terminal, on);
    let goals = network
        .goals
        .iter()
        .map(|goal| (goal.value.to_string(), goal.signal));
    let goals: Vec<_> = goals.collect();
    assert_eq!(goals, [("100".to_owned(), on), ("0".to_owned(), !on)]);
}

#[test]
fn a_state_leads_to_the_next() {
    let network = of(SWITCH);
    let step = |state: &[bool], moves: &[bool]| network.next_state(&network.evaluate(state, moves));
    assert_eq!(step(&[true, false], &[true, false]), [false, true]);
    assert_eq!(step(&[false, true], &[false, true]), [false, true]);
    assert_eq!(step(&[false, true], &[true, false]), [true, false]);
    assert_eq!(step(&[true, false], &[false, false]), [false, false]);
}

#[test]
fn equal_gates_are_one() {
    let network = of("role(r). init(b). legal(r,x). legal(r,y).
        next(a) :- does(r,x), true(b). next(b) :- true(b), does(r,x).
        both() :- true(a), true(b). same() :- true(b), true(a).
        terminal() :- both(). goal(r,100) :- same(). goal(r,50) :- ~both().");
    assert_eq!(network.latches[0].next, network.latches[1].next);
    assert_eq!(network.terminal, network.goals[0].signal);
    assert_eq!(network.terminal, !network.goals[1].signal);
    let gates = network.nodes.len() - 1 - network.latches.len() - network.inputs.len();
    assert_eq!(gates, 2);
}

/// `a` and `b` are set together and kept by themselves; `c` is set with them, but not at first.
#[test]
fn latches_that_are_always_equal_are_one() {
    let network = of("role(r). init(a). init(b). legal(r,keep). legal(r,drop).
        next(a) :- true(a), does(r,keep). next(b) :- true(b), does(r,keep).
        next(c) :- true(b), does(r,keep). both() :- true(a), true(b).
        terminal() :- ~both(). goal(r,100) :- true(c).");
    let latches: Vec<String> = network
        .latches
        .iter()
        .map(|latch| names(latch.names()))
        .collect();
    assert_eq!(latches, ["a b", "c"]);
    // Both of them are one of them.
    assert_eq!(network.terminal, !Signal::of_latch(&network, 0));
    let step = |state: &[bool], moves: &[bool]| network.next_state(&network.evaluate(state, moves));
    assert_eq!(step(&[true, false], &[true, false]), [true, true]);
    assert_eq!(step(&[true, true], &[false, true]), [false, false]);
}

/// Two counters of different lengths run beside each other: only their first steps are equal, and
/// not for ever.
#[test]
fn latches_that_are_equal_for_a_while_are_two() {
    let network = of("role(r). init(p(0)). init(q(0)). legal(r,go).
        next(p(1)) :- true(p(0)). next(p(0)) :- true(p(1)).
        next(q(1)) :- true(q(0)). next(q(2)) :- true(q(1)). next(q(0)) :- true(q(2)).
        terminal() :- true(p(0)), true(q(1)). goal(r,1) :- true(q(2)).");
    assert_eq!(network.latches.len(), 5);
    assert!(network.latches.iter().all(|latch| latch.also.is_empty()));
}

#[test]
fn moves_that_are_never_legal_are_no_inputs() {
    let network = of(
        "role(r). init(s(0)). succ(0,1). succ(1,2). legal(r,go) :- true(s(0)).
        legal(r,back) :- true(s(9)). legal(r,back) :- never(X), true(s(X)).
        next(s(Y)) :- true(s(X)), succ(X,Y). next(s(7)) :- does(r,back).
        terminal() :- true(s(2)). goal(r,1) :- true(s(7)).",
    );
    assert_eq!(
        names(network.inputs.iter().map(|input| &input.action)),
        "go"
    );
    assert_eq!(
        names(network.latches.iter().map(|latch| &latch.name)),
        "s(0) s(1) s(2)"
    );
    assert!(network.goals.is_empty());
}

#[test]
fn atoms_that_need_each_other_are_evaluated_from_false() {
    // A way from a to c, or from c to a, over the doors that are open.
    let network = of(
        "role(r). init(open(a,b)). init(open(b,c)). door(a,b). door(b,c). door(c,b).
        init(open(c,b)). legal(r,shut(X,Y)) :- door(X,Y). legal(r,noop).
        next(open(X,Y)) :- true(open(X,Y)), ~does(r,shut(X,Y)).
        way(a). way(Y) :- way(X), true(open(X,Y)).
        loop(X) :- loop(Y), true(open(Y,X)). loop(X) :- way(X), loop(X).
        terminal() :- ~way(c). goal(r,100) :- loop(b).",
    );
    assert!(!network.loops.is_empty());
    assert!(network.goals.is_empty(), "nothing starts a loop");
    let none = vec![false; network.inputs.len()];
    let mut state = network.first_state();
    assert!(!network.evaluate(&state, &none).get(network.terminal));
    let door = network
        .latches
        .iter()
        .position(|latch| latch.name.to_string() == "open(a,b)");
    state[door.expect("a latch")] = false;
    // b and c still lead to each other, and count for nothing.
    assert!(network.evaluate(&state, &none).get(network.terminal));
}

#[test]
fn an_atom_of_a_state_that_negates_itself_is_refused() {
    let text = "role(r). init(a). legal(r,x). legal(r,y). next(a) :- does(r,x).
        p() :- true(a), ~q(). q() :- ~p(). terminal() :- p(). goal(r,1) :- q().";
    let result = network(&Program::of(&rules(text)), &Options::default());
    let Err(Error::Unstratified(atom)) = result else {
        panic!("{result:?}");
    };
    assert!(["p", "q"].contains(&atom.relation.as_str()));
    // Other values of the same relation are no such cycle.
    let text = "role(r). init(a). legal(r,x). legal(r,y). next(a) :- does(r,x).
        terminal() :- true(a). goal(r,100) :- true(a). goal(r,0) :- role(r), ~goal(r,100).";
    let network = of(text);
    assert_eq!(network.goals[0].signal, !network.goals[1].signal);
}

#[test]
fn a_relation_is_computed_as_far_as_rules_ask_for_it() {
    // 27,000 instances of `big` as it stands, 30 of those that `legal` asks for.
    let cells: String = (0..30)
        .map(|n| format!("c(n{n}). init(on(n{n}))."))
        .collect();
    let text = format!(
        "role(r). {cells} legal(r,take(X)) :- c(X), ~big(X,X,n1). legal(r,noop).
         big(X,Y,Z) :- c(X), c(Y), c(Z), ~true(on(X)).
         next(on(X)) :- true(on(X)), ~does(r,take(X)). terminal() :- big(n1,n2,n3)."
    );
    let options = Options {
        limits: Limits {
            instances: 2_000,
            ..Limits::default()
        },
        ..Options::default()
    };
    let program = Program::of(&rules(&text));
    let network = network(&program, &options).expect("few instances are asked for");
    let whole = of(&text);
    assert_eq!(network.latches.len(), 30);
    assert_eq!(network.inputs.len(), 31);
    let none = vec![false; 31];
    for without in 0..30 {
        let mut state = network.first_state();
        state[without] = false;
        let said = |network: &Network| {
            let outputs = network.evaluate(&state, &none);
            let legal = network.inputs.iter().map(|input| outputs.get(input.legal));
            (legal.collect::<Vec<_>>(), outputs.get(network.terminal))
        };
        assert_eq!(said(&network), said(&whole));
        assert_eq!(
            said(&network).1,
            network.latches[without].name.to_string() == "on(n1)"
        );
    }
}

#[test]
fn what_the_state_must_not_touch_is_not_asked_for() {
    // `q` is used by `init` and by `legal`: were it computed as far as `legal` asks, `init` would
    // depend on the state.
    let cells: String = (0..30).map(|n| format!("c(n{n}).")).collect();
    let text = format!(
        "role(r). {cells} q(X,Y,Z) :- c(X), c(Y), c(Z), distinct(X,Y). init(a(X)) :- c(X), ~q(X,n1,n2).
         legal(r,m(X)) :- true(a(X)), ~q(X,X,X). next(a(X)) :- true(a(X)), ~does(r,m(X))."
    );
    let options = Options {
        limits: Limits {
            instances: 2_000,
            ..Limits::default()
        },
        ..Options::default()
    };
    let result = network(&Program::of(&rules(&text)), &options);
    assert!(matches!(result, Err(Error::Exceeded(_))));
    let first = of(&text).latches;
    assert_eq!(names(first.iter().map(|latch| &latch.name)), "a(n1)");
}
