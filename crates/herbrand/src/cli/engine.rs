//! What the commands ask of the analysis.

use std::path::Path;
use std::sync::Arc;

use super::args::Language;
use hir::RootDb;
use source::{Content, Diagnostic, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions};

/// How a text is to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// The spelling, if it is not for the text to decide.
    pub(crate) dialect: Option<Dialect>,
    /// The limits of the parser.
    pub(crate) options: ParseOptions,
}

/// Parses a text.
pub(crate) fn parse(name: &str, text: &str, reading: Reading) -> Parse {
    let extension = Path::new(name)
        .extension()
        .and_then(|extension| extension.to_str());
    let dialect = reading
        .dialect
        .unwrap_or_else(|| Dialect::detect(extension, text));
    Parse::new(text, dialect, reading.options)
}

/// All diagnostics of a text, at their codes' own levels. A database for each text: nothing of
/// it is kept, however many files there are.
pub(crate) fn diagnose(
    name: &str,
    text: &Arc<str>,
    encoding: Encoding,
    reading: Reading,
) -> Vec<Diagnostic> {
    let db = RootDb::default();
    let parse = parse(name, text, reading);
    let content = Content {
        text: Arc::clone(text),
        parse,
        encoding,
    };
    let file = File::new(&db, name.into(), content);
    analysis::diagnostics(&db, file)
}

impl Reading {
    /// What the options say.
    pub(crate) fn of(args: &super::args::InputArgs) -> Reading {
        let dialect = args.language.map(dialect_of);
        let options = args
            .max_nesting
            .map_or_else(ParseOptions::default, |max_depth| ParseOptions {
                max_depth,
            });
        Reading { dialect, options }
    }
}

/// The spelling that the user names.
pub(crate) fn dialect_of(language: Language) -> Dialect {
    match language {
        Language::Kif => Dialect::Kif,
        Language::Hrf => Dialect::Hrf,
    }
}
