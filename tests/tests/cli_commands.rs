//! `fmt`, `graph`, `explain` and the program itself from the outside.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::expect;
use herbrand_tests::{end, herbrand, run, run_with};
use serde_json::{Value, json};

/// Where no file is read.
fn here() -> &'static Path {
    Path::new(".")
}

#[test]
fn fmt_checks_then_writes() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let file = directory.join("a.kif");
    fs::write(&file, "(<= (p ?x)    (q ?x))\n").expect("written");
    fs::write(directory.join("b.kif"), "(q a)\n").expect("written");
    let checked = run(directory, &["fmt", "--check", "."]);
    assert_eq!(checked.code, Some(1));
    expect![[r#"
        --- a.kif (now)
        +++ a.kif (formatted)
        @@ -1 +1 @@
        -(<= (p ?x)    (q ?x))
        +(<= (p ?x) (q ?x))
    "#]]
    .assert_eq(&checked.stdout);
    assert_eq!(
        checked.stderr,
        "note: 1 file would be formatted, 1 left as they are\n"
    );
    let text = || fs::read_to_string(&file).expect("read");
    assert_eq!(text(), "(<= (p ?x)    (q ?x))\n", "--check changes nothing");
    let written = run(directory, &["fmt", "."]);
    assert_eq!((written.code, written.stdout.as_str()), (Some(0), ""));
    assert_eq!(
        written.stderr,
        "note: 1 file formatted, 1 left as they are\n"
    );
    assert_eq!(text(), "(<= (p ?x) (q ?x))\n");
    let again = run(directory, &["fmt", "--check", "."]);
    assert_eq!((again.code, again.stdout.as_str()), (Some(0), ""));
}

#[test]
fn fmt_passes_standard_input_on() {
    let args = ["fmt", "-", "--language", "hrf"];
    let output = run_with(here(), &args, b"p(X)   :-   q(X)\n");
    assert_eq!(output.stdout, "p(X) :- q(X)\n");
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));
    let output = run_with(here(), &["fmt", "-", "--check"], b"(p   a)\n");
    assert_eq!(output.code, Some(1));
    assert!(output.stdout.contains("+(p a)"), "{}", output.stdout);
}

/// The order of the diffs is that of the names, whichever thread is done first.
#[test]
fn fmt_works_on_many_files_at_once() {
    let directory = tempfile::tempdir().expect("a directory");
    for n in 10..40 {
        let text = "(p   a)\n".repeat((50 - n) * 20);
        fs::write(directory.path().join(format!("{n}.kif")), text).expect("written");
    }
    let check = |jobs| run(directory.path(), &["fmt", "--check", "--jobs", jobs, "."]);
    let one = check("1");
    let heads: Vec<&str> = one
        .stdout
        .lines()
        .filter(|line| line.starts_with("--- "))
        .collect();
    assert!(heads.len() == 30 && heads.is_sorted(), "{heads:?}");
    assert!(check("4") == one);
    assert_eq!(check("0").code, Some(2));
}

#[test]
fn fmt_keeps_the_encoding_and_the_line_ends() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("a.kif");
    fs::write(&file, b"; caf\xe9\r\n(p   a)\r\n").expect("written");
    assert_eq!(run(directory.path(), &["fmt", "a.kif"]).code, Some(0));
    assert_eq!(fs::read(&file).expect("read"), b"; caf\xe9\r\n(p a)\r\n");
}

const PROGRAM: &str = "(<= (p ?x) (q ?x) (not (r ?x)))\n(q a)\n(<= (r ?x) (q ?x))\n";

