//! Why an atom of a spec holds, or why it does not, in the spelling of the file.

use ground::{Options, Proof, Reason, Truth};
use hir::Site;
use logic::{GroundAtom, Relation};
use rustc_hash::FxHashMap;

use crate::instance::{leaves, literal_instance};
use crate::{Evaluation, Spec, Stop};

/// The answer to the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It holds; the derivation.
    Holds(Vec<Step>),
    /// It does not; what each rule for it lacks.
    Fails {
        /// How many facts its relation has.
        facts: usize,
        /// The rules whose head could be the atom.
        rules: Vec<Failure>,
    },
    /// Its own negation keeps it from being true or false.
    Undefined,
}

/// An atom of a derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The atom.
    pub atom: String,
    /// The rule or fact that gives it; `None` for data.
    pub site: Option<Site>,
    /// The rule as it is written; `None` for facts and data.
    pub rule: Option<String>,
    /// What the body of the rule comes to, in reading order.
    pub premises: Vec<Premise>,
}

/// A literal of the body of a rule, with terms for its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Premise {
    /// An atom: the step that derives it.
    Step(usize),
    /// A negation or an inequality, which needs no derivation.
    Plain(String),
}

/// Why a rule does not give an atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The rule.
    pub site: Site,
    /// As it is written.
    pub rule: String,
    /// The literals that hold together before the one that fails.
    pub holding: Vec<String>,
    /// The literal that fails.
    pub literal: String,
    /// What it comes to where the others hold: some ways of all.
    pub instances: Vec<String>,
}

/// How many ways in which a rule nearly holds are told.
const NEAR: usize = 5;

impl Spec {
    /// Why an atom holds in an evaluation of the spec, or why it does not.
    ///
    /// # Errors
    /// At a limit of steps, and when it is cancelled.
    pub fn why(
        &self,
        evaluation: &mut Evaluation,
        atom: &GroundAtom,
        options: &Options<'_>,
    ) -> Result<Why, Stop> {
        let stop = |error, clauses: &[usize]| self.stop(&error, clauses);
        Ok(match evaluation.model.truth(atom) {
            Truth::Undefined => Why::Undefined,
            Truth::True => match evaluation.model.prove(atom, options) {
                Ok(Some(proof)) => Why::Holds(self.steps(&proof, &evaluation.clauses)),
                Ok(None) => Why::Undefined,
                Err(error) => return Err(stop(error, &evaluation.clauses)),
            },
            Truth::False => match evaluation.model.why_not(atom, NEAR, options) {
                Ok(misses) => self.failures(evaluation, atom, &misses),
                Err(error) => return Err(stop(error, &evaluation.clauses)),
            },
        })
    }

    fn steps(&self, proof: &Proof, clauses: &[usize]) -> Vec<Step> {
        let facts = self.facts_by_atom();
        let spelt = |atom: &GroundAtom| self.spelling.atom(&atom.to_atom(), &[]);
        let step = |step: &ground::ProofStep| match &step.reason {
            Reason::Fact => Step {
                atom: spelt(&step.atom),
                site: facts.get(&step.atom).copied(),
                rule: None,
                premises: Vec::new(),
            },
            Reason::Rule {
                rule,
                binding,
                premises,
                absent,
            } => {
                let index = clauses[*rule];
                let rule = &self.rules[index];
                let leaves = leaves(rule);
                let mut all: Vec<(usize, Premise)> = premises
                    .iter()
                    .map(|&(leaf, step)| (leaf, Premise::Step(step)))
                    .collect();
                all.extend(absent.iter().map(|(leaf, atom)| {
                    let text = self.spelling.negated(&spelt(atom));
                    (*leaf, Premise::Plain(text))
                }));
                for (leaf, literal) in leaves.iter().enumerate() {
                    let is_comparison = matches!(literal.kind, logic::LiteralKind::Distinct(_));
                    let literal = literal_instance(literal, binding);
                    let text = self.spelling.literal(&literal, &rule.variables);
                    // One with an open variable is of a branch that was not taken.
                    if is_comparison && crate::instance::is_ground(&literal) {
                        all.push((leaf, Premise::Plain(text)));
                    }
                }
                all.sort_by_key(|(leaf, _)| *leaf);
                Step {
                    atom: spelt(&step.atom),
                    site: Some(self.sites[index]),
                    rule: (!rule.body.is_empty()).then(|| self.spelling.rule(rule)),
                    premises: all.into_iter().map(|(_, premise)| premise).collect(),
                }
            }
        };
        proof.steps.iter().map(step).collect()
    }

    /// Where each fact stands, the first of equal ones.
    fn facts_by_atom(&self) -> FxHashMap<GroundAtom, Site> {
        let mut facts = FxHashMap::default();
        for (rule, &site) in self.rules.iter().zip(&self.sites) {
            if rule.body.is_empty()
                && let Some(atom) = GroundAtom::of(&rule.head)
            {
                facts.entry(atom).or_insert(site);
            }
        }
        facts
    }

    fn failures(&self, evaluation: &Evaluation, atom: &GroundAtom, misses: &[ground::Miss]) -> Why {
        let failure = |miss: &ground::Miss| {
            let index = evaluation.clauses[miss.rule];
            let rule = &self.rules[index];
            let leaves = leaves(rule);
            let head = crate::instance::matching(&rule.head, atom);
            let spell = |leaf: usize, binding: &crate::instance::Binding| {
                let literal = literal_instance(&leaves[leaf], binding);
                self.spelling.literal(&literal, &rule.variables)
            };
            let literal = leaves
                .get(miss.leaf)
                .map_or_else(String::new, |_| spell(miss.leaf, &head));
            let mut instances: Vec<_> = miss
                .near
                .iter()
                .filter(|_| miss.leaf < leaves.len())
                .map(|near| spell(miss.leaf, &near.binding))
                .collect();
            instances.dedup();
            Failure {
                site: self.sites[index],
                rule: self.spelling.rule(rule),
                holding: miss
                    .holding
                    .iter()
                    .map(|&leaf| spell(leaf, &head))
                    .collect(),
                literal,
                instances,
            }
        };
        let rules = misses.iter().map(failure).collect();
        let relation = atom.relation();
        let is_fact =
            |rule: &&logic::Rule| rule.body.is_empty() && Relation::of(&rule.head) == relation;
        Why::Fails {
            facts: self.rules.iter().filter(is_fact).count(),
            rules,
        }
    }
}
