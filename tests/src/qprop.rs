//! The reference reader of QPROP, which lies beside the corpus, and trees in its words.

pub mod random;
mod reading;
mod theories;

use std::fs;
use std::path::{Path, PathBuf};

use crate::corpus::{self, say_skipped};

pub use reading::reading;
pub use theories::{instance, theory};

/// The folder of the reference reader: `HERBRAND_QPROP`, else the neighbour `qprop` of the corpus.
pub fn folder() -> Option<PathBuf> {
    let given = std::env::var_os("HERBRAND_QPROP").map(PathBuf::from);
    let beside = || Some(corpus::folder()?.parent()?.join("qprop"));
    given.or_else(beside).filter(|folder| folder.is_dir())
}

/// Says that a test is skipped, because the folder is not there.
pub fn say_no_folder(test: &str) {
    say_skipped(test, "no reference reader, set HERBRAND_QPROP");
}

/// Says that a test is skipped, because there is no Python.
pub fn say_no_python(test: &str) {
    say_skipped(test, "no python3");
}

/// The specs beside the reference reader, each with its name.
pub fn specs(folder: &Path) -> Vec<(String, String)> {
    let folders = [folder.to_owned(), folder.join("specs")];
    let mut specs: Vec<(String, String)> = folders
        .iter()
        .filter(|folder| folder.is_dir())
        .flat_map(|folder| fs::read_dir(folder).expect("a folder can be listed"))
        .map(|entry| entry.expect("an entry can be read").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "qprop")
        })
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a spec can be read");
            (path.to_string_lossy().into_owned(), text)
        })
        .collect();
    specs.sort();
    specs
}
