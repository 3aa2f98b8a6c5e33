//! Makes the texts of `herbrand explain` and the pages of the documentation out of the header
//! comments of the checks.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use super::{Generated, MARK};

/// Static ones, and those of what a file grounds to.
pub(super) const CHECKS: [&str; 2] = ["crates/analysis/src/checks", "crates/driver/src/checks"];

/// The files of the folders that hold no check.
const PARTS: [&str; 2] = ["mod", "test_support"];

/// One table of texts for the program, one page for each code.
pub(super) fn generate(root: &Path) -> Result<Vec<Generated>> {
    let mut table = format!(
        "//! The texts of `herbrand explain`.\n//!\n//! {MARK} from the header comments of \
         `checks/`. Do not edit.\n\n/// The name of each code with its text, in alphabetical \
         order.\npub(crate) const EXPLANATIONS: &[(&str, &str)] = &[\n"
    );
    let mut pages = Vec::new();
    for (code, folder, source) in sources(root)? {
        let text = header(&source).with_context(|| format!("in the check of {code}"))?;
        writeln!(
            table,
            "    (\n        \"{code}\",\n        r###\"{text}\"###,\n    ),"
        )?;
        pages.push(Generated {
            path: format!("docs/src/diagnostics/{code}.md"),
            text: format!("<!-- {MARK} from {folder}. Do not edit. -->\n\n# {code}\n\n{text}"),
        });
    }
    table.push_str("];\n");
    pages.push(Generated {
        path: "crates/analysis/src/explanations.rs".to_owned(),
        text: table,
    });
    Ok(pages)
}

/// The codes with the folders and the sources of their checks, in alphabetical order. A code
/// that both folders check is explained by the first.
fn sources(root: &Path) -> Result<Vec<(String, &'static str, String)>> {
    let mut sources = BTreeMap::new();
    for folder in CHECKS {
        let path = root.join(folder);
        for entry in std::fs::read_dir(&path).with_context(|| path.display().to_string())? {
            let path = entry?.path();
            let Some(name) = path.file_stem().and_then(|name| name.to_str()) else {
                continue;
            };
            let is_source = path.extension().is_some_and(|extension| extension == "rs");
            if !is_source || PARTS.contains(&name) {
                continue;
            }
            let code = name.replace('_', "-");
            if let Entry::Vacant(place) = sources.entry(code) {
                place.insert((folder, std::fs::read_to_string(&path)?));
            }
        }
    }
    let sources = sources.into_iter();
    Ok(sources
        .map(|(code, (folder, source))| (code, folder, source))
        .collect())
}

/// The header comment without its comment signs.
fn header(source: &str) -> Result<String> {
    let mut text = String::new();
    for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
        text.push_str(line.strip_prefix(' ').unwrap_or(line));
        text.push('\n');
    }
    if !text.contains("\n## Wrong\n") || !text.contains("\n## Right\n") {
        bail!("the header comment wants the sections `## Wrong` and `## Right`");
    }
    Ok(text)
}
