//! The checks of what a spec grounds to, one file for every code.
//!
//! They are made as those of the crate `analysis`, whose registry lists them: the header comment
//! is the text of `herbrand explain`, its examples are tested, and a finding names nodes, not
//! positions. What they claim of a game is certain: a model of all that can ever hold shows what
//! never does, and [`reachable`] what some line of play really comes to.

mod never_true;

#[cfg(test)]
mod test_support;

use analysis::{Finding, Part, Place};
use ground::Options;
use logic::{NodeId, Relation};
use rustc_hash::FxHashSet;

use crate::{Evaluation, Spec, Stop};

/// A spec with what it grounds to.
pub(crate) struct Context<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) evaluation: &'a mut Evaluation,
    /// The relations that rest on data which are not given: nothing is known of them.
    pub(crate) unknown: &'a FxHashSet<Relation>,
    pub(crate) options: &'a Options<'a>,
}

/// Looks at what a spec grounds to.
type GroundCheck = fn(cx: &mut Context<'_>, sink: &mut Vec<Finding>);

/// All of them, in the order of the registry.
const CHECKS: &[GroundCheck] = &[never_true::check];

impl Spec {
    /// Grounds the spec and tells what is wrong with what it comes to.
    ///
    /// # Errors
    /// As [`Spec::evaluate`]; what is known up to there is in [`Stop::findings`].
    pub fn findings(&self, options: &Options<'_>) -> Result<Vec<Finding>, Stop> {
        let mut evaluation = self.ground(options)?;
        self.findings_of(&mut evaluation, options)
    }

    /// The same of what [`Spec::ground`] found.
    ///
    /// # Errors
    /// After cancelling.
    pub(crate) fn findings_of(
        &self,
        evaluation: &mut Evaluation,
        options: &Options<'_>,
    ) -> Result<Vec<Finding>, Stop> {
        let unknown = self.unknown(evaluation);
        let mut cx = Context {
            spec: self,
            evaluation,
            unknown: &unknown,
            options,
        };
        let mut found = Vec::new();
        for check in CHECKS {
            check(&mut cx, &mut found);
            if options.is_cancelled() {
                return Err(Stop::cancelled());
            }
        }
        Ok(found)
    }

    /// A node of a rule.
    pub(crate) fn place(&self, rule: usize, node: NodeId) -> Place {
        let site = self.sites[rule];
        Place {
            block: site.block,
            part: Part::Node(site.item, node),
        }
    }

    /// The head of a rule.
    pub(crate) fn head_place(&self, rule: usize) -> Place {
        self.place(rule, self.sites[rule].node)
    }
}
