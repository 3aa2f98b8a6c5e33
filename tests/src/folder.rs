//! A folder with files, for tests that need some on the disk.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder that is deleted in the end.
pub struct Folder(TempDir);

impl Folder {
    /// A folder with these files.
    ///
    /// # Panics
    /// When it cannot be made.
    pub fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder can be made"));
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        self.0.path()
    }

    /// Where a file of it is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("it can be written");
    }

    /// The URI of a file.
    pub fn uri(&self, name: &str) -> String {
        let path = self.path(name).display().to_string().replace('\\', "/");
        format!("file:///{}", path.trim_start_matches('/'))
    }
}
