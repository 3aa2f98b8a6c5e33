//! What declarations alone tell of values: constants and sorts, as far as they have any, and whether
//! an argument can be outside its sort.

use super::core::{Formula, FormulaKind, Range, RelationId, SortId, Term, TermKind, Variable};
use super::declarations::{Declarations, RelationKind};
use super::scenes::{self, Scene};
use super::value::{Domain, Value};
use crate::VarId;

/// How many combinations of values are tried.
const TRIED: usize = 10_000;

/// The constants and sorts of a spec that have values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// By [`super::ConstantId`].
    pub constants: Vec<Option<i64>>,
    /// By [`SortId`].
    pub sorts: Vec<Option<Domain>>,
}

/// Values of variables.
type Env = [(VarId, Value)];

impl Values {
    /// The elements of a sort.
    pub fn domain(&self, sort: SortId) -> Option<&Domain> {
        self.sorts.get(sort.index())?.as_ref()
    }

    /// The value of a term without functions and sums.
    pub fn term(&self, term: &Term, env: &Env) -> Option<Value> {
        let integer = |term: &Term| self.term(term, env)?.as_integer();
        let all = |terms: &[Term]| terms.iter().map(integer).collect::<Option<Vec<i64>>>();
        Value::integer(match &term.kind {
            TermKind::Integer(value) => *value,
            TermKind::Element(element) => return Some(Value::element(*element)),
            TermKind::Constant(id) => (*self.constants.get(id.index())?)?,
            TermKind::Variable(variable) => {
                return env.iter().find(|(id, _)| id == variable).map(|own| own.1);
            }
            TermKind::Arithmetic(operator, operands) => {
                // A division by zero has no result either.
                operator.apply(integer(&operands[0])?, integer(&operands[1])?)?
            }
            TermKind::Absolute(operand) => integer(operand)?.checked_abs()?,
            TermKind::Minimum(operands) => all(operands)?.into_iter().min()?,
            TermKind::Maximum(operands) => all(operands)?.into_iter().max()?,
            TermKind::Apply(..) | TermKind::Count(..) | TermKind::Sum(..) => return None,
        })
    }

    /// Whether a formula of comparisons holds; `None` where that takes more than these values.
    pub fn holds(&self, formula: &Formula, env: &Env) -> Option<bool> {
        Some(match &formula.kind {
            FormulaKind::Truth(truth) => *truth,
            FormulaKind::Compare(terms, comparison) => {
                let a = self.term(&terms[0], env)?;
                comparison.holds(a.word(), self.term(&terms[1], env)?.word())
            }
            FormulaKind::In(term, range) => {
                let value = self.term(term, env)?;
                match range {
                    Range::Sort(sort) => self.domain(*sort)?.contains(value),
                    Range::Interval(ends) => {
                        self.term(&ends[0], env)? <= value && value <= self.term(&ends[1], env)?
                    }
                    Range::Set(elements) => {
                        let elements: Option<Vec<Value>> =
                            elements.iter().map(|term| self.term(term, env)).collect();
                        elements?.contains(&value)
                    }
                }
            }
            FormulaKind::Not(part) => !self.holds(part, env)?,
            FormulaKind::And(parts) => self.all(parts, env)?.into_iter().all(|truth| truth),
            FormulaKind::Or(parts) => self.all(parts, env)?.into_iter().any(|truth| truth),
            FormulaKind::Implies(parts) => {
                !self.holds(&parts[0], env)? || self.holds(&parts[1], env)?
            }
            FormulaKind::Iff(parts) => self.holds(&parts[0], env)? == self.holds(&parts[1], env)?,
            FormulaKind::Xor(parts) => self.holds(&parts[0], env)? != self.holds(&parts[1], env)?,
            FormulaKind::Atom(..)
            | FormulaKind::Quantified(_)
            | FormulaKind::Connected { .. }
            | FormulaKind::Acyclic(_) => return None,
        })
    }

    fn all(&self, parts: &[Formula], env: &Env) -> Option<Vec<bool>> {
        parts.iter().map(|part| self.holds(part, env)).collect()
    }

    /// The first values of variables for which a term is outside a sort, the variables of the term
    /// first and in reading order. `None` where there are none, and where more than declarations
    /// decides: data, or too many combinations.
    pub fn outside(
        &self,
        declarations: &Declarations,
        variables: &[Variable],
        scene: &Scene,
        term: &Term,
        sort: SortId,
    ) -> Option<Vec<(VarId, Value)>> {
        let domain = self.domain(sort)?;
        if scenes::needs_function(term) {
            return None;
        }
        let conjuncts = scenes::conjuncts(&scene.conjuncts);
        let mut guards = Vec::new();
        for part in &conjuncts {
            match knowledge(declarations, part) {
                Knowledge::Comparisons => guards.push(part),
                // The solver may decide so that it holds.
                Knowledge::Unknown => {}
                Knowledge::Data => return None,
            }
        }
        let mut order = scenes::variables(term);
        for bound in &scene.binding {
            if !order.contains(&bound.variable) {
                order.push(bound.variable);
            }
        }
        let used = scenes::variables(term);
        let is_needed = |id: &VarId| {
            used.contains(id) || guards.iter().any(|guard| mentions_variable(guard, *id))
        };
        let mut ranges = Vec::new();
        let mut combinations = 1_usize;
        for id in order {
            let bound = scene.binding.iter().find(|bound| bound.variable == id)?;
            let values = self.range(variables[id.0 as usize].sort, bound.range.as_ref())?;
            if values.is_empty() {
                return None;
            }
            if is_needed(&id) {
                combinations = combinations.checked_mul(values.len())?;
                ranges.push((id, values));
            }
        }
        if combinations > TRIED {
            return None;
        }
        let mut places = vec![0; ranges.len()];
        loop {
            let env: Vec<(VarId, Value)> = ranges
                .iter()
                .zip(&places)
                .map(|((id, values), place)| (*id, values[*place]))
                .collect();
            let mut holds = true;
            for guard in &guards {
                holds &= self.holds(guard, &env).unwrap_or(false);
            }
            if holds
                && self
                    .term(term, &env)
                    .is_some_and(|value| !domain.contains(value))
            {
                return Some(env);
            }
            // The last variable goes fastest.
            let next = (0..places.len())
                .rev()
                .find(|&at| places[at] + 1 < ranges[at].1.len())?;
            places[next] += 1;
            places[next + 1..].fill(0);
        }
    }

