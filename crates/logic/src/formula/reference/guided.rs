//! Looks for the values of variables for which formulas hold only where they can: among the tuples
//! of relations, and in the ranges that comparisons leave. What is found is what trying all values
//! finds.

use std::rc::Rc;

use super::plan::{Goal, Plan, Search, Step};
use super::ranges::{ALL, Span};
use super::{Evaluator, Failure, Scope};
use crate::formula::core::{Bound, Formula, Quantified, Quantifier, Range};
use crate::formula::value::{Domain, Value};

/// Why a search ended early.
enum End {
    /// A term has no value where all else is as wished.
    Failure(Failure),
    /// One instance is enough.
    Enough,
    /// A term has no value where it would say where to look: all values have to be tried.
    Lost,
}

type Act<'s, 'a, 'f> = dyn FnMut(&Evaluator<'a>, &mut Scope<'f>) -> Result<(), End> + 's;

impl<'a> Evaluator<'a> {
    /// How many instances of a quantifier hold, or, of `forall`, are violated; no more than one is
    /// counted where one decides. `None` where all values have to be tried.
    pub(super) fn found<'f>(
        &self,
        scope: &mut Scope<'f>,
        quantified: &'f Quantified,
    ) -> Option<Result<i64, Failure>> {
        self.indexes.as_ref()?;
        let forall = quantified.quantifier == Quantifier::Forall;
        let one = forall || quantified.quantifier == Quantifier::Exists;
        let mut search = Search {
            binding: quantified.binding.iter().collect(),
            ..Search::default()
        };
        if let Some(guard) = &quantified.guard {
            search.add(guard, true, one);
        }
        search.add(&quantified.body, !forall, one);
        let mut count = 0;
        let address = std::ptr::from_ref(quantified).addr();
        let walked = self.search(scope, address, &search, &mut |_, _| {
            count += 1;
            if one { Err(End::Enough) } else { Ok(()) }
        });
        ended(walked, count)
    }

    /// The tuples of values for which `forall` is violated, up to `most`. `None` where all values
    /// have to be tried.
    pub(super) fn violating<'f>(
        &self,
        scope: &mut Scope<'f>,
        quantified: &'f Quantified,
        most: usize,
    ) -> Option<Result<Vec<Box<[Value]>>, Failure>> {
        self.indexes.as_ref()?;
        let mut search = Search {
            binding: quantified.binding.iter().collect(),
            ..Search::default()
        };
        if let Some(guard) = &quantified.guard {
            search.add(guard, true, true);
        }
        search.add(&quantified.body, false, true);
        let mut rows = Vec::new();
        let address = std::ptr::from_ref(quantified).addr();
        let walked = self.search(scope, address, &search, &mut |_, scope| {
            rows.push(scope.tuple(&quantified.binding));
            if rows.len() < most {
                Ok(())
            } else {
                Err(End::Enough)
            }
        });
        ended(walked, rows)
    }

    /// How many tuples of values a formula holds for.
    pub(super) fn counted<'f>(
        &self,
        scope: &mut Scope<'f>,
        binding: &'f [Bound],
        condition: &'f Formula,
    ) -> Option<Result<i64, Failure>> {
        let mut count = 0;
        let walked = self.walk(scope, binding, condition, &mut |_, _| {
            count += 1;
            Ok(())
        })?;
        ended(walked, count)
    }

    /// The tuples of values that a formula holds for.
    pub(super) fn matches<'f>(
        &self,
        scope: &mut Scope<'f>,
        binding: &'f [Bound],
        condition: &'f Formula,
    ) -> Option<Result<Vec<Box<[Value]>>, Failure>> {
        let mut rows = Vec::new();
        let walked = self.walk(scope, binding, condition, &mut |_, scope| {
            rows.push(scope.tuple(binding));
            Ok(())
        })?;
        ended(walked, rows)
    }

    fn walk<'f>(
        &self,
        scope: &mut Scope<'f>,
        binding: &'f [Bound],
        condition: &'f Formula,
        act: &mut Act<'_, 'a, 'f>,
    ) -> Option<Result<(), End>> {
        self.indexes.as_ref()?;
        let mut search = Search {
            binding: binding.iter().collect(),
            ..Search::default()
        };
        search.add(condition, true, false);
        let address = std::ptr::from_ref(condition).addr();
        Some(self.search(scope, address, &search, act))
    }

    fn search<'f>(
        &self,
        scope: &mut Scope<'f>,
        address: usize,
        search: &Search<'f>,
        act: &mut Act<'_, 'a, 'f>,
    ) -> Result<(), End> {
        let known = scope.plans.borrow().get(&address).cloned();
        let plan = known.unwrap_or_else(|| {
            let plan = Rc::new(self.plan(scope, search));
            scope.plans.borrow_mut().insert(address, plan.clone());
            plan
        });
        self.run(scope, &plan, 0, None, act)
    }

    fn run<'f>(
        &self,
        scope: &mut Scope<'f>,
        plan: &Plan<'f>,
        at: usize,
        failed: Option<&Failure>,
        act: &mut Act<'_, 'a, 'f>,
    ) -> Result<(), End> {
        let Some(step) = plan.steps.get(at) else {
            return match failed {
                Some(failure) => Err(End::Failure(failure.clone())),
                None => act(self, scope),
            };
        };
        match step {
            Step::Test(Goal { formula, wish }) => match self.holds(scope, formula) {
                Ok(truth) if truth == *wish => self.run(scope, plan, at + 1, failed, act),
                Ok(_) => Ok(()),
                // It counts only where all else is as wished.
                Err(failure) => self.run(scope, plan, at + 1, failed.or(Some(&failure)), act),
            },
            Step::Within(bound) => {
                let value = scope.values[bound.variable.0 as usize];
                if let (Some(range), Some(value)) = (&bound.range, value)
                    && !self.within(scope, value, range).map_err(|_| End::Lost)?
                {
                    return Ok(());
                }
                self.run(scope, plan, at + 1, failed, act)
            }
            Step::Equal(bound, term) => {
                let value = self.term(scope, term).map_err(|_| End::Lost)?;
                let Some(value) = value.filter(|&value| self.is_of_sort(scope, bound, value))
                else {
                    return Ok(());
                };
                self.with(scope, bound, value, plan, at, failed, act)
            }
            Step::Tuples {
                source,
                columns,
                key,
                binds,
            } => {
                let mut found = Vec::with_capacity(key.len());
                for term in key {
                    match self.term(scope, term).map_err(|_| End::Lost)? {
                        Some(value) => found.push(value),
                        None => return Ok(()),
                    }
                }
                let index = self.index(scope, *source, columns);
                let outer: Vec<_> = binds.iter().map(|(_, bound)| scope.value(bound)).collect();
                let mut walked = Ok(());
                for tuple in index.find(&found) {
                    let mut fits = true;
                    for (place, (column, bound)) in binds.iter().enumerate() {
                        let value = tuple[*column];
                        // A variable that stands twice is bound by its first place.
                        let earlier = binds[..place]
                            .iter()
                            .find(|(_, other)| other.variable == bound.variable);
                        fits &= match earlier {
                            Some((first, _)) => tuple[*first] == value,
                            None => self.is_of_sort(scope, bound, value),
                        };
                        scope.values[bound.variable.0 as usize] = Some(value);
                    }
                    if fits {
                        walked = self.run(scope, plan, at + 1, failed, act);
                        if walked.is_err() {
                            break;
                        }
                    }
                }
                for ((_, bound), value) in binds.iter().zip(outer) {
                    scope.values[bound.variable.0 as usize] = value;
                }
                walked
            }
            Step::Each(bound, comparisons) => {
                let sort = scope.variables[bound.variable.0 as usize].sort;
                let domain = sort.map(|sort| self.instance.domain(sort));
                let run = domain.map_or(Some((i64::MIN, i64::MAX)), Domain::as_interval);
                let span = match run {
                    Some((low, high)) => {
                        let mut span = Span(low, high);
                        for Goal { formula, wish } in comparisons {
                            let variable = bound.variable.0 as usize;
                            span = span.and(self.span(scope, formula, *wish, variable));
                        }
                        span
                    }
                    None => ALL,
                };
                if let (Some(_), Some(_)) = (run, domain) {
                    for integer in span.0..=span.1 {
                        let Some(value) = Value::integer(integer) else {
                            continue;
                        };
                        self.with(scope, bound, value, plan, at, failed, act)?;
                    }
                    return Ok(());
                }
                let values = match (domain, &bound.range) {
                    (Some(domain), _) => domain.values().to_vec(),
                    (None, Some(Range::Interval(ends))) => {
                        let mut of = |end| self.term(scope, end).map_err(|_| End::Lost);
                        let (low, high) = (of(&ends[0])?, of(&ends[1])?);
                        let low = low.and_then(Value::as_integer);
                        let high = high.and_then(Value::as_integer);
                        let (Some(low), Some(high)) = (low, high) else {
                            return Ok(());
                        };
                        let span = span.and(Span(low, high));
                        (span.0..=span.1).filter_map(Value::integer).collect()
                    }
                    _ => self.values(scope, bound).map_err(|_| End::Lost)?,
                };
                for value in values {
                    self.with(scope, bound, value, plan, at, failed, act)?;
                }
                Ok(())
            }
        }
    }

    /// Goes on with a variable bound.
    #[expect(clippy::too_many_arguments, reason = "a step of a recursion")]
    fn with<'f>(
        &self,
        scope: &mut Scope<'f>,
        bound: &Bound,
        value: Value,
        plan: &Plan<'f>,
        at: usize,
        failed: Option<&Failure>,
        act: &mut Act<'_, 'a, 'f>,
    ) -> Result<(), End> {
        let variable = bound.variable.0 as usize;
        let outer = scope.values[variable].replace(value);
        let walked = self.run(scope, plan, at + 1, failed, act);
        scope.values[variable] = outer;
        walked
    }

    fn is_of_sort(&self, scope: &Scope<'_>, bound: &Bound, value: Value) -> bool {
        let sort = scope.variables[bound.variable.0 as usize].sort;
        sort.is_none_or(|sort| self.instance.domain(sort).contains(value))
    }
}

fn ended<T>(walked: Result<(), End>, found: T) -> Option<Result<T, Failure>> {
    match walked {
        Ok(()) | Err(End::Enough) => Some(Ok(found)),
        Err(End::Failure(failure)) => Some(Err(failure)),
        Err(End::Lost) => None,
    }
}

impl Scope<'_> {
    fn value(&self, bound: &Bound) -> Option<Value> {
        self.values[bound.variable.0 as usize]
    }

    /// Gives variables values, or takes them.
    pub(super) fn bind(&mut self, binding: &[Bound], row: Option<&[Value]>) {
        for (place, bound) in binding.iter().enumerate() {
            self.values[bound.variable.0 as usize] = row.map(|row| row[place]);
        }
    }
}
