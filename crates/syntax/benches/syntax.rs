//! Lexing and parsing speed, and the cost of a keystroke: `cargo bench -p herbrand-syntax`.
//!
//! Reads two sheets of the corpus (`HERBRAND_CORPUS`, else `../shared/corpus` beside the
//! repository); without it, made-up ones of the same size.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use divan::Bencher;
use divan::counter::BytesCount;
use herbrand_syntax::{Dialect, Parse, ParseOptions, TextEdit, TextRange, TextSize};

fn main() {
    divan::main();
}

/// A sheet by its size.
#[derive(Clone, Copy)]
enum Sheet {
    /// A game of ordinary size.
    Game,
    /// 25,570 forms.
    Large,
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sheet::Game => "game",
            Sheet::Large => "large",
        })
    }
}

const SHEETS: [Sheet; 2] = [Sheet::Game, Sheet::Large];

impl Sheet {
    fn text(self) -> String {
        let corpus = std::env::var_os("HERBRAND_CORPUS").map_or_else(
            || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
            PathBuf::from,
        );
        let (name, forms) = match self {
            Sheet::Game => ("games/chess.kif", 500),
            Sheet::Large => ("large/arithmetic.kif", 25_570),
        };
        std::fs::read_to_string(corpus.join(name)).unwrap_or_else(|_| made_up(forms))
    }
}

fn made_up(forms: usize) -> String {
    let form = |n: usize| match n % 20 {
        0 => format!("(<= (p{n} ?x ?y)\n    (succ ?x ?y)\n    (not (q ?x)))\n"),
        _ => format!("(succ {n} {})\n", n + 1),
    };
    (0..forms).map(form).collect()
}

fn parse(text: &str) -> Parse {
    Parse::new(text, Dialect::Kif, ParseOptions::default())
}

#[divan::bench(args = SHEETS)]
fn lex(bencher: Bencher<'_, '_>, sheet: Sheet) {
    let text = sheet.text();
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| Dialect::Kif.count_tokens(&text));
}

#[divan::bench(args = SHEETS)]
fn parse_from_scratch(bencher: Bencher<'_, '_>, sheet: Sheet) {
    let text = sheet.text();
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| parse(&text));
}

/// Types a character in the middle and takes it back.
#[divan::bench(args = SHEETS)]
fn reparse_two_keystrokes(bencher: Bencher<'_, '_>, sheet: Sheet) {
    let text = sheet.text();
    let at = text[..text.len() / 2]
        .rfind("x")
        .or(text.find("1"))
        .unwrap_or(0);
    type_and_undo(bencher, &text, at, "z");
}

/// Opens a parenthesis in the middle that nothing closes, and takes it back.
#[divan::bench(args = SHEETS)]
fn reparse_unclosed_and_undo(bencher: Bencher<'_, '_>, sheet: Sheet) {
    let text = sheet.text();
    let at = text[..text.len() / 2].rfind('(').unwrap_or(0);
    type_and_undo(bencher, &text, at, "(");
}

/// Goes on with a rule at the end, where a sheet grows, and takes it back.
#[divan::bench(args = SHEETS)]
fn reparse_unclosed_at_the_end(bencher: Bencher<'_, '_>, sheet: Sheet) {
    let text = sheet.text() + "\n(<= (p ?x)\n    (q ?x";
    type_and_undo(bencher, &text, text.len(), "y");
}

fn type_and_undo(bencher: Bencher<'_, '_>, text: &str, at: usize, insert: &str) {
    let typed = [&text[..at], insert, &text[at..]].concat();
    let start = TextSize::try_from(at).expect("a short text");
    let end = start + TextSize::of(insert);
    let there = TextEdit::replace(TextRange::empty(start), insert);
    let back = TextEdit::delete(TextRange::new(start, end));
    let before = parse(text);
    bencher.counter(BytesCount::of_str(text)).bench(|| {
        let after = before.reparse(&typed, &there);
        after.reparse(text, &back)
    });
}

/// One of the edits that cost most, at places all over the sheet: what is opened swallows what
/// follows, and a lost line end joins lines.
#[divan::bench(args = ["(", ")", ";", "(<= ", "(not (p "])]
fn reparse_hostile(bencher: Bencher<'_, '_>, insert: &str) {
    let text = Sheet::Large.text();
    let before = parse(&text);
    let count = AtomicU32::new(0);
    bencher
        .with_inputs(|| {
            // The golden ratio spreads the places over the sheet.
            let place = (f64::from(count.fetch_add(1, Relaxed)) * 0.618_033_988_75).fract();
            let at = (place * text.len() as f64) as usize;
            let typed = [&text[..at], insert, &text[at..]].concat();
            let start = TextSize::try_from(at).expect("a short text");
            (typed, TextEdit::replace(TextRange::empty(start), insert))
        })
        .bench_refs(|(typed, edit)| before.reparse(typed, edit));
}
