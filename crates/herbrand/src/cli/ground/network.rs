//! A game as a propositional network, for engines that are not ours.

use driver::Spec;
use ground::{Network, Node, Signal};
use serde::Serialize;

use crate::cli::model::json as document;

/// The document that `docs/schemas/network.schema.json` describes. A signal is twice the number
/// of a node, plus one where it is negated, as in AIGER files.
#[derive(Serialize)]
struct Document {
    format: &'static str,
    version: u32,
    path: String,
    roles: Vec<String>,
    nodes: Vec<NodeDocument>,
    loops: Vec<[u32; 2]>,
    latches: Vec<Latch>,
    always: Vec<String>,
    inputs: Vec<Input>,
    goals: Vec<Goal>,
    terminal: u32,
    views: Vec<View>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum NodeDocument {
    False,
    Latch { latch: u32 },
    Input { input: u32 },
    And { signals: Vec<u32> },
    Or { signals: Vec<u32> },
    Recursive { signals: Vec<u32> },
}

#[derive(Serialize)]
struct Latch {
    name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    init: bool,
    next: u32,
    node: u32,
}

#[derive(Serialize)]
struct Input {
    role: usize,
    action: String,
    legal: u32,
    node: u32,
}

#[derive(Serialize)]
struct Goal {
    role: usize,
    value: String,
    signal: u32,
}

#[derive(Serialize)]
struct View {
    atom: String,
    signal: u32,
}

/// The network as JSON.
pub(super) fn json(network: &Network, spec: &Spec, path: &str) -> String {
    let term = |term: &logic::GroundTerm| spec.spelling.term(&term.to_term(), &[]);
    let signals = |from: u32, to: u32| {
        let edges = &network.edges[from as usize..to as usize];
        edges.iter().map(|&edge| number(edge)).collect()
    };
    let node = |node: &Node| match *node {
        Node::False => NodeDocument::False,
        Node::Latch(latch) => NodeDocument::Latch { latch },
        Node::Input(input) => NodeDocument::Input { input },
        Node::And(from, to) => NodeDocument::And {
            signals: signals(from, to),
        },
        Node::Or(from, to) => NodeDocument::Or {
            signals: signals(from, to),
        },
        Node::Recursive(from, to) => NodeDocument::Recursive {
            signals: signals(from, to),
        },
    };
    document(&Document {
        format: "herbrand-network",
        version: 1,
        path: path.to_owned(),
        roles: network.roles.iter().map(term).collect(),
        nodes: network.nodes.iter().map(node).collect(),
        loops: network.loops.iter().map(|&(from, to)| [from, to]).collect(),
        latches: network
            .latches
            .iter()
            .map(|latch| Latch {
                name: term(&latch.name),
                also: latch.also.iter().map(term).collect(),
                init: latch.init,
                next: number(latch.next),
                node: latch.node,
            })
            .collect(),
        always: network.always.iter().map(term).collect(),
        inputs: network
            .inputs
            .iter()
            .map(|input| Input {
                role: input.role,
                action: term(&input.action),
                legal: number(input.legal),
                node: input.node,
            })
            .collect(),
        goals: network
            .goals
            .iter()
            .map(|goal| Goal {
                role: goal.role,
                value: term(&goal.value),
                signal: number(goal.signal),
            })
            .collect(),
        terminal: number(network.terminal),
        views: network
            .views
            .iter()
            .map(|(atom, signal)| View {
                atom: spec.spelling.atom(&atom.to_atom(), &[]),
                signal: number(*signal),
            })
            .collect(),
    })
}

/// Twice the node, plus one for a negation.
pub(super) fn number(signal: Signal) -> u32 {
    (signal.node() as u32) << 1 | u32::from(signal.is_negated())
}
