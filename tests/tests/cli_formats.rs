//! The five formats of `herbrand lint`: what programs read is as promised.

use std::fs;
use std::path::Path;

use herbrand_tests::schema;
use herbrand_tests::{Ended, run, run_with};
use serde_json::Value;

const KIF: &str = "; pets\n(owner ann cat)\n(<= (happy ?x ?y) (not (owner ?x cat)))\n(<= (free))\n";

/// Lints standard input.
fn lint(args: &[&str], text: &str) -> Ended {
    let args = [&["lint", "-"], args].concat();
    run_with(Path::new("."), &args, text.as_bytes())
}

#[test]
fn json_is_as_its_schema_says() {
    let output = lint(&["--format", "json"], KIF);
    let reports: Value = output.json();
    schema::check("lint", &reports);
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
    let output = run(directory.path(), &["lint", ".", "--format", "sarif"]);
    let log: Value = output.json();
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

/// A sheet with an error, warnings and a hint, and one that cannot be read.
fn mixed(format: &str) -> Ended {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "(<= (p ?x) (not (q ?x)))\n(q a)\n(<= r)\n(<= s (q ?y))\n";
    fs::write(folder.path().join("a,b.kif"), text).expect("written");
    fs::write(folder.path().join("z.kif"), "\0").expect("written");
    let output = run(folder.path(), &["lint", ".", "--format", format]);
    assert_eq!(output.code, Some(2));
    assert_eq!(
        output.stderr,
        "error: z.kif: a binary file, not a rule sheet\n"
    );
    output
}

#[test]
fn text_says_what_was_not_read() {
    let text = mixed("text").stdout;
    let last = text.lines().next_back();
    assert_eq!(
        last,
        Some("1 file, 1 error, 1 warning, 1 hint; 1 can be fixed with --fix; 1 path not read")
    );
}

#[test]
fn github_annotates_lines() {
    let text = mixed("github").stdout;
    let starts = [
        "::error file=a%2Cb.kif,line=1,col=8,endColumn=10,endLine=1,title=unsafe-variable::`?x`",
        "::warning file=a%2Cb.kif,line=3,col=1,endColumn=7,endLine=3,title=empty-body::",
        "::error file=z.kif,title=unreadable::a binary file, not a rule sheet",
    ];
    for start in starts {
        assert!(text.lines().any(|line| line.starts_with(start)), "{text}");
    }
    assert_eq!(text.matches("::notice file=").count(), 1, "{text}");
    assert!(text.lines().all(|line| line.starts_with("::")), "{text}");
}

#[test]
fn junit_fails_on_errors_alone() {
    let text = mixed("junit").stdout;
    let suite = "<testsuite name=\"a,b.kif\" tests=\"3\" failures=\"1\" errors=\"0\">";
    assert!(text.contains(suite), "{text}");
    assert_eq!(text.matches("<failure ").count(), 1, "{text}");
    let failure = "<failure type=\"unsafe-variable\" message=\"`?x` in the head";
    assert!(text.contains(failure), "{text}");
    assert!(
        text.contains("<system-out>a,b.kif:3:1: warning: this rule has no body"),
        "{text}"
    );
    assert!(
        text.contains("<error type=\"unreadable\" message=\"a binary file, not a rule sheet\"/>"),
        "{text}"
    );
}

/// A hint about the whole sheet has its place at the top, where it would stand before all errors.
#[test]
fn hints_are_drawn_behind_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "(role x)\n(init on)\n(<= (legal x go) (true on))\n(<= (next on) (does x ?m))\n\
                (<= (goal x ?n) (true on))\n(<= terminal (true on))\n";
    fs::write(folder.path().join("a.kif"), text).expect("written");
    let drawn = run(folder.path(), &["lint", "a.kif"]).stdout;
    let kinds: Vec<_> = drawn
        .lines()
        .filter_map(|line| {
            line.split_once('[')
                .filter(|(_, rest)| rest.contains("]: "))
        })
        .map(|(kind, _)| kind)
        .collect();
    assert_eq!(kinds, ["error", "hint", "hint"], "{drawn}");
    let document = run(folder.path(), &["lint", "a.kif", "--format", "json"]).json();
    assert_eq!(document[0]["severity"], "hint", "in the order of the text");
}
