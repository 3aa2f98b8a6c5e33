//! Theories of texts.

use driver::Theory;
use hir::RootDb;
use logic::formula::Instance;
use source::{Content, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions};

/// The theory of one text.
pub fn theory(text: &str) -> Theory {
    let db = RootDb::default();
    let content = Content {
        text: text.into(),
        parse: Parse::new(text, Dialect::Qprop, ParseOptions::default()),
        encoding: Encoding::Utf8,
    };
    let file = File::new(&db, "test.qprop".into(), content);
    Theory::of(&db, &[file])
}

/// The values of a theory.
///
/// # Panics
/// Where something in the text keeps it from having any.
pub fn instance(theory: &Theory, text: &str) -> Instance {
    Instance::of(&theory.spec, &[], 1_000_000).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"))
}
