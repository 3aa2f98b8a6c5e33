//! Why specs have no model: the instances of rules that clash, and the clauses that they are of.

use driver::{Answer, Cause, Solving, Theory, Wording};
use ground::formula::{Atom, Limits};
use herbrand_tests::qprop;
use herbrand_tests::qprop::random::{self, Dice};
use logic::formula::Instance;
use logic::formula::reference::Evaluator;
use sat::Control;

/// The theory of a text, all of which can be read.
fn theory(text: &str) -> Theory {
    let theory = qprop::theory(text);
    assert_eq!(theory.unreadable, 0, "{text}");
    assert_eq!(theory.spec.statements.len(), theory.len(), "{text}");
    theory
}

/// What `act` makes of a spec with its clauses.
fn with<T>(text: &str, act: impl FnOnce(&mut Solving<'_>, &Theory, &Instance) -> T) -> T {
    let theory = theory(text);
    let instance = qprop::instance(&theory, text);
    let mut solving = Solving::new(
        &theory.spec,
        &instance,
        Limits::default(),
        None,
        Control::default(),
        0,
    )
    .unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    act(&mut solving, &theory, &instance)
}

/// "name: x = 1, y = 2 since e(1, 2)" of each cause, sorted.
fn causes(text: &str) -> Vec<String> {
    with(text, |solving, theory, _| {
        let Ok(Answer::Core(core)) = solving.solve() else {
            panic!("there is a model of\n{text}");
        };
        let wording = Wording::new(&theory.spec);
        let word = |cause: &Cause| {
            let binding = wording.binding(cause.statement, &cause.binding);
            let pairs = binding
                .iter()
                .map(|(name, value)| format!("{name} = {value}"));
            let pairs: Vec<String> = pairs.collect();
            let facts = wording.facts(&cause.facts).join(", ");
            let name = wording.rule(cause.statement).unwrap_or("fact");
            format!("{name}: {} since {facts}", pairs.join(", "))
        };
        let mut words: Vec<String> = solving.causes(&core).unwrap().iter().map(word).collect();
        words.sort();
        words
    })
}

#[test]
fn every_clause_knows_the_instance_that_it_is_of() {
    let text = "sort s = 1..4  pred p(s)  pred q(s)  func f(s): s  given e(s, s)  var x, y: s
        rule apart: forall x, y | e(x, y) . not p(x) or not p(y)
        rule nested: forall x . p(x) or (forall y | x + y = 3 . q(y))
        rule values: forall x . f(x) =/= x
        e(1, 3) e(2, 4) e(3, 4)";
    let expected = |clause: &[String], name: &str, values: &[i64]| match name {
        "apart" => clause == [format!("-p({})", values[0]), format!("-p({})", values[1])],
        "nested" => {
            let mut expected = vec![format!("p({})", values[0])];
            expected.extend(values.get(1).map(|y| format!("q({y})")));
            clause == expected
        }
        _ => clause == [format!("-f({0}) = {0}", values[0])],
    };
    with(text, |solving, theory, _| {
        let wording = Wording::new(&theory.spec);
        let grounded = solving.grounded();
        let all: Vec<usize> = (grounded.function_clauses().end..grounded.clauses().len()).collect();
        assert_eq!(all.len(), 3 + 2 + 4);
        let word = |literal: &i32| {
            let atom: Atom = grounded.atom(literal.unsigned_abs()).unwrap();
            format!(
                "{}{}",
                if *literal < 0 { "-" } else { "" },
                wording.atom(&atom)
            )
        };
        let clauses: Vec<Vec<String>> = all
            .iter()
            .map(|&clause| grounded.clauses().get(clause).iter().map(word).collect())
            .collect();
        let origins = solving.origins(&all).unwrap();
        assert_eq!(origins.len(), all.len());
        for (origin, clause) in origins.iter().zip(clauses) {
            let name = wording.rule(origin.statement).unwrap();
            let values: Vec<i64> = origin
                .binding
                .iter()
                .map(|(_, value)| value.as_integer().unwrap())
                .collect();
            assert!(
                expected(&clause, name, &values),
                "{name} {values:?}: {clause:?}"
            );
        }
    });
}

#[test]
fn causes_name_the_values_and_the_facts_that_they_rest_on() {
    let text = "sort loc = 1..4  given nhbr(loc, loc)  given clue(loc, n)  sort n = 0..3
        pred mine(loc)  var x, y: loc  var k: n
        define far(x, y) iff x =/= y and not nhbr(x, y)
        nhbr(1, 2) nhbr(2, 3) nhbr(3, 4) clue(1, 1) clue(2, 0)
        rule number: forall x, k | clue(x, k) . exactly k y | nhbr(x, y) . mine(y)
        rule clear: forall x, k | clue(x, k) . not mine(x)
        rule idle: forall x, y | far(x, y) . mine(x) or not mine(x)";
    assert_eq!(
        causes(text),
        [
            "clear: x = 2, k = 0 since clue(2, 0)",
            "number: x = 1, k = 1 since clue(1, 1), nhbr(1, 2)",
        ]
    );
    let text = "sort s = 1..3  pred p(s)  var x, y: s
        p(2)
        rule none: forall x . not p(x)
        rule other: p(1)";
    let found = causes(text);
    let one = ["fact:  since ", "none: x = 2 since "];
    let other = ["none: x = 1 since ", "other:  since "];
    assert!(found == one || found == other, "{found:?}");
}

/// A text with names replaced that stand alone.
fn substituted(text: &str, binding: &[(String, String)]) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest
            .find(|c| is_word(c) != is_word(first))
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let value = binding.iter().find(|(name, _)| name == word);
        out.push_str(value.map_or(word, |(_, value)| value));
        rest = after;
    }
    out
}

