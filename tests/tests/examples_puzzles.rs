//! The puzzles of the examples: what they say of themselves, how many solutions they have, and their
//! solutions judged by what is printed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use herbrand_tests::{Ended, run, run_with};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/puzzles")
}

/// What a run prints that answers the question.
#[track_caller]
fn answer(args: &[&str]) -> String {
    let Ended {
        code,
        stdout,
        stderr,
    } = run(&folder(), args);
    assert_eq!(code, Some(0), "{args:?}\n{stdout}{stderr}");
    stdout
}

/// The first lines of a solution, in words.
fn picture(file: &str, lines: usize) -> Vec<Vec<String>> {
    let solved = answer(&["solve", file]);
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    let picture: Vec<Vec<String>> = solved.lines().take(lines).map(words).collect();
    assert_eq!(picture.len(), lines, "{solved}");
    picture
}

#[test]
fn the_examples_mean_what_they_say() {
    let tested = answer(&["test", ".."]);
    let last = tested.lines().last().unwrap_or_default();
    assert!(last.ends_with(" 0 failed"), "{tested}");
    let passed = last.split(' ').next().and_then(|count| count.parse().ok());
    assert!(passed.is_some_and(|passed: u32| passed >= 63), "{tested}");
    let linted = run(&folder(), &["lint", "."]);
    assert_eq!(linted.stdout, "19 files, nothing to report\n");
}

#[test]
fn four_squares_have_as_many_solutions_as_brute_force_finds() {
    for (file, corner) in [
        ("four-squares.qprop", "l(1, 1)"),
        ("tiles/two.qprop", "lies(1, 1) = 1"),
    ] {
        assert_eq!(answer(&["solve", file, "--count"]), "72\n");
        let args = ["solve", file, "-", "--count", "--language", "qprop"];
        let fixed = run_with(&folder(), &args, corner.as_bytes());
        assert_eq!(fixed.stdout, "18\n", "{file}: {}", fixed.stderr);
    }
}

#[test]
fn queens_have_as_many_solutions_as_is_known() {
    for (n, solutions) in [
        (4, 2),
        (5, 10),
        (6, 4),
        (7, 40),
        (8, 92),
        (9, 352),
        (10, 724),
    ] {
        let set = format!("n={n}");
        let counted = answer(&["solve", "queens.qprop", "--set", &set, "--count"]);
        assert_eq!(counted, format!("{solutions}\n"), "{n} queens");
    }
}

/// The tiles of a text: the numbers at their edges, turned so that they come in the lowest order.
fn tiles(text: &str) -> Vec<Vec<u32>> {
    let facts = text.split("v(").skip(1).map(|fact| {
        let numbers = fact.split(')').next().unwrap_or_default().split(", ");
        numbers.map(|number| number.parse().expect("a number"))
    });
    let facts: Vec<Vec<u32>> = facts.map(Iterator::collect).collect();
    let mut tiles: Vec<Vec<u32>> = facts
        .chunks(4)
        .map(|edges| lowest(&edges.iter().map(|fact| fact[2]).collect::<Vec<u32>>()))
        .collect();
    tiles.sort();
    tiles
}

fn lowest(tile: &[u32]) -> Vec<u32> {
    let mut turns: Vec<Vec<u32>> = (0..4)
        .map(|turn| (0..4).map(|edge| tile[(edge + turn) % 4]).collect())
        .collect();
    turns.sort();
    turns.swap_remove(0)
}

#[test]
fn tiles_are_laid_so_that_all_edges_match() {
    for (file, n) in [("two", 2), ("three", 3), ("four", 4)] {
        let file = format!("tiles/{file}.qprop");
        let picture = picture(&file, 3 * n);
        let at = |line: usize, column: usize| -> u32 {
            picture[line][column].parse().expect("a number")
        };
        let mut laid = Vec::new();
        for row in 0..n {
            for column in 0..n {
                let (y, x) = (3 * row, 3 * column);
                let tile = [
                    at(y + 1, x + 2),
                    at(y, x + 1),
                    at(y + 1, x),
                    at(y + 2, x + 1),
                ];
                if column + 1 < n {
                    assert_eq!(tile[0], at(y + 1, x + 3), "{picture:?}");
                }
                if row + 1 < n {
                    assert_eq!(tile[3], at(y + 3, x + 1), "{picture:?}");
                }
                laid.push(lowest(&tile));
            }
        }
        laid.sort();
        let text = fs::read_to_string(folder().join(&file)).expect("an example");
        assert_eq!(laid, tiles(&text), "{file}");
    }
}

#[test]
fn sudokus_are_filled_as_their_rules_have_it() {
    for (file, b, clues) in [
        ("4x4", 2, 4),
        ("9x9", 3, 25),
        ("seventeen", 3, 17),
        ("16x16", 4, 90),
        ("25x25", 5, 320),
        ("36x36", 6, 835),
    ] {
        let file = format!("sudoku/{file}.qprop");
        let n = b * b;
        let text = fs::read_to_string(folder().join(&file)).expect("an example");
        let solved = picture(&file, n);
        let rows = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix('"'));
        let mut given = 0;
        for (row, line) in rows.enumerate() {
            let line = line.trim_end_matches('"');
            let cells: Vec<String> = match n {
                16.. => line.split_whitespace().map(str::to_owned).collect(),
                _ => line.chars().map(String::from).collect(),
            };
            assert_eq!(cells.len(), n, "{file}");
            for (column, cell) in cells.iter().enumerate().filter(|(_, cell)| *cell != ".") {
                assert_eq!(cell, &solved[row][column], "{file}");
                given += 1;
            }
        }
        assert_eq!(given, clues, "{file}");
        let all: BTreeSet<String> = (1..=n).map(|digit| digit.to_string()).collect();
        for unit in 0..n {
            let row = (0..n).map(|place| (unit, place));
            let column = (0..n).map(|place| (place, unit));
            let corner = (unit / b * b, unit % b * b);
            let square = (0..n).map(|place| (corner.0 + place / b, corner.1 + place % b));
            let cells = [row.collect::<Vec<_>>(), column.collect(), square.collect()];
            for cells in cells {
                let digits = cells
                    .iter()
                    .map(|&(row, column)| solved[row][column].clone());
                assert_eq!(digits.collect::<BTreeSet<_>>(), all, "{file}");
            }
        }
    }
}

#[test]
fn every_clue_about_the_harbour_is_needed() {
    let text = fs::read_to_string(folder().join("harbour.qprop")).expect("an example");
    let there = tempfile::tempdir().expect("a directory");
    let is_clue = |line: &&str| line.starts_with("rule: ");
    let clues: Vec<&str> = text.lines().filter(is_clue).collect();
    assert_eq!(clues.len(), 15);
    for clue in clues {
        fs::write(there.path().join("harbour.qprop"), text.replace(clue, "")).expect("written");
        let tested = run(there.path(), &["test", "harbour.qprop"]);
        assert!(
            tested.stdout.contains("there is more than one model"),
            "{clue}: {}",
            tested.stdout
        );
    }
}
