//! The Herbrand universe and base of a spec.

use logic::reference::{self, Limits};
use logic::{Atom, GroundTerm, Literal, LiteralKind, Name, Relation, Rule, Term};
use rustc_hash::FxHashSet;

use crate::Spec;
use crate::query::natural_term;

/// The ground terms of a spec, up to a depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Universe {
    /// The terms in natural order.
    pub terms: Vec<GroundTerm>,
    /// How many functions stand in each other at the most.
    pub depth: usize,
    /// Whether there are deeper terms, so that the whole universe is infinite.
    pub infinite: bool,
}

/// A relation of the base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseRelation {
    /// The relation.
    pub relation: Relation,
    /// Whether it is an input.
    pub input: bool,
    /// How many ground atoms it has over the universe; `None` past `u128`.
    pub atoms: Option<u128>,
}

/// A universe larger than was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// How many terms were allowed.
    pub allowed: usize,
}

impl Spec {
    /// The ground terms over the constants and functions of the spec, with at most `depth`
    /// functions in each other. In a game the numbers from 0 to 100 are among the constants.
    ///
    /// # Errors
    /// Where there are more than `limit`.
    pub fn universe(&self, depth: usize, limit: usize) -> Result<Universe, TooLarge> {
        let mut rules = self.rules.clone();
        if self.vocabulary.is_game() {
            rules.extend((0..=100).map(numeral));
        }
        let limits = Limits {
            atoms: limit,
            ..Limits::default()
        };
        // The only thing that can go wrong is the number of terms.
        let mut terms =
            reference::universe(&rules, depth, limits).map_err(|_| TooLarge { allowed: limit })?;
        terms.sort_by(natural_term);
        let infinite = !terms.is_empty() && rules.iter().any(has_function);
        Ok(Universe {
            terms,
            depth,
            infinite,
        })
    }

    /// The relations of the spec in the order in which they first occur, inputs included, each
    /// with the number of its atoms over a universe of `terms` terms.
    pub fn base(&self, terms: usize) -> Vec<BaseRelation> {
        let inputs = self.inputs();
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        let mut add = |relation: Relation| {
            if seen.insert(relation.clone()) {
                let atoms = (terms as u128).checked_pow(relation.arity);
                found.push(BaseRelation {
                    input: inputs.contains(&relation),
                    relation,
                    atoms,
                });
            }
        };
        for rule in &self.rules {
            add(Relation::of(&rule.head));
            for literal in &rule.body {
                each_atom(literal, &mut |atom| add(Relation::of(atom)));
            }
        }
        self.vocabulary.inputs.iter().cloned().for_each(add);
        found
    }
}

impl Spec {
    /// What to say of a relation that the spec does not know; `None` of one that it does.
    pub fn unknown_relation(&self, relation: &Relation) -> Option<String> {
        let known = self.base(1);
        if known.iter().any(|known| known.relation == *relation) {
            return None;
        }
        let mut message = format!("nothing defines `{}/{}`", relation.name, relation.arity);
        let same = known
            .iter()
            .find(|known| known.relation.name == relation.name);
        let names = known.iter().map(|known| known.relation.name.as_str());
        let meant = same.or_else(|| {
            let name = source::nearest(&relation.name, names)?;
            known.iter().find(|known| known.relation.name == name)
        });
        if let Some(BaseRelation { relation, .. }) = meant {
            message.push_str(&format!(
                "; did you mean `{}/{}`?",
                relation.name, relation.arity
            ));
        }
        Some(message)
    }
}

fn numeral(number: u32) -> Rule {
    let id = logic::NodeId(0);
    let name = Name::from(number.to_string());
    Rule {
        head: Atom {
            id,
            relation: Name::new_static("numeral"),
            args: Box::new([Term::Constant { id, name }]),
        },
        body: Box::default(),
        variables: Box::default(),
    }
}

fn each_atom(literal: &Literal, visit: &mut impl FnMut(&Atom)) {
    match &literal.kind {
        LiteralKind::Atom(atom) => visit(atom),
        LiteralKind::Not(inner) => each_atom(inner, visit),
        LiteralKind::Distinct(_) => {}
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            parts.iter().for_each(|part| each_atom(part, visit));
        }
    }
}

fn has_function(rule: &Rule) -> bool {
    let mut found = has_function_in(&rule.head.args);
    for literal in &rule.body {
        found = found || literal_has_function(literal);
    }
    found
}

fn literal_has_function(literal: &Literal) -> bool {
    match &literal.kind {
        LiteralKind::Atom(atom) => has_function_in(&atom.args),
        LiteralKind::Not(inner) => literal_has_function(inner),
        LiteralKind::Distinct(terms) => has_function_in(terms),
        LiteralKind::Or(parts) | LiteralKind::And(parts) => parts.iter().any(literal_has_function),
    }
}

fn has_function_in(terms: &[Term]) -> bool {
    terms
        .iter()
        .any(|term| matches!(term, Term::Function { .. }))
}
