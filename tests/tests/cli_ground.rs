//! `ground` from the outside, on a game and a program of a few lines.

use std::fs;

use herbrand_tests::{Ended, run};
use serde_json::json;

/// Turn the coin from heads to tails, and win.
const COIN: &str = "\
(role p)
(side heads)
(side tails)
(init (shows heads))
(<= (legal p (turn ?s)) (side ?s) (not (true (shows ?s))))
(<= (next (shows ?s)) (does p (turn ?s)))
(<= (goal p 100) (true (shows tails)))
(<= (goal p 0) (not (true (shows tails))))
(<= terminal (true (shows tails)))
";

const FAMILY: &str = "\
parent(art,bob)
parent(bob,cal)
ancestor(X,Y) :- parent(X,Y)
ancestor(X,Z) :- parent(X,Y) & ancestor(Y,Z)
childless(Y) :- parent(X,Y) & ~father(Y)
father(X) :- parent(X,Y)
";

fn ground(text: &str, args: &[&str]) -> Ended {
    let folder = tempfile::tempdir().expect("a directory");
    fs::write(folder.path().join("sheet"), text).expect("written");
    run(folder.path(), &[&["ground", "sheet"], args].concat())
}

fn says(output: &Ended, text: &str) {
    assert_eq!(
        (output.code, output.stdout.as_str()),
        (Some(0), text),
        "{output:?}"
    );
}

#[test]
fn a_rule_of_a_game_has_its_instances_below_it() {
    let text = "\
; sheet: 11 ground rules and facts
; left out: literals that hold in every state of the game; `--full` shows them

(role p) ; sheet:1
(side heads) ; sheet:2
(side tails) ; sheet:3
(init (shows heads)) ; sheet:4

; 2 instances of (<= (legal p (turn ?s)) (side ?s) (not (true (shows ?s)))) ; sheet:5
(<= (legal p (turn heads)) (not (true (shows heads)))) ; sheet:5
(<= (legal p (turn tails)) (not (true (shows tails)))) ; sheet:5

; 2 instances of (<= (next (shows ?s)) (does p (turn ?s))) ; sheet:6
(<= (next (shows heads)) (does p (turn heads))) ; sheet:6
(<= (next (shows tails)) (does p (turn tails))) ; sheet:6

; 1 instance of (<= (goal p 100) (true (shows tails))) ; sheet:7
(<= (goal p 100) (true (shows tails))) ; sheet:7

; 1 instance of (<= (goal p 0) (not (true (shows tails)))) ; sheet:8
(<= (goal p 0) (not (true (shows tails)))) ; sheet:8

; 1 instance of (<= terminal (true (shows tails))) ; sheet:9
(<= terminal (true (shows tails))) ; sheet:9
";
    says(&ground(COIN, &[]), text);
    let full = ground(COIN, &["--full", "--most", "1"]);
    let instance = "(<= (legal p (turn heads)) (side heads) (not (true (shows heads)))) ; sheet:5\n\
                    ; and 1 more; raise `--most` ; sheet:5\n";
    assert!(full.stdout.contains(instance), "{full:?}");
    assert!(!full.stdout.contains("left out"), "{full:?}");
}

#[test]
fn a_rule_of_a_program_is_shown_whole() {
    let output = ground(FAMILY, &[]);
    let text = "\
% sheet: 8 ground rules and facts

parent(art,bob) % sheet:1
parent(bob,cal) % sheet:2

% 2 instances of ancestor(X,Y) :- parent(X,Y) % sheet:3
ancestor(art,bob) :- parent(art,bob) % sheet:3
ancestor(bob,cal) :- parent(bob,cal) % sheet:3

% 1 instance of ancestor(X,Z) :- parent(X,Y) & ancestor(Y,Z) % sheet:4
ancestor(art,cal) :- parent(art,bob) & ancestor(bob,cal) % sheet:4

% 1 instance of childless(Y) :- parent(X,Y) & ~father(Y) % sheet:5
childless(cal) :- parent(bob,cal) & ~father(cal) % sheet:5

% 2 instances of father(X) :- parent(X,Y) % sheet:6
father(art) :- parent(art,bob) % sheet:6
father(bob) :- parent(bob,cal) % sheet:6
";
    says(&output, text);
}

