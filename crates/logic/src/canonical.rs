//! Rules up to the names of their variables and the order of their literals.
//!
//! Deciding this is as hard as graph isomorphism, so it is done as there: variables are coloured
//! by where they occur until the colours are stable, and where that leaves two alike, one of
//! them is singled out, over all ways of doing so (McKay, *Practical graph isomorphism*, 1981).
//! Variables of the head are told apart at once, so that real rules need no trial.

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::{Literal, LiteralKind, Rule, Term};

/// How many times a variable may be singled out before two rules count as different. Reached
/// only by rules with dozens of variables that are all alike.
const TRIALS: usize = 2_000;

/// A hash that is the same for two rules which are equal up to the names of variables and the
/// order of literals, also inside disjunctions. Stable within one run of a program.
pub fn canonical_hash(rule: &Rule) -> u64 {
    rule_hash(rule, &stable_colours(rule))
}

/// Whether two rules are equal up to the names of variables and the order of literals, also
/// inside disjunctions. Literals count: `p :- q & q` is not `p :- q`.
pub fn equivalent(a: &Rule, b: &Rule) -> bool {
    a.body.len() == b.body.len()
        && a.variables.len() == b.variables.len()
        && a.head.relation == b.head.relation
        && a.head.args.len() == b.head.args.len()
        && same(
            a,
            &stable_colours(a),
            b,
            &stable_colours(b),
            &mut TRIALS.clone(),
        )
}

/// Whether some renaming that respects the colours makes the rules equal.
fn same(a: &Rule, of_a: &[u64], b: &Rule, of_b: &[u64], trials: &mut usize) -> bool {
    let (mut sorted_a, mut sorted_b) = (of_a.to_vec(), of_b.to_vec());
    sorted_a.sort_unstable();
    sorted_b.sort_unstable();
    if sorted_a != sorted_b || rule_hash(a, of_a) != rule_hash(b, of_b) {
        return false;
    }
    let Some(twice) = sorted_a.windows(2).find(|pair| pair[0] == pair[1]) else {
        return spelt(a, of_a, &sorted_a) == spelt(b, of_b, &sorted_b);
    };
    let shared = twice[0];
    let Some(mine) = of_a.iter().position(|&colour| colour == shared) else {
        return false;
    };
    let single_out = |rule: &Rule, colours: &[u64], variable: usize| {
        let mut colours = colours.to_vec();
        colours[variable] = mix(&("singled out", shared));
        refine(rule, &mut colours);
        colours
    };
    let of_a = single_out(a, of_a, mine);
    for (theirs, _) in of_b
        .iter()
        .enumerate()
        .filter(|(_, colour)| **colour == shared)
    {
        if *trials == 0 {
            return false;
        }
        *trials -= 1;
        if same(a, &of_a, b, &single_out(b, of_b, theirs), trials) {
            return true;
        }
    }
    false
}

