//! Makes the typed syntax tree of each dialect from its grammar.
//!
//! A rule that is a choice of nodes and tokens becomes an enum, every other rule a struct around a
//! node. Accessors are named after the labels of the grammar, those of tokens after the token.

mod render;
mod shape;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use ungrammar::Grammar;

use super::Generated;

/// The dialects: grammar `grammar/NAME.ungram`, code `crates/syntax/src/ast/NAME.rs`.
const DIALECTS: &[(&str, &str)] = &[("kif", "KIF"), ("hrf", "HRF"), ("qprop", "QPROP")];

/// The dialects whose literals stand in directives.
const IN_DIRECTIVES: &[(&str, &str)] = &[("kif", "Kif"), ("hrf", "Hrf")];

/// The grammar of directives, which stand in files of every dialect.
const DIRECTIVES: &str = "directive";

pub(super) fn generate(root: &Path) -> Result<Vec<Generated>> {
    let mut generated = DIALECTS
        .iter()
        .map(|(name, title)| {
            let text = read(root, name)?;
            module(name, title, &text, &text, "")
        })
        .collect::<Result<Vec<_>>>()?;
    let own = read(root, DIRECTIVES)?;
    let mut all = own.clone();
    let mut imports = String::new();
    for (name, title) in IN_DIRECTIVES {
        all.push_str(&read(root, name)?);
        writeln!(
            imports,
            "use super::{name}::{{{title}Atom, {title}Literal}};"
        )?;
    }
    generated.push(module(DIRECTIVES, "directives", &own, &all, &imports)?);
    Ok(generated)
}

fn read(root: &Path, name: &str) -> Result<String> {
    let path = source(name);
    std::fs::read_to_string(root.join(&path)).context(path)
}

fn source(name: &str) -> String {
    format!("grammar/{name}.ungram")
}

/// The module of the grammar `own`, which is a part of the grammar `all`.
fn module(name: &str, title: &str, own: &str, all: &str, imports: &str) -> Result<Generated> {
    let source = source(name);
    let grammar: Grammar = all
        .parse()
        .map_err(|error| anyhow::anyhow!("{source}: {error}"))?;
    let types = shape::types(&grammar).with_context(|| source.clone())?;
    let owns = |ty: &str| {
        own.lines()
            .any(|line| line.strip_suffix(" =").is_some_and(|name| name == ty))
    };
    let module = render::Module {
        source: &source,
        title,
        owns: &owns,
        imports,
    };
    Ok(Generated {
        path: format!("crates/syntax/src/ast/{name}.rs"),
        text: formatted(&render::module(&types, &module))?,
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
