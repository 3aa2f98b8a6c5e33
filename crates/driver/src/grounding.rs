//! What a spec grounds to, cut down to what an editor shows of it.
//!
//! Made once in the background and read many times, so all of it is plain text and numbers: the
//! model itself is gone by then.

pub(crate) mod dead;
mod document;

use analysis::Finding;
use ground::Options;
use hir::{Item, Site};
use logic::{GroundAtom, GroundTerm, Relation};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ground_rules::{Layout, sort};
use crate::query::{natural, natural_term};
use crate::{Evaluation, Shown, Spec, Stop};

pub use dead::{Dead, FirstFailure, Unmatched};
pub use document::{Document, DocumentOptions};

/// How many instances, atoms or terms are spelt.
const SPELT: usize = 5;

/// Up to so many instances of a rule are put in natural order to tell the first ones.
const LOOKED_AT: usize = 1_000;

/// Up to so many instances of a rule are looked at to tell what its variables range over.
const RANGED: u64 = 200_000;

/// How many atoms may be looked at to find the instances of a rule again, or why it has none: a
/// second or so. Nothing stops that search before it is over.
const SEARCHED: u64 = 20_000_000;

/// The largest extension of which the first atoms are told in natural order, not as derived.
const SORTED: usize = 10_000;

/// What a spec grounds to.
#[derive(Clone, Debug, Default)]
pub struct Grounding {
    /// How many atoms hold, or in a game can ever hold.
    pub atoms: usize,
    /// How many ground instances all rules have.
    pub instances: u64,
    /// What grounding finds wrong.
    pub findings: Vec<Finding>,
    /// Whether a directive allows some of that, which may have turned out to be left over.
    pub allows: bool,
    /// The relations that rest on data that are not given, and the inputs themselves.
    left_out: Vec<Relation>,
    relations: FxHashMap<Relation, Extension>,
    /// As the rules of the spec; nothing for facts.
    rules: Vec<Option<RuleGrounding>>,
    sites: Vec<Site>,
}

/// The atoms of a relation that hold, or in a game can ever hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extension {
    /// How many there are.
    pub atoms: usize,
    /// The first ones, as the file spells them.
    pub first: Vec<String>,
    /// How many instances its rules have.
    pub instances: u64,
}

/// What a rule grounds to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleGrounding {
    /// How many ground instances it has.
    pub instances: u64,
    /// The first ones that look different, as the file spells them.
    pub first: Vec<String>,
    /// Whether literals are left out of them that hold in every state of the game.
    pub shortened: bool,
    /// What each variable ranges over; empty where there are too many instances to look at.
    pub ranges: Vec<Range>,
    /// Why there is no instance, where there is none.
    pub dead: Option<Dead>,
}

/// What a variable ranges over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// How many terms.
    pub terms: usize,
    /// The first ones in natural order, as the file spells them.
    pub first: Vec<String>,
}

impl Grounding {
    /// What a spec grounds to.
    ///
    /// # Errors
    /// As [`Spec::evaluate`].
    pub fn of(spec: &Spec, options: &Options<'_>) -> Result<Grounding, Stop> {
        let mut evaluation = spec.ground_or_blame(options)?;
        let unknown = spec.unknown(&evaluation);
        let layout = Layout::of(spec, Shown::StateDependent);
        let mut grounding = Grounding {
            rules: vec![None; spec.rules.len()],
            sites: spec.sites.clone(),
            left_out: evaluation.left_out.clone(),
            allows: spec.allows,
            ..Grounding::default()
        };
        for relation in evaluation.model.relations().collect::<Vec<_>>() {
            if !unknown.contains(&relation) {
                let extension = spec.extension(&evaluation, &relation);
                grounding.atoms += extension.atoms;
                grounding.relations.insert(relation, extension);
            }
        }
        for clause in 0..evaluation.clauses.len() {
            if options.is_cancelled() {
                return Err(Stop::cancelled());
            }
            let index = evaluation.clauses[clause];
            let rule = &spec.rules[index];
            let relation = Relation::of(&rule.head);
            if rule.body.is_empty() || unknown.contains(&relation) {
                continue;
            }
            let found = spec.rule_grounding(&mut evaluation, clause, &layout, options);
            grounding.instances += found.instances;
            if let Some(extension) = grounding.relations.get_mut(&relation) {
                extension.instances += found.instances;
            }
            grounding.rules[index] = Some(found);
        }
        grounding.findings = spec.findings_of(&mut evaluation, options)?;
        Ok(grounding)
    }

