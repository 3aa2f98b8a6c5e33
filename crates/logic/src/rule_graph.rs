//! The dependency graph of a program by rule: an edge leads from a rule to each rule whose head
//! unifies with an atom of its body. Finer than the graph by relation, so that a cycle that the
//! arguments break is no cycle here.

use rustc_hash::FxHashMap;

use crate::digraph::Digraph;
use crate::{Atom, Name, NodeId, Polarity, Rule, Term, body_atoms, unifiable};

/// The graph over some rules of a program, numbered as they were given.
#[derive(Clone, Debug)]
pub struct RuleGraph {
    graph: Digraph<RuleEdge>,
}

/// Why one rule needs another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleEdge {
    /// The atom in the body of the first rule that unifies with the head of the second.
    pub atom: NodeId,
    /// Whether the atom is negated.
    pub polarity: Polarity,
}

/// A step of a cycle: from a rule over an atom of its body to the rule of the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CycleStep {
    /// The number of the rule.
    pub rule: u32,
    /// The atom of its body.
    pub edge: RuleEdge,
}

/// The rules with a head of one relation, found by a constant or function at the first argument.
#[derive(Default)]
struct Heads<'a> {
    /// By the name and arity at the root of the first argument.
    by_first: FxHashMap<(&'a Name, usize), Vec<u32>>,
    /// Those whose first argument is a variable, or that have none.
    open: Vec<u32>,
    all: Vec<u32>,
}

impl RuleGraph {
    /// The graph over `rules`. Give only those of one group of relations that need each other
    /// ([`DependencyGraph::components`](crate::DependencyGraph::components)): no cycle leaves
    /// it, and the time grows with literals times heads of one relation.
    pub fn of(rules: &[&Rule]) -> Self {
        let mut heads: FxHashMap<(&Name, usize), Heads<'_>> = FxHashMap::default();
        for (index, rule) in (0..).zip(rules) {
            let atom = &rule.head;
            let known = heads.entry((&atom.relation, atom.args.len())).or_default();
            known.all.push(index);
            match root(atom) {
                Some(key) => known.by_first.entry(key).or_default().push(index),
                None => known.open.push(index),
            }
        }
        let mut edges = Vec::new();
        for (index, rule) in (0..).zip(rules) {
            body_atoms(&rule.body, &mut |atom, polarity| {
                let Some(known) = heads.get(&(&atom.relation, atom.args.len())) else {
                    return;
                };
                let (fitting, open) = match root(atom) {
                    Some(key) => (known.by_first.get(&key), Some(&known.open)),
                    None => (Some(&known.all), None),
                };
                for &to in fitting.into_iter().chain(open).flatten() {
                    if unifiable(atom, &rules[to as usize].head) {
                        edges.push((
                            index,
                            to,
                            RuleEdge {
                                atom: atom.id,
                                polarity,
                            },
                        ));
                    }
                }
            });
        }
        Self {
            graph: Digraph::from_edges(rules.len(), edges),
        }
    }

    /// The graph itself.
    pub fn digraph(&self) -> &Digraph<RuleEdge> {
        &self.graph
    }

    /// A short cycle through a negation for each group of rules that need each other and negate
    /// each other on the way, beginning with the negated atom. In time linear in the graph; see
    /// [`Digraph::short_cycle`].
    pub fn negative_cycles(&self) -> Vec<Vec<CycleStep>> {
        let components = self.graph.components();
        let negative = |edge: &RuleEdge| edge.polarity == Polarity::Negative;
        let step = |(rule, edge): (u32, usize)| CycleStep {
            rule,
            edge: self.graph.successors(rule)[edge].1,
        };
        let mut cycles: Vec<Vec<CycleStep>> = (0..components.members.len() as u32)
            .filter_map(|component| self.graph.short_cycle(&components, component, negative))
            .map(|cycle| cycle.into_iter().map(step).collect())
            .collect();
        cycles.sort_unstable();
        cycles
    }
}

/// The name and arity at the root of an atom's first argument, unless that is a variable.
fn root(atom: &Atom) -> Option<(&Name, usize)> {
    match atom.args.first()? {
        Term::Constant { name, .. } => Some((name, 0)),
        Term::Variable { .. } => None,
        Term::Function { name, args, .. } => Some((name, args.len())),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::samples::{rules, term_text};

    fn cycles(program: &str) -> Vec<Vec<(u32, u32)>> {
        let rules = rules(program);
        let graph = RuleGraph::of(&rules.iter().collect::<Vec<_>>());
        let steps = |cycle: Vec<CycleStep>| {
            cycle
                .into_iter()
                .map(|step| (step.rule, step.edge.atom.0))
                .collect()
        };
        graph.negative_cycles().into_iter().map(steps).collect()
    }

    #[test]
    fn another_value_of_the_same_relation_is_no_cycle() {
        assert!(cycles("goal(R,0) :- role(R), ~goal(R,100). goal(R,100) :- won(R).").is_empty());
        assert!(cycles("goal(R,0) :- ~goal(R,100). goal(R,100) :- ~goal(R,50).").is_empty());
    }

    #[test]
    fn a_rule_that_negates_itself() {
        // Nodes: head 0, its arguments 1 and 2, `~` 3, the atom 4.
        assert_eq!(cycles("goal(R,0) :- ~goal(R,V)."), [[(0, 4)]]);
    }

    #[test]
    fn a_cycle_over_two_rules_starts_at_the_negation() {
        // `won` negates `lost` at node 3 (head 0, its argument 1, `~` 2); `lost` needs `won` at
        // node 2.
        let program = "lost(Y) :- won(Y). won(X) :- ~lost(X). won(a) :- start(X).";
        assert_eq!(cycles(program), [[(1, 3), (0, 2)]]);
    }

    #[test]
    fn arguments_break_a_cycle_or_do_not() {
        assert!(cycles("p(f(X)) :- ~q(X). q(g(X,Y)) :- p(X), p(Y). p(a) :- q(b).").len() == 1);
        assert!(cycles("p(f(X)) :- ~q(a). q(X) :- p(a), q(X).").is_empty());
    }

    proptest! {
        /// The index over first arguments finds what trying all pairs finds.
        #[test]
        fn edges_are_all_unifying_pairs(
            texts in prop::collection::vec((term_text(), term_text(), any::<bool>()), 1..8),
        ) {
            let program: String = texts
                .iter()
                .map(|(head, body, not)| {
                    format!("p({head}) :- {}p({body}).", if *not { "~" } else { "" })
                })
                .collect();
            let rules = rules(&program);
            let graph = RuleGraph::of(&rules.iter().collect::<Vec<_>>());
            let mut found: Vec<_> = graph.digraph().edges().map(|(a, b, _)| (a, b)).collect();
            found.sort_unstable();
            let mut naive = Vec::new();
            for (from, rule) in (0..).zip(&rules) {
                body_atoms(&rule.body, &mut |atom, _| {
                    for (to, other) in (0..).zip(&rules) {
                        if unifiable(atom, &other.head) {
                            naive.push((from, to));
                        }
                    }
                });
            }
            prop_assert_eq!(found, naive);
        }
    }
}
