//! Reads the files of a puzzle, and those that they use.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use driver::Theory;
use hir::RootDb;
use salsa::Setter as _;
use source::{Config, Content, File, Used, decode};

use super::super::args::ReadingArgs;
use super::super::engine::{Reading, parse};
use super::super::inputs::{self, Input};
use super::super::opened::Refusal;
use super::super::settings::Settings;
use super::super::verdict::Problem;
use super::{Loaded, OpenedTheory};

/// Reads the files and all that they use.
pub(crate) fn open(
    paths: &[PathBuf],
    args: &ReadingArgs,
    extra: Option<(&str, &str)>,
    color: bool,
) -> Result<OpenedTheory, Refusal> {
    let mut loader = Loader {
        db: RootDb::default(),
        args,
        files: Vec::new(),
        places: Vec::new(),
        used: Vec::new(),
    };
    for path in paths {
        let input = Input::named(path).ok_or_else(|| {
            let name = inputs::name_of(path);
            Problem::new(
                name,
                "a directory; give files, which make one spec together",
            )
        })?;
        if let Some(file) = loader.load(&input)? {
            loader.used_by(file);
        }
    }
    if let Some((name, text)) = extra {
        let config = Arc::default();
        loader.add(name.to_owned(), text, source::Encoding::Utf8, None, config);
    }
    loader.tie();
    let files: Vec<File> = loader.files.iter().map(|loaded| loaded.file).collect();
    let theory = Theory::of(&loader.db, &files);
    let opened = OpenedTheory {
        db: loader.db,
        theory,
        files: loader.files,
    };
    opened.without_errors(color)
}

impl OpenedTheory {
    /// A spec of files in memory, and of a last statement, if one is given.
    ///
    /// # Errors
    /// What is wrong with them, drawn.
    pub(crate) fn of_contents(
        contents: Vec<(Arc<str>, Content)>,
        extra: Option<(&str, &str)>,
    ) -> Result<Self, Refusal> {
        let db = RootDb::default();
        let mut files: Vec<Loaded> = Vec::new();
        let mut add = |name: Arc<str>, content: Content| {
            let text = Arc::clone(&content.text);
            let file = File::new(&db, Arc::clone(&name), content);
            let name = name.to_string();
            files.push(Loaded {
                file,
                name,
                text,
                config: Arc::default(),
            });
        };
        for (name, content) in contents {
            add(name, content);
        }
        if let Some((name, text)) = extra {
            let options = syntax::ParseOptions::default();
            let content = Content {
                text: text.into(),
                parse: syntax::Parse::new(text, syntax::Dialect::Qprop, options),
                encoding: source::Encoding::Utf8,
            };
            add(name.into(), content);
        }
        let ids: Vec<File> = files.iter().map(|loaded| loaded.file).collect();
        let theory = Theory::of(&db, &ids);
        let opened = Self { db, theory, files };
        opened.without_errors(false)
    }
}

struct Loader<'a> {
    db: RootDb,
    args: &'a ReadingArgs,
    files: Vec<Loaded>,
    /// Where the files are, so that each is read once.
    places: Vec<Option<PathBuf>>,
    /// What the `use` statements of each file come to.
    used: Vec<Vec<Used>>,
}

impl Loader<'_> {
    /// Reads a file, if it is not there; its place among the files.
    fn load(&mut self, input: &Input) -> Result<Option<usize>, Problem> {
        let path = input.path.as_deref();
        let place = path.map(|path| std::fs::canonicalize(path).unwrap_or(path.to_owned()));
        if place.is_some() && self.places.contains(&place) {
            return Ok(None);
        }
        if path.is_some_and(is_rule_sheet) {
            let message = "a rule sheet, not a puzzle in QPROP; `herbrand model` and `herbrand \
                           ground` read it";
            return Err(Problem::new(&input.name, message));
        }
        let config = Settings::new(self.args.config.as_deref())?.of(&input.directory())?;
        let reading = Reading::of(self.args, &config, input);
        let (text, encoding) = decode(reading.bytes(input)?);
        self.add(input.name.clone(), &text, encoding, Some(reading), config);
        if let Some(last) = self.places.last_mut() {
            *last = place;
        }
        Ok(Some(self.files.len() - 1))
    }

    fn add(
        &mut self,
        name: String,
        text: &str,
        encoding: source::Encoding,
        reading: Option<Reading>,
        config: Arc<Config>,
    ) {
        let text: Arc<str> = text.into();
        let parse = match reading {
            Some(reading) if reading.dialect.is_some() => parse(&name, &text, reading),
            _ => syntax::Parse::new(
                &text,
                syntax::Dialect::Qprop,
                reading.map_or_else(syntax::ParseOptions::default, |reading| reading.options),
            ),
        };
        let content = Content {
            text: Arc::clone(&text),
            parse,
            encoding,
        };
        let file = File::new(&self.db, name.clone().into(), content);
        self.files.push(Loaded {
            file,
            name,
            text,
            config,
        });
        self.places.push(None);
        self.used.push(Vec::new());
    }

    /// Reads the files that a file uses, and what they use. What cannot be read is missing, and
    /// reported where it is named.
    fn used_by(&mut self, user: usize) {
        for text in hir::mentioned_files(&self.db, self.files[user].file).to_vec() {
            let found = self.used(user, &text);
            let file = found.map(|found| self.files[found].file);
            self.used[user].push(Used { text, file });
        }
    }

    /// A file that another one uses, read if it is not there.
    fn used(&mut self, user: usize, text: &str) -> Option<usize> {
        let base = Path::new(&self.files[user].name).parent();
        let path = base.unwrap_or(Path::new("")).join(text);
        let input = Input::named(&path)?;
        match self.load(&input).ok()? {
            Some(new) => {
                self.used_by(new);
                Some(new)
            }
            None => {
                let place = std::fs::canonicalize(&path).ok();
                self.places.iter().position(|known| *known == place)
            }
        }
    }

    /// Tells the files of the files that they use.
    fn tie(&mut self) {
        for (loaded, used) in self.files.iter().zip(&mut self.used) {
            let used = std::mem::take(used);
            loaded.file.set_used(&mut self.db).to(used.into());
        }
    }
}

/// Whether the name of a file says that it is GDL.
fn is_rule_sheet(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        let mut names = ["kif", "hrf", "gdl"].iter();
        names.any(|name| extension.eq_ignore_ascii_case(name))
    })
}
