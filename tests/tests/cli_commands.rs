//! `fmt`, `graph`, `explain` and the program itself from the outside.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use expect_test::expect;
use herbrand_tests::herbrand;
use serde_json::Value;

fn run(directory: &Path, args: &[&str], stdin: &str) -> Output {
    let mut child = Command::new(herbrand())
        .args(args)
        .current_dir(directory)
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

#[test]
fn fmt_checks_then_writes() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("a.kif");
    fs::write(&file, "(<= (p ?x)    (q ?x))\n").expect("written");
    let output = run(directory.path(), &["fmt", "--check", "."], "");
    assert_eq!(output.status.code(), Some(1));
    expect![[r#"
        --- a.kif (now)
        +++ a.kif (formatted)
        @@ -1 +1 @@
        -(<= (p ?x)    (q ?x))
        +(<= (p ?x) (q ?x))
    "#]]
    .assert_eq(&stdout(&output));
    assert_eq!(
        run(directory.path(), &["fmt", "."], "").status.code(),
        Some(0)
    );
    assert_eq!(
        fs::read_to_string(&file).expect("read"),
        "(<= (p ?x) (q ?x))\n"
    );
    let again = run(directory.path(), &["fmt", "--check", "."], "");
    assert_eq!((again.status.code(), again.stdout.len()), (Some(0), 0));
}

#[test]
fn fmt_passes_standard_input_on() {
    let output = run(
        Path::new("."),
        &["fmt", "-", "--language", "hrf"],
        "p(X)   :-   q(X)\n",
    );
    assert_eq!(stdout(&output), "p(X) :- q(X)\n");
}

const PROGRAM: &str = "(<= (p ?x) (q ?x) (not (r ?x)))\n(q a)\n(<= (r ?x) (q ?x))\n";

#[test]
fn graph_tells_strata_and_polarity() {
    let output = run(Path::new("."), &["graph", "-", "--format", "json"], PROGRAM);
    let graph: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(graph["stratified"], true);
    let relation = |name: &str, stratum: u32, facts: u32, rules: u32| {
        serde_json::json!({
            "name": name, "arity": 1, "stratum": stratum, "facts": facts, "rules": rules,
        })
    };
    let expected = [
        relation("p", 1, 0, 1),
        relation("q", 0, 1, 0),
        relation("r", 0, 0, 1),
    ];
    assert_eq!(graph["relations"], Value::from(expected.to_vec()));
    let edge = |from: &str, to: &str, polarity: &str| serde_json::json!({ "from": from, "to": to, "polarity": polarity });
    let expected = [
        edge("p/1", "q/1", "positive"),
        edge("p/1", "r/1", "negative"),
        edge("r/1", "q/1", "positive"),
    ];
    assert_eq!(graph["dependencies"], Value::from(expected.to_vec()));
    let dot = stdout(&run(Path::new("."), &["graph", "-"], PROGRAM));
    assert!(
        dot.contains("\"r/1\" -> \"p/1\" [style=dashed, label=\"not\"];"),
        "{dot}"
    );
}

#[test]
fn graph_says_what_has_no_stratum() {
    let program = "(<= (p ?x) (q ?x) (not (p ?x)))\n(q a)\n";
    let output = run(Path::new("."), &["graph", "-", "--format", "json"], program);
    let graph: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(graph["stratified"], false);
    assert_eq!(graph["relations"][0]["stratum"], Value::Null);
    assert_eq!(graph["relations"][1]["stratum"], 0);
}

#[test]
fn explain_lists_explains_and_helps_on() {
    let output = run(Path::new("."), &["explain", "--format", "json"], "");
    let all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        all.as_array().expect("an array").len(),
        source::codes().len()
    );
    let text = stdout(&run(Path::new("."), &["explain", "unsafe-variable"], ""));
    assert!(text.starts_with("unsafe-variable (error): "), "{text}");
    assert!(
        text.contains("\nWrong\n-----\n") && text.contains("\nRight\n-----\n"),
        "{text}"
    );
    let output = run(Path::new("."), &["explain", "unsafe"], "");
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        stderr.starts_with("error: there is no code `unsafe`"),
        "{stderr}"
    );
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in ["lint", "fmt", "graph", "explain", "lsp"] {
        let output = run(Path::new("."), &[command, "--help"], "");
        assert_eq!(output.status.code(), Some(0));
        let text = stdout(&output);
        assert!(text.contains(&format!("\n  herbrand {command} ")), "{text}");
    }
    assert_eq!(run(Path::new("."), &[], "").status.code(), Some(2));
}

/// As with `| head`: the reader has seen enough, and that is no error.
#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    let directory = tempfile::tempdir().expect("a directory");
    // More than a pipe holds.
    fs::write(directory.path().join("a.kif"), "(<= p)\n".repeat(5000)).expect("written");
    let mut child = Command::new(herbrand())
        .args(["lint", "--format", "json", "a.kif"])
        .current_dir(directory.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("herbrand runs");
    let mut reader = child.stdout.take().expect("a pipe");
    reader.read_exact(&mut [0; 10]).expect("some output");
    drop(reader);
    let output = child.wait_with_output().expect("herbrand ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
