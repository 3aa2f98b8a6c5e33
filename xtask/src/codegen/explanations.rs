//! Makes the texts of `herbrand explain` and the pages of the documentation out of the header
//! comments of the checks.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use super::{Generated, MARK};

const CHECKS: &str = "crates/analysis/src/checks";

/// One table of texts for the program, one page for each code.
pub(super) fn generate(root: &Path) -> Result<Vec<Generated>> {
    let mut table = format!(
        "//! The texts of `herbrand explain`.\n//!\n//! {MARK} from the header comments of \
         `checks/`. Do not edit.\n\n/// The name of each code with its text, in alphabetical \
         order.\npub(crate) const EXPLANATIONS: &[(&str, &str)] = &[\n"
    );
    let mut pages = Vec::new();
    for (code, source) in sources(root)? {
        let text = header(&source).with_context(|| format!("in the check of {code}"))?;
        writeln!(
            table,
            "    (\n        \"{code}\",\n        r###\"{text}\"###,\n    ),"
        )?;
        pages.push(Generated {
            path: format!("docs/src/diagnostics/{code}.md"),
            text: format!("<!-- {MARK} from {CHECKS}. Do not edit. -->\n\n# {code}\n\n{text}"),
        });
    }
    table.push_str("];\n");
    pages.push(Generated {
        path: "crates/analysis/src/explanations.rs".to_owned(),
        text: table,
    });
    Ok(pages)
}

/// The codes with the sources of their checks, in alphabetical order.
fn sources(root: &Path) -> Result<Vec<(String, String)>> {
    let folder = root.join(CHECKS);
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else {
            continue;
        };
        if name != "mod" && path.extension().is_some_and(|extension| extension == "rs") {
            sources.push((name.replace('_', "-"), std::fs::read_to_string(&path)?));
        }
    }
    sources.sort();
    Ok(sources)
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
