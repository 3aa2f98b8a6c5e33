//! The dependency graph of a program, by relation, and its strata.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::digraph::{Components, Digraph};
use crate::{Polarity, Relation, Rule, body_atoms};

/// A relation of a [`DependencyGraph`]: its place in [`DependencyGraph::relations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelationId(pub u32);

/// Which relation needs which: an edge leads from the head of a rule to every relation of its
/// body, negative where it stands under a `not`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyGraph {
    relations: Vec<Relation>,
    ids: FxHashMap<Relation, RelationId>,
    graph: Digraph<Polarity>,
    components: Components,
}

/// Collects the edges of a [`DependencyGraph`].
#[derive(Clone, Debug, Default)]
pub struct DependencyGraphBuilder {
    relations: Vec<Relation>,
    ids: FxHashMap<Relation, RelationId>,
    edges: Vec<(u32, u32, Polarity)>,
}

/// The layers of a program: a relation stands no lower than what it needs, and higher than what
/// it negates (Apt, Blair and Walker, *Towards a theory of declarative knowledge*, 1988).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strata {
    /// The least stratum of each relation, from 0; `None` where there is none, because the
    /// relation is in a cycle through a negation or needs one that is.
    pub of: Vec<Option<u32>>,
    /// The components of the graph that hold a cycle through a negation, by their numbers in
    /// [`DependencyGraph::components`]. A program is stratified if there is none.
    pub offending: Vec<u32>,
}

impl DependencyGraphBuilder {
    /// Adds a relation, if it is new.
    pub fn relation(&mut self, relation: &Relation) -> RelationId {
        if let Some(&id) = self.ids.get(relation) {
            return id;
        }
        match self.ids.entry(relation.clone()) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let id = RelationId(self.relations.len() as u32);
                self.relations.push(relation.clone());
                *entry.insert(id)
            }
        }
    }

    /// Notes that `from` needs `to`.
    pub fn depend(&mut self, from: RelationId, to: RelationId, polarity: Polarity) {
        self.edges.push((from.0, to.0, polarity));
    }

    /// Adds all that a rule says.
    pub fn rule(&mut self, rule: &Rule) {
        let head = self.relation(&Relation::of(&rule.head));
        body_atoms(&rule.body, &mut |atom, polarity| {
            let needed = self.relation(&Relation::of(atom));
            self.depend(head, needed, polarity);
        });
    }

    /// The graph, every edge once.
    pub fn finish(mut self) -> DependencyGraph {
        self.edges.sort_unstable();
        self.edges.dedup();
        let graph = Digraph::from_edges(self.relations.len(), self.edges);
        DependencyGraph {
            components: graph.components(),
            relations: self.relations,
            ids: self.ids,
            graph,
        }
    }
}

