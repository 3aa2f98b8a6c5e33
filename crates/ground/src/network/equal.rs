//! Latches that have the same value in every reachable state, merged.
//!
//! All latches with the same first value are taken to be equal; where that makes the gates that
//! set two of them differ, they are told apart, and so on until nothing changes (van Eijk,
//! "Sequential equivalence checking based on structural similarities", 2000). What is left equal
//! is so in the first state, and by induction in all others, whatever moves are made.

use logic::GroundTerm;
use rustc_hash::FxHashMap;

use crate::network::{Latch, Network, Node, Signal};

/// How many signals may be looked at in all rounds; where that is not enough, nothing is merged.
/// Counted, so that a network is the same on every machine.
const BUDGET: usize = 2_000_000;

/// What a gate is, once its signals stand for those that are equal to them.
#[derive(PartialEq, Eq, Hash)]
struct Shape {
    is_and: bool,
    signals: Box<[Signal]>,
}

impl Network {
    /// Merges latches that are equal in every reachable state, and then gates.
    pub(crate) fn merge_equal_latches(&mut self) {
        let mut classes: Vec<u32> = self
            .latches
            .iter()
            .map(|latch| u32::from(latch.init))
            .collect();
        let mut known = 0;
        let mut left = BUDGET;
        loop {
            let Some(after) = left.checked_sub(self.edges.len() + self.nodes.len()) else {
                return;
            };
            left = after;
            let same = self.same(&classes);
            let mut numbers = FxHashMap::default();
            let refined = self.latches.iter().zip(&classes).map(|(latch, &class)| {
                let next = numbers.len() as u32;
                *numbers
                    .entry((class, through(&same, latch.next)))
                    .or_insert(next)
            });
            classes = refined.collect();
            if numbers.len() == self.latches.len() {
                return;
            }
            if numbers.len() == known {
                self.merge(&classes, &same);
                return;
            }
            known = numbers.len();
        }
    }

    /// For each node the signal that it is, if latches of one class are one.
    fn same(&self, classes: &[u32]) -> Vec<Signal> {
        let mut of_class: FxHashMap<u32, Signal> = FxHashMap::default();
        let mut shapes: FxHashMap<Shape, Signal> = FxHashMap::default();
        let mut same: Vec<Signal> = Vec::with_capacity(self.nodes.len());
        for (place, node) in (0_u32..).zip(&self.nodes) {
            let own = Signal::of(place, false);
            let signal = match *node {
                Node::Latch(latch) => *of_class.entry(classes[latch as usize]).or_insert(own),
                Node::And(from, to) | Node::Or(from, to) => {
                    let is_and = matches!(node, Node::And(..));
                    let signals = self.signals(from, to, &same);
                    match (&*signals, is_and) {
                        ([], true) => Signal::TRUE,
                        ([], false) => Signal::FALSE,
                        ([one], _) => *one,
                        _ if signals.windows(2).any(|pair| pair[0] == !pair[1]) => {
                            if is_and {
                                Signal::FALSE
                            } else {
                                Signal::TRUE
                            }
                        }
                        _ => *shapes.entry(Shape { is_and, signals }).or_insert(own),
                    }
                }
                Node::False | Node::Input(_) | Node::Recursive(..) => own,
            };
            same.push(signal);
        }
        same
    }

    /// The signals of a gate, as what they are equal to, in order and each once.
    fn signals(&self, from: u32, to: u32, same: &[Signal]) -> Box<[Signal]> {
        let signals = &self.edges[from as usize..to as usize];
        let mut signals: Vec<Signal> = signals
            .iter()
            .map(|&signal| through(same, signal))
            .collect();
        signals.sort_unstable();
        signals.dedup();
        signals.into()
    }

    fn merge(&mut self, classes: &[u32], same: &[Signal]) {
        let mut edges = Vec::with_capacity(self.edges.len());
        let mut nodes = self.nodes.clone();
        for (place, node) in self.nodes.iter().enumerate() {
            let (Node::And(from, to) | Node::Or(from, to) | Node::Recursive(from, to)) = *node
            else {
                continue;
            };
            let first = edges.len() as u32;
            edges.extend_from_slice(&self.signals(from, to, same));
            let last = edges.len() as u32;
            nodes[place] = match node {
                Node::And(..) => Node::And(first, last),
                Node::Or(..) => Node::Or(first, last),
                _ => Node::Recursive(first, last),
            };
        }
        let mut kept: Vec<Latch> = Vec::new();
        let mut place_of_class = FxHashMap::default();
        for (latch, &class) in self.latches.drain(..).zip(classes) {
            match place_of_class.get(&class) {
                Some(&place) => {
                    let first: &mut Latch = &mut kept[place];
                    first.also.push(latch.name);
                }
                None => {
                    place_of_class.insert(class, kept.len());
                    nodes[latch.node as usize] = Node::Latch(kept.len() as u32);
                    kept.push(latch);
                }
            }
        }
        (self.nodes, self.edges, self.latches) = (nodes, edges, kept);
        self.each_output(&mut |signal| *signal = through(same, *signal));
    }
}

impl Latch {
    /// All that is `true` where the latch is set.
    pub fn names(&self) -> impl Iterator<Item = &GroundTerm> {
        std::iter::once(&self.name).chain(&self.also)
    }
}

fn through(same: &[Signal], signal: Signal) -> Signal {
    let other = same[signal.node()];
    if signal.is_negated() { !other } else { other }
}
