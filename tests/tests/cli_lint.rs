//! `herbrand lint` from the outside.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};
use herbrand_tests::{Ended, run, run_with};
use serde_json::Value;
use tempfile::TempDir;

const KIF: &str = "; pets\n(owner ann cat)\n(<= (happy ?x ?y) (not (owner ?x cat)))\n(<= (free))\n";
const HRF: &str = "% pets\nowner(ann,cat)\nhappy(X,Y) :- ~owner(X,cat)\n";

/// Lints standard input.
fn lint(args: &[&str], text: &str) -> Ended {
    let args = [&["lint", "-"], args].concat();
    run_with(Path::new("."), &args, text.as_bytes())
}

#[track_caller]
fn check_drawn(language: &str, text: &str, expected: &Expect) {
    let output = lint(&["--language", language], text);
    assert_eq!(output.code, Some(1));
    expected.assert_eq(&output.stdout);
}

#[test]
fn kif_is_drawn() {
    check_drawn(
        "kif",
        KIF,
        &expect![[r#"
        error[unsafe-variable]: `?x` in the head is bound by no positive literal
           ╭─[ <stdin>:3:12 ]
         3 │ (<= (happy ?x ?y) (not (owner ?x cat)))
           │            ┬─     ┬───────────────────
           │                   ╰───────────────────── `(owner ?x cat)` would bind it if it were positive
           │ Help: add a positive literal that says what `?x` may be

        error[unsafe-variable]: `?y` in the head is bound by no positive literal
           ╭─[ <stdin>:3:15 ]
         3 │ (<= (happy ?x ?y) (not (owner ?x cat)))
           │               ┬─
           │ Help: add a positive literal that says what `?y` may be

        warning[empty-body]: this rule has no body
           ╭─[ <stdin>:4:1 ]
         4 │ (<= (free))
           │ ┬──────────
           │ Help: write the fact `free` (--fix)

        warning[parenthesised-proposition]: `free` without arguments stands in parentheses
           ╭─[ <stdin>:4:5 ]
         4 │ (<= (free))
           │     ┬─────
           │ Help: write `free` alone: some programs take the two for different (--fix)

        1 file, 2 errors, 2 warnings; 2 can be fixed with --fix
    "#]],
    );
}

#[test]
fn hrf_is_drawn() {
    check_drawn(
        "hrf",
        HRF,
        &expect![[r#"
        error[unsafe-variable]: `X` in the head is bound by no positive literal
           ╭─[ <stdin>:3:7 ]
         3 │ happy(X,Y) :- ~owner(X,cat)
           │       ┬       ┬────────────
           │               ╰────────────── `owner(X,cat)` would bind it if it were positive
           │ Help: add a positive literal that says what `X` may be

        error[unsafe-variable]: `Y` in the head is bound by no positive literal
           ╭─[ <stdin>:3:9 ]
         3 │ happy(X,Y) :- ~owner(X,cat)
           │         ┬
           │ Help: add a positive literal that says what `Y` may be

        1 file, 2 errors
    "#]],
    );
}

/// A folder with this sheet, `a.kif`.
fn folder(text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.kif"), text).expect("written");
    folder
}

/// `p` has no body (a warning), `?y` occurs once (a hint), `?x` is not bound (an error).
const ALL_LEVELS: &str = "(<= p)\n(<= s (q ?y))\n(q a)\n(<= (r ?x) (not (q ?x)))\n";

#[test]
fn levels_come_from_options_and_configuration() {
    let folder = folder(ALL_LEVELS);
    let config = folder.path().join("herbrand.toml");
    let check = |args: &[&str], code: i32, expected: &[&str]| {
        let args = [&["lint", "a.kif", "--format", "json"], args].concat();
        let output = run(folder.path(), &args);
        assert_eq!(output.code, Some(code), "{args:?}: {output:?}");
        let reports = output.json();
        let reports = reports.as_array().expect("an array").iter();
        let text = |report: &Value, key| report[key].as_str().expect("a text").to_owned();
        let found: Vec<String> = reports
            .map(|report| format!("{} {}", text(report, "severity"), text(report, "code")))
            .collect();
        assert_eq!(found, expected, "{args:?}");
    };
    let (empty, unsafe_, once) = (
        "warning empty-body",
        "error unsafe-variable",
        "hint singleton-variable",
    );
    check(&[], 1, &[empty, once, unsafe_]);
    check(&["--allow", "errors"], 0, &[empty, once]);
    check(&["--allow", "all"], 0, &[]);
    check(&["--allow", "hints,warnings"], 1, &[unsafe_]);
    check(&["--allow", "hints", "--allow", "errors"], 0, &[empty]);
    let warned = [
        "warning empty-body",
        "warning singleton-variable",
        "warning unsafe-variable",
    ];
    check(&["--warn", "all"], 0, &warned);
    check(
        &["--warn", "unsafe-variable"],
        0,
        &[empty, once, "warning unsafe-variable"],
    );
    check(
        &["--warn", "hints"],
        1,
        &[empty, "warning singleton-variable", unsafe_],
    );
    let denied = [
        "error empty-body",
        "error singleton-variable",
        "error unsafe-variable",
    ];
    check(&["--deny", "all"], 1, &denied);
    check(
        &["--allow", "errors", "--deny", "warnings"],
        1,
        &["error empty-body", once],
    );
    // A code weighs more than a group, and of two options the later.
    check(
        &[
            "--allow",
            "empty-body",
            "--deny",
            "warnings",
            "--allow",
            "errors",
        ],
        0,
        &[once],
    );
    check(
        &["--allow", "errors", "--deny", "errors"],
        1,
        &[empty, once, unsafe_],
    );

    let levels = "[lint.levels]\nempty-body = \"error\"\nunsafe-variable = \"allow\"\n";
    fs::write(&config, levels).expect("written");
    check(&[], 1, &["error empty-body", once]);
    check(&["--warn", "empty-body"], 0, &[empty, once]);
    fs::write(folder.path().join("other.toml"), "").expect("written");
    check(&["--config", "other.toml"], 1, &[empty, once, unsafe_]);
}

#[test]
fn the_worst_decides_the_exit_code() {
    let folder = folder("(<= (p ?x) (q a))\n(q a)\n");
    let code = |args: &[&str]| run(folder.path(), &[&["lint"], args].concat()).code;
    assert_eq!(code(&["a.kif", "--allow", "all"]), Some(0));
    assert_eq!(code(&["a.kif"]), Some(1));
    assert_eq!(code(&["a.kif", "gone.kif"]), Some(2));
    fs::write(
        folder.path().join("large.kif"),
        "; 123456789 123456789 12345\n",
    )
    .expect("written");
    assert_eq!(
        code(&["a.kif", "large.kif", "--max-file-size", "25"]),
        Some(3)
    );
    let all = ["a.kif", "large.kif", "gone.kif", "--max-file-size", "25"];
    assert_eq!(code(&all), Some(2));
    assert_eq!(code(&["a.kif", "--no-such-option"]), Some(2));
}

#[test]
fn nesting_has_a_limit_that_can_be_set() {
    let text = format!("(p {}a{})\n", "(f ".repeat(299), ")".repeat(299));
    let code = |args: &[&str]| lint(args, &text).stdout.contains("error[nesting-too-deep]");
    assert!(code(&[]));
    assert!(!code(&["--max-nesting", "300"]));
    assert!(code(&["--max-nesting", "299"]));
    assert_eq!(lint(&["--max-nesting", "0"], "").code, Some(2));
    let folder = folder(&text);
    fs::write(
        folder.path().join("herbrand.toml"),
        "[limits]\nmax-nesting = 300\n",
    )
    .expect("written");
    let output = run(folder.path(), &["lint", "a.kif"]);
    assert!(
        !output.stdout.contains("nesting-too-deep"),
        "{}",
        output.stdout
    );
}

#[test]
fn the_language_of_standard_input_can_be_named() {
    // Both are well-formed in their own spelling only.
    assert_eq!(lint(&["--language", "kif"], "(q a)\n").code, Some(0));
    assert_eq!(lint(&["--language", "hrf"], "(q a)\n").code, Some(1));
    assert_eq!(lint(&["--language", "hrf"], "q(a)\n").code, Some(0));
    assert_eq!(lint(&[], "q(a) :- r(a) & s(a)\nr(a)\ns(a)\n").code, Some(0));
    assert_eq!(lint(&["--language", "xml"], "q(a)\n").code, Some(2));
}

#[test]
fn fixes_keep_line_ends_and_mend_the_encoding() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.kif");
    fs::write(&file, b"; caf\xe9\r\n(<= p)\r\n(q a)").expect("written");
    let output = run(folder.path(), &["lint", "--fix", "a.kif"]);
    assert_eq!(
        fs::read(&file).expect("read"),
        "; café\r\np\r\n(q a)".as_bytes()
    );
    assert_eq!(
        output.stdout,
        "fixed 2 places in a.kif: 1 `empty-body`, 1 `non-utf8-source`\n\
         1 file, nothing to report\n"
    );
    assert_eq!(output.code, Some(0));
    // Where the encoding is allowed, it stays.
    fs::write(&file, b"; caf\xe9\n(<= p)\n").expect("written");
    let args = ["lint", "--fix", "--allow", "non-utf8-source", "a.kif"];
    run(folder.path(), &args);
    assert_eq!(fs::read(&file).expect("read"), b"; caf\xe9\np\n");
}

#[test]
fn fixes_leave_what_has_no_one_right_repair() {
    let folder = folder("(<= p)\n(<= (r ?x) (not (q ?x)))\n(q a)\n");
    let output = run(folder.path(), &["lint", "--fix", ".", "--format", "json"]);
    assert_eq!(output.code, Some(1), "what is left is still an error");
    assert_eq!(
        output.stderr,
        "note: fixed 1 place in a.kif: 1 `empty-body`\n"
    );
    let codes: Vec<Value> = output
        .json()
        .as_array()
        .expect("an array")
        .iter()
        .map(|report| report["code"].clone())
        .collect();
    assert!(codes.contains(&"unsafe-variable".into()), "{codes:?}");
    assert!(!codes.contains(&"empty-body".into()), "{codes:?}");
    let text = fs::read_to_string(folder.path().join("a.kif")).expect("read");
    assert_eq!(text, "p\n(<= (r ?x) (not (q ?x)))\n(q a)\n");
    let output = lint(&["--fix"], "(<= p)\n");
    assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""));
    assert_eq!(
        output.stderr,
        "error: standard input cannot be fixed in place; give a file to `--fix`\n"
    );
}

#[test]
fn a_baseline_survives_moved_lines_and_tells_what_is_gone() {
    let folder = folder("(<= p)\n(<= q)\n");
    let lint = |more: &[&str]| {
        let args = ["lint", "a.kif", "--deny", "all", "--baseline", "known.json"];
        run(folder.path(), &[&args, more].concat())
    };
    let none = lint(&[]);
    assert_eq!(none.code, Some(2));
    assert_eq!(
        none.stderr,
        "error: known.json: no such file or directory; `--write-baseline` makes it\n"
    );
    assert_eq!(lint(&["--write-baseline"]).code, Some(0));
    assert_eq!(lint(&[]).code, Some(0));
    fs::write(folder.path().join("a.kif"), "; new\n\n(<= q)\n  (<= r)\n").expect("written");
    let output = lint(&["--format", "json"]);
    let reports = output.json();
    assert_eq!(reports.as_array().expect("an array").len(), 1);
    assert_eq!(reports[0]["start"]["line"], 4);
    assert_eq!(
        output.stderr,
        "note: 1 report left out by the baseline\n\
         note: 1 of the baseline's reports occur no more; --write-baseline drops them\n"
    );
    assert_eq!(output.code, Some(1));
    for bad in ["{", "{\"version\": 9, \"entries\": []}"] {
        fs::write(folder.path().join("known.json"), bad).expect("written");
        let output = lint(&[]);
        assert_eq!(output.code, Some(2));
        let message = "error: known.json: ";
        assert!(output.stderr.starts_with(message), "{}", output.stderr);
        assert!(output.stderr.contains("baseline"), "{}", output.stderr);
    }
    let args = ["lint", "a.kif", "--write-baseline"];
    assert_eq!(run(folder.path(), &args).code, Some(2), "it has no name");
}

/// The list has paths from where it is, whatever the working directory and the way to the file.
#[test]
fn a_baseline_holds_from_everywhere() {
    let folder = folder("(<= p)\n");
    let top = folder.path();
    fs::create_dir_all(top.join("ci/deep")).expect("made");
    let args = [
        "lint",
        "a.kif",
        "--baseline",
        "ci/known.json",
        "--write-baseline",
    ];
    assert_eq!(run(top, &args).code, Some(0));
    let list = fs::read_to_string(top.join("ci/known.json")).expect("read");
    assert!(list.contains("\"path\": \"../a.kif\""), "{list}");
    let absolute = top.join("a.kif");
    for (from, file, list) in [
        ("", "./a.kif", "ci/known.json"),
        ("", ".", "./ci/known.json"),
        ("ci", "../a.kif", "known.json"),
        ("ci/deep", "../../a.kif", "../known.json"),
        (
            "ci/deep",
            absolute.to_str().expect("UTF-8"),
            "../known.json",
        ),
    ] {
        let args = ["lint", file, "--baseline", list, "--deny", "all"];
        let output = run(&top.join(from), &args);
        assert_eq!(output.code, Some(0), "{args:?}: {output:?}");
        assert_eq!(output.stderr, "note: 1 report left out by the baseline\n");
    }
}

#[test]
fn statistics_count() {
    let args = ["--statistics", "--format", "json"];
    let rows = lint(&args, "(<= p)\n(<= q)\n").json();
    let row = serde_json::json!({
        "code": "empty-body", "severity": "warning", "count": 2, "files": 1, "fixable": 2,
    });
    assert_eq!(rows, Value::Array(vec![row]));
    // The most frequent first, whatever its name.
    let text = "(<= p)\n(<= (r ?x ?y) (not (s ?x ?y)))\n(s a b)\n";
    let output = lint(&["--statistics"], text);
    expect![[r#"
        reports   files fixable  severity code             what
              2       1       0  error    unsafe-variable  a variable that no positive literal binds
              1       1       1  warning  empty-body       a rule without a body
        1 file, 2 errors, 1 warning; 1 can be fixed with --fix
    "#]]
    .assert_eq(&output.stdout);
    let output = lint(&["--statistics", "--format", "sarif"], "");
    assert_eq!(output.code, Some(2));
    assert_eq!(
        output.stderr,
        "error: `--statistics` is written as text or json; choose one with `--format`\n"
    );
}

#[test]
fn many_reports_of_a_code_are_drawn_in_part() {
    let text = "(<= p)\n(<= q)\n(<= r)\n(<= s)\n(<= t)\n";
    let drawn = |args: &[&str]| {
        lint(args, text)
            .stdout
            .matches("warning[empty-body]")
            .count()
    };
    assert_eq!((drawn(&[]), drawn(&["--max-reports", "0"])), (3, 5));
    assert_eq!(drawn(&["--max-reports", "1"]), 1);
    let said = "<stdin>: 2 more `empty-body` (--max-reports 0 draws all)\n";
    assert!(lint(&[], text).stdout.contains(said));
}

#[test]
fn lines_are_numbered_as_editors_do_and_long_ones_are_cut() {
    let text = format!(
        "; a\x0cb\u{2028}c\n(q {}) (<= p) (r {})\n",
        "a".repeat(500),
        "b".repeat(500)
    );
    let out = lint(&[], &text).stdout;
    assert!(out.contains("<stdin>:2:506 ]"), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 110), "{out}");
    assert!(out.contains("(<= p)"), "{out}");
}

#[test]
fn colours_are_for_terminals() {
    assert!(!lint(&[], KIF).stdout.contains('\x1b'));
    let colored = lint(&["--color", "always"], KIF).stdout;
    assert!(
        colored.contains("\x1b[1;31merror[unsafe-variable]"),
        "{colored}"
    );
}

#[test]
fn order_does_not_depend_on_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    for n in 0..40 {
        let text = KIF.repeat(n + 1);
        fs::write(folder.path().join(format!("{n:02}.kif")), text).expect("written");
    }
    let lint = |jobs| {
        let args = ["lint", ".", "--jobs", jobs, "--format", "json"];
        run(folder.path(), &args)
    };
    let one = lint("1");
    assert!(one == lint("4"));
    let reports = one.json();
    let key = |report: &Value| {
        let path = report["path"].as_str().expect("a path").to_owned();
        (path, report["start"]["offset"].as_u64().expect("a number"))
    };
    let keys: Vec<_> = reports
        .as_array()
        .expect("an array")
        .iter()
        .map(key)
        .collect();
    assert!(keys.is_sorted() && keys.len() > 80);
}
