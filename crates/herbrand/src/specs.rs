//! The puzzles of `herbrand.toml` and their instances: an instance uses the root of its spec as if
//! it said so.

use std::fs;
use std::path::{Path, PathBuf};

use source::Config;

/// What an instance uses without a word: the name of no file, so that none can say it.
pub(crate) const IMPLIED: &str = "";

/// The root of the spec that a file is an instance of.
pub(crate) fn root_of(config: &Config, file: &Path) -> Option<PathBuf> {
    let place = fs::canonicalize(file).ok()?;
    config.specs.iter().find_map(|spec| {
        let root = config.folder.join(&spec.root);
        let is_instance = fs::canonicalize(&root).ok()? != place
            && spec.instances.iter().any(|name| {
                let named = fs::canonicalize(config.folder.join(name)).ok();
                let folder = place.parent().map(Path::to_owned);
                named.is_some() && (named.as_deref() == Some(&place) || named == folder)
            });
        is_instance.then(|| near(root))
    })
}

/// The instances of a spec that a file is the root of, in the order of the configuration, those of
/// a folder by name.
pub(crate) fn instances_of(config: &Config, file: &Path) -> Vec<PathBuf> {
    let Ok(place) = fs::canonicalize(file) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for spec in &config.specs {
        if fs::canonicalize(config.folder.join(&spec.root))
            .ok()
            .as_ref()
            != Some(&place)
        {
            continue;
        }
        for name in &spec.instances {
            let path = config.folder.join(name);
            if path.is_dir() {
                found.extend(puzzles_in(&path));
            } else {
                found.push(path);
            }
        }
    }
    found.retain(|path| fs::canonicalize(path).ok().as_ref() != Some(&place));
    found.into_iter().map(near).collect()
}

/// A path as people name it: from the current folder, where it lies there.
fn near(path: PathBuf) -> PathBuf {
    let here = std::env::current_dir().and_then(fs::canonicalize);
    match here
        .ok()
        .and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned))
    {
        Some(near) => near,
        None => path,
    }
}

fn puzzles_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let is_puzzle = |path: &PathBuf| {
        let extension = path.extension();
        path.is_file() && extension.is_some_and(|extension| extension.eq_ignore_ascii_case("qprop"))
    };
    let mut paths: Vec<PathBuf> = paths.filter(is_puzzle).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_find_their_root_and_roots_their_instances() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in [
            "model.qprop",
            "one.qprop",
            "more/b.qprop",
            "more/a.qprop",
            "more/a.txt",
        ] {
            fs::create_dir_all(path(name).parent().unwrap()).unwrap();
            fs::write(path(name), "").unwrap();
        }
        let text =
            "[[spec]]\nroot = \"model.qprop\"\ninstances = [\"one.qprop\", \"more\", \"gone\"]\n";
        let config = Config {
            folder: folder.path().to_owned(),
            ..Config::parse(text).unwrap()
        };
        let root = path("model.qprop");
        assert_eq!(root_of(&config, &path("one.qprop")), Some(root.clone()));
        assert_eq!(root_of(&config, &path("more/b.qprop")), Some(root.clone()));
        assert_eq!(root_of(&config, &root), None);
        assert_eq!(root_of(&config, folder.path()), None);
        let instances = ["one.qprop", "more/a.qprop", "more/b.qprop", "gone"].map(path);
        assert_eq!(instances_of(&config, &root), instances);
        assert!(instances_of(&config, &path("one.qprop")).is_empty());
    }
}
