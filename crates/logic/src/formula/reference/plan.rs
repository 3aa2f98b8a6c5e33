//! In which order the variables of a quantifier come by values, and where these are looked for:
//! always the step next that is expected to leave the fewest.

use super::index::Source;
use super::needs::Needs;
use super::{Evaluator, Scope};
use crate::formula::core::{Bound, Formula, FormulaKind, Quantifier, Range, Term, TermKind};
use crate::formula::written::Comparison;

/// A formula that is to hold, or not to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal<'f> {
    pub(super) formula: &'f Formula,
    pub(super) wish: bool,
}

/// One step.
#[derive(Debug)]
pub(super) enum Step<'f> {
    /// Goes on where this is as wished.
    Test(Goal<'f>),
    /// Goes on where the variable is among what `in` says of it.
    Within(&'f Bound),
    /// Goes through the tuples that have known values in some columns.
    Tuples {
        source: Source,
        columns: Box<[usize]>,
        key: Box<[&'f Term]>,
        binds: Box<[(usize, &'f Bound)]>,
    },
    /// The variable has the value of a term.
    Equal(&'f Bound, &'f Term),
    /// Goes through the values of a variable that these leave.
    Each(&'f Bound, Box<[Goal<'f>]>),
}

/// The steps in order.
#[derive(Debug, Default)]
pub(super) struct Plan<'f> {
    pub(super) steps: Vec<Step<'f>>,
}

/// The variables of quantifiers, and what has to be as wished of them.
#[derive(Debug, Default)]
pub(super) struct Search<'f> {
    pub(super) binding: Vec<&'f Bound>,
    pub(super) goals: Vec<Goal<'f>>,
}

impl<'f> Search<'f> {
    /// Takes conjunctions apart; where one instance is enough, quantifiers as well that ask for no
    /// more.
    pub(super) fn add(&mut self, formula: &'f Formula, wish: bool, one_is_enough: bool) {
        match (&formula.kind, wish) {
            (FormulaKind::Not(part), _) => self.add(part, !wish, one_is_enough),
            (FormulaKind::And(parts), true) | (FormulaKind::Or(parts), false) => {
                for part in parts {
                    self.add(part, wish, one_is_enough);
                }
            }
            (FormulaKind::Implies(parts), false) => {
                self.add(&parts[0], true, one_is_enough);
                self.add(&parts[1], false, one_is_enough);
            }
            (FormulaKind::Quantified(quantified), _)
                if one_is_enough
                    && matches!(
                        (&quantified.quantifier, wish),
                        (Quantifier::Exists, true) | (Quantifier::Forall, false)
                    ) =>
            {
                self.binding.extend(&quantified.binding);
                if let Some(guard) = &quantified.guard {
                    self.add(guard, true, true);
                }
                self.add(&quantified.body, wish, true);
            }
            _ => self.goals.push(Goal { formula, wish }),
        }
    }
}

/// What is still to be done.
#[derive(Clone, Copy)]
enum Item<'f> {
    Goal(Goal<'f>),
    Within(&'f Bound),
}

impl<'f> Item<'f> {
    fn needs(self, open: &[usize]) -> Vec<usize> {
        match self {
            Item::Goal(goal) => Needs::among(open).of_formula(goal.formula),
            Item::Within(bound) => {
                let range = bound.range.as_ref();
                let needs = Needs::among(open);
                let mut found = range.map_or_else(Vec::new, |range| needs.of_range(range));
                found.extend(open.contains(&variable(bound)).then(|| variable(bound)));
                found
            }
        }
    }

    /// Tests that look at many values come last.
    fn is_long(self) -> bool {
        matches!(self, Item::Goal(goal) if matches!(goal.formula.kind, FormulaKind::Quantified(_)))
    }
}

impl Evaluator<'_> {
    /// A plan for a search where the variables outside have values.
    pub(super) fn plan<'f>(&self, scope: &Scope<'f>, search: &Search<'f>) -> Plan<'f> {
        let mut left: Vec<&'f Bound> = search.binding.clone();
        let goals = search.goals.iter().map(|&goal| Item::Goal(goal));
        let ranges = left.iter().filter(|bound| bound.range.is_some());
        let mut items: Vec<Item<'f>> = goals.chain(ranges.map(|&b| Item::Within(b))).collect();
        let mut plan = Plan::default();
        loop {
            let open: Vec<usize> = left.iter().map(|bound| variable(bound)).collect();
            let (mut ready, rest): (Vec<_>, Vec<_>) = items
                .into_iter()
                .partition(|item| item.needs(&open).is_empty());
            ready.sort_by_key(|item| item.is_long());
            plan.steps.extend(ready.into_iter().map(|item| match item {
                Item::Goal(goal) => Step::Test(goal),
                Item::Within(bound) => Step::Within(bound),
            }));
            items = rest;
            let Some((step, said)) = self.cheapest(scope, &left, &open, &items) else {
                return plan;
            };
            if let Some(item) = said {
                items.remove(item);
            }
            match &step {
                Step::Tuples { binds, .. } => {
                    let bound_here = |one: &&Bound| binds.iter().any(|(_, b)| same(b, one));
                    left.retain(|bound| !bound_here(bound));
                }
                Step::Equal(one, _) | Step::Each(one, _) => left.retain(|b| !same(b, one)),
                Step::Test(_) | Step::Within(_) => {}
            }
            plan.steps.push(step);
        }
    }

    /// The step, and which of the items need not be looked at any more after it.
    fn cheapest<'f>(
        &self,
        scope: &Scope<'f>,
        left: &[&'f Bound],
        open: &[usize],
        items: &[Item<'f>],
    ) -> Option<(Step<'f>, Option<usize>)> {
        let mut best: Option<(f64, Step<'f>, Option<usize>)> = None;
        let mut offer = |cost: f64, step: Step<'f>, says: Option<usize>| {
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, step, says));
            }
        };
        for (place, item) in items.iter().enumerate() {
            let Item::Goal(Goal {
                formula,
                wish: true,
            }) = *item
            else {
                continue;
            };
            if let Some((bound, term)) = equation(formula, left, open) {
                offer(1.0, Step::Equal(bound, term), Some(place));
            }
            for (source, args) in sources(formula) {
                if let Some((cost, step)) = self.rows(scope, source, &args, left, open) {
                    offer(cost, step, Some(place));
                }
            }
        }
        for &bound in left {
            let others: Vec<usize> = open
                .iter()
                .copied()
                .filter(|&o| o != variable(bound))
                .collect();
            let range = bound.range.as_ref();
            if range.is_some_and(|range| !Needs::among(&others).of_range(range).is_empty()) {
                continue;
            }
            let comparisons: Vec<Goal<'f>> = items
                .iter()
                .filter_map(|item| match item {
                    Item::Goal(goal) if is_comparison(goal.formula) => Some(*goal),
                    _ => None,
                })
                .filter(|goal| Needs::among(&others).of_formula(goal.formula).is_empty())
                .filter(|goal| !Item::Goal(*goal).needs(open).is_empty())
                .collect();
            let all = match (scope.variables[variable(bound)].sort, range) {
                (Some(sort), _) => self.instance.domain(sort).len() as f64,
                (None, Some(Range::Set(elements))) => elements.len() as f64,
                (None, _) => 16.0,
            };
            // A guess: each comparison leaves half of the values, but never makes a wide sort
            // look narrow.
            let cost = all / f64::from(1 << comparisons.len().min(4));
            offer(cost.max(1.5), Step::Each(bound, comparisons.into()), None);
        }
        best.map(|(_, step, says)| (step, says))
    }

    fn rows<'f>(
        &self,
        scope: &Scope<'f>,
        source: Source,
        args: &[&'f Term],
        left: &[&'f Bound],
        open: &[usize],
    ) -> Option<(f64, Step<'f>)> {
        let (mut columns, mut key, mut binds) = (Vec::new(), Vec::new(), Vec::new());
        for (column, &arg) in args.iter().enumerate() {
            if Needs::among(open).of_term(arg).is_empty() {
                columns.push(column);
                key.push(arg);
            } else if let Some(bound) = bare(arg, left) {
                binds.push((column, bound));
            } else {
                return None;
            }
        }
        if binds.is_empty() {
            return None;
        }
        let cost = self.index(scope, source, &columns).average();
        let step = Step::Tuples {
            source,
            columns: columns.into(),
            key: key.into(),
            binds: binds.into(),
        };
        Some((cost, step))
    }
}

