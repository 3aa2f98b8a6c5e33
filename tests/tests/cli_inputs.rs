//! What cannot be read gets one clear message, and the other files are still linted.

use std::fs;
use std::path::Path;
use std::process::Command;

use herbrand_tests::{Ended, end, herbrand, run, run_with};
use tempfile::TempDir;

/// A directory with one sheet that has exactly one warning.
fn directory() -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("good.kif"), "(<= p)\n").expect("written");
    directory
}

fn lint(directory: &Path, args: &[&str]) -> Ended {
    run(directory, &[&["lint"], args].concat())
}

/// Runs `lint --format json` and checks that the good sheet was linted all the same.
#[track_caller]
fn check(directory: &Path, args: &[&str], code: i32, stderr: &str) {
    check_ended(
        &lint(directory, &[&["--format", "json"], args].concat()),
        code,
        stderr,
    );
}

#[track_caller]
fn check_ended(output: &Ended, code: i32, stderr: &str) {
    assert_eq!(output.stderr.trim_end(), stderr);
    assert_eq!(output.code, Some(code));
    let reports = output.json();
    let reports = reports.as_array().expect("an array");
    let of_good = |report: &&serde_json::Value| report["path"] == "good.kif";
    let good: Vec<_> = reports.iter().filter(of_good).collect();
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
    let text = "(p a)\n(<= q)\n";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked = "encoded in UTF-16; save it as UTF-8";
    let unmarked = "encoded in UTF-16, it seems; save it as UTF-8";
    for (bytes, message) in [
        ([b"\xff\xfe", &*little].concat(), marked),
        ([b"\xfe\xff", &*big].concat(), marked),
        (little, unmarked),
        (big, unmarked),
    ] {
        fs::write(directory.path().join("a.kif"), bytes).expect("written");
        let message = format!("error: a.kif: {message}");
        check(directory.path(), &["."], 2, &message);
    }
}

/// On standard input as in a file.
#[test]
fn bad_text_on_standard_input() {
    let directory = directory();
    let args = ["lint", "--format", "json", "-", "good.kif"];
    let output = run_with(directory.path(), &args, b"(p\0)");
    check_ended(
        &output,
        2,
        "error: <stdin>: a binary file, not a rule sheet",
    );
    let args = [&args[..], &["--max-file-size", "10"]].concat();
    let output = run_with(directory.path(), &args, &[b' '; 11]);
    let message = "error: <stdin>: larger than the limit of 10 bytes; raise it with \
                   `--max-file-size`";
    check_ended(&output, 3, message);
}

#[test]
fn a_directory_without_sheets() {
    let directory = directory();
    fs::create_dir(directory.path().join("none")).expect("made");
    fs::write(directory.path().join("none/.hidden.kif"), "(<= p)").expect("written");
    let message = "error: none: no rule sheets in this directory; files that end in .kif, .gdl, \
                   .hrf or .qprop are taken, hidden and git-ignored ones are not";
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
    let mut command = as_a_reader(directory.path());
    let command = command.args(["lint", "--format", "json", "."]);
    let output = end(command.current_dir(directory.path()), b"");
    mode(&closed, 0o755);
    check_ended(&output, 2, "error: closed: no permission to read it");
}

/// The program, run by somebody who may not do everything. Programs of the superuser's home
/// are closed to others, so there it is a copy.
#[cfg(unix)]
fn as_a_reader(directory: &Path) -> Command {
    if !nix::unistd::geteuid().is_root() {
        return Command::new(herbrand());
    }
    let copy = directory.join("herbrand");
    fs::copy(herbrand(), &copy).expect("copied");
    let mut command = Command::new("setpriv");
    command
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(copy);
    command
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let directory = directory();
    let open = fs::Permissions::from_mode(0o755);
    fs::set_permissions(directory.path(), open).expect("set");
    let closed = directory.path().join("a.kif");
    fs::write(&closed, "(p)").expect("written");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).expect("set");
    let mut command = as_a_reader(directory.path());
    let command = command.args(["lint", "--format", "json", "."]);
    let output = end(command.current_dir(directory.path()), b"");
    check_ended(&output, 2, "error: a.kif: no permission to read it");
}

#[cfg(unix)]
#[test]
fn links_that_lead_in_circles() {
    use std::os::unix::fs::symlink;
    let directory = directory();
    symlink(".", directory.path().join("again")).expect("linked");
    symlink(".", directory.path().join("again.kif")).expect("linked");
    check(directory.path(), &["."], 0, "");
    symlink("b.kif", directory.path().join("a.kif")).expect("linked");
    symlink("a.kif", directory.path().join("b.kif")).expect("linked");
    let message = "error: a.kif: too many levels of symbolic links\n\
                   error: b.kif: too many levels of symbolic links";
    check(directory.path(), &["."], 2, message);
}

/// A file whose name is no text is linted; what cannot be shown of the name is replaced.
#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let directory = directory();
    let name = OsStr::from_bytes(b"caf\xe9.kif");
    fs::write(directory.path().join(name), "(<= p)\n").expect("written");
    check(directory.path(), &["."], 0, "");
    let args = [OsStr::new("lint"), OsStr::new("--fix"), name];
    let output = run(directory.path(), &args);
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));
    assert!(output.stdout.contains("caf\u{fffd}.kif"), "{output:?}");
    let fixed = fs::read_to_string(directory.path().join(name)).expect("read");
    assert_eq!(fixed, "p\n");
}

