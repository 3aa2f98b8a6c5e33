//! From instances to gates.

use std::time::Instant;

use logic::{Digraph, GroundAtom, GroundTerm, Polarity};

use crate::extent::keyword;
use crate::instances::AtomId;
use crate::limits::Error;
use crate::network::constants::Constants;
use crate::network::possible::Possible;
use crate::network::{Goal, Input, Latch, Network, Node, Signal};
use crate::normal::RelationId;
use crate::relation::{Relation, Row};
use crate::table::{Table, hash};

/// Builds the network.
pub(crate) fn build(possible: Possible<'_>, constants: &Constants) -> Result<Network, Error> {
    let started = Instant::now();
    let mut builder = Builder::new(&possible, constants);
    builder.state();
    builder.moves();
    for group in &possible.order {
        builder.group(group)?;
    }
    builder.outputs();
    let mut network = builder.network;
    network.merge_equal_latches();
    network.keep_what_is_needed();
    network.statistics = possible.statistics;
    let count = |set: &[bool]| set.iter().filter(|&&may| !may).count() as u64;
    network.statistics.never = count(&constants.holds);
    network.statistics.always = count(&constants.fails);
    network.statistics.time[2] = started.elapsed();
    Ok(network)
}

struct Builder<'a> {
    possible: &'a Possible<'a>,
    constants: &'a Constants,
    network: Network,
    /// The signal of each atom that has one already.
    signals: Vec<Signal>,
    /// The instances of each atom: `by_head[starts[a]..starts[a + 1]]`.
    starts: Vec<u32>,
    by_head: Vec<u32>,
    table: Table,
}

impl<'a> Builder<'a> {
    fn new(possible: &'a Possible<'a>, constants: &'a Constants) -> Self {
        let heads = &possible.instances.heads;
        let atoms = possible.atoms as usize;
        let mut starts = vec![0_u32; atoms + 1];
        for &head in heads {
            starts[head as usize + 1] += 1;
        }
        for atom in 0..atoms {
            starts[atom + 1] += starts[atom];
        }
        let mut next = starts.clone();
        let mut by_head = vec![0; heads.len()];
        for (instance, &head) in (0..).zip(heads) {
            by_head[next[head as usize] as usize] = instance;
            next[head as usize] += 1;
        }
        Self {
            possible,
            constants,
            network: Network {
                nodes: vec![Node::False],
                ..Network::default()
            },
            signals: vec![Signal::FALSE; atoms],
            starts,
            by_head,
            table: Table::default(),
        }
    }

    fn relation(&self, name: &str, arity: u32) -> Option<(RelationId, &'a Relation)> {
        let id = keyword(&self.possible.engine, name, arity)?;
        Some((id, &self.possible.engine.store.relations[id as usize]))
    }

    fn constant(&self, atom: AtomId) -> Option<Signal> {
        if !self.constants.holds[atom as usize] {
            Some(Signal::FALSE)
        } else if self.constants.fails[atom as usize] {
            None
        } else {
            Some(Signal::TRUE)
        }
    }

    fn node(&mut self, node: Node) -> u32 {
        self.network.nodes.push(node);
        self.network.nodes.len() as u32 - 1
    }

    fn term(&self, value: u32) -> GroundTerm {
        self.possible.engine.terms.term(value)
    }

    /// The signal of a row of a relation, whether that depends on the state or not.
    fn row(&self, (id, relation): (RelationId, &Relation), values: &[u32]) -> Signal {
        match relation.find(values) {
            None => Signal::FALSE,
            Some(row) if self.possible.dynamic[id as usize] => {
                self.signals[self.possible.atom(id, row) as usize]
            }
            Some(_) => Signal::TRUE,
        }
    }

    fn state(&mut self) {
        let Some((id, relation)) = self.relation("true", 1) else {
            return;
        };
        let init = self.relation("init", 1).map(|(_, init)| init);
        for row in 0..relation.len() {
            let atom = self.possible.atom(id, row);
            let values = relation.row(row);
            let signal = match self.constant(atom) {
                Some(constant) => {
                    if constant == Signal::TRUE {
                        let name = self.term(values[0]);
                        self.network.always.push(name);
                    }
                    constant
                }
                None => {
                    let node = self.node(Node::Latch(self.network.latches.len() as u32));
                    let name = self.term(values[0]);
                    self.network.latches.push(Latch {
                        name,
                        also: Vec::new(),
                        init: init.is_some_and(|init| init.find(values).is_some()),
                        next: Signal::FALSE,
                        node,
                    });
                    Signal::of(node, false)
                }
            };
            self.signals[atom as usize] = signal;
        }
    }

