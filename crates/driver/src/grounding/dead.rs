//! Why a rule has no ground instance.

use ground::Options;
use logic::{Atom, GroundAtom, Literal, LiteralKind, NodeId, Relation};
use rustc_hash::FxHashSet;

use crate::instance::{leaves, literal_instance};
use crate::query::natural_term;
use crate::{Evaluation, Pattern, Spec};

/// How many ways in which a rule nearly holds are told.
const NEAR: usize = 3;

/// Why a rule has no ground instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dead {
    /// The literals of the body that no atom matches, whatever holds beside.
    pub unmatched: Vec<Unmatched>,
    /// The literal that fails first, with those that hold together before it and what it comes
    /// to where they do; `None` where nothing can tell.
    pub first: Option<FirstFailure>,
}

/// Where the body of a rule breaks off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstFailure {
    /// The literal's atom, or the inequality.
    pub node: NodeId,
    /// The literals that hold together before.
    pub holding: Vec<String>,
    /// The literal.
    pub literal: String,
    /// What it comes to where they hold: some ways of all.
    pub instances: Vec<String>,
}

/// The same as literals.
#[derive(Clone)]
pub(crate) struct Breaking {
    /// The literal that fails first.
    pub(crate) leaf: Literal,
    /// Those that hold together before.
    pub(crate) holding: Vec<Literal>,
    /// What it comes to where they hold: some ways of all.
    pub(crate) instances: Vec<Literal>,
}

/// A literal that no atom matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// Its atom.
    pub node: NodeId,
    /// As the file spells it.
    pub literal: String,
    /// Its relation, and how many atoms that has.
    pub relation: Relation,
    /// See above.
    pub atoms: usize,
    /// The first argument that is in no atom, counted from 1, with the terms that are there
    /// instead: how many, and the first ones. `None` where only the combination is missing.
    pub argument: Option<(usize, usize, Vec<String>)>,
}

impl Spec {
    /// Why a clause without instances has none.
    pub(crate) fn dead(&self, evaluation: &mut Evaluation, clause: usize) -> Dead {
        let rule = &self.rules[evaluation.clauses[clause]];
        let needed = rule.body.iter().filter_map(|literal| match &literal.kind {
            LiteralKind::Atom(atom) => Some((literal, atom)),
            _ => None,
        });
        let unmatched = needed
            .filter(|(_, atom)| !evaluation.left_out.contains(&Relation::of(atom)))
            .filter_map(|(literal, atom)| self.unmatched(evaluation, rule, literal, atom))
            .collect();
        Dead {
            unmatched,
            first: None,
        }
    }

    /// Where the body of a clause without instances breaks off, in words.
    pub(super) fn first_failure(
        &self,
        evaluation: &mut Evaluation,
        clause: usize,
        options: &Options<'_>,
    ) -> Option<FirstFailure> {
        let found = self.breaking(evaluation, clause, options)?;
        let rule = &self.rules[evaluation.clauses[clause]];
        let spell = |literal: &Literal| self.spelling.literal(literal, &rule.variables);
        Some(FirstFailure {
            node: node(&found.leaf),
            holding: found.holding.iter().map(spell).collect(),
            literal: spell(&found.leaf),
            instances: found.instances.iter().map(spell).collect(),
        })
    }

    /// Where the body of a clause without instances breaks off.
    pub(crate) fn breaking(
        &self,
        evaluation: &mut Evaluation,
        clause: usize,
        options: &Options<'_>,
    ) -> Option<Breaking> {
        if evaluation.model.statistics()[clause].steps > super::SEARCHED {
            return None;
        }
        let look = options.for_a_look();
        let miss = evaluation.model.blocked(clause, NEAR, &look).ok()??;
        let rule = &self.rules[evaluation.clauses[clause]];
        let leaves = leaves(rule);
        let leaf = leaves.get(miss.leaf)?;
        let near = miss.near.iter();
        let mut instances: Vec<_> = near
            .map(|near| literal_instance(leaf, &near.binding))
            .collect();
        instances.dedup();
        let holding = miss.holding.iter().map(|&leaf| leaves[leaf].clone());
        Some(Breaking {
            leaf: leaf.clone(),
            holding: holding.collect(),
            instances,
        })
    }

    fn unmatched(
        &self,
        evaluation: &Evaluation,
        rule: &logic::Rule,
        literal: &Literal,
        atom: &Atom,
    ) -> Option<Unmatched> {
        let relation = Relation::of(atom);
        let pattern = Pattern {
            atom: atom.clone(),
            variables: rule.variables.clone(),
        };
        let atoms: Vec<GroundAtom> = evaluation.model.atoms(&relation).collect();
        if atoms.iter().any(|atom| pattern.admits(atom)) {
            return None;
        }
        let argument = (0..atom.args.len())
            .map(|place| (place, lone(&pattern, place)))
            .filter(|_| !atoms.is_empty())
            .find(|(place, lone)| {
                let of_place = |atom: &GroundAtom| {
                    GroundAtom::new(atom.relation.clone(), [atom.args[*place].clone()])
                };
                !atoms.iter().any(|atom| lone.admits(&of_place(atom)))
            })
            .map(|(place, _)| {
                let there: FxHashSet<_> = atoms.iter().map(|atom| &atom.args[place]).collect();
                let mut there: Vec<_> = there.into_iter().collect();
                there.sort_by(|a, b| natural_term(a, b));
                (place + 1, there.len(), self.spell_terms(there.into_iter()))
            });
        Some(Unmatched {
            node: atom.id,
            literal: self.spelling.literal(literal, &rule.variables),
            relation,
            atoms: atoms.len(),
            argument,
        })
    }
}

/// What a cursor on a leaf of a body points at.
pub(crate) fn node(leaf: &Literal) -> NodeId {
    match &leaf.kind {
        LiteralKind::Atom(atom) => atom.id,
        LiteralKind::Not(inner) => node(inner),
        _ => leaf.id,
    }
}

/// The pattern with one of its arguments alone.
fn lone(pattern: &Pattern, place: usize) -> Pattern {
    let atom = &pattern.atom;
    Pattern {
        atom: Atom {
            id: atom.id,
            relation: atom.relation.clone(),
            args: Box::new([atom.args[place].clone()]),
        },
        variables: pattern.variables.clone(),
    }
}
