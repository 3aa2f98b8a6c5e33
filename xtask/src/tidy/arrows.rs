//! The crate graph as it is, against the table in `ARCHITECTURE.md`.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::repository::Repository;
use crate::tools;

/// A crate and the crates of this workspace that it uses.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Crates that nothing may depend on, and that may depend on all.
const OUTSIDE: &[&str] = &["tests", "xtask"];

/// Arrows that are there and not allowed, and rows of the table without a crate.
pub(super) fn complaints(repository: &Repository) -> Result<Vec<String>> {
    let allowed = table(&repository.read("ARCHITECTURE.md")?)?;
    let output = tools::cargo()
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(repository.root())
        .output()
        .context("cannot run cargo metadata")?;
    let metadata: Value =
        serde_json::from_slice(&output.stdout).context("cargo metadata failed")?;
    Ok(compare(&arrows(&metadata), &allowed))
}

fn compare(actual: &Arrows, allowed: &Arrows) -> Vec<String> {
    let mut found = Vec::new();
    for (name, uses) in actual {
        if OUTSIDE.contains(&name.as_str()) {
            continue;
        }
        let Some(may) = allowed.get(name) else {
            found.push(format!(
                "ARCHITECTURE.md: has no row for the crate `{name}`"
            ));
            continue;
        };
        for used in uses.difference(may) {
            found.push(format!(
                "ARCHITECTURE.md: does not let `{name}` use `{used}`"
            ));
        }
    }
    for name in allowed.keys().filter(|name| !actual.contains_key(*name)) {
        found.push(format!("ARCHITECTURE.md: there is no crate `{name}`"));
    }
    found
}

/// Rows of the form ``| `crate` | `a`, `b` | … |``.
fn table(text: &str) -> Result<Arrows> {
    let mut arrows = Arrows::new();
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with("| crate | may use |"))
        .skip(2);
    for row in rows.take_while(|line| line.starts_with('|')) {
        let mut cells = row.split('|').skip(1).map(quoted);
        let name = cells.next().and_then(|names| names.into_iter().next());
        let Some(name) = name else {
            bail!("ARCHITECTURE.md: a row without a crate: {row}")
        };
        arrows.insert(name, cells.next().unwrap_or_default());
    }
    if arrows.is_empty() {
        bail!("ARCHITECTURE.md: no table that starts with `| crate | may use |`");
    }
    Ok(arrows)
}

/// The words of a cell that stand in backticks.
fn quoted(cell: &str) -> BTreeSet<String> {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// What `cargo metadata` says; dependencies for tests alone do not count.
fn arrows(metadata: &Value) -> Arrows {
    let packages = metadata["packages"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let short = |name: &Value| {
        let name = name.as_str().unwrap_or_default();
        name.strip_prefix("herbrand-").unwrap_or(name).to_owned()
    };
    let own: BTreeSet<String> = packages
        .iter()
        .map(|package| short(&package["name"]))
        .collect();
    let uses = |package: &Value| {
        let dependencies = package["dependencies"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        dependencies
            .iter()
            .filter(|dependency| dependency["kind"] != "dev" && dependency["path"].is_string())
            .map(|dependency| short(&dependency["name"]))
            .filter(|name| own.contains(name))
            .collect()
    };
    packages
        .iter()
        .map(|package| (short(&package["name"]), uses(package)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str =
        "| crate | may use | x |\n|---|---|---|\n| `a` | – | |\n| `b` | `a` | |\n\n";

    #[test]
    fn reads_the_table() {
        let table = table(TABLE).unwrap();
        assert_eq!(table["b"], BTreeSet::from(["a".to_owned()]));
        assert!(table["a"].is_empty());
    }

    #[test]
    fn an_upward_arrow_is_a_breach() {
        let metadata = serde_json::json!({ "packages": [
            { "name": "herbrand-a", "dependencies": [{ "name": "herbrand-b", "kind": null, "path": "b" }] },
            { "name": "herbrand-b", "dependencies": [{ "name": "herbrand-a", "kind": "dev", "path": "a" }] },
        ]});
        let found = compare(&arrows(&metadata), &table(TABLE).unwrap());
        assert_eq!(found, ["ARCHITECTURE.md: does not let `a` use `b`"]);
    }

    #[test]
    fn rows_and_crates_are_the_same() {
        let metadata =
            serde_json::json!({ "packages": [{ "name": "herbrand-c", "dependencies": [] }] });
        let found = compare(&arrows(&metadata), &table(TABLE).unwrap());
        assert_eq!(found.len(), 3, "{found:?}");
    }
}
