//! Which `herbrand.toml` counts for a document.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use source::{CONFIG_FILE, Config};

/// The configuration of a file: that of the nearest `herbrand.toml` in its folder or above it,
/// no higher than the workspace folder that the file lies in; the default where there is none.
///
/// # Errors
/// Where there is one that cannot be used: why, with its path.
pub(super) fn find(path: &Path, folders: &[PathBuf]) -> Result<Config, String> {
    for folder in path.ancestors().skip(1) {
        let candidate = folder.join(CONFIG_FILE);
        match std::fs::read_to_string(&candidate) {
            Ok(text) => {
                let folder = folder.to_owned();
                return Config::parse(&text)
                    .map(|config| Config { folder, ..config })
                    .map_err(|error| format!("{}: {error}", candidate.display()));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(format!("{}: {error}", candidate.display())),
        }
        if folders.iter().any(|bound| bound == folder) {
            break;
        }
    }
    Ok(Config::default())
}

#[cfg(test)]
mod tests {
    use source::{Code, Level};

    use super::*;

    #[test]
    fn the_nearest_file_counts_and_none_above_the_workspace() {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, level: &str| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, format!("[lint.levels]\nempty-or = \"{level}\"\n")).unwrap();
        };
        write("herbrand.toml", "error");
        write("a/b/herbrand.toml", "allow");
        write("w/x/herbrand.tom", "allow");
        let level = |path: &str| {
            let config = find(&root.path().join(path), &[root.path().join("w")]).unwrap();
            config.levels.get(&Code::EMPTY_OR).copied()
        };
        assert_eq!(level("a/b/c/game.kif"), Some(Level::Allow));
        assert_eq!(level("a/game.kif"), Some(Level::Error));
        assert_eq!(level("w/x/game.kif"), None);
    }

    #[test]
    fn a_mistake_is_told_with_its_file() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(
            root.path().join(CONFIG_FILE),
            "[lint.levels]\nnonsense = \"allow\"\n",
        )
        .unwrap();
        let error = find(&root.path().join("a.kif"), &[]).unwrap_err();
        assert!(
            error.contains("herbrand.toml: unknown code `nonsense`"),
            "{error}"
        );
    }
}
