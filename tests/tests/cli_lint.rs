//! `herbrand lint` from the outside.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use expect_test::{Expect, expect};
use herbrand_tests::herbrand;
use serde_json::Value;

const KIF: &str = "; pets\n(owner ann cat)\n(<= (happy ?x ?y) (not (owner ?x cat)))\n(<= (free))\n";
const HRF: &str = "% pets\nowner(ann,cat)\nhappy(X,Y) :- ~owner(X,cat)\n";

fn run(directory: &Path, args: &[&str], stdin: &str) -> Output {
    let mut child = Command::new(herbrand())
        .args(args)
        .current_dir(directory)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("herbrand runs");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(stdin.as_bytes())
        .expect("written");
    child.wait_with_output().expect("herbrand ends")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

#[track_caller]
fn check_drawn(language: &str, text: &str, expected: &Expect) {
    let output = run(Path::new("."), &["lint", "-", "--language", language], text);
    assert_eq!(output.status.code(), Some(1));
    expected.assert_eq(&stdout(&output));
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

/// The part of JSON Schema that the schema uses; a keyword that is not known here fails.
fn validate(schema: &Value, root: &Value, value: &Value, at: &str) {
    for (keyword, wanted) in schema.as_object().expect("a schema") {
        match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => {}
            "$ref" => {
                let pointer = wanted.as_str().expect("a pointer").trim_start_matches('#');
                validate(
                    root.pointer(pointer).expect("a definition"),
                    root,
                    value,
                    at,
                );
            }
            "type" => {
                let fits = match wanted.as_str().expect("a type") {
                    "array" => value.is_array(),
                    "object" => value.is_object(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_u64(),
                    other => panic!("type {other}"),
                };
                assert!(fits, "{at}: {value} is no {wanted}");
            }
            "required" => {
                for name in wanted.as_array().expect("names") {
                    assert!(
                        value.get(name.as_str().expect("a name")).is_some(),
                        "{at}: no {name}"
                    );
                }
            }
            "additionalProperties" => {
                assert_eq!(wanted, &Value::Bool(false));
                for name in value.as_object().expect("an object").keys() {
                    assert!(
                        schema["properties"].get(name).is_some(),
                        "{at}: unknown {name}"
                    );
                }
            }
            "properties" => {
                for (name, schema) in wanted.as_object().expect("schemas") {
                    if let Some(value) = value.get(name) {
                        validate(schema, root, value, &format!("{at}/{name}"));
                    }
                }
            }
            "items" => {
                for (nth, value) in value.as_array().expect("an array").iter().enumerate() {
                    validate(wanted, root, value, &format!("{at}/{nth}"));
                }
            }
            "enum" => assert!(
                wanted.as_array().expect("values").contains(value),
                "{at}: {value}"
            ),
            "minimum" => assert!(value.as_u64() >= wanted.as_u64(), "{at}: {value}"),
            "minLength" => assert!(!value.as_str().expect("a text").is_empty(), "{at}: empty"),
            "pattern" => {
                let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
                assert!(
                    value.as_str().expect("a text").chars().all(plain),
                    "{at}: {value}"
                );
            }
            other => panic!("the schema uses `{other}`, which this test does not know"),
        }
    }
}

#[test]
fn json_is_as_its_schema_says() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas/lint.schema.json");
    let schema = fs::read_to_string(schema).expect("the schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let output = run(Path::new("."), &["lint", "-", "--format", "json"], KIF);
    let reports: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    validate(&schema, &schema, &reports, "");
    let empty_body = reports
        .as_array()
        .expect("an array")
        .iter()
        .find(|r| r["code"] == "empty-body");
    let report = empty_body.expect("the rule without a body is reported");
    assert_eq!(report["path"], "<stdin>");
    assert_eq!(report["severity"], "warning");
    let start = serde_json::json!({ "line": 4, "column": 1, "offset": 63 });
    assert_eq!(report["start"], start);
    assert_eq!(report["fixes"][0]["safe"], true);
}

#[test]
fn sarif_names_rules_places_and_fixes() {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("a b.kif"), KIF).expect("written");
    let output = run(directory.path(), &["lint", ".", "--format", "sarif"], "");
    let log: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let results = run["results"].as_array().expect("results");
    let result = results
        .iter()
        .find(|r| r["ruleId"] == "empty-body")
        .expect("reported");
    let rule =
        &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("an index") as usize];
    assert_eq!(rule["id"], "empty-body");
    assert!(
        rule["help"]["text"]
            .as_str()
            .expect("a text")
            .contains("Wrong")
    );
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.kif");
    assert_eq!(place["artifactLocation"]["uriBaseId"], "%SRCROOT%");
    assert_eq!(place["region"]["startLine"], 4);
    let change = &result["fixes"][0]["artifactChanges"][0];
    assert!(change["replacements"][0]["insertedContent"]["text"].is_string());
    assert_eq!(run["invocations"][0]["exitCode"], 1);
}

#[test]
fn github_annotates_lines() {
    let output = run(Path::new("."), &["lint", "-", "--format", "github"], KIF);
    let text = stdout(&output);
    assert!(
        text.contains(
            "::warning file=<stdin>,line=4,col=1,endColumn=12,endLine=4,title=empty-body::"
        ),
        "{text}"
    );
    assert!(text.lines().all(|line| line.starts_with("::")), "{text}");
}

#[test]
fn junit_fails_on_errors_alone() {
    let output = run(Path::new("."), &["lint", "-", "--format", "junit"], KIF);
    let text = stdout(&output);
    let errors = text.matches("<failure ").count();
    assert!(
        errors > 0 && text.contains(&format!("failures=\"{errors}\"")),
        "{text}"
    );
    assert!(
        text.contains("<system-out>&lt;stdin&gt;:4:1: warning: "),
        "{text}"
    );
}

