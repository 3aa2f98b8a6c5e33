//! The command line: the only place that prints, but for the language server's own stream.

mod args;
mod base;
mod check;
mod console;
mod each;
mod engine;
mod evaluation;
mod explain;
mod explanations;
mod fmt;
mod graph;
mod ground;
pub(crate) mod inputs;
mod interpretation;
mod interrupt;
mod levels;
mod lint;
mod model;
pub(crate) mod opened;
pub(crate) mod panics;
pub(crate) mod prove;
mod replace;
mod settings;
mod shown;
mod solve;
pub(crate) mod test;
pub(crate) mod theory;
mod uses;
mod verdict;
mod watch;
mod why;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use self::args::{Cli, Command};
use self::console::Console;
use self::levels::Levels;
use self::verdict::Verdict;

/// How deep the analysis may recurse on the way through nested terms: the main thread's stack
/// is too small for that on some systems.
const STACK: usize = 16 << 20;

/// Runs the program.
pub(crate) fn run() -> ExitCode {
    panics::install();
    let thread = std::thread::Builder::new()
        .name("main".to_owned())
        .stack_size(STACK);
    let ended = thread.spawn(dispatch).map(std::thread::JoinHandle::join);
    match ended {
        Ok(Ok(code)) => code,
        // The panic hook has said why.
        Ok(Err(_)) => Verdict::FAILED.into(),
        // Without a thread there is still the one that runs.
        Err(_) => dispatch(),
    }
}

fn dispatch() -> ExitCode {
    let matches = Cli::command().get_matches();
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let console = Console::new(cli.color);
    let result = match &cli.command {
        Command::Lint(args) => {
            let matches = matches
                .subcommand_matches("lint")
                .expect("clap has found it");
            match Levels::from_matches(matches) {
                Ok(levels) => lint::run(args, levels, console),
                Err(message) => {
                    console.error(&message);
                    return Verdict::FAILED.into();
                }
            }
        }
        Command::Fmt(args) => fmt::run(args, console),
        Command::Graph(args) => graph::run(args, console),
        Command::Model(args) => model::run(args, console),
        Command::Test(args) => test::run(args, console),
        Command::Ground(args) => ground::run(args, console),
        Command::Why(args) => why::run(args, console),
        Command::Solve(args) => solve::run(args, console),
        Command::Prove(args) => prove::run(args, console),
        Command::Check(args) => check::run(args, console),
        Command::Explain(args) => explain::run(args, console),
        Command::Lsp(args) => {
            return crate::lsp::run(&crate::lsp::Options {
                log: args.log.clone(),
            });
        }
    };
    match result {
        Ok(verdict) => verdict.into(),
        Err(error) => {
            console.error(&format!(
                "standard output: not written: {}",
                inputs::explain(&error)
            ));
            Verdict::FAILED.into()
        }
    }
}
