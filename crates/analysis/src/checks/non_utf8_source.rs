//! The bytes of the file are not UTF-8. Old sheets are often Latin-1, so it was read as
//! Windows-1252; other programs may read it otherwise, or not at all. The fix writes the file
//! again as UTF-8.
//!
//! ## Wrong
//! ```kif windows-1252
//! ; Königsspiel
//! (king red)
//! ```
//!
//! ## Right
//! ```kif
//! ; Königsspiel
//! (king red)
//! ```

use source::{Code, Diagnostic, Fix};
use syntax::{TextRange, TextSize};

use super::text_diagnostic;

/// Reports the file, at its first character that is not ASCII.
pub(crate) fn diagnostic(text: &str) -> Diagnostic {
    let first = text
        .char_indices()
        .find(|(_, character)| !character.is_ascii());
    let range = first.map_or(TextRange::default(), |(start, character)| {
        let start = TextSize::try_from(start).unwrap_or_default();
        TextRange::at(start, TextSize::of(character))
    });
    let mut diagnostic = text_diagnostic(
        Code::NON_UTF8_SOURCE,
        range,
        "this file is not UTF-8; it was read as Windows-1252",
    );
    diagnostic.fixes.push(Fix {
        title: "write the file as UTF-8".to_owned(),
        safe: true,
        edits: Vec::new(),
    });
    diagnostic
}
