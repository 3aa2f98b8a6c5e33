//! What does not end, or would take too long, stops at a limit that is named.

use std::sync::atomic::{AtomicBool, Ordering};

use herbrand_ground::{Error, Exceeded, Limit, Limits, Model, Options, Program, evaluate};
use logic::{GroundAtom, samples::rules};

fn run(text: &str, limits: Limits) -> Result<usize, Error> {
    let options = Options {
        limits,
        ..Options::default()
    };
    evaluate(&Program::of(&rules(text)), [], &options).map(|model| model.len())
}

fn exceeded(text: &str, limits: Limits) -> Exceeded {
    match run(text, limits) {
        Err(Error::Exceeded(what)) => *what,
        other => panic!("{other:?}"),
    }
}

/// The variables with how many terms each ranged over.
fn variables(what: &Exceeded) -> Vec<String> {
    let shown = |one: &herbrand_ground::Explosion| {
        let first: Vec<String> = one.first.iter().map(ToString::to_string).collect();
        format!("{} {} {}", one.variable, one.terms, first.join(","))
    };
    what.variables.iter().map(shown).collect()
}

#[test]
fn terms_that_grow_for_ever() {
    let what = exceeded("p(a). p(f(X)) :- p(X).", Limits::default());
    assert_eq!(
        (what.limit, what.allowed, what.rule),
        (Limit::Depth, 100, Some(1))
    );
    let what = exceeded("p(a). q(f(X)) :- p(X). p(f(X)) :- q(X).", Limits::default());
    assert_eq!(what.limit, Limit::Depth);
}

#[test]
fn rules_that_need_each_other_over_constants_end() {
    let text = "p(a,b). q(X,Y) :- p(Y,X). p(X,Y) :- q(X,Y). r(X) :- r(X).";
    assert_eq!(run(text, Limits::default()), Ok(4));
}

#[test]
fn a_cross_product_names_its_rule_and_variables() {
    let facts: String = (0..1_000).map(|n| format!("c(n{n}).")).collect();
    let text = format!("{facts} p(X,Z) :- c(X), c(Y), c(Z), d(Y). d(a). d(n5). d(n6).");
    let limits = Limits {
        instances: 100_000,
        ..Limits::default()
    };
    let what = exceeded(&text, limits);
    assert_eq!(
        (what.limit, what.allowed, what.rule),
        (Limit::Instances, 100_000, Some(1_000))
    );
    assert_eq!(
        variables(&what),
        [
            "X 1000 n0,n1,n2,n3,n4",
            "Z 1000 n0,n1,n2,n3,n4",
            "Y 3 a,n5,n6"
        ]
    );
}

#[test]
fn each_limit_is_named() {
    let facts: String = (0..300).map(|n| format!("c(n{n}).")).collect();
    let cross = format!("{facts} p(X,Y) :- c(X), c(Y).");
    let none = format!("{facts} p(X) :- c(X), c(Y), ~c(Y).");
    let limits = Limits::default();
    let limit = |text: &str, limits| exceeded(text, limits).limit;
    assert_eq!(run(&cross, limits), Ok(90_300));
    let atoms = Limits {
        atoms: 50_000,
        ..limits
    };
    assert_eq!(limit(&cross, atoms), Limit::Atoms);
    let steps = Limits {
        steps: 50_000,
        ..limits
    };
    assert_eq!(limit(&none, steps), Limit::Steps);
    let bytes = Limits {
        bytes: 200_000,
        ..limits
    };
    assert_eq!(limit(&cross, bytes), Limit::Bytes);
    let few = Limits {
        atoms: 200,
        ..limits
    };
    assert_eq!(exceeded(&facts, few).rule, None);
    let or = "(c(a)|c(b)|c(d)|c(e)|c(f))";
    let wide = format!("p() :- {}.", [or; 12].join(","));
    assert_eq!(limit(&wide, limits), Limit::Conjunctions);
}

#[test]
fn limits_count_the_same_in_every_run() {
    let facts: String = (0..300).map(|n| format!("c(n{n}).")).collect();
    let text = format!("{facts} p(X,Y) :- c(X), c(Y).");
    let limits = Limits {
        steps: 90_300,
        ..Limits::default()
    };
    assert_eq!(run(&text, limits), Ok(90_300));
    let less = Limits {
        steps: 90_299,
        ..limits
    };
    assert_eq!(exceeded(&text, less).limit, Limit::Steps);
}

