//! `solve`, `prove` and `test` on puzzles, from the outside.

use std::fs;
use std::path::Path;

use expect_test::expect;
use herbrand_tests::run;
use serde_json::Value;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a directory");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("made");
        fs::write(path, text).expect("written");
    }
    folder
}

/// Three colours for two neighbours.
const PAIR: &str = "\
sort c = {red, green, blue}
sort v = 1..2
func at(v): c
rule differ: at(1) =/= at(2)
";

#[test]
fn a_model_is_printed_as_it_is_spelt() {
    let folder = folder(&[(
        "pair.qprop",
        &format!("{PAIR}rule first: at(1) = red\nrule second: at(2) =/= blue\n"),
    )]);
    let solved = run(folder.path(), &["solve", "pair.qprop"]);
    assert_eq!(solved.stdout, "at(1) = red  at(2) = green\n");
    assert_eq!((solved.code, solved.stderr.as_str()), (Some(0), ""));
}

#[test]
fn models_are_counted_listed_and_limited() {
    let folder = folder(&[("pair.qprop", PAIR)]);
    let counted = run(folder.path(), &["solve", "pair.qprop", "--count"]);
    assert_eq!((counted.stdout.as_str(), counted.code), ("6\n", Some(0)));
    let args = ["solve", "pair.qprop", "--count", "--limit", "4"];
    let some = run(folder.path(), &args);
    assert_eq!(some.stdout, "at least 4\n");
    assert_eq!((some.stderr.as_str(), some.code), ("", Some(0)));
    let all = run(folder.path(), &["solve", "pair.qprop", "--all"]);
    assert_eq!(all.stdout.matches("model ").count(), 6, "{}", all.stdout);
    let two = run(folder.path(), &["solve", "pair.qprop", "--limit", "2"]);
    assert_eq!(two.stdout.matches("model ").count(), 2, "{}", two.stdout);
}

/// Models as JSON are written as they are found, too; what is known at the end stands behind them.
#[test]
fn many_models_as_json_are_one_document() {
    let folder = folder(&[("pair.qprop", PAIR)]);
    for (args, models, complete) in [
        (&["--all"][..], 6, true),
        (&["--limit", "2"], 2, false),
        (&[], 1, false),
        (&["--limit", "0"], 0, false),
    ] {
        let args = [&["solve", "pair.qprop", "--format", "json"], args].concat();
        let document = run(folder.path(), &args).json();
        assert_eq!(document["models"].as_array().map(Vec::len), Some(models));
        assert_eq!(document["complete"], complete);
    }
    let args = [
        "solve",
        "pair.qprop",
        "--all",
        "--max-conflicts",
        "0",
        "--format",
        "json",
    ];
    let ended = run(folder.path(), &args);
    let document = ended.json();
    let told = &ended.stderr;
    assert_ne!(document["status"], "unsatisfiable", "{told}");
}

