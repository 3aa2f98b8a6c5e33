//! What can ever hold in a game, and the instances of its rules over that.

use std::collections::BTreeSet;
use std::time::Instant;

use logic::GroundAtom;

use crate::engine::{Engine, Reshape};
use crate::evaluate::Groups;
use crate::extent::States;
use crate::instances::{AtomId, Instances};
use crate::limits::{Error, Options};
use crate::network::NetworkStatistics;
use crate::normal::RelationId;
use crate::program::Program;
use crate::relation::Row;

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

/// What came of an attempt.
pub(crate) enum Tried<'a> {
    Whole(Box<Possible<'a>>),
    /// These clauses were left aside.
    Aside(BTreeSet<usize>),
}

impl Tried<'_> {
    /// What is left aside has to be seen to, and other errors may come of it.
    fn aside(engine: Engine<'_>, error: Option<Error>) -> Result<Self, Error> {
        match error {
            Some(error @ (Error::Cancelled | Error::Exceeded(_))) => Err(error),
            Some(error) if engine.aside.is_empty() => Err(error),
            _ => Ok(Self::Aside(engine.aside)),
        }
    }
}

impl<'a> Possible<'a> {
    /// Of the rules before `links`, those from there on leading from state to state.
    pub(crate) fn of(
        linked: &'a Program,
        links: usize,
        options: &Options<'a>,
        how: &Reshape,
    ) -> Result<Tried<'a>, Error> {
        let started = Instant::now();
        let no_facts: [GroundAtom; 0] = [];
        let mut engine = Engine::load_reshaped(linked, no_facts, options, how)?;
        let states = States::of(&engine, links);
        let settled = states.settle_static(&mut engine);
        let static_atoms = engine.meter.atoms;
        let settled = settled.and_then(|()| states.saturate(&mut engine));
        if settled.is_err() || !engine.aside.is_empty() {
            return Tried::aside(engine, settled.err());
        }
        // Questions are no part of a state: they only say how far rules go.
        let mut dynamic = states.dynamic;
        let asked = std::mem::take(&mut engine.asked);
        asked.iter().for_each(|&id| dynamic[id as usize] = false);
        let within = Groups::of(&engine, |rule| {
            rule.clause < links && !asked.contains(&rule.head.relation)
        });
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
            order: (0..within.len())
                .map(|group| within.members(group).to_vec())
                .filter(|members| dynamic[members[0] as usize])
                .collect(),
            engine,
            dynamic,
            first,
            atoms,
            instances: Instances::new(),
        };
        let instantiated = possible.instantiate(links);
        if instantiated.is_err() || !possible.engine.aside.is_empty() {
            return Tried::aside(possible.engine, instantiated.err());
        }
        let done = Instant::now();
        possible.statistics.time[0] = atoms_done - started;
        possible.statistics.time[1] = done - atoms_done;
        Ok(Tried::Whole(Box::new(possible)))
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
