//! The five formats of `herbrand lint`: what programs read is as promised.

use std::fs;
use std::path::Path;

use herbrand_tests::{Ended, run, run_with};
use serde_json::Value;

const KIF: &str = "; pets\n(owner ann cat)\n(<= (happy ?x ?y) (not (owner ?x cat)))\n(<= (free))\n";

/// Lints standard input.
fn lint(args: &[&str], text: &str) -> Ended {
    let args = [&["lint", "-"], args].concat();
    run_with(Path::new("."), &args, text.as_bytes())
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
    let output = lint(&["--format", "json"], KIF);
    let reports: Value = output.json();
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
