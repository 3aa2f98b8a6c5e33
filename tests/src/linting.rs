//! Linting a text without the command line.

use source::{Content, Diagnostic, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions};

use crate::corpus::Sheet;

/// Everything that Herbrand reports about a sheet.
pub fn diagnostics(sheet: &Sheet) -> Vec<Diagnostic> {
    let text = sheet.text();
    let is_utf8 = std::str::from_utf8(&sheet.bytes).is_ok();
    let dialect = Dialect::detect(sheet.extension(), &text);
    let parse = Parse::new(&text, dialect, ParseOptions::default());
    let encoding = if is_utf8 {
        Encoding::Utf8
    } else {
        Encoding::Windows1252
    };
    let db = hir::RootDb::default();
    let content = Content {
        text: text.into(),
        parse,
        encoding,
    };
    let file = File::new(&db, sheet.name.as_str().into(), content);
    analysis::diagnostics(&db, file)
}
