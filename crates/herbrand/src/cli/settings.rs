//! The configuration that holds for each file.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use source::{CONFIG_FILE, Config, LineIndex, PositionEncoding};

use super::inputs::{explain, name_of};
use super::verdict::Problem;

/// Finds and keeps configurations.
pub(crate) struct Settings {
    /// The one that the user named.
    fixed: Option<Arc<Config>>,
    by_directory: FxHashMap<PathBuf, Arc<Config>>,
}

impl Settings {
    /// `file` is the configuration that the user named, if any; it then holds for all files.
    pub(crate) fn new(file: Option<&Path>) -> Result<Settings, Problem> {
        let fixed = file.map(read).transpose()?.map(Arc::new);
        Ok(Settings {
            fixed,
            by_directory: FxHashMap::default(),
        })
    }

    /// The configuration for the files of a directory: that of the nearest `herbrand.toml`
    /// there or above, or the default.
    pub(crate) fn of(&mut self, directory: &Path) -> Result<Arc<Config>, Problem> {
        if let Some(config) = &self.fixed {
            return Ok(Arc::clone(config));
        }
        if let Some(config) = self.by_directory.get(directory) {
            return Ok(Arc::clone(config));
        }
        let absolute = fs::canonicalize(directory).unwrap_or_else(|_| directory.to_owned());
        let config = match absolute
            .ancestors()
            .map(|dir| dir.join(CONFIG_FILE))
            .find(|file| file.exists())
        {
            None => Arc::new(Config::default()),
            // Directories below one configuration share it, by the name of its file.
            Some(file) => match self.by_directory.get(&file) {
                Some(config) => Arc::clone(config),
                None => {
                    let config = Arc::new(read(&file)?);
                    self.by_directory.insert(file, Arc::clone(&config));
                    config
                }
            },
        };
        self.by_directory
            .insert(directory.to_owned(), Arc::clone(&config));
        Ok(config)
    }
}

fn read(file: &Path) -> Result<Config, Problem> {
    let name = name_of(file);
    if file.is_dir() {
        let message = "a directory, where a configuration file should be";
        return Err(Problem::new(name, message));
    }
    let text = fs::read(file).map_err(|error| Problem::new(&name, explain(&error)))?;
    let text = String::from_utf8(text)
        .map_err(|_| Problem::new(&name, "not encoded in UTF-8, which a configuration must be"))?;
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    let parsed = Config::parse(&text).map(|config| Config { folder, ..config });
    parsed.map_err(|error| {
        let place = error
            .range
            .as_ref()
            .and_then(|range| u32::try_from(range.start).ok());
        match place {
            None => Problem::new(name.clone(), error.message),
            Some(start) => {
                let index = LineIndex::new(&text);
                let at = index.position(&text, start.into(), PositionEncoding::Utf32);
                Problem::new(
                    format!("{name}:{}:{}", at.line + 1, at.column + 1),
                    error.message,
                )
            }
        }
    })
}
