//! `cargo xtask test`: everything that can be tested on this machine, and one closing line.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};

use crate::repository::Repository;
use crate::tally::{self, Tally};
use crate::{setup, tools};

/// The tests that `--fast` leaves out, for nextest and for people.
const SLOW: &str = "binary(/_corpus$/) | binary(lsp_soak)";
const SLOW_NAMES: &str = "the tests over the whole corpus, the long sessions";

/// What to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    /// Leave out what takes minutes.
    pub(crate) fast: bool,
    /// Fail where something is skipped.
    pub(crate) no_skip: bool,
}

/// Runs the tests; an error when one fails, or is skipped where none may be.
pub(crate) fn run(repository: &Repository, options: Options) -> Result<()> {
    let mut total = Tally::default();
    match build(repository) {
        Ok(herbrand) => {
            total += rust_tests(repository, &herbrand, options.fast)?;
            if !options.fast {
                total += doc_tests(repository)?;
                total += client_tests(repository, &herbrand)?;
            }
        }
        Err(reason) => {
            println!("{reason:#}");
            total.failed += 1;
        }
    }
    for reason in &total.reasons {
        println!("skipped: {reason}");
    }
    if options.fast {
        println!("--fast left out: documentation tests, real clients, {SLOW_NAMES}");
    }
    println!("{total}");
    if total.failed > 0 {
        bail!("tests failed");
    }
    if total.passed == 0 {
        bail!("no test ran");
    }
    if options.no_skip && total.skipped > 0 {
        bail!("tests were skipped, which --no-skip forbids");
    }
    Ok(())
}

/// Builds all tests, and the program that they and the clients start; gives its path. It is
/// built with the tests, so that both have the same dependencies with the same features.
fn build(repository: &Repository) -> Result<PathBuf> {
    tools::shown(
        repository,
        tools::cargo().args(["build", "--workspace", "--bins", "--tests"]),
    )?;
    let name = format!("herbrand{}", std::env::consts::EXE_SUFFIX);
    Ok(repository.target().join("debug").join(name))
}

/// Unit and whole-product tests, by nextest where it is installed.
fn rust_tests(repository: &Repository, herbrand: &Path, fast: bool) -> Result<Tally> {
    let mut command = tools::cargo();
    let count = if tools::works("cargo-nextest", &["--version"]) {
        command.args(["nextest", "run", "--workspace", "--no-fail-fast"]);
        command.args(["--color=never", "--status-level=fail"]);
        command.args(["--success-output=never", "--final-status-level=none"]);
        if fast {
            command.args(["-E", &format!("not ({SLOW})")]);
        }
        tally::of_nextest
    } else {
        println!("cargo-nextest is not installed: cargo test instead");
        command.args(["test", "--workspace", "--lib", "--bins", "--tests"]);
        command.args(["--no-fail-fast", "--quiet"]);
        tally::of_cargo_test
    };
    let skips = repository.target().join("skipped.txt");
    std::fs::write(&skips, "").context("cannot write to the target folder")?;
    command.env("HERBRAND_BIN", herbrand);
    command.env("HERBRAND_SKIPS", &skips);
    // Models are compared with those of clingo, which is one of the fetched tools.
    if std::env::var_os("HERBRAND_CLINGO").is_none()
        && (fast || tools::fetch_python(repository).is_ok())
    {
        let python = tools::python_tool(repository, "python");
        if tools::has_module(&python, "clingo") {
            command.env("HERBRAND_CLINGO", python);
        }
    }
    let mut tally = captured(repository, &mut command, count)?;
    tally.move_skips(&std::fs::read_to_string(&skips).context("cannot read what was skipped")?);
    Ok(tally)
}

/// Examples in the documentation of the crates.
fn doc_tests(repository: &Repository) -> Result<Tally> {
    let mut command = tools::cargo();
    command.args(["test", "--workspace", "--doc", "--no-fail-fast", "--quiet"]);
    captured(repository, &mut command, tally::of_cargo_test)
}

/// Real editors, an independent protocol client, and published schemas.
fn client_tests(repository: &Repository, herbrand: &Path) -> Result<Tally> {
    setup::run_where_allowed(repository);
    if let Err(reason) = tools::fetch_python(repository) {
        return Ok(Tally::skipping(format!("client tests: {reason:#}")));
    }
    let schema = tools::fetch_node(repository);
    let mut command = Command::new(tools::python_tool(repository, "python"));
    command.args(["-m", "pytest", "-q", "-rs", "--color=no"]);
    command.args(["-p", "no:cacheprovider", "editors/tests"]);
    command.env("HERBRAND_BIN", herbrand);
    command.env("HERBRAND_CLIENTS", tools::folder(repository));
    let mut tally = captured(repository, &mut command, tally::of_pytest)?;
    if let Err(reason) = schema {
        tally.reasons.push(format!("the SARIF schema: {reason:#}"));
    }
    Ok(tally)
}

/// Runs a test runner, shows what it prints as it comes, and counts it. A runner that fails
/// without counting a failure counts as one.
fn captured(
    repository: &Repository,
    command: &mut Command,
    count: fn(&str) -> Tally,
) -> Result<Tally> {
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .current_dir(repository.root())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run {name}"))?;
    let errors = child
        .stderr
        .take()
        .map(|stream| thread::spawn(|| shown(stream)));
    let mut text = child.stdout.take().map(shown).unwrap_or_default();
    if let Some(Ok(errors)) = errors.map(thread::JoinHandle::join) {
        text.push_str(&errors);
    }
    let status = child
        .wait()
        .with_context(|| format!("cannot wait for {name}"))?;
    let mut tally = count(&text);
    if !status.success() && tally.failed == 0 {
        tally.failed += 1;
    }
    Ok(tally)
}

/// Prints a stream line by line until it ends; gives all of it.
fn shown(stream: impl Read) -> String {
    let mut text = String::new();
    let mut lines = BufReader::new(stream);
    let mut line = Vec::new();
    while lines
        .read_until(b'\n', &mut line)
        .is_ok_and(|length| length > 0)
    {
        let read = String::from_utf8_lossy(&line);
        print!("{read}");
        text.push_str(&read);
        line.clear();
    }
    text
}
