//! Directed graphs with labelled edges: strongly connected components, shortest paths.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

/// A directed graph over the nodes `0..len`, its edges grouped by where they start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph<L> {
    /// Node `n` has the edges `starts[n]..starts[n + 1]`.
    starts: Vec<u32>,
    edges: Vec<(u32, L)>,
}

/// The strongly connected components of a graph, numbered so that a component comes after all
/// that it reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// The component of each node.
    pub of: Vec<u32>,
    /// The nodes of each component, in ascending order.
    pub members: Vec<Vec<u32>>,
}

impl<L> Digraph<L> {
    /// The graph with `len` nodes and the edges `(from, to, label)`. Edges of one node keep the
    /// order in which they are given; equal ones are kept.
    ///
    /// # Panics
    /// If an edge names a node that is not there.
    pub fn from_edges(len: usize, mut edges: Vec<(u32, u32, L)>) -> Self {
        edges.sort_by_key(|edge| edge.0);
        let mut starts = vec![0_u32; len + 1];
        for (from, to, _) in &edges {
            assert!((*to as usize) < len, "an edge to node {to} of {len}");
            starts[*from as usize + 1] += 1;
        }
        for node in 0..len {
            starts[node + 1] += starts[node];
        }
        Self {
            starts,
            edges: edges
                .into_iter()
                .map(|(_, to, label)| (to, label))
                .collect(),
        }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The edges that start at `node`: where they end, with their labels.
    pub fn successors(&self, node: u32) -> &[(u32, L)] {
        let node = node as usize;
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// All edges as `(from, to, label)`.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32, &L)> {
        (0..self.len() as u32).flat_map(move |from| {
            self.successors(from)
                .iter()
                .map(move |(to, label)| (from, *to, label))
        })
    }

    /// The strongly connected components, by Tarjan's algorithm (SIAM J. Comput. 1, 1972) with a
    /// stack of its own, in time linear in nodes and edges.
    pub fn components(&self) -> Components {
        const UNSEEN: u32 = u32::MAX;
        let len = self.len();
        let mut order = vec![UNSEEN; len];
        let mut low = vec![0_u32; len];
        let mut of = vec![UNSEEN; len];
        let mut members: Vec<Vec<u32>> = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        let mut calls: Vec<(u32, usize)> = Vec::new();
        let mut seen = 0;
        for root in 0..len as u32 {
            if order[root as usize] != UNSEEN {
                continue;
            }
            calls.push((root, 0));
            while let Some((node, next)) = calls.pop() {
                let at = node as usize;
                if next == 0 {
                    order[at] = seen;
                    low[at] = seen;
                    seen += 1;
                    open.push(node);
                }
                let successors = self.successors(node);
                if next > 0 {
                    let child = successors[next - 1].0 as usize;
                    low[at] = low[at].min(low[child]);
                }
                let mut step = next;
                let mut child = None;
                while let Some(&(to, _)) = successors.get(step) {
                    step += 1;
                    if order[to as usize] == UNSEEN {
                        child = Some(to);
                        break;
                    }
                    if of[to as usize] == UNSEEN {
                        low[at] = low[at].min(order[to as usize]);
                    }
                }
                if let Some(child) = child {
                    calls.push((node, step));
                    calls.push((child, 0));
                    continue;
                }
                if low[at] == order[at] {
                    let component = members.len() as u32;
                    let from = open.iter().rposition(|&n| n == node).unwrap_or(0);
                    let mut nodes = open.split_off(from);
                    for &member in &nodes {
                        of[member as usize] = component;
                    }
                    nodes.sort_unstable();
                    members.push(nodes);
                }
            }
        }
        Components { of, members }
    }

    /// A shortest path from `from` to `to` over edges that `allowed` lets pass, as a list of
    /// `(node, index of the edge among the node's successors)`; empty if the two are the same.
    pub fn shortest_path(
        &self,
        from: u32,
        to: u32,
        allowed: impl Fn(u32, u32, &L) -> bool,
    ) -> Option<Vec<(u32, usize)>> {
        // Only of nodes that the search meets, which may be few of many.
        let mut came_by: FxHashMap<u32, (u32, usize)> = FxHashMap::default();
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            if node == to {
                let mut path = Vec::new();
                let mut at = to;
                while at != from {
                    let step = *came_by.get(&at)?;
                    path.push(step);
                    at = step.0;
                }
                path.reverse();
                return Some(path);
            }
            for (index, (next, label)) in self.successors(node).iter().enumerate() {
                let fresh = *next != from && !came_by.contains_key(next);
                if fresh && allowed(node, *next, label) {
                    came_by.insert(*next, (node, index));
                    queue.push_back(*next);
                }
            }
        }
        None
    }

