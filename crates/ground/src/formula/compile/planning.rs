//! Chooses how the variables of a quantifier come by their values: greedily, the step that is
//! expected to give the fewest next.

use logic::formula::written::{Comparison, Operator};
use logic::formula::{Bound, Formula, FormulaKind, Range, RelationId, SortId, Term, TermKind};

use super::free::{Free, is_total};
use super::terms::arithmetic;
use super::{Compiler, Unsupported};
use crate::formula::known::Expr;
use crate::formula::plan::{self, Plan, Step, Values};

/// What binding a variable next is expected to cost: how many values it has.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Cost(f64);

enum Choice {
    /// By the rows of the relation of this conjunct.
    Rows(usize),
    /// A variable, by the range that is left of its values.
    Each(usize),
    /// A variable, by the equation that this conjunct is.
    Let(usize, usize),
}

impl Compiler<'_, '_> {
    /// How to go through the values of variables for which the conjuncts hold. The variables have
    /// values afterwards.
    pub(in crate::formula) fn plan(
        &mut self,
        binding: &[Bound],
        conjuncts: &[Formula],
    ) -> Result<Plan, Unsupported> {
        let mut open: Vec<&Bound> = binding.iter().collect();
        let mut pending: Vec<&Formula> = conjuncts.iter().collect();
        let ranges: Vec<Formula> = binding
            .iter()
            .filter_map(|bound| self.range_of(bound))
            .collect();
        pending.extend(&ranges);
        let mut steps = Vec::new();
        loop {
            let (ready, rest) = pending.into_iter().partition(|part| self.is_ready(part));
            pending = rest;
            for part in ready {
                steps.push(Step::Test(self.test(part)?));
            }
            if open.is_empty() {
                break;
            }
            let step = match self.cheapest(&open, &pending) {
                Choice::Rows(conjunct) => {
                    let part = pending.remove(conjunct);
                    self.rows(part)?
                }
                Choice::Let(variable, conjunct) => {
                    let bound = open[variable];
                    self.equation(bound, pending[conjunct])?
                }
                Choice::Each(variable) => {
                    let bound = open[variable];
                    let step = self.each(bound, &pending)?;
                    self.bound[bound.variable.0 as usize] = true;
                    step
                }
            };
            steps.push(step);
            open.retain(|bound| !self.bound[bound.variable.0 as usize]);
        }
        Ok(Plan {
            steps: steps.into(),
        })
    }

    /// What `in` says of a variable that has a sort, too.
    fn range_of(&self, bound: &Bound) -> Option<Formula> {
        let range = bound.range.clone()?;
        self.variables[bound.variable.0 as usize].sort?;
        let first = match &range {
            Range::Interval(ends) => ends.first()?,
            Range::Set(elements) => elements.first()?,
            Range::Sort(_) => return None,
        };
        let term = Term {
            id: first.id,
            kind: TermKind::Variable(bound.variable),
        };
        Some(Formula {
            id: term.id,
            kind: FormulaKind::In(Box::new(term), range),
        })
    }

