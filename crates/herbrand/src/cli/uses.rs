//! The files that a spec uses, beside it in one database.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hir::RootDb;
use salsa::Setter as _;
use source::{Content, File, Used, decode};
use syntax::{Dialect, Parse};

use super::engine::Reading;
use super::inputs::Input;
use crate::specs::IMPLIED;

/// Reads the files that `root`, a file of this name, uses, and those that they use, each once.
/// What cannot be read is missing, and reported where it is named.
pub(crate) fn load_used(db: &mut RootDb, root: File, name: &str, reading: &Reading) {
    let path = PathBuf::from(name);
    // Files by where they really lie.
    let mut known: Vec<(PathBuf, File)> = std::fs::canonicalize(&path)
        .map(|place| (place, root))
        .into_iter()
        .collect();
    let mut open = vec![(root, path)];
    while let Some((file, path)) = open.pop() {
        let mut names = hir::mentioned_files(db, file).to_vec();
        let implied = reading.root.as_ref().filter(|_| file == root);
        if implied.is_some() {
            names.insert(0, IMPLIED.into());
        }
        if names.is_empty() {
            continue;
        }
        let base = path.parent().unwrap_or(Path::new("")).to_owned();
        let mut used = Vec::new();
        for text in names {
            let path = match implied {
                Some(root) if *text == *IMPLIED => root.clone(),
                _ => base.join(&*text),
            };
            let place = std::fs::canonicalize(&path).ok();
            let there = |place: &PathBuf| known.iter().find(|(other, _)| other == place);
            let found = match place.as_ref().and_then(there) {
                Some((_, file)) => Some(*file),
                None => read(db, &path, reading),
            };
            if let (Some(file), Some(place)) = (found, place)
                && !known.iter().any(|(_, other)| *other == file)
            {
                known.push((place, file));
                open.push((file, path));
            }
            used.push(Used { text, file: found });
        }
        file.set_used(db).to(used.into());
    }
}

fn read(db: &RootDb, path: &Path, reading: &Reading) -> Option<File> {
    let input = Input::named(path)?;
    let (text, encoding) = decode(reading.bytes(&input).ok()?);
    let text: Arc<str> = text.into();
    let content = Content {
        parse: Parse::new(&text, Dialect::Qprop, reading.options),
        text,
        encoding,
    };
    Some(File::new(db, input.name.into(), content))
}
