//! Sessions that the documentation shows: run, and compared with what is printed.

use std::process::Command;

use anyhow::{Context, Result};

use crate::repository::Repository;
use crate::tools;

/// A command in a block marked `console`, and what the page says that it prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Session {
    line: usize,
    arguments: Vec<String>,
    printed: Vec<String>,
}

/// The commands of a page that start with `$ herbrand`.
pub(super) fn sessions(text: &str) -> Vec<Session> {
    let mut found: Vec<Session> = Vec::new();
    let mut open = false;
    let mut inside = false;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = !inside && line == "```console";
            open = false;
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            let mut words = command.split_whitespace().map(str::to_owned);
            open = words.next().is_some_and(|program| program == "herbrand");
            if open {
                found.push(Session {
                    line: index + 1,
                    arguments: words.collect(),
                    printed: Vec::new(),
                });
            }
        } else if open && let Some(session) = found.last_mut() {
            session.printed.push(line.trim_end().to_owned());
        }
    }
    found
}

/// Where the page and the program differ.
pub(super) fn complaint(
    repository: &Repository,
    page: &str,
    session: &Session,
) -> Result<Option<String>> {
    let mut build = tools::cargo();
    tools::quiet(
        build
            .current_dir(repository.root())
            .args(["build", "-q", "-p", "herbrand"]),
    )?;
    let name = format!("herbrand{}", std::env::consts::EXE_SUFFIX);
    let output = Command::new(repository.target().join("debug").join(name))
        .args(&session.arguments)
        .env("NO_COLOR", "1")
        .current_dir(repository.root())
        .output()
        .context("cannot run herbrand")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    let actual: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    let shown: Vec<&str> = session.printed.iter().map(String::as_str).collect();
    Ok((!matches(trimmed(&shown), &actual)).then(|| {
        let command = session.arguments.join(" ");
        format!(
            "{page}:{}: `herbrand {command}` prints something else:\n{text}",
            session.line
        )
    }))
}

/// `...` alone on a line stands for any number of lines.
fn matches(shown: &[&str], actual: &[&str]) -> bool {
    match shown.split_first() {
        None => actual.is_empty(),
        Some((&"...", rest)) => (0..=actual.len()).any(|skip| matches(rest, &actual[skip..])),
        Some((first, rest)) => actual.first() == Some(first) && matches(rest, &actual[1..]),
    }
}

fn trimmed<'a>(mut lines: &'a [&'a str]) -> &'a [&'a str] {
    while let Some((&"", rest)) = lines.split_last() {
        lines = rest;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_commands_and_what_they_print() {
        let found =
            sessions("```console\n$ herbrand lint a\none\ntwo\n$ ls\nx\n```\n$ herbrand no\n");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].arguments, ["lint", "a"]);
        assert_eq!(found[0].printed, ["one", "two"]);
    }

    #[test]
    fn dots_stand_for_lines() {
        assert!(matches(&["a", "...", "d"], &["a", "b", "c", "d"]));
        assert!(matches(&["..."], &[]));
        assert!(!matches(&["a", "...", "d"], &["a", "b"]));
        assert!(!matches(&["a"], &["a", "b"]));
    }
}
