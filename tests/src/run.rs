//! Running the program to its end.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// How a run ended and what it printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The exit code; `None` after a signal.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Runs `herbrand` in a folder, with nothing on standard input.
///
/// # Panics
/// When it cannot be run, or prints what is not UTF-8.
pub fn run(folder: &Path, args: &[impl AsRef<OsStr>]) -> Ended {
    run_with(folder, args, b"")
}

/// Runs `herbrand` in a folder, with these bytes on standard input.
///
/// # Panics
/// When it cannot be run, or prints what is not UTF-8.
pub fn run_with(folder: &Path, args: &[impl AsRef<OsStr>], stdin: &[u8]) -> Ended {
    end(
        Command::new(super::herbrand())
            .args(args)
            .current_dir(folder),
        stdin,
    )
}

/// Runs a command with these bytes on standard input.
///
/// # Panics
/// When it cannot be run, or prints what is not UTF-8.
pub fn end(command: &mut Command, stdin: &[u8]) -> Ended {
    let mut child = command
        .env_remove("NO_COLOR")
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    // A program that does not read its input may be gone before it is written.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin);
    let output = child.wait_with_output().expect("it ends");
    Ended {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

impl Ended {
    /// Standard output as JSON.
    ///
    /// # Panics
    /// When it is not.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}
