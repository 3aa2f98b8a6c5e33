//! Evaluation of recursive programs, large joins and arithmetic.

#![allow(missing_docs, reason = "a bench is no interface")]

mod programs;

use herbrand_ground::{Options, evaluate};

fn main() {
    divan::main();
}

#[divan::bench(args = 0..programs::all().len(), sample_count = 5)]
fn model(bencher: divan::Bencher<'_, '_>, case: usize) {
    let case = programs::all().swap_remove(case);
    bencher.bench(|| evaluate(&case.program, [], &Options::default()));
}