    /// The extension of a relation; `None` where data decide that are not given.
    pub fn extension(&self, relation: &Relation) -> Option<&Extension> {
        self.relations.get(relation)
    }

    /// Whether data that are not given decide what holds of a relation.
    pub fn rests_on_data(&self, relation: &Relation) -> bool {
        self.left_out.binary_search(relation).is_ok()
    }

    /// What the rule of a form grounds to; `None` for a fact, and where data decide that are not
    /// given.
    pub fn rule(&self, block: u32, item: Item) -> Option<&RuleGrounding> {
        let place = self
            .sites
            .binary_search_by_key(&(block, item), |site| (site.block, site.item))
            .ok()?;
        self.rules.get(place)?.as_ref()
    }
}

impl Spec {
    /// The relations of which the evaluation does not tell what holds.
    pub(crate) fn unknown(&self, evaluation: &Evaluation) -> FxHashSet<Relation> {
        evaluation.left_out.iter().cloned().collect()
    }

    fn extension(&self, evaluation: &Evaluation, relation: &Relation) -> Extension {
        let atoms = evaluation.model.count(relation);
        let mut first: Vec<GroundAtom> = if atoms <= SORTED {
            let mut all: Vec<_> = evaluation.model.atoms(relation).collect();
            all.sort_by(natural);
            all
        } else {
            evaluation.model.atoms(relation).take(SPELT).collect()
        };
        first.truncate(SPELT);
        let spelt = first
            .iter()
            .map(|atom| self.spelling.atom(&atom.to_atom(), &[]));
        Extension {
            atoms,
            first: spelt.collect(),
            instances: 0,
        }
    }

    fn rule_grounding(
        &self,
        evaluation: &mut Evaluation,
        clause: usize,
        layout: &Layout,
        options: &Options<'_>,
    ) -> RuleGrounding {
        let rule = &self.rules[evaluation.clauses[clause]];
        let figures = evaluation.model.statistics()[clause];
        let instances = figures.instances;
        if instances == 0 {
            let mut dead = self.dead(evaluation, clause);
            if dead.unmatched.is_empty() {
                dead.first = self.first_failure(evaluation, clause, options);
            }
            return RuleGrounding {
                dead: Some(dead),
                ..RuleGrounding::default()
            };
        }
        let few = instances <= LOOKED_AT as u64;
        let most = if few { LOOKED_AT } else { SPELT };
        let share = (most as u64).min(instances);
        let mut bindings = if figures.steps / instances * share <= SEARCHED {
            let look = options.for_a_look();
            let found = evaluation.model.instances(clause, most, &look);
            found.unwrap_or_default()
        } else {
            Vec::new()
        };
        sort(&mut bindings, instances);
        let mut first: Vec<String> = Vec::new();
        let mut shortened = false;
        for binding in &bindings {
            let instance = layout.instance(rule, binding);
            shortened |= instance.body.len() < rule.body.len();
            let text = self.spelling.rule(&instance);
            if !first.contains(&text) {
                first.push(text);
            }
            if first.len() == SPELT {
                break;
            }
        }
        RuleGrounding {
            instances,
            first,
            shortened,
            ranges: match instances <= RANGED {
                true => self.ranges(evaluation, clause, options),
                false => Vec::new(),
            },
            dead: None,
        }
    }

    /// How many instances a rule has; a fact has one.
    pub(crate) fn instances(&self, evaluation: &Evaluation, rule: usize) -> u64 {
        if self.rules[rule].body.is_empty() {
            return 1;
        }
        let clause = evaluation.clauses.binary_search(&rule);
        clause.map_or(0, |clause| evaluation.model.statistics()[clause].instances)
    }

    /// What the variables of a clause range over; nothing where a look does not tell.
    fn ranges(
        &self,
        evaluation: &mut Evaluation,
        clause: usize,
        options: &Options<'_>,
    ) -> Vec<Range> {
        let found = evaluation.model.ranges(clause, &options.for_a_look());
        let range = |mut terms: Vec<GroundTerm>| {
            terms.sort_by(natural_term);
            Range {
                terms: terms.len(),
                first: self.spell_terms(terms.iter()),
            }
        };
        found.unwrap_or_default().into_iter().map(range).collect()
    }

    fn spell_terms<'a>(&self, terms: impl Iterator<Item = &'a GroundTerm>) -> Vec<String> {
        terms
            .take(SPELT)
            .map(|term| self.spelling.term(&term.to_term(), &[]))
            .collect()
    }
}
