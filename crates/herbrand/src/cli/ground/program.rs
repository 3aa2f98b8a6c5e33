//! Ground rules for programs.

use driver::{Expansion, Spec, Stop};
use ground::Options;
use logic::{Literal, LiteralKind};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::cli::model::{json as document, shown_left_out};
use crate::cli::opened::Opened;

#[derive(Serialize)]
struct Document {
    format: &'static str,
    version: u32,
    path: String,
    /// The atoms by number.
    atoms: Vec<String>,
    rules: Vec<GroundRule>,
    /// Relations that rest on data that are not given.
    left_out: Vec<String>,
}

#[derive(Serialize)]
struct GroundRule {
    head: usize,
    /// The atoms that must hold.
    positive: Vec<usize>,
    /// The atoms that must not.
    negative: Vec<usize>,
    /// The line of the rule or fact that this is an instance of, from 1.
    line: u32,
}

/// Atoms by number, and rules over these numbers. Disjunctions are instantiated branch by
/// branch, so that bodies are conjunctions.
pub(super) fn json(
    expansion: &mut Expansion<'_>,
    spec: &Spec,
    opened: &Opened,
    most: usize,
    options: &Options<'_>,
) -> Result<String, Stop> {
    let mut atoms = Atoms::default();
    let mut rules = Vec::new();
    let left_out = shown_left_out(spec, expansion.left_out());
    expansion.each(most, options, |index, instances| {
        let line = opened.line_of(spec.sites[index]);
        for rule in instances {
            let head = atoms.number(spec.spelling.atom(&rule.head, &rule.variables));
            let mut ground = GroundRule {
                head,
                positive: Vec::new(),
                negative: Vec::new(),
                line,
            };
            for literal in &rule.body {
                collect(literal, true, spec, &mut atoms, &mut ground);
            }
            rules.push(ground);
        }
    })?;
    Ok(document(&Document {
        format: "herbrand-ground-program",
        version: 1,
        path: opened.name.clone(),
        atoms: atoms.names,
        rules,
        left_out,
    }))
}

#[derive(Default)]
struct Atoms {
    names: Vec<String>,
    numbers: FxHashMap<String, usize>,
}

impl Atoms {
    fn number(&mut self, name: String) -> usize {
        if let Some(&number) = self.numbers.get(&name) {
            return number;
        }
        let number = self.names.len();
        self.names.push(name.clone());
        self.numbers.insert(name, number);
        number
    }
}

/// Comparisons hold, or the instance would not be there.
fn collect(literal: &Literal, holds: bool, spec: &Spec, atoms: &mut Atoms, rule: &mut GroundRule) {
    match &literal.kind {
        LiteralKind::Atom(atom) => {
            let number = atoms.number(spec.spelling.atom(atom, &[]));
            if holds {
                rule.positive.push(number);
            } else {
                rule.negative.push(number);
            }
        }
        LiteralKind::Not(inner) => collect(inner, !holds, spec, atoms, rule),
        LiteralKind::Distinct(_) => {}
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            for part in parts {
                collect(part, holds, spec, atoms, rule);
            }
        }
    }
}