impl DependencyGraph {
    /// The graph of these rules. Relations are numbered as they first occur.
    pub fn of<'a>(rules: impl IntoIterator<Item = &'a Rule>) -> Self {
        let mut builder = DependencyGraphBuilder::default();
        for rule in rules {
            builder.rule(rule);
        }
        builder.finish()
    }

    /// All relations, by [`RelationId`].
    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }

    /// The relation of this id.
    pub fn relation(&self, id: RelationId) -> &Relation {
        &self.relations[id.0 as usize]
    }

    /// The id of a relation, if a rule mentions it.
    pub fn id(&self, relation: &Relation) -> Option<RelationId> {
        self.ids.get(relation).copied()
    }

    /// What a relation needs, each at most once per polarity.
    pub fn needs(&self, id: RelationId) -> impl Iterator<Item = (RelationId, Polarity)> + '_ {
        let edges = self.graph.successors(id.0);
        edges
            .iter()
            .map(|&(to, polarity)| (RelationId(to), polarity))
    }

    /// The graph itself; its nodes are the numbers of the relations.
    pub fn digraph(&self) -> &Digraph<Polarity> {
        &self.graph
    }

    /// The groups of relations that need each other, a group after all that it needs.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// Whether two relations need each other, or are one that needs itself.
    pub fn in_cycle(&self, a: RelationId, b: RelationId) -> bool {
        self.components.together(a.0, b.0)
            && (a != b || self.graph.successors(a.0).iter().any(|&(to, _)| to == b.0))
    }

    /// The strata, in time linear in the graph.
    pub fn strata(&self) -> Strata {
        let mut of = vec![None; self.relations.len()];
        let mut offending = Vec::new();
        for (component, members) in self.components.members.iter().enumerate() {
            let mut level = Some(0);
            for &member in members {
                for &(to, polarity) in self.graph.successors(member) {
                    let inside = self.components.of[to as usize] == component as u32;
                    let negative = polarity == Polarity::Negative;
                    if inside && negative {
                        level = None;
                        if offending.last() != Some(&(component as u32)) {
                            offending.push(component as u32);
                        }
                    } else if !inside {
                        let below: Option<u32> = of[to as usize];
                        let least = below.map(|stratum| stratum + u32::from(negative));
                        level = level.zip(least).map(|(a, b)| a.max(b));
                    }
                }
            }
            for &member in members {
                of[member as usize] = level;
            }
        }
        Strata { of, offending }
    }

    /// A short cycle through a negation inside an offending component, as the relations on it,
    /// each with the polarity of its step to the next; the first step is a negation. `None` if
    /// the component holds no such cycle. In time linear in the component; see
    /// [`Digraph::short_cycle`].
    pub fn negative_cycle(&self, component: u32) -> Option<Vec<(RelationId, Polarity)>> {
        let negative = |polarity: &Polarity| *polarity == Polarity::Negative;
        let cycle = self
            .graph
            .short_cycle(&self.components, component, negative)?;
        let step =
            |(node, edge): (u32, usize)| (RelationId(node), self.graph.successors(node)[edge].1);
        Some(cycle.into_iter().map(step).collect())
    }

    /// A shortest way from `from` to a relation that `goal` accepts, both included; a relation
    /// is no way to itself unless it is in a cycle or `goal` accepts it at once.
    pub fn way(
        &self,
        from: RelationId,
        goal: impl Fn(&Relation) -> bool,
    ) -> Option<Vec<RelationId>> {
        let mut came_from: FxHashMap<u32, u32> = FxHashMap::default();
        let mut queue = std::collections::VecDeque::from([from.0]);
        while let Some(node) = queue.pop_front() {
            if goal(&self.relations[node as usize]) {
                let mut way = vec![RelationId(node)];
                let mut at = node;
                while at != from.0 {
                    at = came_from[&at];
                    way.push(RelationId(at));
                }
                way.reverse();
                return Some(way);
            }
            for &(to, _) in self.graph.successors(node) {
                if to != from.0 && !came_from.contains_key(&to) {
                    came_from.insert(to, node);
                    queue.push_back(to);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::samples::rules;

    fn strata_of(program: &str) -> Vec<(String, Option<u32>)> {
        let rules = rules(program);
        let graph = DependencyGraph::of(&rules);
        let strata = graph.strata();
        let names = graph.relations().iter().map(ToString::to_string);
        names.zip(strata.of).collect()
    }

    #[test]
    fn negation_lifts_and_use_does_not() {
        let strata = strata_of(
            "edge(a,b). node(X) :- edge(X,Y). reach(X,Y) :- edge(X,Y). \
             reach(X,Z) :- edge(X,Y), reach(Y,Z). \
             apart(X,Y) :- node(X), node(Y), ~reach(X,Y). \
             whole() :- ~some(). some() :- apart(X,Y).",
        );
        let expected = [
            ("edge/2", Some(0)),
            ("node/1", Some(0)),
            ("reach/2", Some(0)),
            ("apart/2", Some(1)),
            ("whole/0", Some(2)),
            ("some/0", Some(1)),
        ];
        assert_eq!(
            strata,
            expected.map(|(name, level)| (name.to_owned(), level))
        );
    }

    #[test]
    fn a_cycle_through_a_negation_has_no_stratum_and_is_spelt_out() {
        let rules = rules(
            "win(X) :- move(X,Y), ~lost(Y). lost(X) :- bad(X). bad(X) :- win(X). \
             top() :- win(a).",
        );
        let graph = DependencyGraph::of(&rules);
        let strata = graph.strata();
        let level = |name: &str, arity| {
            strata.of[graph.id(&Relation::new(name, arity)).unwrap().0 as usize]
        };
        assert_eq!(level("move", 2), Some(0));
        assert_eq!(level("win", 1), None);
        assert_eq!(level("top", 0), None);
        let [component] = strata.offending[..] else {
            panic!("one cycle")
        };
        let cycle: Vec<_> = graph
            .negative_cycle(component)
            .unwrap()
            .into_iter()
            .map(|(id, polarity)| (graph.relation(id).to_string(), polarity))
            .collect();
        let expected = [
            ("win/1", Polarity::Negative),
            ("lost/1", Polarity::Positive),
            ("bad/1", Polarity::Positive),
        ];
        assert_eq!(
            cycle,
            expected.map(|(name, polarity)| (name.to_owned(), polarity))
        );
    }

    #[test]
    fn names_with_two_arities_are_two_relations() {
        let strata = strata_of("p(X) :- q(X), ~p(X,X).");
        assert_eq!(strata[0], ("p/1".to_owned(), Some(1)));
        assert_eq!(strata[2], ("p/2".to_owned(), Some(0)));
    }

    #[test]
    fn ways_lead_through_the_fewest_relations() {
        let rules = rules("a() :- b(), c(). b() :- d(). c() :- e(). e() :- d(). d() :- f().");
        let graph = DependencyGraph::of(&rules);
        let way = |from: &str, to: &str| {
            let from = graph.id(&Relation::new(from, 0)).unwrap();
            graph.way(from, |relation| relation.name == to).map(|way| {
                let names = way.iter().map(|&id| graph.relation(id).name.to_string());
                names.collect::<Vec<_>>().join(" ")
            })
        };
        assert_eq!(way("a", "f").as_deref(), Some("a b d f"));
        assert_eq!(way("c", "d").as_deref(), Some("c e d"));
        assert_eq!(way("d", "a"), None);
    }

    proptest! {
        /// Against the definition: strata are the least numbers that meet all inequalities, and
        /// iterating them to a fixpoint passes the number of relations only where none do.
        #[test]
        fn strata_are_the_least_solution(
            edges in prop::collection::vec((0..7_u32, 0..7_u32, any::<bool>()), 0..14),
        ) {
            let mut builder = DependencyGraphBuilder::default();
            let ids: Vec<_> =
                (0..7).map(|n| builder.relation(&Relation::new(format!("r{n}"), 0))).collect();
            for &(from, to, negative) in &edges {
                let polarity = if negative { Polarity::Negative } else { Polarity::Positive };
                builder.depend(ids[from as usize], ids[to as usize], polarity);
            }
            let mut naive = [0_u32; 7];
            for _ in 0..100 {
                for &(from, to, negative) in &edges {
                    let least = naive[to as usize] + u32::from(negative);
                    naive[from as usize] = naive[from as usize].max(least);
                }
            }
            let graph = builder.finish();
            let strata = graph.strata();
            for (level, slow) in strata.of.iter().zip(naive) {
                prop_assert_eq!(*level, (slow < 7).then_some(slow));
            }
            for &component in &strata.offending {
                let cycle = graph.negative_cycle(component).expect("an offending cycle");
                for (index, &(id, polarity)) in cycle.iter().enumerate() {
                    let next = cycle[(index + 1) % cycle.len()].0;
                    prop_assert!(graph.needs(id).any(|edge| edge == (next, polarity)));
                }
                prop_assert_eq!(cycle[0].1, Polarity::Negative);
            }
        }
    }
}
