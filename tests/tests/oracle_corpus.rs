//! What Herbrand reports on the corpus, against what other tools and the authors of the sheets say.

use std::collections::{BTreeMap, BTreeSet};

use herbrand_tests::{corpus, linting};
use source::{Diagnostic, Severity};

/// Where the language's definition decides against the best existing checker.
struct Difference {
    code: &'static str,
    files: &'static [&'static str],
    /// The row or sentence of the definition that decides, in its words.
    line: &'static str,
    /// What is reported there instead.
    instead: Option<&'static str>,
}

/// At most fifteen.
const DIFFERENCES: &[Difference] = &[
    Difference {
        code: "keyword-in-head",
        files: &[
            "edge/gdl-validation/baseDependsOnTrue.kif",
            "edge/libgdl/base_depen.kif",
            "edge/libgdl/init_depen.kif",
            "edge/libgdl/input_depen.kif",
        ],
        line: "`forbidden-dependency`: `init`, `base`, `input`, `role` reaching `true` or `does`",
        instead: Some("forbidden-dependency"),
    },
    Difference {
        code: "keyword-in-head",
        files: &[
            "edge/libgdl/legal_depen.kif",
            "wild/GeneralGamePlaying/bafa2a-firesheep.kif",
            "wild/GeneralGamePlaying/firesheep.kif",
        ],
        line: "`forbidden-dependency`: `legal`, `goal`, `terminal` reaching `does`",
        instead: Some("forbidden-dependency"),
    },
    Difference {
        code: "inconsistent-case",
        files: &[
            "games/chessAlex.kif",
            "games/wargame01.kif",
            "games/wargame02.kif",
        ],
        line: "`inconsistent-case`: W (E in a game's keyword argument): these are relations",
        instead: Some("inconsistent-case"),
    },
    Difference {
        code: "keyword-as-name",
        files: &[
            "wild/GeneralGamePlaying/mastermind.gdl",
            "wild/scully/mastermind448.gdl",
        ],
        line: "`keyword-as-name`: allowed: `does`, `true` inside `sees` at any depth (GDL-II)",
        instead: None,
    },
    Difference {
        code: "unrestricted-recursion",
        files: &["wild/ggp_python/sto_dicegame.gdl"],
        line: "`unrestricted-recursion`: a body that holds `q(v…)` in a cycle with `p`: `sum/4` \
               needs `sum/3` and is in no cycle, for what has two arities is two relations, which \
               `arity-mismatch` reports",
        instead: Some("arity-mismatch"),
    },
    Difference {
        code: "unused-relation",
        files: &["wild/nggp-base/alquerque.kif"],
        line: "section 1: skip a BOM: it is no part of a name",
        instead: None,
    },
    Difference {
        code: "unusual-name",
        files: &["wild/nggp-base/alquerque.kif"],
        line: "section 1: skip a BOM: it is no part of a name",
        instead: None,
    },
    Difference {
        code: "connective-as-name",
        files: &["wild/scully/mastermind448.gdl"],
        line: "`and-connective`: `(and a b)`: read as the two literals",
        instead: Some("and-connective"),
    },
    Difference {
        code: "undefined-relation",
        files: &["wild/scully/mastermind448.gdl"],
        line: "`and-connective`: `(and a b)`: read as the two literals",
        instead: Some("and-connective"),
    },
];

/// Sheets that real servers played and that get an error which the other checker has not: file,
/// code, and why it is right. At most two in a hundred sheets.
const NEW_ERRORS: &[(&str, &str, &str)] = &[];

fn codes(found: &[Diagnostic]) -> BTreeSet<&'static str> {
    found
        .iter()
        .map(|diagnostic| diagnostic.code.name())
        .collect()
}

fn errors(found: &[Diagnostic]) -> BTreeSet<&'static str> {
    let errors = found
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors.map(|diagnostic| diagnostic.code.name()).collect()
}

/// Stands for all codes that the other checker lumps together as syntax errors.
const SYNTAX: [&str; 4] = [
    "syntax-error",
    "unclosed-parenthesis",
    "unexpected-parenthesis",
    "nesting-too-deep",
];

