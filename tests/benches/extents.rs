//! What can ever hold in the games of the corpus, beside clingo on the same program: CPU seconds
//! from a program to its model here, of `Control.ground` there. The atoms have to be as many.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints its table"
)]

use ground::asp::Asp;
use ground::{Limits, Options, Program, evaluate, over_approximation};
use herbrand_tests::{clingo, corpus, rules};

fn main() {
    println!("| game | atoms | herbrand s | clingo s | ratio |\n|---|---:|---:|---:|---:|");
    let (mut ours, mut theirs, mut slower, mut count) = (0.0, 0.0, Vec::new(), 0);
    let options = Options {
        limits: Limits::GAME,
        ..Options::default()
    };
    for sheet in corpus::sheets("extents") {
        let Some(name) = sheet.name.strip_prefix("games/") else {
            continue;
        };
        let name = name.trim_end_matches(".kif");
        let program = Program::of(&rules::rules(&sheet).0);
        let Ok(program) = over_approximation(&program) else {
            continue;
        };
        let run = || {
            let before = cpu();
            let model = evaluate(&program, [], &options).ok()?;
            Some((cpu() - before, model.len()))
        };
        let Some((mut seconds, atoms)) = run() else {
            println!("| {name} | too large ||| |");
            continue;
        };
        for _ in 0..2 {
            seconds = run().map_or(seconds, |(again, _)| seconds.min(again));
        }
        let text = Asp::of(&program).program(&program).expect("no arithmetic");
        let Some(first) = clingo::ground(&text) else {
            println!("no clingo: name a Python that has it in HERBRAND_CLINGO");
            return;
        };
        let second = clingo::ground(&text).map_or(first.seconds, |second| second.seconds);
        let clingo = first.seconds.min(second);
        assert_eq!(first.atoms, atoms, "atoms of {name}");
        count += 1;
        ours += seconds;
        theirs += clingo;
        if seconds > clingo {
            slower.push(name.to_owned());
        }
        println!(
            "| {name} | {atoms} | {seconds:.4} | {clingo:.4} | {:.1} |",
            clingo / seconds
        );
    }
    println!(
        "\n{count} games: {ours:.2} s here, {theirs:.2} s by clingo; slower in {}: {}",
        slower.len(),
        slower.join(", ")
    );
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
