//! Every game of the corpus as a propositional network: sizes, CPU seconds and memory, as a table
//! in Markdown. `cargo bench -p herbrand-tests --bench games -- NAME` for those with NAME in
//! theirs. Each game has a process of its own, so that its memory can be told.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints its table"
)]

use std::process::Command;

use ground::{Error, Limits, Network, Node, Options, Program, network};
use herbrand_tests::usage::{Of, usage};
use herbrand_tests::{corpus, rules};

/// What a process is told that grounds one game, before the name of the game.
const ONE: &str = "one-game";

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    if let [first, name] = wanted.as_slice()
        && first == ONE
    {
        one(name);
        return;
    }
    println!(
        "| game | atoms | instances | gates | edges | latches | inputs | seconds | MiB |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|"
    );
    let (mut total, mut slowest, mut largest, mut refused) = (0.0, 0.0_f64, 0, 0);
    for sheet in corpus::sheets("games") {
        let Some(name) = sheet.name.strip_prefix("games/") else {
            continue;
        };
        let name = name.trim_end_matches(".kif");
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let this = std::env::current_exe().expect("this program");
        let done = Command::new(this).args([ONE, &sheet.name]).output();
        let done = done.expect("this program runs");
        let out = String::from_utf8_lossy(&done.stdout);
        let fields: Vec<&str> = out.trim().split('\t').collect();
        let [result, seconds, memory] = fields.as_slice() else {
            panic!("{name}: {}", String::from_utf8_lossy(&done.stderr));
        };
        println!("| {name} | {result} | {seconds} | {memory} |");
        refused += usize::from(result.starts_with("refused"));
        let seconds: f64 = seconds.parse().expect("seconds");
        total += seconds;
        slowest = slowest.max(seconds);
        largest = largest.max(memory.parse::<u64>().expect("a number"));
    }
    println!(
        "\n{total:.1} s in all, {slowest:.1} s and {largest} MiB for the largest, {refused} refused"
    );
}

/// Grounds a game; prints sizes, CPU seconds and the most memory that the process had.
fn one(name: &str) {
    let sheets = corpus::sheets("games");
    let sheet = sheets.iter().find(|sheet| sheet.name == name);
    let rules = rules::rules(sheet.expect("a game of the corpus")).0;
    let program = Program::of(&rules);
    let options = Options {
        limits: Limits::GAME,
        ..Options::default()
    };
    let before = usage(Of::This).0;
    let result = network(&program, &options);
    let (after, memory) = usage(Of::This);
    let result = match result {
        Ok(network) => sizes(&network),
        Err(error) => why(&error, &rules),
    };
    println!("{result}\t{:.3}\t{memory}", after - before);
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

fn why(error: &Error, rules: &[logic::Rule]) -> String {
    let Error::Exceeded(what) = error else {
        return format!("refused: {error:?} ||||| ");
    };
    let variables = what.variables.iter();
    let variables: Vec<String> = variables
        .map(|one| format!("`{}` {}", one.variable, one.terms))
        .collect();
    let head = what
        .rule
        .map_or("", |rule| rules[rule].head.relation.as_str());
    format!(
        "refused at {} {}: a rule for `{head}` with {} |||||",
        what.allowed,
        format!("{:?}", what.limit).to_lowercase(),
        variables.join(", ")
    )
}