#[test]
fn rules_that_clash_are_named_and_no_others() {
    let text = format!("{PAIR}rule same: at(1) = at(2)\nrule idle: at(1) =/= blue\n");
    let folder = folder(&[("pair.qprop", &text)]);
    let solved = run(folder.path(), &["solve", "pair.qprop"]);
    assert_eq!(solved.code, Some(1));
    expect![[r#"
        no model: these 2 rules clash, and without any of them the others do not
          pair.qprop:4:1: rule differ: at(1) =/= at(2)
          pair.qprop:5:1: rule same: at(1) = at(2)
    "#]]
    .assert_eq(&solved.stdout);
    let json = run(folder.path(), &["solve", "pair.qprop", "--format", "json"]);
    let document: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(document["status"], "unsatisfiable");
    let names: Vec<&Value> = document["core"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|rule| &rule["constraint"])
        .collect();
    assert_eq!(names, ["differ", "same"]);
}

/// A minesweeper's row: a 1 at each end of three hidden cells, the middle one known.
const ROW: &str = "\
sort cell = 1..5
given clue(cell, number)
sort number = 0..2
pred mine(cell)
var x, y: cell  var k: number
define beside(x, y) iff abs(x - y) = 1
rule clue: forall x, k | clue(x, k) . exactly k y | beside(x, y) . mine(y)
rule clear: forall x, k | clue(x, k) . not mine(x)
clue(1, 1) clue(3, 0)
";

#[test]
fn a_core_names_the_instances_that_clash_and_their_facts() {
    let folder = folder(&[("row.qprop", ROW)]);
    let solved = run(folder.path(), &["solve", "row.qprop"]);
    assert_eq!(solved.code, Some(1));
    expect![[r#"
        no model: this rule cannot hold with these data
          row.qprop:7:1: rule clue: forall x, k | clue(x, k) . exactly k y | beside(x, y) . mine(y)
            where x = 1, k = 1, since clue(1, 1), beside(1, 2)
            where x = 3, k = 0, since clue(3, 0), beside(3, 2), beside(3, 4)
    "#]]
    .assert_eq(&solved.stdout);
    let json = run(folder.path(), &["solve", "row.qprop", "--format", "json"]);
    let document: Value = serde_json::from_str(&json.stdout).expect("JSON");
    let instances = &document["core"][0]["instances"];
    assert_eq!(
        instances[0]["binding"],
        serde_json::json!({"x": "1", "k": "1"})
    );
    assert_eq!(
        instances[1]["facts"],
        serde_json::json!(["clue(3, 0)", "beside(3, 2)", "beside(3, 4)"])
    );
}

#[test]
fn a_constraint_without_a_name_is_called_by_its_text() {
    let folder = folder(&[("p.qprop", "pred p\np\nrule not_p: not p\n")]);
    let json = run(folder.path(), &["solve", "p.qprop", "--format", "json"]);
    let document: Value = serde_json::from_str(&json.stdout).expect("JSON");
    let names = |place: usize| document["core"][place]["constraint"].clone();
    assert_eq!([names(0), names(1)], ["p", "not_p"]);
}

#[test]
fn weights_are_not_passed_over_in_silence() {
    let folder = folder(&[("p.qprop", "pred p\nsoft 2: p\n")]);
    let solved = run(folder.path(), &["solve", "p.qprop"]);
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    assert!(
        solved.stderr.contains("not weighed yet"),
        "{}",
        solved.stderr
    );
}

#[test]
fn a_formula_is_entailed_refuted_or_open() {
    let folder = folder(&[("pair.qprop", &format!("{PAIR}rule first: at(1) = red\n"))]);
    let prove = |formula: &str| run(folder.path(), &["prove", "pair.qprop", formula]);
    let entailed = prove("at(2) =/= red");
    assert_eq!(entailed.code, Some(0), "{}", entailed.stderr);
    expect![[r#"
        entailed: it follows from
          pair.qprop:4:1: rule differ: at(1) =/= at(2)
          pair.qprop:5:1: rule first: at(1) = red
    "#]]
    .assert_eq(&entailed.stdout);
    let refuted = prove("at(2) = red");
    assert_eq!(refuted.code, Some(1));
    assert!(
        refuted
            .stdout
            .starts_with("refuted: its negation follows from\n")
    );
    let open = prove("at(2) = blue");
    assert_eq!(open.code, Some(1));
    expect![[r#"
        open: it holds in this model
        at(1) = red  at(2) = blue

        and not in this one
        at(1) = red  at(2) = green
    "#]]
    .assert_eq(&open.stdout);
}

#[test]
fn files_use_others_and_get_values_from_outside() {
    let folder = folder(&[
        (
            "lib/model.qprop",
            "const n\nsort s = 1..n\npred p(s)\nrule some: exists x: s . p(x)\n",
        ),
        (
            "day.qprop",
            "use \"lib/model.qprop\"\nconst n = 3\ncheck models = 7\n",
        ),
    ]);
    let counted = run(folder.path(), &["solve", "--count", "day.qprop"]);
    assert_eq!(
        (counted.stdout.as_str(), counted.stderr.as_str()),
        ("7\n", "")
    );
    let set = run(
        folder.path(),
        &["solve", "--count", "day.qprop", "--set", "n=2"],
    );
    assert_eq!(set.stdout, "3\n");
    let open = run(folder.path(), &["solve", "lib/model.qprop"]);
    assert_eq!(open.code, Some(1));
    expect![[r#"
        error[missing-constant]: the constant `n` has no value
           ╭─[ lib/model.qprop:1:7 ]
         1 │ const n
           │       ┬
           │ Help: write `const n = …` in one of the files, or give it one with `--set n=…`

    "#]]
    .assert_eq(&open.stderr);
    let unknown = run(folder.path(), &["solve", "day.qprop", "--set", "m=2"]);
    assert_eq!(unknown.code, Some(1));
    assert_eq!(
        unknown.stderr,
        "error: --set m: no file declares a constant `m`\n"
    );
    let tested = run(folder.path(), &["test", "day.qprop"]);
    assert_eq!(
        tested.stdout,
        "1 expectation in 1 file: 1 passed, 0 failed\n"
    );
}

/// A configuration gives a model its instances, which say nothing of it themselves.
#[test]
fn instances_of_a_spec_use_its_root() {
    let folder = folder(&[
        (
            "herbrand.toml",
            "[[spec]]\nroot = \"row.qprop\"\ninstances = [\"days\"]\n",
        ),
        (
            "row.qprop",
            "const n\nsort cell = 1..n\npred on(cell)\ngiven off(cell)\n\
             rule dark: forall x: cell | off(x) . not on(x)\ncheck models = 4\n",
        ),
        ("days/one.qprop", "const n = 3\noff(2)\ncheck models = 4\n"),
        ("days/two.qprop", "const n = 2\noff(2)\ncheck models = 2\n"),
        ("days/three.qprop", "const n = 2\noff(x)\n"),
        ("other.qprop", "off(2)\n"),
    ]);
    let counted = run(folder.path(), &["solve", "--count", "days/two.qprop"]);
    assert_eq!(
        (counted.stdout.as_str(), counted.stderr.as_str()),
        ("2\n", "")
    );
    let tested = run(
        folder.path(),
        &["test", "row.qprop", "days/one.qprop", "days/two.qprop"],
    );
    expect![[r#"
        failed: row.qprop:1: check (with days/three.qprop)
          the file has errors, which `herbrand lint` shows
        failed: row.qprop:6: check models = 4 (with days/two.qprop)
          there are 2 models

        5 expectations in 3 files: 3 passed, 2 failed
    "#]]
    .assert_eq(&tested.stdout);
    let linted = run(folder.path(), &["lint", "days/one.qprop", "days/two.qprop"]);
    let clean = "2 files, nothing to report\n";
    assert_eq!((linted.stdout.as_str(), linted.code), (clean, Some(0)));
    let linted = run(
        folder.path(),
        &["lint", "days/three.qprop", "--format", "json"],
    );
    assert!(linted.stdout.contains("`x`"), "{}", linted.stdout);
    assert_eq!(linted.code, Some(1));
    // No instance: it stands for itself.
    let linted = run(folder.path(), &["lint", "other.qprop"]);
    assert_eq!(linted.code, Some(1), "{}", linted.stdout);
}

#[test]
fn a_formula_is_read_as_the_files_read_theirs() {
    let folder = folder(&[(
        "line.qprop",
        "infix next\nsort s = 1..3\npred next(s, s)\nvar x, y: s\n\
         rule all: forall x, y | y = x + 1 . x next y\n",
    )]);
    let prove = |formula: &str| run(folder.path(), &["prove", "line.qprop", formula]);
    let proved = prove("1 next 2");
    assert_eq!(proved.code, Some(0), "{}", proved.stderr);
    let wrong = prove("1 next 2 and nxt(1, 2)");
    expect![[r#"
        error[unknown-predicate]: no relation `nxt` is declared
           ╭─[ <formula>:1:14 ]
         1 │ 1 next 2 and nxt(1, 2)
           │              ┬──
           │ Help: did you mean `next`?

    "#]]
    .assert_eq(&wrong.stderr);
    let several = prove("1 next 2  2 next 3");
    assert_eq!(several.code, Some(2));
    assert_eq!(
        several.stderr,
        "error: <formula>: one formula is expected; join several with `and`\n"
    );
}

#[test]
fn files_that_are_missing_or_use_each_other_are_named_where_it_is_said() {
    let folder = folder(&[
        ("a.qprop", "sort s = 1..2\nuse \"b.qprop\"\n"),
        ("b.qprop", "use \"a.qprop\"\n"),
        ("c.qprop", "use \"d.qprop\"\n"),
    ]);
    let circle = run(folder.path(), &["solve", "a.qprop"]);
    assert_eq!(circle.code, Some(1));
    for place in ["a.qprop:2:5", "b.qprop:1:5"] {
        assert!(circle.stderr.contains(place), "{}", circle.stderr);
    }
    assert_eq!(circle.stderr.matches("error[circular-use]").count(), 2);
    let missing = run(folder.path(), &["solve", "c.qprop"]);
    assert_eq!(missing.code, Some(1));
    expect![[r#"
        error[missing-file]: there is no file `d.qprop` that can be read
           ╭─[ c.qprop:1:5 ]
         1 │ use "d.qprop"
           │     ┬────────
           │ Help: names are relative to the folder of this file

    "#]]
    .assert_eq(&missing.stderr);
}

#[test]
fn a_file_without_anything_and_one_of_another_language_get_a_word() {
    let folder = folder(&[("empty.qprop", ""), ("rules.hrf", "p(a) :- q(a)\n")]);
    let empty = run(folder.path(), &["solve", "empty.qprop"]);
    assert_eq!(
        (empty.stdout.as_str(), empty.code),
        ("a model, with nothing to show\n", Some(0))
    );
    let rules = run(folder.path(), &["solve", "rules.hrf"]);
    assert_eq!(rules.code, Some(2));
    assert_eq!(
        rules.stderr,
        "error: rules.hrf: a rule sheet, not a puzzle in QPROP; `herbrand model` and `herbrand \
         ground` read it\n"
    );
}

#[test]
fn what_is_too_large_is_refused_at_once_with_the_rule() {
    let text = "sort s = 1..1000\npred p(s)\nvar x, y, z: s\n\
                rule cube: forall x, y, z . p(x) or p(y) or p(z)\n";
    let folder = folder(&[("cube.qprop", text)]);
    let refused = run(folder.path(), &["solve", "cube.qprop"]);
    assert_eq!(refused.code, Some(3));
    expect![[r#"
        error: cube.qprop:4:1: `cube` has 1000000000 instances, over the limit; raise it with `--max-instances`
          `x` has 1000 values; a guard, as in `| g(x)`, lets only those count that data name
    "#]]
    .assert_eq(&refused.stderr);
    let atoms = run(folder.path(), &["solve", "cube.qprop", "--max-atoms", "10"]);
    assert_eq!(atoms.code, Some(3));
    let told =
        "error: cube.qprop:2:1: `p` has 1000 atoms, over the limit; raise it with `--max-atoms`\n";
    assert_eq!(atoms.stderr, told);
    let text = "sort s = 1..1000000\npred few(s)\nfunc f(s, s): s\n";
    fs::write(folder.path().join("cube.qprop"), text).expect("written");
    let atoms = run(folder.path(), &["solve", "cube.qprop"]);
    let told = "error: cube.qprop:3:1: `f` has 1000000000000000000 atoms, over the limit; raise it \
                with `--max-atoms`\n";
    assert_eq!((atoms.stderr.as_str(), atoms.code), (told, Some(3)));
}

#[test]
fn division_by_zero_is_told_with_the_values_where_all_else_holds() {
    let text = "sort s = 0..3\npred p(s)\nvar x, y: s\n\
                rule fine: forall x | x > 0 and 6 div x = 2 . p(x)\n";
    let folder = folder(&[
        ("fine.qprop", text),
        ("bad.qprop", &text.replace("x > 0 and ", "")),
    ]);
    let fine = run(folder.path(), &["solve", "fine.qprop"]);
    assert_eq!((fine.code, fine.stdout.as_str()), (Some(0), "p(3)\n"));
    let bad = run(folder.path(), &["solve", "bad.qprop"]);
    assert_eq!(bad.code, Some(1));
    expect![[r#"
        error[division-by-zero]: division by zero with `x = 0`
           ╭─[ bad.qprop:4:23 ]
         4 │ rule fine: forall x | 6 div x = 2 . p(x)
           │                       ┬──────

    "#]]
    .assert_eq(&bad.stderr);
}

#[test]
fn models_that_are_too_many_are_told_up_to_a_bound() {
    let text = "sort s = 1..10 pred p(s) pred q(s) show p\nrule some: forall x: s . p(x)\n";
    for (check, told) in [
        ("check models <= 3", "at least 254 models"),
        (
            "check models > 1000 check models >= 1024 check models != 5",
            "",
        ),
        ("check models > 1024", "1024 models"),
        ("check models < 1000", "1024 models"),
    ] {
        let folder = folder(&[("many.qprop", &format!("{text}{check}\n"))]);
        let tested = run(folder.path(), &["test", "many.qprop"]);
        assert_eq!(tested.code, Some(i32::from(!told.is_empty())), "{check}");
        assert!(tested.stdout.contains(told), "{check}: {}", tested.stdout);
    }
    // What is not shown is told where nothing else differs.
    let one = "pred p pred q show p rule p: p check models = 1";
    let folder = folder(&[("one.qprop", one)]);
    let tested = run(folder.path(), &["test", "one.qprop"]);
    let told = "  there are 2 models, such as this one\n  p\n  and another one with";
    let other = "  there are 2 models, such as this one\n  p\n  and another one without";
    let told = tested.stdout.contains(&format!("{told} q as well\n"));
    let other = tested.stdout.contains(&format!("{other} q\n"));
    assert!(told || other, "{}", tested.stdout);
}

#[test]
fn a_check_that_fails_shows_what_is_so_instead() {
    let text =
        format!("{PAIR}check unique\ncheck proves at(1) = red\ncheck models = 5\ncheck sat\n");
    let folder = folder(&[("pair.qprop", &text)]);
    let tested = run(folder.path(), &["test", "pair.qprop"]);
    assert_eq!(tested.code, Some(1));
    let told = &tested.stdout;
    assert!(
        told.contains(
            "failed: pair.qprop:5: check unique\n  there is more than one model, such as this one\n"
        ),
        "{told}"
    );
    assert!(
        told.contains("failed: pair.qprop:6: check proves at(1) = red\n  this model shows it\n"),
        "{told}"
    );
    assert!(
        told.contains(
            "failed: pair.qprop:7: check models = 5\n  there are 6 models, such as this one\n"
        ),
        "{told}"
    );
    // Two that are as like each other as can be: one of the two has another colour.
    let after = told.split("models = 5").nth(1).expect("the last check");
    let differs = after.lines().nth(3).expect("how another one differs");
    let differs = differs.strip_prefix("  and another one with ").expect("so");
    let (with, without) = differs.split_once(" instead of ").expect("two");
    let vertex = |atom: &str| atom.split_once(" = ").map(|(vertex, _)| vertex.to_owned());
    assert!(vertex(with).is_some(), "{told}");
    assert_eq!(vertex(with), vertex(without), "{told}");
    assert!(
        told.ends_with("4 expectations in 1 file: 1 passed, 3 failed\n"),
        "{told}"
    );
}

#[test]
fn a_rule_is_written_out_in_each_form() {
    let text = format!(
        "{PAIR}pred p(v)\nvar x: v\nrule some: exists x . p(x)\n\
         rule tied: forall x . p(x) implies at(x) = red and not p(1)\n"
    );
    let folder = folder(&[("pair.qprop", &text)]);
    let ground = |form: &str| {
        let grounded = run(folder.path(), &["ground", "pair.qprop", "--form", form]);
        assert_eq!((grounded.code, grounded.stderr.as_str()), (Some(0), ""));
        grounded.stdout
    };
    expect![[r#"
        rule differ: at(1) =/= at(2)
          at#1 =/= at#2

        rule some: exists x . p(x)
          p#1 or p#2

        rule tied: forall x . p(x) implies at(x) = red and not p(1)
          p#1 implies at#1=red and not p#1
          p#2 implies at#2=red and not p#1
    "#]]
    .assert_eq(&ground("prop"));
    expect![[r#"
        rule differ: at(1) =/= at(2)
          at#1 =/= at#2

        rule some: exists x . p(x)
          p#1 or p#2

        rule tied: forall x . p(x) implies at(x) = red and not p(1)
          not p#1 or at#1=red and not p#1
          not p#2 or at#2=red and not p#1
    "#]]
    .assert_eq(&ground("nnf"));
    expect![[r#"
        rule differ: at(1) =/= at(2)
          not at#1=red or not at#2=red
          not at#1=green or not at#2=green
          not at#1=blue or not at#2=blue

        rule some: exists x . p(x)
          p#1 or p#2

        rule tied: forall x . p(x) implies at(x) = red and not p(1)
          not p#1 or at#1=red
          not p#1
          not p#2 or at#2=red
          not p#1 or not p#2

        // functions have exactly one value
          at#1=red or at#1=green or at#1=blue
          not at#1=red or not at#1=green
          not at#1=red or not at#1=blue
          not at#1=green or not at#1=blue
          at#2=red or at#2=green or at#2=blue
          not at#2=red or not at#2=green
          not at#2=red or not at#2=blue
          not at#2=green or not at#2=blue
    "#]]
    .assert_eq(&ground("cnf"));
}

#[test]
fn dimacs_reads_back_with_its_symbols() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let file = "examples/puzzles/four-squares.qprop";
    let grounded = run(&root, &["ground", file, "--format", "dimacs"]);
    let mut shown = Vec::new();
    let mut atoms = 0;
    let mut clauses: Vec<Vec<sat::Literal>> = Vec::new();
    let mut header = (0, 0);
    for line in grounded.stdout.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |word: &str| word.parse::<i32>().expect("a number");
        match *words {
            ["c", "atom", place, ref name @ ..] => {
                atoms += 1;
                assert_eq!(number(place), atoms);
                assert!(!name.is_empty());
            }
            ["c", "p", "show", ref numbers @ .., "0"] => {
                shown.extend(
                    numbers
                        .iter()
                        .filter_map(|word| sat::Literal::new(number(word))),
                );
            }
            ["p", "cnf", variables, clauses] => header = (number(variables), number(clauses)),
            [ref literals @ .., "0"] => {
                let literals = literals
                    .iter()
                    .filter_map(|word| sat::Literal::new(number(word)));
                clauses.push(literals.collect());
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!(clauses.len() as i32, header.1);
    let mut solver = sat::new(&sat::Control::default(), 0);
    for clause in &clauses {
        assert!(
            clause
                .iter()
                .all(|literal| literal.variable() as i32 <= header.0)
        );
        solver.add(clause);
    }
    let guard = sat::Literal::new(header.0 + 1).expect("not 0");
    let mut models = sat::Models::new(&mut *solver, &[], &shown, guard);
    let mut count = 0;
    while let sat::Next::Model(_) = models.advance() {
        count += 1;
    }
    assert_eq!(count, 72);
}