#[test]
fn graph_tells_strata_and_polarity() {
    let args = ["graph", "-", "--format", "json"];
    let graph = run_with(here(), &args, PROGRAM.as_bytes()).json();
    assert_eq!(graph["stratified"], true);
    assert_eq!(graph["path"], "<stdin>");
    let relation = |name: &str, stratum: u32, facts: u32, rules: u32| json!({ "name": name, "arity": 1, "stratum": stratum, "facts": facts, "rules": rules });
    let expected = [
        relation("p", 1, 0, 1),
        relation("q", 0, 1, 0),
        relation("r", 0, 0, 1),
    ];
    assert_eq!(graph["relations"], Value::from(expected.to_vec()));
    let edge = |from: &str, to: &str, polarity: &str| json!({ "from": from, "to": to, "polarity": polarity });
    let expected = [
        edge("p/1", "q/1", "positive"),
        edge("p/1", "r/1", "negative"),
        edge("r/1", "q/1", "positive"),
    ];
    assert_eq!(graph["dependencies"], Value::from(expected.to_vec()));
}

#[test]
fn graph_draws_a_box_for_each_stratum() {
    let output = run_with(here(), &["graph", "-"], PROGRAM.as_bytes());
    expect![[r#"
        digraph dependencies {
          rankdir=BT;
          node [shape=box, style=rounded];
          subgraph "cluster_0" {
            label="stratum 0";
            "q/1";
            "r/1";
          }
          subgraph "cluster_1" {
            label="stratum 1";
            "p/1";
          }
          "q/1" -> "p/1";
          "r/1" -> "p/1" [style=dashed, label="not"];
          "q/1" -> "r/1";
        }
    "#]]
    .assert_eq(&output.stdout);
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));
}

#[test]
fn graph_says_what_has_no_stratum() {
    let program = b"(<= (p ?x) (q ?x) (not (p ?x)))\n(q a)\n";
    let graph = run_with(here(), &["graph", "-", "--format", "json"], program).json();
    assert_eq!(graph["stratified"], false);
    assert_eq!(graph["relations"][0]["stratum"], Value::Null);
    assert_eq!(graph["relations"][1]["stratum"], 0);
    let dot = run_with(here(), &["graph", "-"], program).stdout;
    assert!(
        dot.contains("label=\"not stratified\";\n    \"p/1\""),
        "{dot}"
    );
}

#[test]
fn graph_reads_one_file_within_its_limits() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    fs::write(
        directory.join("a.kif"),
        "(<= (p ?x) (q (f (g ?x))))\n(q a)\n",
    )
    .expect("written");
    let edges = |args: &[&str]| {
        let args = [&["graph", "a.kif", "--format", "json"], args].concat();
        run(directory, &args).json()["dependencies"]
            .as_array()
            .map(Vec::len)
    };
    assert_eq!(edges(&[]), Some(1));
    // What is too deep is an error of syntax; what can be read is drawn.
    assert_eq!(edges(&["--max-nesting", "2"]), Some(0));
    let output = run(directory, &["graph", "a.kif", "--max-file-size", "9"]);
    assert_eq!(output.code, Some(3));
    assert_eq!(
        output.stderr,
        "error: a.kif: larger than the limit of 9 bytes; raise it with `--max-file-size`\n"
    );
    fs::write(
        directory.join("small.toml"),
        "[limits]\nmax-file-size = 9\n",
    )
    .expect("written");
    let output = run(directory, &["graph", "a.kif", "--config", "small.toml"]);
    assert_eq!((output.code, output.stdout.as_str()), (Some(3), ""));
    let output = run(directory, &["graph", "."]);
    assert_eq!(output.code, Some(2));
    assert_eq!(output.stderr, "error: .: a directory; give one file\n");
    let output = run(directory, &["graph", "gone.kif"]);
    assert_eq!(output.code, Some(2));
    assert_eq!(
        output.stderr,
        "error: gone.kif: no such file or directory\n"
    );
}

