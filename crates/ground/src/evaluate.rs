//! Evaluation: component by component of the graph of relations, semi-naively inside each.
//!
//! A component is a group of relations that need each other; all that it needs from outside is
//! settled before. Its rules are applied in rounds, each to what the last one added (Bancilhon,
//! *Naive evaluation of recursively defined relations*, 1986). A component that negates itself is
//! evaluated by ground atom, see [`crate::well_founded`].

use logic::{Components, Digraph, GroundAtom, Polarity};

use crate::engine::Engine;
use crate::limits::{Error, Options};
use crate::model::Model;
use crate::normal::{RelationId, Rule};
use crate::plan::compile::Delta;
use crate::program::Program;
use crate::well_founded;

/// The model of a program together with some facts: its minimal model where it has strata, by
/// relation or by ground atom, and its well-founded model elsewhere.
///
/// # Errors
/// At a limit, after cancelling, for an unsafe rule, and where arithmetic fails.
pub fn evaluate(
    program: &Program,
    facts: impl IntoIterator<Item = GroundAtom>,
    options: &Options<'_>,
) -> Result<Model, Error> {
    let mut engine = Engine::load(program, facts, options)?;
    let groups = Groups::of(&engine, |_| true);
    for group in 0..groups.len() {
        settle(&mut engine, &groups, group)?;
    }
    Ok(Model::new(engine, &groups))
}

/// The components of the relations, each after all that it needs.
pub(crate) struct Groups {
    graph: Digraph<Polarity>,
    pub(crate) components: Components,
    /// The rules of each component.
    pub(crate) rules: Vec<Vec<usize>>,
}

impl Groups {
    /// Those of some rules.
    pub(crate) fn of(engine: &Engine<'_>, counts: impl Fn(&Rule) -> bool) -> Self {
        let mut edges = Vec::new();
        for rule in engine.rules.iter().filter(|rule| counts(rule)) {
            let head = rule.head.relation;
            let positive = rule.positive.iter().map(|goal| (goal, Polarity::Positive));
            let negative = rule.negative.iter().map(|goal| (goal, Polarity::Negative));
            let needed = positive.chain(negative);
            edges.extend(needed.map(|(goal, polarity)| (head, goal.relation, polarity)));
            let guards = rule.negative.iter().flat_map(|goal| &goal.guards);
            edges.extend(guards.map(|guard| (head, guard.relation, Polarity::Negative)));
        }
        edges.sort_unstable();
        edges.dedup();
        let graph = Digraph::from_edges(engine.store.relations.len(), edges);
        let components = graph.components();
        let mut rules = vec![Vec::new(); components.members.len()];
        let counted = engine
            .rules
            .iter()
            .enumerate()
            .filter(|(_, rule)| counts(rule));
        for (index, rule) in counted {
            rules[components.of[rule.head.relation as usize] as usize].push(index);
        }
        Self {
            graph,
            components,
            rules,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.components.members.len()
    }

    pub(crate) fn members(&self, group: usize) -> &[RelationId] {
        &self.components.members[group]
    }

    pub(crate) fn contains(&self, group: usize, relation: RelationId) -> bool {
        self.components.of[relation as usize] as usize == group
    }

    /// What the relations of the group need.
    pub(crate) fn needed(&self, group: usize) -> impl Iterator<Item = RelationId> + '_ {
        let members = self.members(group).iter();
        members.flat_map(|&id| self.graph.successors(id).iter().map(|&(to, _)| to))
    }

    /// Whether a relation of the group needs one of the group.
    fn is_recursive(&self, group: usize) -> bool {
        self.needed(group).any(|id| self.contains(group, id))
    }

    /// Whether the group needs to be evaluated by ground atom: it negates itself, or needs atoms
    /// that are neither true nor false.
    fn is_tangled(&self, engine: &Engine<'_>, group: usize) -> bool {
        let mut needed = self
            .members(group)
            .iter()
            .flat_map(|&id| self.graph.successors(id));
        needed.any(|&(to, polarity)| {
            let inside = self.contains(group, to);
            (inside && polarity == Polarity::Negative)
                || !engine.store.relations[to as usize].undefined.is_empty()
        })
    }
}

/// Computes what holds in a group; all that it needs is settled.
pub(crate) fn settle(engine: &mut Engine<'_>, groups: &Groups, group: usize) -> Result<(), Error> {
    if groups.is_tangled(engine, group) {
        well_founded::settle(engine, groups, group)?;
    } else {
        saturate(engine, groups, group, &|_| false)?;
    }
    for &id in groups.members(group) {
        engine.store.relations[id as usize].complete = true;
    }
    Ok(())
}

/// Applies the rules of a group until nothing new follows. Negative subgoals of relations that
/// are open count as true.
pub(crate) fn saturate(
    engine: &mut Engine<'_>,
    groups: &Groups,
    group: usize,
    open: &dyn Fn(RelationId) -> bool,
) -> Result<(), Error> {
    let growing = |id: RelationId| groups.contains(group, id);
    let (mut first, mut further) = (Vec::new(), Vec::new());
    for &rule in &groups.rules[group] {
        let subgoals = engine.rules[rule].positive.iter().enumerate();
        let inside = subgoals.filter(|(_, goal)| growing(goal.relation));
        let inside: Vec<usize> = inside.map(|(index, _)| index).collect();
        if inside.is_empty() {
            first.push(rule);
        }
        further.extend(inside.into_iter().map(|subgoal| (rule, subgoal)));
    }
    for rule in first {
        engine.derive(rule, None, open)?;
    }
    let mut grown = advance(engine, groups.members(group));
    if !groups.is_recursive(group) {
        return Ok(());
    }
    while grown {
        for &(rule, subgoal) in &further {
            let delta = Delta {
                subgoal,
                growing: &growing,
            };
            engine.derive(rule, Some(delta), open)?;
        }
        grown = advance(engine, groups.members(group));
    }
    Ok(())
}

fn advance(engine: &mut Engine<'_>, members: &[RelationId]) -> bool {
    let mut grown = false;
    for &id in members {
        grown |= engine.store.relations[id as usize].advance(&engine.terms);
        engine.weigh(id);
    }
    grown
}
