//! `cargo xtask docs`: the documentation is whole, and what it shows is what happens.

mod console;
mod links;

use std::process::Command;

use anyhow::{Result, bail};

use crate::repository::Repository;
use crate::tools;

/// The headers of checks mark examples with what they are linted as, which rustdoc takes for a
/// misspelling of its own marks.
const RUSTDOC: &str = "-Dwarnings -Arustdoc::invalid_codeblock_attributes";

/// Builds the API documentation and the book, follows links, runs the commands shown.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    let mut rustdoc = tools::cargo();
    rustdoc.args([
        "doc",
        "--workspace",
        "--no-deps",
        "--document-private-items",
        "--quiet",
    ]);
    tools::shown(repository, rustdoc.env("RUSTDOCFLAGS", RUSTDOC))?;

    tools::fetch_python(repository)?;
    let book = repository.target().join("book");
    let mut mdbook = Command::new(tools::python_tool(repository, "mdbook"));
    tools::quiet(
        mdbook
            .current_dir(repository.root())
            .args(["build", "docs", "-d"])
            .arg(&book),
    )?;

    let mut complaints = Vec::new();
    let mut commands = 0;
    for page in repository
        .files()?
        .iter()
        .filter(|file| file.ends_with(".md"))
    {
        let text = repository.read(page)?;
        complaints.extend(links::complaints(repository, page, &text));
        for session in console::sessions(&text) {
            commands += 1;
            complaints.extend(console::complaint(repository, page, &session)?);
        }
    }
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    if !complaints.is_empty() {
        bail!("{} places of the documentation are wrong", complaints.len());
    }
    println!("documentation built, links followed, {commands} commands shown are true");
    Ok(())
}
