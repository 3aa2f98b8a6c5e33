//! `herbrand check`: what somebody says is a model, and what is wrong with it.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};
use herbrand_tests::{Ended, run, run_with};
use serde_json::Value;

/// Guests of a table with four seats in a row, some of whom want to sit beside each other.
const TABLE: &str = "\
sort seat = 1..4
sort guest = {ann, bob, cat, dan}
func at(guest): seat
pred lamp(seat)
given friend(guest, guest)
friend(ann, bob) friend(cat, dan)
var g, h: guest  var s: seat
rule apart: forall g, h | g =/= h . at(g) =/= at(h)
rule beside: forall g, h | friend(g, h) . abs(at(g) - at(h)) = 1
rule light: forall g . lamp(at(g))
rule dark: exactly 2 s . not lamp(s) or s = 1 or s = 4
";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a directory");
    fs::write(folder.path().join("table.qprop"), TABLE).expect("written");
    folder
}

fn check(folder: &Path, model: &str, more: &[&str]) -> Ended {
    fs::write(folder.join("model.txt"), model).expect("written");
    let mut args = vec!["check", "table.qprop", "--model", "model.txt"];
    args.extend(more);
    run(folder, &args)
}

#[track_caller]
fn answers(model: &str, code: i32, expected: &Expect) {
    let folder = folder();
    let checked = check(folder.path(), model, &[]);
    expected.assert_eq(&format!("{}{}", checked.stdout, checked.stderr));
    assert_eq!(checked.code, Some(code), "{model}");
}

const LAMPS: &str = "lamp(1) lamp(2) lamp(3) lamp(4)";

#[test]
fn what_is_a_model_is_called_one() {
    let model = format!("at(ann) = 2  at(bob) = 1\n3 = at(cat)\nat(dan) = 4 {LAMPS}\n");
    answers(&model, 0, &expect!["a model: it violates no rule\n"]);
    answers(
        "at(ann) = 2 at(bob) = 1",
        2,
        &expect!["error: model.txt: `at(cat)` has no value\n"],
    );
    answers(
        LAMPS,
        0,
        &expect!["part of a model: it says nothing of `at`, which can be chosen\n"],
    );
}

#[test]
fn violated_rules_are_named_with_the_instances() {
    answers(
        "at(ann) = 1 at(bob) = 4 at(cat) = 2 at(dan) = 2 lamp(1) lamp(2) lamp(3)",
        1,
        &expect![[r#"
            no model: it violates 3 rules
              table.qprop:8:1: rule apart: forall g, h | g =/= h . at(g) =/= at(h)
                where g = cat, h = dan
                where g = dan, h = cat
              table.qprop:9:1: rule beside: forall g, h | friend(g, h) . abs(at(g) - at(h)) = 1
                where g = ann, h = bob
                where g = cat, h = dan
              table.qprop:10:1: rule light: forall g . lamp(at(g))
                where g = bob
        "#]],
    );
    answers(
        "at(ann) = 1 at(bob) = 2 at(cat) = 3 at(dan) = 4 no",
        1,
        &expect![[r#"
            error[unknown-predicate]: no relation `no` is declared
               ╭─[ model.txt:1:49 ]
             1 │ at(ann) = 1 at(bob) = 2 at(cat) = 3 at(dan) = 4 no
               │                                                 ┬─
               │ Help: declare it with `pred`, `given` or `define`

        "#]],
    );
}

#[test]
fn what_is_open_is_searched_for() {
    answers(
        "lamp(1) lamp(2) lamp(4)",
        1,
        &expect![[r#"
            no model: it says nothing of `at`, and no choice satisfies
              table.qprop:11:1: rule dark: exactly 2 s . not lamp(s) or s = 1 or s = 4
        "#]],
    );
    let folder = folder();
    let checked = check(folder.path(), "no lamp\n", &[]);
    let said = "no model: it says nothing of `at`, and no choice satisfies\n";
    assert!(checked.stdout.starts_with(said), "{}", checked.stdout);
    assert_eq!(checked.code, Some(1));
}

#[test]
fn what_solve_finds_is_a_model_in_both_spellings() {
    let folder = folder();
    for format in ["text", "json"] {
        let found = run(folder.path(), &["solve", "table.qprop", "--format", format]);
        let checked = check(folder.path(), &found.stdout, &[]);
        assert_eq!(checked.stdout, "a model: it violates no rule\n", "{format}");
        assert_eq!(checked.code, Some(0));
    }
    let all = run(folder.path(), &["solve", "table.qprop", "--limit", "2"]);
    let checked = check(folder.path(), &all.stdout, &[]);
    assert_eq!(checked.code, Some(2));
    assert_eq!(
        checked.stderr,
        "error: model.txt: several models; leave one of them\n"
    );
}

#[test]
fn programs_get_the_same() {
    let folder = folder();
    let model = "at(ann) = 1 at(bob) = 3 at(cat) = 2 at(dan) = 4 lamp(1) lamp(2) lamp(3) lamp(4)";
    let checked = check(folder.path(), model, &["--format", "json"]);
    assert_eq!(checked.code, Some(1));
    let document: Value = serde_json::from_str(&checked.stdout).expect("JSON");
    assert_eq!(document["status"], "violated");
    let violated = document["violated"].as_array().expect("a list");
    assert_eq!(violated.len(), 1);
    assert_eq!(violated[0]["constraint"], "beside");
    assert_eq!(violated[0]["start"]["line"], 9);
    let binding = |place: usize| violated[0]["instances"][place]["binding"].clone();
    assert_eq!(binding(0), serde_json::json!({"g": "ann", "h": "bob"}));
    assert_eq!(binding(1), serde_json::json!({"g": "cat", "h": "dan"}));
}

#[test]
fn what_is_no_model_is_refused_with_the_place() {
    answers(
        "lamp(9)",
        2,
        &expect![[r#"
            error: model.txt: there is no atom `lamp(9)`: a value is outside its sort, or the guard of the declaration does not hold
        "#]],
    );
    answers(
        "friend(ann, cat) lamp(1)\nlamp(2) or lamp(3)",
        2,
        &expect![[r#"
            error: model.txt:1:1: friend(ann, cat): this relation is given, and no part of a model
            error: model.txt:2:1: lamp(2) or lamp(3): a model has atoms, such as `p(1, a)`, and values, such as `f(1) = a`, alone
        "#]],
    );
    answers(
        "at(ann) = 1 at(ann) = 2 at(bob) = 1 at(cat) = 1 at(dan) = 1",
        2,
        &expect!["error: model.txt: `at(ann)` has 2 values\n"],
    );
    answers(
        "{\"status\": \"unsatisfiable\", \"models\": []}",
        2,
        &expect!["error: model.txt: there is no model in it\n"],
    );
    let folder = folder();
    let args = ["check", "table.qprop", "--model", "-"];
    let checked = run_with(
        folder.path(),
        &args,
        format!("{LAMPS}\n1 . 2 …\n").as_bytes(),
    );
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);
}
