//! The data that an instance of a constraint rests on.

use rustc_hash::FxHashSet;

use super::{Evaluator, Failure, Interpretation, Scope};
use crate::VarId;
use crate::formula::Variable;
use crate::formula::core::{Bound, Formula, FormulaKind, Quantified, RelationId, Term, TermKind};
use crate::formula::problem::StatementId;
use crate::formula::value::Value;

/// A tuple of a given or defined relation.
pub type Fact = (RelationId, Box<[Value]>);

/// The facts that are met, each once, in the order of the text.
struct Met {
    facts: Vec<Fact>,
    seen: FxHashSet<Fact>,
    /// How many to stop at.
    most: usize,
}

impl Evaluator<'_> {
    /// The facts of given and defined relations that a formula names, its variables being as
    /// `binding` says, up to `most` of them. Quantifiers over other variables are gone through
    /// where the known part of what they guard holds.
    ///
    /// # Errors
    /// A failure in a known part.
    pub fn support(
        &self,
        id: StatementId,
        variables: &[Variable],
        formula: &Formula,
        binding: &[(VarId, Value)],
        most: usize,
    ) -> Result<Vec<Fact>, Failure> {
        let nothing = Interpretation::default();
        let mut scope = Scope::new(id, variables, &nothing);
        for &(variable, value) in binding {
            scope.values[variable.0 as usize] = Some(value);
        }
        let mut met = Met {
            facts: Vec::new(),
            seen: FxHashSet::default(),
            most,
        };
        self.meet(&mut scope, formula, &mut met)?;
        Ok(met.facts)
    }

    fn meet<'s>(
        &self,
        scope: &mut Scope<'s>,
        formula: &'s Formula,
        met: &mut Met,
    ) -> Result<(), Failure> {
        if met.is_full() {
            return Ok(());
        }
        match &formula.kind {
            FormulaKind::Atom(relation, args) => {
                for arg in args {
                    self.meet_in_term(scope, arg, met)?;
                }
                let Some(tuples) = self.known.get(relation) else {
                    return Ok(());
                };
                if let Some(tuple) = self.tuple(scope, args)?
                    && tuples.contains(&tuple)
                {
                    met.add((*relation, tuple));
                }
                Ok(())
            }
            FormulaKind::Compare(terms, _) => self.meet_in_terms(scope, &**terms, met),
            FormulaKind::In(term, _) => self.meet_in_term(scope, term, met),
            FormulaKind::Not(part) => self.meet(scope, part, met),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => parts
                .iter()
                .try_for_each(|part| self.meet(scope, part, met)),
            FormulaKind::Xor(parts) | FormulaKind::Implies(parts) | FormulaKind::Iff(parts) => {
                parts
                    .iter()
                    .try_for_each(|part| self.meet(scope, part, met))
            }
            FormulaKind::Quantified(quantified) => {
                let Quantified {
                    binding,
                    guard,
                    body,
                    ..
                } = &**quantified;
                let conditions = guard.iter().chain((guard.is_none()).then_some(body));
                let conditions: Vec<&Formula> = conditions.collect();
                self.meet_inside(scope, binding, &conditions, met, &mut |this, scope, met| {
                    guard
                        .iter()
                        .try_for_each(|guard| this.meet(scope, guard, met))?;
                    this.meet(scope, body, met)
                })
            }
            FormulaKind::Truth(_) | FormulaKind::Connected { .. } | FormulaKind::Acyclic(_) => {
                Ok(())
            }
        }
    }

    fn meet_in_terms<'s>(
        &self,
        scope: &mut Scope<'s>,
        terms: &'s [Term],
        met: &mut Met,
    ) -> Result<(), Failure> {
        terms
            .iter()
            .try_for_each(|term| self.meet_in_term(scope, term, met))
    }

    fn meet_in_term<'s>(
        &self,
        scope: &mut Scope<'s>,
        term: &'s Term,
        met: &mut Met,
    ) -> Result<(), Failure> {
        match &term.kind {
            TermKind::Apply(_, terms) | TermKind::Minimum(terms) | TermKind::Maximum(terms) => {
                self.meet_in_terms(scope, terms, met)
            }
            TermKind::Arithmetic(_, operands) => self.meet_in_terms(scope, &**operands, met),
            TermKind::Absolute(operand) => self.meet_in_term(scope, operand, met),
            TermKind::Count(binding, condition) | TermKind::Sum(binding, condition, _) => self
                .meet_inside(
                    scope,
                    binding,
                    &[condition],
                    met,
                    &mut |this, scope, met| this.meet(scope, condition, met),
                ),
            TermKind::Integer(_)
            | TermKind::Element(_)
            | TermKind::Constant(_)
            | TermKind::Variable(_) => Ok(()),
        }
    }

    /// Goes through the values of the variables that have none yet, where the known atoms and
    /// comparisons among the conditions hold.
    fn meet_inside<'s>(
        &self,
        scope: &mut Scope<'s>,
        binding: &'s [Bound],
        conditions: &[&'s Formula],
        met: &mut Met,
        act: &mut dyn FnMut(&Self, &mut Scope<'s>, &mut Met) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let is_free = |bound: &Bound| scope.values[bound.variable.0 as usize].is_none();
        if !binding.iter().any(is_free) {
            return act(self, scope, met);
        }
        self.each(scope, binding, &mut |this, scope| {
            for condition in conditions {
                if met.is_full() || !this.may_hold(scope, condition)? {
                    return Ok(());
                }
            }
            act(this, scope, met)
        })
    }

    /// Whether the known conjuncts of a formula hold.
    fn may_hold<'s>(&self, scope: &mut Scope<'s>, formula: &'s Formula) -> Result<bool, Failure> {
        match &formula.kind {
            FormulaKind::And(parts) => {
                for part in parts {
                    if !self.may_hold(scope, part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ if self.is_known(formula) => self.holds(scope, formula),
            _ => Ok(true),
        }
    }

    /// Whether nothing in a formula without quantifiers is unknown; `false` for others.
    fn is_known(&self, formula: &Formula) -> bool {
        match &formula.kind {
            FormulaKind::Truth(_) => true,
            FormulaKind::Atom(relation, args) => {
                self.known.contains_key(relation) && args.iter().all(is_known_term)
            }
            FormulaKind::Compare(terms, _) => terms.iter().all(is_known_term),
            FormulaKind::In(term, _) => is_known_term(term),
            FormulaKind::Not(part) => self.is_known(part),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().all(|part| self.is_known(part))
            }
            FormulaKind::Xor(parts) | FormulaKind::Implies(parts) | FormulaKind::Iff(parts) => {
                parts.iter().all(|part| self.is_known(part))
            }
            FormulaKind::Quantified(_)
            | FormulaKind::Connected { .. }
            | FormulaKind::Acyclic(_) => false,
        }
    }
}

fn is_known_term(term: &Term) -> bool {
    match &term.kind {
        TermKind::Integer(_)
        | TermKind::Element(_)
        | TermKind::Constant(_)
        | TermKind::Variable(_) => true,
        TermKind::Arithmetic(_, operands) => operands.iter().all(is_known_term),
        TermKind::Absolute(operand) => is_known_term(operand),
        TermKind::Minimum(terms) | TermKind::Maximum(terms) => terms.iter().all(is_known_term),
        TermKind::Apply(..) | TermKind::Count(..) | TermKind::Sum(..) => false,
    }
}

impl Met {
    fn is_full(&self) -> bool {
        self.facts.len() >= self.most
    }

    fn add(&mut self, fact: Fact) {
        if !self.is_full() && self.seen.insert(fact.clone()) {
            self.facts.push(fact);
        }
    }
}