    /// The values of a variable, if no other variable decides them.
    fn range(&self, sort: Option<SortId>, range: Option<&Range>) -> Option<Vec<Value>> {
        let listed = match range {
            None => None,
            Some(Range::Sort(sort)) => Some(self.domain(*sort)?.values().to_vec()),
            Some(Range::Interval(ends)) => {
                let low = self.term(&ends[0], &[])?.as_integer()?;
                let high = self.term(&ends[1], &[])?.as_integer()?;
                if high.checked_sub(low)? > TRIED as i64 {
                    return None;
                }
                Some((low..=high).filter_map(Value::integer).collect())
            }
            Some(Range::Set(elements)) => {
                let elements = elements.iter().map(|term| self.term(term, &[]));
                Some(elements.collect::<Option<Vec<Value>>>()?)
            }
        };
        match (sort, listed) {
            (None, listed) => listed,
            (Some(sort), None) => Some(self.domain(sort)?.values().to_vec()),
            (Some(sort), Some(listed)) => {
                let domain = self.domain(sort)?;
                let kept = listed.into_iter().filter(|value| domain.contains(*value));
                Some(kept.collect())
            }
        }
    }
}

/// What it takes to know whether a formula holds.
enum Knowledge {
    Comparisons,
    Data,
    Unknown,
}

fn knowledge(declarations: &Declarations, formula: &Formula) -> Knowledge {
    let of_relation = |id: &RelationId| match declarations.relations[id.index()].kind {
        RelationKind::Unknown => Knowledge::Unknown,
        RelationKind::Given | RelationKind::Defined => Knowledge::Data,
    };
    let of_terms = |terms: &[Term]| match terms.iter().any(scenes::needs_function) {
        true => Knowledge::Unknown,
        false => Knowledge::Comparisons,
    };
    let most = |parts: &[Formula]| {
        let mut found = Knowledge::Comparisons;
        for part in parts {
            match (knowledge(declarations, part), &found) {
                (Knowledge::Unknown, _) => return Knowledge::Unknown,
                (Knowledge::Data, _) => found = Knowledge::Data,
                (Knowledge::Comparisons, _) => {}
            }
        }
        found
    };
    match &formula.kind {
        FormulaKind::Truth(_) => Knowledge::Comparisons,
        FormulaKind::Atom(relation, _) => of_relation(relation),
        FormulaKind::Compare(terms, _) => of_terms(&**terms),
        FormulaKind::In(term, range) => {
            let ends: &[Term] = match range {
                Range::Interval(ends) => &**ends,
                Range::Set(elements) => elements,
                Range::Sort(_) => &[],
            };
            match (of_terms(std::slice::from_ref(&**term)), of_terms(ends)) {
                (Knowledge::Comparisons, Knowledge::Comparisons) => Knowledge::Comparisons,
                _ => Knowledge::Unknown,
            }
        }
        FormulaKind::Not(part) => knowledge(declarations, part),
        FormulaKind::And(parts) | FormulaKind::Or(parts) => most(parts),
        FormulaKind::Xor(parts) | FormulaKind::Implies(parts) | FormulaKind::Iff(parts) => {
            most(&**parts)
        }
        // They may be of data alone.
        FormulaKind::Quantified(_) => Knowledge::Data,
        FormulaKind::Connected { .. } | FormulaKind::Acyclic(_) => Knowledge::Unknown,
    }
}

/// Whether a formula of comparisons names a variable.
fn mentions_variable(formula: &Formula, id: VarId) -> bool {
    let in_terms = |terms: &[Term]| {
        let mut terms = terms.iter();
        terms.any(|term| scenes::variables(term).contains(&id))
    };
    match &formula.kind {
        FormulaKind::Compare(terms, _) => in_terms(&**terms),
        FormulaKind::In(term, range) => {
            in_terms(std::slice::from_ref(&**term))
                || match range {
                    Range::Interval(ends) => in_terms(&**ends),
                    Range::Set(elements) => in_terms(elements),
                    Range::Sort(_) => false,
                }
        }
        FormulaKind::Not(part) => mentions_variable(part, id),
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            parts.iter().any(|part| mentions_variable(part, id))
        }
        FormulaKind::Xor(parts) | FormulaKind::Implies(parts) | FormulaKind::Iff(parts) => {
            parts.iter().any(|part| mentions_variable(part, id))
        }
        FormulaKind::Truth(_)
        | FormulaKind::Atom(..)
        | FormulaKind::Quantified(_)
        | FormulaKind::Connected { .. }
        | FormulaKind::Acyclic(_) => false,
    }
}