/// Neither a fix nor a layout is forced on a file that its owner has protected.
#[test]
fn a_write_protected_file() {
    let directory = directory();
    let directory = directory.path();
    let path = directory.join("a.kif");
    fs::write(&path, "(<=   p)\n").expect("written");
    let mut permissions = fs::metadata(&path).expect("there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("set");
    let message = "error: a.kif: not written: the file is write-protected";
    for command in [&["lint", "--fix"][..], &["fmt"]] {
        let output = run(directory, &[command, &["a.kif"]].concat());
        assert_eq!(output.code, Some(2), "{command:?}");
        assert_eq!(output.stderr.lines().next(), Some(message), "{command:?}");
        assert_eq!(fs::read_to_string(&path).expect("read"), "(<=   p)\n");
    }
}

/// The limit on the size of files stands for a disk that is full.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_to_its_end() {
    let directory = directory();
    let directory = directory.path();
    let facts: String = (0..1000).map(|n| format!("(q {n})\n")).collect();
    let text = format!("(<=   p)\n{facts}");
    fs::write(directory.join("a.kif"), &text).expect("written");
    for command in ["lint --fix", "fmt"] {
        let script = format!("trap '' XFSZ; ulimit -f 1; exec \"$0\" {command} a.kif");
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(script).arg(herbrand());
        let output = end(shell.current_dir(directory), b"");
        assert_eq!(output.code, Some(2), "{command}");
        let message = "error: a.kif: not written: file too large";
        assert_eq!(output.stderr.lines().next(), Some(message), "{command}");
        let left = fs::read_to_string(directory.join("a.kif")).expect("read");
        assert!(left == text, "{command}");
        assert_eq!(fs::read_dir(directory).expect("listed").count(), 2);
    }
}

/// Nothing in a sheet or in its name moves the cursor or colours the screen.
#[cfg(unix)]
#[test]
fn what_a_terminal_would_obey_is_spelt_out() {
    let directory = directory();
    let text = "(q a)\n(<= (p\x1b[2J ?\x1b[1m) (not (q ?\x1b[1m)))\n(<= r\u{202e}\x07)\n";
    fs::write(directory.path().join("a\x1b[31m.kif"), text).expect("written");
    fs::write(directory.path().join("b\r.kif"), "\0").expect("written");
    for format in ["text", "github"] {
        let args = ["lint", ".", "--max-reports", "0", "--format", format];
        let output = run(directory.path(), &args);
        let all = format!("{}{}", output.stdout, output.stderr);
        assert!(all.contains("a\\u{1b}[31m.kif"), "{all:?}");
        assert!(all.contains("b\\u{d}.kif") || format == "github", "{all:?}");
        assert!(all.contains("`?\\u{1b}[1m`"), "{all:?}");
        let wild = |c: char| c == '\u{202e}' || c.is_control() && c != '\n';
        assert!(!all.contains(wild), "{all:?}");
    }
}

/// A bug that shows at one file is told with its name, and the others are worked on.
#[test]
fn a_panic_is_told_once_and_stops_nothing() {
    let directory = directory();
    for n in 1..9 {
        fs::write(directory.path().join(format!("{n}.kif")), "(<=   p)\n").expect("written");
    }
    let output = lint(
        directory.path(),
        &[".", "--format", "json", "--panic-at", "3.kif"],
    );
    let message = output.stderr.trim_end();
    assert_eq!(message.lines().count(), 1, "{message}");
    let start = "error: 3.kif: internal error: as the test wished at ";
    assert!(message.starts_with(start), "{message}");
    assert!(
        message.contains("please report it at https://"),
        "{message}"
    );
    check_ended(&output, 2, message);
    assert_eq!(output.json().as_array().map(Vec::len), Some(8));
    let output = run(directory.path(), &["fmt", ".", "--panic-at", "3.kif"]);
    assert_eq!(output.code, Some(2));
    assert!(output.stderr.starts_with(start), "{}", output.stderr);
    let text = |name| fs::read_to_string(directory.path().join(name)).expect("read");
    assert_eq!(text("3.kif"), "(<=   p)\n");
    assert_eq!(text("8.kif"), "(<= p)\n");
}

#[test]
fn a_configuration_with_a_mistake() {
    let directory = directory();
    let file = directory.path().join("herbrand.toml");
    fs::write(&file, "[lint.levels]\nempty-bdy = \"allow\"\n").expect("written");
    let output = lint(directory.path(), &["good.kif"]);
    assert_eq!(output.code, Some(2));
    let stderr = &output.stderr;
    assert!(stderr.contains("herbrand.toml:2:1: "), "{stderr}");
    assert!(stderr.contains("empty-bdy"), "{stderr}");
}

#[test]
fn a_directory_in_the_place_of_the_configuration() {
    let directory = directory();
    fs::create_dir(directory.path().join("herbrand.toml")).expect("made");
    let output = lint(directory.path(), &["good.kif"]);
    assert_eq!(output.code, Some(2));
    let message = "herbrand.toml: a directory, where a configuration file should be\n";
    assert!(output.stderr.ends_with(message), "{}", output.stderr);
}

#[test]
fn unknown_codes_and_options_are_wrong_usage() {
    let directory = directory();
    let output = lint(directory.path(), &["--deny", "unsafe-varable", "good.kif"]);
    assert_eq!(output.code, Some(2));
    assert_eq!(
        output.stderr.trim_end(),
        "error: there is no code `unsafe-varable`; did you mean `unsafe-variable`?"
    );
    assert_eq!(lint(directory.path(), &[]).code, Some(2));
    assert_eq!(lint(directory.path(), &["--fix", "-"]).code, Some(2));
}
