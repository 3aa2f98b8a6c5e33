//! Makes the list of all diagnostics and the contents of the book out of the registry of codes.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use super::explanations::CHECKS;
use super::{Generated, MARK};

const REGISTRY: &str = "crates/source/src/codes.rs";

/// Chapters that are written by hand, in order.
const CHAPTERS: &[(&str, &str)] = &[
    ("Getting started", "getting-started.md"),
    ("The command line", "command-line.md"),
    ("Logic programs, from the first fact", "lecture.md"),
    ("Puzzles, from the first rule", "puzzles.md"),
    ("Five mistakes, found one by one", "mistakes.md"),
    ("More puzzles", "more-puzzles.md"),
    ("WaterWorld, a game of hidden pirates", "waterworld.md"),
    ("Editors", "editors.md"),
    ("Configuration and directives", "configuration.md"),
    ("GDL as Herbrand reads it", "gdl.md"),
    ("QPROP, the language of puzzles", "qprop.md"),
    ("Performance", "performance.md"),
];

/// A line of the registry.
struct Code<'a> {
    name: &'a str,
    severity: String,
    summary: &'a str,
}

/// The table of codes, and `SUMMARY.md`.
pub(super) fn generate(root: &Path) -> Result<Vec<Generated>> {
    let registry = std::fs::read_to_string(root.join(REGISTRY)).context(REGISTRY)?;
    let codes = codes(&registry);
    if codes.is_empty() {
        bail!("{REGISTRY}: no line of the form NAME = \"code\", Severity, \"summary\";");
    }
    let mark = format!("<!-- {MARK} from {REGISTRY}. Do not edit. -->\n\n");
    let mut summary = format!("{mark}# Summary\n\n[Herbrand](introduction.md)\n\n");
    for (title, page) in CHAPTERS {
        writeln!(summary, "- [{title}]({page})")?;
    }
    summary.push_str("- [Diagnostics](diagnostics.md)\n");
    summary.push_str("  - [Alarms looked at by hand](alarms.md)\n");
    let mut table = format!(
        "{mark}# Diagnostics\n\nOne code is one name, everywhere: in reports, in directives, in \
         `herbrand.toml`, and for `herbrand explain`.\n\n| code | | what is reported |\n|---|---|---|\n"
    );
    for Code {
        name,
        severity,
        summary: what,
    } in codes
    {
        writeln!(summary, "  - [{name}](diagnostics/{name}.md)")?;
        let file = format!("{}.rs", name.replace('-', "_"));
        let sources =
            CHECKS.map(|folder| std::fs::read_to_string(root.join(folder).join(&file)).ok());
        let is_solved = |source: &String| source.replace("\n//!", "").contains("Found by solving");
        let by_solving = sources.iter().flatten().any(is_solved);
        let how = match sources.map(|source| source.is_some()) {
            [_, false] => "",
            [false, true] if by_solving => "; found by solving",
            [false, true] => "; found by grounding",
            [true, true] => "; some found by grounding",
        };
        writeln!(
            table,
            "| [`{name}`](diagnostics/{name}.md) | {severity} | {what}{how} |"
        )?;
    }
    let file = |name: &str, text| Generated {
        path: format!("docs/src/{name}"),
        text,
    };
    Ok(vec![
        file("SUMMARY.md", summary),
        file("diagnostics.md", table),
    ])
}

/// Lines such as `EMPTY_BODY = "empty-body", Warning, "a rule without a body";`.
fn codes(registry: &str) -> Vec<Code<'_>> {
    fn code(line: &str) -> Option<Code<'_>> {
        let (_, rest) = line.trim().split_once(" = \"")?;
        let (name, rest) = rest.split_once("\", ")?;
        let (severity, rest) = rest.split_once(", \"")?;
        let summary = rest.strip_suffix("\";")?;
        Some(Code {
            name,
            severity: severity.to_lowercase(),
            summary,
        })
    }
    registry.lines().filter_map(code).collect()
}
