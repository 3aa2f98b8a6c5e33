//! Which rules are the same, against trying all renamings.

use proptest::prelude::*;

use super::*;
use crate::samples::rule;

fn alike(a: &str, b: &str) -> bool {
    let (a, b) = (rule(a), rule(b));
    let same = equivalent(&a, &b).expect("decided");
    assert_eq!(Some(same), equivalent(&b, &a));
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

/// `p` over the edges of rings of these lengths, each edge one literal.
fn rings(lengths: &[usize]) -> String {
    let mut literals = Vec::new();
    for (ring, &length) in lengths.iter().enumerate() {
        literals
            .extend((0..length).map(|at| format!("e(X{ring}Y{at},X{ring}Y{})", (at + 1) % length)));
    }
    format!("p() :- {}.", literals.join(", "))
}

#[test]
fn what_shares_no_variable_is_compared_apart() {
    // By trying out all of them together this would take longer than anybody waits.
    assert!(alike(
        &rings(&[6, 3, 3, 6, 4, 12, 5, 3, 3, 6]),
        &rings(&[3, 12, 3, 6, 5, 6, 3, 4, 3, 6])
    ));
    assert!(!alike(
        &rings(&[6; 10]),
        &rings(&[6, 6, 6, 6, 6, 6, 6, 6, 6, 3, 3])
    ));
    assert!(!alike(&rings(&[3, 3, 6, 12]), &rings(&[6, 6, 6, 6])));
}

/// The squares of a board of four by four as `X0` to `X15`, and which of them see each
/// other: as a rook does, or by the other graph in which every square sees six, two that
/// see each other have two neighbours in common and two others have two as well
/// (Shrikhande, 1959).
fn board(rook: bool, name: impl Fn(usize) -> usize) -> String {
    let steps = [(0, 1), (1, 0), (1, 1), (0, 3), (3, 0), (3, 3)];
    let mut literals = Vec::new();
    for (from, to) in (0..16).flat_map(|from| (0..16).map(move |to| (from, to))) {
        let (row, column) = ((from / 4 + 4 - to / 4) % 4, (from % 4 + 4 - to % 4) % 4);
        let sees = if rook {
            from != to && (row == 0 || column == 0)
        } else {
            steps.contains(&(row, column))
        };
        if sees {
            literals.push(format!("e(X{},X{})", name(from), name(to)));
        }
    }
    assert_eq!(literals.len(), 16 * 6);
    format!("p() :- {}.", literals.join(", "))
}

#[test]
fn graphs_that_no_count_of_neighbours_tells_apart() {
    let rook = board(true, |square| square);
    assert!(alike(&rook, &board(true, |square| (square * 5 + 3) % 16)));
    assert!(!alike(&rook, &board(false, |square| square)));
}

#[test]
fn what_is_not_decided_is_left_open() {
    let (six, threes) = (rule(&rings(&[6])), rule(&rings(&[3, 3])));
    assert_eq!(equivalent_within(&six, &six, &mut 0), None);
    assert_eq!(equivalent_within(&six, &six, &mut 1), Some(true));
    assert_eq!(equivalent_within(&six, &threes, &mut 100), Some(false));
    // What needs no trial is decided without.
    let easy = rule("p(X) :- q(X,Y), r(Y).");
    assert_eq!(equivalent_within(&easy, &easy, &mut 0), Some(true));
}

/// Tries every renaming and, for each, compares the sorted bodies: the naive version.
fn naive(a: &Rule, b: &Rule) -> bool {
    if a.variables.len() != b.variables.len() {
        return false;
    }
    let count = a.variables.len();
    let identity: Vec<u64> = (0..count as u64).collect();
    let spelt = |rule: &Rule, colours: &[u64]| {
        let mut out = String::new();
        spell_args(&rule.head.args, colours, &mut out);
        spell_parts("and", &rule.body, colours, &mut out);
        out
    };
    let target = spelt(b, &identity);
    permutations(count).any(|names| spelt(a, &names) == target)
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
        prop_assert_eq!(equivalent(&a, &b), Some(naive(&a, &b)));
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
