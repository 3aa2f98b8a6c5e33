//! What cannot be read gets one clear message, and the other files are still linted.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use herbrand_tests::herbrand;
use tempfile::TempDir;

/// A directory with one sheet that has exactly one warning.
fn directory() -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("good.kif"), "(<= p)\n").expect("written");
    directory
}

fn lint(directory: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(herbrand());
    command
        .arg("lint")
        .args(args)
        .current_dir(directory)
        .stdin(Stdio::null());
    command.output().expect("herbrand runs")
}

/// Runs `lint --format json` and checks that the good sheet was linted all the same.
#[track_caller]
fn check(directory: &Path, args: &[&str], code: i32, stderr: &str) {
    let output = lint(directory, &[&["--format", "json"], args].concat());
    assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), stderr);
    assert_eq!(output.status.code(), Some(code));
    let reports: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let reports = reports.as_array().expect("an array");
    let good: Vec<_> = reports
        .iter()
        .filter(|report| report["path"] == "good.kif")
        .collect();
    assert_eq!(good.len(), 1, "{reports:?}");
    assert_eq!(good[0]["code"], "empty-body");
}

#[test]
fn an_empty_file_is_fine() {
    let directory = directory();
    fs::write(directory.path().join("empty.kif"), "").expect("written");
    check(directory.path(), &["good.kif", "empty.kif"], 0, "");
}

#[test]
fn a_missing_file() {
    let message = "error: gone.kif: no such file or directory";
    check(directory().path(), &["gone.kif", "good.kif"], 2, message);
}

#[test]
fn a_binary_file() {
    let directory = directory();
    fs::write(directory.path().join("a.kif"), b"(p\0)").expect("written");
    check(
        directory.path(),
        &["."],
        2,
        "error: a.kif: a binary file, not a rule sheet",
    );
}

#[test]
fn a_file_in_utf16() {
    let directory = directory();
    fs::write(directory.path().join("a.kif"), b"\xff\xfe(\0p\0)\0").expect("written");
    check(
        directory.path(),
        &["."],
        2,
        "error: a.kif: encoded in UTF-16; save it as UTF-8",
    );
}

#[test]
fn a_directory_without_sheets() {
    let directory = directory();
    fs::create_dir(directory.path().join("none")).expect("made");
    fs::write(directory.path().join("none/.hidden.kif"), "(<= p)").expect("written");
    let message = "error: none: no rule sheets in this directory; files that end in .kif, .gdl \
                   or .hrf are taken, hidden and git-ignored ones are not";
    check(directory.path(), &["none", "good.kif"], 2, message);
}

#[test]
fn a_file_larger_than_the_limit() {
    let directory = directory();
    fs::write(directory.path().join("large.kif"), "(p a)".repeat(30)).expect("written");
    let message = "error: large.kif: larger than the limit of 100 bytes; raise it with \
                   `--max-file-size`";
    check(
        directory.path(),
        &["--max-file-size", "100", "."],
        3,
        message,
    );
    check(directory.path(), &["--max-file-size", "1k", "."], 0, "");
}

#[cfg(unix)]
#[test]
fn a_broken_link_named_or_met() {
    let directory = directory();
    std::os::unix::fs::symlink("nowhere", directory.path().join("a.kif")).expect("linked");
    let message = "error: a.kif: a symbolic link to `nowhere`, which does not exist";
    check(directory.path(), &["a.kif", "good.kif"], 2, message);
    check(directory.path(), &["."], 2, message);
}

#[cfg(unix)]
#[test]
fn a_pipe_and_a_device_are_not_waited_for() {
    let directory = directory();
    let made = Command::new("mkfifo")
        .arg(directory.path().join("a.kif"))
        .status();
    assert!(made.expect("mkfifo runs").success());
    let remedy = "not a regular file; to read from a pipe, give `-` and redirect standard input";
    check(
        directory.path(),
        &["."],
        2,
        &format!("error: a.kif: {remedy}"),
    );
    fs::remove_file(directory.path().join("a.kif")).expect("removed");
    let args = ["/dev/zero", "good.kif"];
    check(
        directory.path(),
        &args,
        2,
        &format!("error: /dev/zero: {remedy}"),
    );
}

/// The superuser may read everything, so the test then runs herbrand as somebody else.
#[cfg(unix)]
#[test]
fn a_directory_that_cannot_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let directory = directory();
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    };
    let closed = directory.path().join("closed");
    fs::create_dir(&closed).expect("made");
    mode(directory.path(), 0o755);
    mode(&closed, 0o000);
    let mut command = if fs::read_dir(&closed).is_ok() {
        let copy = directory.path().join("herbrand");
        fs::copy(herbrand(), &copy).expect("copied");
        let mut command = Command::new("setpriv");
        command
            .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
            .arg(copy);
        command
    } else {
        Command::new(herbrand())
    };
    let command = command
        .args(["lint", "--format", "json", "."])
        .current_dir(directory.path());
    let output = command.output().expect("herbrand runs");
    mode(&closed, 0o755);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(stderr.trim_end(), "error: closed: no permission to read it");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("good.kif"));
}

#[test]
fn a_configuration_with_a_mistake() {
    let directory = directory();
    let file = directory.path().join("herbrand.toml");
    fs::write(&file, "[lint.levels]\nempty-bdy = \"allow\"\n").expect("written");
    let output = lint(directory.path(), &["good.kif"]);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("herbrand.toml:2:1: "), "{stderr}");
    assert!(stderr.contains("empty-bdy"), "{stderr}");
}

#[test]
fn unknown_codes_and_options_are_wrong_usage() {
    let directory = directory();
    let output = lint(directory.path(), &["--deny", "unsafe-varable", "good.kif"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr).trim_end(),
        "error: there is no code `unsafe-varable`; did you mean `unsafe-variable`?"
    );
    assert_eq!(lint(directory.path(), &[]).status.code(), Some(2));
    assert_eq!(
        lint(directory.path(), &["--fix", "-"]).status.code(),
        Some(2)
    );
}