#[test]
fn an_unsafe_rule_names_its_variable() {
    let error = |text: &str| run(text, Limits::default()).unwrap_err();
    let unsafe_rule = |rule, variable: &str| Error::Unsafe {
        rule,
        variable: variable.into(),
    };
    assert_eq!(error("p(X,Y) :- q(X)."), unsafe_rule(0, "Y"));
    assert_eq!(error("q(a). p(X) :- q(X), ~r(X,Z)."), unsafe_rule(1, "Z"));
    assert_eq!(error("p() :- distinct(X,a)."), unsafe_rule(0, "X"));
    assert_eq!(error("p(X) :- (q(X) | r(Y))."), unsafe_rule(0, "X"));
}

#[test]
fn a_flag_stops_it() {
    let facts: String = (0..2_000).map(|n| format!("c(n{n}).")).collect();
    let text = format!("{facts} p(X,Y) :- c(X), c(Y), c(Z), ~c(Z).");
    let program = Program::of(&rules(&text));
    let cancel = AtomicBool::new(false);
    let options = Options {
        cancel: Some(&cancel),
        ..Options::default()
    };
    // 8·10⁹ rows: without the flag this would not end before the limit.
    let result = std::thread::scope(|scope| {
        let run = scope.spawn(|| evaluate(&program, [], &options).map(|model| model.len()));
        cancel.store(true, Ordering::Relaxed);
        run.join().expect("no panic")
    });
    assert_eq!(result, Err(Error::Cancelled));
}

#[test]
fn what_has_been_done_is_told() {
    let mut text = String::from("d(0).");
    for number in 1..100 {
        text.push_str(&format!(" d({number})."));
    }
    text.push_str(" p(X,Y) :- d(X), d(Y), distinct(X,Y).");
    let progress = herbrand_ground::Progress::default();
    let options = Options {
        progress: Some(&progress),
        ..Options::default()
    };
    let model = evaluate(&Program::of(&rules(&text)), [], &options).expect("a model");
    assert_eq!(model.len(), 100 + 9_900);
    assert_eq!((progress.atoms(), progress.instances()), (10_000, 9_900));
}

/// Whether a look at a model stops at ten thousand steps, and with its flag set.
fn stops(text: &str, look: impl Fn(&mut Model, &Options<'_>) -> Option<Error>) -> [bool; 3] {
    let mut model = evaluate(&Program::of(&rules(text)), [], &Options::default()).unwrap();
    let (set, mut options) = (AtomicBool::new(true), Options::default());
    let free = look(&mut model, &options).is_none();
    options.limits.steps = 10_000;
    let is_limit = |what: &Exceeded| {
        (what.limit, what.allowed) == (Limit::Steps, 10_000) && what.rule.is_some()
    };
    let at_limit = look(&mut model, &options);
    let at_limit = matches!(at_limit, Some(Error::Exceeded(what)) if is_limit(&what));
    options = Options {
        cancel: Some(&set),
        ..Options::default()
    };
    let cancelled = look(&mut model, &options) == Some(Error::Cancelled);
    [free, at_limit, cancelled]
}

#[test]
fn a_look_at_a_model_stops_too() {
    // A rule without instances, which ninety thousand pairs have to be looked at to see.
    let facts: String = (0..300).map(|n| format!("c(n{n}).")).collect();
    let none = format!("{facts} p(X,Y) :- c(X), c(Y), distinct(f(X,Y),f(X,Y)).");
    let rule = 300;
    let instances =
        |model: &mut Model, options: &Options<'_>| model.instances(rule, 5, options).err();
    assert_eq!(stops(&none, instances), [true; 3]);
    let blocked = |model: &mut Model, options: &Options<'_>| model.blocked(rule, 5, options).err();
    assert_eq!(stops(&none, blocked), [true; 3]);
    let asked = GroundAtom::new("q", []);
    let why_not =
        |model: &mut Model, options: &Options<'_>| model.why_not(&asked, 5, options).err();
    let below = none.replace("p(X,Y) :-", "q() :-");
    assert_eq!(
        stops(&below.replace("c(n1).", "c(none)."), why_not),
        [true; 3]
    );
    let prove = |model: &mut Model, options: &Options<'_>| model.prove(&asked, options).err();
    // Another rule gives the atom, but this one is tried first.
    let below = format!("{below} q() :- c(n1).");
    assert_eq!(stops(&below, prove), [true; 3]);
}