#[test]
fn levels_come_from_options_and_configuration() {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("a.kif"), "(<= p)\n").expect("written");
    let code = |args: &[&str]| {
        run(directory.path(), &[&["lint", "a.kif"], args].concat(), "")
            .status
            .code()
    };
    assert_eq!(code(&[]), Some(0));
    assert_eq!(code(&["--deny", "warnings"]), Some(1));
    assert_eq!(
        code(&["--deny", "warnings", "--allow", "empty-body"]),
        Some(0)
    );
    let config = directory.path().join("herbrand.toml");
    fs::write(config, "[lint.levels]\nempty-body = \"error\"\n").expect("written");
    assert_eq!(code(&[]), Some(1));
    assert_eq!(code(&["--warn", "empty-body"]), Some(0));
}

#[test]
fn fixes_keep_line_ends_and_mend_the_encoding() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("a.kif");
    fs::write(&file, b"; caf\xe9\r\n(<= p)\r\n(q a)").expect("written");
    let output = run(directory.path(), &["lint", "--fix", "a.kif"], "");
    assert_eq!(
        fs::read(&file).expect("read"),
        "; café\r\np\r\n(q a)".as_bytes()
    );
    assert_eq!(
        stdout(&output),
        "fixed 2 places in a.kif: 1 `empty-body`, 1 `non-utf8-source`\n\
         1 file, nothing to report\n"
    );
    // Where the encoding is allowed, it stays.
    fs::write(&file, b"; caf\xe9\n(<= p)\n").expect("written");
    run(
        directory.path(),
        &["lint", "--fix", "--allow", "non-utf8-source", "a.kif"],
        "",
    );
    assert_eq!(fs::read(&file).expect("read"), b"; caf\xe9\np\n");
}

#[test]
fn a_baseline_survives_moved_lines_and_tells_what_is_gone() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("a.kif");
    fs::write(&file, "(<= p)\n(<= q)\n").expect("written");
    let lint = |more: &[&str]| {
        let args = ["lint", "a.kif", "--deny", "all", "--baseline", "known.json"];
        run(directory.path(), &[&args, more].concat(), "")
    };
    assert_eq!(lint(&[]).status.code(), Some(2));
    assert_eq!(lint(&["--write-baseline"]).status.code(), Some(0));
    fs::write(&file, "; new\n\n(<= q)\n  (<= r)\n").expect("written");
    let output = lint(&["--format", "json"]);
    let reports: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(reports.as_array().expect("an array").len(), 1);
    assert_eq!(reports[0]["start"]["line"], 4);
    assert_eq!(
        stderr(&output),
        "note: 1 report left out by the baseline\n\
         note: 1 of the baseline's reports occur no more; --write-baseline drops them\n"
    );
}

#[test]
fn statistics_count() {
    let args = ["lint", "-", "--statistics", "--format", "json"];
    let output = run(Path::new("."), &args, "(<= p)\n(<= q)\n");
    let rows: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let row = serde_json::json!({
        "code": "empty-body", "severity": "warning", "count": 2, "files": 1, "fixable": 2,
    });
    assert_eq!(rows, Value::Array(vec![row]));
}

#[test]
fn many_reports_of_a_code_are_drawn_in_part() {
    let text = "(<= p)\n(<= q)\n(<= r)\n(<= s)\n(<= t)\n";
    let drawn = |args: &[&str]| {
        let output = run(Path::new("."), &[&["lint", "-"], args].concat(), text);
        stdout(&output).matches("warning[empty-body]").count()
    };
    assert_eq!((drawn(&[]), drawn(&["--max-reports", "0"])), (3, 5));
}

#[test]
fn lines_are_numbered_as_editors_do_and_long_ones_are_cut() {
    let text = format!(
        "; a\x0cb\u{2028}c\n(q {}) (<= p) (r {})\n",
        "a".repeat(500),
        "b".repeat(500)
    );
    let output = run(Path::new("."), &["lint", "-"], &text);
    let out = stdout(&output);
    assert!(out.contains("<stdin>:2:506 ]"), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 110), "{out}");
    assert!(out.contains("(<= p)"), "{out}");
}

#[test]
fn colours_are_for_terminals() {
    let plain = run(Path::new("."), &["lint", "-"], KIF);
    assert!(!stdout(&plain).contains('\x1b'));
    let colored = run(Path::new("."), &["lint", "-", "--color", "always"], KIF);
    assert!(stdout(&colored).contains("\x1b[1;31merror[unsafe-variable]"));
}

#[test]
fn order_does_not_depend_on_threads() {
    let directory = tempfile::tempdir().expect("a directory");
    for n in 0..40 {
        fs::write(
            directory.path().join(format!("{n:02}.kif")),
            KIF.repeat(n + 1),
        )
        .expect("written");
    }
    let lint = |jobs| {
        run(
            directory.path(),
            &["lint", ".", "--jobs", jobs, "--format", "json"],
            "",
        )
        .stdout
    };
    let one = lint("1");
    assert!(one == lint("4"));
    let reports: Value = serde_json::from_slice(&one).expect("JSON");
    let keys: Vec<(String, u64)> = reports
        .as_array()
        .expect("an array")
        .iter()
        .map(|r| {
            (
                r["path"].as_str().expect("a path").to_owned(),
                r["start"]["offset"].as_u64().expect("a number"),
            )
        })
        .collect();
    assert!(keys.is_sorted() && keys.len() > 80);
}
