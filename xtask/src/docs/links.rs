//! Links between pages.

use std::path::Path;

use crate::repository::Repository;

/// Links of a page to files and headings that are not there, as `page:line: complaint`.
pub(super) fn complaints(repository: &Repository, page: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (line, target) in links(text) {
        if target.contains("://") || target.starts_with("mailto:") {
            continue;
        }
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let folder = Path::new(page).parent().unwrap_or(Path::new(""));
        let path = repository.path(folder.join(file));
        if !file.is_empty() && !path.exists() {
            found.push(format!(
                "{page}:{line}: links to {target}, which is not there"
            ));
            continue;
        }
        let linked = match file {
            "" => Some(text.to_owned()),
            _ => std::fs::read_to_string(path).ok(),
        };
        let named = linked.is_some_and(|text| anchors(&text).any(|name| name == anchor));
        if !anchor.is_empty() && !named {
            found.push(format!(
                "{page}:{line}: links to {target}, which has no such heading"
            ));
        }
    }
    found
}

/// Targets of `[text](target)` outside of code, with the lines they are on.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        let mut rest = line;
        while let Some(at) = rest.find("](") {
            rest = &rest[at + 2..];
            let Some(end) = rest.find(')') else { break };
            found.push((index + 1, &rest[..end]));
        }
    }
    found
}

/// The anchors that headings get: lower case, blanks as hyphens, marks dropped.
fn anchors(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            kept.collect::<String>().replace(' ', "-")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(text: &str) -> Option<String> {
        complaints(&Repository::of_this_build(), "docs/page.md", text).pop()
    }

    #[test]
    fn what_is_there_may_be_linked() {
        assert_eq!(
            complaint("[x](../Cargo.toml) [y](#a-b) [z](https://example.org)\n# A `b`\n"),
            None
        );
    }

    #[test]
    fn what_is_not_there_is_told() {
        let found = complaint("a\n[x](nowhere.md)\n").unwrap();
        assert_eq!(
            found,
            "docs/page.md:2: links to nowhere.md, which is not there"
        );
    }

    #[test]
    fn a_heading_that_is_not_there_is_told() {
        let found = complaint("[x](#b)\n# A\n").unwrap();
        assert_eq!(
            found,
            "docs/page.md:1: links to #b, which has no such heading"
        );
        let found = complaint("[x](../README.md#no-such)\n").unwrap();
        assert!(found.ends_with("which has no such heading"), "{found}");
    }

    #[test]
    fn code_holds_no_links() {
        assert_eq!(complaint("```\n[x](nowhere.md)\n```\n"), None);
    }
}