    /// A short cycle inside a component that begins with an edge that `marked` accepts, as a list
    /// of `(node, index of the edge among the node's successors)`; `None` if there is none. It is
    /// of one edge if any such is, else of two if any such is, else a shortest one of those that
    /// begin with the first such edge. In time linear in the component; a shortest of all would
    /// need a search from every edge.
    pub fn short_cycle(
        &self,
        components: &Components,
        component: u32,
        marked: impl Fn(&L) -> bool,
    ) -> Option<Vec<(u32, usize)>> {
        let members = &components.members[component as usize];
        let inside = |node: u32| components.of[node as usize] == component;
        let edges = || {
            members.iter().flat_map(|&from| {
                let edges = self.successors(from).iter().enumerate();
                edges
                    .filter(|(_, (to, _))| inside(*to))
                    .map(move |(index, (to, label))| (from, index, *to, label))
            })
        };
        let mut first = None;
        let mut by_ends: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        for (from, index, to, _) in edges().filter(|edge| marked(edge.3)) {
            if from == to {
                return Some(vec![(from, index)]);
            }
            first.get_or_insert((from, index, to));
            by_ends.entry((from, to)).or_insert(index);
        }
        let first = first?;
        let two = edges().filter_map(|(from, index, to, _)| {
            let there = *by_ends.get(&(to, from))?;
            Some([(to, there), (from, index)])
        });
        if let Some(two) = two.min() {
            return Some(two.to_vec());
        }
        let (from, index, to) = first;
        let back = self.shortest_path(to, from, |_, next, _| inside(next))?;
        Some(std::iter::once((from, index)).chain(back).collect())
    }
}

