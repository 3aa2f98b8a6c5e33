//! Random definitions: what joins and rounds of new tuples find is what trying all values until
//! nothing is added finds.

use std::collections::HashSet;

use driver::Solving;
use ground::formula::Limits;
use herbrand_tests::qprop::random::Dice;
use herbrand_tests::qprop::{instance, theory};
use logic::formula::RelationId;
use logic::formula::reference::Evaluator;
use sat::Control;

/// How many programs a run tries.
const PROGRAMS: u64 = 3_000;

/// The relations that are defined, in groups: those of a group may use each other, and those
/// before it under negation, too.
const GROUPS: &[&[(&str, usize)]] = &[
    &[("near", 2)],
    &[("even", 1), ("odd", 1)],
    &[("path", 2), ("both", 2)],
    &[("left", 1)],
];

fn program(dice: &mut Dice) -> String {
    let mut text = String::from(
        "sort n = 1..4  sort m = 1..3  sort c = {a, b}  sort mc = m + c
         var x, y, z, w: n  var u: mc
         given edge(n, n)  given mark(n)  given tag(n, mc)\n",
    );
    for (fact, sides) in [("edge(X, Y)", 4), ("mark(X)", 3), ("tag(X, T)", 5)] {
        for x in 1..=4 {
            for y in 1..=4 {
                if dice.roll(sides) == 0 {
                    let fact = fact.replace('X', &x.to_string());
                    let tag = ["1", "2", "3", "a"][y - 1];
                    let fact = fact.replace('Y', &y.to_string()).replace('T', tag);
                    text.push_str(&format!("{fact}\n"));
                }
            }
        }
    }
    for (place, group) in GROUPS.iter().enumerate() {
        for (name, arity) in *group {
            let args = ["x, y", "x"][2 - arity];
            let body = disjunction(dice, place);
            text.push_str(&format!(
                "define {name}({args}) iff {}\n",
                closed(&body, *arity)
            ));
        }
    }
    text
}

/// Binds what the relation has no column for.
fn closed(body: &str, arity: usize) -> String {
    if arity == 2 {
        body.to_owned()
    } else {
        format!("exists y . {body}")
    }
}

fn disjunction(dice: &mut Dice, group: usize) -> String {
    let parts: Vec<String> = (0..=dice.roll(3)).map(|_| part(dice, group)).collect();
    parts.join(" or ")
}

/// A conjunction of `x`, `y` and perhaps others.
fn part(dice: &mut Dice, group: usize) -> String {
    let bound = dice.choose(&["", "exists z . ", "exists z, w . ", "exists z | z =/= x . "]);
    let variables: &[&str] = match bound {
        "" => &["x", "y"],
        "exists z, w . " => &["x", "y", "z", "w"],
        _ => &["x", "y", "z"],
    };
    let conjuncts: Vec<String> = (0..=dice.roll(3) + 1)
        .map(|_| conjunct(dice, group, variables))
        .collect();
    format!("({bound}{})", conjuncts.join(" and "))
}

fn conjunct(dice: &mut Dice, group: usize, variables: &[&str]) -> String {
    let a = dice.choose(variables);
    let b = dice.choose(variables);
    match dice.roll(14) {
        0..=2 => format!("edge({a}, {b})"),
        3 => format!("mark({a})"),
        4..=6 => atom(dice, group + 1, a, b),
        7 if group > 0 => format!("not {}", atom(dice, group, a, b)),
        8 => format!("not edge({a}, {b})"),
        9 => dice
            .choose(&[
                "A + 1 = B",
                "A < B",
                "abs(A - B) = 1",
                "abs(A - B) <= 1",
                "(A - 1) div 2 = (B - 1) div 2",
                "A mod 2 = 0",
                "2 * A - B in 1..2",
                "A =/= B",
                "A * B = 4",
                "max(A, B) = 3",
            ])
            .replace('A', a)
            .replace('B', b),
        10 if group > 0 => {
            let inner = atom(dice, group, a, "v1");
            dice.choose(&[
                "(forall v1: n . F)",
                "count(v1: n | F) >= 2",
                "(exactly 1 v1: n . F)",
            ])
            .replace('F', &inner)
        }
        11 => format!("(exists u . tag({a}, u) and tag({b}, u))"),
        12 => format!(
            "tag({a}, {})",
            dice.choose(&["a", "2", "z9"])
                .replace("z9", &format!("{b} + 0"))
        ),
        _ => format!("edge({a}, {b} + 1)"),
    }
}

/// An atom of a relation of the first groups.
fn atom(dice: &mut Dice, groups: usize, a: &str, b: &str) -> String {
    let known: Vec<_> = GROUPS[..groups].iter().copied().flatten().collect();
    let (name, arity) = known[dice.roll(known.len() as u64) as usize];
    if *arity == 2 {
        format!("{name}({a}, {b})")
    } else {
        format!("{name}({a})")
    }
}

#[test]
fn random_definitions_are_what_trying_all_values_makes_them() {
    let (mut tuples, mut recursive) = (0, 0);
    for seed in 0..PROGRAMS {
        let text = program(&mut Dice(seed));
        let theory = theory(&text);
        assert_eq!(
            theory.spec.statements.len(),
            theory.len(),
            "seed {seed}\n{text}"
        );
        recursive += theory
            .spec
            .strata
            .iter()
            .filter(|group| group.is_recursive)
            .count();
        let instance = instance(&theory, &text);
        let plain = Evaluator::new(&theory.spec, &instance)
            .unwrap_or_else(|failure| panic!("{failure:?}\nseed {seed}\n{text}"));
        let limits = Limits::default();
        let made = Solving::new(&theory.spec, &instance, limits, None, Control::default(), 0);
        let found = made
            .unwrap_or_else(|error| panic!("{error:?}\nseed {seed}\n{text}"))
            .evaluator();
        for (index, relation) in theory.spec.declarations.relations.iter().enumerate() {
            let id = RelationId(index as u32);
            let (expected, found) = (plain.tuples(id), found.tuples(id));
            assert_eq!(found, expected, "{}, seed {seed}\n{text}", relation.name);
            tuples += expected.map_or(0, HashSet::len);
        }
    }
    assert!(tuples as u64 > PROGRAMS * 10, "{tuples} tuples");
    assert!(recursive as u64 > PROGRAMS, "{recursive} recursive groups");
}
