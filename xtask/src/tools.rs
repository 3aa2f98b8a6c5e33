//! Tools that are not written in Rust: where they come from and where they are put.
//!
//! Python packages go to a virtual environment under `target/clients`, packages of Node beside
//! it, both from lock files with hashes. Nothing is installed outside `target`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::repository::Repository;

const REQUIREMENTS: &str = "editors/tests/requirements.txt";
const PACKAGE: &str = "editors/tests/package.json";
const LOCK: &str = "editors/tests/package-lock.json";

/// The folder that fetched tools live in.
pub(crate) fn folder(repository: &Repository) -> PathBuf {
    repository.target().join("clients")
}

/// A program of the virtual environment.
pub(crate) fn python_tool(repository: &Repository, name: &str) -> PathBuf {
    let bin = if cfg!(windows) { "Scripts" } else { "bin" };
    folder(repository).join("python").join(bin).join(name)
}

/// Fetches the Python tools unless the fetched ones are those of the lock file.
pub(crate) fn fetch_python(repository: &Repository) -> Result<()> {
    let wanted = repository.read(REQUIREMENTS)?;
    let stamp = folder(repository).join("python.stamp");
    if is_current(&stamp, &wanted) {
        return Ok(());
    }
    std::fs::create_dir_all(folder(repository))?;
    let environment = folder(repository).join("python");
    let python = ["python3", "python"]
        .into_iter()
        .find(|name| works(name, &["--version"]));
    let Some(python) = python else {
        bail!("python3 is not installed")
    };
    quiet(
        Command::new(python)
            .args(["-m", "venv", "--clear"])
            .arg(&environment),
    )?;
    quiet(
        Command::new(python_tool(repository, "python"))
            .args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--no-input",
            ])
            .args(["--require-hashes", "--requirement"])
            .arg(repository.path(REQUIREMENTS)),
    )?;
    std::fs::write(&stamp, wanted).context("cannot note what was installed")
}

/// Fetches the packages of Node unless the fetched ones are those of the lock file.
pub(crate) fn fetch_node(repository: &Repository) -> Result<()> {
    let wanted = repository.read(LOCK)?;
    let stamp = folder(repository).join("node.stamp");
    if is_current(&stamp, &wanted) {
        return Ok(());
    }
    if !works("npm", &["--version"]) {
        bail!("npm is not installed");
    }
    let place = folder(repository).join("node");
    std::fs::create_dir_all(&place)?;
    std::fs::copy(repository.path(PACKAGE), place.join("package.json"))?;
    std::fs::write(place.join("package-lock.json"), &wanted)?;
    quiet(
        Command::new("npm")
            .args([
                "ci",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--silent",
            ])
            .current_dir(&place),
    )?;
    std::fs::write(&stamp, wanted).context("cannot note what was installed")
}

/// Whether a program is there and these arguments are fine with it.
pub(crate) fn works(program: impl AsRef<OsStr>, arguments: &[&str]) -> bool {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Whether a Python has this module.
pub(crate) fn has_module(python: &Path, module: &str) -> bool {
    works(python, &["-c", &format!("import {module}")])
}

/// Runs a command whose output is worth seeing only when it fails.
pub(crate) fn quiet(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {name}"))?;
    if output.status.success() {
        return Ok(());
    }
    bail!(
        "{name} failed:\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Runs a command in the top folder with its output shown.
pub(crate) fn shown(repository: &Repository, command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command
        .current_dir(repository.root())
        .status()
        .with_context(|| format!("cannot run {name}"))?;
    if status.success() {
        Ok(())
    } else {
        bail!("{name} failed")
    }
}

/// Runs a command in the top folder, and gives what it prints.
pub(crate) fn output(repository: &Repository, command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .current_dir(repository.root())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot run {name}"))?;
    if !output.status.success() {
        bail!("{name} failed");
    }
    String::from_utf8(output.stdout).with_context(|| format!("{name} printed no text"))
}

/// The cargo that runs this program.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn is_current(stamp: &Path, wanted: &str) -> bool {
    std::fs::read_to_string(stamp).is_ok_and(|found| found == wanted)
}
