//! States of a network, and the gates that nothing needs.

use crate::network::{Network, Node, Signal};

/// The value of every node for a state and moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outputs {
    values: Vec<bool>,
}

impl Outputs {
    /// Whether a signal is set.
    pub fn get(&self, signal: Signal) -> bool {
        self.values[signal.node()] != signal.is_negated()
    }
}

impl Network {
    /// The first state, a bit for each latch.
    pub fn first_state(&self) -> Vec<bool> {
        self.latches.iter().map(|latch| latch.init).collect()
    }

    /// The value of every node, gate after gate: slow and obvious. With a bit for each latch, and
    /// one for each input.
    ///
    /// # Panics
    /// If there are fewer bits.
    pub fn evaluate(&self, state: &[bool], moves: &[bool]) -> Outputs {
        let mut outputs = Outputs {
            values: vec![false; self.nodes.len()],
        };
        let mut loops = self.loops.iter().peekable();
        let mut node = 0;
        while node < self.nodes.len() {
            if let Some(&&(first, last)) = loops.peek()
                && first as usize == node
            {
                loops.next();
                let mut grown = true;
                while std::mem::take(&mut grown) {
                    for inside in first as usize..last as usize {
                        let value = self.value(inside, &outputs, state, moves);
                        grown |= value != outputs.values[inside];
                        outputs.values[inside] = value;
                    }
                }
                node = last as usize;
                continue;
            }
            outputs.values[node] = self.value(node, &outputs, state, moves);
            node += 1;
        }
        outputs
    }

    fn value(&self, node: usize, outputs: &Outputs, state: &[bool], moves: &[bool]) -> bool {
        let edges = |from: u32, to: u32| &self.edges[from as usize..to as usize];
        match self.nodes[node] {
            Node::False => false,
            Node::Latch(latch) => state[latch as usize],
            Node::Input(input) => moves[input as usize],
            Node::And(from, to) => edges(from, to).iter().all(|&signal| outputs.get(signal)),
            Node::Or(from, to) | Node::Recursive(from, to) => {
                edges(from, to).iter().any(|&signal| outputs.get(signal))
            }
        }
    }

    /// The following state.
    pub fn next_state(&self, outputs: &Outputs) -> Vec<bool> {
        self.latches
            .iter()
            .map(|latch| outputs.get(latch.next))
            .collect()
    }

    /// Removes the gates that lead to no latch, move, goal, view nor the end.
    pub(crate) fn keep_what_is_needed(&mut self) {
        let mut needed = vec![false; self.nodes.len()];
        let mut todo = vec![0];
        todo.extend(self.latches.iter().map(|latch| latch.node as usize));
        todo.extend(self.inputs.iter().map(|input| input.node as usize));
        self.each_output(&mut |signal| todo.push(signal.node()));
        while let Some(node) = todo.pop() {
            if std::mem::replace(&mut needed[node], true) {
                continue;
            }
            if let Node::And(from, to) | Node::Or(from, to) | Node::Recursive(from, to) =
                self.nodes[node]
            {
                let edges = &self.edges[from as usize..to as usize];
                todo.extend(edges.iter().map(|signal| signal.node()));
            }
        }
        let mut place = vec![0_u32; self.nodes.len() + 1];
        for node in 0..self.nodes.len() {
            place[node + 1] = place[node] + u32::from(needed[node]);
        }
        let moved = |signal: Signal| Signal::of(place[signal.node()], signal.is_negated());
        let (mut nodes, mut edges) = (Vec::new(), Vec::new());
        for (node, _) in self
            .nodes
            .iter()
            .zip(&needed)
            .filter(|(_, needed)| **needed)
        {
            let mut keep = |from: u32, to: u32| {
                let start = edges.len() as u32;
                let kept = &self.edges[from as usize..to as usize];
                edges.extend(kept.iter().map(|&signal| moved(signal)));
                (start, edges.len() as u32)
            };
            nodes.push(match *node {
                Node::And(from, to) => {
                    let (from, to) = keep(from, to);
                    Node::And(from, to)
                }
                Node::Or(from, to) => {
                    let (from, to) = keep(from, to);
                    Node::Or(from, to)
                }
                Node::Recursive(from, to) => {
                    let (from, to) = keep(from, to);
                    Node::Recursive(from, to)
                }
                other => other,
            });
        }
        (self.nodes, self.edges) = (nodes, edges);
        for (first, last) in &mut self.loops {
            (*first, *last) = (place[*first as usize], place[*last as usize]);
        }
        self.loops.retain(|(first, last)| first < last);
        for latch in &mut self.latches {
            latch.node = place[latch.node as usize];
        }
        for input in &mut self.inputs {
            input.node = place[input.node as usize];
        }
        self.each_output(&mut |signal| *signal = moved(*signal));
    }

    pub(crate) fn each_output(&mut self, visit: &mut dyn FnMut(&mut Signal)) {
        self.latches
            .iter_mut()
            .for_each(|latch| visit(&mut latch.next));
        self.inputs
            .iter_mut()
            .for_each(|input| visit(&mut input.legal));
        self.goals
            .iter_mut()
            .for_each(|goal| visit(&mut goal.signal));
        self.views.iter_mut().for_each(|(_, signal)| visit(signal));
        visit(&mut self.terminal);
    }
}
