//! The relations of an evaluation, by name and number of arguments.

use logic::Relation as RelationName;
use rustc_hash::FxHashMap;

use crate::normal::{RelationId, Relations};
use crate::relation::Relation;

/// All relations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub(crate) relations: Vec<Relation>,
    ids: FxHashMap<RelationName, RelationId>,
}

impl Store {
    /// The relation of this name, if there is one.
    pub(crate) fn get(&self, name: &RelationName) -> Option<(RelationId, &Relation)> {
        let id = *self.ids.get(name)?;
        Some((id, &self.relations[id as usize]))
    }

    pub(crate) fn name(&self, id: RelationId) -> RelationName {
        let relation = &self.relations[id as usize];
        RelationName::new(relation.name.clone(), relation.arity as u32)
    }
}

impl Relations for Store {
    fn fresh(&self) -> usize {
        self.relations.len()
    }

    fn id(&mut self, name: &RelationName) -> RelationId {
        if let Some(&known) = self.ids.get(name) {
            return known;
        }
        let id = self.relations.len() as RelationId;
        let relation = Relation::new(name.name.clone(), name.arity as usize);
        self.relations.push(relation);
        self.ids.insert(name.clone(), id);
        id
    }
}
