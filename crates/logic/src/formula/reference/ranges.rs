//! The integers that a comparison leaves for one variable, where all others have values.

use super::needs::Needs;
use super::{Evaluator, Scope};
use crate::formula::core::{Formula, FormulaKind, Range, Term, TermKind};
use crate::formula::written::{Comparison, Operator};

/// Integers from the first to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span(pub(super) i64, pub(super) i64);

/// All.
pub(super) const ALL: Span = Span(i64::MIN, i64::MAX);

impl Span {
    pub(super) fn and(self, other: Span) -> Span {
        Span(self.0.max(other.0), self.1.min(other.1))
    }
}

/// `factor * x + rest`.
struct Linear {
    factor: i64,
    rest: i64,
}

impl Evaluator<'_> {
    /// Integers that hold all those for which the formula can be as wished; all of them where
    /// nothing can be said.
    pub(super) fn span<'f>(
        &self,
        scope: &mut Scope<'f>,
        formula: &'f Formula,
        wish: bool,
        variable: usize,
    ) -> Span {
        match &formula.kind {
            FormulaKind::Compare(terms, comparison) => {
                let comparison = if wish {
                    *comparison
                } else {
                    match comparison {
                        // Where a term has no value, the negation holds as well.
                        _ if terms.iter().any(may_lack_value) => return ALL,
                        Comparison::Equal => Comparison::NotEqual,
                        Comparison::NotEqual => Comparison::Equal,
                        Comparison::Less => Comparison::GreaterOrEqual,
                        Comparison::LessOrEqual => Comparison::Greater,
                        Comparison::Greater => Comparison::LessOrEqual,
                        Comparison::GreaterOrEqual => Comparison::Less,
                    }
                };
                let found = self.compared_span(scope, terms, comparison, variable);
                found.unwrap_or(ALL)
            }
            FormulaKind::In(term, Range::Interval(ends)) if wish => {
                let low =
                    self.compared_terms(scope, (&ends[0], term), Comparison::LessOrEqual, variable);
                let high =
                    self.compared_terms(scope, (term, &ends[1]), Comparison::LessOrEqual, variable);
                low.unwrap_or(ALL).and(high.unwrap_or(ALL))
            }
            _ => ALL,
        }
    }

    fn compared_span<'f>(
        &self,
        scope: &mut Scope<'f>,
        terms: &'f [Term; 2],
        comparison: Comparison,
        variable: usize,
    ) -> Option<Span> {
        let [a, b] = terms;
        let (inner, limit, comparison) = match (&a.kind, &b.kind) {
            (TermKind::Absolute(inner), _) => (inner, b, comparison),
            (_, TermKind::Absolute(inner)) => (inner, a, turned(comparison)),
            _ => return self.compared_terms(scope, (a, b), comparison, variable),
        };
        // `-limit <= inner <= limit`
        let limit = self.linear(scope, limit, variable)?;
        let inner = self.linear(scope, inner, variable)?;
        let most = match comparison {
            Comparison::Less => limit.rest.checked_sub(1)?,
            Comparison::LessOrEqual | Comparison::Equal => limit.rest,
            _ => return None,
        };
        if limit.factor != 0 {
            return None;
        }
        let low = most.checked_neg()?.checked_sub(inner.rest)?;
        let high = most.checked_sub(inner.rest)?;
        at_most(inner.factor, high).map(|span| {
            let other = inner.factor.checked_neg().zip(low.checked_neg());
            span.and(
                other
                    .and_then(|(factor, rest)| at_most(factor, rest))
                    .unwrap_or(ALL),
            )
        })
    }

    fn compared_terms<'f>(
        &self,
        scope: &mut Scope<'f>,
        (a, b): (&'f Term, &'f Term),
        comparison: Comparison,
        variable: usize,
    ) -> Option<Span> {
        let a = self.linear(scope, a, variable)?;
        let b = self.linear(scope, b, variable)?;
        // `factor * x <= limit`, or as it compares.
        let factor = a.factor.checked_sub(b.factor)?;
        let limit = b.rest.checked_sub(a.rest)?;
        let at_least = |limit: i64| at_most(factor.checked_neg()?, limit.checked_neg()?);
        match comparison {
            Comparison::LessOrEqual => at_most(factor, limit),
            Comparison::Less => at_most(factor, limit.checked_sub(1)?),
            Comparison::GreaterOrEqual => at_least(limit),
            Comparison::Greater => at_least(limit.checked_add(1)?),
            Comparison::Equal => Some(at_most(factor, limit)?.and(at_least(limit)?)),
            Comparison::NotEqual => None,
        }
    }

    /// A term as a linear one of the variable; `None` where it is more, or has no value.
    fn linear<'f>(&self, scope: &mut Scope<'f>, term: &'f Term, variable: usize) -> Option<Linear> {
        match &term.kind {
            TermKind::Variable(id) if id.0 as usize == variable => {
                Some(Linear { factor: 1, rest: 0 })
            }
            TermKind::Arithmetic(Operator::Add, terms) => {
                let a = self.linear(scope, &terms[0], variable)?;
                let b = self.linear(scope, &terms[1], variable)?;
                Some(Linear {
                    factor: a.factor.checked_add(b.factor)?,
                    rest: a.rest.checked_add(b.rest)?,
                })
            }
            TermKind::Arithmetic(Operator::Subtract, terms) => {
                let a = self.linear(scope, &terms[0], variable)?;
                let b = self.linear(scope, &terms[1], variable)?;
                Some(Linear {
                    factor: a.factor.checked_sub(b.factor)?,
                    rest: a.rest.checked_sub(b.rest)?,
                })
            }
            TermKind::Arithmetic(Operator::Multiply, terms) => {
                let a = self.linear(scope, &terms[0], variable)?;
                let b = self.linear(scope, &terms[1], variable)?;
                let (scale, other) = if a.factor == 0 { (a, b) } else { (b, a) };
                (scale.factor == 0).then_some(())?;
                Some(Linear {
                    factor: other.factor.checked_mul(scale.rest)?,
                    rest: other.rest.checked_mul(scale.rest)?,
                })
            }
            _ => {
                let uses = Needs::among(&[variable]).of_term(term);
                if !uses.is_empty() {
                    return None;
                }
                let value = self.term(scope, term).ok().flatten()?;
                value.as_integer().map(|rest| Linear { factor: 0, rest })
            }
        }
    }
}

/// The `x` with `factor * x <= limit`; `None` for all or none.
fn at_most(factor: i64, limit: i64) -> Option<Span> {
    match factor {
        0 => None,
        1.. => Some(Span(i64::MIN, limit.div_euclid(factor))),
        _ => {
            let least = limit.checked_neg()?;
            let factor = factor.checked_neg()?;
            let up = i64::from(least.rem_euclid(factor) != 0);
            Some(Span(least.div_euclid(factor) + up, i64::MAX))
        }
    }
}

fn turned(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        same => same,
    }
}

/// Whether a term may have no value: functions, in sums too.
fn may_lack_value(term: &Term) -> bool {
    match &term.kind {
        TermKind::Integer(_)
        | TermKind::Element(_)
        | TermKind::Constant(_)
        | TermKind::Variable(_)
        | TermKind::Count(..) => false,
        TermKind::Apply(..) | TermKind::Sum(..) => true,
        TermKind::Arithmetic(_, terms) => terms.iter().any(may_lack_value),
        TermKind::Absolute(term) => may_lack_value(term),
        TermKind::Minimum(terms) | TermKind::Maximum(terms) => terms.iter().any(may_lack_value),
    }
}
