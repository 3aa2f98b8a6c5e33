//! Known reports that are left out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use source::Diagnostic;

use super::sheet::Sheet;
use crate::cli::inputs::{Input, explain, name_of};
use crate::cli::verdict::Problem;

/// The list, as it is written. It names no line numbers, so that it holds when text above
/// comes or goes.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Document {
    version: u32,
    entries: Vec<Entry>,
}

/// Reports that look alike.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    /// From the folder of the list, with `/`, so that it is the same wherever herbrand is run.
    path: String,
    code: String,
    /// The line that the report starts on, without blanks around it.
    line: String,
    /// How many reports look so.
    count: usize,
}

type Key = (String, String);

/// The list.
#[derive(Default)]
pub(crate) struct Baseline {
    /// Where it is; `None` where there is none.
    folder: Option<PathBuf>,
    /// Reports by file, then by code and line.
    files: FxHashMap<String, BTreeMap<Key, usize>>,
}

/// What the baseline did to one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Matched {
    /// How many reports were left out.
    pub(crate) known: usize,
    /// How many entries found no report.
    pub(crate) stale: usize,
}

impl Baseline {
    /// An empty list, to be written to this file.
    pub(crate) fn new(file: &Path) -> Baseline {
        let parent = file.parent().filter(|path| !path.as_os_str().is_empty());
        let folder = fs::canonicalize(parent.unwrap_or(Path::new("."))).ok();
        Baseline {
            folder,
            files: FxHashMap::default(),
        }
    }

    /// The path of a file as the list has it.
    pub(crate) fn path(&self, input: &Input) -> String {
        let place = |path: &PathBuf| fs::canonicalize(path).ok();
        match (&self.folder, input.path.as_ref().and_then(place)) {
            (Some(folder), Some(path)) => relative(&path, folder),
            _ => input.name.clone(),
        }
    }

    /// Reads the list.
    pub(crate) fn read(path: &Path) -> Result<Baseline, Problem> {
        let problem = |message: String| Problem::new(name_of(path), message);
        let text = fs::read(path).map_err(|error| {
            let hint = match error.kind() {
                std::io::ErrorKind::NotFound => "; `--write-baseline` makes it",
                _ => "",
            };
            problem(format!("{}{hint}", explain(&error)))
        })?;
        let document: Document = serde_json::from_slice(&text)
            .map_err(|error| problem(format!("not a baseline: {error}")))?;
        if document.version != 1 {
            return Err(problem(format!(
                "a baseline of version {}, which this version of herbrand cannot read",
                document.version
            )));
        }
        let mut baseline = Baseline::new(path);
        for entry in document.entries {
            let file = baseline.files.entry(entry.path).or_default();
            *file.entry((entry.code, entry.line)).or_default() += entry.count;
        }
        Ok(baseline)
    }

    /// Takes the known reports out of a file's.
    pub(crate) fn filter(&self, path: &str, sheet: &mut Sheet) -> Matched {
        let Some(known) = self.files.get(path) else {
            return Matched::default();
        };
        let mut left = known.clone();
        let mut reports = std::mem::take(&mut sheet.diagnostics);
        let before = reports.len();
        reports.retain(|report| match left.get_mut(&key(sheet, report)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        });
        let matched = Matched {
            known: before - reports.len(),
            stale: left.values().copied().sum(),
        };
        sheet.diagnostics = reports;
        matched
    }
}

/// `path` as seen from `folder`, both absolute.
fn relative(path: &Path, folder: &Path) -> String {
    let shared = path
        .components()
        .zip(folder.components())
        .take_while(|(one, other)| one == other)
        .count();
    let up = folder
        .components()
        .skip(shared)
        .map(|_| Component::ParentDir);
    let down = path.components().skip(shared);
    name_of(&up.chain(down).collect::<PathBuf>())
}

/// The entries that the reports of a file make.
pub(crate) fn entries(path: &str, sheet: &Sheet) -> Vec<Entry> {
    let mut counts: BTreeMap<Key, usize> = BTreeMap::new();
    for report in &sheet.diagnostics {
        *counts.entry(key(sheet, report)).or_default() += 1;
    }
    let entry = |((code, line), count)| Entry {
        path: path.to_owned(),
        code,
        line,
        count,
    };
    counts.into_iter().map(entry).collect()
}

/// The bytes of a baseline file with these entries.
pub(crate) fn document(entries: Vec<Entry>) -> Vec<u8> {
    let document = Document {
        version: 1,
        entries,
    };
    let mut bytes = serde_json::to_vec_pretty(&document).expect("plain data");
    bytes.push(b'\n');
    bytes
}

/// How much of a line is kept: enough to tell lines apart.
const LINE_LENGTH: usize = 120;

fn key(sheet: &Sheet, report: &Diagnostic) -> Key {
    let line = sheet.line_text(report.range.start());
    (
        report.code.name().to_owned(),
        line.chars().take(LINE_LENGTH).collect(),
    )
}
