//! `cargo xtask bench [WHAT]`: how fast it is, as tables. Benches measure; tests never do.

mod command;

use anyhow::Result;
use clap::ValueEnum;

use crate::repository::Repository;
use crate::tools;

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// Lexing, parsing, reparsing: MB/s.
    Syntax,
    /// Lowering and indexing, and the processor time of whole `lint` commands.
    Lint,
    /// Keystroke to fresh diagnostics over standard input and output.
    Lsp,
    /// All of it.
    All,
}

/// Runs the benches asked for.
pub(crate) fn run(repository: &Repository, what: What) -> Result<()> {
    let wanted = |one: What| what == one || what == What::All;
    if wanted(What::Syntax) {
        bench(repository, "herbrand-syntax")?;
    }
    if wanted(What::Lint) {
        bench(repository, "herbrand-hir")?;
        command::run(repository)?;
    }
    if wanted(What::Lsp) {
        bench(repository, "herbrand-tests")?;
    }
    Ok(())
}

/// The benches of a package, which print their own tables.
fn bench(repository: &Repository, package: &str) -> Result<()> {
    println!("\n== {package}");
    tools::shown(
        repository,
        tools::cargo().args(["bench", "--quiet", "--package", package, "--benches"]),
    )
}