/// The latches are heads and tails, a move is legal where its side does not show, and shows it.
#[test]
fn a_game_becomes_a_network() {
    let network = ground(COIN, &["--format", "json"]).json();
    let expected = json!({
        "format": "herbrand-network",
        "version": 1,
        "path": "sheet",
        "roles": ["p"],
        "nodes": [
            {"kind": "false"},
            {"kind": "latch", "latch": 0},
            {"kind": "latch", "latch": 1},
            {"kind": "input", "input": 0},
            {"kind": "input", "input": 1},
        ],
        "loops": [],
        "latches": [
            {"name": "(shows heads)", "init": true, "next": 6, "node": 1},
            {"name": "(shows tails)", "init": false, "next": 8, "node": 2},
        ],
        "always": [],
        "inputs": [
            {"role": 0, "action": "(turn heads)", "legal": 3, "node": 3},
            {"role": 0, "action": "(turn tails)", "legal": 5, "node": 4},
        ],
        "goals": [
            {"role": 0, "value": "100", "signal": 4},
            {"role": 0, "value": "0", "signal": 5},
        ],
        "terminal": 4,
        "views": [],
    });
    assert_eq!(network, expected);
}

#[test]
fn a_program_becomes_rules_over_numbers() {
    let document = ground("p(a)\nq(X) :- p(X) & ~r(X)\n", &["--format", "json"]).json();
    let expected = json!({
        "format": "herbrand-ground-program",
        "version": 1,
        "path": "sheet",
        "atoms": ["p(a)", "q(a)", "r(a)"],
        "rules": [
            {"head": 0, "positive": [], "negative": [], "line": 1},
            {"head": 1, "positive": [0], "negative": [2], "line": 2},
        ],
        "left_out": [],
    });
    assert_eq!(document, expected);
}

#[test]
fn instances_are_counted_the_most_first() {
    let document = ground(FAMILY, &["--stats", "--format", "json"]).json();
    let rows = document["rules"].as_array().expect("rows").iter();
    let rows: Vec<_> = rows
        .map(|row| (row["line"].clone(), row["instances"].clone()))
        .collect();
    let expected = [(3, 2), (6, 2), (4, 1), (5, 1)].map(|(a, b)| (json!(a), json!(b)));
    assert_eq!(rows, expected);
    assert_eq!(
        (&document["atoms"], &document["instances"]),
        (&json!(8), &json!(6))
    );
}

#[test]
fn drawings_have_dashed_arrows_for_negations() {
    let network = ground(COIN, &["--format", "dot"]).stdout;
    assert!(network.contains("  n2 -> goal0;\n"), "{network}");
    assert!(
        network.contains("  n2 -> goal1 [style=dashed];\n"),
        "{network}"
    );
    let program = ground(FAMILY, &["--format", "dot"]).stdout;
    let edge = "  \"father(cal)\" -> \"childless(cal)\" [style=dashed];\n";
    assert!(program.contains(edge), "{program}");
}

#[test]
fn clingo_reads_the_rules() {
    let text = "\
parent(art,bob).
parent(bob,cal).
";
    let output = ground(FAMILY, &["--format", "asp"]);
    assert!(output.stdout.starts_with(text), "{output:?}");
}

#[test]
fn what_explodes_is_named_with_its_variables() {
    let text = "d(a)\nd(b)\nd(c)\nw(X,Y,Z) :- d(X) & d(Y) & d(Z)\n";
    let output = ground(text, &["--max-atoms", "20"]);
    let message = "error: sheet:4:1: the limit of 20 atoms is reached in a rule for `w(X,Y,Z)`; \
                   raise it with `--max-atoms`\n  `X` ranges over 3 terms: a, b, c\n  \
                   `Y` ranges over 3 terms: a, b, c\n  `Z` ranges over 3 terms: a, b, c\n";
    assert_eq!((output.code, output.stderr.as_str()), (Some(3), message));
}

