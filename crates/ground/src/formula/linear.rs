//! Sums that the solver decides, compared with 0: decision diagrams over partial sums, equal ones
//! shared (Eén and Sörensson, "Translating pseudo-Boolean constraints into SAT", 2006; Abío and
//! Stuckey, "Encoding linear constraints into SAT", 2014).

use rustc_hash::{FxHashMap, FxHashSet};

use logic::formula::written::Comparison;

use super::Limit;
use super::circuit::{FALSE, TRUE};
use super::emit::{Emitter, truth};
use super::known::{Env, Stop};
use super::node::{Part, Sum};

/// A sum: of each group exactly one literal holds, and its number counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Summed {
    constant: i64,
    groups: Vec<Vec<(i32, i64)>>,
    /// Where one of these holds, the sum has no value.
    undefined: Vec<i32>,
}

impl Summed {
    /// How many of the literals hold, and a constant.
    pub(super) fn count(literals: Vec<i32>, constant: i64) -> Self {
        let group = |literal: i32| vec![(literal, 1), (-literal, 0)];
        Self {
            constant,
            groups: literals.into_iter().map(group).collect(),
            undefined: Vec::new(),
        }
    }
}

/// A comparison of what is left of a sum with what it has to come to.
struct Diagram<'s> {
    groups: &'s [Vec<(i32, i64)>],
    /// What the groups from each on come to at least, and at most.
    ranges: Vec<(i64, i64)>,
    kind: Kind,
}

