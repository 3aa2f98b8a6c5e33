//! Specs of quantified propositional logic from text to models: known answers, and random ones
//! against the reference evaluator.

use std::collections::BTreeSet;

use driver::{Answer, Checked, Entailment, Model, Solving, Theory, Wording};
use ground::formula::{Atom, Expanded, ExpandedSum, Limits, Summand};
use herbrand_tests::qprop::random::{Dice, formula, spec};
use herbrand_tests::qprop::{self, instance, theory};
use logic::formula::reference::{Evaluator, Interpretation};
use logic::formula::scenes;
use logic::formula::{Instance, Statement};
use sat::Control;

fn atoms_of(interpretation: &Interpretation) -> Vec<Atom> {
    let relations = interpretation.atoms.iter();
    let relations = relations.map(|(relation, tuple)| Atom::Relation(*relation, tuple.clone()));
    let values = interpretation.values.iter();
    let values =
        values.map(|((function, tuple), value)| Atom::Value(*function, tuple.clone(), *value));
    relations.chain(values).collect()
}

/// The models that the solver finds and those that the reference evaluator finds, each as the
/// sorted words of what holds.
fn both(text: &str) -> (BTreeSet<Vec<String>>, BTreeSet<Vec<String>>) {
    let theory = theory(text);
    assert_eq!(theory.unreadable, 0, "{text}");
    assert_eq!(theory.spec.statements.len(), theory.len(), "{text}");
    let instance = instance(&theory, text);
    let words = |atoms: &[Atom]| {
        let wording = Wording::new(&theory.spec);
        let mut words: Vec<String> = atoms.iter().map(|atom| wording.atom(atom)).collect();
        words.sort();
        words
    };
    let mut solving = solving(&theory, &instance, text);
    let mut found = BTreeSet::new();
    let counted = solving
        .models(|Model { atoms }| {
            assert!(found.insert(words(&atoms)), "found twice\n{text}");
            true
        })
        .unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    assert!(counted.is_all);
    let evaluator = Evaluator::new(&theory.spec, &instance).unwrap();
    let expected = evaluator.models().unwrap();
    let expected = expected
        .iter()
        .map(|model| words(&atoms_of(model)))
        .collect();
    (found, expected)
}

