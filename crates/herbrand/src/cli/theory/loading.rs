//! Reads the files of a puzzle, and those that they use.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use driver::Theory;
use hir::RootDb;
use logic::formula::written::Statement;
use salsa::Setter as _;
use source::{Config, Content, File, Used, decode};

use super::super::args::ReadingArgs;
use super::super::engine::{Reading, parse};
use super::super::inputs::{self, Input};
use super::super::opened::Refusal;
use super::super::settings::Settings;
use super::super::verdict::Problem;
use super::{Loaded, OpenedTheory};
use crate::specs::IMPLIED;

/// A text that is no file, read after all others.
#[derive(Clone, Copy)]
pub(crate) enum Extra<'a> {
    /// Statements, and what they are called.
    Statements(&'a str, &'a str),
    /// The formula of a `check proves`; `infix` of all files counts in it.
    Formula(&'a str),
}

impl Extra<'_> {
    /// What it is called, its text, and how much of that, from its start, nobody has written.
    fn text(self, db: &RootDb, files: &[Loaded]) -> (String, String, usize) {
        match self {
            Self::Statements(name, text) => (name.to_owned(), text.to_owned(), 0),
            Self::Formula(formula) => {
                let mut text = infixes(db, files);
                text.push_str("check proves ");
                let hidden = text.len();
                text.push_str(formula);
                text.push('\n');
                ("<formula>".to_owned(), text, hidden)
            }
        }
    }
}

/// The `infix` statements of all files.
fn infixes(db: &RootDb, files: &[Loaded]) -> String {
    let mut text = String::new();
    for loaded in files {
        for blk in hir::blocks(db, loaded.file) {
            for lowered in hir::forms(db, *blk) {
                if let Some(Statement::Infix(names)) = lowered.form.statement.as_deref() {
                    for name in names {
                        text.push_str(&format!("infix {}\n", name.name));
                    }
                }
            }
        }
    }
    text
}

/// Reads the files and all that they use.
pub(crate) fn open(
    paths: &[PathBuf],
    args: &ReadingArgs,
    extra: Option<Extra<'_>>,
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
    if let Some(extra) = extra {
        let (name, text, hidden) = extra.text(&loader.db, &loader.files);
        loader.add(name, &text, source::Encoding::Utf8, None, Arc::default());
        if let Some(last) = loader.files.last_mut() {
            last.hidden = hidden;
        }
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
        extra: Option<Extra<'_>>,
    ) -> Result<Self, Refusal> {
        let db = RootDb::default();
        let mut files: Vec<Loaded> = Vec::new();
        for (name, content) in contents {
            files.push(Loaded::new(&db, &name, content, Arc::default()));
        }
        if let Some(extra) = extra {
            let (name, text, hidden) = extra.text(&db, &files);
            let options = syntax::ParseOptions::default();
            let content = Content {
                parse: syntax::Parse::new(&text, syntax::Dialect::Qprop, options),
                text: text.into(),
                encoding: source::Encoding::Utf8,
            };
            files.push(Loaded::new(&db, &name.into(), content, Arc::default()));
            if let Some(last) = files.last_mut() {
                last.hidden = hidden;
            }
        }
        let ids: Vec<File> = files.iter().map(|loaded| loaded.file).collect();
        let theory = Theory::of(&db, &ids);
        let opened = Self { db, theory, files };
        opened.without_errors(false)
    }
}

impl Loaded {
    fn new(db: &RootDb, name: &Arc<str>, content: Content, config: Arc<Config>) -> Self {
        Self {
            text: Arc::clone(&content.text),
            file: File::new(db, Arc::clone(name), content),
            name: name.to_string(),
            config,
            hidden: 0,
        }
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
        let root = reading.root.clone();
        self.add(input.name.clone(), &text, encoding, Some(reading), config);
        if let Some(last) = self.places.last_mut() {
            *last = place;
        }
        let new = self.files.len() - 1;
        if let Some(root) = root {
            let file = self.read(&root).map(|found| self.files[found].file);
            let text = IMPLIED.into();
            self.used[new].push(Used { text, file });
        }
        Ok(Some(new))
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
            Some(reading) if reading.dialect.is_some() => parse(&name, &text, &reading),
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
        let loaded = Loaded::new(&self.db, &name.into(), content, config);
        self.files.push(loaded);
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
        self.read(&base.unwrap_or(Path::new("")).join(text))
    }

    fn read(&mut self, path: &Path) -> Option<usize> {
        let input = Input::named(path)?;
        match self.load(&input).ok()? {
            Some(new) => {
                self.used_by(new);
                Some(new)
            }
            None => {
                let place = std::fs::canonicalize(path).ok();
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
