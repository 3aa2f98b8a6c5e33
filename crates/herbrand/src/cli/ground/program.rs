//! Ground rules as text and for programs.

use std::fmt::Write as _;

use driver::{Expansion, Spec};
use logic::{Literal, LiteralKind};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::cli::lint::count;
use crate::cli::model::json as document;
use crate::cli::opened::Opened;

/// The instances of each rule below the rule itself, as a comment. Facts stand for themselves.
pub(super) fn text(
    expansion: &mut Expansion<'_>,
    spec: &Spec,
    opened: &Opened,
    most: usize,
) -> String {
    let comment = spec.spelling.comment();
    let mut out = String::new();
    let mut after_fact = true;
    for (index, rule) in spec.rules.iter().enumerate() {
        if rule.body.is_empty() {
            if !after_fact {
                out.push('\n');
            }
            after_fact = true;
            let _ = writeln!(out, "{}", spec.spelling.rule(rule));
            continue;
        }
        after_fact = false;
        let instances = expansion.count(index);
        let _ = writeln!(
            out,
            "{}{comment} {}: {}\n{comment} {}",
            if out.is_empty() { "" } else { "\n" },
            opened.place(spec.sites[index]),
            count(usize::try_from(instances).unwrap_or(usize::MAX), "instance"),
            spec.spelling.rule(rule)
        );
        let texts = expansion.texts(index, most);
        for text in &texts {
            let _ = writeln!(out, "{text}");
        }
        let left = instances.saturating_sub(texts.len() as u64);
        if texts.len() == most && left > 0 {
            let _ = writeln!(out, "{comment} … and {left} more (--most)");
        }
    }
    out
}

#[derive(Serialize)]
struct Document {
    format: &'static str,
    version: u32,
    path: String,
    /// The atoms by number.
    atoms: Vec<String>,
    rules: Vec<GroundRule>,
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
) -> String {
    let mut atoms = Atoms::default();
    let mut rules = Vec::new();
    for index in 0..spec.rules.len() {
        let line = opened.line_of(spec.sites[index]);
        for rule in expansion.rules(index, most) {
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
    }
    document(&Document {
        format: "herbrand-ground-program",
        version: 1,
        path: opened.name.clone(),
        atoms: atoms.names,
        rules,
    })
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
