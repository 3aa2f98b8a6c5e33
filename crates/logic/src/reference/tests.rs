//! Programs with results worked out by hand; those of the lecture with the results it states.

use proptest::prelude::*;

use super::*;
use crate::samples::rules;
use crate::{GroundAtom, GroundTerm, Relation};

fn shown(atoms: &Interpretation) -> String {
    let atoms: Vec<String> = atoms.iter().map(ToString::to_string).collect();
    atoms.join(" ")
}

fn outcome(program: &str) -> Outcome {
    evaluate(&rules(program), Limits::default()).expect("within limits")
}

/// The atoms of one relation in the model.
fn of(program: &str, name: &str, arity: u32) -> String {
    let found = outcome(program).model;
    shown(&found.of(&Relation::new(name, arity)).cloned().collect())
}

fn interpretation(facts: &str) -> Interpretation {
    let facts = rules(facts);
    let atoms = facts.iter().map(|fact| GroundAtom::of(&fact.head));
    atoms.map(|atom| atom.expect("a fact")).collect()
}

fn satisfies(atoms: &Interpretation, program: &str) -> bool {
    let universe = universe(&rules(program), 1, Limits::default()).unwrap();
    let found = violation(&rules(program), atoms, &universe, Limits::default());
    found.unwrap().is_none()
}

const PARENTS: &str = "parent(art,bob). parent(amy,bob). parent(bob,coe). parent(bob,cal).";

#[test]
fn grandparents() {
    let program = format!("{PARENTS} grandparent(X,Z) :- parent(X,Y), parent(Y,Z).");
    let expected = "grandparent(amy,cal) grandparent(amy,coe) \
                    grandparent(art,cal) grandparent(art,coe)";
    assert_eq!(of(&program, "grandparent", 2), expected);
    assert_eq!(outcome(&program).method, Method::Strata);
}

#[test]
fn remote_ancestors() {
    let program = format!(
        "{PARENTS} parent(cal,dee). ancestor(X,Y) :- parent(X,Y).
         ancestor(X,Z) :- parent(X,Y), ancestor(Y,Z).
         remote(X,Y) :- ancestor(X,Y), ~parent(X,Y)."
    );
    let expected = "remote(amy,cal) remote(amy,coe) remote(amy,dee) \
                    remote(art,cal) remote(art,coe) remote(art,dee) remote(bob,dee)";
    assert_eq!(of(&program, "remote", 2), expected);
}

#[test]
fn an_open_program_with_its_two_inputs() {
    let rule = "r(X,Y) :- p(X,Y), ~q(X).";
    let both = format!("{rule} p(a,b). p(b,b).");
    assert_eq!(of(&both, "r", 2), "r(a,b) r(b,b)");
    assert_eq!(of(&format!("{both} q(b)."), "r", 2), "r(a,b)");
}

#[test]
fn six_atoms_have_sixty_four_interpretations() {
    let program = rules("p(a). q(a,b).");
    let universe = universe(&program, 1, Limits::default()).unwrap();
    let relations = [Relation::new("p", 1), Relation::new("q", 2)];
    let base = base(&relations, &universe, Limits::default()).unwrap();
    let text: Vec<String> = base.iter().map(ToString::to_string).collect();
    assert_eq!(text.join(" "), "p(a) p(b) q(a,a) q(a,b) q(b,a) q(b,b)");
    // Those with p(a) and q(a,b) satisfy the program: the other four atoms are free.
    let models = subsets(&base.into_iter().collect::<Vec<_>>())
        .filter(|atoms| satisfies(atoms, "p(a). q(a,b)."))
        .count();
    assert_eq!(models, 16);
}

fn subsets(base: &[GroundAtom]) -> impl Iterator<Item = Interpretation> {
    (0_u32..1 << base.len()).map(move |set| {
        let chosen = base.iter().enumerate();
        let chosen = chosen.filter(|(index, _)| set >> index & 1 == 1);
        chosen.map(|(_, atom)| atom.clone()).collect()
    })
}

#[test]
fn the_program_with_two_models_and_its_minimal_one() {
    let program = "p(a,b). q(X,Y) :- p(X,Y).";
    assert!(satisfies(&interpretation("p(a,b). q(a,b)."), program));
    assert!(satisfies(
        &interpretation("p(a,b). q(a,b). q(b,a)."),
        program
    ));
    assert!(!satisfies(&interpretation("p(a,b). q(b,a)."), program));
    assert!(!satisfies(&interpretation("q(a,b)."), program));
    assert_eq!(shown(&outcome(program).model), "p(a,b) q(a,b)");
}

#[test]
fn a_violation_names_the_instance() {
    let program = rules("p(a). p(b). q(X) :- p(X), ~r(X).");
    let atoms = interpretation("p(a). p(b). q(a).");
    let found = violation(&program, &atoms, &[], Limits::default()).unwrap();
    let found = found.expect("q(b) is missing");
    assert_eq!((found.rule, found.head.to_string().as_str()), (2, "q(b)"));
    assert_eq!(found.binding, [Some(GroundTerm::constant("b"))]);
}

#[test]
fn an_unsafe_rule_ranges_over_the_universe() {
    let program = "p(a). q(X) :- ~p(X). c(b).";
    assert!(satisfies(&interpretation("p(a). c(b). q(b)."), program));
    assert!(!satisfies(&interpretation("p(a). c(b)."), program));
    let unsafe_rule = Error::Unsafe {
        rule: 1,
        variable: "X".into(),
    };
    assert_eq!(
        evaluate(&rules(program), Limits::default()),
        Err(unsafe_rule)
    );
}

