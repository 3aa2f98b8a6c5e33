//! What a known conjunct says of the values of one variable.

use logic::formula::written::{Comparison, Operator};
use logic::formula::{Formula, FormulaKind, Range, Term, TermKind};

use super::free::{Free, is_total};
use super::terms::arithmetic;
use super::{Compiler, Unsupported};
use crate::formula::known::Expr;
use crate::formula::plan;

impl Compiler<'_, '_> {
    /// What a conjunct says of one variable, the others having values.
    pub(super) fn solve(&self, part: &Formula, variable: usize) -> Option<Solved> {
        let others = Free::of(part);
        let ready = |&other: &usize| other == variable || self.bound[other];
        if !others.contains(&variable) || !others.iter().all(ready) {
            return None;
        }
        match &part.kind {
            FormulaKind::In(term, Range::Interval(ends)) => {
                let is_bare =
                    matches!(term.kind, TermKind::Variable(id) if id.0 as usize == variable);
                let is_safe = ends
                    .iter()
                    .all(|end| !Free::of_term(end).contains(&variable));
                (is_bare && is_safe).then_some(Solved {
                    exact: false,
                    low: true,
                    high: true,
                })
            }
            FormulaKind::Compare(terms, comparison) => match self.linear_factor(terms, variable) {
                Some(factor) => Solved::of(*comparison, factor, terms.iter().all(is_total)),
                None => self
                    .solve_absolute(terms, *comparison, variable)
                    .or_else(|| self.solve_quotient(terms, *comparison, variable)),
            },
            _ => None,
        }
    }

    /// How often a variable is in the first term more than in the second, if it is a linear one.
    fn linear_factor(&self, terms: &[Term; 2], variable: usize) -> Option<i64> {
        let first = self.factor(&terms[0], variable, 1)?;
        let factor = first.checked_sub(self.factor(&terms[1], variable, 1)?)?;
        (factor != 0).then_some(factor)
    }

    /// `abs(a) <= b` and its like give both ends.
    fn solve_absolute(
        &self,
        terms: &[Term; 2],
        comparison: Comparison,
        variable: usize,
    ) -> Option<Solved> {
        let (inner, limit, comparison) = absolute(terms, comparison)?;
        let factor = self.factor(inner, variable, 1)?;
        let fits = factor != 0
            && !Free::of_term(limit).contains(&variable)
            && matches!(
                comparison,
                Comparison::Less | Comparison::LessOrEqual | Comparison::Equal
            );
        fits.then_some(Solved {
            exact: false,
            low: true,
            high: true,
        })
    }

    /// `(x + a) div 3 = b` gives both ends.
    fn solve_quotient(
        &self,
        terms: &[Term; 2],
        comparison: Comparison,
        variable: usize,
    ) -> Option<Solved> {
        let (dividend, divisor, quotient) = self.quotient(terms, comparison, variable)?;
        let factor = self.factor(dividend, variable, 1)?;
        let fits = factor != 0 && divisor > 0 && !Free::of_term(quotient).contains(&variable);
        fits.then_some(Solved {
            exact: false,
            low: true,
            high: true,
        })
    }

