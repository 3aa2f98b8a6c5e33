//! Every sheet of the corpus is read without loss: whole, cut short and damaged.

use std::sync::Arc;

use herbrand_tests::corpus::{self, Sheet};
use syntax::{
    Block, Dialect, GreenNodeData, NodeOrToken, Parse, ParseOptions, SyntaxErrorKind, TextEdit,
    TextRange, TextSize,
};

fn parse(text: &str, sheet: &Sheet) -> Parse {
    Parse::new(
        text,
        Dialect::detect(sheet.extension(), text),
        ParseOptions::default(),
    )
}

fn token_starts(parse: &Parse) -> Vec<usize> {
    let elements = parse.root().descendants_with_tokens();
    let tokens = elements.filter_map(NodeOrToken::into_token);
    tokens
        .map(|token| token.text_range().start().into())
        .collect()
}

/// Whether `text` begins with what is written in a block, and the rest of it.
fn assert_block_lossless<'t>(block: &Block, text: &'t str, what: &impl Fn() -> String) -> &'t str {
    let mut rest = text;
    strip(&block.green, &mut rest, what);
    for error in &block.errors {
        let bounds = [error.range.start(), error.range.end()].map(usize::from);
        assert!(
            bounds.iter().all(|&at| text.is_char_boundary(at)),
            "{}: {error:?}",
            what()
        );
    }
    rest
}

/// Takes the text of a node off the front of `rest`.
fn strip(node: &GreenNodeData, rest: &mut &str, what: &impl Fn() -> String) {
    for child in node.children() {
        match child {
            NodeOrToken::Node(node) => strip(node, rest, what),
            NodeOrToken::Token(token) => {
                *rest = rest
                    .strip_prefix(token.text())
                    .unwrap_or_else(|| panic!("{}: not {:?}", what(), token.text()));
            }
        }
    }
}

fn assert_lossless(parse: &Parse, text: &str, what: impl Fn() -> String) {
    let mut rest = text;
    for block in parse.blocks() {
        rest = assert_block_lossless(block, rest, &what);
    }
    assert!(
        rest.is_empty(),
        "{}: {} bytes are missing",
        what(),
        rest.len()
    );
}

fn size(offset: usize) -> TextSize {
    TextSize::try_from(offset).expect("sheets are short")
}

#[test]
fn every_sheet_is_lossless() {
    for sheet in corpus::sheets("every_sheet_is_lossless") {
        let text = sheet.text();
        assert_lossless(&parse(&text, &sheet), &text, || sheet.name.clone());
    }
}

#[test]
fn small_sheets_cut_short_and_damaged_are_lossless() {
    for sheet in corpus::sheets("small_sheets_cut_short_and_damaged_are_lossless") {
        if !sheet.name.starts_with("edge/") && !sheet.name.starts_with("hrf/") {
            continue;
        }
        let text = sheet.text();
        for (at, character) in text.char_indices() {
            let prefix = &text[..at];
            assert_lossless(&parse(prefix, &sheet), prefix, || {
                format!("{} to {at}", sheet.name)
            });
            let without = [prefix, &text[at + character.len_utf8()..]].concat();
            assert_lossless(&parse(&without, &sheet), &without, || {
                format!("{} without {at}", sheet.name)
            });
        }
    }
}

/// Cuts every sheet at every one of its tokens, a million and a half in all.
///
/// Each cut is an edit of the one before, from the end backwards: to parse every prefix from
/// scratch means to read a hundred gigabytes. That an edited parse equals one from scratch is held
/// by the random edits of `syntax_edits.rs` and the `syntax` crate, and here at every 997th token.
/// Of every cut it is the blocks which the one before did not have whose text is compared; the
/// others stand where they stood.
#[test]
fn every_sheet_cut_at_every_token_is_lossless() {
    let sheets = corpus::sheets("every_sheet_cut_at_every_token_is_lossless");
    let cuts: usize = sheets.iter().map(cut_at_every_token).sum();
    assert!(sheets.is_empty() || cuts > 1_400_000, "only {cuts} cuts");
}

fn cut_at_every_token(sheet: &Sheet) -> usize {
    let text = sheet.text();
    let mut parse = parse(&text, sheet);
    let starts = token_starts(&parse);
    let mut end = text.len();
    for (count, &start) in starts.iter().rev().enumerate() {
        let prefix = &text[..start];
        let edit = TextEdit::delete(TextRange::new(size(start), size(end)));
        let cut = parse.reparse(prefix, &edit);
        let place = || format!("{} to {start}", sheet.name);
        assert_eq!(usize::from(cut.text_len()), start, "{}", place());
        for (index, (block, &at)) in cut.blocks().iter().zip(cut.starts()).enumerate().rev() {
            let before = parse.blocks().get(index).zip(parse.starts().get(index));
            if before.is_some_and(|(old, &was)| Arc::ptr_eq(old, block) && was == at) {
                continue;
            }
            assert_block_lossless(block, &text[usize::from(at)..], &place);
        }
        if count % 997 == 0 {
            let scratch = Parse::new(prefix, cut.dialect(), cut.options());
            assert_eq!(cut.green(), scratch.green(), "{}", place());
            assert_eq!(cut.errors(), scratch.errors(), "{}", place());
        }
        (parse, end) = (cut, start);
    }
    starts.len()
}

/// The best existing checker reads nearly all of these sheets; those that it cannot are in its
/// table.
#[test]
fn syntax_errors_are_those_of_the_oracle() {
    let test = "syntax_errors_are_those_of_the_oracle";
    let Some(rows) = corpus::table(test, "gdl-validation.tsv") else {
        return;
    };
    let row = |name: &str| [name, "error", "syntax-error"].map(str::to_owned);
    for sheet in corpus::sheets(test) {
        // It reads KIF alone, and sheets before their repair are not in the table.
        if sheet.name.starts_with("hrf/") || sheet.name.starts_with("fixes/") {
            continue;
        }
        let errors = parse(&sheet.text(), &sheet).errors();
        let found = errors
            .iter()
            .any(|error| !matches!(error.kind, SyntaxErrorKind::ConnectiveAsName));
        let expected = rows.iter().any(|known| known[..] == row(&sheet.name));
        assert_eq!(found, expected, "{}: {errors:?}", sheet.name);
    }
}

/// Those named `.gdl` are all KIF; the others hold what their names say.
#[test]
fn dialects_are_told_apart_without_the_name() {
    for sheet in corpus::sheets("dialects_are_told_apart_without_the_name") {
        let text = sheet.text();
        let expected = if sheet.extension() == Some("hrf") {
            Dialect::Hrf
        } else {
            Dialect::Kif
        };
        for extension in [Some("gdl"), sheet.extension()] {
            // Some test sheets begin with bare propositions, which read as HRF in a `.gdl`.
            if extension != sheet.extension() && sheet.name.starts_with("edge/") {
                continue;
            }
            let found = Dialect::detect(extension, &text);
            assert_eq!(found, expected, "{} as {extension:?}", sheet.name);
        }
    }
}
