//! Processor time of whole `herbrand lint` commands, cold start included.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::repository::Repository;
use crate::tools;

const RUNS: usize = 9;

/// A row: what is linted, the path below the corpus or the repository.
const ROWS: &[(&str, &str)] = &[
    ("one small sheet", "games/ticTacToe.kif"),
    ("the sheet of 25,658 lines", "large/arithmetic.kif"),
    ("the whole corpus", ""),
];

/// Prints the median processor time of each row, user and system together.
pub(super) fn run(repository: &Repository) -> Result<()> {
    tools::shown(
        repository,
        tools::cargo().args(["build", "--quiet", "--release", "-p", "herbrand"]),
    )?;
    let name = format!("herbrand{}", std::env::consts::EXE_SUFFIX);
    let herbrand = repository.target().join("release").join(name);
    let corpus = std::env::var_os("HERBRAND_CORPUS")
        .map_or_else(|| repository.path("../shared/corpus"), PathBuf::from);
    if !corpus.join("games").is_dir() {
        bail!("no corpus: name its folder in HERBRAND_CORPUS");
    }
    println!("\n== herbrand lint: processor time, median of {RUNS}");
    for (what, path) in ROWS {
        let mut times = Vec::with_capacity(RUNS);
        for _ in 0..RUNS {
            let before = children()?;
            Command::new(&herbrand)
                .args(["lint", "--format", "json"])
                .arg(corpus.join(path))
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .context("cannot run herbrand")?;
            times.push(children()? - before);
        }
        times.sort_by(f64::total_cmp);
        println!(
            "{what:<28} {:>8.1} ms, at most {:.1} ms",
            times[RUNS / 2] * 1000.0,
            times[RUNS - 1] * 1000.0
        );
    }
    Ok(())
}

/// Seconds of processor time that ended child processes have used so far.
#[cfg(unix)]
fn children() -> Result<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).context("cannot read processor times")?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(micros as f64 / 1e6)
}

/// Where no processor times are to be had, the time on the wall.
#[cfg(not(unix))]
fn children() -> Result<f64> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
    Ok(now.as_secs_f64())
}
