//! Specs of quantified propositional logic from text to models: known answers, and random ones
//! against the reference evaluator.

use std::collections::BTreeSet;

use driver::{Answer, Checked, Model, Solving, Theory, Wording};
use ground::formula::{Atom, Expanded, ExpandedSum, Limits, Summand};
use herbrand_tests::qprop;
use hir::RootDb;
use logic::formula::reference::{Evaluator, Interpretation};
use logic::formula::{Instance, Statement};
use sat::Control;
use source::{Content, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions};

/// The theory of one text.
fn theory(text: &str) -> Theory {
    let db = RootDb::default();
    let content = Content {
        text: text.into(),
        parse: Parse::new(text, Dialect::Qprop, ParseOptions::default()),
        encoding: Encoding::Utf8,
    };
    let file = File::new(&db, "test.qprop".into(), content);
    Theory::of(&db, &[file])
}

fn instance(theory: &Theory, text: &str) -> Instance {
    Instance::of(&theory.spec, &[], 1_000_000).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"))
}

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

/// A generator of numbers, so that a text follows from a seed.
struct Dice(u64);

impl Dice {
    /// A number below `sides`.
    fn roll(&mut self, sides: u64) -> u64 {
        // The multiplier is Knuth's.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn choose<'a>(&mut self, among: &[&'a str]) -> &'a str {
        among[self.roll(among.len() as u64) as usize]
    }
}

/// A spec with five atoms and three applications of functions, and random constraints.
fn spec(dice: &mut Dice) -> String {
    let mut text = String::from(
        "sort s = 1..2  sort c = {a, b}  sort w = s + 3..4
         var x, y, z: s  var u, v: c
         pred p(s)  pred q(s, c) | known(s', u')  pred r
         given g(s, c)  given h(s)
         func f(s): c  func k: s
         define d(x, u) iff g(x, u) or exists y . y =/= x and d(y, u) and h(y)\n",
    )
    .replace(
        "pred q(s, c) | known(s', u')",
        "pred q(x1: s, u1: c) | g(x1, u1) or x1 = 1",
    );
    for fact in ["g(1, a)", "g(1, b)", "g(2, a)", "g(2, b)", "h(1)", "h(2)"] {
        if dice.roll(2) == 0 {
            text.push_str(fact);
            text.push('\n');
        }
    }
    for _ in 0..=dice.roll(3) {
        let formula = formula(dice, 3, &mut Vec::new());
        text.push_str(&format!("rule: {formula}\n"));
    }
    text
}

/// The variables that are bound, each with whether it is of the integer sort.
type Bound = Vec<(String, bool)>;

fn formula(dice: &mut Dice, depth: u32, bound: &mut Bound) -> String {
    if depth == 0 {
        return atom(dice, bound);
    }
    let next = depth - 1;
    match dice.roll(12) {
        0 => format!("not ({})", formula(dice, next, bound)),
        1..=4 => {
            let connective = dice.choose(&["and", "or", "implies", "iff", "xor"]);
            let a = formula(dice, next, bound);
            let b = formula(dice, next, bound);
            format!("(({a}) {connective} ({b}))")
        }
        5..=9 => quantified(dice, next, bound),
        _ => atom(dice, bound),
    }
}

fn quantified(dice: &mut Dice, depth: u32, bound: &mut Bound) -> String {
    let quantifier = dice.choose(&[
        "forall",
        "forall",
        "exists",
        "exists",
        "exists!",
        "exactly 1",
        "atleast 2",
        "atmost 1",
        "exactly 2",
        "atleast 1",
        "atmost 2",
        "exactly k1",
    ]);
    let quantifier = quantifier.replace("k1", "(1 + 1)");
    let mark = bound.len();
    let mut names = Vec::new();
    for _ in 0..=dice.roll(2) {
        let is_integer = dice.roll(2) == 0;
        let stem = if is_integer { "x" } else { "u" };
        let name = format!("{stem}{}", bound.len() + 1);
        bound.push((name.clone(), is_integer));
        names.push(name);
    }
    let guard = if dice.roll(2) == 0 {
        format!(" | {}", formula(dice, depth.min(1), bound))
    } else {
        String::new()
    };
    let body = formula(dice, depth, bound);
    bound.truncate(mark);
    format!("({quantifier} {}{guard} . {body})", names.join(", "))
}

