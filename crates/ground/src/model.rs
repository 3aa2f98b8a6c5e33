//! The result of an evaluation.

use std::time::Duration;

use logic::{GroundAtom, Relation as RelationName};

use crate::engine::Engine;
use crate::evaluate::Groups;
use crate::normal::{RelationId, Rule};
use crate::relation::{Relation, Row};
use crate::statistics::RuleStatistics;
use crate::store::Store;
use crate::terms::{NONE, Terms, Value};

/// The model of a program: which atoms are true, which are neither, and what the rules cost.
#[derive(Debug)]
pub struct Model {
    pub(crate) terms: Terms,
    pub(crate) store: Store,
    pub(crate) rules: Vec<Rule>,
    /// How many variables each clause has.
    pub(crate) variables: Vec<usize>,
    /// The component of each relation, in the order of evaluation.
    pub(crate) group: Vec<u32>,
    /// Of a game, which relations depend on the state.
    pub(crate) dynamic: Vec<bool>,
    statistics: Vec<RuleStatistics>,
    time: Duration,
}

/// Whether an atom holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It does.
    True,
    /// It does not.
    False,
    /// The well-founded model leaves it open.
    Undefined,
}

impl Model {
    pub(crate) fn new(engine: Engine<'_>, groups: &Groups) -> Self {
        let time = engine.time();
        Self {
            terms: engine.terms,
            store: engine.store,
            rules: engine.rules,
            variables: engine
                .clauses
                .iter()
                .map(|clause| clause.variables.len())
                .collect(),
            group: groups.components.of.clone(),
            dynamic: Vec::new(),
            statistics: engine.statistics,
            time,
        }
    }

    /// Whether an atom holds.
    pub fn truth(&self, atom: &GroundAtom) -> Truth {
        match self.find(atom) {
            None => Truth::False,
            Some((relation, row)) if relation.is_undefined(row) => Truth::Undefined,
            Some(_) => Truth::True,
        }
    }

    /// Whether an atom is true.
    pub fn contains(&self, atom: &GroundAtom) -> bool {
        self.truth(atom) == Truth::True
    }

    /// The relations that the program or the facts mention, empty ones included, as they first
    /// occur.
    pub fn relations(&self) -> impl Iterator<Item = RelationName> + '_ {
        (0..self.store.relations.len()).map(|id| self.store.name(id as RelationId))
    }

    /// How many atoms of a relation are true.
    pub fn count(&self, relation: &RelationName) -> usize {
        let relation = self.store.get(relation).map(|(_, relation)| relation);
        relation.map_or(0, |relation| {
            relation.len() as usize - relation.undefined.iter().filter(|&&open| open).count()
        })
    }

    /// How many atoms are true.
    pub fn len(&self) -> usize {
        self.relations().map(|relation| self.count(&relation)).sum()
    }

    /// Whether no atom is true.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The true atoms of a relation, as they were derived.
    pub fn atoms(&self, relation: &RelationName) -> impl Iterator<Item = GroundAtom> + '_ {
        self.rows(relation, false)
    }

    /// All true atoms, relation by relation.
    pub fn all(&self) -> impl Iterator<Item = GroundAtom> + '_ {
        let relations = self.relations().collect::<Vec<_>>();
        relations
            .into_iter()
            .flat_map(|relation| self.rows(&relation, false))
    }

    /// All atoms that are neither true nor false, relation by relation.
    pub fn undefined(&self) -> impl Iterator<Item = GroundAtom> + '_ {
        let relations = self.relations().collect::<Vec<_>>();
        relations
            .into_iter()
            .flat_map(|relation| self.rows(&relation, true))
    }

    fn rows(
        &self,
        relation: &RelationName,
        undefined: bool,
    ) -> impl Iterator<Item = GroundAtom> + use<'_> {
        let relation = self.store.get(relation).map(|(_, relation)| relation);
        relation.into_iter().flat_map(move |relation| {
            let rows = 0..relation.len();
            rows.filter(move |&row| relation.is_undefined(row) == undefined)
                .map(|row| self.atom(relation, row))
        })
    }

    /// What each clause of the program cost, by its place there.
    pub fn statistics(&self) -> &[RuleStatistics] {
        &self.statistics
    }

    /// The time that all rules took, for display only.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// About how many bytes the model takes.
    pub fn bytes(&self) -> usize {
        let relations: usize = self.store.relations.iter().map(Relation::bytes).sum();
        relations + self.terms.bytes()
    }

    pub(crate) fn atom(&self, relation: &Relation, row: Row) -> GroundAtom {
        let args = relation
            .row(row)
            .iter()
            .map(|&value| self.terms.term(value));
        GroundAtom::new(relation.name.clone(), args)
    }

    fn find(&self, atom: &GroundAtom) -> Option<(&Relation, Row)> {
        let (id, row) = self.locate(atom)?;
        Some((&self.store.relations[id as usize], row))
    }

    /// The relation and row of an atom that is not false.
    pub(crate) fn locate(&self, atom: &GroundAtom) -> Option<(RelationId, Row)> {
        let (id, relation) = self.store.get(&atom.relation())?;
        let values: Vec<Value> = atom.args.iter().map(|arg| self.terms.lookup(arg)).collect();
        if values.contains(&NONE) {
            return None;
        }
        Some((id, relation.find(&values)?))
    }
}
