//! From a spec that was read to its clauses.

use driver::{Solving, Theory};
use ground::formula::Limits;
use hir::RootDb;
use logic::formula::Instance;
use sat::Control;
use source::{Content, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions};

use crate::instances::Puzzle;
use crate::measure;
use crate::median;
use crate::peers::Peers;

/// What a process is told that grounds one puzzle.
pub(crate) const TASK: &str = "ground-one";

const RUNS: usize = 5;

/// The puzzles, each with whether pairs are written out on both sides, and whether IDP-Z3 grounds
/// it in a minute or so.
const ROWS: &[(Puzzle, bool, bool)] = &[
    (Puzzle::Queens(40), true, true),
    (Puzzle::Queens(40), false, false),
    (Puzzle::Sudoku(6, 45), true, false),
    (Puzzle::Sudoku(6, 45), false, false),
    (Puzzle::Edges(4, 4), false, true),
    (Puzzle::Edges(8, 8), false, false),
];

pub(crate) fn table() {
    let peers = Peers::look();
    println!(
        "| grounding | clauses | herbrand s | MiB | clingo s | ratio | IDP-Z3 s | ratio |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|"
    );
    for (row, &(puzzle, pairwise, by_idp)) in ROWS.iter().enumerate() {
        let (mut seconds, mut memory, mut clauses) = (Vec::new(), 0, String::new());
        let this = std::env::current_exe().expect("this program");
        for _ in 0..RUNS {
            let cost = measure::cost(&this, &[TASK, &row.to_string()]).expect("this program runs");
            let (time, count) = cost.out.trim().split_once('\t').expect("two fields");
            seconds.push(time.parse().expect("seconds"));
            memory = memory.max(cost.mebibytes);
            clauses = count.to_owned();
        }
        let own = median(seconds);
        let clingo: Option<Vec<f64>> = (0..3)
            .map(|_| Some(peers.clingo(puzzle, pairwise, false)?.grounding))
            .collect();
        let clingo = clingo.map(median);
        let idp = by_idp.then(|| peers.idp(puzzle)).flatten();
        let shown = |other: Option<f64>| match other {
            Some(time) => format!("{time:.3} | {:.0}", time / own),
            None => " | ".to_owned(),
        };
        let pairs = if pairwise { ", pairs written out" } else { "" };
        println!(
            "| {}{pairs} | {clauses} | {own:.4} | {memory} | {} | {} |",
            puzzle.name(),
            shown(clingo),
            shown(idp)
        );
    }
}

/// Grounds the puzzle of a row; prints the seconds of processor time, and how many clauses.
pub(crate) fn run<'a>(mut words: impl Iterator<Item = &'a str>) {
    let row: Option<usize> = words.next().and_then(|word| word.parse().ok());
    let (puzzle, pairwise, _) = ROWS[row.expect("a row")];
    let text = puzzle.spec(pairwise);
    let db = RootDb::default();
    let content = Content {
        text: text.as_str().into(),
        parse: Parse::new(&text, Dialect::Qprop, ParseOptions::default()),
        encoding: Encoding::Utf8,
    };
    let file = File::new(&db, "puzzle.qprop".into(), content);
    let theory = Theory::of(&db, &[file]);
    assert_eq!(theory.problems, []);
    let instance = Instance::of(&theory.spec, &[], 1_000_000).expect("values");
    let start = now();
    let made = Solving::new(
        &theory.spec,
        &instance,
        Limits::default(),
        None,
        Control::default(),
        0,
    );
    let seconds = now() - start;
    let solving = made.expect("clauses");
    let grounded = solving.grounded();
    let clauses = grounded.clauses().len() + grounded.definitions().len();
    println!("{seconds}\t{clauses}");
}

/// Seconds of processor time of this process.
#[cfg(unix)]
fn now() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike as _;
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the usage of this process");
    (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
}

/// Seconds by the clock, where processor time is not to be had.
#[cfg(not(unix))]
fn now() -> f64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.expect("a time after 1970").as_secs_f64()
}
