//! `why` from the outside.

use std::fs;

use herbrand_tests::{Ended, run};

const FAMILY: &str = "\
parent(art,bob)
parent(bob,cal)
parent(bob,coe)

ancestor(X,Y) :- parent(X,Y)
ancestor(X,Z) :- parent(X,Y) & ancestor(Y,Z)
remote(X,Z) :- ancestor(X,Z) & ~parent(X,Z) & distinct(X,Z)
";

fn why(atom: &str, more: &[&str]) -> Ended {
    let folder = tempfile::tempdir().expect("a directory");
    fs::write(folder.path().join("f.hrf"), FAMILY).expect("written");
    run(folder.path(), &[&["why", "f.hrf", atom], more].concat())
}

fn says(output: &Ended, code: i32, text: &str) {
    assert_eq!(
        (output.code, output.stdout.as_str()),
        (Some(code), text),
        "{output:?}"
    );
}

#[test]
fn an_atom_that_holds_has_a_derivation() {
    let text = "\
remote(art,cal)   f.hrf:7:1: remote(X,Z) :- ancestor(X,Z) & ~parent(X,Z) & distinct(X,Z)
├─ ancestor(art,cal)   f.hrf:6:1: ancestor(X,Z) :- parent(X,Y) & ancestor(Y,Z)
│  ├─ parent(art,bob)   fact, f.hrf:1:1
│  └─ ancestor(bob,cal)   f.hrf:5:1: ancestor(X,Y) :- parent(X,Y)
│     └─ parent(bob,cal)   fact, f.hrf:2:1
├─ ~parent(art,cal)
└─ distinct(art,cal)
";
    says(&why("remote(art,cal)", &[]), 0, text);
}

#[test]
fn a_derivation_for_programs_names_steps_by_place() {
    let document = why("ancestor(art,bob)", &["--format", "json"]).json();
    let expected = serde_json::json!({
        "path": "f.hrf",
        "atom": "ancestor(art,bob)",
        "truth": "true",
        "steps": [
            {
                "atom": "ancestor(art,bob)",
                "place": "f.hrf:5:1",
                "rule": "ancestor(X,Y) :- parent(X,Y)",
                "premises": [{"step": 1}],
            },
            {"atom": "parent(art,bob)", "place": "f.hrf:1:1", "rule": null, "premises": []},
        ],
    });
    assert_eq!(document, expected);
}

#[test]
fn an_atom_that_does_not_hold_has_a_literal_that_fails_in_each_rule() {
    let text = "\
ancestor(bob,art) does not hold

f.hrf:5:1: ancestor(X,Y) :- parent(X,Y)
  fails: parent(bob,art)

f.hrf:6:1: ancestor(X,Z) :- parent(X,Y) & ancestor(Y,Z)
  holds: parent(bob,Y)
  fails: ancestor(Y,art)
  as in: ancestor(cal,art), ancestor(coe,art)
";
    says(&why("ancestor(bob,art)", &[]), 0, text);
    let text = "\
remote(art,bob) does not hold

f.hrf:7:1: remote(X,Z) :- ancestor(X,Z) & ~parent(X,Z) & distinct(X,Z)
  holds: distinct(art,bob)
  fails: ~parent(art,bob)
";
    says(&why("remote(art,bob)", &[]), 0, text);
    let text = "\
parent(coe,art) does not hold
  `parent/2` has 3 facts, none of them this one, and no rule could give it
";
    says(&why("parent(coe,art)", &[]), 0, text);
}

#[test]
fn a_question_that_is_none_says_what_to_ask() {
    let output = why("remote(art,X)", &[]);
    let message = "error: `remote(art,X)`: an atom without variables is wanted; `herbrand model \
                   f.hrf --query 'remote(art,X)'` lists those that hold\n";
    assert_eq!((output.code, output.stderr.as_str()), (Some(2), message));
}

#[test]
fn an_unknown_relation_is_no_question() {
    let output = why("ancstor(art,cal)", &[]);
    let message = "error: `ancstor(art,cal)`: nothing defines `ancstor/2`; did you mean \
                   `ancestor/2`?\n";
    assert_eq!((output.code, output.stderr.as_str()), (Some(2), message));
    let output = why("ancestor(art)", &[]);
    let message = "error: `ancestor(art)`: nothing defines `ancestor/1`; did you mean \
                   `ancestor/2`?\n";
    assert_eq!((output.code, output.stderr.as_str()), (Some(2), message));
}

/// A step that is needed twice is derived once.
#[test]
fn shared_steps_are_told_once() {
    let folder = tempfile::tempdir().expect("a directory");
    let text = "(q a)\n(<= (p ?x) (q ?x))\n(<= (r ?x ?y) (p ?x) (p ?y))\n(<= (l ?x) (l ?x))\n\
                (<= (l ?x) (r ?x ?x))\n";
    fs::write(folder.path().join("f.kif"), text).expect("written");
    let output = run(folder.path(), &["why", "f.kif", "(l a)"]);
    let text = "\
(l a)   f.kif:5:1: (<= (l ?x) (r ?x ?x))
└─ (r a a)   f.kif:3:1: (<= (r ?x ?y) (p ?x) (p ?y))
   ├─ (p a)   f.kif:2:1: (<= (p ?x) (q ?x))
   │  └─ (q a)   fact, f.kif:1:1
   └─ (p a)   as above
";
    says(&output, 0, text);
}

/// Each level is indented: a thousand of them would be megabytes of blanks.
#[test]
fn a_deep_derivation_is_drawn_as_far_as_is_asked_for() {
    use std::fmt::Write as _;
    let mut text = String::from("r(0)\nr(Y) :- r(X) & e(X,Y)\n");
    for step in 0..500 {
        let _ = writeln!(text, "e({step},{})", step + 1);
    }
    let folder = tempfile::tempdir().expect("a directory");
    fs::write(folder.path().join("chain.hrf"), text).expect("written");
    let why = |more: &[&str]| {
        run(
            folder.path(),
            &[&["why", "chain.hrf", "r(500)"], more].concat(),
        )
    };
    let cut = why(&["--levels", "2"]);
    assert_eq!(
        cut.stdout,
        "r(500)   chain.hrf:2:1: r(Y) :- r(X) & e(X,Y)\n\
         ├─ r(499)   chain.hrf:2:1: r(Y) :- r(X) & e(X,Y)   …\n\
         └─ e(499,500)   fact, chain.hrf:502:1\n\
         \n\
         2 levels are drawn; `--levels N` draws more\n"
    );
    let usual = why(&[]);
    assert_eq!(usual.stdout.matches("r(Y) :-").count(), 100);
    let whole = why(&["--levels", "1000"]);
    assert_eq!(whole.stdout.matches("r(Y) :-").count(), 500);
    assert!(!whole.stdout.contains('…'));
    let all = why(&["--format", "json"]);
    assert_eq!(all.json()["steps"].as_array().map(Vec::len), Some(1001));
}
