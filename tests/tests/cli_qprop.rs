//! Puzzles on the command line.

use std::fs;
use std::path::Path;

use herbrand_tests::run;

const PUZZLE: &str = "sort s = 1..2\nvar x: s\npred p(s)\nrule a:forall x.¬p( x )∧p(1)\n";

fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("puzzle.qprop"), text).expect("a file can be written");
    folder
}

fn puzzle(folder: &Path) -> String {
    fs::read_to_string(folder.join("puzzle.qprop")).expect("a file can be read")
}

#[test]
fn operators_are_spelt_as_asked_and_stay_otherwise() {
    let spelt = [
        (None, "¬p(x) ∧ p(1)"),
        (Some("words"), "not p(x) and p(1)"),
        (Some("ascii"), "~p(x) & p(1)"),
        (Some("unicode"), "¬p(x) ∧ p(1)"),
    ];
    for (operators, formula) in spelt {
        let folder = folder(PUZZLE);
        let mut arguments = vec!["fmt", "puzzle.qprop"];
        arguments.extend(
            operators
                .into_iter()
                .flat_map(|spelling| ["--operators", spelling]),
        );
        let ended = run(folder.path(), &arguments);
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        let quantifier = if operators == Some("unicode") {
            "∀x"
        } else {
            "forall x"
        };
        let rule = format!("rule a: {quantifier} . {formula}\n");
        assert!(
            puzzle(folder.path()).ends_with(&rule),
            "{}",
            puzzle(folder.path())
        );
    }
}

#[test]
fn operators_of_other_languages_are_mended() {
    let folder = folder("pred p pred q\nrule a: p&&q or p||q\n");
    let ended = run(folder.path(), &["lint", "puzzle.qprop"]);
    assert_eq!(ended.code, Some(1));
    assert_eq!(
        ended.stdout.matches("foreign-operator").count(),
        2,
        "{}",
        ended.stdout
    );
    run(folder.path(), &["lint", "--fix", "puzzle.qprop"]);
    assert_eq!(
        puzzle(folder.path()),
        "pred p pred q\nrule a: p&q or p or q\n"
    );
}

#[test]
fn folders_are_searched_for_puzzles() {
    let folder = folder("rule a: p and …\n");
    let ended = run(folder.path(), &["lint", "."]);
    assert!(ended.stdout.contains("elided-text"), "{}", ended.stdout);
}

#[test]
fn commands_for_rule_sheets_say_that_a_puzzle_is_none() {
    let folder = folder(PUZZLE);
    for arguments in [
        &["model", "puzzle.qprop"][..],
        &["graph", "puzzle.qprop"],
        &["why", "puzzle.qprop", "p(1)"],
    ] {
        let ended = run(folder.path(), arguments);
        assert_ne!(ended.code, Some(0), "{arguments:?}");
        let message = "a puzzle in QPROP, not a rule sheet";
        assert!(
            ended.stderr.contains(message),
            "{arguments:?}: {}",
            ended.stderr
        );
    }
}
