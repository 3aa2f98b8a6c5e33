//! Which document a URI names.
//!
//! Clients spell one file in several ways (`file:///c%3A/a.kif`, `file:///C:/a.kif`). A
//! [`Key`] is the same for all of them; answers use the spelling that the client opened.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tower_lsp::ls_types::Uri;

/// A document, however its URI is spelt.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key(Arc<str>);

impl Key {
    /// The document that `uri` names.
    pub(super) fn new(uri: &Uri) -> Key {
        let scheme = uri.scheme().as_str();
        if !scheme.eq_ignore_ascii_case("file") {
            return Key(uri.as_str().into());
        }
        let host = uri.authority().map_or("", |authority| authority.host());
        let path = uri.path().decode().to_string_lossy().into_owned();
        let path = upper_case_drive(path);
        if host.is_empty() || host.eq_ignore_ascii_case("localhost") {
            Key(format!("file://{path}").into())
        } else {
            Key(format!("file://{}{path}", host.to_lowercase()).into())
        }
    }

    /// The file that lies there, under a path from the root.
    pub(super) fn of_path(path: &Path) -> Key {
        let path = path.to_string_lossy().replace('\\', "/");
        if path.starts_with('/') {
            Key(format!("file://{path}").into())
        } else {
            Key(format!("file://{}", upper_case_drive(format!("/{path}"))).into())
        }
    }

    /// What a client may call it that has not named it yet.
    pub(super) fn uri(&self) -> Option<Uri> {
        let mut text = String::new();
        for byte in self.0.bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte) {
                text.push(char::from(byte));
            } else {
                let _ = write!(text, "%{byte:02X}");
            }
        }
        text.parse().ok()
    }

    /// The key as a text that is the same for all spellings.
    pub(super) fn as_str(&self) -> &Arc<str> {
        &self.0
    }

    /// Where the file lies, unless the document is not a file of this machine.
    pub(super) fn path(&self) -> Option<PathBuf> {
        let rest = self.0.strip_prefix("file://")?;
        if let Some(path) = rest.strip_prefix('/') {
            return Some(if has_drive(rest) {
                PathBuf::from(path)
            } else {
                PathBuf::from(rest)
            });
        }
        cfg!(windows).then(|| PathBuf::from(format!(r"\\{}", rest.replace('/', r"\"))))
    }

    /// What to call the document in messages and to guess its spelling by: its path, or the
    /// whole URI.
    pub(super) fn name(&self) -> String {
        self.path()
            .map_or_else(|| self.0.to_string(), |path| path.display().to_string())
    }
}

/// The folder that a workspace folder's URI names, if it is one of this machine.
pub(super) fn folder(uri: &Uri) -> Option<PathBuf> {
    let path = Key::new(uri).path()?;
    Some(path.components().collect())
}

/// Whether `path` lies in one of the folders.
pub(super) fn is_inside(path: &Path, folders: &[PathBuf]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}

/// Whether a decoded URI path starts like `/C:/`.
fn has_drive(path: &str) -> bool {
    let bytes = path.as_bytes();
    bytes.len() >= 3
        && bytes[0] == b'/'
        && bytes[1].is_ascii_alphabetic()
        && bytes[2] == b':'
        && bytes.get(3).is_none_or(|&byte| byte == b'/')
}

fn upper_case_drive(mut path: String) -> String {
    if has_drive(&path) {
        path[1..2].make_ascii_uppercase();
    }
    path
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;

    fn key(uri: &str) -> Key {
        Key::new(&Uri::from_str(uri).expect("the test writes good URIs"))
    }

    #[test]
    fn spellings_of_one_file_have_one_key() {
        for other in [
            "file:///C:/x/a.kif",
            "file:///c:/x/a.kif",
            "file:///C%3A/x/a.kif",
            "FILE:///c%3a/x/%61.kif",
        ] {
            assert_eq!(key("file:///c%3A/x/a.kif"), key(other), "{other}");
        }
        assert_eq!(
            key("file:///x/b%20c.kif"),
            key("file://localhost/x/b%20c.kif")
        );
    }

    #[test]
    fn different_files_have_different_keys() {
        assert_ne!(key("file:///x/a.kif"), key("file:///x/A.kif"));
        assert_ne!(key("untitled:a"), key("file:///a"));
        assert_ne!(key("file://host/a"), key("file:///a"));
    }

    #[test]
    fn files_have_paths_and_others_have_none() {
        assert_eq!(
            key("file:///x/b%20c.kif").path(),
            Some(PathBuf::from("/x/b c.kif"))
        );
        assert_eq!(
            key("file:///c%3A/a.kif").path(),
            Some(PathBuf::from("C:/a.kif"))
        );
        assert_eq!(key("untitled:Untitled-1").path(), None);
        assert_eq!(key("untitled:Untitled-1").name(), "untitled:Untitled-1");
    }

    #[test]
    fn a_folder_holds_what_lies_below_it() {
        let folders = [folder(&Uri::from_str("file:///x/games/").unwrap()).unwrap()];
        assert!(is_inside(Path::new("/x/games/a/b.kif"), &folders));
        assert!(!is_inside(Path::new("/x/games2/b.kif"), &folders));
    }
}
