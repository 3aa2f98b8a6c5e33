//! The time to the first model: of `herbrand solve FILE` as a whole, its judgement included.

use herbrand_tests::herbrand;

use crate::instances::Puzzle;
use crate::measure::{self, PATIENCE};
use crate::median;
use crate::peers::{self, Peers};

const RUNS: usize = 3;

/// The puzzles, each with whether pairs are written out.
const ROWS: &[(Puzzle, bool)] = &[
    (Puzzle::Edges(5, 5), false),
    (Puzzle::Edges(6, 6), false),
    (Puzzle::Sudoku(5, 45), false),
    (Puzzle::Sudoku(5, 45), true),
    (Puzzle::Sudoku(6, 45), false),
    (Puzzle::Sudoku(6, 45), true),
    (Puzzle::Queens(40), false),
    (Puzzle::Queens(40), true),
    (Puzzle::Queens(100), false),
    (Puzzle::Queens(100), true),
];

pub(crate) fn table() {
    let peers = Peers::look();
    println!(
        "| first model | herbrand s | MiB | clingo s | MiB | MiniZinc s | MiB |\n\
         |---|---:|---:|---:|---:|---:|---:|"
    );
    for &(puzzle, pairwise) in ROWS {
        let (time, memory) = own(puzzle, pairwise);
        let pairs = if pairwise { ", pairs written out" } else { "" };
        // The peers have one model of each.
        let (clingo, minizinc) = if pairwise && !matches!(puzzle, Puzzle::Queens(_)) {
            (" | ".to_owned(), " | ".to_owned())
        } else {
            (
                by_clingo(&peers, puzzle, pairwise).unwrap_or(" | ".to_owned()),
                by_minizinc(&peers, puzzle, pairwise).unwrap_or(" | ".to_owned()),
            )
        };
        println!(
            "| {}{pairs} | {} | {memory} | {clingo} | {minizinc} |",
            puzzle.name(),
            shown(time)
        );
    }
    println!(
        "\nMedians of {RUNS}; `>` where there was no model after {PATIENCE} seconds on the clock."
    );
}

fn own(puzzle: Puzzle, pairwise: bool) -> (Option<f64>, u64) {
    let file = peers::file(&puzzle.spec(pairwise), "qprop");
    let path = file.path().to_str().expect("a path that is text");
    let (mut times, mut memory) = (Vec::new(), 0);
    for _ in 0..RUNS {
        let cost = measure::cost(&herbrand(), &["solve", path]).expect("herbrand runs");
        memory = memory.max(cost.mebibytes);
        if cost.is_ended {
            return (None, memory);
        }
        assert!(cost.out.contains('('), "a model, not {:?}", cost.out);
        times.push(cost.seconds);
    }
    (Some(median(times)), memory)
}

fn by_clingo(peers: &Peers, puzzle: Puzzle, pairwise: bool) -> Option<String> {
    let (mut times, mut memory) = (Vec::new(), 0);
    for _ in 0..RUNS {
        let found = peers.clingo(puzzle, pairwise, true)?;
        memory = memory.max(found.mebibytes);
        match found.total {
            Some(total) => times.push(total),
            None => return Some(format!("{} | {memory}", shown(None))),
        }
    }
    Some(format!("{} | {memory}", shown(Some(median(times)))))
}

fn by_minizinc(peers: &Peers, puzzle: Puzzle, pairwise: bool) -> Option<String> {
    if pairwise {
        return None;
    }
    let (mut times, mut memory) = (Vec::new(), 0);
    for _ in 0..RUNS {
        let (cost, is_found) = peers.minizinc(puzzle)?;
        memory = memory.max(cost.mebibytes);
        if !is_found {
            return Some(format!("{} | {memory}", shown(None)));
        }
        times.push(cost.seconds);
    }
    Some(format!("{} | {memory}", shown(Some(median(times)))))
}

fn shown(time: Option<f64>) -> String {
    time.map_or_else(|| format!("> {PATIENCE}"), |time| format!("{time:.2}"))
}
