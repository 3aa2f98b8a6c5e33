//! Lowering, and what a keystroke costs from the text to the index of the file:
//! `cargo bench -p herbrand-hir`.
//!
//! Reads the largest sheet of the corpus (`HERBRAND_CORPUS`, else `../shared/corpus` beside the
//! repository); without it, a made-up one of the same size.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use divan::Bencher;
use herbrand_hir::{self as hir, RootDb};
use salsa::Setter as _;
use source::{Content, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions, TextEdit, TextRange, TextSize};

fn main() {
    divan::main();
}

fn sheet() -> String {
    let corpus = std::env::var_os("HERBRAND_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
        PathBuf::from,
    );
    std::fs::read_to_string(corpus.join("large/arithmetic.kif")).unwrap_or_else(|_| {
        (0..25_570)
            .map(|n| format!("(succ {n} {})\n", n + 1))
            .collect()
    })
}

fn loaded() -> (RootDb, File) {
    let text = sheet();
    let parse = Parse::new(&text, Dialect::Kif, ParseOptions::default());
    let db = RootDb::default();
    let content = Content {
        text: text.into(),
        parse,
        encoding: Encoding::Utf8,
    };
    let file = File::new(&db, "arithmetic.kif".into(), content);
    (db, file)
}

fn replace(db: &mut RootDb, file: File, at: usize, len: usize, insert: &str) -> Content {
    let size = |n: usize| TextSize::new(u32::try_from(n).expect("a small text"));
    let edit = TextEdit::replace(TextRange::at(size(at), size(len)), insert);
    let old = file.content(db).clone();
    let mut text = old.text.to_string();
    edit.apply(&mut text);
    let text: Arc<str> = text.into();
    let parse = old.parse.reparse(&text, &edit);
    drop(old);
    let content = Content {
        text,
        parse,
        encoding: Encoding::Utf8,
    };
    file.set_content(db).to(content)
}

#[divan::bench]
fn lower_all(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(loaded).bench_refs(|(db, file)| {
        hir::blocks(db, *file)
            .iter()
            .map(|&blk| hir::forms(db, blk).len())
            .sum::<usize>()
    });
}

#[divan::bench]
fn index_all(bencher: Bencher<'_, '_>) {
    let lowered = || {
        let (db, file) = loaded();
        for &blk in hir::blocks(&db, file) {
            hir::forms(&db, blk);
        }
        (db, file)
    };
    bencher.with_inputs(lowered).bench_refs(|(db, file)| {
        hir::vocabulary(db, *file);
        hir::alike(db, *file).len()
    });
}

/// The queries after one keystroke in the middle of the sheet: a digit typed and taken back.
#[divan::bench]
fn keystroke(bencher: Bencher<'_, '_>) {
    let (mut db, file) = loaded();
    hir::vocabulary(&db, file);
    hir::alike(&db, file);
    let text = Arc::clone(&file.content(&db).text);
    let at = text.len() / 2 + text[text.len() / 2..].find(')').expect("a form");
    let mut typed = false;
    let db = std::cell::RefCell::new(&mut db);
    bencher
        .with_inputs(|| {
            typed = !typed;
            let (len, insert) = if typed { (0, "7") } else { (1, "") };
            replace(&mut db.borrow_mut(), file, at, len, insert)
        })
        .bench_local_values(|old| {
            let db = db.borrow();
            hir::vocabulary(&**db, file);
            hir::alike(&**db, file);
            old
        });
}
