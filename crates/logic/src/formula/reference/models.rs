//! All interpretations, one after the other, and what is true of graphs in them.

use rustc_hash::FxHashSet;

use super::{Evaluator, Failure, Interpretation, Scope};
use crate::formula::core::{FunctionId, RelationId};
use crate::formula::declarations::{Column, RelationKind};
use crate::formula::spec::Said;
use crate::formula::value::Value;

/// A relation with the values that it may hold of.
pub type Atom = (RelationId, Box<[Value]>);

/// A function with the values that it may be applied to.
pub type FunctionPlace = (FunctionId, Box<[Value]>);

impl Evaluator<'_> {
    /// The atoms that an interpretation may have.
    ///
    /// # Errors
    /// A failure in a guard.
    pub fn atoms(&self) -> Result<Vec<Atom>, Failure> {
        let mut atoms = Vec::new();
        for (index, relation) in self.spec.declarations.relations.iter().enumerate() {
            if relation.kind != RelationKind::Unknown {
                continue;
            }
            let id = RelationId(index as u32);
            let guard = self.spec.relation_guard(id);
            for tuple in self.product(&relation.columns) {
                if self.guarded(guard, &tuple)? {
                    atoms.push((id, tuple));
                }
            }
        }
        Ok(atoms)
    }

    /// The places at which functions have values.
    ///
    /// # Errors
    /// A failure in a guard.
    pub fn places(&self) -> Result<Vec<FunctionPlace>, Failure> {
        let mut places = Vec::new();
        for (index, function) in self.spec.declarations.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            let guard = self.spec.function_guard(id);
            for tuple in self.product(&function.columns) {
                if self.guarded(guard, &tuple)? {
                    places.push((id, tuple));
                }
            }
        }
        Ok(places)
    }

    /// All models, found by trying every interpretation.
    ///
    /// # Errors
    /// A failure in a constraint or guard.
    pub fn models(&self) -> Result<Vec<Interpretation>, Failure> {
        let mut models = Vec::new();
        for interpretation in self.interpretations()? {
            if self.violated(&interpretation)?.is_empty() {
                models.push(interpretation);
            }
        }
        Ok(models)
    }

    /// Every interpretation: exponentially many.
    ///
    /// # Errors
    /// A failure in a guard.
    pub fn interpretations(&self) -> Result<Vec<Interpretation>, Failure> {
        let mut all = vec![Interpretation::default()];
        for atom in self.atoms()? {
            let with = all.iter().map(|one| {
                let mut one = one.clone();
                one.atoms.insert(atom.clone());
                one
            });
            let with: Vec<Interpretation> = with.collect();
            all.extend(with);
        }
        for place in self.places()? {
            let result = self.spec.declarations.functions[place.0.index()].result;
            let values = result.map_or(&[][..], |sort| self.instance.domain(sort).values());
            let with = all.iter().flat_map(|one| {
                values.iter().map(|&value| {
                    let mut one = one.clone();
                    one.values.insert(place.clone(), value);
                    one
                })
            });
            all = with.collect();
        }
        Ok(all)
    }

    fn product(&self, columns: &[Column]) -> Vec<Box<[Value]>> {
        let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
        for column in columns {
            let values = column
                .sort
                .map_or(&[][..], |sort| self.instance.domain(sort).values());
            let extended = tuples.iter().flat_map(|tuple| {
                values.iter().map(move |&value| {
                    let mut longer = tuple.clone();
                    longer.push(value);
                    longer
                })
            });
            tuples = extended.collect();
        }
        tuples.into_iter().map(Into::into).collect()
    }

    fn guarded(&self, guard: Option<Said<'_>>, tuple: &[Value]) -> Result<bool, Failure> {
        let Some((id, elaborated, formula)) = guard else {
            return Ok(true);
        };
        let nothing = Interpretation::default();
        let mut scope = Scope::new(id, &elaborated.variables, &nothing);
        for (slot, &value) in scope.values.iter_mut().zip(tuple) {
            *slot = Some(value);
        }
        self.holds(&mut scope, formula)
    }

    /// The tuples of a relation, unknown ones as interpreted.
    fn extension(
        &self,
        interpretation: &Interpretation,
        relation: RelationId,
    ) -> Vec<Box<[Value]>> {
        match self.known.get(&relation) {
            Some(tuples) => tuples.iter().cloned().collect(),
            None => {
                let atoms = interpretation.atoms.iter();
                let own = atoms.filter(|(of, _)| *of == relation);
                own.map(|(_, tuple)| tuple.clone()).collect()
            }
        }
    }

    pub(super) fn connected(
        &self,
        interpretation: &Interpretation,
        nodes: RelationId,
        edges: RelationId,
        roots: Option<RelationId>,
    ) -> bool {
        let nodes: FxHashSet<_> = self.extension(interpretation, nodes).into_iter().collect();
        let edges = self.extension(interpretation, edges);
        let mut reached: FxHashSet<Box<[Value]>> = match roots {
            None => nodes.iter().take(1).cloned().collect(),
            Some(roots) => {
                let roots = self.extension(interpretation, roots).into_iter();
                roots.filter(|root| nodes.contains(root)).collect()
            }
        };
        loop {
            let before = reached.len();
            for edge in &edges {
                let (from, to) = edge.split_at(edge.len() / 2);
                if !nodes.contains(from) || !nodes.contains(to) {
                    continue;
                }
                // Edges of a graph with roots are directed.
                if reached.contains(from) {
                    reached.insert(to.into());
                } else if roots.is_none() && reached.contains(to) {
                    reached.insert(from.into());
                }
            }
            if reached.len() == before {
                return reached.len() == nodes.len();
            }
        }
    }

    pub(super) fn acyclic(&self, interpretation: &Interpretation, edges: RelationId) -> bool {
        let mut edges = self.extension(interpretation, edges);
        // What nothing leads to is in no circle, nor are its edges.
        loop {
            let targets: FxHashSet<Box<[Value]>> = edges
                .iter()
                .map(|edge| edge[edge.len() / 2..].into())
                .collect();
            let before = edges.len();
            edges.retain(|edge| targets.contains(&edge[..edge.len() / 2]));
            if edges.len() == before {
                return edges.is_empty();
            }
        }
    }
}