impl Diagram<'_> {
    /// Whether the groups from `at` on come to the target, where that holds of all or of none of
    /// their choices.
    fn decided(&self, at: usize, target: i64) -> Option<bool> {
        let (low, high) = self.ranges[at];
        match self.kind {
            Kind::Equal if target < low || target > high => Some(false),
            Kind::Equal => (low == high).then_some(true),
            Kind::AtMost if high <= target => Some(true),
            Kind::AtMost => (low > target).then_some(false),
            Kind::AtLeast if low >= target => Some(true),
            Kind::AtLeast => (high < target).then_some(false),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Equal,
    AtMost,
    AtLeast,
}

impl Emitter<'_, '_> {
    /// What a sum comes to; `None` where it has no value.
    pub(super) fn summed(&mut self, sum: &Sum, env: &mut Env) -> Result<Option<Summed>, Stop> {
        let mut summed = Summed {
            constant: sum.constant.eval(self.world, env)?,
            ..Summed::default()
        };
        for (factor, part) in &sum.parts {
            let factor = factor.eval(self.world, env)?;
            match part {
                Part::Function(function, args) => {
                    let Some(values) = self.function(*function, args, env)? else {
                        return Ok(None);
                    };
                    summed.groups.push(scaled(&values, factor)?);
                }
                Part::Count(plan, condition) => {
                    let world = self.world;
                    plan.each(world, env, &mut |env| {
                        self.count_instance()?;
                        match self.literal(condition, env)? {
                            TRUE => summed.constant = plus(summed.constant, factor)?,
                            FALSE => {}
                            literal => summed.groups.push(vec![(literal, factor), (-literal, 0)]),
                        }
                        Ok(())
                    })?;
                }
                Part::Case(choice, slot, inner) => {
                    let Some(values) = self.values(choice, env)? else {
                        return Ok(None);
                    };
                    self.add_cases(&mut summed, &values, *slot, inner, factor, env)?;
                }
                Part::Sum(plan, condition, summand) => {
                    let world = self.world;
                    let mut has_value = true;
                    plan.each(world, env, &mut |env| {
                        self.count_instance()?;
                        let literal = self.literal(condition, env)?;
                        if literal == FALSE {
                            return Ok(());
                        }
                        match self.summed(summand, env)? {
                            Some(inner) => self.add(&mut summed, inner, literal, factor),
                            None if literal == TRUE => {
                                has_value = false;
                                Ok(())
                            }
                            None => {
                                summed.undefined.push(literal);
                                Ok(())
                            }
                        }
                    })?;
                    if !has_value {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(Some(summed))
    }

    /// Adds a sum, so many times, for each value of a choice.
    fn add_cases(
        &mut self,
        to: &mut Summed,
        values: &[(i32, i64)],
        slot: u32,
        inner: &Sum,
        factor: i64,
        env: &mut Env,
    ) -> Result<(), Stop> {
        let mut plain = Vec::new();
        for &(literal, value) in values {
            env[slot as usize] = value;
            match self.summed(inner, env)? {
                // Of these exactly one is chosen.
                Some(sum) if sum.groups.is_empty() && sum.undefined.is_empty() => {
                    plain.push((literal, product(sum.constant, factor)?));
                }
                Some(sum) => {
                    plain.push((literal, 0));
                    self.add(to, sum, literal, factor)?;
                }
                None => {
                    plain.push((literal, 0));
                    to.undefined.push(literal);
                }
            }
        }
        to.groups.push(plain);
        Ok(())
    }

    /// Adds a sum, so many times, where a literal holds.
    fn add(
        &mut self,
        to: &mut Summed,
        inner: Summed,
        condition: i32,
        factor: i64,
    ) -> Result<(), Stop> {
        let undefined = inner.undefined.into_iter();
        to.undefined
            .extend(undefined.map(|literal| self.circuit.and([literal, condition])));
        let constant = product(inner.constant, factor)?;
        if condition == TRUE {
            to.constant = plus(to.constant, constant)?;
        } else if constant != 0 {
            to.groups.push(vec![(condition, constant), (-condition, 0)]);
        }
        for group in inner.groups {
            let mut group = scaled(&group, factor)?;
            if condition != TRUE {
                for (literal, _) in &mut group {
                    *literal = self.circuit.and([*literal, condition]);
                }
                group.push((-condition, 0));
            }
            to.groups.push(group);
        }
        Ok(())
    }

    /// The literal that stands for a comparison of a sum with 0.
    pub(super) fn compare(&mut self, sum: &Summed, comparison: Comparison) -> Result<i32, Stop> {
        let target = sum.constant.checked_neg().ok_or(OVERFLOW)?;
        let before = |target: i64| target.checked_sub(1).ok_or(OVERFLOW);
        let after = |target: i64| target.checked_add(1).ok_or(OVERFLOW);
        let (kind, target, negated) = match comparison {
            Comparison::Equal => (Kind::Equal, target, false),
            Comparison::NotEqual => (Kind::Equal, target, true),
            Comparison::LessOrEqual => (Kind::AtMost, target, false),
            Comparison::Less => (Kind::AtMost, before(target)?, false),
            Comparison::GreaterOrEqual => (Kind::AtLeast, target, false),
            Comparison::Greater => (Kind::AtLeast, after(target)?, false),
        };
        let groups = ordered(&sum.groups)?;
        let mut ranges = vec![(0_i64, 0_i64)];
        for group in groups.iter().rev() {
            let weights = || group.iter().map(|&(_, weight)| weight);
            let (Some(least), Some(most)) = (weights().min(), weights().max()) else {
                // A choice of nothing: no values, so nothing holds of them.
                return Ok(FALSE);
            };
            let &(low, high) = ranges.last().unwrap_or(&(0, 0));
            ranges.push((plus(low, least)?, plus(high, most)?));
        }
        ranges.reverse();
        let diagram = Diagram {
            groups: &groups,
            ranges,
            kind,
        };
        let literal = self.diagram(&diagram, target)?;
        let holds = if negated { -literal } else { literal };
        let mut all = vec![holds];
        all.extend(sum.undefined.iter().map(|literal| -literal));
        Ok(self.circuit.and(all))
    }

    /// The literal that all groups come to what they have to: what is left is found from the first
    /// group to the last, and literals are made from the last to the first.
    fn diagram(&mut self, diagram: &Diagram<'_>, target: i64) -> Result<i32, Stop> {
        let mut levels: Vec<FxHashSet<i64>> = vec![FxHashSet::from_iter([target])];
        for (at, group) in diagram.groups.iter().enumerate() {
            let mut next = FxHashSet::default();
            for &target in &levels[at] {
                if diagram.decided(at, target).is_some() {
                    continue;
                }
                for &(_, weight) in group {
                    self.world.step()?;
                    next.insert(plus(target, -weight)?);
                }
            }
            levels.push(next);
        }
        let mut below: FxHashMap<i64, i32> = FxHashMap::default();
        for (at, targets) in levels.into_iter().enumerate().rev() {
            let mut targets: Vec<i64> = targets.into_iter().collect();
            targets.sort_unstable();
            let mut made = FxHashMap::default();
            for target in targets {
                let literal = match diagram.decided(at, target) {
                    Some(holds) => truth(holds),
                    None => {
                        let choice = |&(literal, weight): &(i32, i64)| {
                            (
                                literal,
                                below.get(&(target - weight)).copied().unwrap_or(FALSE),
                            )
                        };
                        let choices: Vec<(i32, i32)> =
                            diagram.groups[at].iter().map(choice).collect();
                        self.circuit.select(&choices)
                    }
                };
                made.insert(target, literal);
            }
            below = made;
        }
        Ok(below.get(&target).copied().unwrap_or(FALSE))
    }

    /// Every number that a sum may come to, with the literal that it does.
    pub(super) fn sums(&mut self, sum: &Summed) -> Result<Vec<(i32, i64)>, Stop> {
        let mut reached: FxHashSet<i64> = FxHashSet::from_iter([sum.constant]);
        for group in &sum.groups {
            let mut next = FxHashSet::default();
            for &so_far in &reached {
                for &(_, weight) in group {
                    self.world.step()?;
                    next.insert(plus(so_far, weight)?);
                }
            }
            reached = next;
        }
        let mut reached: Vec<i64> = reached.into_iter().collect();
        reached.sort_unstable();
        let mut values = Vec::with_capacity(reached.len());
        for value in reached {
            let shifted = Summed {
                constant: plus(sum.constant, value.checked_neg().ok_or(OVERFLOW)?)?,
                ..sum.clone()
            };
            let literal = self.compare(&shifted, Comparison::Equal)?;
            if literal != FALSE {
                values.push((literal, value));
            }
        }
        Ok(values)
    }
}

const OVERFLOW: Stop = Stop::Exceeded(Limit::Integers);

fn plus(a: i64, b: i64) -> Result<i64, Stop> {
    a.checked_add(b).ok_or(OVERFLOW)
}

fn product(a: i64, b: i64) -> Result<i64, Stop> {
    a.checked_mul(b).ok_or(OVERFLOW)
}

/// The groups in an order that keeps diagrams small: what is chosen in the same way is one group, and
/// what weighs most comes first, so that few sums are left when the small ones come.
fn ordered(groups: &[Vec<(i32, i64)>]) -> Result<Vec<Vec<(i32, i64)>>, Stop> {
    let mut ordered: Vec<Vec<(i32, i64)>> = Vec::with_capacity(groups.len());
    let mut places: FxHashMap<Vec<i32>, usize> = FxHashMap::default();
    for group in groups {
        let mut literals: Vec<i32> = group.iter().map(|&(literal, _)| literal).collect();
        literals.sort_unstable();
        let is_choice = literals.windows(2).all(|pair| pair[0] != pair[1]);
        let Some(&place) = places.get(&literals).filter(|_| is_choice) else {
            places.insert(literals, ordered.len());
            ordered.push(group.clone());
            continue;
        };
        let weights: FxHashMap<i32, i64> = group.iter().copied().collect();
        for (literal, weight) in &mut ordered[place] {
            *weight = plus(*weight, weights[literal])?;
        }
    }
    let spread = |group: &Vec<(i32, i64)>| {
        let weights = || group.iter().map(|&(_, weight)| i128::from(weight));
        weights().max().unwrap_or(0) - weights().min().unwrap_or(0)
    };
    ordered.sort_by_cached_key(|group| std::cmp::Reverse(spread(group)));
    Ok(ordered)
}

fn scaled(group: &[(i32, i64)], factor: i64) -> Result<Vec<(i32, i64)>, Stop> {
    let scaled = group.iter();
    scaled
        .map(|&(literal, weight)| Ok((literal, product(weight, factor)?)))
        .collect()
}

/// Does something with every subset of so many literals, each in order.
pub(super) fn subsets(
    literals: &[i32],
    size: usize,
    chosen: &mut Vec<i32>,
    act: &mut dyn FnMut(&[i32]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if size == 0 {
        return act(chosen);
    }
    for (place, &literal) in literals.iter().enumerate() {
        if literals.len() - place < size {
            break;
        }
        chosen.push(literal);
        subsets(&literals[place + 1..], size - 1, chosen, act)?;
        chosen.pop();
    }
    Ok(())
}
