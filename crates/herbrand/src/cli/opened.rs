//! One file, read for a command that asks what it means.

use std::path::Path;
use std::sync::Arc;

use driver::Spec;
use hir::{RootDb, Site};
use source::{Diagnostic, File, LineIndex, PositionEncoding, decode};

use syntax::{Dialect, TextSize};

use super::args::{LintFormat, ReadingArgs};
use super::console::Console;
use super::engine::{Reading, load};
use super::inputs::{self, Input};
use super::lint::{Sheet, Style, piece};
use super::settings::Settings;
use super::verdict::{Problem, Verdict};

/// A file in a database of its own.
pub(crate) struct Opened {
    pub(crate) db: RootDb,
    pub(crate) file: File,
    /// What reports call it.
    pub(crate) name: String,
    pub(crate) text: Arc<str>,
    /// Asked for each of a million facts, so that it is made once.
    lines: LineIndex,
}

/// Why a command has no answer.
pub(crate) enum Refusal {
    /// The file, or another one that was named, cannot be read.
    Problem(Problem),
    /// It can, but has errors: they are drawn already.
    Errors(String),
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        Refusal::Problem(problem)
    }
}

impl Refusal {
    /// Says it on standard error.
    pub(crate) fn say(&self, console: Console) -> Verdict {
        let mut verdict = Verdict::default();
        match self {
            Refusal::Problem(problem) => {
                console.error(&problem.line());
                verdict.add(problem);
            }
            Refusal::Errors(drawn) => {
                console.raw(drawn);
                verdict.errors = true;
            }
        }
        verdict
    }
}

/// Reads a file that the user names, or standard input for `-`.
pub(crate) fn open(path: &Path, args: &ReadingArgs) -> Result<Opened, Problem> {
    let input = Input::named(path)
        .ok_or_else(|| Problem::new(inputs::name_of(path), "a directory; give one file"))?;
    let config = Settings::new(args.config.as_deref())?.of(&input.directory())?;
    let reading = Reading::of(args, &config, &input);
    open_input(&input, &reading)
}

/// Reads an input.
pub(crate) fn open_input(input: &Input, reading: &Reading) -> Result<Opened, Problem> {
    let (text, encoding) = decode(reading.bytes(input)?);
    let text: Arc<str> = text.into();
    let (db, file) = load(&input.name, &text, encoding, reading);
    Ok(Opened::new(db, file, input.name.clone(), text))
}

impl Opened {
    pub(crate) fn new(db: RootDb, file: File, name: String, text: Arc<str>) -> Opened {
        Opened {
            db,
            file,
            lines: LineIndex::new(&text),
            name,
            text,
        }
    }

    /// The language that the file is read in.
    pub(crate) fn dialect(&self) -> Dialect {
        self.file.content(&self.db).parse.dialect()
    }

    /// Refuses a file that is no rule sheet, rather than to say that it has no rules.
    pub(crate) fn must_be_rules(&self) -> Result<(), Problem> {
        if self.dialect() != Dialect::Qprop {
            return Ok(());
        }
        let message = "a puzzle in QPROP, not a rule sheet; `herbrand solve` finds its models";
        Err(Problem::new(self.name.clone(), message))
    }

    /// What the file says; the errors that keep it from having a meaning, drawn.
    pub(crate) fn spec(&self, console: Console) -> Result<Spec, Refusal> {
        self.must_be_rules()?;
        let obstacles = driver::obstacles(&self.db, self.file);
        if obstacles.is_empty() {
            return Ok(Spec::of(&self.db, self.file));
        }
        Err(Refusal::Errors(self.draw(obstacles, console)))
    }

    /// Draws reports as `lint` does.
    pub(crate) fn draw(&self, reports: Vec<Diagnostic>, console: Console) -> String {
        let sheet = Sheet::new(self.name.clone(), Arc::clone(&self.text), reports);
        let style = Style {
            format: LintFormat::Text,
            color: console.error_color(),
            max_reports: 3,
        };
        piece(&sheet, style)
    }

    /// `FILE:LINE:COLUMN` of the form that a node is in.
    pub(crate) fn place(&self, site: Site) -> String {
        self.place_at(self.start_of(site))
    }

    /// The line of the form that a node is in, from 1.
    pub(crate) fn line_of(&self, site: Site) -> u32 {
        self.line_at(self.start_of(site))
    }

    fn start_of(&self, site: Site) -> TextSize {
        let places = hir::BlockPlaces::new(&self.db, self.file, site.block);
        let range = places.and_then(|places| match site.item {
            hir::Item::Form(form) => places.forms().get(form as usize).copied(),
            hir::Item::Directive(line) => Some(places.directives().get(line as usize)?.full),
        });
        range.unwrap_or_default().start()
    }

    /// The line of an offset, from 1.
    pub(crate) fn line_at(&self, offset: TextSize) -> u32 {
        self.lines.line(offset) + 1
    }

    /// `FILE:LINE:COLUMN` of an offset.
    pub(crate) fn place_at(&self, offset: TextSize) -> String {
        let at = self
            .lines
            .position(&self.text, offset, PositionEncoding::Utf32);
        format!("{}:{}:{}", self.name, at.line + 1, at.column + 1)
    }
}
