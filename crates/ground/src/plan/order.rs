//! The order in which the subgoals of a rule are joined.
//!
//! Greedy: what can be tested is tested, then the subgoal that is expected to have the fewest
//! rows for what is bound so far comes next. The subgoal that ranges over what is new, if there
//! is one, comes first.

use crate::index::Key;
use crate::normal::{Pattern, Rule, Test};
use crate::plan::estimate::Estimates;
use crate::program::{Comparison, Operator};
use crate::relation::Relation;
use crate::terms::Terms;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The positive subgoal of this number.
    Positive(usize),
    /// The negative subgoal of this number.
    Negative(usize),
    /// The test of this number, which may bind variables.
    Test(usize, Use),
}

/// What a test is good for when its turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Everything is bound: it holds or not.
    Check,
    /// The first term is a pattern for the second, which is bound.
    Match,
    /// The second term is a pattern for the first, which is bound.
    MatchBack,
    /// It lists integers for a variable.
    Count,
}

/// The steps of a rule whose variables in `bound` have values from the start, all variables bound when they are needed; or a variable for which there
/// is no such order.
pub(crate) fn order(
    rule: &Rule,
    bound: &[bool],
    delta: Option<usize>,
    relations: &[Relation],
    terms: &Terms,
    estimates: &mut Estimates,
) -> Result<Vec<Step>, usize> {
    let mut state = State::new(rule, bound);
    if let Some(first) = delta {
        state.take(first);
    }
    loop {
        state.test_what_is_bound();
        let mut best: Option<(usize, f64)> = None;
        for (index, subgoal) in rule.positive.iter().enumerate() {
            if state.taken[index] {
                continue;
            }
            let key = key(&subgoal.args, &state.bound);
            let relation = &relations[subgoal.relation as usize];
            let cost = estimates.matches(subgoal.relation, relation, &key, terms);
            if best.is_none_or(|(_, least)| cost < least) {
                best = Some((index, cost));
            }
        }
        match best {
            Some((index, _)) => state.take(index),
            None => return state.finish(),
        }
    }
}

struct State<'a> {
    rule: &'a Rule,
    bound: Vec<bool>,
    taken: Vec<bool>,
    tested: Vec<bool>,
    negated: Vec<bool>,
    steps: Vec<Step>,
}

impl<'a> State<'a> {
    fn new(rule: &'a Rule, bound: &[bool]) -> Self {
        Self {
            rule,
            bound: bound.to_vec(),
            taken: vec![false; rule.positive.len()],
            tested: vec![false; rule.tests.len()],
            negated: vec![false; rule.negative.len()],
            steps: Vec::new(),
        }
    }

    fn take(&mut self, index: usize) {
        self.taken[index] = true;
        self.steps.push(Step::Positive(index));
        for arg in &self.rule.positive[index].args {
            arg.variables(&mut |variable| self.bound[variable] = true);
        }
    }

    fn test_what_is_bound(&mut self) {
        let mut again = true;
        while std::mem::take(&mut again) {
            for (index, test) in self.rule.tests.iter().enumerate() {
                if self.tested[index] {
                    continue;
                }
                let Some(what) = usable(test, &self.bound) else {
                    continue;
                };
                self.tested[index] = true;
                self.steps.push(Step::Test(index, what));
                if what != Use::Check {
                    bind(test, &mut self.bound);
                    again = true;
                }
            }
        }
        for (index, subgoal) in self.rule.negative.iter().enumerate() {
            let guards = subgoal.guards.iter().map(|guard| &guard.arg);
            let mut needed = subgoal.args.iter().chain(guards);
            if !self.negated[index] && needed.all(|arg| arg.is_bound(&self.bound)) {
                self.negated[index] = true;
                self.steps.push(Step::Negative(index));
            }
        }
    }

