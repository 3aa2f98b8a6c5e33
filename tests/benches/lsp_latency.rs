//! How long a keystroke takes to fresh diagnostics, over standard input and output.
//!
//! Replays random edits on a game of 40 KB and on the sheet of 25,658 lines (on games of our
//! own of these sizes where the corpus is not there), and on puzzles of 100 and of 5,000 lines; and
//! prints, in milliseconds, the median,
//! the 95th percentile and the maximum from the moment before a change is written to the moment
//! when the diagnostics of its version have been read. Diagnostics are pushed, with a pause of
//! 0. Numbers of edits may be given as an argument.
#![expect(clippy::print_stdout, reason = "a bench prints")]

use std::time::{Duration, Instant};

use herbrand_tests::{Client, Typist, corpus_sheet, counting_game, counting_puzzle};
use serde_json::json;
use source::{LineIndex, PositionEncoding};
use syntax::TextSize;

fn main() {
    let edits = std::env::args()
        .skip(1)
        .find_map(|arg| arg.parse().ok())
        .unwrap_or(500);
    let sheets = [
        (
            "40 KB game",
            "untitled:game.kif",
            sheet("games/chess.kif", 2_600),
        ),
        (
            "25,658 lines",
            "untitled:game.kif",
            sheet("large/arithmetic.kif", 25_658),
        ),
        ("small puzzle", "untitled:a.qprop", counting_puzzle(100)),
        ("5,000 lines", "untitled:a.qprop", counting_puzzle(5_000)),
    ];
    println!(
        "{:14} {:>9} {:>6} {:>8} {:>8} {:>8} {:>8}",
        "sheet", "bytes", "edits", "p50 ms", "p95 ms", "max ms", "reports"
    );
    for (name, uri, text) in sheets {
        let bytes = text.len();
        let (mut times, reports) = replay(uri, text, edits);
        times.sort();
        let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
        println!(
            "{name:14} {bytes:>9} {:>6} {:>8.2} {:>8.2} {:>8.2} {reports:>8}",
            times.len(),
            at(50),
            at(95),
            at(100)
        );
    }
}

/// A sheet of the corpus, or a game of our own of so many lines.
fn sheet(path: &str, lines: usize) -> String {
    corpus_sheet(path).unwrap_or_else(|| counting_game(lines))
}

/// The times, and how many diagnostics the last report had.
fn replay(uri: &str, mut text: String, edits: usize) -> (Vec<Duration>, usize) {
    let capabilities = json!({
        "general": { "positionEncodings": ["utf-8"] },
        "textDocument": { "publishDiagnostics": { "versionSupport": true, "relatedInformation": true } },
    });
    let mut client = Client::initialized(&capabilities, &json!({ "diagnostics": { "pause": 0 } }));
    client.open(uri, &text);
    client.diagnostics(uri);
    let mut typist = Typist::new(7);
    let mut times = Vec::new();
    let mut reports = 0;
    for version in (2..).take(edits) {
        let key = typist.next(&text);
        let lines = LineIndex::new(&text);
        let at = |offset: usize| {
            let offset = TextSize::try_from(offset).expect("a small text");
            let at = lines.position(&text, offset, PositionEncoding::Utf8);
            [at.line, at.column]
        };
        let ([line, column], [end_line, end_column]) = (at(key.start), at(key.end));
        let start = Instant::now();
        client.edit(
            uri,
            version,
            [line, column, end_line, end_column],
            &key.insert,
        );
        let report = client.diagnostics(uri);
        times.push(start.elapsed());
        assert_eq!(report["version"], version);
        reports = report["diagnostics"].as_array().map_or(0, Vec::len);
        text.replace_range(key.start..key.end, &key.insert);
    }
    (times, reports)
}
