//! The command line: the only place that prints, but for the language server's own stream.

mod args;
mod console;
mod engine;
mod explain;
mod explanations;
mod fmt;
mod graph;
mod inputs;
mod interrupt;
mod levels;
mod lint;
mod replace;
mod settings;
mod verdict;

use std::io::{self, Write};
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
    std::panic::set_hook(Box::new(report_panic));
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
        Command::Explain(args) => explain::run(args, console),
        Command::Lsp(args) => {
            return crate::lsp::run(&crate::lsp::Options {
                log: args.log.clone(),
            });
        }
    };
    match result {
        Ok(verdict) => verdict.into(),
        // Whoever read the output has seen enough, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            console.error(&format!("standard output: {}", inputs::explain(&error)));
            Verdict::FAILED.into()
        }
    }
}

/// Says that the program, not the user, has made a mistake, and what to do about it.
fn report_panic(info: &std::panic::PanicHookInfo<'_>) {
    let place = info.location().map_or(String::new(), |at| {
        format!(" at {}:{}", at.file(), at.line())
    });
    let message = info.payload_as_str().unwrap_or("no message");
    let _ = writeln!(
        io::stderr(),
        "internal error: {message}{place}\n\
         This is a bug in herbrand {}. Please report it at {}/issues, with this message and, if \
         you can, the file that was read; RUST_BACKTRACE=1 adds where it came from.",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    );
    let backtrace = std::backtrace::Backtrace::capture();
    if backtrace.status() == std::backtrace::BacktraceStatus::Captured {
        let _ = writeln!(io::stderr(), "{backtrace}");
    }
}
