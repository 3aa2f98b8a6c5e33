//! Where the repository lies and which files it holds.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// A checked-out Herbrand repository.
#[derive(Clone, Debug)]
pub(crate) struct Repository {
    root: PathBuf,
}

impl Repository {
    /// The one that this program was built in.
    pub(crate) fn of_this_build() -> Repository {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        Repository {
            root: manifest.parent().unwrap_or(manifest).to_path_buf(),
        }
    }

    /// Its top folder.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The absolute path of one of its files.
    pub(crate) fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// Where builds go.
    pub(crate) fn target(&self) -> PathBuf {
        match std::env::var_os("CARGO_TARGET_DIR") {
            Some(target) => self.root.join(target),
            None => self.root.join("target"),
        }
    }

    /// The files that are under version control or about to be: everything that git knows of
    /// and does not ignore, as sorted paths from the top folder, with `/` between names.
    pub(crate) fn files(&self) -> Result<Vec<String>> {
        let output = Command::new("git")
            .args([
                "ls-files",
                "-z",
                "--cached",
                "--others",
                "--exclude-standard",
            ])
            .current_dir(&self.root)
            .output()
            .context("cannot run git to list the files of the repository")?;
        if !output.status.success() {
            bail!(
                "git ls-files: {}",
                String::from_utf8_lossy(&output.stderr).trim()
            );
        }
        let listing = String::from_utf8(output.stdout).context("a file name is not UTF-8")?;
        let mut files: Vec<String> = listing
            .split('\0')
            .filter(|name| !name.is_empty() && self.root.join(name).is_file())
            .map(str::to_owned)
            .collect();
        files.sort();
        files.dedup();
        Ok(files)
    }

    /// The text of one of its files.
    pub(crate) fn read(&self, relative: &str) -> Result<String> {
        std::fs::read_to_string(self.path(relative))
            .with_context(|| format!("cannot read {relative}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_its_own_source() {
        let repository = Repository::of_this_build();
        let files = repository.files().unwrap();
        assert!(
            files.contains(&"xtask/src/repository.rs".to_owned()),
            "{files:?}"
        );
        assert!(!files.iter().any(|file| file.starts_with("target/")));
    }
}