    fn finish(self) -> Result<Vec<Step>, usize> {
        let mut unbound = None;
        let mut need = |pattern: &Pattern| {
            pattern.variables(&mut |variable| {
                if !self.bound[variable] && unbound.is_none() {
                    unbound = Some(variable);
                }
            });
        };
        self.rule.head.args.iter().for_each(&mut need);
        let negative = self.rule.negative.iter().flat_map(|subgoal| &subgoal.args);
        negative.for_each(&mut need);
        for test in &self.rule.tests {
            match test {
                Test::Compare(_, a, b) => [a, b].into_iter().for_each(&mut need),
                Test::Within(a, b, c) | Test::NotWithin(a, b, c) => {
                    [a, b, c].into_iter().for_each(&mut need);
                }
            }
        }
        match unbound {
            Some(variable) => Err(variable),
            None if self.tested.contains(&false) => Err(0),
            None => Ok(self.steps),
        }
    }
}

/// What a test can be used for now.
pub(crate) fn usable(test: &Test, bound: &[bool]) -> Option<Use> {
    match test {
        Test::Compare(comparison, a, b) => match (a.is_bound(bound), b.is_bound(bound)) {
            (true, true) => Some(Use::Check),
            (false, true) if *comparison == Comparison::Equal && solvable(a, bound) => {
                Some(Use::Match)
            }
            (true, false) if *comparison == Comparison::Equal && solvable(b, bound) => {
                Some(Use::MatchBack)
            }
            _ => None,
        },
        Test::Within(value, from, to) if from.is_bound(bound) && to.is_bound(bound) => {
            match value {
                _ if value.is_bound(bound) => Some(Use::Check),
                Pattern::Variable(_) => Some(Use::Count),
                _ => None,
            }
        }
        Test::NotWithin(a, b, c) => {
            let all = [a, b, c].iter().all(|part| part.is_bound(bound));
            all.then_some(Use::Check)
        }
        Test::Within(..) => None,
    }
}

/// Whether a value decides the variables of a pattern: `X`, `f(X,Y)`, `X + 1`, `1 - X`.
fn solvable(pattern: &Pattern, bound: &[bool]) -> bool {
    match pattern {
        Pattern::Variable(_) | Pattern::Value(_) => true,
        Pattern::Function(_, args) => args.iter().all(|arg| solvable(arg, bound)),
        Pattern::Arithmetic(..) if pattern.is_bound(bound) => true,
        Pattern::Arithmetic(Operator::Add | Operator::Subtract, operands) => {
            let [a, b] = &**operands;
            match (a.is_bound(bound), b.is_bound(bound)) {
                (false, true) => solvable(a, bound),
                (true, false) => solvable(b, bound),
                _ => false,
            }
        }
        Pattern::Arithmetic(..) => false,
    }
}

/// Marks what a test binds.
pub(crate) fn bind(test: &Test, bound: &mut [bool]) {
    let mut mark = |pattern: &Pattern| pattern.variables(&mut |variable| bound[variable] = true);
    match test {
        Test::Compare(_, a, b) => [a, b].into_iter().for_each(&mut mark),
        Test::Within(a, ..) | Test::NotWithin(a, ..) => mark(a),
    }
}

/// The index key for a subgoal: the places whose values are known, and the functions above them
/// and above the others.
pub(crate) fn key(args: &[Pattern], bound: &[bool]) -> Key {
    let mut key = Key::default();
    let mut path = Vec::new();
    for (column, arg) in args.iter().enumerate() {
        path.push(column as u32);
        places(arg, bound, &mut path, &mut key, &mut |_| {});
        path.pop();
    }
    key
}

/// Adds the places of a term to a key, and calls `known` with each pattern that is looked up.
pub(crate) fn places<'a>(
    pattern: &'a Pattern,
    bound: &[bool],
    path: &mut Vec<u32>,
    key: &mut Key,
    known: &mut impl FnMut(&'a Pattern),
) {
    if pattern.is_bound(bound) {
        key.places.push(path.as_slice().into());
        known(pattern);
    } else if let Pattern::Function(functor, args) = pattern {
        key.shapes.push((path.as_slice().into(), *functor));
        for (index, arg) in args.iter().enumerate() {
            path.push(index as u32);
            places(arg, bound, path, key, known);
            path.pop();
        }
    }
}
