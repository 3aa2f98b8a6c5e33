//! The same programs by this crate and by clingo, in CPU seconds.
//!
//! clingo is the Python package; `HERBRAND_CLINGO` names a Python that has it, else
//! `target/venv/bin/python` does, if it is there. Reading the program is left out on both sides:
//! here the time from a [`Program`](herbrand_ground::Program) to its model, there that of
//! `Control.ground`. The atoms of both are counted and have to be as many.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints its table"
)]

mod programs;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use herbrand_ground::{Options, Program, asp::Asp, evaluate};

const SCRIPT: &str = "
import sys, time, clingo
control = clingo.Control(['--warn=none'])
control.load(sys.argv[1])
start = time.process_time()
control.ground([('base', [])])
print(time.process_time() - start, sum(1 for _ in control.symbolic_atoms))
";

fn main() {
    let python = python();
    println!(
        "| {:32} | {:>10} | {:>11} | {:>10} | {:>10} | {:>8} |\n|---|---:|---:|---:|---:|---:|",
        "program", "atoms", "instances", "herbrand s", "clingo s", "ratio"
    );
    for case in programs::all() {
        let (ours, atoms, instances) = ours(&case.program);
        print!(
            "| {:32} | {atoms:>10} | {instances:>11} | {ours:>10.3} |",
            case.name
        );
        match python
            .as_deref()
            .map(|python| clingo(python, &case.program))
        {
            None => println!(" {:>10} | {:>8} |", "absent", ""),
            Some((theirs, same)) => {
                assert_eq!(atoms, same, "atoms of {}", case.name);
                println!(" {theirs:>10.3} | {:>8.1} |", theirs / ours);
            }
        }
    }
}

/// The best of three: CPU seconds, atoms, instances.
fn ours(program: &Program) -> (f64, usize, u64) {
    let run = || {
        let before = cpu();
        let model = evaluate(program, [], &Options::default()).expect("within limits");
        let time = cpu() - before;
        let instances = model.statistics().iter().map(|rule| rule.instances).sum();
        (time, model.len(), instances)
    };
    let mut runs = [run(), run(), run()];
    runs.sort_by(|a, b| a.0.total_cmp(&b.0));
    runs[0]
}

#[cfg(unix)]
fn cpu() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike as _;
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the usage of this process");
    (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
}

/// Seconds by the clock, where processor time is not to be had.
#[cfg(not(unix))]
fn cpu() -> f64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.expect("a time after 1970").as_secs_f64()
}

/// The best of two: CPU seconds, atoms.
fn clingo(python: &Path, program: &Program) -> (f64, usize) {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    let text = Asp::of(program)
        .program(program)
        .expect("a program for clingo");
    file.write_all(text.as_bytes()).expect("room for it");
    let run = || {
        let done = Command::new(python)
            .args(["-c", SCRIPT])
            .arg(file.path())
            .output();
        let done = done.expect("python");
        let out = String::from_utf8_lossy(&done.stdout).into_owned();
        let mut words = out.split_whitespace();
        let time = words.next().and_then(|word| word.parse().ok());
        let atoms = words.next().and_then(|word| word.parse().ok());
        let message = || String::from_utf8_lossy(&done.stderr).into_owned();
        time.zip(atoms).unwrap_or_else(|| panic!("{}", message()))
    };
    let (first, second): ((f64, usize), (f64, usize)) = (run(), run());
    if first.0 < second.0 { first } else { second }
}

fn python() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("HERBRAND_CLINGO") {
        return Some(named.into());
    }
    let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/venv/bin/python");
    let works = Command::new(&usual).args(["-c", "import clingo"]).status();
    works.is_ok_and(|status| status.success()).then_some(usual)
}
