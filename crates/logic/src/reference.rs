//! Reference evaluators: slow and obvious on purpose, so that everything fast is tested against
//! them. They enumerate, compare and repeat until nothing changes, and use no index and no
//! clever order.
//!
//! [`evaluate`] chooses the method: [`stratified`] where relations have strata, [`by_ground_atom`]
//! where only ground atoms have, [`well_founded()`] where neither. [`violation`] says whether an
//! interpretation satisfies a program. All stop at [`Limits`], because functions make universes
//! infinite.

mod by_atom;
mod instances;
mod interpretation;
mod satisfaction;
mod universe;
mod well_founded;

#[cfg(test)]
mod tests;

use crate::{DependencyGraph, Name, Rule};

pub use by_atom::by_ground_atom;
pub use interpretation::Interpretation;
pub use satisfaction::{Violation, violation};
pub use universe::{base, universe};
pub use well_founded::{WellFounded, well_founded};

use instances::{Budget, Ways};

/// Where an evaluation stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Atoms of a model, terms of a universe.
    pub atoms: usize,
    /// Comparisons of an atom of a body with an atom of the interpretation, and conjunctions that
    /// bodies come to when disjunctions are multiplied out.
    pub steps: u64,
    /// Functions in each other.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            atoms: 100_000,
            steps: 10_000_000,
            depth: 16,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// More atoms, or terms of a universe, than [`Limits::atoms`].
    TooManyAtoms,
    /// More work than [`Limits::steps`].
    TooManySteps,
    /// A term deeper than [`Limits::depth`].
    TooDeep,
    /// No positive literal binds this variable of this rule, counted from 0.
    Unsafe {
        /// Which rule.
        rule: usize,
        /// The variable as it is written.
        variable: Name,
    },
    /// A relation ([`stratified`]) or a ground atom ([`by_ground_atom`]) needs its own negation.
    Unstratified,
}

/// How a model was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Relations have strata.
    Strata,
    /// Relations have none, but ground atoms have.
    GroundAtoms,
    /// Neither has.
    WellFounded,
}

/// A model, what it leaves open, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The true atoms.
    pub model: Interpretation,
    /// Atoms that are neither true nor false; none but with [`Method::WellFounded`].
    pub undefined: Interpretation,
    /// The method.
    pub method: Method,
}

/// The model of a program, by the first method that applies.
///
/// # Errors
/// At a limit, or for an unsafe rule.
pub fn evaluate(rules: &[Rule], limits: Limits) -> Result<Outcome, Error> {
    let defined = |model, method| Outcome {
        model,
        undefined: Interpretation::default(),
        method,
    };
    match stratified(rules, limits) {
        Err(Error::Unstratified) => {}
        other => return other.map(|model| defined(model, Method::Strata)),
    }
    match by_ground_atom(rules, limits) {
        Err(Error::Unstratified) => {}
        other => return other.map(|model| defined(model, Method::GroundAtoms)),
    }
    well_founded(rules, limits).map(|found| Outcome {
        model: found.holds,
        undefined: found.undefined,
        method: Method::WellFounded,
    })
}

/// The model of a program whose relations have strata: from the lowest stratum up, all rules of
/// a stratum are applied until nothing new follows, what is negated being settled below (Apt,
/// Blair and Walker, *Towards a theory of declarative knowledge*, 1988).
///
/// # Errors
/// [`Error::Unstratified`] where there are no strata; at a limit; for an unsafe rule.
pub fn stratified(rules: &[Rule], limits: Limits) -> Result<Interpretation, Error> {
    let graph = DependencyGraph::of(rules);
    let strata = graph.strata();
    if !strata.offending.is_empty() {
        return Err(Error::Unstratified);
    }
    let ways = Ways::of(rules, limits)?;
    let mut budget = Budget::new(limits);
    let mut model = Interpretation::default();
    let top = strata.of.iter().flatten().max().copied().unwrap_or(0);
    for stratum in 0..=top {
        let here = |rule: &Rule| {
            let id = graph.id(&crate::Relation::of(&rule.head));
            id.and_then(|id| strata.of[id.0 as usize]) == Some(stratum)
        };
        loop {
            let settled = model.clone();
            for (_, rule, way) in ways.iter().filter(|(_, rule, _)| here(rule)) {
                way.instances(&settled, &mut budget, &mut |binding, _| {
                    if way.tests_hold(binding, &settled) {
                        model.insert(binding.atom(&rule.head));
                    }
                })?;
                budget.check(&model)?;
            }
            if model == settled {
                break;
            }
        }
    }
    Ok(model)
}