/// Two ways lead to the one move, and the way is not to be seen. Others stand in natural order.
#[test]
fn instances_that_look_alike_are_shown_once() {
    let text = "\
(role p)
(side tails)
(side heads)
(<= (legal p wait) (side ?s))
(<= (legal p look) (side none))
(<= (next done) (does p wait) (side ?s) (not (true (seen ?s))))
";
    let output = ground(text, &[]);
    let text = "\
; 2 instances of (<= (legal p wait) (side ?s)) ; sheet:4
(legal p wait) ; sheet:4
; 1 more differs in what is left out alone ; sheet:4

; no instance of (<= (legal p look) (side none)) ; sheet:5

; 2 instances of (<= (next done) (does p wait) (side ?s) (not (true (seen ?s)))) ; sheet:6
(<= (next done) (does p wait) (not (true (seen heads)))) ; sheet:6
(<= (next done) (does p wait) (not (true (seen tails)))) ; sheet:6
";
    assert!(output.stdout.ends_with(text), "{output:?}");
}

const ROUTES: &str = "\
; herbrand: input e/2
(n a)
(<= (p ?x ?y) (e ?x ?y))
(<= (q ?x) (n ?x))
";

/// Without data nothing is known of `p/2`, and all of `q/1`.
#[test]
fn what_rests_on_data_is_named_where_none_are_given() {
    let note = "note: 1 relation left out, because it rests on `e/2`, for which no data are given: \
                `p/2`; give facts with `--input`\n";
    let output = ground(ROUTES, &[]);
    let text = "\
; sheet: 2 ground rules and facts
; 1 relation left out, because it rests on `e/2`, for which no data are given: `p/2`; give facts \
with `--input`

(n a) ; sheet:2

; no data for (<= (p ?x ?y) (e ?x ?y)) ; sheet:3

; 1 instance of (<= (q ?x) (n ?x)) ; sheet:4
(<= (q a) (n a)) ; sheet:4
";
    says(&output, text);
    assert_eq!(output.stderr, note);
    let output = ground(ROUTES, &["--format", "json"]);
    assert_eq!(output.stderr, note);
    assert_eq!(output.json()["left_out"], json!(["p/2"]));
    let output = ground(ROUTES, &["--stats", "--format", "json"]);
    assert_eq!(output.stderr, note);
    let rows = output.json()["rules"].take();
    assert_eq!(
        (rows[0]["line"].clone(), rows[1].clone()),
        (json!(4), json!(null))
    );
    let output = ground(ROUTES, &["--format", "asp"]);
    assert_eq!(
        output.stderr,
        "note: no facts of `e/2` are written; give facts with `--input`, or to clingo\n"
    );
}

#[test]
fn an_open_program_is_grounded_with_data() {
    let folder = tempfile::tempdir().expect("a directory");
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("sheet", ROUTES);
    write("game", COIN);
    write("data", "(e a b)\n");
    let output = run(folder.path(), &["ground", "sheet", "--input", "data"]);
    let instance = "; 1 instance of (<= (p ?x ?y) (e ?x ?y)) ; sheet:3\n\
                    (<= (p a b) (e a b)) ; sheet:3\n";
    assert!(output.stdout.contains(instance), "{output:?}");
    assert_eq!(output.stderr, "");
    let asp = run(
        folder.path(),
        &["ground", "sheet", "--input", "data", "--format", "asp"],
    );
    assert!(asp.stdout.contains("e(a,b).\n"), "{asp:?}");
    let output = run(folder.path(), &["ground", "game", "--input", "data"]);
    let message = "error: game: a game, which is grounded over all its states; `--input` is for \
                   open programs\n";
    assert_eq!((output.code, output.stderr.as_str()), (Some(2), message));
}

/// Instances are counted once, those whose bodies hold; what rests on its own negation is said.
#[test]
fn a_program_without_strata_has_the_instances_that_hold() {
    let text = "win(X) :- move(X,Y) & ~win(Y)\n\
                move(a,b)\nmove(b,e)\nmove(b,c)\nmove(c,d)\nmove(f,f)\n";
    let grounded = ground(text, &[]);
    assert_eq!(grounded.code, Some(0));
    let lines = grounded.stdout.matches("win(b) :-").count();
    assert_eq!(lines, 1, "{}", grounded.stdout);
    assert!(
        grounded
            .stderr
            .contains("1 atom of the well-founded model is neither true nor false"),
        "{}",
        grounded.stderr
    );
    let counted = ground(text, &["--stats"]);
    // `win(b)` by `e`, and `win(c)` by `d`.
    assert!(
        counted.stdout.contains("        2  100%"),
        "{}",
        counted.stdout
    );
}
