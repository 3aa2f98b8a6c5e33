//! The commands of chapters of the book print what it says that they print.

use std::path::Path;
use std::process::Command;

use herbrand_tests::{end, herbrand};

/// The commands of the `sh` blocks of a page with what is printed below each.
fn commands(page: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside {
            match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => found.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => {
                    output.push_str(line);
                    output.push('\n');
                }
                (None, None) => panic!("output without a command: {line}"),
            }
        }
    }
    found
}

#[cfg(unix)]
#[test]
fn the_lecture_prints_what_it_says() {
    check("docs/src/lecture.md", 11);
}

#[cfg(unix)]
#[test]
fn the_chapter_on_puzzles_prints_what_it_says() {
    check("docs/src/puzzles.md", 8);
}

/// Runs the commands of a page, of which there are so many at least.
#[cfg(unix)]
fn check(page: &str, least: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = root.join(page);
    let page = std::fs::read_to_string(page).expect("the chapter");
    let folder = tempfile::tempdir().expect("a directory");
    let examples = std::fs::canonicalize(root.join("examples")).expect("the examples");
    std::os::unix::fs::symlink(examples, folder.path().join("examples")).expect("a link");
    let commands = commands(&page);
    assert!(commands.len() >= least, "{} commands", commands.len());
    for (command, expected) in commands {
        let shell = format!("herbrand() {{ \"$HERBRAND\" \"$@\"; }}\n{command}");
        let output = end(
            Command::new("sh")
                .args(["-c", &shell])
                .env("HERBRAND", herbrand())
                .current_dir(folder.path()),
            b"",
        );
        assert_eq!(output.stdout, expected, "{command}\n{}", output.stderr);
    }
}
