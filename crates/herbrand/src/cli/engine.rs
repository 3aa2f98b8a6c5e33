//! What the commands ask of the analysis.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::Grounded;
use driver::{Examining, Spec, Theory};
use ground::Options;
use hir::RootDb;
use source::{Config, Content, Diagnostic, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions};

use super::args::{Language, ReadingArgs};
use super::evaluation::problem;
use super::inputs::{Input, MAX_FILE_SIZE};
use super::opened::Opened;
use super::uses::load_used;
use super::verdict::Problem;
use crate::specs::root_of;

/// How a file is to be read.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// The spelling, if it is not for the text to decide.
    pub(crate) dialect: Option<Dialect>,
    /// The limits of the parser.
    pub(crate) options: ParseOptions,
    /// The largest file to read, in bytes.
    pub(crate) max_file_size: u64,
    /// The root of the spec that the file is an instance of, which it uses without a word.
    pub(crate) root: Option<PathBuf>,
}

impl Reading {
    /// What the options say of this file, and where they do not, its configuration. A file's
    /// own text tells its spelling; `--language` is about standard input.
    pub(crate) fn of(args: &ReadingArgs, config: &Config, input: &Input) -> Reading {
        let language = args.language.filter(|_| input.path.is_none());
        let nesting = args.max_nesting.or(config.max_nesting);
        let size = args.max_file_size.or(config.max_file_size);
        Reading {
            dialect: language.map(|language| match language {
                Language::Kif => Dialect::Kif,
                Language::Hrf => Dialect::Hrf,
                Language::Qprop => Dialect::Qprop,
            }),
            options: nesting.map_or_else(ParseOptions::default, |max_depth| ParseOptions {
                max_depth,
            }),
            max_file_size: size.unwrap_or(MAX_FILE_SIZE),
            root: input.path.as_deref().and_then(|path| root_of(config, path)),
        }
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// With what is to be told about a file that cannot be read.
    pub(crate) fn bytes(&self, input: &Input) -> Result<Vec<u8>, Problem> {
        input.read(self.max_file_size)
    }
}

/// Parses a text.
pub(crate) fn parse(name: &str, text: &str, reading: &Reading) -> Parse {
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
    reading: &Reading,
) -> Vec<Diagnostic> {
    let (db, file) = load(name, text, encoding, reading);
    analysis::diagnostics(&db, file)
}

/// What was reported of a text together with what it grounds to.
pub(crate) struct Diagnosed {
    /// The reports.
    pub(crate) reports: Vec<Diagnostic>,
    /// Why not all of what it grounds to is known.
    pub(crate) problem: Option<Problem>,
    /// Whether the user stopped it: then nothing of that is known.
    pub(crate) cancelled: bool,
}

impl From<Vec<Diagnostic>> for Diagnosed {
    fn from(reports: Vec<Diagnostic>) -> Self {
        Self {
            reports,
            problem: None,
            cancelled: false,
        }
    }
}

/// The same with what is found in what the text grounds to. The options are those of a game, or of
/// a program; a puzzle has its own, and may be solved for rules that others imply. A text without a meaning is not grounded: its errors say why.
pub(crate) fn diagnose_grounded<'a>(
    name: &str,
    text: &Arc<str>,
    encoding: Encoding,
    reading: &Reading,
    options: &dyn Fn(bool) -> Options<'a>,
    of_puzzles: &Examining<'_>,
    implied: bool,
) -> Diagnosed {
    let (db, file) = load(name, text, encoding, reading);
    if file.content(&db).parse.dialect() == Dialect::Qprop {
        let (mut findings, examined) = Theory::lint(&db, file, of_puzzles);
        if implied && examined.complete {
            let (theory, reports) = Theory::implied(&db, file, of_puzzles);
            findings.extend(theory.findings(&db, file, &reports));
        }
        let grounded = Grounded {
            findings: &findings,
            complete: examined.complete,
        };
        return Diagnosed {
            reports: analysis::diagnostics_grounded(&db, file, grounded),
            problem: None,
            cancelled: examined.stop == Some(ground::formula::Error::Cancelled),
        };
    }
    if !driver::obstacles(&db, file).is_empty() {
        return analysis::diagnostics(&db, file).into();
    }
    let opened = Opened::new(db, file, name.to_owned(), Arc::clone(text));
    let spec = Spec::of(&opened.db, file);
    let (findings, stop) = match spec.findings(&options(spec.vocabulary.is_game())) {
        Ok(findings) => (findings, None),
        Err(mut stop) => (std::mem::take(&mut stop.findings), Some(stop)),
    };
    let grounded = Grounded {
        findings: &findings,
        complete: stop.is_none(),
    };
    Diagnosed {
        reports: analysis::diagnostics_grounded(&opened.db, file, grounded),
        cancelled: stop.as_ref().is_some_and(|stop| stop.cancelled),
        problem: stop.map(|stop| problem(&stop, &opened)),
    }
}

/// A text in a database of its own, with the files that it uses.
pub(crate) fn load(
    name: &str,
    text: &Arc<str>,
    encoding: Encoding,
    reading: &Reading,
) -> (RootDb, File) {
    let mut db = RootDb::default();
    let content = Content {
        text: Arc::clone(text),
        parse: parse(name, text, reading),
        encoding,
    };
    let file = File::new(&db, name.into(), content);
    load_used(&mut db, file, name, reading);
    (db, file)
}
