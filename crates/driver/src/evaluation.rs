//! The model of a spec, and what to say when there is none.

use std::fmt::Write as _;

use analysis::Finding;
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
    /// The inputs that no data were given for and the relations whose rules were left out because
    /// they rest on them, in a game on its state; sorted.
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
    /// What is wrong as far as that is known by then.
    pub findings: Vec<Finding>,
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
            findings: Vec::new(),
        }
    }
}

impl Spec {
    /// Evaluates the spec together with data for its inputs. Without data, which `None` stands
    /// for, only those relations are evaluated that rest on no input: of a game what holds in
    /// every state.
    ///
    /// # Errors
    /// At a limit, after cancelling, and for rules without a meaning, which [`crate::obstacles`]
    /// reports beforehand.
    pub fn evaluate(
        &self,
        data: Option<Vec<GroundAtom>>,
        options: &Options<'_>,
    ) -> Result<Evaluation, Stop> {
        self.model_of(data.is_none(), |program| {
            ground::evaluate(program, data.unwrap_or_default(), options)
        })
    }

    /// What holds, or in a game can ever hold.
    ///
    /// # Errors
    /// As [`Spec::evaluate`].
    pub fn ground(&self, options: &Options<'_>) -> Result<Evaluation, Stop> {
        self.ground_with(None, options)
    }

    /// The same together with data for the inputs of a program. Of an open program without data,
    /// only what rests on no input.
    ///
    /// # Errors
    /// As [`Spec::evaluate`].
    pub fn ground_with(
        &self,
        data: Option<Vec<GroundAtom>>,
        options: &Options<'_>,
    ) -> Result<Evaluation, Stop> {
        let game = self.vocabulary.is_game();
        self.model_of(data.is_none() && !game, |program| {
            ground::extent(program, game, data.unwrap_or_default(), options)
        })
    }

    /// The model of all rules, or of those that rest on no input.
    fn model_of(
        &self,
        without_inputs: bool,
        evaluate: impl FnOnce(&Program) -> Result<Model, Error>,
    ) -> Result<Evaluation, Stop> {
        let open = match without_inputs {
            true => self.open_relations(),
            false => rustc_hash::FxHashSet::default(),
        };
        let clauses: Vec<usize> = (0..self.rules.len())
            .filter(|&rule| !open.contains(&Relation::of(&self.rules[rule].head)))
            .collect();
        let program = Program::of(clauses.iter().map(|&rule| &self.rules[rule]));
        match evaluate(&program) {
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

    /// Which relations an evaluation leaves out and why, in a game because no state was given;
    /// `None` where it leaves out none. How to give what is missing is for the caller to add.
    pub fn missing_data(&self, evaluation: &Evaluation) -> Option<String> {
        let inputs = self.inputs();
        let (given, left_out): (Vec<_>, Vec<_>) = evaluation
            .left_out
            .iter()
            .partition(|relation| inputs.contains(relation));
        let names = |relations: &[&Relation]| {
            let name = |one: &&Relation| format!("`{}/{}`", one.name, one.arity);
            relations.iter().map(name).collect::<Vec<_>>().join(", ")
        };
        let (noun, they) = match left_out.len() {
            0 => return None,
            1 => ("1 relation".to_owned(), "it"),
            count => (format!("{count} relations"), "they"),
        };
        let verb = |one: &str| match they {
            "it" => format!("{one}s"),
            _ => one.to_owned(),
        };
        let why = if self.vocabulary.is_game() {
            format!("{they} {} on the state of the game", verb("depend"))
        } else {
            let inputs = names(&given);
            format!(
                "{they} {} on {inputs}, for which no data are given",
                verb("rest")
            )
        };
        Some(format!(
            "{noun} left out, because {why}: {}",
            names(&left_out)
        ))
    }

    /// Why an evaluation says nothing of a relation; `None` where it does.
    pub fn missing_for(&self, evaluation: &Evaluation, relation: &Relation) -> Option<String> {
        evaluation.left_out.binary_search(relation).ok()?;
        let shown = |one: &Relation| format!("`{}/{}`", one.name, one.arity);
        let name = shown(relation);
        if self.vocabulary.is_game() {
            return Some(format!("{name} depends on the state of the game"));
        }
        let inputs = self.inputs();
        if inputs.contains(relation) {
            return Some(format!("{name} is an input, for which no data are given"));
        }
        let missing = evaluation
            .left_out
            .iter()
            .filter(|one| inputs.contains(one));
        let missing: Vec<_> = missing.map(shown).collect();
        let missing = missing.join(", ");
        Some(format!(
            "{name} rests on {missing}, for which no data are given"
        ))
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
            findings: Vec::new(),
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
