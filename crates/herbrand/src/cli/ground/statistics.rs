//! How many atoms and instances there are.

use std::fmt::Write as _;

use driver::{Evaluation, Spec};
use serde::Serialize;

use crate::cli::model::json as document;
use crate::cli::opened::Opened;

#[derive(Serialize)]
struct Document {
    path: String,
    atoms: u64,
    instances: u64,
    seconds: f64,
    rules: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    line: u32,
    rule: String,
    instances: u64,
    /// The part of all instances.
    share: f64,
    seconds: f64,
}

/// A line for each rule, those with most instances first, and the sum.
pub(super) fn table(spec: &Spec, evaluation: &Evaluation, opened: &Opened, json: bool) -> String {
    let figures = evaluation.model.statistics();
    let rules = || {
        let pairs = evaluation.clauses.iter().zip(figures);
        pairs.filter(|&(&rule, _)| !spec.rules[rule].body.is_empty())
    };
    let instances: u64 = rules().map(|(_, figures)| figures.instances).sum();
    let mut rows: Vec<Row> = rules()
        .map(|(&rule, figures)| Row {
            line: opened.line_of(spec.sites[rule]),
            rule: spec.spelling.rule(&spec.rules[rule]),
            instances: figures.instances,
            share: figures.instances as f64 / instances.max(1) as f64,
            seconds: figures.time.as_secs_f64(),
        })
        .collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.instances));
    let sum = Document {
        path: opened.name.clone(),
        atoms: evaluation.model.len() as u64,
        instances,
        seconds: evaluation.model.time().as_secs_f64(),
        rules: rows,
    };
    if json {
        return document(&sum);
    }
    let mut out = String::from("instances  share  seconds  line  rule\n");
    for row in &sum.rules {
        let _ = writeln!(
            out,
            "{:>9}  {:>4.0}%  {:>7.3}  {:>4}  {}",
            row.instances,
            100.0 * row.share,
            row.seconds,
            row.line,
            row.rule
        );
    }
    let _ = writeln!(
        out,
        "{:>9}  100%  {:>7.3}        {} atoms",
        sum.instances, sum.seconds, sum.atoms
    );
    out
}
