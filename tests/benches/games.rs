//! Every game of the corpus as a propositional network: sizes and CPU seconds, as a table in
//! Markdown. `cargo bench -p herbrand-tests --bench games -- NAME` for those with NAME in theirs.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints its table"
)]

use ground::{Error, Limits, Network, Node, Options, Program, network};
use herbrand_tests::{corpus, rules};

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    println!("| game | atoms | instances | gates | edges | latches | inputs | seconds |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let (mut total, mut slowest, mut refused) = (0.0, 0.0_f64, 0);
    for sheet in corpus::sheets("games") {
        let Some(name) = sheet.name.strip_prefix("games/") else {
            continue;
        };
        let name = name.trim_end_matches(".kif");
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let program = Program::of(&rules::rules(&sheet).0);
        let before = cpu();
        let options = Options {
            limits: Limits::GAME,
            ..Options::default()
        };
        let result = network(&program, &options);
        let seconds = cpu() - before;
        match result {
            Ok(network) => println!("| {name} | {} | {seconds:.3} |", sizes(&network)),
            Err(error) => {
                refused += 1;
                println!("| {name} | {} ||||| | {seconds:.3} |", why(&error));
            }
        }
        total += seconds;
        slowest = slowest.max(seconds);
    }
    println!("\n{total:.1} s in all, {slowest:.1} s for the slowest, {refused} refused");
}

fn sizes(network: &Network) -> String {
    let gates = network
        .nodes
        .iter()
        .filter(|node| matches!(node, Node::And(..) | Node::Or(..) | Node::Recursive(..)));
    format!(
        "{} | {} | {} | {} | {} | {}",
        network.statistics.atoms,
        network.statistics.instances,
        gates.count(),
        network.edges.len(),
        network.latches.len(),
        network.inputs.len(),
    )
}

fn why(error: &Error) -> String {
    match error {
        Error::Exceeded(what) => {
            let variables = what.variables.iter();
            let variables: Vec<String> = variables
                .map(|one| format!("{} {}", one.variable, one.terms))
                .collect();
            format!(
                "{:?} in rule {:?}: {}",
                what.limit,
                what.rule,
                variables.join(", ")
            )
        }
        error => format!("{error:?}"),
    }
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
