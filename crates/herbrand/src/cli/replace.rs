//! Writing a file again, wholly or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::inputs::explain;

/// Puts `new` in the place of the file's bytes, if they still are `old`. A symbolic link stays
/// one, and the permissions stay. Whatever happens, the file holds either all of the old or
/// all of the new bytes.
///
/// # Errors
/// With the reason, in a user's words.
pub(crate) fn replace(path: &Path, old: &[u8], new: &[u8]) -> Result<(), String> {
    let target = fs::canonicalize(path).map_err(|error| explain(&error))?;
    let meta = fs::metadata(&target).map_err(|error| explain(&error))?;
    if meta.permissions().readonly() {
        return Err("not written: the file is write-protected".to_owned());
    }
    if fs::read(&target).map_err(|error| explain(&error))? != old {
        return Err("not written: the file has changed in the meantime".to_owned());
    }
    let directory = target.parent().ok_or("not written: it has no directory")?;
    write(directory, &target, new, &meta)
        .map_err(|error| format!("not written: {}", explain(&error)))
}

fn write(directory: &Path, target: &Path, new: &[u8], meta: &fs::Metadata) -> std::io::Result<()> {
    let mut file = tempfile::Builder::new()
        .prefix(".herbrand-")
        .tempfile_in(directory)?;
    file.write_all(new)?;
    file.as_file().set_permissions(meta.permissions())?;
    keep_owner(file.path(), meta);
    file.as_file().sync_all()?;
    file.persist(target)?;
    Ok(())
}

/// A superuser's fix leaves the file to its owner. Others cannot give files away, nor need to.
#[cfg(unix)]
fn keep_owner(path: &Path, meta: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, chown};
    let _ = chown(path, Some(meta.uid()), Some(meta.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_path: &Path, _meta: &fs::Metadata) {}

/// Writes a file that may not be there yet, wholly or not at all.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if let Ok(old) = fs::read(path) {
        return replace(path, &old, bytes);
    }
    let directory = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let directory = directory.unwrap_or(Path::new("."));
    let written = tempfile::Builder::new()
        .prefix(".herbrand-")
        .tempfile_in(directory)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                file.as_file()
                    .set_permissions(fs::Permissions::from_mode(0o644))?;
            }
            file.persist(path)?;
            Ok(())
        });
    written.map_err(|error| format!("not written: {}", explain(&error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_changed_is_left_alone() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("a.kif");
        fs::write(&path, "newer").expect("written");
        let error = replace(&path, b"old", b"mine").expect_err("it has changed");
        assert!(error.contains("changed in the meantime"), "{error}");
        assert_eq!(fs::read(&path).expect("read"), b"newer");
        assert_eq!(fs::read_dir(directory.path()).expect("listed").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().expect("a directory");
        let (path, link) = (
            directory.path().join("a.kif"),
            directory.path().join("link.kif"),
        );
        fs::write(&path, "old").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("set");
        symlink("a.kif", &link).expect("linked");
        replace(&link, b"old", b"new").expect("replaced");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read(&path).expect("read"), b"new");
        let mode = fs::metadata(&path).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[test]
    fn a_write_protected_file_is_not_written() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("a.kif");
        fs::write(&path, "old").expect("written");
        let mut permissions = fs::metadata(&path).expect("there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).expect("set");
        let error = replace(&path, b"old", b"new").expect_err("it is protected");
        assert!(error.contains("write-protected"), "{error}");
    }
}
