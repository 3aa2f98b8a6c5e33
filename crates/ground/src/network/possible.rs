//! What can ever hold in a game, and the instances of its rules over that.

use std::collections::BTreeSet;
use std::time::Instant;

use logic::{GroundAtom, Name, Relation as RelationName, VarId};

use crate::engine::Engine;
use crate::evaluate::{Groups, saturate, settle};
use crate::instances::{AtomId, Instances};
use crate::limits::{Error, Options};
use crate::network::NetworkStatistics;
use crate::normal::RelationId;
use crate::program::{Atom, Clause, Expr, Literal, Program};
use crate::relation::Row;

/// The program in which a state feeds the next one: `true` holds what `init` and `next` give,
/// players do what is legal.
pub(crate) fn link(program: &Program) -> Program {
    let mut linked = program.clone();
    for (from, to, arity) in [
        ("init", "true", 1),
        ("next", "true", 1),
        ("legal", "does", 2),
    ] {
        let atom = |relation: &str| Atom {
            relation: relation.into(),
            args: (0..arity)
                .map(|index| Expr::Variable(VarId(index)))
                .collect(),
        };
        linked.clauses.push(Clause {
            head: atom(to),
            body: [Literal::Atom(atom(from))].into(),
            variables: (0..arity)
                .map(|index| Name::from(format!("X{index}")))
                .collect(),
        });
    }
    linked
}

/// Over-approximation and instances.
pub(crate) struct Possible<'a> {
    pub(crate) engine: Engine<'a>,
    /// Whether a relation depends on the state.
    pub(crate) dynamic: Vec<bool>,
    /// The number of the first atom of each relation that does.
    pub(crate) first: Vec<AtomId>,
    pub(crate) atoms: u32,
    pub(crate) instances: Instances,
    /// The relations that depend on the state, in groups that need each other, each group after
    /// all that it needs within one state.
    pub(crate) order: Vec<Vec<RelationId>>,
    pub(crate) statistics: NetworkStatistics,
}

/// The relations with a meaning, as far as the sheet has them.
pub(crate) fn keyword(engine: &Engine<'_>, name: &str, arity: u32) -> Option<RelationId> {
    let found = engine.store.get(&RelationName::new(name, arity));
    found.map(|(id, _)| id)
}

impl<'a> Possible<'a> {
    /// Of the rules before `links`, those from there on leading from state to state.
    pub(crate) fn of(
        linked: &'a Program,
        links: usize,
        options: &'a Options<'a>,
        split: &BTreeSet<usize>,
    ) -> Result<Self, Error> {
        let started = Instant::now();
        let no_facts: [GroundAtom; 0] = [];
        let mut engine = Engine::load_split(linked, no_facts, options, split)?;
        let in_state = Groups::of(&engine, |rule| rule.clause < links);
        let through_states = Groups::of(&engine, |_| true);
        let dynamic = dynamic(&engine, &in_state);
        for group in 0..in_state.len() {
            if !dynamic[in_state.members(group)[0] as usize] {
                settle(&mut engine, &in_state, group)?;
            }
        }
        let static_atoms = engine.meter.atoms;
        let open = |id: RelationId| dynamic[id as usize];
        for group in 0..through_states.len() {
            let members = through_states.members(group);
            if dynamic[members[0] as usize] {
                saturate(&mut engine, &through_states, group, &open)?;
                for &id in members {
                    engine.store.relations[id as usize].complete = true;
                }
            }
        }
        let atoms_done = Instant::now();
        let mut first = vec![AtomId::MAX; engine.store.relations.len()];
        let mut atoms = 0;
        for (id, relation) in engine.store.relations.iter().enumerate() {
            if dynamic[id] {
                first[id] = atoms;
                atoms += relation.len();
            }
        }
        let mut possible = Self {
            statistics: NetworkStatistics {
                static_atoms,
                atoms: atoms.into(),
                ..NetworkStatistics::default()
            },
            order: (0..in_state.len())
                .map(|group| in_state.members(group).to_vec())
                .filter(|members| dynamic[members[0] as usize])
                .collect(),
            engine,
            dynamic,
            first,
            atoms,
            instances: Instances::new(),
        };
        possible.instantiate(links)?;
        let done = Instant::now();
        possible.statistics.time[0] = atoms_done - started;
        possible.statistics.time[1] = done - atoms_done;
        Ok(possible)
    }

    fn instantiate(&mut self, links: usize) -> Result<(), Error> {
        for (id, relation) in self.engine.store.relations.iter().enumerate() {
            for row in 0..(if self.dynamic[id] { relation.given } else { 0 }) {
                self.instances.push(self.first[id] + row, &[], false);
            }
        }
        self.engine.forget_statistics();
        let dynamic = self.dynamic.clone();
        let open = |id: RelationId| dynamic[id as usize];
        for rule in 0..self.engine.rules.len() {
            let lowered = &self.engine.rules[rule];
            if lowered.clause >= links || !open(lowered.head.relation) {
                continue;
            }
            let rows: Vec<Row> = self.engine.record(rule, &open)?;
            self.instances
                .extend(&self.engine, rule, &rows, &self.first, &open);
            self.engine.release(&rows, self.instances.bytes());
        }
        self.instances.link(self.atoms);
        self.statistics.instances = self.instances.heads.len() as u64;
        self.statistics.rules = self.engine.statistics[..links].to_vec();
        Ok(())
    }

    /// The number of an atom.
    pub(crate) fn atom(&self, relation: RelationId, row: Row) -> AtomId {
        self.first[relation as usize] + row
    }
}

/// Which relations depend on the state: `true`, `does`, and what needs one that does.
fn dynamic(engine: &Engine<'_>, in_state: &Groups) -> Vec<bool> {
    let mut dynamic = vec![false; engine.store.relations.len()];
    for (name, arity) in [("true", 1), ("does", 2)] {
        if let Some(id) = keyword(engine, name, arity) {
            dynamic[id as usize] = true;
        }
    }
    for group in 0..in_state.len() {
        let members = in_state.members(group);
        let depends = in_state.needed(group).any(|id| dynamic[id as usize]);
        if depends {
            members.iter().for_each(|&id| dynamic[id as usize] = true);
        }
    }
    dynamic
}
