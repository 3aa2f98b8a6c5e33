//! The perfect model of a program whose ground atoms have strata although its relations have
//! none (Przymusinski, *On the declarative semantics of deductive databases and logic programs*,
//! 1988): `goal` of one value defined by the negation of `goal` of another.

use std::collections::BTreeMap;

use crate::{Digraph, GroundAtom, Polarity, Rule};

use super::instances::{Budget, Ways};
use super::well_founded::consequences;
use super::{Error, Interpretation, Limits};

/// A rule without variables: the head, and what must and must not hold.
struct Instance {
    head: GroundAtom,
    positive: Vec<GroundAtom>,
    negative: Vec<GroundAtom>,
}

/// The model of a program that has strata by ground atom: over the instances whose positive
/// atoms can hold at all, group by group of atoms that need each other.
///
/// # Errors
/// [`Error::Unstratified`] where an atom needs its own negation; at a limit; for an unsafe rule.
pub fn by_ground_atom(rules: &[Rule], limits: Limits) -> Result<Interpretation, Error> {
    let ways = Ways::of(rules, limits)?;
    let mut budget = Budget::new(limits);
    let possible = consequences(&ways, &Interpretation::default(), &mut budget)?;
    let mut instances = Vec::new();
    for (_, rule, way) in ways.iter() {
        way.instances(&possible, &mut budget, &mut |binding, _| {
            if way.comparisons_hold(binding) {
                let ground = |atoms: &[&crate::Atom]| {
                    let atoms = atoms.iter().map(|atom| binding.atom(atom));
                    atoms.collect::<Vec<_>>()
                };
                instances.push(Instance {
                    head: binding.atom(&rule.head),
                    positive: ground(&way.positive),
                    negative: ground(&way.negative),
                });
            }
        })?;
    }
    let numbers: BTreeMap<&GroundAtom, u32> = possible.iter().zip(0..).collect();
    let mut edges = Vec::new();
    for instance in &instances {
        let head = numbers[&instance.head];
        let signed = [
            (&instance.positive, Polarity::Positive),
            (&instance.negative, Polarity::Negative),
        ];
        for (atoms, polarity) in signed {
            let known = atoms.iter().filter_map(|atom| numbers.get(atom));
            edges.extend(known.map(|&atom| (head, atom, polarity)));
        }
    }
    let graph = Digraph::from_edges(numbers.len(), edges);
    let groups = graph.components();
    let negates_itself = |(from, to, polarity): (u32, u32, &Polarity)| {
        *polarity == Polarity::Negative && groups.together(from, to)
    };
    if graph.edges().any(negates_itself) {
        return Err(Error::Unstratified);
    }
    let mut model = Interpretation::default();
    for group in 0..groups.members.len() as u32 {
        let here = |instance: &&Instance| groups.of[numbers[&instance.head] as usize] == group;
        let here: Vec<&Instance> = instances.iter().filter(here).collect();
        loop {
            let before = model.len();
            for instance in &here {
                budget.step()?;
                if instance.positive.iter().all(|atom| model.contains(atom))
                    && !instance.negative.iter().any(|atom| model.contains(atom))
                {
                    model.insert(instance.head.clone());
                }
            }
            if model.len() == before {
                break;
            }
        }
    }
    Ok(model)
}
