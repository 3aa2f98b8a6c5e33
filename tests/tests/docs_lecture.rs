//! The commands of chapters of the book print what it says that they print.

use std::path::Path;
use std::process::Command;

use herbrand_tests::{end, herbrand, qprop};

/// What a page does.
enum Step {
    /// Its `sh` blocks run commands, each with what is printed below it.
    Run(String, String),
    /// Its blocks of QPROP with the name of a file are written into that.
    Write(String, String),
}

fn steps(page: &str) -> Vec<Step> {
    let mut found = Vec::new();
    let mut block: Option<&str> = None;
    for line in page.lines() {
        if let Some(info) = line.strip_prefix("```") {
            block = block.is_none().then_some(info);
            if let Some(name) = info.strip_prefix("qprop ") {
                found.push(Step::Write(name.to_owned(), String::new()));
            }
            continue;
        }
        match (block, found.last_mut()) {
            (Some("sh"), _) if line.starts_with("$ ") => {
                found.push(Step::Run(line[2..].to_owned(), String::new()));
            }
            (Some("sh"), Some(Step::Run(_, text))) => *text += &format!("{line}\n"),
            (Some("sh"), _) => panic!("output without a command: {line}"),
            (Some(info), Some(Step::Write(_, text))) if info.starts_with("qprop ") => {
                *text += &format!("{line}\n");
            }
            _ => {}
        }
    }
    found
}

/// A file with what a block adds: statements that are named take the place of those that had the name.
fn edited(old: &str, block: &str) -> String {
    let mut statements = statements(old);
    statements.retain(|statement| statement != "…\n");
    for new in self::statements(block) {
        if new.trim().is_empty() && !old.is_empty() {
            continue;
        }
        let name = declared(&new);
        let mut old = statements.iter_mut();
        match old.find(|old| name.is_some() && declared(old) == name) {
            Some(old) => *old = new,
            None => statements.push(new),
        }
    }
    statements.concat()
}

/// The statements of a text, each with the lines behind it that are indented.
fn statements(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in text.split_inclusive('\n') {
        match found.last_mut() {
            Some(last) if line.starts_with(' ') => last.push_str(line),
            _ => found.push(line.to_owned()),
        }
    }
    found
}

/// What a statement declares.
fn declared(statement: &str) -> Option<&str> {
    let mut words = statement.split([' ', '(', ':']);
    let is_declaration = ["rule", "given", "pred"].contains(&words.next()?);
    is_declaration.then(|| words.next())?
}

#[test]
fn blocks_take_the_place_of_what_has_their_names() {
    let old = "pred v(s)\nrule a: p\n  or q\n\n…\nrule b: q\n";
    let new = "given v(s) // data\nrule a: q\nv(1)\n";
    let expected = "given v(s) // data\nrule a: q\n\nrule b: q\nv(1)\n";
    assert_eq!(edited(old, new), expected);
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

#[cfg(unix)]
#[test]
fn the_chapter_on_mistakes_prints_what_it_says() {
    check("docs/src/mistakes.md", 13);
}

#[cfg(unix)]
#[test]
fn the_chapter_on_more_puzzles_prints_what_it_says() {
    check("docs/src/more-puzzles.md", 10);
}

#[cfg(unix)]
#[test]
fn the_chapter_on_waterworld_prints_what_it_says() {
    let python = Command::new("python3").arg("--version").output();
    if python.is_err() {
        return qprop::say_no_python("the_chapter_on_waterworld_prints_what_it_says");
    }
    check("docs/src/waterworld.md", 15);
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
    let steps = steps(&page);
    let commands = steps.iter().filter(|step| matches!(step, Step::Run(..)));
    let commands = commands.count();
    assert!(commands >= least, "{commands} commands");
    for step in steps {
        let (command, expected) = match step {
            Step::Run(command, expected) => (command, expected),
            Step::Write(name, block) => {
                let file = folder.path().join(name);
                let old = std::fs::read_to_string(&file).unwrap_or_default();
                std::fs::write(file, edited(&old, &block)).expect("written");
                continue;
            }
        };
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