fn mix(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The colours that tell variables apart by where they stand.
fn stable_colours(rule: &Rule) -> Vec<u64> {
    let mut colours = vec![0; rule.variables.len()];
    refine(rule, &mut colours);
    colours
}

/// Splits colours by the literals in which variables occur until no more split.
fn refine(rule: &Rule, colours: &mut [u64]) {
    let mut kinds = distinct(colours);
    while kinds < colours.len() {
        let mut places: Vec<Vec<u64>> = vec![Vec::new(); colours.len()];
        for (index, arg) in rule.head.args.iter().enumerate() {
            term_places(arg, mix(&("head", index)), &mut places);
        }
        for literal in &rule.body {
            literal_places(literal, colours, mix(&"body"), &mut places);
        }
        for (colour, mut places) in colours.iter_mut().zip(places) {
            places.sort_unstable();
            *colour = mix(&(*colour, places));
        }
        let now = distinct(colours);
        if now == kinds {
            break;
        }
        kinds = now;
    }
}

fn distinct(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

fn literal_places(literal: &Literal, colours: &[u64], above: u64, places: &mut [Vec<u64>]) {
    let here = mix(&(above, literal_hash(literal, colours)));
    match &literal.kind {
        LiteralKind::Atom(atom) => args_places(&atom.args, here, places),
        LiteralKind::Distinct(args) => args_places(args, here, places),
        LiteralKind::Not(inner) => literal_places(inner, colours, here, places),
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            parts
                .iter()
                .for_each(|part| literal_places(part, colours, here, places));
        }
    }
}

fn args_places(args: &[Term], above: u64, places: &mut [Vec<u64>]) {
    for (index, arg) in args.iter().enumerate() {
        term_places(arg, mix(&(above, index)), places);
    }
}

fn term_places(term: &Term, place: u64, places: &mut [Vec<u64>]) {
    match term {
        Term::Constant { .. } => {}
        Term::Variable { variable, .. } => places[variable.0 as usize].push(place),
        Term::Function { args, .. } => args_places(args, place, places),
    }
}

fn rule_hash(rule: &Rule, colours: &[u64]) -> u64 {
    let body = sorted_hashes(&rule.body, colours);
    mix(&(
        rule.head.relation.as_str(),
        args_hash(&rule.head.args, colours),
        body,
    ))
}

fn sorted_hashes(literals: &[Literal], colours: &[u64]) -> Vec<u64> {
    let mut hashes: Vec<u64> = literals
        .iter()
        .map(|part| literal_hash(part, colours))
        .collect();
    hashes.sort_unstable();
    hashes
}

fn literal_hash(literal: &Literal, colours: &[u64]) -> u64 {
    match &literal.kind {
        LiteralKind::Atom(atom) => mix(&(
            "atom",
            atom.relation.as_str(),
            args_hash(&atom.args, colours),
        )),
        LiteralKind::Not(inner) => mix(&("not", literal_hash(inner, colours))),
        LiteralKind::Distinct(args) => mix(&("distinct", args_hash(args, colours))),
        LiteralKind::Or(parts) => mix(&("or", sorted_hashes(parts, colours))),
        LiteralKind::And(parts) => mix(&("and", sorted_hashes(parts, colours))),
    }
}

fn args_hash(args: &[Term], colours: &[u64]) -> u64 {
    args.iter().fold(args.len() as u64, |hash, arg| {
        mix(&(hash, term_hash(arg, colours)))
    })
}

fn term_hash(term: &Term, colours: &[u64]) -> u64 {
    match term {
        Term::Constant { name, .. } => mix(&("constant", name.as_str())),
        Term::Variable { variable, .. } => mix(&("variable", colours[variable.0 as usize])),
        Term::Function { name, args, .. } => mix(&(name.as_str(), args_hash(args, colours))),
    }
}

/// The rule in a spelling without ambiguity: variables as ranks of their colours, which are all
/// different, and unordered parts sorted.
fn spelt(rule: &Rule, colours: &[u64], sorted: &[u64]) -> String {
    let ranks: Vec<usize> = colours
        .iter()
        .map(|colour| sorted.partition_point(|other| other < colour))
        .collect();
    let mut out = String::new();
    spell_name(&rule.head.relation, &mut out);
    spell_args(&rule.head.args, &ranks, &mut out);
    spell_parts("and", &rule.body, &ranks, &mut out);
    out
}

fn spell_parts(connective: &str, parts: &[Literal], ranks: &[usize], out: &mut String) {
    let spell = |part| {
        let mut text = String::new();
        spell_literal(part, ranks, &mut text);
        text
    };
    let mut texts: Vec<String> = parts.iter().map(spell).collect();
    texts.sort_unstable();
    out.push_str(connective);
    out.push('{');
    texts.iter().for_each(|text| out.push_str(text));
    out.push('}');
}

fn spell_literal(literal: &Literal, ranks: &[usize], out: &mut String) {
    match &literal.kind {
        LiteralKind::Atom(atom) => {
            spell_name(&atom.relation, out);
            spell_args(&atom.args, ranks, out);
        }
        LiteralKind::Not(inner) => {
            out.push('~');
            spell_literal(inner, ranks, out);
        }
        LiteralKind::Distinct(args) => {
            out.push('#');
            spell_args(args, ranks, out);
        }
        LiteralKind::Or(parts) => spell_parts("or", parts, ranks, out),
        LiteralKind::And(parts) => spell_parts("and", parts, ranks, out),
    }
}

fn spell_args(args: &[Term], ranks: &[usize], out: &mut String) {
    out.push('(');
    for arg in args {
        match arg {
            Term::Constant { name, .. } => spell_name(name, out),
            Term::Variable { variable, .. } => {
                // Writing to a string cannot fail.
                let _ = write!(out, "?{},", ranks[variable.0 as usize]);
            }
            Term::Function { name, args, .. } => {
                spell_name(name, out);
                spell_args(args, ranks, out);
            }
        }
    }
    out.push(')');
}

fn spell_name(name: &str, out: &mut String) {
    let _ = write!(out, "{}:{name}", name.len());
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::samples::rule;

    fn alike(a: &str, b: &str) -> bool {
        let (a, b) = (rule(a), rule(b));
        let same = equivalent(&a, &b);
        assert_eq!(same, equivalent(&b, &a));
        if same {
            assert_eq!(canonical_hash(&a), canonical_hash(&b));
        }
        same
    }

    #[test]
    fn names_of_variables_and_order_do_not_count() {
        assert!(alike(
            "p(X,Y) :- q(X,Z), ~r(Z,Y).",
            "p(A,B) :- ~r(C,B), q(A,C)."
        ));
        assert!(alike(
            "p(X) :- (q(X) | r(X,Y)).",
            "p(Z) :- (r(Z,A) | q(Z))."
        ));
        assert!(alike("p(a).", "p(a)."));
    }

    #[test]
    fn everything_else_counts() {
        assert!(!alike("p(X,Y) :- q(X,Y).", "p(X,Y) :- q(Y,X)."));
        assert!(!alike("p(X) :- q(X), q(X).", "p(X) :- q(X)."));
        assert!(!alike("p(X) :- q(X,Y,Y).", "p(X) :- q(X,Y,Z)."));
        assert!(!alike("p(X) :- q(X), ~r(X).", "p(X) :- r(X), ~q(X)."));
        assert!(!alike("p(a).", "p(b)."));
        assert!(!alike("p(f(a)).", "p(f())."));
        assert!(!alike("p() :- (q(a) | q(b)).", "p() :- q(a), q(b)."));
    }

    #[test]
    fn variables_that_colours_cannot_tell_apart() {
        // A ring of six against two rings of three: every variable looks like every other.
        let six = "p() :- e(A,B), e(B,C), e(C,D), e(D,E), e(E,F), e(F,A).";
        let mixed = "p() :- e(C,A), e(F,D), e(A,F), e(E,C), e(D,B), e(B,E).";
        let threes = "p() :- e(A,B), e(B,C), e(C,A), e(D,E), e(E,F), e(F,D).";
        assert_eq!(canonical_hash(&rule(six)), canonical_hash(&rule(threes)));
        assert!(alike(six, mixed));
        assert!(!alike(six, threes));
    }

    /// Tries every renaming and, for each, compares the sorted bodies: the naive version.
    fn naive(a: &Rule, b: &Rule) -> bool {
        if a.variables.len() != b.variables.len() {
            return false;
        }
        let count = a.variables.len();
        let identity: Vec<u64> = (0..count as u64).collect();
        let target = spelt(b, &identity, &identity);
        permutations(count).any(|names| spelt(a, &names, &identity) == target)
    }

    fn permutations(count: usize) -> impl Iterator<Item = Vec<u64>> {
        let total = (count as u64).pow(count as u32);
        (0..total).filter_map(move |mut code| {
            let mut names = Vec::new();
            for _ in 0..count {
                names.push(code % count as u64);
                code /= count as u64;
            }
            let mut sorted = names.clone();
            sorted.sort_unstable();
            sorted
                .windows(2)
                .all(|pair| pair[0] != pair[1])
                .then_some(names)
        })
    }

    fn body() -> impl Strategy<Value = Vec<String>> {
        let variable = prop::sample::select(vec!["X", "Y", "Z", "W"]);
        let atom = (
            prop::sample::select(vec!["q", "~q"]),
            variable.clone(),
            variable,
        )
            .prop_map(|(relation, x, y)| format!("{relation}({x},{y})"));
        prop::collection::vec(atom, 1..5)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn agrees_with_trying_all_renamings(a in body(), b in body()) {
            let a = rule(&format!("p() :- {}.", a.join(",")));
            let b = rule(&format!("p() :- {}.", b.join(",")));
            prop_assert_eq!(equivalent(&a, &b), naive(&a, &b));
        }

        #[test]
        fn renamed_and_shuffled_rules_are_the_same(
            body in body(),
            shuffle in Just(()).prop_perturb(|(), mut rng| rng.random::<u64>()),
        ) {
            let renamed: Vec<String> = body
                .iter()
                .map(|text| text.replace('X', "V").replace('Y', "X").replace('V', "Y"))
                .collect();
            let mut moved = renamed;
            let len = moved.len();
            moved.rotate_left(shuffle as usize % len);
            let a = format!("p() :- {}.", body.join(","));
            let reordered = format!("p() :- {}.", moved.join(","));
            prop_assert!(alike(&a, &reordered));
        }
    }
}
