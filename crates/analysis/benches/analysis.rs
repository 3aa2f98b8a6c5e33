//! Linting speed, and the cost of a keystroke: `cargo bench -p herbrand-analysis`.
//!
//! Reads two sheets of the corpus (`HERBRAND_CORPUS`, else `../shared/corpus` beside the
//! repository); without it, a made-up one.

use std::path::{Path, PathBuf};

use divan::Bencher;
use divan::counter::BytesCount;
use herbrand_analysis::diagnostics;
use salsa::Setter as _;
use source::{Content, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions, TextEdit, TextRange, TextSize};

fn main() {
    divan::main();
}

const SHEETS: [&str; 2] = ["games/chess.kif", "large/arithmetic.kif"];

fn text(sheet: &str) -> String {
    let corpus = std::env::var_os("HERBRAND_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
        PathBuf::from,
    );
    std::fs::read_to_string(corpus.join(sheet)).unwrap_or_else(|_| {
        let form = |n: usize| format!("(<= (p{n} ?x ?y)\n    (succ ?x ?y)\n    (not (q ?x)))\n");
        (0..500).map(form).collect()
    })
}

fn content(text: &str, parse: Parse) -> Content {
    Content {
        text: text.into(),
        parse,
        encoding: Encoding::Utf8,
    }
}

fn parsed(text: &str) -> Content {
    content(
        text,
        Parse::new(text, Dialect::Kif, ParseOptions::default()),
    )
}

/// All of it, from the text on.
#[divan::bench(args = SHEETS)]
fn lint(bencher: Bencher<'_, '_>, sheet: &str) {
    let text = text(sheet);
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let db = hir::RootDb::default();
        let file = File::new(&db, sheet.into(), parsed(&text));
        diagnostics(&db, file)
    });
}

/// Putting the diagnostics together where no query has to run.
#[divan::bench(args = SHEETS)]
fn assemble(bencher: Bencher<'_, '_>, sheet: &str) {
    let db = hir::RootDb::default();
    let file = File::new(&db, sheet.into(), parsed(&text(sheet)));
    diagnostics(&db, file);
    bencher.bench_local(|| diagnostics(&db, file));
}

/// Types a character in the middle and takes it back, with fresh diagnostics each time.
#[divan::bench(args = SHEETS)]
fn two_keystrokes(bencher: Bencher<'_, '_>, sheet: &str) {
    let text = text(sheet);
    let at = text[..text.len() / 2].rfind(')').unwrap_or(0);
    let typed = [&text[..at], "z", &text[at..]].concat();
    let start = TextSize::try_from(at).expect("a short text");
    let there = TextEdit::replace(TextRange::empty(start), "z");
    let back = TextEdit::delete(TextRange::at(start, TextSize::of('z')));
    let mut db = hir::RootDb::default();
    let file = File::new(&db, sheet.into(), parsed(&text));
    diagnostics(&db, file);
    bencher.bench_local(|| {
        for (text, edit) in [(&typed, &there), (&text, &back)] {
            let parse = file.content(&db).parse.reparse(text, edit);
            file.set_content(&mut db).to(content(text, parse));
            divan::black_box(diagnostics(&db, file));
        }
    });
}