impl Components {
    /// Whether two nodes reach each other.
    pub fn together(&self, a: u32, b: u32) -> bool {
        self.of[a as usize] == self.of[b as usize]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn graph(len: usize, edges: &[(u32, u32)]) -> Digraph<()> {
        Digraph::from_edges(len, edges.iter().map(|&(a, b)| (a, b, ())).collect())
    }

    #[test]
    fn two_cycles_and_a_bridge() {
        // 0 <-> 1 -> 2 -> 3 -> 4 -> 2, and 5 alone.
        let graph = graph(6, &[(0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 2)]);
        let components = graph.components();
        assert_eq!(components.members, [vec![2, 3, 4], vec![0, 1], vec![5]]);
        assert_eq!(components.of, [1, 1, 0, 0, 0, 2]);
    }

    #[test]
    fn a_chain_of_a_million_needs_no_deep_stack() {
        let edges: Vec<_> = (0..999_999).map(|n| (n, n + 1)).collect();
        assert_eq!(
            graph(1_000_000, &edges).components().members.len(),
            1_000_000
        );
    }

    #[test]
    fn shortest_of_two_ways() {
        let graph = graph(4, &[(0, 1), (1, 2), (2, 3), (0, 2)]);
        assert_eq!(
            graph.shortest_path(0, 3, |_, _, ()| true),
            Some(vec![(0, 1), (2, 0)])
        );
        assert_eq!(
            graph.shortest_path(0, 3, |from, to, ()| (from, to) != (0, 2)),
            Some(vec![(0, 0), (1, 0), (2, 0)])
        );
        assert_eq!(graph.shortest_path(3, 0, |_, _, ()| true), None);
        assert_eq!(graph.shortest_path(3, 3, |_, _, ()| true), Some(vec![]));
    }

    #[test]
    fn cycles_of_one_edge_then_of_two_then_of_the_first() {
        let cycle = |edges: &[(u32, u32, bool)]| {
            let graph = Digraph::from_edges(5, edges.to_vec());
            let components = graph.components();
            let component = components.of[0];
            let cycle = graph.short_cycle(&components, component, |&marked| marked)?;
            Some(cycle.iter().map(|step| step.0).collect::<Vec<_>>())
        };
        let ring = [(0, 1, true), (1, 2, false), (2, 3, true), (3, 0, false)];
        assert_eq!(cycle(&ring), Some(vec![0, 1, 2, 3]));
        let with = |more: &[(u32, u32, bool)]| cycle(&[&ring[..], more].concat());
        // A loop and a step back count only if they are marked, or meet a mark.
        assert_eq!(
            with(&[(2, 2, false), (2, 1, false)]),
            Some(vec![0, 1, 2, 3])
        );
        assert_eq!(with(&[(3, 2, false)]), Some(vec![2, 3]));
        assert_eq!(with(&[(3, 2, false), (1, 1, true)]), Some(vec![1]));
        // The way back is a shortest one.
        assert_eq!(with(&[(1, 3, false)]), Some(vec![0, 1, 3]));
        // What is marked outside of the component is none of it.
        assert_eq!(
            cycle(&[(0, 1, false), (1, 0, false), (0, 2, true), (2, 2, true)]),
            None
        );
    }

    /// Warshall's closure, the naive version.
    fn reaches(len: usize, edges: &[(u32, u32)]) -> Vec<Vec<bool>> {
        let mut reach = vec![vec![false; len]; len];
        for (node, row) in reach.iter_mut().enumerate() {
            row[node] = true;
        }
        for &(a, b) in edges {
            reach[a as usize][b as usize] = true;
        }
        for via in 0..len {
            for from in 0..len {
                for to in 0..len {
                    reach[from][to] |= reach[from][via] && reach[via][to];
                }
            }
        }
        reach
    }

    proptest! {
        /// What is found is a cycle and begins with a mark, and one is found where there is any.
        #[test]
        fn short_cycles_are_cycles(
            edges in prop::collection::vec((0..6_u32, 0..6_u32, any::<bool>()), 0..14),
        ) {
            let pairs: Vec<_> = edges.iter().map(|edge| (edge.0, edge.1)).collect();
            let reach = reaches(6, &pairs);
            let graph = Digraph::from_edges(6, edges.clone());
            let components = graph.components();
            for component in 0..components.members.len() as u32 {
                let member = |node: u32| components.of[node as usize] == component;
                let exists = edges.iter().any(|&(from, to, marked)| {
                    marked && member(from) && reach[to as usize][from as usize]
                });
                let cycle = graph.short_cycle(&components, component, |&marked| marked);
                prop_assert_eq!(cycle.is_some(), exists);
                let Some(cycle) = cycle else { continue };
                for (at, &(node, index)) in cycle.iter().enumerate() {
                    let (to, marked) = graph.successors(node)[index];
                    prop_assert_eq!(to, cycle[(at + 1) % cycle.len()].0);
                    prop_assert!(marked || at > 0);
                }
            }
        }

        #[test]
        fn components_are_mutual_reachability(
            edges in prop::collection::vec((0..9_u32, 0..9_u32), 0..25),
        ) {
            let reach = reaches(9, &edges);
            let graph = graph(9, &edges);
            let components = graph.components();
            for a in 0..9_u32 {
                for b in 0..9_u32 {
                    let (there, back) =
                        (reach[a as usize][b as usize], reach[b as usize][a as usize]);
                    prop_assert_eq!(components.together(a, b), there && back);
                    if there {
                        prop_assert!(components.of[b as usize] <= components.of[a as usize]);
                    }
                    prop_assert_eq!(graph.shortest_path(a, b, |_, _, ()| true).is_some(), there);
                }
            }
        }
    }
}