#[test]
fn goals_of_other_values_have_strata_by_ground_atom() {
    let program = "role(x). role(o). line(x). goal(R,100) :- line(R).
        goal(R,0) :- role(R), ~goal(R,100).";
    assert_eq!(of(program, "goal", 2), "goal(o,0) goal(x,100)");
    assert_eq!(outcome(program).method, Method::GroundAtoms);
}

#[test]
fn a_game_of_moves_is_well_founded() {
    // a has only the move to b, b to c; c has none and loses, so b wins and a loses. d and e can
    // move back and forth for ever.
    let program = "move(a,b). move(b,c). move(d,e). move(e,d). win(X) :- move(X,Y), ~win(Y).";
    let found = outcome(program);
    assert_eq!(found.method, Method::WellFounded);
    assert_eq!(shown(&found.undefined), "win(d) win(e)");
    assert_eq!(of(program, "win", 1), "win(b)");
}

#[test]
fn connectives_and_comparisons() {
    let facts = "p(a). p(b). p(c). q(b).";
    let with = |rule: &str| of(&format!("{facts} {rule}"), "h", 1);
    assert_eq!(with("h(X) :- p(X), (q(X) | distinct(X,a))."), "h(b) h(c)");
    assert_eq!(with("h(X) :- p(X), ~(q(X) | distinct(X,a))."), "h(a)");
    assert_eq!(with("h(X) :- p(X), ~distinct(X,a)."), "h(a)");
    assert_eq!(with("h(X) :- p(X), p(Y), distinct(X,Y,c)."), "h(a) h(b)");
    assert_eq!(with("h(X) :- p(X), ~~q(X)."), "h(b)");
}

#[test]
fn functions() {
    let program = "at(f(a,b)). at(f(a,c)). at(c). h(Y,g(X)) :- at(f(X,Y)).";
    assert_eq!(of(program, "h", 2), "h(b,g(a)) h(c,g(a))");
    let terms = universe(&rules("p(a). p(f(b))."), 2, Limits::default()).unwrap();
    let text: Vec<String> = terms.iter().map(ToString::to_string).collect();
    assert_eq!(text.join(" "), "a b f(a) f(b) f(f(a)) f(f(b))");
}

#[test]
fn limits_stop_what_would_not_end() {
    let limits = Limits {
        atoms: 20,
        steps: 1_000,
        depth: 5,
    };
    let stop = |program: &str| evaluate(&rules(program), limits).unwrap_err();
    assert_eq!(stop("p(a). p(f(X)) :- p(X)."), Error::TooDeep);
    let c = "c(a). c(b). c(d).";
    let cross = format!("{c} p(X,Y,Z) :- c(X), c(Y), c(Z).");
    assert_eq!(stop(&cross), Error::TooManyAtoms);
    let nothing = format!("{c} p(X) :- c(X), c(Y), c(Z), c(U), c(V), c(W), c(T), ~c(X).");
    assert_eq!(stop(&nothing), Error::TooManySteps);
    let or = "(c(a)|c(b)|c(d)|c(e)|c(f))";
    let wide = format!("p() :- {}.", [or; 30].join(","));
    assert_eq!(stop(&wide), Error::TooManySteps);
    let universe = universe(&rules("p(g(a,b))."), 3, limits);
    assert_eq!(universe, Err(Error::TooManyAtoms));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    /// Three methods that share no fixpoint agree, and give a model of the program.
    #[test]
    fn methods_agree(program in crate::samples::program()) {
        let program = rules(&program);
        let limits = Limits::default();
        let whole = well_founded(&program, limits).unwrap();
        let by_atom = by_ground_atom(&program, limits);
        if let Ok(model) = stratified(&program, limits) {
            prop_assert_eq!(&model, &whole.holds);
            prop_assert_eq!(Ok(&model), by_atom.as_ref());
        }
        if let Ok(model) = by_atom {
            prop_assert_eq!(&model, &whole.holds);
            prop_assert!(whole.undefined.is_empty());
            prop_assert_eq!(violation(&program, &model, &[], limits), Ok(None));
        }
    }

    /// Without negation the model is the intersection of all models.
    #[test]
    fn the_model_is_minimal(program in prop::collection::vec(
        prop::sample::select(vec![
            "p(a).", "q(b).", "p(X) :- q(X).", "q(X) :- p(X), r(X).", "r(X) :- (p(X)|q(X)).",
            "q(b) :- p(a).", "r(X) :- p(X), q(Y), distinct(X,Y).",
        ]), 1..6)
    ) {
        let text = format!("c(a). c(b). {}", program.concat());
        let program = rules(&text);
        let universe = universe(&program, 0, Limits::default()).unwrap();
        let relations = ["p", "q", "r"].map(|name| Relation::new(name, 1));
        let base = base(&relations, &universe, Limits::default()).unwrap();
        let with_facts = |mut atoms: Interpretation| {
            interpretation("c(a). c(b).").iter().for_each(|atom| { atoms.insert(atom.clone()); });
            atoms
        };
        let mut least: Option<Interpretation> = None;
        for atoms in subsets(&base.into_iter().collect::<Vec<_>>()) {
            let atoms = with_facts(atoms);
            if violation(&program, &atoms, &universe, Limits::default()).unwrap().is_none() {
                let met = |known: Interpretation| {
                    known.iter().filter(|atom| atoms.contains(atom)).cloned().collect()
                };
                least = Some(least.map_or_else(|| atoms.clone(), met));
            }
        }
        prop_assert_eq!(least, Some(stratified(&program, Limits::default()).unwrap()));
    }
}