fn atom(dice: &mut Dice, bound: &Bound) -> String {
    match dice.roll(16) {
        0..=2 => format!("p({})", integer(dice, bound)),
        3..=4 => format!("q({}, {})", integer(dice, bound), name(dice, bound)),
        5 => "r".to_owned(),
        6..=7 => format!("g({}, {})", integer(dice, bound), name(dice, bound)),
        8 => format!("d({}, {})", integer(dice, bound), name(dice, bound)),
        9..=10 => {
            let comparison = dice.choose(&["=", "=/="]);
            format!(
                "f({}) {comparison} {}",
                integer(dice, bound),
                name(dice, bound)
            )
        }
        11 => {
            let comparison = dice.choose(&["=", "=/="]);
            let a = integer(dice, bound);
            format!("f({a}) {comparison} f({})", integer(dice, bound))
        }
        12..=13 => {
            let comparison = dice.choose(&["=", "=/=", "<", "<=", ">", ">="]);
            let a = term(dice, bound);
            format!("{a} {comparison} {}", term(dice, bound))
        }
        14 => format!("{} in 1..{}", term(dice, bound), integer(dice, bound)),
        _ => dice
            .choose(&["true", "false", "k in {1}", "h(k)"])
            .to_owned(),
    }
}

/// A term of the integer sort, as it may stand in arguments.
fn integer(dice: &mut Dice, bound: &Bound) -> String {
    let variables: Vec<&String> = bound
        .iter()
        .filter(|(_, is_integer)| *is_integer)
        .map(|(name, _)| name)
        .collect();
    match dice.roll(8) {
        0 => "1".to_owned(),
        1 => "2".to_owned(),
        2 => "k".to_owned(),
        3 if !variables.is_empty() => {
            let place = dice.roll(variables.len() as u64) as usize;
            format!("{} + 1", variables[place])
        }
        _ if !variables.is_empty() => {
            let place = dice.roll(variables.len() as u64) as usize;
            variables[place].clone()
        }
        _ => "1".to_owned(),
    }
}

fn name(dice: &mut Dice, bound: &Bound) -> String {
    let variables: Vec<&String> = bound
        .iter()
        .filter(|(_, is_integer)| !*is_integer)
        .map(|(name, _)| name)
        .collect();
    match dice.roll(6) {
        0 => "a".to_owned(),
        1 => "b".to_owned(),
        2 => format!("f({})", integer(dice, bound)),
        _ if !variables.is_empty() => {
            let place = dice.roll(variables.len() as u64) as usize;
            variables[place].clone()
        }
        _ => "a".to_owned(),
    }
}

/// A term that is computed.
fn term(dice: &mut Dice, bound: &Bound) -> String {
    match dice.roll(10) {
        0 => format!("count(x9 | p(x9) or {})", atom_over("x9", dice)),
        1 => "count(x9, u9 . q(x9, u9))".to_owned(),
        2 => format!("sum(x9 | {} . x9 * 2)", atom_over("x9", dice)),
        3 => format!("sum(x9 | {} . k + x9)", atom_over("x9", dice)),
        4 => format!("abs({} - 2)", integer(dice, bound)),
        5 => format!("{} * {}", integer(dice, bound), integer(dice, bound)),
        6 => format!("({} + 1) mod 2", integer(dice, bound)),
        7 => format!("min({}, k)", integer(dice, bound)),
        _ => integer(dice, bound),
    }
}

fn atom_over(variable: &str, dice: &mut Dice) -> String {
    let text = dice.choose(&["p(V)", "h(V)", "V = 1", "V =/= k", "g(V, a)", "q(V, f(V))"]);
    text.replace('V', variable)
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
