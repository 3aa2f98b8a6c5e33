//! Rules with terms for their variables, as they are shown to people.

use std::cmp::Ordering;

use ground::Options;
use logic::{GroundTerm, Literal, LiteralKind, Relation, Rule};
use rustc_hash::FxHashSet;

use crate::instance::{Binding, atom_instance, is_ground, literal_instance};
use crate::query::natural_term;
use crate::{Evaluation, Spec, Stop};

/// What is shown of the bodies of ground rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// Everything.
    All,
    /// What depends on the state of the game. The rest holds in every state, or the instance
    /// would not be there. In a logic program everything is shown.
    #[default]
    StateDependent,
}

/// Makes instances of the rules of a spec.
pub struct Expansion<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) evaluation: &'a mut Evaluation,
    layout: Layout,
}

/// How an instance of a rule is laid out, wherever one is shown.
pub(crate) struct Layout {
    /// The relations that depend on the state; `None` where everything is shown.
    open: Option<FxHashSet<Relation>>,
}

/// The first instances of a rule.
#[derive(Clone, Debug, Default)]
pub struct Instances {
    /// Those that look different.
    pub rules: Vec<Rule>,
    /// How many were looked at.
    pub seen: u64,
}

impl<'a> Expansion<'a> {
    /// Instances over what [`Spec::ground`] found.
    pub fn new(spec: &'a Spec, evaluation: &'a mut Evaluation, shown: Shown) -> Self {
        Self {
            spec,
            evaluation,
            layout: Layout::of(spec, shown),
        }
    }

    /// How many instances a rule has, by its place in [`Spec::rules`]; a fact has one.
    pub fn count(&self, rule: usize) -> u64 {
        self.spec.instances(self.evaluation, rule)
    }

    /// The relations that rest on data that are not given, and the inputs themselves.
    pub fn left_out(&self) -> &[Relation] {
        &self.evaluation.left_out
    }

    /// Whether literals may be left out.
    pub fn leaves_out(&self) -> bool {
        self.layout.leaves_out()
    }

    /// The first instances of a rule, `most` at the most. Those that look alike, because they
    /// differ in what is left out, are there once.
    ///
    /// # Errors
    /// At a limit, and when it is cancelled.
    pub fn instances(
        &mut self,
        rule: usize,
        most: usize,
        options: &Options<'_>,
    ) -> Result<Instances, Stop> {
        let written = &self.spec.rules[rule];
        if written.body.is_empty() {
            return Ok(Instances {
                rules: vec![written.clone()],
                seen: 1,
            });
        }
        let Ok(clause) = self.evaluation.clauses.binary_search(&rule) else {
            return Ok(Instances::default());
        };
        let bindings = self.evaluation.model.instances(clause, most, options);
        let mut bindings =
            bindings.map_err(|error| self.spec.stop(&error, &self.evaluation.clauses))?;
        sort(&mut bindings, self.count(rule));
        let seen = bindings.len() as u64;
        let mut known = FxHashSet::default();
        let mut rules = Vec::with_capacity(bindings.len());
        for binding in bindings {
            let instance = self.layout.instance(written, &binding);
            let is_new = !self.leaves_out() || known.insert(self.spec.spelling.rule(&instance));
            if is_new {
                rules.push(instance);
            }
        }
        Ok(Instances { rules, seen })
    }

    /// The first instances of each rule, rule by rule.
    ///
    /// # Errors
    /// At a limit, and when it is cancelled.
    pub fn each(
        &mut self,
        most: usize,
        options: &Options<'_>,
        mut visit: impl FnMut(usize, Vec<Rule>),
    ) -> Result<(), Stop> {
        for rule in 0..self.spec.rules.len() {
            if options.is_cancelled() {
                return Err(Stop::cancelled());
            }
            visit(rule, self.instances(rule, most, options)?.rules);
        }
        Ok(())
    }
}

/// The most instances of a rule that are put into natural order; more are shown as derived.
const SORTED: usize = 10_000;

/// Puts the instances of a rule into the order in which people look them up, where all are there.
pub(crate) fn sort(bindings: &mut [Vec<Option<GroundTerm>>], all: u64) {
    if bindings.len() > SORTED || (bindings.len() as u64) < all {
        return;
    }
    let compare = |a: &Option<GroundTerm>, b: &Option<GroundTerm>| match (a, b) {
        (Some(a), Some(b)) => natural_term(a, b),
        (a, b) => a.is_some().cmp(&b.is_some()),
    };
    bindings.sort_by(|a, b| {
        let pairs = a.iter().zip(b);
        let mut orders = pairs.map(|(a, b)| compare(a, b));
        orders
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    });
}

impl Layout {
    pub(crate) fn of(spec: &Spec, shown: Shown) -> Layout {
        let hides = shown == Shown::StateDependent && spec.vocabulary.is_game();
        Layout {
            open: hides.then(|| spec.open_relations()),
        }
    }

    fn leaves_out(&self) -> bool {
        self.open.is_some()
    }

    /// The rule with the terms of the binding in it.
    pub(crate) fn instance(&self, rule: &Rule, binding: &Binding) -> Rule {
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
