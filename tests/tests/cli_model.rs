//! `model` and `test` from the outside.

use std::fs;
use std::path::Path;

use herbrand_tests::{Ended, run};
use serde_json::json;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a directory");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

fn ended(code: i32, stdout: &str, stderr: &str) -> Ended {
    Ended {
        code: Some(code),
        stdout: stdout.to_owned(),
        stderr: stderr.to_owned(),
    }
}

/// Every example says what it means, and means it.
#[test]
fn the_examples_are_as_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = run(&root, &["test", "examples/lecture", "--format", "json"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    let document = output.json();
    assert_eq!(document["failed"], 0, "{document:#}");
    assert_eq!(document["skipped"], 0, "{document:#}");
    for file in document["files"].as_array().expect("files") {
        let expected = file["expectations"].as_array().expect("expectations");
        assert!(!expected.is_empty(), "{} expects nothing", file["path"]);
    }
}

#[test]
fn an_expectation_that_is_not_met_says_what_is_so_instead() {
    let folder = folder(&[(
        "a.hrf",
        "% herbrand: expect model p(a) q(b)\n\
         % herbrand: expect query p(X) = 3\n\
         % herbrand: expect base 7\n\
         % herbrand: expect satisfies p(a)\n\
         % herbrand: expect violates p(a) p(b) q(a) q(b)\n\
         % herbrand: expect code unsafe-variable\n\
         % herbrand: expect plan 3\n\
         % herbrand: expect query q(X) = 2\n\
         p(a)\np(b)\nq(X) :- p(X)\n",
    )]);
    let output = run(folder.path(), &["test", "a.hrf"]);
    let expected = "\
failed: a.hrf:1: expect model p(a) q(b)
  the minimal model is another
  holds beside: p(b), q(a)
failed: a.hrf:2: expect query p(X) = 3
  2 atoms match
  p(a), p(b)
failed: a.hrf:3: expect base 7
  the Herbrand base has 4 atoms
failed: a.hrf:4: expect satisfies p(a)
  it is no model: `p(b)` must hold
  by p(b)
failed: a.hrf:5: expect violates p(a) p(b) q(a) q(b)
  it is a model
failed: a.hrf:6: expect code unsafe-variable
  `unsafe-variable` is not reported
skipped: a.hrf:7: expect plan 3
  this version cannot check `plan`

8 expectations in 1 file: 1 passed, 6 failed, 1 skipped
";
    assert_eq!(output, ended(1, expected, ""));
}

#[test]
fn an_open_program_takes_data() {
    let folder = folder(&[
        (
            "open.kif",
            "; herbrand: input p/1\n(<= (q ?x) (p ?x))\n(r c)\n",
        ),
        ("data.hrf", "p(a). p(b)\n"),
        ("stray.kif", "(s a)\n"),
        ("rule.kif", "(p a)\n(<= (p b) (p a))\n"),
    ]);
    let run = |args: &[&str]| run(folder.path(), args);
    let output = run(&["model", "open.kif", "--input", "data.hrf"]);
    assert_eq!(output, ended(0, "(q a)\n(q b)\n(r c)\n", ""));
    let output = run(&["model", "open.kif", "--input", "data.hrf", "--all"]);
    assert_eq!(output.stdout, "(p a)\n(p b)\n(q a)\n(q b)\n(r c)\n");
    let output = run(&["model", "open.kif", "--input", "stray.kif"]);
    let message = "error: stray.kif: `(s a)` is no atom of an input of the program; declare it \
                   there with `; herbrand: input s/1`\n";
    assert_eq!(output, ended(2, "", message));
    let output = run(&["model", "open.kif", "--input", "rule.kif"]);
    assert_eq!(output.code, Some(1));
    assert!(
        output
            .stderr
            .contains("data are facts alone, and this is a rule"),
        "{output:?}"
    );
}

/// No answer passes for one that rests on data which nobody gave.
#[test]
fn an_open_program_without_data_says_which_are_missing() {
    let text = "; herbrand: input e/2\n(n a)\n(<= (p ?x) (e ?x ?y))\n(<= (q ?x) (p ?x))\n\
                ; herbrand: expect query (q ?x) = 0\n; herbrand: expect model (n a)\n\
                ; herbrand: expect query (q ?x) = 1 given (e a b)\n\
                ; herbrand: expect query (n ?x) = 1\n";
    let folder = folder(&[("open.kif", text), ("none.kif", "")]);
    let run = |args: &[&str]| run(folder.path(), args);
    let note = "note: 2 relations left out, because they rest on `e/2`, for which no data are \
                given: `p/1`, `q/1`; give facts with `--input`\n";
    assert_eq!(run(&["model", "open.kif"]), ended(0, "(n a)\n", note));
    let none = ["model", "open.kif", "--input", "none.kif"];
    assert_eq!(run(&none), ended(0, "(n a)\n", ""));
    let question = "`q/1` rests on `e/2`, for which no data are given; give facts with `--input`";
    let error = format!("error: --query `(q ?x)`: {question}\n");
    assert_eq!(
        run(&["model", "open.kif", "--query", "(q ?x)"]),
        ended(2, "", &error)
    );
    let error = format!("error: `(q a)`: {question}\n");
    assert_eq!(run(&["why", "open.kif", "(q a)"]), ended(2, "", &error));
    let error = "error: `(e a b)`: `e/2` is an input, for which no data are given; give facts with \
                 `--input`\n";
    assert_eq!(run(&["why", "open.kif", "(e a b)"]), ended(2, "", error));
    let output = "\
failed: open.kif:5: expect query (q ?x) = 0
  `q/1` rests on `e/2`, for which no data are given: add `given` and the atoms of `e`
failed: open.kif:6: expect model (n a)
  2 relations left out, because they rest on `e/2`, for which no data are given: `p/1`, `q/1`: add \
  `given` and the atoms of `e`

4 expectations in 1 file: 2 passed, 2 failed
";
    assert_eq!(run(&["test", "open.kif"]), ended(1, output, ""));
}

#[test]
fn a_game_without_a_state_is_what_holds_in_every_state() {
    let game = "(role x)\n(init (at a))\n(arc a b)\n\
                (<= (legal x (go ?b)) (true (at ?a)) (arc ?a ?b))\n\
                (<= (next (at ?b)) (does x (go ?b)))\n\
                (<= (goal x 100) (true (at b)))\n(<= terminal (true (at b)))\n";
    let folder = folder(&[
        ("game.kif", game),
        ("state.kif", "(true (at a))\n(does x (go b))\n"),
    ]);
    let run = |args: &[&str]| run(folder.path(), args);
    let note = "note: 4 relations left out, because they depend on the state of the game: \
                `goal/2`, `legal/2`, `next/1`, `terminal/0`; give a state with `--input`, as facts of `true` and \
                `does`\n";
    let output = run(&["model", "game.kif"]);
    assert_eq!(
        output,
        ended(0, "(arc a b)\n(init (at a))\n(role x)\n", note)
    );
    let args = [
        "model",
        "game.kif",
        "--input",
        "state.kif",
        "--query",
        "(next ?x)",
    ];
    assert_eq!(run(&args), ended(0, "(next (at b))\n", ""));
    let output = run(&["model", "game.kif", "--query", "(legal ?r ?m)"]);
    assert_eq!(output.code, Some(2), "{output:?}");
}

#[test]
fn what_depends_on_its_own_negation_is_named() {
    let folder = folder(&[(
        "win.kif",
        "(move a b)\n(move b a)\n(move b c)\n(move d e)\n(move e d)\n\
         (<= (win ?x) (move ?x ?y) (not (win ?y)))\n",
    )]);
    let output = run(folder.path(), &["model", "win.kif", "--query", "(win ?x)"]);
    let message = "error: win.kif: 2 atoms are neither true nor false in the well-founded model, \
                   because they depend on their own negation: (win d), (win e)\n";
    assert_eq!(output, ended(1, "(win b)\n", message));
}

#[test]
fn a_limit_names_the_rule_its_variables_and_the_option() {
    let folder = folder(&[
        ("grows.kif", "(n 0)\n(<= (n (s ?x)) (n ?x))\n"),
        (
            "cross.hrf",
            "d(a)\nd(b)\nd(c)\nw(X,Y,Z) :- d(X) & d(Y) & d(Z)\n",
        ),
    ]);
    let output = run(folder.path(), &["model", "grows.kif", "--max-depth", "2"]);
    let message = "error: grows.kif:2:1: the limit of 2 nested functions is reached in a rule for \
                   `(n (s ?x))`; raise it with `--max-depth`\n  \
                   `?x` ranges over 3 terms: 0, (s 0), (s (s 0))\n";
    assert_eq!(output, ended(3, "", message));
    let output = run(folder.path(), &["model", "cross.hrf", "--max-atoms", "20"]);
    assert_eq!(output.code, Some(3));
    assert!(
        output
            .stderr
            .contains("`w(X,Y,Z)`; raise it with `--max-atoms`")
    );
    assert!(output.stderr.contains("`Z` ranges over 3 terms: a, b, c"));
}

#[test]
fn a_program_without_a_meaning_is_not_evaluated() {
    let folder = folder(&[("a.hrf", "p(X) :- ~q(X)\nq(a)\n")]);
    let output = run(folder.path(), &["model", "a.hrf"]);
    assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""));
    assert!(output.stderr.contains("unsafe-variable"), "{output:?}");
    let output = run(folder.path(), &["model", "a.hrf", "--query", "q(X"]);
    assert_eq!(output.code, Some(1));
    let folder = self::folder(&[("b.hrf", "q(a)\n")]);
    let output = run(
        folder.path(),
        &["model", "b.hrf", "--query", "q(X) :- p(X)"],
    );
    let message = "error: --query `q(X) :- p(X)`: this is a rule; write an atom\n";
    assert_eq!(output, ended(2, "", message));
}

