//! Rules that one file alone can break.

use crate::codegen::MARK;

/// Past this a file is two things.
const MAX_LINES: usize = 600;

/// Starts of paths that exist on one machine only. Written in pieces, so that this file is clean.
const MACHINE_PATHS: &[&str] = &[
    concat!("/ho", "me/"),
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("/tm", "p/"),
];

/// Hosts that packages come from: clients know them, the repository need not.
const REGISTRY_HOSTS: &[&str] = &[
    concat!("registry.npm", "js.org"),
    concat!("py", "pi.org"),
    concat!("python", "hosted.org"),
    concat!("static.crates", ".io"),
    concat!("index.crates", ".io"),
    concat!("deb.debian", ".org"),
];

/// What is wrong with the text of a file, as `file:line: complaint`.
pub(super) fn complaints(file: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    if file == "Cargo.lock" {
        return found;
    }
    let generated = text.lines().take(5).any(|line| line.contains(MARK));
    if file.contains("generated") && !generated {
        found.push(format!(
            "{file}:1: is called generated but does not say `{MARK}`"
        ));
    }
    let locked = file.starts_with("editors/tests/requirements.txt") || file.ends_with("-lock.json");
    let lines = text.lines().count();
    if !generated && !locked && lines > MAX_LINES {
        found.push(format!("{file}:{lines}: longer than {MAX_LINES} lines"));
    }
    if file.ends_with(".rs") && !opens_with_docs(text) {
        found.push(format!("{file}:1: does not open with a `//!` line"));
    }
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        for path in MACHINE_PATHS {
            if names_path(line, path) {
                found.push(format!(
                    "{file}:{number}: names a path of one machine: {path}"
                ));
            }
        }
        for host in REGISTRY_HOSTS {
            if line.contains(host) {
                found.push(format!("{file}:{number}: names a registry's host: {host}"));
            }
        }
        if file.ends_with(".rs") && line.trim() == concat!("#[", "ignore]") {
            found.push(format!("{file}:{number}: ignores a test without a reason"));
        }
    }
    found
}

/// Whether a line has `path` at the start of a path, rather than inside one or in a web address.
fn names_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-}~/*".contains(c))
    })
}

/// Attributes and a mark of generated files may come before the documentation.
fn opens_with_docs(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| {
        let aside = line.is_empty() || line.starts_with("#!") || line.starts_with("// ");
        !aside
    });
    first.is_some_and(|line| line.starts_with("//!"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(file: &str, text: &str) -> String {
        complaints(file, text)
            .into_iter()
            .next()
            .unwrap_or_default()
    }

    #[test]
    fn a_plain_module_is_fine() {
        assert_eq!(first("a.rs", "//! Docs.\n\nfn f() {}\n"), "");
    }

    #[test]
    fn a_module_needs_docs() {
        assert_eq!(
            first("a.rs", "fn f() {}\n"),
            "a.rs:1: does not open with a `//!` line"
        );
    }

    #[test]
    fn a_file_may_not_grow_without_end() {
        let text = format!("//! Docs.\n{}", "fn f() {}\n".repeat(600));
        assert_eq!(first("a.rs", &text), "a.rs:601: longer than 600 lines");
    }

    #[test]
    fn a_machine_path_is_told_from_a_web_address() {
        let path = format!("see {}x", MACHINE_PATHS[0]);
        assert!(
            first("a.md", &path).contains("names a path of one machine"),
            "{path}"
        );
        assert_eq!(
            first(
                "a.md",
                &format!("see https://example.org{}x", MACHINE_PATHS[0])
            ),
            ""
        );
    }

    #[test]
    fn hosts_of_registries_are_left_to_their_clients() {
        let line = format!("url = \"https://{}/x\"\n", REGISTRY_HOSTS[0]);
        assert!(first("a.toml", &line).contains("names a registry's host"));
        assert_eq!(first("Cargo.lock", &line), "");
    }

    #[test]
    fn an_ignored_test_says_why() {
        let text = format!("//! Docs.\n#[{}]\nfn f() {{}}\n", "ignore");
        assert_eq!(
            first("a.rs", &text),
            "a.rs:2: ignores a test without a reason"
        );
        let text = format!(
            "//! Docs.\n#[{} = \"needs a screen\"]\nfn f() {{}}\n",
            "ignore"
        );
        assert_eq!(first("a.rs", &text), "");
    }

    #[test]
    fn generated_files_are_marked() {
        assert!(first("x/generated.rs", "//! Docs.\n").contains("does not say"));
        assert_eq!(first("x/generated.rs", &format!("//! {MARK}.\n")), "");
    }
}
