//! The Herbrand universe and base, as `herbrand model` lists them.

use std::fmt::Write as _;

use driver::{BaseRelation, Spec, Universe, natural};
use logic::GroundAtom;
use logic::reference::{self, Limits};
use serde::Serialize;

use super::args::ReportFormat;
use super::lint::count;
use super::model::{json, lines, spelt};

#[derive(Serialize)]
struct UniverseDocument {
    /// How many terms there are up to the depth.
    count: usize,
    /// How many functions stand in each other at the most.
    depth: usize,
    /// Whether there are deeper terms.
    infinite: bool,
    /// The first terms.
    terms: Vec<String>,
}

#[derive(Serialize)]
struct BaseDocument {
    universe: usize,
    depth: usize,
    infinite: bool,
    relations: Vec<RelationDocument>,
}

#[derive(Serialize)]
struct RelationDocument {
    name: String,
    arity: u32,
    input: bool,
    /// A string where it is past 2^53; null past 2^128.
    count: Option<serde_json::Value>,
    /// The first atoms.
    atoms: Vec<String>,
}

/// The universe.
pub(crate) fn terms(spec: &Spec, universe: &Universe, list: usize, format: ReportFormat) -> String {
    let listed: Vec<_> = universe
        .terms
        .iter()
        .take(list)
        .map(|term| spec.spelling.term(&term.to_term(), &[]))
        .collect();
    if format == ReportFormat::Json {
        return json(&UniverseDocument {
            count: universe.terms.len(),
            depth: universe.depth,
            infinite: universe.infinite,
            terms: listed,
        });
    }
    let mut out = format!("Herbrand universe: {}\n\n", size(universe));
    for term in &listed {
        let _ = writeln!(out, "{term}");
    }
    if listed.len() < universe.terms.len() {
        let _ = writeln!(
            out,
            "… and {} more (--list)",
            universe.terms.len() - listed.len()
        );
    }
    out
}

fn size(universe: &Universe) -> String {
    let terms = count(universe.terms.len(), "term");
    if universe.infinite {
        format!("infinite; {terms} up to depth {} (--depth)", universe.depth)
    } else {
        terms
    }
}

/// The base, inputs and outputs apart where there are inputs.
pub(crate) fn listing(
    spec: &Spec,
    universe: &Universe,
    list: usize,
    format: ReportFormat,
) -> String {
    let relations = spec.base(universe.terms.len());
    let mut left = list;
    let listed: Vec<Vec<GroundAtom>> = relations
        .iter()
        .map(|relation| {
            let atoms = first_atoms(relation, universe, left);
            left -= atoms.len().min(left);
            atoms
        })
        .collect();
    if format == ReportFormat::Json {
        return json(&BaseDocument {
            universe: universe.terms.len(),
            depth: universe.depth,
            infinite: universe.infinite,
            relations: relations
                .iter()
                .zip(&listed)
                .map(|(relation, atoms)| RelationDocument {
                    name: relation.relation.name.to_string(),
                    arity: relation.relation.arity,
                    input: relation.input,
                    count: relation.atoms.map(exact),
                    atoms: spelt(spec.spelling, atoms),
                })
                .collect(),
        });
    }
    let mut out = format!("Herbrand universe: {}\n", size(universe));
    let open = relations.iter().any(|relation| relation.input);
    for input in [true, false] {
        let part: Vec<_> = relations
            .iter()
            .zip(&listed)
            .filter(|(relation, _)| relation.input == input)
            .collect();
        if part.is_empty() {
            continue;
        }
        let name = match (open, input) {
            (false, _) => "Herbrand base",
            (true, true) => "input base",
            (true, false) => "output base",
        };
        let total = part.iter().try_fold(0_u128, |sum, (relation, _)| {
            sum.checked_add(relation.atoms?)
        });
        let _ = writeln!(out, "{name}: {}", interpretations(total));
        for (relation, atoms) in part {
            let _ = writeln!(
                out,
                "\n{}/{}: {}",
                relation.relation.name,
                relation.relation.arity,
                number(relation.atoms)
            );
            out.push_str(&lines(spec.spelling, atoms));
            let more = relation
                .atoms
                .is_none_or(|total| total > atoms.len() as u128);
            if more {
                out.push_str("…\n");
            }
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn interpretations(total: Option<u128>) -> String {
    match total {
        // The number is of use only while one can imagine it.
        Some(total @ 0..=20) => format!(
            "{}, so {}",
            number(Some(total)),
            count(1_usize << total, "interpretation")
        ),
        total => number(total),
    }
}

fn number(atoms: Option<u128>) -> String {
    match atoms {
        Some(1) => "1 atom".to_owned(),
        Some(atoms) => format!("{atoms} atoms"),
        None => "more than 10^38 atoms".to_owned(),
    }
}

/// Exact integers; those past 2^53 are strings.
fn exact(number: u128) -> serde_json::Value {
    match u64::try_from(number) {
        Ok(number) if number <= 1 << 53 => number.into(),
        _ => number.to_string().into(),
    }
}

/// Up to `list` atoms of a relation.
fn first_atoms(relation: &BaseRelation, universe: &Universe, list: usize) -> Vec<GroundAtom> {
    // As many terms as make the atoms that are listed, and no more.
    let arity = relation.relation.arity;
    let mut terms = universe.terms.len();
    while arity > 1 && terms > 1 && (terms as u128).pow(arity.min(8)) > 64 * (list as u128 + 1) {
        terms -= 1;
    }
    let limits = Limits {
        atoms: usize::MAX,
        ..Limits::default()
    };
    let relations = std::slice::from_ref(&relation.relation);
    let atoms = reference::base(relations, &universe.terms[..terms], limits);
    let mut atoms: Vec<_> = atoms.into_iter().flatten().collect();
    atoms.sort_by(natural);
    atoms.truncate(list);
    atoms
}
