//! What grounding finds wrong with puzzles: `lint --ground`, and the commands that answer.

use std::fs;

use expect_test::expect;
use herbrand_tests::run;
use serde_json::Value;
use tempfile::TempDir;

/// A walk over four places that falls off the end.
const WALK: &str = "\
sort time = 1..4
sort place = {home, work}
given day(time)
func at(time): place
day(1) day(4)
rule moves: forall t: time | day(t) . not at(t + 1) = at(t)
rule start: at(1) = home
";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

/// The codes with the lines where they are reported.
fn codes(found: &Value) -> Vec<(&str, u64)> {
    let found = found.as_array().expect("reports");
    let one = |report: &'_ Value| report["start"]["line"].as_u64().expect("a line");
    let code = |report| Value::as_str(report).expect("a code");
    found
        .iter()
        .map(|report| (code(&report["code"]), one(report)))
        .collect()
}

#[test]
fn lint_draws_them_where_it_is_told_to_ground() {
    let folder = folder(&[("walk.qprop", WALK)]);
    let plain = run(folder.path(), &["lint", "walk.qprop"]);
    assert_eq!(plain.stdout, "1 file, nothing to report\n");
    let ended = run(folder.path(), &["lint", "--ground", "walk.qprop"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    expect![[r#"
        warning[out-of-domain-argument]: `t + 1` is `5` with `t = 4`, outside `time`, which is 1..4
           ╭─[ walk.qprop:6:46 ]
         4 │ func at(time): place
           │         ┬───
           │         ╰───── argument 1 of `at`
         6 │ rule moves: forall t: time | day(t) . not at(t + 1) = at(t)
           │                                              ┬────
           │ Help 1: `at(t + 1) = at(t)` is false there, so `not at(t + 1) = at(t)` is true
           │ Help 2: a guard such as `| t + 1 in time` leaves such values out

        1 file, 1 warning
    "#]]
    .assert_eq(&ended.stdout);
}

#[test]
fn every_format_has_them_and_levels_and_directives_count() {
    let folder = folder(&[("walk.qprop", WALK)]);
    for format in ["json", "sarif", "github", "junit"] {
        let args = ["lint", "--ground", "--format", format, "walk.qprop"];
        let found = run(folder.path(), &args);
        assert!(found.stdout.contains("out-of-domain-argument"), "{format}");
    }
    let code = "out-of-domain-argument";
    let denied = run(
        folder.path(),
        &["lint", "--ground", "--deny", code, "walk.qprop"],
    );
    assert_eq!(denied.code, Some(1));
    let allowed = run(
        folder.path(),
        &["lint", "--ground", "--allow", code, "walk.qprop"],
    );
    assert_eq!(allowed.stdout, "1 file, nothing to report\n");
    let toml = "[lint]\nground = true\n[lint.levels]\nout-of-domain-argument = \"error\"\n";
    fs::write(folder.path().join("herbrand.toml"), toml).expect("written");
    let told = run(folder.path(), &["lint", "walk.qprop"]);
    assert_eq!(told.code, Some(1), "{}", told.stdout);
    fs::remove_file(folder.path().join("herbrand.toml")).expect("removed");
    let directive = WALK.replace(
        "rule moves",
        "// herbrand: allow out-of-domain-argument\nrule moves",
    );
    fs::write(folder.path().join("walk.qprop"), directive).expect("written");
    let silent = run(folder.path(), &["lint", "--ground", "walk.qprop"]);
    assert_eq!(silent.stdout, "1 file, nothing to report\n");
}

#[test]
fn a_model_whose_data_lie_elsewhere_is_judged_with_them() {
    let model = "const n\nsort s\ngiven wall(s)\npred p(s)\n\
                 rule free: forall x: s | wall(x) . not p(x + n)\nrule some: exists x: s . p(x)\n";
    let day = "use \"model.qprop\"\nconst n = 2\nsort s = 1..4\nwall(1)\n";
    let folder = folder(&[("model.qprop", model), ("day.qprop", day)]);
    let lint = |name: &str| {
        run(
            folder.path(),
            &["lint", "--ground", "--format", "json", name],
        )
    };
    assert_eq!(codes(&lint("model.qprop").json()), []);
    assert_eq!(codes(&lint("day.qprop").json()), []);
    fs::write(folder.path().join("day.qprop"), format!("{day}wall(3)\n")).expect("written");
    let found = lint("day.qprop").json();
    assert_eq!(codes(&found), [("out-of-domain-argument", 1)]);
    let message = found[0]["message"].as_str().expect("a message");
    assert_eq!(
        message,
        "model.qprop:5:42: `x + n` is `5` with `x = 3`, outside `s`, which is 1..4"
    );
    assert_eq!(codes(&lint("model.qprop").json()), []);
}

#[test]
fn commands_that_answer_say_so_once_and_before() {
    let folder = folder(&[("walk.qprop", &format!("{WALK}check models = 4\n"))]);
    for args in [
        &["solve", "walk.qprop"][..],
        &["solve", "walk.qprop", "--format", "json"],
        &["ground", "walk.qprop"],
        &["prove", "walk.qprop", "at(1) = home"],
        &["test", "walk.qprop"],
    ] {
        let ended = run(folder.path(), args);
        let told = ended.stderr.matches("warning[out-of-domain-argument]");
        assert_eq!(told.count(), 1, "{args:?}: {}", ended.stderr);
        assert!(!ended.stdout.contains("out-of-domain"), "{args:?}");
    }
    let toml = "[lint.levels]\nout-of-domain-argument = \"allow\"\n";
    fs::write(folder.path().join("herbrand.toml"), toml).expect("written");
    assert_eq!(run(folder.path(), &["solve", "walk.qprop"]).stderr, "");
}

#[test]
fn what_is_missing_is_said_by_those_alone() {
    let model = "sort node = 1..3\ngiven edge(node, node)\npred red(node)\n\
                 rule some: exists x: node . red(x)\n\
                 rule apart: forall x, y: node | edge(x, y) . not (red(x) and red(y))\n";
    let folder = folder(&[
        ("model.qprop", model),
        ("open.qprop", "sort s\npred p(s)\np(1)\n"),
    ]);
    assert_eq!(
        run(
            folder.path(),
            &["lint", "--ground", "model.qprop", "open.qprop"]
        )
        .stdout,
        "2 files, nothing to report\n"
    );
    let solved = run(folder.path(), &["solve", "model.qprop"]);
    assert_eq!(solved.code, Some(0));
    let told = solved.stderr.matches("warning[");
    assert_eq!(told.count(), 1, "{}", solved.stderr);
    assert!(
        solved.stderr.contains("[given-without-facts]"),
        "{}",
        solved.stderr
    );
    let open = run(folder.path(), &["solve", "open.qprop"]);
    assert_eq!((open.code, open.stdout.as_str()), (Some(1), ""));
    assert!(
        open.stderr.contains("error[missing-sort]"),
        "{}",
        open.stderr
    );
}

#[test]
fn a_budget_ends_it_with_a_warning_that_names_the_variable() {
    let text = "sort s = 1..200\npred p(s, s)\nrule r: forall x, y: s . p(x, y)\n";
    let folder = folder(&[("large.qprop", text)]);
    let fine = run(folder.path(), &["lint", "--ground", "large.qprop"]);
    assert_eq!(fine.stdout, "1 file, nothing to report\n");
    let args = [
        "lint",
        "--ground",
        "--max-instances",
        "30000",
        "--format",
        "json",
        "large.qprop",
    ];
    let found = run(folder.path(), &args);
    assert_eq!(found.code, Some(0));
    assert_eq!(codes(&found.json()), [("large-grounding", 3)]);
}

#[test]
fn rules_that_follow_from_others_are_told_on_request() {
    let text =
        "sort s = 1..3\npred p(s)\nrule all: forall x: s . p(x)\nrule some: exists x: s . p(x)\n";
    let folder = folder(&[("rules.qprop", text)]);
    let plain = run(folder.path(), &["lint", "--ground", "rules.qprop"]);
    assert_eq!(plain.stdout, "1 file, nothing to report\n");
    let args = ["lint", "--implied", "--format", "json", "rules.qprop"];
    let found = run(folder.path(), &args).json();
    assert_eq!(codes(&found), [("implied-rule", 4)]);
}