#[test]
fn explain_lists_explains_and_helps_on() {
    let all = run(here(), &["explain", "--format", "json"]).json();
    let names: Vec<_> = source::codes()
        .iter()
        .map(|info| info.code.name())
        .collect();
    let listed = all.as_array().expect("an array").iter();
    assert_eq!(listed.map(|code| &code["code"]).collect::<Vec<_>>(), names);
    let list = run(here(), &["explain"]).stdout;
    assert!(names.iter().all(|name| list.contains(name)), "{list}");

    let text = run(here(), &["explain", "unsafe-variable"]).stdout;
    assert!(text.starts_with("unsafe-variable (error): "), "{text}");
    assert!(
        text.contains("\nWrong\n-----\n") && text.contains("\nRight\n-----\n"),
        "{text}"
    );
    let one = run(here(), &["explain", "unsafe-variable", "--format", "json"]).json();
    assert_eq!(one["severity"], "error");
    assert!(
        one["explanation"]
            .as_str()
            .expect("a text")
            .contains("## Wrong")
    );

    let output = run(here(), &["explain", "unsafe-varable"]);
    assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""));
    assert_eq!(
        output.stderr,
        "error: there is no code `unsafe-varable`; did you mean `unsafe-variable`?\n"
    );
}

/// The commands that `herbrand --help` lists, each with its help.
fn commands() -> Vec<(String, String)> {
    let help = run(here(), &["--help"]).stdout;
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let (list, _) = list.split_once("\n\n").expect("an end of the list");
    let names = list
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    let with_help = |name: &str| {
        let output = run(here(), &[name, "--help"]);
        assert_eq!(output.code, Some(0));
        (name.to_owned(), output.stdout)
    };
    names
        .filter(|&name| name != "help")
        .map(with_help)
        .collect()
}

#[test]
fn every_command_has_help_with_an_example() {
    let commands = commands();
    assert!(commands.len() >= 8, "{commands:?}");
    for (command, text) in commands {
        assert!(text.contains(&format!("\n  herbrand {command} ")), "{text}");
        assert!(!text.contains("panic"), "{text}");
    }
    assert_eq!(run(here(), &[] as &[&str]).code, Some(2));
    assert_eq!(run(here(), &["lnt"]).code, Some(2));
    let version = run(here(), &["--version"]);
    assert_eq!(
        version.stdout,
        concat!("herbrand ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

#[test]
fn the_book_names_every_command_and_option() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/command-line.md");
    let page = fs::read_to_string(page).expect("the page");
    let told = |option: &str| {
        let mut after = page.split(option).skip(1);
        after.any(|rest| !rest.starts_with(|c: char| c == '-' || c.is_alphanumeric()))
    };
    let (mut missing, mut found) = (Vec::new(), 0);
    for (command, text) in commands() {
        if !page.contains(&format!("| `herbrand {command}")) {
            missing.push(command.clone());
        }
        let options = text.lines().filter_map(|line| {
            line.trim().split("--").nth(1).filter(|_| {
                let line = line.trim();
                line.starts_with("--") || line.starts_with('-') && line.get(2..4) == Some(", ")
            })
        });
        for option in options {
            let end = option.find(|c: char| c != '-' && !c.is_alphanumeric());
            let option = format!("--{}", &option[..end.unwrap_or(option.len())]);
            found += 1;
            if option != "--help" && !told(&option) {
                missing.push(format!("{command} {option}"));
            }
        }
    }
    assert!(found > 50, "{found} options");
    assert!(missing.is_empty(), "{missing:?}");
}

/// As with `| head`: the reader has seen enough, which is no error; errors of the sheet still are.
#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    let directory = tempfile::tempdir().expect("a directory");
    // More than a pipe holds.
    fs::write(directory.path().join("a.kif"), "(<= p)\n".repeat(5000)).expect("written");
    for (more, code) in [(&[] as &[&str], 0), (&["--deny", "all"], 1)] {
        let mut child = Command::new(herbrand())
            .args(["lint", "--format", "json", "a.kif"])
            .args(more)
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
        assert_eq!(output.status.code(), Some(code));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("a.kif"), "(<=   p)\n").expect("written");
    for command in ["lint a.kif", "fmt --check a.kif", "graph a.kif", "explain"] {
        let script = format!("exec \"$0\" {command} > /dev/full");
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(script).arg(herbrand());
        let output = end(shell.current_dir(directory.path()), b"");
        assert_eq!(output.code, Some(2), "{command}");
        let message = "error: standard output: not written: no space left on device";
        assert_eq!(output.stderr.lines().next_back(), Some(message));
    }
}
