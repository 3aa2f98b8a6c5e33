//! The model of a spec, and what to say when there is none.

use std::fmt::Write as _;

use ground::{Error, Limit, Model, Network, Options, Program};
use hir::Site;
use logic::{GroundAtom, Relation};

use crate::Spec;

/// A spec's model with what led to it.
#[derive(Debug)]
pub struct Evaluation {
    /// The model.
    pub model: Model,
    /// Which rule of the spec each clause of the model is.
    pub clauses: Vec<usize>,
    /// Relations whose rules were left out, because they depend on a state of the game that was
    /// not given; sorted.
    pub left_out: Vec<Relation>,
}

/// Why there is no model, in the words of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Lower-case, no full stop.
    pub message: String,
    /// What each variable of the rule ranged over, a line each.
    pub ranges: Vec<String>,
    /// The rule at work.
    pub site: Option<Site>,
    /// Which rule of the spec that is.
    pub rule: Option<usize>,
    /// The limit that was reached, if it was one.
    pub limit: Option<Limit>,
    /// Whether the user stopped it.
    pub cancelled: bool,
}

impl Stop {
    /// The user, or who runs the engine, wants no result any more.
    pub fn cancelled() -> Stop {
        Stop {
            cancelled: true,
            ..Stop::fault("stopped")
        }
    }

    /// Something that is not the spec's fault.
    pub fn fault(message: &str) -> Stop {
        Stop {
            message: message.to_owned(),
            ranges: Vec::new(),
            site: None,
            rule: None,
            limit: None,
            cancelled: false,
        }
    }
}

impl Spec {
    /// Evaluates the spec together with data for its inputs. Without data, of a game only the
    /// relations are evaluated that hold in every state; `None` stands for no data at all.
    ///
    /// # Errors
    /// At a limit, after cancelling, and for rules without a meaning, which [`crate::obstacles`]
    /// reports beforehand.
    pub fn evaluate(
        &self,
        data: Option<Vec<GroundAtom>>,
        options: &Options<'_>,
    ) -> Result<Evaluation, Stop> {
        let closed = self.vocabulary.is_game() && data.is_none();
        let open = if closed {
            self.open_relations()
        } else {
            rustc_hash::FxHashSet::default()
        };
        let clauses: Vec<usize> = (0..self.rules.len())
            .filter(|&rule| !open.contains(&Relation::of(&self.rules[rule].head)))
            .collect();
        let program = Program::of(clauses.iter().map(|&rule| &self.rules[rule]));
        match ground::evaluate(&program, data.unwrap_or_default(), options) {
            Ok(model) => {
                let mut left_out: Vec<_> = open.into_iter().collect();
                left_out.sort();
                Ok(Evaluation {
                    model,
                    clauses,
                    left_out,
                })
            }
            Err(error) => Err(self.stop(&error, &clauses)),
        }
    }

    /// The game as a propositional network.
    ///
    /// # Errors
    /// As [`Spec::evaluate`].
    pub fn network(&self, options: &Options<'_>) -> Result<Network, Stop> {
        let clauses: Vec<usize> = (0..self.rules.len()).collect();
        ground::network(&Program::of(&self.rules), options)
            .map_err(|error| self.stop(&error, &clauses))
    }

    pub(crate) fn stop(&self, error: &Error, clauses: &[usize]) -> Stop {
        let rule = match error {
            Error::Cancelled | Error::Unstratified(_) => None,
            Error::Unsafe { rule, .. } | Error::Arithmetic { rule, .. } => Some(*rule),
            Error::Exceeded(exceeded) => exceeded.rule,
        };
        let rule = rule.map(|rule| clauses[rule]);
        let head = rule.map(|rule| {
            let rule = &self.rules[rule];
            self.spelling.atom(&rule.head, &rule.variables)
        });
        let (mut ranges, mut limit) = (Vec::new(), None);
        let message = match error {
            Error::Cancelled => "stopped".to_owned(),
            Error::Unsafe { variable, .. } => {
                format!("nothing binds `{variable}` before it is needed")
            }
            Error::Unstratified(atom) => {
                let atom = self.spelling.atom(&atom.to_atom(), &[]);
                format!("`{atom}` needs its own negation")
            }
            Error::Arithmetic { .. } => "an integer overflows, or is divided by zero".to_owned(),
            Error::Exceeded(exceeded) => {
                limit = Some(exceeded.limit);
                for variable in &exceeded.variables {
                    let mut first: Vec<_> = variable
                        .first
                        .iter()
                        .map(|term| self.spelling.term(&term.to_term(), &[]))
                        .collect();
                    if variable.terms > first.len() {
                        first.push("…".to_owned());
                    }
                    let noun = if variable.terms == 1 { "term" } else { "terms" };
                    ranges.push(format!(
                        "`{}` ranges over {} {noun}: {}",
                        variable.variable,
                        variable.terms,
                        first.join(", ")
                    ));
                }
                let mut message = format!(
                    "the limit of {} {} is reached",
                    exceeded.allowed,
                    limit_noun(exceeded.limit)
                );
                if let Some(head) = &head {
                    let _ = write!(message, " in a rule for `{head}`");
                }
                message
            }
        };
        Stop {
            message,
            ranges,
            site: rule.map(|rule| self.sites[rule]),
            rule,
            limit,
            cancelled: *error == Error::Cancelled,
        }
    }
}

fn limit_noun(limit: Limit) -> &'static str {
    match limit {
        Limit::Atoms => "atoms",
        Limit::Instances => "rule instances",
        Limit::Steps => "join steps",
        Limit::Depth => "nested functions",
        Limit::Bytes => "bytes of memory",
        Limit::Conjunctions => "conjunctions in one body",
    }
}
