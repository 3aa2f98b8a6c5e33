//! Puzzles beside the peers: grounding, and the time to the first model, as tables in Markdown.
//! `cargo bench -p herbrand-tests --bench puzzles -- grounding` or `-- models` for one of them.
//!
//! clingo and IDP-Z3 are Python packages; `HERBRAND_CLINGO` and `HERBRAND_IDP` name Pythons that
//! have them (the latter with `pip install idp-engine==0.12.1`). MiniZinc with Gecode is looked for
//! on the path. Where one is not there, its columns stay empty, and a line says so.

#![allow(
    missing_docs,
    clippy::print_stdout,
    reason = "a bench prints its table"
)]

mod grounding;
mod instances;
mod measure;
mod models;
mod peers;

fn main() {
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| arg != "--bench")
        .collect();
    let mut words = args.iter().map(String::as_str);
    match words.next() {
        Some(measure::TASK) => measure::run(words),
        Some(grounding::TASK) => grounding::run(words),
        Some("grounding") => grounding::table(),
        Some("models") => models::table(),
        _ => {
            grounding::table();
            println!();
            models::table();
        }
    }
}

/// The middle one.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
