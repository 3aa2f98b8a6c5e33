//! `herbrand graph`.

use std::fmt::Write as _;
use std::io;

use hir::Index;
use logic::{DependencyGraph, Polarity, RelationId, Strata};
use serde::Serialize;

use super::args::{GraphArgs, GraphFormat};
use super::console::Console;
use super::model::json;
use super::opened::open;
use super::verdict::{Problem, Verdict};

#[derive(Serialize)]
struct Document {
    path: String,
    /// Whether every relation has a stratum.
    stratified: bool,
    relations: Vec<Node>,
    dependencies: Vec<Edge>,
}

#[derive(Serialize)]
struct Node {
    name: String,
    arity: u32,
    /// From 0; null in and above a cycle through a negation.
    stratum: Option<u32>,
    facts: u32,
    rules: u32,
}

#[derive(Serialize)]
struct Edge {
    from: String,
    to: String,
    polarity: &'static str,
}

/// Runs the command. Errors of syntax do not stop it: what can be read is drawn.
pub(crate) fn run(args: &GraphArgs, console: Console) -> io::Result<Verdict> {
    let document = match build(args) {
        Ok(document) => document,
        Err(problem) => {
            console.error(&problem.line());
            let mut verdict = Verdict::default();
            verdict.add(&problem);
            return Ok(verdict);
        }
    };
    let text = match args.format {
        GraphFormat::Dot => dot(&document),
        GraphFormat::Json => json(&document),
    };
    console.answer(&text)?;
    Ok(Verdict::default())
}

fn build(args: &GraphArgs) -> Result<Document, Problem> {
    let opened = open(&args.file, &args.reading)?;
    opened.must_be_rules()?;
    let (db, file) = (&opened.db, opened.file);
    let (index, graph) = (hir::index(db, file), hir::graph(db, file));
    Ok(document(opened.name.clone(), index, graph, &graph.strata()))
}

fn document(path: String, index: &Index, graph: &DependencyGraph, strata: &Strata) -> Document {
    let name = |id: RelationId| {
        let relation = graph.relation(id);
        format!("{}/{}", relation.name, relation.arity)
    };
    let ids = || (0..).map(RelationId).take(graph.relations().len());
    let node = |id: RelationId| {
        let uses = &index.relations[id.0 as usize];
        Node {
            name: uses.relation.name.to_string(),
            arity: uses.relation.arity,
            stratum: strata.of[id.0 as usize],
            facts: uses.facts.count,
            rules: u32::try_from(uses.rules.len()).unwrap_or(u32::MAX),
        }
    };
    // What only directives name is no part of the program.
    let in_program = |id: &RelationId| {
        let uses = &index.relations[id.0 as usize];
        uses.definitions() + uses.uses() > 0
    };
    let edges = ids().flat_map(|from| {
        graph
            .needs(from)
            .map(move |(to, polarity)| (from, to, polarity))
    });
    let dependencies = edges.map(|(from, to, polarity)| Edge {
        from: name(from),
        to: name(to),
        polarity: match polarity {
            Polarity::Positive => "positive",
            Polarity::Negative => "negative",
        },
    });
    Document {
        path,
        stratified: strata.offending.is_empty(),
        relations: ids().filter(in_program).map(node).collect(),
        dependencies: dependencies.collect(),
    }
}

/// A drawing with a box for each stratum, the lowest at the bottom. A dashed arrow is a
/// negation.
fn dot(document: &Document) -> String {
    let mut out =
        String::from("digraph dependencies {\n  rankdir=BT;\n  node [shape=box, style=rounded];\n");
    let mut strata: Vec<Option<u32>> = document.relations.iter().map(|node| node.stratum).collect();
    strata.sort_unstable();
    strata.dedup();
    for stratum in strata {
        let (id, label) = match stratum {
            Some(stratum) => (stratum.to_string(), format!("stratum {stratum}")),
            None => ("none".to_owned(), "not stratified".to_owned()),
        };
        let _ = writeln!(
            out,
            "  subgraph \"cluster_{id}\" {{\n    label=\"{label}\";"
        );
        for node in document
            .relations
            .iter()
            .filter(|node| node.stratum == stratum)
        {
            let _ = writeln!(
                out,
                "    {};",
                quote(&format!("{}/{}", node.name, node.arity))
            );
        }
        out.push_str("  }\n");
    }
    for edge in &document.dependencies {
        let (from, to) = (quote(&edge.to), quote(&edge.from));
        let style = match edge.polarity {
            "negative" => " [style=dashed, label=\"not\"]",
            _ => "",
        };
        let _ = writeln!(out, "  {from} -> {to}{style};");
    }
    out.push_str("}\n");
    out
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
