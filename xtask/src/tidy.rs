//! `cargo xtask tidy`: rules of this repository that no other tool knows.

mod arrows;
mod text;

use anyhow::{Result, bail};

use crate::repository::Repository;

/// Reports everything that is against the rules; an error when there is something.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    let files = repository.files()?;
    let mut complaints = Vec::new();
    for file in &files {
        // What is not UTF-8 is a picture or a test input, and no text of ours.
        let Ok(text) = std::fs::read_to_string(repository.path(file)) else {
            continue;
        };
        complaints.extend(text::complaints(file, &text));
    }
    complaints.extend(arrows::complaints(repository)?);
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    if !complaints.is_empty() {
        bail!("{} breaches", complaints.len());
    }
    println!("{} files are tidy", files.len());
    Ok(())
}
