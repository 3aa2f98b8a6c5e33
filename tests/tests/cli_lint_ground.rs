//! `herbrand lint --ground` from the outside.

use std::fs;

use expect_test::expect;
use herbrand_tests::{endless_program, run};
use serde_json::Value;
use tempfile::TempDir;

/// A walk of three steps: the table ends at 3, and nobody may rest.
const WALK: &str = "\
(role robot)
(init (step 1))
(succ 1 2) (succ 2 3)
(legal robot walk)
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= tired (true (step ?x)) (succ 3 ?x))
(<= (goal robot 0) tired)
(<= terminal (true (step 3)))
(<= (goal robot 100) terminal)
";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

fn codes(found: &Value) -> Vec<(&str, &str)> {
    let found = found.as_array().expect("reports");
    found
        .iter()
        .map(|report| {
            let text = |key: &str| report[key].as_str().expect("a text");
            (text("path"), text("code"))
        })
        .collect()
}

#[test]
fn what_never_holds_is_drawn_with_what_follows() {
    let folder = folder(&[("walk.kif", WALK)]);
    let args = ["lint", "--ground", "--allow", "hints", "walk.kif"];
    let ended = run(folder.path(), &args);
    assert_eq!(ended.code, Some(0), "a warning alone");
    expect![[r#"
        warning[never-true]: `(succ 3 ?x)` never holds: argument 1 of `succ` is never `3`
           ╭─[ walk.kif:6:28 ]
         6 │ (<= tired (true (step ?x)) (succ 3 ?x))
           │     ┬────                  ┬──────────
           │     ╰─────────────────────────────────── so `tired` never holds
         7 │ (<= (goal robot 0) tired)
           │     ┬─────────────
           │     ╰─────────────── nor does this one
           │ Help: there is `1` or `2`

        1 file, 1 warning
    "#]]
    .assert_eq(&ended.stdout);
}

#[test]
fn without_the_option_nothing_is_grounded_unless_the_folder_says_so() {
    let folder = folder(&[("walk.kif", WALK)]);
    let args = ["lint", "--allow", "hints", "--format", "json", "walk.kif"];
    assert_eq!(codes(&run(folder.path(), &args).json()), []);
    fs::write(
        folder.path().join("herbrand.toml"),
        "[lint]\nground = true\n",
    )
    .expect("written");
    let found = run(folder.path(), &args).json();
    assert_eq!(codes(&found), [("walk.kif", "never-true")]);
    let text = "[lint]\nground = true\n[lint.levels]\nnever-true = \"error\"\n";
    fs::write(folder.path().join("herbrand.toml"), text).expect("written");
    let ended = run(folder.path(), &args);
    assert_eq!(ended.code, Some(1));
    assert_eq!(ended.json()[0]["severity"], "error");
}

#[test]
fn every_format_has_it_and_a_baseline_knows_it() {
    let folder = folder(&[("walk.kif", WALK)]);
    for format in ["json", "sarif", "github", "junit"] {
        let ended = run(
            folder.path(),
            &["lint", "--ground", "--format", format, "walk.kif"],
        );
        assert!(ended.stdout.contains("never-true"), "{}", ended.stdout);
        let message = "(succ 3 ?x)` never holds: argument 1 of `succ` is never `3`";
        assert!(ended.stdout.contains(message), "{}", ended.stdout);
    }
    let args = ["lint", "--ground", "--baseline", "known.json", "walk.kif"];
    let write = [&args[..], &["--write-baseline"]].concat();
    assert_eq!(run(folder.path(), &write).code, Some(0));
    let ended = run(folder.path(), &args);
    assert!(!ended.stdout.contains("never-true"), "{}", ended.stdout);
    let ended = run(
        folder.path(),
        &["lint", "--ground", "--statistics", "walk.kif"],
    );
    assert!(ended.stdout.contains("never-true"), "{}", ended.stdout);
}

#[test]
fn a_file_that_is_too_large_is_named_and_the_others_are_reported() {
    let folder = folder(&[("endless.kif", &endless_program()), ("walk.kif", WALK)]);
    let limit = ["--max-instances", "1000"];
    let args = [
        "lint", "--ground", "--allow", "hints", "--format", "json", ".",
    ];
    let ended = run(folder.path(), &[&args[..], &limit].concat());
    assert_eq!(ended.code, Some(3), "{}", ended.stderr);
    assert_eq!(codes(&ended.json()), [("walk.kif", "never-true")]);
    let message = "endless.kif:2001:1: the limit of 1000 rule instances is reached in a rule for";
    assert!(ended.stderr.contains(message), "{}", ended.stderr);
    let option = "raise it with `--max-instances`";
    assert!(ended.stderr.contains(option), "{}", ended.stderr);
    let args = ["lint", "--ground", "--allow", "hints", "."];
    let drawn = run(folder.path(), &[&args[..], &limit].concat());
    let sum = "2 files, 1 warning; 1 file not grounded\n";
    assert!(drawn.stdout.ends_with(sum), "{}", drawn.stdout);
}

#[test]
fn a_directive_for_a_code_of_grounding_is_left_over_only_where_that_was_done() {
    let text = WALK.replace("(<= tired", "; herbrand: allow never-true\n(<= tired");
    let over = text.replace("(succ 3 ?x)", "(succ ?x 3)");
    let folder = folder(&[("allowed.kif", &text), ("over.kif", &over)]);
    let args = ["lint", "--allow", "hints", "--format", "json", "."];
    assert_eq!(codes(&run(folder.path(), &args).json()), []);
    let args = [&args[..], &["--ground"]].concat();
    let found = run(folder.path(), &args).json();
    assert_eq!(codes(&found), [("over.kif", "unused-allow")]);
    let limit = [&args[..], &["--max-instances", "1"]].concat();
    assert_eq!(codes(&run(folder.path(), &limit).json()), []);
    let fix = ["lint", "--ground", "--fix", "."];
    assert_eq!(run(folder.path(), &fix).code, Some(0));
    let fixed = fs::read_to_string(folder.path().join("over.kif")).expect("read");
    assert_eq!(fixed, WALK.replace("(succ 3 ?x)", "(succ ?x 3)"));
    let kept = fs::read_to_string(folder.path().join("allowed.kif")).expect("read");
    assert_eq!(kept, text);
}

#[test]
fn a_file_without_a_meaning_has_its_errors_alone() {
    let folder = folder(&[("bad.kif", "(p a)\n(<= (q ?x) (not (p ?x)))\n(<= r (p b))\n")]);
    let ended = run(
        folder.path(),
        &["lint", "--ground", "--format", "json", "bad.kif"],
    );
    assert_eq!(ended.code, Some(1));
    assert_eq!(codes(&ended.json()), [("bad.kif", "unsafe-variable")]);
}

#[test]
fn a_file_may_expect_a_report_of_grounding() {
    let expect = "; herbrand: expect code never-true\n";
    let folder = folder(&[
        ("walk.kif", &format!("{expect}{WALK}")),
        (
            "over.kif",
            &format!("{expect}{}", WALK.replace("(succ 3 ?x)", "(succ ?x 3)")),
        ),
    ]);
    let ended = run(folder.path(), &["test", "walk.kif"]);
    assert_eq!(ended.code, Some(0), "{}", ended.stdout);
    let ended = run(folder.path(), &["test", "over.kif"]);
    assert_eq!(ended.code, Some(1), "{}", ended.stdout);
    assert!(
        ended.stdout.contains("`never-true` is not reported"),
        "{}",
        ended.stdout
    );
    let ended = run(folder.path(), &["test", "walk.kif", "--max-instances", "1"]);
    assert_eq!(ended.code, Some(3), "{}", ended.stdout);
    assert!(
        ended.stdout.contains("raise it with `--max-instances`"),
        "{}",
        ended.stdout
    );
}

/// Wherever in the work on a game a limit is reached, between rules of the sheet too, it is said.
#[test]
fn every_limit_of_a_game_is_told_wherever_it_is_reached() {
    let folder = folder(&[("walk.kif", WALK)]);
    let mut stopped = 0;
    for limit in ["--max-atoms", "--max-instances", "--max-steps"] {
        for number in 1..12 {
            let number = number.to_string();
            for command in [["lint", "--ground"], ["ground", "--stats"]] {
                let args = [&command[..], &[limit, &number, "walk.kif"]].concat();
                let ended = run(folder.path(), &args);
                assert!(matches!(ended.code, Some(0 | 3)), "{args:?}: {ended:?}");
                if ended.code == Some(3) {
                    stopped += 1;
                    let option = format!("raise it with `{limit}`");
                    assert!(ended.stderr.contains(&option), "{args:?}: {ended:?}");
                }
            }
        }
    }
    assert!(stopped > 10, "{stopped} runs were stopped");
}