fn solving<'a>(theory: &'a Theory, instance: &'a Instance, text: &str) -> Solving<'a> {
    let made = Solving::new(
        &theory.spec,
        instance,
        Limits::default(),
        None,
        Control::default(),
        0,
    );
    made.unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

#[track_caller]
fn check_models(text: &str, models: u64) {
    let theory = theory(text);
    assert_eq!(theory.problems, [], "{text}");
    let instance = instance(&theory, text);
    let mut solving = solving(&theory, &instance, text);
    let counted = solving.models(|_| true).unwrap();
    assert_eq!(counted.models, models, "{text}");
}

#[test]
fn queens_on_small_boards() {
    for (n, models) in [(4, 2), (5, 10), (6, 4), (8, 92)] {
        let text = format!(
            "const n = {n}
             sort row = 1..n  sort col = 1..n
             func at(row): col
             var r, r2: row
             rule cols: forall r, r2 | r < r2 . at(r) =/= at(r2)
             rule rising: forall r, r2 | r < r2 . at(r2) - at(r) =/= r2 - r
             rule falling: forall r, r2 | r < r2 . at(r) - at(r2) =/= r2 - r"
        );
        check_models(&text, models);
    }
}

/// What is looked at beside each part of a chain does not grow with the chain.
#[test]
fn long_chains_take_time_in_proportion_to_their_length() {
    for connective in ["and", "or"] {
        let chain = vec!["p(1)"; 3_000].join(&format!(" {connective} "));
        let theory = theory(&format!("sort s = 1..2  pred p(s)  rule a: {chain}"));
        let (_, elaborated) = theory.spec.statements.last().unwrap();
        let (mut parts, mut beside) = (0, 0);
        let declarations = &theory.spec.declarations;
        scenes::visit(declarations, &elaborated.statement, &mut |scene, _| {
            parts += 1;
            beside += scene.conjuncts.len();
        });
        assert!(parts >= 3_000, "{parts} parts");
        assert!(
            beside < parts * 200,
            "{beside} formulas beside {parts} parts"
        );
    }
}

/// Clauses grow with what is written, however deep it nests.
#[test]
fn nested_equivalences_are_not_doubled_at_every_level() {
    for connective in ["iff", "xor"] {
        let nested = (0..60).fold("q".to_owned(), |inner, _| {
            format!("p {connective} (r or ({inner}))")
        });
        let text = format!("pred p  pred q  pred r  rule: {nested}");
        let theory = theory(&text);
        let instance = instance(&theory, &text);
        let mut solving = solving(&theory, &instance, &text);
        let grounded = solving.grounded();
        let clauses = grounded.clauses().len() + grounded.definitions().len();
        assert!(clauses < 1_000, "{clauses} clauses");
        assert!(matches!(solving.solve(), Ok(Answer::Model(_))));
    }
}

/// Sums are taken apart in an order of our own, whatever order they are written in.
#[test]
fn sums_that_are_written_in_a_bad_order_stay_small() {
    let text = "\
        sort letter = {s, e, n, d, m, o, r, y}
        sort digit = 0..9
        func v(letter): digit
        rule differ: forall i: digit . atmost 1 a: letter . v(a) = i
        rule lead: v(s) > 0 and v(m) > 0
        rule sum: v(d) + 10 * v(n) + 100 * v(e) + 1000 * v(s)
                  + v(e) + 10 * v(r) + 100 * v(o) + 1000 * v(m)
                  = v(y) + 10 * v(e) + 100 * v(n) + 1000 * v(o) + 10000 * v(m)";
    let theory = theory(text);
    let instance = instance(&theory, text);
    let mut solving = solving(&theory, &instance, text);
    let grounded = solving.grounded();
    let clauses = grounded.clauses().len() + grounded.definitions().len();
    assert!(clauses < 10_000, "{clauses} clauses");
    let mut words = Vec::new();
    let counted = solving.models(|Model { atoms }| {
        let wording = Wording::new(&theory.spec);
        words = atoms.iter().map(|atom| wording.atom(atom)).collect();
        true
    });
    assert_eq!(counted.map(|counted| counted.models), Ok(1));
    // 9567 + 1085 = 10652.
    let expected = [
        "v(s) = 9", "v(e) = 5", "v(n) = 6", "v(d) = 7", "v(m) = 1", "v(o) = 0", "v(r) = 8",
        "v(y) = 2",
    ];
    assert_eq!(words, expected);
}

/// A term that is written twice has its values once: not 20⁶ cases, but 20³.
#[test]
fn products_of_a_term_with_itself_have_its_values_once() {
    let text = "\
        sort side = 1..20
        func a: side func b: side func c: side
        rule right: a * a + b * b = c * c
        rule order: a < b";
    let theory = theory(text);
    let instance = instance(&theory, text);
    let mut solving = solving(&theory, &instance, text);
    let clauses = solving.grounded().clauses().len();
    assert!(clauses <= 20 * 20 * 20 + 1_000, "{clauses} clauses");
    // 3 4 5, 5 12 13, 6 8 10, 8 15 17, 9 12 15 and 12 16 20.
    let counted = solving.models(|_| true).unwrap();
    assert_eq!(counted.models, 6);
    let (found, expected) =
        both("sort i = 0..2 func f(i): i rule: forall x: i . f(x) * f(x) =/= f(f(x)) + f(x) mod 2");
    assert_eq!(found, expected);
}

/// What is chosen in one way counts once, however often and with whatever sign it is written.
#[test]
fn what_is_chosen_in_one_way_is_one_summand() {
    for (text, models) in [
        ("sort i = 0..3 func f: i func g: i rule: f - f = g - g", 16),
        (
            "sort i = 0..3 func f: i func g: i rule: 3 * f - g - 2 * f + g = 2",
            4,
        ),
        ("sort i = 0..3 func f: i func g: i rule: f + g + f < 3", 4),
        (
            "pred p pred q pred r rule: count(x in 1..3 | p and x > 0) + count(x in 1..2 | x > 0 and not p) >= 3",
            4,
        ),
    ] {
        check_models(text, models);
        let (found, expected) = both(text);
        assert_eq!(found, expected, "{text}");
    }
}

/// The checks of the specs that are handed out with the language, those with `connected` and
/// with costs apart.
#[test]
fn handed_out_specs_have_their_known_answers() {
    let Some(folder) = qprop::folder() else {
        return qprop::say_no_folder("handed_out_specs_have_their_known_answers");
    };
    let mut held = 0;
    for (name, text) in qprop::specs(&folder.join("specs")) {
        if text.contains("connected(") {
            continue;
        }
        let theory = theory(&text);
        let instance = instance(&theory, &text);
        let mut solving = solving(&theory, &instance, &text);
        for (id, elaborated, check) in driver::checks(&theory.spec) {
            let checked = driver::check(&mut solving, &instance, id, elaborated, check);
            assert_eq!(checked, Ok(Checked::Holds), "{name}: {check:?}");
            held += 1;
        }
    }
    assert!(held >= 14, "{held} checks");
}

/// How many random specs a run tries.
const SPECS: u64 = 1_500;

#[test]
fn random_specs_have_the_models_of_the_reference_evaluator() {
    let mut with_models = 0;
    let mut without = 0;
    for seed in 0..SPECS {
        let text = spec(&mut Dice(seed));
        let (found, expected) = both(&text);
        assert_eq!(found, expected, "seed {seed}\n{text}");
        if expected.is_empty() {
            without += 1;
        } else {
            with_models += 1;
        }
    }
    assert!(with_models > SPECS / 4, "{with_models} specs with models");
    assert!(without > SPECS / 10, "{without} specs without");
}

/// What follows holds in every model that the reference evaluator finds, what is refuted in none,
/// and what is open in some.
#[test]
fn what_follows_from_random_specs_holds_in_all_their_models() {
    let (mut entailed, mut refuted, mut open) = (0, 0, 0);
    for seed in 0..SPECS {
        let mut dice = Dice(seed + 300_000);
        let text = spec(&mut dice);
        let formula = formula(&mut dice, 2, &mut Vec::new());
        let text = format!("{text}check proves {formula}\n");
        let theory = theory(&text);
        let instance = instance(&theory, &text);
        let mut solving = solving(&theory, &instance, &text);
        let evaluator = Evaluator::new(&theory.spec, &instance).unwrap();
        let (id, elaborated, check) = driver::checks(&theory.spec).next().unwrap();
        let logic::formula::Check::Proves(formula) = check else {
            panic!("{check:?}");
        };
        let models = evaluator.models().unwrap();
        let holding = models.iter().filter(|model| {
            let variables = &elaborated.variables;
            evaluator.evaluate(id, variables, formula, model).unwrap()
        });
        let holding = holding.count();
        let answer = solving.entailment(id, elaborated, formula).unwrap();
        let is_right = match answer {
            Entailment::NoModel(_) => models.is_empty(),
            Entailment::Entailed(_) => {
                entailed += 1;
                !models.is_empty() && holding == models.len()
            }
            Entailment::Refuted(_) => {
                refuted += 1;
                !models.is_empty() && holding == 0
            }
            Entailment::Open(..) => {
                open += 1;
                0 < holding && holding < models.len()
            }
            Entailment::Unknown => false,
        };
        assert!(
            is_right,
            "seed {seed}: {holding} of {}\n{text}",
            models.len()
        );
    }
    let least = SPECS / 50;
    assert!(
        entailed > least && refuted > least && open > least,
        "{entailed} {refuted} {open}"
    );
}

/// Whether a formula with its quantifiers written out holds.
fn holds(formula: &Expanded, solving: &Solving<'_>, one: &Interpretation) -> bool {
    let inner = |formula: &Expanded| holds(formula, solving, one);
    match formula {
        Expanded::Truth(truth) => *truth,
        Expanded::Atom(number) => match solving.grounded().atom(*number) {
            Some(Atom::Relation(relation, tuple)) => one.atoms.contains(&(relation, tuple)),
            Some(Atom::Value(function, tuple, value)) => {
                one.values.get(&(function, tuple)) == Some(&value)
            }
            None => panic!("{number} is no atom"),
        },
        Expanded::Not(part) => !inner(part),
        Expanded::And(parts) => parts.iter().all(inner),
        Expanded::Or(parts) => parts.iter().any(inner),
        Expanded::Implies(parts) => !inner(&parts[0]) || inner(&parts[1]),
        Expanded::Iff(parts) => inner(&parts[0]) == inner(&parts[1]),
        Expanded::Same(sides, equal) => {
            let value = |side: usize| one.values[&sides[side]];
            (value(0) == value(1)) == *equal
        }
        Expanded::Count(comparison, bound, parts) => {
            let count = parts.iter().filter(|part| inner(part)).count();
            comparison.holds(count as i64, *bound)
        }
        Expanded::Sum(comparison, sum) => comparison.holds(value(sum, solving, one), 0),
    }
}

fn value(sum: &ExpandedSum, solving: &Solving<'_>, one: &Interpretation) -> i64 {
    let part = |part: &Summand| match part {
        Summand::Holds(formula) => i64::from(holds(formula, solving, one)),
        Summand::Value(function, tuple) => one.values[&(*function, tuple.clone())]
            .as_integer()
            .unwrap(),
        Summand::Where(formula, sum) if holds(formula, solving, one) => value(sum, solving, one),
        Summand::Where(..) => 0,
    };
    sum.parts
        .iter()
        .map(|(factor, summand)| factor * part(summand))
        .sum::<i64>()
        + sum.constant
}

/// Sums outside a sort have no value, and are not written out; the specs here have some.
#[test]
fn what_is_written_out_of_random_specs_means_the_same() {
    let mut seen = 0;
    for seed in 0..SPECS / 4 {
        let text = spec(&mut Dice(seed));
        if text.contains("sum(") || text.contains("count(") {
            continue;
        }
        seen += 1;
        let theory = theory(&text);
        let instance = instance(&theory, &text);
        let mut solving = solving(&theory, &instance, &text);
        let mut instances = Vec::new();
        for (id, elaborated) in &theory.spec.statements {
            if let Statement::Constraint(_, formula) = &elaborated.statement {
                let mut add = |formula| {
                    instances.push(formula);
                    true
                };
                solving.expand(*id, elaborated, formula, &mut add).unwrap();
            }
        }
        let normal: Vec<Expanded> = instances
            .iter()
            .map(|one| one.clone().in_negation_normal_form())
            .collect();
        let evaluator = Evaluator::new(&theory.spec, &instance).unwrap();
        for one in evaluator.interpretations().unwrap() {
            let expected = evaluator.violated(&one).unwrap().is_empty();
            for formulas in [&instances, &normal] {
                let all = formulas
                    .iter()
                    .all(|formula| holds(formula, &solving, &one));
                assert_eq!(all, expected, "seed {seed}\n{text}");
            }
        }
    }
    assert!(seen > 100, "{seen} specs");
}

/// Models are judged by looking only where formulas can hold; that must not differ from trying
/// all values.
#[test]
fn judging_by_tuples_says_what_trying_all_values_says() {
    let mut violations = 0;
    for seed in 0..SPECS {
        let text = spec(&mut Dice(seed));
        let theory = theory(&text);
        let instance = instance(&theory, &text);
        let plain = Evaluator::new(&theory.spec, &instance).unwrap();
        let guided = Evaluator::new(&theory.spec, &instance).unwrap().guided();
        for one in plain.interpretations().unwrap() {
            let expected = plain.violated(&one);
            violations += expected.iter().flatten().count();
            assert_eq!(
                guided.violated(&one),
                expected,
                "seed {seed}\n{one:?}\n{text}"
            );
        }
    }
    assert!(violations > 10_000, "{violations} violations");
}

#[test]
fn cores_of_random_specs_are_minimal() {
    let mut seen = 0;
    for seed in 0..SPECS / 3 {
        let text = spec(&mut Dice(seed));
        let theory = theory(&text);
        let instance = instance(&theory, &text);
        let mut solving = solving(&theory, &instance, &text);
        let Answer::Core(core) = solving.solve().unwrap() else {
            continue;
        };
        assert!(core.is_minimal);
        seen += 1;
        let evaluator = Evaluator::new(&theory.spec, &instance).unwrap();
        let all = evaluator.interpretations().unwrap();
        let violated: Vec<Vec<_>> = all
            .iter()
            .map(|one| evaluator.violated(one).unwrap())
            .collect();
        // Every interpretation violates one of them; leaving one out, some violate none.
        let hits = |left_out: Option<_>| {
            violated.iter().all(|violated| {
                let mut core = core.statements.iter();
                core.any(|id| Some(*id) != left_out && violated.contains(id))
            })
        };
        assert!(hits(None), "seed {seed}\n{text}");
        for &id in &core.statements {
            assert!(!hits(Some(id)), "seed {seed}\n{text}");
        }
    }
    assert!(seen > 50, "{seen} specs without models");
}
