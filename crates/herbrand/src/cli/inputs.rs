//! Which files are meant, and what is in them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use rustc_hash::FxHashSet;

use super::verdict::Problem;

/// The name that standard input goes by.
pub(crate) const STDIN: &str = "<stdin>";

/// The largest file that is read unless the user says otherwise.
pub(crate) const MAX_FILE_SIZE: u64 = 64 << 20;

/// A file to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// What reports call it: the path as the user named it, with `/` between its parts.
    pub(crate) name: String,
    /// Where it is; `None` for standard input.
    pub(crate) path: Option<PathBuf>,
}

/// Finds the files that `paths` mean, each once, ordered by name, and says what cannot be.
/// A file that is named is taken whatever it is called; in a directory the extension decides.
pub(crate) fn find(paths: &[PathBuf]) -> (Vec<Input>, Vec<Problem>) {
    let mut inputs = Vec::new();
    let mut problems = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.push(Input {
                name: STDIN.to_owned(),
                path: None,
            });
        } else if fs::metadata(path).is_ok_and(|meta| meta.is_dir()) {
            walk(path, &mut inputs, &mut problems);
        } else {
            inputs.push(Input::at(path.clone()));
        }
    }
    inputs.sort_by(|a, b| a.name.cmp(&b.name));
    // One file by two names is one file, or `--fix` would write it from two threads.
    let mut seen = FxHashSet::default();
    if inputs.len() > 1 {
        inputs.retain(|input| {
            let path = input
                .path
                .as_deref()
                .map(|path| fs::canonicalize(path).unwrap_or(path.into()));
            seen.insert(path)
        });
    }
    (inputs, problems)
}

impl Input {
    /// The file of this name, or standard input for `-`; `None` for a directory.
    pub(crate) fn named(path: &Path) -> Option<Input> {
        if path.is_dir() {
            None
        } else {
            find(&[path.to_owned()]).0.pop()
        }
    }

    /// The file at this path.
    pub(crate) fn at(path: PathBuf) -> Input {
        Input {
            name: name_of(&path),
            path: Some(path),
        }
    }

    /// The directory whose configuration holds for the file.
    pub(crate) fn directory(&self) -> PathBuf {
        let parent = self.path.as_deref().and_then(Path::parent);
        parent
            .filter(|path| !path.as_os_str().is_empty())
            .unwrap_or(Path::new("."))
            .to_owned()
    }

    /// The bytes of the file.
    pub(crate) fn read(&self, limit: u64) -> Result<Vec<u8>, Problem> {
        let bytes = match &self.path {
            Some(path) => self.read_file(path, limit)?,
            None => {
                let failed = |error| Problem::new(&self.name, explain(&error));
                read_up_to(io::stdin().lock(), limit).map_err(failed)?
            }
        };
        if bytes.len() as u64 > limit {
            return Err(self.too_large(limit));
        }
        match looks_binary(&bytes) {
            Some(message) => Err(Problem::new(&self.name, message)),
            None => Ok(bytes),
        }
    }

    fn read_file(&self, path: &Path, limit: u64) -> Result<Vec<u8>, Problem> {
        let failed = |message: String| Problem::new(&self.name, message);
        // Looked at before it is opened: opening a pipe would wait for its writer.
        let meta = fs::metadata(path).map_err(|error| match fs::read_link(path) {
            Ok(target) if error.kind() == io::ErrorKind::NotFound => failed(format!(
                "a symbolic link to `{}`, which does not exist",
                target.display()
            )),
            _ => failed(explain(&error)),
        })?;
        if meta.is_dir() {
            return Err(failed(
                "a directory has taken the place of this file".to_owned(),
            ));
        }
        if !meta.is_file() {
            return Err(failed(
                "not a regular file; to read from a pipe, give `-` and redirect standard input"
                    .to_owned(),
            ));
        }
        if meta.len() > limit {
            return Err(self.too_large(limit));
        }
        let file = File::open(path).map_err(|error| failed(explain(&error)))?;
        read_up_to(file, limit).map_err(|error| failed(explain(&error)))
    }

