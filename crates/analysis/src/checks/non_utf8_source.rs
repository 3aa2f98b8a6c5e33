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

#[cfg(test)]
mod tests {
    use source::{Code, Encoding};

    use crate::test_support::{Source, check_source};

    const CODE: Code = Code::NON_UTF8_SOURCE;

    fn latin(text: &str) -> Source {
        let mut source = Source::new("test.gdl", text);
        source.encoding = Encoding::Windows1252;
        source
    }

    #[test]
    fn at_the_first_character_that_is_not_ascii() {
        check_source(
            &latin("(p a)\n; K\u{f6}nigsspiel f\u{fc}r zwei\n"),
            CODE,
            "warning `\u{f6}` (line 2): this file is not UTF-8; it was read as Windows-1252",
        );
    }

    #[test]
    fn what_is_utf8_may_have_any_character() {
        check_source(&Source::new("test.gdl", "; K\u{f6}nig\n(p a)\n"), CODE, "");
    }

    #[test]
    fn writing_it_again_is_the_fix() {
        let found = latin("; K\u{f6}nig\n").diagnostics();
        let fixes: Vec<_> = found.iter().flat_map(|found| &found.fixes).collect();
        let [fix] = &*fixes else {
            panic!("one fix: {found:?}")
        };
        assert!(fix.safe && fix.edits.is_empty(), "{fix:?}");
        assert_eq!(fix.title, "write the file as UTF-8");
    }
}
