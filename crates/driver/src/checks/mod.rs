//! The checks of what a spec grounds to, one file for every code.
//!
//! They are made as those of the crate `analysis`, whose registry lists them: the header comment
//! is the text of `herbrand explain`, its examples are tested, and a finding names nodes, not
//! positions. What they claim of a game is certain: a model of all that can ever hold shows what
//! never does, and [`crate::reachable`] what some line of play really comes to.

pub(crate) mod always_false;
pub(crate) mod always_true;
pub(crate) mod circular_value;
pub(crate) mod division_by_zero;
pub(crate) mod empty_sort;
pub(crate) mod failed_check;
pub(crate) mod given_without_facts;
mod goal_value;
pub(crate) mod implied_rule;
pub(crate) mod integer_overflow;
pub(crate) mod large_grounding;
pub(crate) mod missing_constant;
pub(crate) mod missing_sort;
mod never_true;
pub(crate) mod out_of_domain_argument;
pub(crate) mod out_of_domain_fact;
mod outside_base;
mod outside_input;
mod unbounded_terms;
pub(crate) mod unconstrained_predicate;
pub(crate) mod unsatisfiable;
pub(crate) mod vacuous_guard;

#[cfg(test)]
mod test_support;

use analysis::{Finding, Part, Place};
use ground::Options;
use logic::{GroundAtom, NodeId, Relation};
use rustc_hash::FxHashSet;
use source::Code;

use crate::mismatch::Mismatch;
use crate::reachable::Met;
use crate::witness::{self, Witness};
use crate::{Evaluation, Spec, Stop};

/// A spec with what it grounds to.
pub(crate) struct Context<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) evaluation: &'a mut Evaluation,
    /// The relations that rest on data which are not given: nothing is known of them.
    pub(crate) unknown: &'a FxHashSet<Relation>,
    pub(crate) options: &'a Options<'a>,
}

/// Looks at what a game grounds to, and at which of the atoms that it asked for are met in play.
type PlayCheck = fn(cx: &mut Context<'_>, met: &Met, sink: &mut Vec<Finding>);

/// The atoms that a check wants to know to be met in play.
type Candidates = fn(cx: &Context<'_>) -> Vec<GroundAtom>;

/// Those of games that are about what play comes to, in the order of the registry.
const PLAY: [(Candidates, PlayCheck); 3] = [
    (goal_value::candidates, goal_value::check),
    (outside_base::candidates, outside_base::check),
    (outside_input::candidates, outside_input::check),
];

impl Spec {
    /// Grounds the spec and tells what is wrong with what it comes to.
    ///
    /// # Errors
    /// As [`Spec::evaluate`]; what is known up to there is in [`Stop::findings`].
    pub fn findings(&self, options: &Options<'_>) -> Result<Vec<Finding>, Stop> {
        let mut evaluation = self.ground_or_blame(options)?;
        self.findings_of(&mut evaluation, options)
    }

    /// [`Spec::ground`], with what is wrong where a limit is reached.
    pub(crate) fn ground_or_blame(&self, options: &Options<'_>) -> Result<Evaluation, Stop> {
        self.ground(options).map_err(|mut stop| {
            stop.findings = unbounded_terms::check(self, &stop, options);
            stop
        })
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
        never_true::check(&mut cx, &mut found);
        let wanted: Vec<GroundAtom> = PLAY.iter().flat_map(|(wanted, _)| wanted(&cx)).collect();
        if !wanted.is_empty() {
            let met = witness::met(self, cx.evaluation, wanted, options);
            PLAY.iter()
                .for_each(|(_, check)| check(&mut cx, &met, &mut found));
        }
        match options.is_cancelled() {
            true => Err(Stop::cancelled()),
            false => Ok(found),
        }
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

/// Something that comes about in play and is not listed where it should be.
struct Outside {
    code: Code,
    message: String,
    /// What the list would have to say.
    listed: GroundAtom,
}

impl Context<'_> {
    /// The report of it, at the head of the rule that gives it.
    fn outside(&self, outside: Outside, found: &Witness) -> Finding {
        let Outside {
            code,
            message,
            listed,
        } = outside;
        let mut finding = Finding::new(code, self.spec.head_place(found.rule), message);
        let atoms: Vec<_> = self.evaluation.model.atoms(&listed.relation()).collect();
        let pattern = listed.to_atom();
        if let Some(Mismatch::Argument {
            term,
            holder,
            place,
            ..
        }) = Mismatch::of(&pattern, 0, &atoms)
        {
            let term = self.spec.spelling.term(term, &[]);
            let list = &listed.relation;
            finding = finding.help(match holder == *list {
                true => format!("argument {place} of `{list}` is never `{term}`"),
                false => format!("in `{list}`, argument {place} of `{holder}` is never `{term}`"),
            });
        }
        let lists = |rule: &logic::Rule| Relation::of(&rule.head) == listed.relation();
        if let Some(first) = self.spec.rules.iter().position(lists) {
            let label = format!("`{}` begins here", listed.relation);
            finding = finding.label(self.spec.head_place(first), label);
        }
        self.with_instance(finding, found)
    }

    /// The finding with the rule as it gives the atom, and how many more it gives.
    fn with_instance(&self, mut finding: Finding, found: &Witness) -> Finding {
        if let Some(instance) = &found.instance {
            finding = finding.help(format!("for one, `{instance}`"));
        }
        match found.more {
            0 => finding,
            1 => finding.help("1 more instance of this rule is like it"),
            more => finding.help(format!("{more} more instances of this rule are like it")),
        }
    }
}
