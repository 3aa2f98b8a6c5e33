//! Rules with terms for their variables, as they are shown to people.

use logic::{Literal, LiteralKind, Relation, Rule};
use rustc_hash::FxHashSet;

use crate::instance::{Binding, atom_instance, is_ground, literal_instance};
use crate::{Evaluation, Spec};

/// What is left out of the bodies of ground rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Nothing.
    All,
    /// What does not depend on the state of the game: it holds in every state, or the instance
    /// would not be there.
    StateDependent,
}

/// Makes instances of the rules of a spec.
pub struct Expansion<'a> {
    spec: &'a Spec,
    evaluation: &'a mut Evaluation,
    /// The relations that depend on the state; `None` where everything is shown.
    open: Option<FxHashSet<Relation>>,
}

impl<'a> Expansion<'a> {
    /// Instances over what [`Spec::ground`] found. In a logic program everything is shown.
    pub fn new(spec: &'a Spec, evaluation: &'a mut Evaluation, shown: Shown) -> Self {
        let hides = shown == Shown::StateDependent && spec.vocabulary.is_game();
        let open = hides.then(|| spec.open_relations());
        Self {
            spec,
            evaluation,
            open,
        }
    }

    /// How many instances a rule has, by its place in [`Spec::rules`]; a fact has one.
    pub fn count(&self, rule: usize) -> u64 {
        self.spec.instances(self.evaluation, rule)
    }

    /// The first instances of a rule, `most` at the most. Two that show alike are shown once.
    pub fn rules(&mut self, rule: usize, most: usize) -> Vec<Rule> {
        let written = &self.spec.rules[rule];
        if written.body.is_empty() {
            return vec![written.clone()];
        }
        let bindings = self.evaluation.model.instances(rule, most);
        let mut rules: Vec<Rule> = Vec::with_capacity(bindings.len());
        for binding in bindings {
            let instance = self.instance(written, &binding);
            if rules.last() != Some(&instance) {
                rules.push(instance);
            }
        }
        rules
    }

    /// The first instances of a rule in the spelling of the file.
    pub fn texts(&mut self, rule: usize, most: usize) -> Vec<String> {
        let spelling = self.spec.spelling;
        let rules = self.rules(rule, most);
        rules.iter().map(|rule| spelling.rule(rule)).collect()
    }

    fn instance(&self, rule: &Rule, binding: &Binding) -> Rule {
        let body = rule.body.iter();
        let body = body.filter_map(|literal| self.shown(&literal_instance(literal, binding)));
        Rule {
            head: atom_instance(&rule.head, binding),
            body: body.collect(),
            variables: rule.variables.clone(),
        }
    }

    /// What is shown of a literal. Of a disjunction only the branches whose variables stand for
    /// something: the others are not the way in which the body holds.
    fn shown(&self, literal: &Literal) -> Option<Literal> {
        match &literal.kind {
            LiteralKind::Or(parts) => {
                let mut parts: Vec<_> = parts
                    .iter()
                    .filter(|part| is_ground(part))
                    .cloned()
                    .collect();
                if parts.len() == 1 {
                    return self.shown(&parts.remove(0));
                }
                let hidden = parts.iter().all(|part| self.shown(part).is_none());
                (!hidden).then(|| Literal {
                    id: literal.id,
                    kind: LiteralKind::Or(parts.into_boxed_slice()),
                })
            }
            LiteralKind::Not(inner) => self.shown(inner).map(|_| literal.clone()),
            LiteralKind::Atom(atom) => {
                let open = self.open.as_ref();
                let shown = open.is_none_or(|open| open.contains(&Relation::of(atom)));
                shown.then(|| literal.clone())
            }
            LiteralKind::Distinct(_) => self.open.is_none().then(|| literal.clone()),
            LiteralKind::And(_) => Some(literal.clone()),
        }
    }
}