/// The number of a rule, with the values of its variables.
type Instanced = (usize, Vec<(String, String)>);

/// A rule "forall NAMES | GUARD . BODY" in its parts.
struct Rule {
    names: Vec<&'static str>,
    guard: String,
    body: String,
}

/// Instances of random rules that are told to clash have no model by themselves, as the reference
/// evaluator finds; and where they are all of the outermost quantifier, each is needed.
#[test]
fn instances_that_clash_have_no_model_by_themselves() {
    let (mut clashing, mut minimal) = (0, 0);
    for seed in 0..1_500 {
        let mut dice = Dice(seed + 77_000);
        let world = random::world(&mut dice);
        let mut rules: Vec<Rule> = Vec::new();
        for _ in 0..2 + dice.roll(3) {
            let (names, mut bound) = match dice.roll(3) {
                0 => (vec!["x1"], vec![("x1".to_owned(), true)]),
                1 => (vec!["u1"], vec![("u1".to_owned(), false)]),
                _ => (
                    vec!["x1", "u2"],
                    vec![("x1".to_owned(), true), ("u2".to_owned(), false)],
                ),
            };
            rules.push(Rule {
                names,
                guard: random::formula(&mut dice, 1, &mut bound),
                body: random::formula(&mut dice, 2, &mut bound),
            });
        }
        let mut text = world.clone();
        for (number, rule) in rules.iter().enumerate() {
            let Rule { names, guard, body } = rule;
            let names = names.join(", ");
            text.push_str(&format!(
                "rule r{number}: forall {names} | {guard} . {body}\n"
            ));
        }
        let found: Option<Vec<Instanced>> = with(&text, |solving, theory, _| {
            let Ok(Answer::Core(core)) = solving.solve() else {
                return None;
            };
            let wording = Wording::new(&theory.spec);
            let causes = solving.causes(&core).unwrap();
            let named = causes.iter().filter_map(|cause| {
                let number = wording.rule(cause.statement)?.strip_prefix('r')?.parse();
                Some((
                    number.unwrap(),
                    wording.binding(cause.statement, &cause.binding),
                ))
            });
            Some(named.collect())
        });
        let Some(found) = found else { continue };
        clashing += 1;
        let instances: Vec<String> = found
            .iter()
            .map(|(number, binding)| {
                let Rule { names, guard, body } = &rules[*number];
                // Quantifiers inside may be conjunctions, too; the instance is of all of them.
                let outer = binding
                    .iter()
                    .filter(|(name, _)| names.contains(&name.as_str()));
                let outer: Vec<_> = outer.cloned().collect();
                substituted(&format!("rule: ({guard}) implies ({body})"), &outer)
            })
            .collect();
        let models = |instances: &[String]| {
            let text = format!("{world}{}\n", instances.join("\n"));
            let theory = theory(&text);
            let instance = Instance::of(&theory.spec, &[], 1_000_000).unwrap();
            let evaluator = Evaluator::new(&theory.spec, &instance).unwrap();
            evaluator.models().unwrap().len()
        };
        assert_eq!(models(&instances), 0, "seed {seed}\n{text}\n{instances:#?}");
        let is_outermost =
            |(number, binding): &Instanced| binding.len() == rules[*number].names.len();
        if found.iter().all(is_outermost) {
            minimal += 1;
            for left_out in 0..instances.len() {
                let mut without = instances.clone();
                without.remove(left_out);
                assert!(
                    models(&without) > 0,
                    "seed {seed}: {} is not needed\n{text}",
                    instances[left_out]
                );
            }
        }
    }
    assert!(clashing > 200, "{clashing} specs without models");
    assert!(minimal > 100, "{minimal} of them with whole instances");
}
