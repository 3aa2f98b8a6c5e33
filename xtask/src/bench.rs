//! `cargo xtask bench [WHAT]`: how fast it is, as tables. Benches measure; tests never do.

mod command;
mod page;

use anyhow::Result;
use clap::ValueEnum;

use crate::repository::Repository;
use crate::tools;

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// Lexing, parsing, reparsing and linting, in MB/s.
    Speed,
    /// The processor time of whole `lint` commands.
    Lint,
    /// Keystroke to fresh diagnostics, and hovers on every game of the corpus, over standard input
    /// and output.
    Lsp,
    /// Evaluation of logic programs, beside clingo where a Python has it.
    Ground,
    /// Every game of the corpus as a propositional network.
    Games,
    /// Puzzles beside clingo, IDP-Z3 and MiniZinc: grounding, and the time to the first model.
    Qprop,
    /// These six.
    All,
    /// The parts of it, layer by layer, for who makes one of them faster.
    Parts,
}

/// The packages with benches of their parts.
const PARTS: &[&str] = &["syntax", "hir", "analysis"];

/// Runs the benches asked for; `write` puts those tables into the book that it has.
pub(crate) fn run(repository: &Repository, what: What, write: bool) -> Result<()> {
    let wanted = |one: What| what == one || what == What::All;
    if wanted(What::Speed) {
        println!("== lexing, parsing, reparsing, linting");
        bench(repository, "tests", "throughput")?;
    }
    if wanted(What::Lint) {
        command::run(repository)?;
    }
    if wanted(What::Lsp) {
        println!("\n== keystroke to fresh diagnostics");
        bench(repository, "tests", "lsp_latency")?;
        println!("\n== hovers and keystrokes while games are grounded");
        bench(repository, "tests", "lsp_hover")?;
    }
    if wanted(What::Ground) {
        println!("\n== logic programs: processor time from rules to model");
        tabled(repository, ("ground", "peers"), "programs", write)?;
        println!("\n== games: processor time from rules to what can ever hold");
        tabled(repository, ("tests", "extents"), "extents", write)?;
    }
    if wanted(What::Games) {
        println!("\n== games: processor time from rules to network");
        tabled(repository, ("tests", "games"), "games", write)?;
    }
    if wanted(What::Qprop) {
        println!("\n== puzzles: grounding, and processor time to the first model");
        tabled(repository, ("tests", "puzzles"), "puzzles", write)?;
    }
    if what == What::Parts {
        for part in PARTS {
            println!("\n== {part}");
            bench(repository, part, part)?;
        }
    }
    Ok(())
}

/// A bench whose table the book has under a name.
fn tabled(
    repository: &Repository,
    (package, bench_name): (&str, &str),
    name: &str,
    write: bool,
) -> Result<()> {
    if !write {
        return bench(repository, package, bench_name);
    }
    let package = format!("herbrand-{package}");
    let table = tools::output(
        repository,
        tools::cargo().args([
            "bench",
            "--quiet",
            "--package",
            &package,
            "--bench",
            bench_name,
        ]),
    )?;
    println!("{table}");
    page::write(repository, name, &table)
}

/// A bench, which prints its own table.
fn bench(repository: &Repository, package: &str, name: &str) -> Result<()> {
    let package = format!("herbrand-{package}");
    tools::shown(
        repository,
        tools::cargo().args(["bench", "--quiet", "--package", &package, "--bench", name]),
    )
}