    fn moves(&mut self) {
        let roles = self.relation("role", 1).map(|(_, roles)| roles);
        let roles: Vec<u32> = roles
            .into_iter()
            .flat_map(|roles| (0..roles.true_rows()).map(|row| roles.row(row)[0]))
            .collect();
        self.network.roles = roles.iter().map(|&role| self.term(role)).collect();
        let Some((id, relation)) = self.relation("does", 2) else {
            return;
        };
        let mut rows: Vec<(usize, Row)> = (0..relation.len())
            .filter_map(|row| {
                let role = roles
                    .iter()
                    .position(|&role| role == relation.row(row)[0])?;
                Some((role, row))
            })
            .collect();
        rows.sort_by_key(|&(role, _)| role);
        for (role, row) in rows {
            let atom = self.possible.atom(id, row);
            if self.constant(atom).is_some() {
                continue;
            }
            let node = self.node(Node::Input(self.network.inputs.len() as u32));
            let action = self.term(relation.row(row)[1]);
            self.network.inputs.push(Input {
                role,
                action,
                legal: Signal::FALSE,
                node,
            });
            self.signals[atom as usize] = Signal::of(node, false);
        }
    }

    /// The gates of the atoms of some relations that need each other, or of one.
    fn group(&mut self, group: &[RelationId]) -> Result<(), Error> {
        let engine = &self.possible.engine;
        let atoms = group.iter().flat_map(|&id| {
            let first = self.possible.first[id as usize];
            first..first + engine.store.relations[id as usize].len()
        });
        let atoms: Vec<AtomId> = atoms.collect();
        let is_input = |id: RelationId| {
            [keyword(engine, "true", 1), keyword(engine, "does", 2)].contains(&Some(id))
        };
        if is_input(group[0]) {
            return Ok(());
        }
        if group.len() == 1 && !engine.needs_itself(group[0]) {
            for atom in atoms {
                self.signals[atom as usize] = self.signal(atom);
            }
            return Ok(());
        }
        self.tangled(&atoms)
    }

    /// The gates of atoms that may need each other.
    fn tangled(&mut self, atoms: &[AtomId]) -> Result<(), Error> {
        let mut place = rustc_hash::FxHashMap::default();
        place.extend((0_u32..).zip(atoms).map(|(index, &atom)| (atom, index)));
        let mut edges = Vec::new();
        for (index, &atom) in (0_u32..).zip(atoms) {
            if self.constant(atom).is_some() {
                continue;
            }
            for &instance in self.instances(atom) {
                for &literal in self.possible.instances.body(instance) {
                    let polarity = if literal & 1 == 1 {
                        Polarity::Negative
                    } else {
                        Polarity::Positive
                    };
                    if self.constant(literal >> 1).is_none()
                        && let Some(&to) = place.get(&(literal >> 1))
                    {
                        edges.push((index, to, polarity));
                    }
                }
            }
        }
        let graph = Digraph::from_edges(atoms.len(), edges);
        let components = graph.components();
        for members in &components.members {
            let looped = |&member: &u32| {
                let mut next = graph.successors(member).iter();
                next.any(|&(to, _)| components.together(member, to))
            };
            if !members.iter().any(looped) {
                for &member in members {
                    let atom = atoms[member as usize];
                    self.signals[atom as usize] = self.signal(atom);
                }
                continue;
            }
            for &member in members {
                let negates = graph.successors(member).iter().any(|&(to, polarity)| {
                    polarity == Polarity::Negative && components.together(member, to)
                });
                if negates {
                    return Err(Error::Unstratified(self.name(atoms[member as usize])));
                }
            }
            self.recursive(members, atoms);
        }
        Ok(())
    }

    fn recursive(&mut self, members: &[u32], atoms: &[AtomId]) {
        let first = self.network.nodes.len() as u32;
        for &member in members {
            let node = self.node(Node::Recursive(0, 0));
            self.signals[atoms[member as usize] as usize] = Signal::of(node, false);
        }
        for &member in members {
            let atom = atoms[member as usize];
            let node = self.signals[atom as usize].node();
            let mut signals = self.disjuncts(atom);
            signals.sort_unstable();
            signals.dedup();
            let from = self.network.edges.len() as u32;
            self.network.edges.extend_from_slice(&signals);
            let to = self.network.edges.len() as u32;
            self.network.nodes[node] = Node::Recursive(from, to);
        }
        let last = self.network.nodes.len() as u32;
        self.network.loops.push((first, last));
    }

    fn name(&self, atom: AtomId) -> GroundAtom {
        let relations = self.possible.engine.store.relations.iter().enumerate();
        let dynamic = relations.filter(|(id, _)| self.possible.dynamic[*id]);
        let mut found = dynamic.filter(|(id, relation)| {
            let first = self.possible.first[*id];
            (first..first + relation.len()).contains(&atom)
        });
        let (id, relation) = found.next().expect("every atom has a relation");
        let row = relation.row(atom - self.possible.first[id]);
        GroundAtom::new(
            relation.name.clone(),
            row.iter().map(|&value| self.term(value)),
        )
    }

    fn instances(&self, atom: AtomId) -> &[u32] {
        let atom = atom as usize;
        &self.by_head[self.starts[atom] as usize..self.starts[atom + 1] as usize]
    }