    fn too_large(&self, limit: u64) -> Problem {
        Problem {
            path: self.name.clone(),
            message: format!(
                "larger than the limit of {limit} bytes; raise it with `--max-file-size`"
            ),
            limit: true,
            was_read: false,
        }
    }
}

/// Reads one byte more than the limit at the most, so that a file that grows is noticed.
fn read_up_to(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn walk(root: &Path, inputs: &mut Vec<Input>, problems: &mut Vec<Problem>) {
    let before = (inputs.len(), problems.len());
    for entry in WalkBuilder::new(root).build() {
        match entry {
            Ok(entry) => {
                let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
                // A link to a directory is not followed: it may lead in circles.
                if !is_directory && is_sheet(entry.path()) && !entry.path().is_dir() {
                    inputs.push(Input::at(entry.into_path()));
                }
            }
            Err(error) => problems.push(walk_problem(root, error)),
        }
    }
    if before == (inputs.len(), problems.len()) {
        let message = "no rule sheets in this directory; files that end in .kif, .gdl, .hrf or \
                       .qprop are taken, hidden and git-ignored ones are not";
        problems.push(Problem::new(name_of(root), message));
    }
}

fn walk_problem(root: &Path, error: ignore::Error) -> Problem {
    match error {
        ignore::Error::WithPath { path, err } => walk_problem(&path, *err),
        ignore::Error::WithDepth { err, .. } => walk_problem(root, *err),
        ignore::Error::Io(error) => Problem::new(name_of(root), explain(&error)),
        other => Problem::new(name_of(root), other.to_string()),
    }
}

/// Whether a file of this name is a rule sheet.
fn is_sheet(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        ["kif", "gdl", "hrf", "qprop"]
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// The path as reports name it.
pub(crate) fn name_of(path: &Path) -> String {
    let name = path.to_string_lossy();
    let name = if cfg!(windows) {
        name.replace('\\', "/")
    } else {
        name.into_owned()
    };
    match name.strip_prefix("./") {
        Some(rest) if !rest.is_empty() => rest.to_owned(),
        _ => name,
    }
}

/// Why an operation on a file failed, in a user's words.
pub(crate) fn explain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission to read it".to_owned(),
        _ => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default();
            let mut chars = text.chars();
            chars
                .next()
                .map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
        }
    }
}

/// What a file without text is; `None` for one with text.
fn looks_binary(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Some("encoded in UTF-16; save it as UTF-8");
    }
    memchr::memchr(0, bytes)?;
    // Without a byte order mark: every other byte of plain letters is 0.
    let start = &bytes[..bytes.len().min(1024)];
    let zeros = |first: usize| {
        start
            .iter()
            .skip(first)
            .step_by(2)
            .filter(|&&b| b == 0)
            .count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    let half = start.len() / 2;
    if half > 0 && even.max(odd) * 10 >= half * 9 && even.min(odd) * 10 <= half {
        return Some("encoded in UTF-16, it seems; save it as UTF-8");
    }
    Some("a binary file, not a rule sheet")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_the_user_wrote_them() {
        assert_eq!(name_of(Path::new("./a/b.kif")), "a/b.kif");
        assert_eq!(name_of(Path::new("../a.kif")), "../a.kif");
        assert_eq!(name_of(Path::new("./")), "./");
    }

    #[test]
    fn a_file_that_vanishes_is_said_to_be_gone() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("a.kif");
        fs::write(&path, "(p)").expect("written");
        let (inputs, problems) = find(&[directory.path().to_owned()]);
        assert_eq!((inputs.len(), problems.len()), (1, 0));
        fs::remove_file(&path).expect("removed");
        let problem = inputs[0].read(100).expect_err("it is gone");
        assert_eq!(problem.message, "no such file or directory");
    }

    #[test]
    fn one_file_by_two_names_is_read_once() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("a.kif");
        fs::write(&path, "(p)").expect("written");
        let (inputs, _) = find(&[path.clone(), directory.path().to_owned(), path]);
        assert_eq!(inputs.len(), 1);
    }
}
