//! How many megabytes of rule sheets are lexed, parsed, reparsed and linted in a second, on one
//! core.
//!
//! A row is a sheet (one of our own of that size where the corpus is not there). Reparsing is
//! what follows one keystroke of a hundred random ones: the size of the sheet by the time it
//! takes to have the tree and the errors of the whole new text. Figures are medians, of the time
//! that the thread was running where the system tells it, so that a busy machine does not change
//! them much.
#![expect(clippy::print_stdout, reason = "a bench prints")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use herbrand_tests::corpus::Sheet;
use herbrand_tests::{Typist, corpus_sheet, counting_game, linting};
use syntax::{Dialect, Parse, ParseOptions, TextEdit, TextRange, TextSize};

/// How long one figure is measured, and how often at the least.
const BUDGET: Duration = Duration::from_millis(600);
const RUNS: usize = 7;

const KEYSTROKES: usize = 100;

fn main() {
    let sheets = [
        ("40 KB game", "games/chess.kif", 2_600),
        ("25,658 lines", "large/arithmetic.kif", 25_658),
    ];
    println!(
        "{:14} {:>9} {:>10} {:>10} {:>10} {:>10}",
        "MB/s", "bytes", "lexing", "parsing", "reparsing", "linting"
    );
    for (name, path, lines) in sheets {
        let text = corpus_sheet(path).unwrap_or_else(|| counting_game(lines));
        let speed = |time: Duration| text.len() as f64 / 1e6 / time.as_secs_f64();
        let lexing = median(|| {
            black_box(Dialect::Kif.count_tokens(&text));
        });
        let parsing = median(|| {
            black_box(parse(&text));
        });
        let sheet = Sheet {
            name: path.to_owned(),
            bytes: text.clone().into_bytes(),
        };
        let linting = median(|| {
            black_box(linting::diagnostics(&sheet));
        });
        println!(
            "{name:14} {:>9} {:>10.0} {:>10.0} {:>10.0} {:>10.1}",
            text.len(),
            speed(lexing),
            speed(parsing),
            speed(reparsing(&text)),
            speed(linting)
        );
    }
}

fn parse(text: &str) -> Parse {
    Parse::new(text, Dialect::Kif, ParseOptions::default())
}

/// The median time of a run.
fn median(mut run: impl FnMut()) -> Duration {
    let begin = Instant::now();
    let mut times = Vec::new();
    while times.len() < RUNS || begin.elapsed() < BUDGET {
        let start = running();
        run();
        times.push(running() - start);
    }
    middle(times)
}

/// The median time from a keystroke to the tree of the text with it.
fn reparsing(text: &str) -> Duration {
    let mut text = text.to_owned();
    let mut tree = parse(&text);
    let mut typist = Typist::new(7);
    let mut times = Vec::new();
    for _ in 0..KEYSTROKES {
        let key = typist.next(&text);
        let at = |offset: usize| TextSize::try_from(offset).expect("a short text");
        let range = TextRange::new(at(key.start), at(key.end));
        let edit = TextEdit::replace(range, key.insert.as_str());
        text.replace_range(key.start..key.end, &key.insert);
        let start = running();
        tree = tree.reparse(&text, &edit);
        times.push(running() - start);
    }
    middle(times)
}

/// How long this thread has been running, since some moment.
#[cfg(unix)]
fn running() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)
        .expect("the thread has a clock")
        .into()
}

#[cfg(not(unix))]
fn running() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