/// The numbers of the lecture: two objects, a relation of one argument and one of two.
#[test]
fn universe_and_base_are_counted_and_listed() {
    let folder = folder(&[
        ("a.hrf", "p(a)\np(b)\nq(X,b) :- p(X)\n"),
        ("f.hrf", "p(f(a))\n"),
        ("open.hrf", "% herbrand: input q/1\nr(a) :- q(a)\n"),
    ]);
    let run = |args: &[&str]| run(folder.path(), args);
    let output = run(&["model", "a.hrf", "--base"]);
    let expected = "Herbrand universe: 2 terms\nHerbrand base: 6 atoms, so 64 interpretations\n\n\
                    p/1: 2 atoms\np(a)\np(b)\n\nq/2: 4 atoms\nq(a,a)\nq(a,b)\nq(b,a)\nq(b,b)\n";
    assert_eq!(output, ended(0, expected, ""));
    let output = run(&["model", "a.hrf", "--base", "--list", "3"]);
    assert!(
        output.stdout.ends_with("p(b)\n\nq/2: 4 atoms\nq(a,a)\n…\n"),
        "{output:?}"
    );
    let output = run(&["model", "f.hrf", "--universe", "--depth", "2"]);
    let expected = "Herbrand universe: infinite; 3 terms up to depth 2 (--depth)\n\n\
                    a\nf(a)\nf(f(a))\n";
    assert_eq!(output, ended(0, expected, ""));
    let output = run(&["model", "open.hrf", "--base", "--format", "json"]);
    let relation = |name: &str, input: bool| {
        let atoms = [format!("{name}(a)")];
        json!({"name": name, "arity": 1, "input": input, "count": 1, "atoms": atoms})
    };
    let expected = json!({
        "universe": 1, "depth": 1, "infinite": false,
        "relations": [relation("r", false), relation("q", true)],
    });
    assert_eq!(output.json(), expected);
}