#[test]
fn everything_that_gdl_validation_reports_is_found() {
    let test = "everything_that_gdl_validation_reports_is_found";
    let Some(rows) = corpus::table(test, "gdl-validation.tsv") else {
        return;
    };
    assert!(DIFFERENCES.len() <= 15, "the list of differences is full");
    let sheets: BTreeMap<_, _> = corpus::sheets(test)
        .into_iter()
        .map(|sheet| (sheet.name.clone(), sheet))
        .collect();
    assert!(rows.len() > 200, "only {} rows", rows.len());
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    for row in &rows {
        let [file, level, code] = &row[..] else {
            panic!("three fields: {row:?}")
        };
        let found = linting::diagnostics(&sheets[file.as_str()]);
        let (all, errors) = (codes(&found), errors(&found));
        let has = |set: &BTreeSet<&str>| match code.as_str() {
            "syntax-error" => SYNTAX.iter().any(|code| set.contains(code)),
            code => set.contains(code),
        };
        // What it calls an error is one here too, where the definition makes it one.
        let fine = has(&all) && (level != "error" || has(&errors));
        if !fine {
            let known = DIFFERENCES
                .iter()
                .position(|known| known.code == code && known.files.contains(&file.as_str()));
            match known {
                Some(known) => {
                    used.insert((known, file.as_str()));
                    let instead = DIFFERENCES[known].instead;
                    if let Some(instead) = instead.filter(|instead| !all.contains(instead)) {
                        wrong.push(format!("{file}: no {instead} in place of {code}"));
                    }
                }
                None => wrong.push(format!("{file}: {level} {code}, found {all:?}")),
            }
        }
    }
    for (number, known) in DIFFERENCES.iter().enumerate() {
        let unused = known
            .files
            .iter()
            .filter(|file| !used.contains(&(number, **file)));
        wrong.extend(
            unused.map(|file| format!("no longer needed: {file}: {} ({})", known.code, known.line)),
        );
    }
    assert!(
        wrong.is_empty(),
        "{} differences:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn played_games_get_no_new_errors() {
    let test = "played_games_get_no_new_errors";
    let Some(rows) = corpus::table(test, "gdl-validation.tsv") else {
        return;
    };
    let known: BTreeSet<(&str, &str)> = rows
        .iter()
        .filter(|row| row[1] == "error")
        .map(|row| (row[0].as_str(), row[2].as_str()))
        .collect();
    let mut wrong = Vec::new();
    let (mut used, mut games) = (BTreeSet::new(), 0);
    for sheet in corpus::sheets(test) {
        if !sheet.name.starts_with("games/") {
            continue;
        }
        games += 1;
        let found = linting::diagnostics(&sheet);
        for code in errors(&found) {
            let new = (sheet.name.as_str(), code);
            if known.contains(&new) {
                continue;
            }
            match NEW_ERRORS
                .iter()
                .position(|entry| (entry.0, entry.1) == new)
            {
                Some(entry) => {
                    used.insert(entry);
                }
                None => {
                    let first = found
                        .iter()
                        .find(|diagnostic| diagnostic.code.name() == code);
                    let message = first.map(|first| first.message.clone());
                    wrong.push(format!("{}: {code}: {message:?}", sheet.name));
                }
            }
        }
    }
    assert!(games > 100, "only {games} games");
    let files: BTreeSet<_> = NEW_ERRORS.iter().map(|entry| entry.0).collect();
    assert!(
        files.len() * 100 <= games * 2,
        "at most two files in a hundred: {}",
        files.len()
    );
    for (number, entry) in NEW_ERRORS.iter().enumerate() {
        if !used.contains(&number) {
            wrong.push(format!("no longer needed: {entry:?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} new errors:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn what_authors_repaired_is_found_before_and_gone_after() {
    let test = "what_authors_repaired_is_found_before_and_gone_after";
    let Some(rows) = corpus::table(test, "fixes.tsv") else {
        return;
    };
    let sheets: BTreeMap<_, _> = corpus::sheets(test)
        .into_iter()
        .map(|sheet| (sheet.name.clone(), sheet))
        .collect();
    let mut wrong = Vec::new();
    let mut pairs = 0;
    for row in rows.iter().filter(|row| row[2] == "static") {
        pairs += 1;
        let found = |which: &str| {
            let name = format!("fixes/{}.{which}.kif", row[0]);
            linting::diagnostics(&sheets[name.as_str()])
        };
        let (before, after) = (codes(&found("before")), codes(&found("after")));
        for code in row[1].split(',').filter(|code| *code != "intent") {
            if !before.contains(code) || after.contains(code) {
                wrong.push(format!(
                    "{} {code}: before {before:?}, after {after:?}",
                    row[0]
                ));
            }
        }
    }
    assert!(pairs > 10, "the table names static repairs");
    assert!(
        wrong.is_empty(),
        "{} pairs:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