    /// An equation of a term with the variable that is divided by a number: what is divided, by
    /// what, and the other side.
    fn quotient<'t>(
        &self,
        terms: &'t [Term; 2],
        comparison: Comparison,
        variable: usize,
    ) -> Option<(&'t Term, i64, &'t Term)> {
        let [a, b] = terms;
        let sides = [(a, b), (b, a)].into_iter();
        let mut found = sides.filter_map(|(side, other)| match &side.kind {
            TermKind::Arithmetic(Operator::Divide, operands)
                if Free::of_term(side).contains(&variable) =>
            {
                Some((&operands[0], self.constant(&operands[1])?, other))
            }
            _ => None,
        });
        found.next().filter(|_| comparison == Comparison::Equal)
    }

    /// The two values that `abs(x + a) = b` leaves for a variable, where computing them does not
    /// fail; the equation is still to be tested.
    pub(super) fn two_values(
        &mut self,
        part: &Formula,
        variable: usize,
    ) -> Result<Option<[Expr; 2]>, Unsupported> {
        let Some((inner, limit, sign)) = self.absolute_equation(part, variable) else {
            return Ok(None);
        };
        let rest = self.rest(inner, variable)?;
        let limit = self.expr(limit)?;
        let negative = arithmetic(inner, Operator::Subtract, [Expr::Word(0), limit.clone()]);
        Ok(Some([limit, negative].map(|side| {
            let (from, less) = if sign == 1 {
                (side, rest.clone())
            } else {
                (rest.clone(), side)
            };
            arithmetic(inner, Operator::Subtract, [from, less])
        })))
    }

    pub(super) fn has_two_values(&self, part: &Formula, variable: usize) -> bool {
        self.absolute_equation(part, variable).is_some()
    }

    /// Of `abs(x + a) = b`, what has no sign, the other side, and the sign of the variable.
    fn absolute_equation<'t>(
        &self,
        part: &'t Formula,
        variable: usize,
    ) -> Option<(&'t Term, &'t Term, i64)> {
        let FormulaKind::Compare(terms, comparison) = &part.kind else {
            return None;
        };
        self.solve(part, variable)?;
        let (inner, limit, comparison) = absolute(terms, *comparison)?;
        let is_easy = comparison == Comparison::Equal && is_total(inner) && is_total(limit);
        match self.factor(inner, variable, 1).filter(|_| is_easy)? {
            sign @ (1 | -1) => Some((inner, limit, sign)),
            _ => None,
        }
    }

    /// How often a variable is in a term that is a sum of it and of what is known otherwise;
    /// `None` where it is more than that.
    fn factor(&self, term: &Term, variable: usize, times: i64) -> Option<i64> {
        if !Free::of_term(term).contains(&variable) {
            return Some(0);
        }
        match &term.kind {
            TermKind::Variable(_) => Some(times),
            TermKind::Arithmetic(Operator::Add, operands) => {
                let a = self.factor(&operands[0], variable, times)?;
                a.checked_add(self.factor(&operands[1], variable, times)?)
            }
            TermKind::Arithmetic(Operator::Subtract, operands) => {
                let a = self.factor(&operands[0], variable, times)?;
                a.checked_sub(self.factor(&operands[1], variable, times)?)
            }
            TermKind::Arithmetic(Operator::Multiply, operands) => {
                let [a, b] = &**operands;
                match (self.constant(a), self.constant(b)) {
                    (Some(scale), _) => self.factor(b, variable, times.checked_mul(scale)?),
                    (_, Some(scale)) => self.factor(a, variable, times.checked_mul(scale)?),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn constant(&self, term: &Term) -> Option<i64> {
        match &term.kind {
            TermKind::Integer(value) => Some(*value),
            TermKind::Constant(id) => Some(self.world.instance.constants[id.index()]),
            _ => None,
        }
    }

    /// The bounds that a conjunct gives a variable.
    pub(super) fn bounds(
        &mut self,
        part: &Formula,
        variable: usize,
        into: &mut Vec<plan::Bound>,
    ) -> Result<(), Unsupported> {
        match &part.kind {
            FormulaKind::In(_, Range::Interval(ends)) => {
                for (end, is_upper) in ends.iter().zip([false, true]) {
                    into.push(plan::Bound {
                        factor: 1,
                        limit: self.expr(end)?,
                        is_upper,
                    });
                }
                Ok(())
            }
            FormulaKind::Compare(terms, comparison) => {
                if let Some((other, is_left)) = beside(terms, variable)
                    && *comparison != Comparison::NotEqual
                {
                    // Names are no numbers to compute with, and nothing need be computed.
                    let limit = self.expr(other)?;
                    let comparison = if is_left {
                        *comparison
                    } else {
                        comparison.exchanged()
                    };
                    push(1, &limit, comparison, other, into);
                    return Ok(());
                }
                if let Some(factor) = self.linear_factor(terms, variable) {
                    let left = self.rest(&terms[0], variable)?;
                    let right = self.rest(&terms[1], variable)?;
                    let limit = arithmetic(&terms[0], Operator::Subtract, [right, left]);
                    push(factor, &limit, *comparison, &terms[0], into);
                    return Ok(());
                }
                if let Some((dividend, divisor, quotient)) =
                    self.quotient(terms, *comparison, variable)
                {
                    // divisor * quotient <= factor * x + rest < divisor * (quotient + 1)
                    let factor = self.factor(dividend, variable, 1).unwrap_or(0);
                    let rest = self.rest(dividend, variable)?;
                    let quotient = self.expr(quotient)?;
                    let scale = [Expr::Word(divisor), quotient];
                    let product = arithmetic(dividend, Operator::Multiply, scale);
                    let lower = arithmetic(dividend, Operator::Subtract, [product, rest]);
                    let next = [lower.clone(), Expr::Word(divisor)];
                    let upper = arithmetic(dividend, Operator::Add, next);
                    push(factor, &lower, Comparison::GreaterOrEqual, dividend, into);
                    push(factor, &upper, Comparison::Less, dividend, into);
                    return Ok(());
                }
                let Some((inner, limit, comparison)) = absolute(terms, *comparison) else {
                    return Ok(());
                };
                let factor = self.factor(inner, variable, 1).unwrap_or(0);
                let rest = self.rest(inner, variable)?;
                let limit = self.expr(limit)?;
                let comparison = match comparison {
                    Comparison::Equal => Comparison::LessOrEqual,
                    other => other,
                };
                // -limit <= factor * x + rest <= limit
                let upper = arithmetic(inner, Operator::Subtract, [limit.clone(), rest.clone()]);
                let negative = arithmetic(inner, Operator::Subtract, [Expr::Word(0), limit]);
                let lower = arithmetic(inner, Operator::Subtract, [negative, rest]);
                push(factor, &upper, comparison, inner, into);
                push(factor, &lower, comparison.exchanged(), inner, into);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What is left of a term without the variable.
    fn rest(&mut self, term: &Term, variable: usize) -> Result<Expr, Unsupported> {
        if !Free::of_term(term).contains(&variable) {
            return self.expr(term);
        }
        match &term.kind {
            TermKind::Variable(_) => Ok(Expr::Word(0)),
            TermKind::Arithmetic(operator, operands) => {
                let [a, b] = &**operands;
                let operands = match (operator, self.constant(a), self.constant(b)) {
                    (Operator::Multiply, Some(scale), _) => {
                        [Expr::Word(scale), self.rest(b, variable)?]
                    }
                    (Operator::Multiply, None, Some(scale)) => {
                        [self.rest(a, variable)?, Expr::Word(scale)]
                    }
                    _ => [self.rest(a, variable)?, self.rest(b, variable)?],
                };
                Ok(arithmetic(term, *operator, operands))
            }
            _ => Err(Unsupported(term.id)),
        }
    }
}

/// What a conjunct says of a variable.
pub(super) struct Solved {
    /// It has one value at most, and nothing has to be divided to find it.
    pub(super) exact: bool,
    pub(super) low: bool,
    pub(super) high: bool,
}

impl Solved {
    fn of(comparison: Comparison, factor: i64, is_total: bool) -> Option<Self> {
        let comparison = if factor < 0 {
            comparison.exchanged()
        } else {
            comparison
        };
        let (low, high) = match comparison {
            Comparison::Equal => (true, true),
            Comparison::NotEqual => return None,
            Comparison::Less | Comparison::LessOrEqual => (false, true),
            Comparison::Greater | Comparison::GreaterOrEqual => (true, false),
        };
        Some(Self {
            exact: low && high && factor.abs() == 1 && is_total,
            low,
            high,
        })
    }
}

/// The other term of a comparison of which one side is the variable, and whether that is the left
/// one.
fn beside(terms: &[Term; 2], variable: usize) -> Option<(&Term, bool)> {
    let is_bare =
        |term: &Term| matches!(term.kind, TermKind::Variable(id) if id.0 as usize == variable);
    let [a, b] = terms;
    if is_bare(a) && !Free::of_term(b).contains(&variable) {
        return Some((b, true));
    }
    (is_bare(b) && !Free::of_term(a).contains(&variable)).then_some((a, false))
}

/// `abs(a) ~ b` read as that, whichever side it stands on.
fn absolute(terms: &[Term; 2], comparison: Comparison) -> Option<(&Term, &Term, Comparison)> {
    match (&terms[0].kind, &terms[1].kind) {
        (TermKind::Absolute(inner), _) => Some((inner, &terms[1], comparison)),
        (_, TermKind::Absolute(inner)) => Some((inner, &terms[0], comparison.exchanged())),
        _ => None,
    }
}

/// `factor * x ~ limit` as bounds of a positive factor, the upper one last.
fn push(
    factor: i64,
    limit: &Expr,
    comparison: Comparison,
    term: &Term,
    into: &mut Vec<plan::Bound>,
) {
    let (factor, limit, comparison) = if factor < 0 {
        let negative = arithmetic(term, Operator::Subtract, [Expr::Word(0), limit.clone()]);
        (factor.saturating_neg(), negative, comparison.exchanged())
    } else {
        (factor, limit.clone(), comparison)
    };
    let shifted = |by: i64| {
        let operands = [limit.clone(), Expr::Word(by)];
        arithmetic(term, Operator::Add, operands)
    };
    let mut bound = |limit: Expr, is_upper: bool| {
        into.push(plan::Bound {
            factor,
            limit,
            is_upper,
        });
    };
    match comparison {
        Comparison::Equal => {
            bound(limit.clone(), false);
            bound(limit.clone(), true);
        }
        Comparison::NotEqual => {}
        Comparison::LessOrEqual => bound(limit.clone(), true),
        Comparison::Less => bound(shifted(-1), true),
        Comparison::GreaterOrEqual => bound(limit.clone(), false),
        Comparison::Greater => bound(shifted(1), false),
    }
}
