//! The rules of a sheet, as the engines take them.

use hir::{Profile, RootDb};
use logic::Rule;
use source::{Content, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions};

use crate::corpus::Sheet;

/// The rules of a sheet, those with syntax errors left out, and whether it is a game.
pub fn rules(sheet: &Sheet) -> (Vec<Rule>, Profile) {
    let text = sheet.text();
    let dialect = Dialect::detect(sheet.extension(), &text);
    let parse = Parse::new(&text, dialect, ParseOptions::default());
    let db = RootDb::default();
    let content = Content {
        text: text.into(),
        parse,
        encoding: Encoding::Utf8,
    };
    let file = File::new(&db, sheet.name.as_str().into(), content);
    let blocks = hir::blocks(&db, file).iter();
    let forms = blocks.flat_map(|&block| hir::forms(&db, block));
    let rules = forms
        .filter(|lowered| !lowered.form.incomplete)
        .filter_map(|lowered| lowered.form.rule.clone());
    (rules.collect(), hir::vocabulary(&db, file).profile)
}
