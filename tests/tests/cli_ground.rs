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
(role p)
(side heads)
(side tails)
(init (shows heads))

; sheet:5:1: 2 instances
; (<= (legal p (turn ?s)) (side ?s) (not (true (shows ?s))))
(<= (legal p (turn heads)) (not (true (shows heads))))
(<= (legal p (turn tails)) (not (true (shows tails))))

; sheet:6:1: 2 instances
; (<= (next (shows ?s)) (does p (turn ?s)))
(<= (next (shows heads)) (does p (turn heads)))
(<= (next (shows tails)) (does p (turn tails)))

; sheet:7:1: 1 instance
; (<= (goal p 100) (true (shows tails)))
(<= (goal p 100) (true (shows tails)))

; sheet:8:1: 1 instance
; (<= (goal p 0) (not (true (shows tails))))
(<= (goal p 0) (not (true (shows tails))))

; sheet:9:1: 1 instance
; (<= terminal (true (shows tails)))
(<= terminal (true (shows tails)))
";
    says(&ground(COIN, &[]), text);
    let full = ground(COIN, &["--full", "--most", "1"]);
    let instance = "(<= (legal p (turn heads)) (side heads) (not (true (shows heads))))\n\
                    ; … and 1 more (--most)\n";
    assert!(full.stdout.contains(instance), "{full:?}");
}

#[test]
fn a_rule_of_a_program_is_shown_whole() {
    let output = ground(FAMILY, &[]);
    let text = "\
parent(art,bob)
parent(bob,cal)

% sheet:3:1: 2 instances
% ancestor(X,Y) :- parent(X,Y)
ancestor(art,bob) :- parent(art,bob)
ancestor(bob,cal) :- parent(bob,cal)

% sheet:4:1: 1 instance
% ancestor(X,Z) :- parent(X,Y) & ancestor(Y,Z)
ancestor(art,cal) :- parent(art,bob) & ancestor(bob,cal)

% sheet:5:1: 1 instance
% childless(Y) :- parent(X,Y) & ~father(Y)
childless(cal) :- parent(bob,cal) & ~father(cal)

% sheet:6:1: 2 instances
% father(X) :- parent(X,Y)
father(art) :- parent(art,bob)
father(bob) :- parent(bob,cal)
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
