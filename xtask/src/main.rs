//! Development tasks: `cargo xtask TASK`.
//!
//! Every task is a module of its name. None of them is part of the product, and the product
//! depends on none of them.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a task talks to the person who runs it"
)]

mod bench;
mod codegen;
mod docs;
mod policy;
mod repository;
mod setup;
mod tally;
mod test;
mod tidy;
mod tools;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::repository::Repository;

#[derive(Parser)]
#[command(
    name = "cargo xtask",
    about = "Development tasks of the Herbrand repository"
)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Clone, Copy, Subcommand)]
enum Task {
    /// Measure speed, and print tables.
    Bench {
        /// What to measure.
        #[arg(value_enum, default_value = "all")]
        what: bench::What,
        /// Write the tables of logic programs and games into the book.
        #[arg(long)]
        write: bool,
    },
    /// Write the generated files anew.
    Codegen {
        /// Write nothing; fail where a committed file differs from what would be generated.
        #[arg(long)]
        check: bool,
    },
    /// Build the documentation, follow its links, run the commands that it shows.
    Docs,
    /// Check the licences, versions and sources of all dependencies.
    Licences,
    /// Install the system packages that the tests need.
    Setup,
    /// Check the spelling of code and prose.
    Spell,
    /// Check rules of this repository: lengths, documentation, paths, the crate graph.
    Tidy,
    /// Run every test: unit, whole-product, documentation, real clients.
    Test {
        /// Leave out what takes minutes: documentation tests, real clients, the whole corpus.
        #[arg(long)]
        fast: bool,
        /// Fail where a test is skipped.
        #[arg(long)]
        no_skip: bool,
    },
}

fn main() -> ExitCode {
    let task = Cli::parse().task;
    match run(task, &Repository::of_this_build()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task, repository: &Repository) -> Result<()> {
    match task {
        Task::Bench { what, write } => bench::run(repository, what, write),
        Task::Codegen { check } => codegen::run(repository, check),
        Task::Docs => docs::run(repository),
        Task::Licences => policy::licences(repository),
        Task::Setup => setup::run(repository),
        Task::Spell => policy::spell(repository),
        Task::Tidy => tidy::run(repository),
        Task::Test { fast, no_skip } => test::run(repository, test::Options { fast, no_skip }),
    }
}
