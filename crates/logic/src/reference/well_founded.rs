//! The well-founded model, by the alternating fixpoint (Van Gelder, *The alternating fixpoint of
//! logic programs with negation*, 1993): what follows when negation is believed too readily is
//! possible, what follows when nothing possible is believed false is certain, and so on until
//! neither changes.

use crate::Rule;

use super::instances::{Budget, Ways};
use super::{Error, Interpretation, Limits};

/// What is certainly true and what is neither true nor false; all else is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WellFounded {
    /// The true atoms.
    pub holds: Interpretation,
    /// The atoms that are neither.
    pub undefined: Interpretation,
}

/// The well-founded model of any program.
///
/// # Errors
/// At a limit, or for an unsafe rule.
pub fn well_founded(rules: &[Rule], limits: Limits) -> Result<WellFounded, Error> {
    let ways = Ways::of(rules, limits)?;
    let mut budget = Budget::new(limits);
    let mut holds = Interpretation::default();
    loop {
        let possible = consequences(&ways, &holds, &mut budget)?;
        let certain = consequences(&ways, &possible, &mut budget)?;
        if certain == holds {
            let open = possible.iter().filter(|atom| !holds.contains(atom));
            return Ok(WellFounded {
                undefined: open.cloned().collect(),
                holds,
            });
        }
        holds = certain;
    }
}

/// All that follows when exactly the atoms outside `assumed` count as false under a `not`.
pub(super) fn consequences(
    ways: &Ways<'_>,
    assumed: &Interpretation,
    budget: &mut Budget,
) -> Result<Interpretation, Error> {
    let mut model = Interpretation::default();
    loop {
        let settled = model.clone();
        for (_, rule, way) in ways.iter() {
            way.instances(&settled, budget, &mut |binding, _| {
                if way.tests_hold(binding, assumed) {
                    model.insert(binding.atom(&rule.head));
                }
            })?;
            budget.check(&model)?;
        }
        if model == settled {
            return Ok(model);
        }
    }
}
