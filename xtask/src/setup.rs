//! `cargo xtask setup`: the system packages that the tests need.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::repository::Repository;
use crate::tools;

/// A program that the tests call, and the Debian package that has it.
const NEEDED: &[(&str, &[&str])] = &[
    ("git", &["git"]),
    // The bundled SAT solver is C++.
    ("c++", &["g++"]),
    ("python3", &["python3", "python3-venv"]),
    ("npm", &["nodejs", "npm"]),
];

/// Installs what is missing, or says what to install.
pub(crate) fn run(_repository: &Repository) -> Result<()> {
    let missing = missing();
    if missing.is_empty() {
        println!("nothing is missing");
        return Ok(());
    }
    let packages: Vec<&str> = missing
        .iter()
        .flat_map(|(_, packages)| *packages)
        .copied()
        .collect();
    if !may_install() {
        bail!("please install: {}", packages.join(" "));
    }
    tools::quiet(Command::new("apt-get").arg("update"))?;
    tools::quiet(
        Command::new("apt-get")
            .args(["install", "--yes", "--no-install-recommends"])
            .args(&packages)
            .env("DEBIAN_FRONTEND", "noninteractive"),
    )?;
    println!("installed: {}", packages.join(" "));
    Ok(())
}

/// As `run`, for a caller who goes on without what cannot be had.
pub(crate) fn run_where_allowed(repository: &Repository) {
    if !missing().is_empty()
        && let Err(reason) = run(repository)
    {
        println!("setup: {reason:#}");
    }
}

fn missing() -> Vec<&'static (&'static str, &'static [&'static str])> {
    NEEDED
        .iter()
        .filter(|(program, _)| !tools::works(program, &["--version"]))
        .collect()
}

/// A Debian-like system where this process is root.
fn may_install() -> bool {
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    root && Path::new("/etc/debian_version").exists()
}
