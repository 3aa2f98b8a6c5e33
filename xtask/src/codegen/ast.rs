//! Makes the typed syntax tree of each dialect from its grammar.
//!
//! A rule that is a choice of nodes and tokens becomes an enum, every other rule a struct around a
//! node. Accessors are named after the labels of the grammar, those of tokens after the token.

mod render;
mod shape;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use ungrammar::Grammar;

use super::Generated;

/// The dialects: grammar `grammar/NAME.ungram`, code `crates/syntax/src/ast/NAME.rs`.
const DIALECTS: &[(&str, &str)] = &[("kif", "KIF"), ("hrf", "HRF")];

pub(super) fn generate(root: &Path) -> Result<Vec<Generated>> {
    DIALECTS
        .iter()
        .map(|(name, title)| dialect(root, name, title))
        .collect()
}

fn dialect(root: &Path, name: &str, title: &str) -> Result<Generated> {
    let source = format!("grammar/{name}.ungram");
    let text = std::fs::read_to_string(root.join(&source)).with_context(|| source.clone())?;
    let grammar: Grammar = text
        .parse()
        .map_err(|error| anyhow::anyhow!("{source}: {error}"))?;
    let types = shape::types(&grammar).with_context(|| source.clone())?;
    Ok(Generated {
        path: format!("crates/syntax/src/ast/{name}.rs"),
        text: formatted(&render::module(&types, &source, title))?,
    })
}

/// The code as `cargo fmt` would leave it.
fn formatted(code: &str) -> Result<String> {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot run rustfmt: install it with `rustup component add rustfmt`")?;
    child
        .stdin
        .take()
        .context("rustfmt has no standard input")?
        .write_all(code.as_bytes())?;
    let output = child.wait_with_output()?;
    if !output.status.success() {
        bail!("rustfmt does not accept the generated code");
    }
    Ok(String::from_utf8(output.stdout)?)
}