    fn cheapest(&self, open: &[&Bound], pending: &[&Formula]) -> Choice {
        let mut best: Option<(Cost, Choice)> = None;
        let mut offer = |cost: Cost, choice: Choice| {
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, choice));
            }
        };
        for (conjunct, part) in pending.iter().enumerate() {
            if let Some(cost) = self.rows_cost(part) {
                offer(cost, Choice::Rows(conjunct));
            }
        }
        for (variable, bound) in open.iter().enumerate() {
            if !self.range_is_ready(bound) {
                continue;
            }
            let id = bound.variable.0 as usize;
            for (conjunct, part) in pending.iter().enumerate() {
                if self.solve(part, id).is_some_and(|found| found.exact) {
                    offer(Cost(0.5), Choice::Let(variable, conjunct));
                }
            }
            offer(self.each_cost(bound, pending), Choice::Each(variable));
        }
        // The ranges of variables use those before them alone, so one is always ready.
        best.map_or(Choice::Each(0), |(_, choice)| choice)
    }

    fn range_is_ready(&self, bound: &Bound) -> bool {
        match &bound.range {
            Some(Range::Interval(ends)) => ends.iter().all(|end| self.is_ready_term(end)),
            Some(Range::Set(elements)) => elements.iter().all(|term| self.is_ready_term(term)),
            Some(Range::Sort(_)) | None => true,
        }
    }

    fn each_cost(&self, bound: &Bound, pending: &[&Formula]) -> Cost {
        let id = bound.variable.0 as usize;
        let all = match (self.variables[id].sort, &bound.range) {
            (Some(sort), _) => self.world.domain(sort).len() as f64,
            (None, Some(Range::Set(elements))) => elements.len() as f64,
            (None, _) => 16.0,
        };
        let (mut low, mut high) = (false, false);
        for part in pending {
            if let Some(found) = self.solve(part, id) {
                low |= found.low;
                high |= found.high;
            }
        }
        Cost(match (low, high) {
            (true, true) => all.min(8.0),
            (true, false) | (false, true) => all / 2.0,
            (false, false) => all,
        })
    }

    fn each(&mut self, bound: &Bound, pending: &[&Formula]) -> Result<Step, Unsupported> {
        let id = bound.variable.0 as usize;
        let values = match (self.variables[id].sort, &bound.range) {
            (Some(sort), _) => Values::Sort(sort),
            (None, Some(Range::Sort(sort))) => Values::Sort(*sort),
            (None, Some(Range::Interval(ends))) => {
                Values::Interval(Box::new([self.expr(&ends[0])?, self.expr(&ends[1])?]))
            }
            (None, Some(Range::Set(elements))) => Values::Set(self.exprs(elements)?),
            (None, None) => Values::Set(Box::new([])),
        };
        let mut bounds = Vec::new();
        for part in pending {
            if self.solve(part, id).is_some() {
                self.bounds(part, id, &mut bounds)?;
            }
        }
        Ok(Step::Each {
            slot: bound.variable.0,
            values,
            bounds: bounds.into(),
        })
    }

    /// Whether a conjunct's relation can be gone through, and how many rows that gives: each
    /// argument has a value or is a variable.
    fn rows_cost(&self, part: &Formula) -> Option<Cost> {
        let FormulaKind::Atom(relation, args) = &part.kind else {
            return None;
        };
        let table = &self.world.tables[relation.index()];
        let mut rows = table.len() as f64;
        let mut binds = false;
        for (column, arg) in args.iter().enumerate() {
            if !is_total(arg) {
                return None;
            }
            if self.is_ready_term(arg) {
                rows /= table.distinct(column).max(1) as f64;
            } else if matches!(arg.kind, TermKind::Variable(_)) {
                binds = true;
            } else {
                return None;
            }
        }
        binds.then_some(Cost(rows))
    }

    fn rows(&mut self, part: &Formula) -> Result<Step, Unsupported> {
        let FormulaKind::Atom(relation, args) = &part.kind else {
            return Err(Unsupported(part.id));
        };
        let (mut columns, mut key) = (Vec::new(), Vec::new());
        let (mut binds, mut same, mut sorts) = (Vec::new(), Vec::new(), Vec::new());
        for (column, arg) in args.iter().enumerate() {
            let place = column as u8;
            if self.is_ready_term(arg) {
                columns.push(place);
                key.push(self.expr(arg)?);
                continue;
            }
            let TermKind::Variable(variable) = arg.kind else {
                return Err(Unsupported(arg.id));
            };
            if binds.iter().any(|&(_, slot)| slot == variable.0) {
                same.push((place, variable.0));
                continue;
            }
            binds.push((place, variable.0));
            sorts.extend(self.sort_to_check(*relation, column, variable.0));
        }
        for &(_, slot) in &binds {
            self.bound[slot as usize] = true;
        }
        let index = self.world.tables[relation.index()].index(&columns);
        Ok(Step::Rows {
            relation: *relation,
            index,
            key: key.into(),
            binds: binds.into(),
            same: same.into(),
            sorts: sorts.into(),
        })
    }

    /// A column of the variable's own sort has values of it alone.
    fn sort_to_check(
        &self,
        relation: RelationId,
        column: usize,
        variable: u32,
    ) -> Option<(u32, SortId)> {
        let declared = self.world.declared(relation);
        let sort = self.variables[variable as usize].sort?;
        (declared.columns[column].sort != Some(sort)).then_some((variable, sort))
    }

    fn equation(&mut self, bound: &Bound, part: &Formula) -> Result<Step, Unsupported> {
        let id = bound.variable.0 as usize;
        let mut bounds = Vec::new();
        self.bounds(part, id, &mut bounds)?;
        let value = bounds.pop().ok_or(Unsupported(part.id))?.limit;
        self.bound[id] = true;
        Ok(Step::Let {
            slot: bound.variable.0,
            value,
            sort: self.variables[id].sort,
        })
    }

    /// What a conjunct says of one variable, the others having values.
    fn solve(&self, part: &Formula, variable: usize) -> Option<Solved> {
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
                Some(factor) => Solved::of(*comparison, factor),
                None => self.solve_absolute(terms, *comparison, variable),
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
    fn bounds(
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
                if *comparison == Comparison::Equal
                    && let Some(other) = beside(terms, variable)
                {
                    // Names are no numbers to compute with.
                    let limit = self.expr(other)?;
                    for is_upper in [false, true] {
                        into.push(plan::Bound {
                            factor: 1,
                            limit: limit.clone(),
                            is_upper,
                        });
                    }
                    return Ok(());
                }
                if let Some(factor) = self.linear_factor(terms, variable) {
                    let left = self.rest(&terms[0], variable)?;
                    let right = self.rest(&terms[1], variable)?;
                    let limit = arithmetic(&terms[0], Operator::Subtract, [right, left]);
                    push(factor, &limit, *comparison, &terms[0], into);
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
struct Solved {
    /// It has one value at most, and nothing has to be divided to find it.
    exact: bool,
    low: bool,
    high: bool,
}

impl Solved {
    fn of(comparison: Comparison, factor: i64) -> Option<Self> {
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
            exact: low && high && factor.abs() == 1,
            low,
            high,
        })
    }
}

/// The other term of an equation of which one side is the variable.
fn beside(terms: &[Term; 2], variable: usize) -> Option<&Term> {
    let is_bare =
        |term: &Term| matches!(term.kind, TermKind::Variable(id) if id.0 as usize == variable);
    let [a, b] = terms;
    if is_bare(a) && !Free::of_term(b).contains(&variable) {
        return Some(b);
    }
    (is_bare(b) && !Free::of_term(a).contains(&variable)).then_some(a)
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
