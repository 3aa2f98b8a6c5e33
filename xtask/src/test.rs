//! `cargo xtask test`: everything that can be tested on this machine, and one closing line.

use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::repository::Repository;
use crate::tally::{self, Tally};
use crate::{setup, tools};

/// What to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    /// Leave out documentation tests and real clients.
    pub(crate) fast: bool,
    /// Fail where something is skipped.
    pub(crate) no_skip: bool,
}

/// Runs the tests; an error when one fails, or is skipped where none may be.
pub(crate) fn run(repository: &Repository, options: Options) -> Result<()> {
    let mut total = Tally::default();
    total += rust_tests(repository)?;
    if !options.fast {
        total += doc_tests(repository)?;
        total += client_tests(repository)?;
    }
    for reason in &total.reasons {
        println!("skipped: {reason}");
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

/// Unit and whole-product tests, by nextest where it is installed.
fn rust_tests(repository: &Repository) -> Result<Tally> {
    if tools::works("cargo-nextest", "--version") {
        let mut command = tools::cargo();
        command.args([
            "nextest",
            "run",
            "--workspace",
            "--no-fail-fast",
            "--color=never",
        ]);
        command.args([
            "--status-level=fail",
            "--success-output=final",
            "--final-status-level=fail",
        ]);
        return captured(repository, &mut command, tally::of_nextest);
    }
    println!("cargo-nextest is not installed: cargo test instead");
    let mut command = tools::cargo();
    command.args([
        "test",
        "--workspace",
        "--lib",
        "--bins",
        "--tests",
        "--no-fail-fast",
        "--quiet",
    ]);
    captured(repository, &mut command, tally::of_cargo_test)
}

/// Examples in the documentation of the crates.
fn doc_tests(repository: &Repository) -> Result<Tally> {
    let mut command = tools::cargo();
    command.args(["test", "--workspace", "--doc", "--no-fail-fast", "--quiet"]);
    captured(repository, &mut command, tally::of_cargo_test)
}

/// Real editors, an independent protocol client, and published schemas.
fn client_tests(repository: &Repository) -> Result<Tally> {
    setup::run_where_allowed(repository);
    if let Err(reason) = tools::fetch_python(repository) {
        return Ok(Tally::skipping(format!("client tests: {reason:#}")));
    }
    let schema = tools::fetch_node(repository);
    let mut command = Command::new(tools::python_tool(repository, "python"));
    command.args([
        "-m",
        "pytest",
        "-q",
        "-rs",
        "--color=no",
        "-p",
        "no:cacheprovider",
        "editors/tests",
    ]);
    command.env("HERBRAND_BIN", built_server(repository)?);
    command.env("HERBRAND_CLIENTS", tools::folder(repository));
    let mut tally = captured(repository, &mut command, tally::of_pytest)?;
    if let Err(reason) = schema {
        tally.reasons.push(format!("the SARIF schema: {reason:#}"));
    }
    Ok(tally)
}

/// The server that clients start: the one of the last `cargo build`, brought up to date.
fn built_server(repository: &Repository) -> Result<std::path::PathBuf> {
    tools::shown(
        repository,
        tools::cargo().args(["build", "--quiet", "--package", "herbrand"]),
    )?;
    let name = format!("herbrand{}", std::env::consts::EXE_SUFFIX);
    Ok(repository.target().join("debug").join(name))
}

/// Runs a test runner, shows what it prints and counts it. A runner that fails without
/// counting a failure counts as one.
fn captured(
    repository: &Repository,
    command: &mut Command,
    count: fn(&str) -> Tally,
) -> Result<Tally> {
    let name = command.get_program().to_string_lossy().into_owned();
    let child = command.current_dir(repository.root()).stdin(Stdio::null());
    let output = child
        .output()
        .map_err(|error| anyhow::anyhow!("cannot run {name}: {error}"))?;
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    print!("{text}");
    let mut tally = count(&text);
    if !output.status.success() && tally.failed == 0 {
        tally.failed += 1;
    }
    Ok(tally)
}