#[test]
fn an_interpretation_is_judged() {
    let folder = folder(&[
        ("two.hrf", "p(a,b)\nq(X,Y) :- p(X,Y)\n"),
        ("least.hrf", "p(a,b)\nq(a,b)\n"),
        ("more.hrf", "p(a,b)\nq(a,b)\nq(b,a)\n"),
        ("none.hrf", "p(a,b)\nq(b,a)\n"),
    ]);
    let check = |name: &str| run(folder.path(), &["model", "two.hrf", "--check", name]);
    assert_eq!(
        check("least.hrf"),
        ended(0, "a model, and the minimal one\n", "")
    );
    let more = "a model, but not the minimal one, which does without: q(b,a)\n";
    assert_eq!(check("more.hrf"), ended(0, more, ""));
    let none = "not a model: `q(a,b)` must hold\n  two.hrf:2:1: q(X,Y) :- p(X,Y)\n  \
                with X = a, Y = b\n";
    assert_eq!(check("none.hrf"), ended(1, none, ""));
}

/// `w(a)` is its own reason not to be: the rules define no minimal model.
#[test]
fn where_rules_define_no_minimal_model_nothing_is_compared_with_it() {
    let folder = folder(&[
        (
            "w.hrf",
            "w(a) :- ~w(a)\nv(a)\n% herbrand: expect model v(a)\n",
        ),
        ("c.hrf", "w(a)\nv(a)\n"),
    ]);
    let checked = run(folder.path(), &["model", "w.hrf", "--check", "c.hrf"]);
    let text = "a model; whether it is the minimal one cannot be said: the rules define none, \
                because these atoms depend on their own negation: w(a)\n";
    assert_eq!(checked, ended(0, text, ""));
    let tested = run(folder.path(), &["test", "w.hrf"]);
    assert_eq!(tested.code, Some(1));
    assert!(
        tested.stdout.contains("the rules define no minimal model")
            && tested.stdout.contains("neither true nor false: w(a)"),
        "{}",
        tested.stdout
    );
}

/// A test that nobody can read, or that asks for what there is not, does not pass.
#[test]
fn expectations_that_cannot_be_looked_at_fail() {
    let folder = folder(&[
        ("key.hrf", "% herbrand: expct model p(a)\np(a)\n"),
        ("rest.hrf", "% herbrand: expect query p(X) = 1 foo\np(a)\n"),
        (
            "broken.hrf",
            "% herbrand: expect model p(a)\np(a)\nq(X) :- p(X\n",
        ),
        ("name.hrf", "% herbrand: expect query nosuch(X) = 0\np(a)\n"),
        ("code.hrf", "% herbrand: expect code nosuchcode\np(a)\n"),
    ]);
    for (file, message) in [
        ("key.hrf", "expct"),
        ("rest.hrf", "foo"),
        ("broken.hrf", "the file has syntax errors"),
        ("name.hrf", "nothing defines `nosuch/1`"),
        ("code.hrf", "there is no code `nosuchcode`"),
    ] {
        let tested = run(folder.path(), &["test", file]);
        assert_eq!(tested.code, Some(1), "{file}: {}", tested.stdout);
        assert!(tested.stdout.contains(message), "{file}: {}", tested.stdout);
        assert!(
            tested.stdout.ends_with("0 passed, 1 failed\n"),
            "{file}: {}",
            tested.stdout
        );
    }
}