    fn signal(&mut self, atom: AtomId) -> Signal {
        if let Some(constant) = self.constant(atom) {
            return constant;
        }
        let mut signals = self.disjuncts(atom);
        // One of the signals: not all of their negations.
        signals.iter_mut().for_each(|signal| *signal = !*signal);
        match fold(&mut signals) {
            Some(constant) => !constant,
            None => {
                signals.iter_mut().for_each(|signal| *signal = !*signal);
                self.gate(&signals, false)
            }
        }
    }

    fn disjuncts(&mut self, atom: AtomId) -> Vec<Signal> {
        let range = self.starts[atom as usize]..self.starts[atom as usize + 1];
        let mut disjuncts = Vec::with_capacity(range.len());
        let mut signals = Vec::new();
        for index in range {
            let instance = self.by_head[index as usize];
            signals.clear();
            for &literal in self.possible.instances.body(instance) {
                let atom = literal >> 1;
                let signal = self.constant(atom).unwrap_or(self.signals[atom as usize]);
                signals.push(if literal & 1 == 1 { !signal } else { signal });
            }
            let signal = match fold(&mut signals) {
                Some(constant) => constant,
                None => self.gate(&signals, true),
            };
            if signal != Signal::FALSE {
                disjuncts.push(signal);
            }
        }
        disjuncts
    }

    /// The gate over these signals, which are folded.
    fn gate(&mut self, signals: &[Signal], all: bool) -> Signal {
        if let [signal] = *signals {
            return signal;
        }
        let words: Vec<u32> = signals.iter().map(|signal| signal.0).collect();
        let id = self.network.nodes.len() as u32;
        let (nodes, edges) = (&self.network.nodes, &self.network.edges);
        let same = |other: u32| match nodes[other as usize] {
            Node::And(from, to) if all => edges[from as usize..to as usize] == *signals,
            Node::Or(from, to) if !all => edges[from as usize..to as usize] == *signals,
            _ => false,
        };
        if let Some(known) = self.table.insert(hash(u32::from(all), &words), id, same) {
            return Signal::of(known, false);
        }
        let from = self.network.edges.len() as u32;
        self.network.edges.extend_from_slice(signals);
        let to = self.network.edges.len() as u32;
        self.node(if all {
            Node::And(from, to)
        } else {
            Node::Or(from, to)
        });
        Signal::of(id, false)
    }

    fn outputs(&mut self) {
        if let Some(next) = self.relation("next", 1)
            && let Some((_, state)) = self.relation("true", 1)
        {
            let mut latch = 0;
            for row in 0..state.len() {
                let atom = self
                    .possible
                    .atom(self.relation("true", 1).map_or(0, |r| r.0), row);
                if self.constant(atom).is_none() {
                    self.network.latches[latch].next = self.row(next, state.row(row));
                    latch += 1;
                }
            }
        }
        self.legal();
        let roles = self.network.roles.clone();
        if let Some((id, goal)) = self.relation("goal", 2) {
            for row in 0..goal.len() {
                let values = goal.row(row);
                let signal = self.row((id, goal), values);
                let role = self.term(values[0]);
                let role = roles.iter().position(|known| *known == role);
                if let Some(role) = role.filter(|_| signal != Signal::FALSE) {
                    let value = self.term(values[1]);
                    self.network.goals.push(Goal {
                        role,
                        value,
                        signal,
                    });
                }
            }
        }
        if let Some(terminal) = self.relation("terminal", 0) {
            self.network.terminal = self.row(terminal, &[]);
        }
        for name in ["sees", "percept"] {
            if let Some((id, view)) = self.relation(name, 2) {
                for row in 0..view.len() {
                    let signal = self.row((id, view), view.row(row));
                    let args = view.row(row).iter().map(|&value| self.term(value));
                    let atom = GroundAtom::new(name, args);
                    self.network.views.push((atom, signal));
                }
            }
        }
    }

    fn legal(&mut self) {
        let Some((id, does)) = self.relation("does", 2) else {
            return;
        };
        let Some(legal) = self.relation("legal", 2) else {
            return;
        };
        for row in 0..does.len() {
            let signal = self.signals[self.possible.atom(id, row) as usize];
            if let Node::Input(input) = self.network.nodes[signal.node()] {
                self.network.inputs[input as usize].legal = self.row(legal, does.row(row));
            }
        }
    }
}

/// Simplifies a conjunction: its value if it is constant, else what is left, sorted.
fn fold(signals: &mut Vec<Signal>) -> Option<Signal> {
    signals.retain(|&signal| signal != Signal::TRUE);
    signals.sort_unstable();
    signals.dedup();
    if signals.is_empty() {
        return Some(Signal::TRUE);
    }
    // A signal and its negation stand side by side, and false comes first.
    let clash = signals.windows(2).any(|pair| pair[0] == !pair[1]);
    (clash || signals[0] == Signal::FALSE).then_some(Signal::FALSE)
}
