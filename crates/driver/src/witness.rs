//! Instances of rules that certainly come about, for the checks of games.

use ground::{Options, Reason};
use logic::{GroundAtom, Relation, Rule};
use rustc_hash::FxHashSet;

use crate::checks::Context;
use crate::ground_rules::Layout;
use crate::query::natural;
use crate::reachable::{self, Met};
use crate::{Evaluation, Shown, Spec};

/// How many atoms of one kind are traced back to the rules that give them.
const TRACED: usize = 24;

/// How long the text of an instance may be.
const LONGEST: usize = 200;

/// A rule with an atom that it gives in some state of some play.
pub(crate) struct Witness {
    /// The rule.
    pub(crate) rule: usize,
    /// The first such atom, in natural order.
    pub(crate) atom: GroundAtom,
    /// How many more there are.
    pub(crate) more: usize,
    /// The rule as it gives the atom; `None` for a fact, and where it is too long to be read.
    pub(crate) instance: Option<String>,
}

/// The rules that certainly give some of these atoms of `init`, `next`, `legal` or `goal`, in the
/// order of the file. An atom that does not depend on the state is given, any other one must have
/// been met in play, and follow from that state by the rules themselves.
pub(crate) fn witnesses(
    cx: &mut Context<'_>,
    mut atoms: Vec<GroundAtom>,
    met: &Met,
) -> Vec<Witness> {
    let model = &cx.evaluation.model;
    atoms.retain(|atom| model.is_static(&atom.relation()) || met.contains_key(atom));
    atoms.sort_by(natural);
    let mut found: Vec<Witness> = Vec::new();
    let mut traced = 0;
    let spec = cx.spec;
    for atom in atoms {
        if cx.options.is_cancelled() {
            return Vec::new();
        }
        if traced >= TRACED {
            let pattern = atom.to_atom();
            let gives =
                |found: &&mut Witness| logic::unifiable(&spec.rules[found.rule].head, &pattern);
            if let Some(known) = found.iter_mut().find(gives) {
                known.more += 1;
            }
            continue;
        }
        traced += 1;
        let source = match met.get(&atom) {
            None => spec.source(cx.evaluation, &atom, cx.options),
            Some(moment) => {
                let state = spec.evaluate(Some(moment.facts()), cx.options);
                state
                    .ok()
                    .and_then(|mut state| spec.source(&mut state, &atom, cx.options))
            }
        };
        let Some((rule, instance)) = source else {
            continue;
        };
        match found.iter_mut().find(|known| known.rule == rule) {
            Some(known) => known.more += 1,
            None => found.push(Witness {
                rule,
                atom,
                more: 0,
                instance: instance
                    .map(|instance| spec.spelling.rule(&instance))
                    .filter(|text| text.len() <= LONGEST),
            }),
        }
    }
    found.sort_by_key(|found| found.rule);
    found
}

/// When each of these atoms is met in play, for those that depend on the state.
pub(crate) fn met(
    spec: &Spec,
    evaluation: &Evaluation,
    atoms: impl IntoIterator<Item = GroundAtom>,
    options: &Options<'_>,
) -> Met {
    let open = |atom: &GroundAtom| !evaluation.model.is_static(&atom.relation());
    let wanted: FxHashSet<GroundAtom> = atoms.into_iter().filter(open).collect();
    match wanted.is_empty() {
        true => Met::default(),
        false => reachable::met(spec, &wanted, options),
    }
}

impl Spec {
    /// The rule that gives a true atom, and how; `None` for one that does not hold.
    fn source(
        &self,
        evaluation: &mut Evaluation,
        atom: &GroundAtom,
        options: &Options<'_>,
    ) -> Option<(usize, Option<Rule>)> {
        let proof = evaluation.model.prove(atom, &options.for_a_look()).ok()??;
        match &proof.steps.first()?.reason {
            Reason::Fact => {
                let says = |rule: &Rule| {
                    rule.body.is_empty()
                        && Relation::of(&rule.head) == atom.relation()
                        && GroundAtom::of(&rule.head).as_ref() == Some(atom)
                };
                let fact = self.rules.iter().position(says)?;
                Some((fact, None))
            }
            Reason::Rule { rule, binding, .. } => {
                let rule = evaluation.clauses[*rule];
                let written = &self.rules[rule];
                let instance = Layout::of(self, Shown::StateDependent).instance(written, binding);
                let instance = Some(instance).filter(|instance| !instance.body.is_empty());
                Some((rule, instance))
            }
        }
    }
}
