//! Instances of rules over atoms, as lists of numbers.

use crate::engine::Engine;
use crate::normal::RelationId;
use crate::relation::{NO_ROW, Row};

/// An atom: its place among the rows of all relations that are looked at.
pub(crate) type AtomId = u32;

/// Instances, the bodies one after the other.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    pub(crate) heads: Vec<AtomId>,
    /// Instance `i` has the literals `starts[i]..starts[i + 1]`.
    pub(crate) starts: Vec<u32>,
    /// Atoms, doubled, plus one where negated.
    pub(crate) literals: Vec<u32>,
    /// Whether a literal over an atom outside is neither true nor false.
    pub(crate) open: Vec<bool>,
    /// The instances with each literal: `uses[begins[l]..begins[l + 1]]`.
    pub(crate) begins: Vec<u32>,
    pub(crate) uses: Vec<u32>,
}

impl Instances {
    pub(crate) fn new() -> Self {
        Self {
            starts: vec![0],
            ..Self::default()
        }
    }

    /// How many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        (self.heads.len() * 2 + self.literals.len() + self.begins.len() + self.uses.len()) * 4
    }

    pub(crate) fn push(&mut self, head: AtomId, literals: &[u32], open: bool) {
        self.heads.push(head);
        self.literals.extend_from_slice(literals);
        self.starts.push(self.literals.len() as u32);
        self.open.push(open);
    }

    /// Adds the instances of a rule as the engine wrote them down.
    pub(crate) fn extend(
        &mut self,
        engine: &Engine<'_>,
        rule: usize,
        rows: &[Row],
        first: &[AtomId],
        open: &dyn Fn(RelationId) -> bool,
    ) {
        let rule = &engine.rules[rule];
        let positive = rule.positive.iter().map(|goal| (goal.relation, false));
        let negative = rule.negative.iter().map(|goal| (goal.relation, true));
        let goals: Vec<_> = positive
            .chain(negative)
            .filter(|&(id, _)| open(id))
            .collect();
        let mut literals = Vec::new();
        'instances: for instance in rows.chunks_exact(goals.len() + 1) {
            literals.clear();
            let mut neither = false;
            for (&(id, negated), &row) in goals.iter().zip(&instance[1..]) {
                if row == NO_ROW {
                    continue;
                }
                if first[id as usize] != AtomId::MAX {
                    literals.push((first[id as usize] + row) << 1 | u32::from(negated));
                } else if engine.store.relations[id as usize].is_undefined(row) {
                    neither = true;
                } else if negated {
                    continue 'instances;
                }
            }
            let head = first[rule.head.relation as usize] + instance[0];
            self.push(head, &literals, neither);
        }
    }

    /// Makes the lists of uses.
    pub(crate) fn link(&mut self, atoms: u32) {
        let mut begins = vec![0_u32; atoms as usize * 2 + 1];
        for &literal in &self.literals {
            begins[literal as usize + 1] += 1;
        }
        for literal in 0..atoms as usize * 2 {
            begins[literal + 1] += begins[literal];
        }
        let mut next = begins.clone();
        let mut uses = vec![0; self.literals.len()];
        for instance in 0..self.heads.len() as u32 {
            for &literal in self.body(instance) {
                uses[next[literal as usize] as usize] = instance;
                next[literal as usize] += 1;
            }
        }
        self.begins = begins;
        self.uses = uses;
    }

    pub(crate) fn body(&self, instance: u32) -> &[u32] {
        let instance = instance as usize;
        &self.literals[self.starts[instance] as usize..self.starts[instance + 1] as usize]
    }
}
