//! Whether an interpretation satisfies a program.

use crate::{GroundAtom, GroundTerm, Rule, VarId};

use super::instances::{Binding, Budget, Ways, choose};
use super::{Error, Interpretation, Limits};

/// An instance of a rule whose body holds and whose head does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which rule, counted from 0.
    pub rule: usize,
    /// The head of the instance.
    pub head: GroundAtom,
    /// What stands for each variable, by [`VarId`]; `None` for one that the way in which the
    /// body holds does not mention.
    pub binding: Vec<Option<GroundTerm>>,
}

/// The first violation of a program by an interpretation, `None` if it satisfies the program: if
/// it satisfies every instance of every rule, that is, the head or not the body. Variables that
/// no positive literal binds, those of unsafe rules, take every term of `universe`.
///
/// # Errors
/// At a limit.
pub fn violation(
    rules: &[Rule],
    interpretation: &Interpretation,
    universe: &[GroundTerm],
    limits: Limits,
) -> Result<Option<Violation>, Error> {
    let ways = Ways::of_any(rules, limits)?;
    let mut budget = Budget::new(limits);
    for (index, rule, way) in ways.iter() {
        let mut found = None;
        let start = Binding::default();
        choose(
            &way.positive,
            interpretation,
            &start,
            &mut budget,
            &mut |binding, budget| {
                let variables = 0..rule.variables.len() as u32;
                let open: Vec<VarId> = variables
                    .map(VarId)
                    .filter(|&variable| binding.get(variable).is_none())
                    .collect();
                complete(&open, universe, binding, budget, &mut |binding| {
                    let head = binding.atom(&rule.head);
                    if found.is_none()
                        && way.tests_hold(binding, interpretation)
                        && !interpretation.contains(&head)
                    {
                        found = Some(Violation {
                            rule: *index,
                            head,
                            binding: binding.0.clone(),
                        });
                    }
                })
            },
        )?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Puts every term in the place of every open variable.
fn complete(
    open: &[VarId],
    universe: &[GroundTerm],
    binding: &Binding,
    budget: &mut Budget,
    visit: &mut impl FnMut(&Binding),
) -> Result<(), Error> {
    let Some((&variable, others)) = open.split_first() else {
        visit(binding);
        return Ok(());
    };
    for term in universe {
        budget.step()?;
        let mut extended = binding.clone();
        extended.set(variable, term.clone());
        complete(others, universe, &extended, budget, visit)?;
    }
    Ok(())
}
