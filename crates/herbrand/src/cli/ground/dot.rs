//! Drawings for Graphviz.

use std::fmt::Write as _;

use driver::{Expansion, Spec, Stop};
use ground::{Network, Node, Options, Signal};
use logic::{Literal, LiteralKind};

/// The gates of a game: latches and moves at the left, what they lead to at the right. A dashed
/// arrow is a negation, a double one leads to the next state.
pub(super) fn network(network: &Network, spec: &Spec) -> String {
    let term = |term: &logic::GroundTerm| spec.spelling.term(&term.to_term(), &[]);
    let mut out = String::from("digraph network {\n  rankdir=LR;\n");
    for (index, node) in network.nodes.iter().enumerate() {
        let (label, shape) = match *node {
            Node::False => ("false".to_owned(), "plaintext"),
            Node::Latch(latch) => {
                let names: Vec<_> = network.latches[latch as usize].names().map(term).collect();
                (names.join(", "), "box")
            }
            Node::Input(input) => {
                let input = &network.inputs[input as usize];
                let role = term(&network.roles[input.role]);
                (format!("{role}: {}", term(&input.action)), "cds")
            }
            Node::And(..) => ("and".to_owned(), "ellipse"),
            Node::Or(..) => ("or".to_owned(), "ellipse"),
            Node::Recursive(..) => ("or, recursive".to_owned(), "ellipse"),
        };
        let _ = writeln!(out, "  n{index} [label={}, shape={shape}];", quote(&label));
        if let Node::And(from, to) | Node::Or(from, to) | Node::Recursive(from, to) = *node {
            for &signal in &network.edges[from as usize..to as usize] {
                arrow(&mut out, signal, &format!("n{index}"), None);
            }
        }
    }
    for latch in &network.latches {
        arrow(
            &mut out,
            latch.next,
            &format!("n{}", latch.node),
            Some("color=\"black:invis:black\""),
        );
    }
    for (index, goal) in network.goals.iter().enumerate() {
        let label = format!(
            "goal {} {}",
            term(&network.roles[goal.role]),
            term(&goal.value)
        );
        let _ = writeln!(out, "  goal{index} [label={}, shape=box];", quote(&label));
        arrow(&mut out, goal.signal, &format!("goal{index}"), None);
    }
    out.push_str("  terminal [shape=box];\n");
    arrow(&mut out, network.terminal, "terminal", None);
    out.push_str("}\n");
    out
}

fn arrow(out: &mut String, from: Signal, to: &str, style: Option<&str>) {
    let dashed = from.is_negated().then_some("style=dashed");
    let styles: Vec<_> = dashed.into_iter().chain(style).collect();
    let _ = match styles.as_slice() {
        [] => writeln!(out, "  n{} -> {to};", from.node()),
        styles => writeln!(out, "  n{} -> {to} [{}];", from.node(), styles.join(", ")),
    };
}

/// The ground atoms of a program: an arrow from each atom of a body to the head.
pub(super) fn program(
    expansion: &mut Expansion<'_>,
    spec: &Spec,
    most: usize,
    options: &Options<'_>,
) -> Result<String, Stop> {
    let mut out = String::from("digraph program {\n  rankdir=LR;\n  node [shape=box];\n");
    expansion.each(most, options, |_, instances| {
        for rule in instances {
            let head = quote(&spec.spelling.atom(&rule.head, &[]));
            let _ = writeln!(out, "  {head};");
            for literal in &rule.body {
                edges(literal, true, spec, &head, &mut out);
            }
        }
    })?;
    out.push_str("}\n");
    Ok(out)
}

fn edges(literal: &Literal, holds: bool, spec: &Spec, head: &str, out: &mut String) {
    match &literal.kind {
        LiteralKind::Atom(atom) => {
            let from = quote(&spec.spelling.atom(atom, &[]));
            let style = if holds { "" } else { " [style=dashed]" };
            let _ = writeln!(out, "  {from} -> {head}{style};");
        }
        LiteralKind::Not(inner) => edges(inner, !holds, spec, head, out),
        LiteralKind::Distinct(_) => {}
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            parts
                .iter()
                .for_each(|part| edges(part, holds, spec, head, out));
        }
    }
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