/// What a formula's instances are among: the tuples of a relation, or those of a function that is
/// compared.
fn sources(formula: &Formula) -> Vec<(Source, Vec<&Term>)> {
    match &formula.kind {
        FormulaKind::Atom(relation, args) => {
            vec![(Source::Relation(*relation), args.iter().collect())]
        }
        FormulaKind::Compare(terms, Comparison::Equal) => {
            let [a, b] = &**terms;
            let sides = [(a, b), (b, a)].into_iter();
            let applied = sides.filter_map(|(side, value)| match &side.kind {
                TermKind::Apply(function, args) => Some((
                    Source::Function(*function),
                    args.iter().chain([value]).collect(),
                )),
                _ => None,
            });
            applied.collect()
        }
        _ => Vec::new(),
    }
}

/// A variable without a value that is to equal a term that has one.
fn equation<'f>(
    formula: &'f Formula,
    left: &[&'f Bound],
    open: &[usize],
) -> Option<(&'f Bound, &'f Term)> {
    let FormulaKind::Compare(terms, Comparison::Equal) = &formula.kind else {
        return None;
    };
    let [a, b] = &**terms;
    [(a, b), (b, a)].into_iter().find_map(|(side, other)| {
        let bound = bare(side, left)?;
        let is_ready = Needs::among(open).of_term(other).is_empty();
        is_ready.then_some((bound, other))
    })
}

fn is_comparison(formula: &Formula) -> bool {
    matches!(
        formula.kind,
        FormulaKind::Compare(..) | FormulaKind::In(_, Range::Interval(_))
    )
}

fn bare<'f>(term: &Term, left: &[&'f Bound]) -> Option<&'f Bound> {
    let TermKind::Variable(id) = term.kind else {
        return None;
    };
    left.iter().copied().find(|bound| bound.variable == id)
}

fn variable(bound: &Bound) -> usize {
    bound.variable.0 as usize
}

fn same(a: &Bound, b: &Bound) -> bool {
    a.variable == b.variable
}
