//! What a command costs: processor time and memory of it alone. A process of this program starts
//! it and asks the system afterwards, so that nothing else is counted.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use herbrand_tests::usage::{Of, usage};

/// What the process is told that measures a command.
pub(crate) const TASK: &str = "measured";

/// After so many seconds on the clock a command is ended.
pub(crate) const PATIENCE: u64 = 60;

/// What a command costs.
pub(crate) struct Cost {
    /// Seconds of processor time, user and system.
    pub(crate) seconds: f64,
    /// The most memory that it had.
    pub(crate) mebibytes: u64,
    pub(crate) out: String,
    pub(crate) is_ended: bool,
}

/// Runs a command; `None` where it cannot be run.
pub(crate) fn cost(program: &Path, args: &[&str]) -> Option<Cost> {
    let this = std::env::current_exe().expect("this program");
    let done = Command::new(this)
        .arg(TASK)
        .arg(program)
        .args(args)
        .output()
        .expect("this program runs");
    let out = String::from_utf8_lossy(&done.stdout).into_owned();
    let (first, out) = out.split_once('\n')?;
    let fields: Vec<&str> = first.split('\t').collect();
    let &[seconds, mebibytes, is_ended] = fields.as_slice() else {
        return None;
    };
    Some(Cost {
        seconds: seconds.parse().ok()?,
        mebibytes: mebibytes.parse().ok()?,
        out: out.to_owned(),
        is_ended: is_ended == "ended",
    })
}

/// Runs the command that the words are; prints what it cost, then what it printed.
pub(crate) fn run<'a>(mut words: impl Iterator<Item = &'a str>) {
    let Some(program) = words.next() else { return };
    let mut out = tempfile::tempfile().expect("a temporary file");
    let sink = out.try_clone().expect("the same file");
    let started = Command::new(program)
        .args(words)
        .stdin(Stdio::null())
        .stdout(sink)
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = started else { return };
    let start = Instant::now();
    let mut is_ended = false;
    while child.try_wait().expect("a child").is_none() {
        if !is_ended && start.elapsed() > Duration::from_secs(PATIENCE) {
            is_ended = true;
            child.kill().expect("a child that runs");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let (seconds, mebibytes) = usage(Of::Children);
    let end = if is_ended { "ended" } else { "done" };
    println!("{seconds}\t{mebibytes}\t{end}");
    use std::io::Seek as _;
    out.rewind().expect("a file");
    let mut stdout = std::io::stdout().lock();
    std::io::copy(&mut out, &mut stdout).expect("room for it");
    stdout.flush().expect("room for it");
}
