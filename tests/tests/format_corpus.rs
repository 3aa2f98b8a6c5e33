//! The formatter keeps every token and comment of the corpus where it was, and is idempotent.

use herbrand_tests::corpus;
use syntax::{
    Dialect, FormatOptions, NodeOrToken, Parse, ParseOptions, SyntaxKind, format, format_edits,
};

fn parse(dialect: Dialect, text: &str) -> Parse {
    Parse::new(text, dialect, ParseOptions::default())
}

/// Kinds and texts of all tokens but blanks. What ends a comment is no part of it.
fn significant(parse: &Parse) -> Vec<(SyntaxKind, String)> {
    parse
        .root()
        .descendants_with_tokens()
        .filter_map(NodeOrToken::into_token)
        .filter(|token| token.kind() != SyntaxKind::Whitespace)
        .map(|token| (token.kind(), token.text().trim_end().to_owned()))
        .collect()
}

#[test]
fn every_sheet_keeps_its_tokens() {
    for sheet in corpus::sheets("every_sheet_keeps_its_tokens") {
        let text = sheet.text();
        let dialect = Dialect::detect(sheet.extension(), &text);
        let before = parse(dialect, &text);
        let formatted = format(&before, FormatOptions::default());
        let after = parse(dialect, &formatted);
        assert_eq!(significant(&before), significant(&after), "{}", sheet.name);
        assert_eq!(
            before.errors().len(),
            after.errors().len(),
            "{}",
            sheet.name
        );
        let again = format(&after, FormatOptions::default());
        assert!(
            again == formatted,
            "{} is formatted once and for all",
            sheet.name
        );
        let mut edited = text.clone();
        for edit in format_edits(&before, FormatOptions::default()).iter().rev() {
            edit.apply(&mut edited);
        }
        assert!(edited == formatted, "{}: the edits do the same", sheet.name);
    }
}
