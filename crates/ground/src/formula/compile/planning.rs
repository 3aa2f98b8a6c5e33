//! Chooses how the variables of a quantifier come by their values: greedily, the step that is
//! expected to give the fewest next.

use logic::formula::written::{Comparison, Operator};
use logic::formula::{Bound, Formula, FormulaKind, Range, RelationId, SortId, Term, TermKind};

use super::free::is_total;
use super::{Compiler, Unsupported};
use crate::formula::known::{Expr, Test};
use crate::formula::plan::{Plan, Step, Values};

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
        let mut ordered = Vec::new();
        loop {
            let (ready, rest) = pending.into_iter().partition(|part| self.is_ready(part));
            pending = rest;
            for part in ready {
                let test = self.test(part)?;
                ordered.extend(order(&test));
                // Often the step before goes through the values alone for which it holds.
                let mut before = steps.iter().rev();
                let last = before.find(|step| !matches!(step, Step::Test(_)));
                let is_implied = last.is_some_and(|step| self.implies(step, &test));
                if !is_implied {
                    steps.push(Step::Test(test));
                }
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
            ordered: ordered.into(),
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
            if self.has_two_values(part, id) {
                return Cost(2.0);
            }
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

    /// Whether a step gives a variable only values for which a test holds: values that are no less
    /// or no more than another variable's.
    fn implies(&self, step: &Step, test: &Test) -> bool {
        let (Step::Each { slot, bounds, .. }, Test::Compare(terms, comparison)) = (step, test)
        else {
            return false;
        };
        let (other, comparison) = match &**terms {
            [Expr::Slot(a), b] if a == slot => (b, *comparison),
            [a, Expr::Slot(b)] if b == slot => (a, comparison.exchanged()),
            _ => return false,
        };
        let (Expr::Slot(_) | Expr::Word(_)) = other else {
            return false;
        };
        let (limit, is_upper) = match comparison {
            Comparison::LessOrEqual => (0, true),
            Comparison::GreaterOrEqual => (0, false),
            Comparison::Less => (-1, true),
            Comparison::Greater => (1, false),
            Comparison::Equal | Comparison::NotEqual => return false,
        };
        bounds.iter().any(|bound| {
            let is_it = match &bound.limit {
                Expr::Arithmetic(_, Operator::Add, terms) => {
                    // One that may overflow would be left out.
                    terms[0] == *other && terms[1] == Expr::Word(limit) && self.is_small(other)
                }
                same => limit == 0 && same == other,
            };
            is_it && bound.factor == 1 && bound.is_upper == is_upper
        })
    }

    /// Whether computing with a variable never overflows.
    fn is_small(&self, expr: &Expr) -> bool {
        const SMALL: i64 = 1 << 40;
        let Expr::Slot(slot) = expr else { return false };
        let sort = self.variables.get(*slot as usize).and_then(|v| v.sort);
        let interval = sort.and_then(|sort| self.world.domain(sort).as_interval());
        interval.is_some_and(|(low, high)| -SMALL < low && high < SMALL)
    }

    fn each(&mut self, bound: &Bound, pending: &[&Formula]) -> Result<Step, Unsupported> {
        let id = bound.variable.0 as usize;
        for part in pending {
            if let Some(two) = self.two_values(part, id)? {
                return Ok(Step::Each {
                    slot: bound.variable.0,
                    values: Values::Among(Box::new(two), self.variables[id].sort),
                    bounds: Box::default(),
                });
            }
        }
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
}

/// The variables that a test says are in order, the smaller one first.
fn order(test: &Test) -> Option<(u32, u32)> {
    let Test::Compare(terms, comparison) = test else {
        return None;
    };
    match (&**terms, comparison) {
        ([Expr::Slot(a), Expr::Slot(b)], Comparison::Less) => Some((*a, *b)),
        ([Expr::Slot(a), Expr::Slot(b)], Comparison::Greater) => Some((*b, *a)),
        _ => None,
    }
}
