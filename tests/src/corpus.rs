//! The corpus of real rule sheets, which lies beside the repository and not in it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A file of the corpus.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its path inside the corpus, with `/`.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Sheet {
    /// Its text; bytes that are not UTF-8 are read as Windows-1252.
    pub fn text(&self) -> String {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => encoding_rs::WINDOWS_1252
                .decode_without_bom_handling(&self.bytes)
                .0
                .into(),
        }
    }

    /// The part of its name behind the last dot.
    pub fn extension(&self) -> Option<&str> {
        self.name.rsplit_once('.').map(|(_, extension)| extension)
    }
}

/// The folder of the corpus: `HERBRAND_CORPUS`, else `../shared/corpus` beside the repository.
pub fn folder() -> Option<PathBuf> {
    let given = std::env::var_os("HERBRAND_CORPUS").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    Some(given.unwrap_or_else(beside)).filter(|folder| folder.is_dir())
}

/// All rule sheets of the corpus by name. Where there is no corpus, says so in the name of the
/// test and gives none.
pub fn sheets(test: &str) -> Vec<Sheet> {
    let Some(folder) = folder() else {
        say_skipped(test, "no corpus, set HERBRAND_CORPUS");
        return Vec::new();
    };
    let mut sheets = Vec::new();
    collect(&folder, &folder, &mut sheets);
    sheets.sort_by(|one, other| one.name.cmp(&other.name));
    assert!(
        sheets.len() > 400,
        "the corpus holds more than {} sheets",
        sheets.len()
    );
    sheets
}

/// A table of expected results, as lines of fields, without its heading.
pub fn table(test: &str, name: &str) -> Option<Vec<Vec<String>>> {
    let Some(folder) = folder() else {
        say_skipped(test, "no corpus, set HERBRAND_CORPUS");
        return None;
    };
    let path = folder.join("expected").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let fields = |line: &str| line.split('\t').map(str::to_owned).collect();
    Some(text.lines().skip(1).map(fields).collect())
}

/// Runners show nothing of a test that passes, so the line goes to the file that
/// `HERBRAND_SKIPS` names as well; `cargo xtask test` counts those.
#[allow(clippy::print_stderr, reason = "a skipped test has to say so")]
pub(crate) fn say_skipped(test: &str, why: &str) {
    let line = format!("{test}: {why}\n");
    eprint!("skipped: {line}");
    if let Some(path) = std::env::var_os("HERBRAND_SKIPS") {
        let mut file = fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .expect("the list of skipped tests can be opened");
        file.write_all(line.as_bytes()).expect("it can be written");
    }
}

fn collect(root: &Path, folder: &Path, sheets: &mut Vec<Sheet>) {
    let entries = fs::read_dir(folder).expect("a folder of the corpus can be read");
    for entry in entries {
        let path = entry.expect("an entry of the corpus can be read").path();
        if path.is_dir() {
            collect(root, &path, sheets);
        } else if path
            .extension()
            .is_some_and(|ext| ext == "kif" || ext == "gdl" || ext == "hrf")
        {
            let name = path.strip_prefix(root).expect("it lies inside");
            let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
            let bytes = fs::read(&path).expect("a sheet of the corpus can be read");
            sheets.push(Sheet {
                name: parts.join("/"),
                bytes,
            });
        }
    }
}
