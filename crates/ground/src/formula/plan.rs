//! The values of the variables of a quantifier for which the known part of its guard holds: found
//! by joins on the data and by ranges that comparisons give, not by trying all values.

use logic::formula::{RelationId, SortId};

use super::known::{Env, Expr, Failure, Stop, Test};
use super::table::IndexId;
use super::world::World;

/// How to go through instances.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Plan {
    pub(super) steps: Box<[Step]>,
    /// Variables of which the first is smaller than the second in every instance.
    pub(super) ordered: Box<[(u32, u32)]>,
}

/// One step of it: binds variables, or tests those that are bound.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// Goes through values.
    Each {
        slot: u32,
        values: Values,
        bounds: Box<[Bound]>,
    },
    /// Goes through the rows of a relation that have known words in the columns of an index.
    Rows {
        relation: RelationId,
        index: IndexId,
        key: Box<[Expr]>,
        /// The columns that bind variables.
        binds: Box<[(u8, u32)]>,
        /// The columns that have to be as a variable that another column binds.
        same: Box<[(u8, u32)]>,
        /// The sorts that variables have to be in, where a column does not make sure of it.
        sorts: Box<[(u32, SortId)]>,
    },
    /// Binds a variable to the one value that it can have, if that is in its sort.
    Let {
        slot: u32,
        value: Expr,
        sort: Option<SortId>,
    },
    /// Goes on where this holds.
    Test(Test),
}

/// The values that a variable ranges over.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Values {
    Sort(SortId),
    Interval(Box<[Expr; 2]>),
    Set(Box<[Expr]>),
    /// Those of the two that are in the sort; one that fails is in none.
    Among(Box<[Expr; 2]>, Option<SortId>),
}

/// A comparison that restricts a variable: `factor * x <= limit`, or `>=`, the factor positive.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bound {
    pub(super) factor: i64,
    pub(super) limit: Expr,
    pub(super) is_upper: bool,
}

impl Plan {
    /// The slots that instances give values, in ascending order.
    pub(super) fn slots(&self) -> Vec<u32> {
        let mut slots = Vec::new();
        for step in &self.steps {
            match step {
                Step::Each { slot, .. } | Step::Let { slot, .. } => slots.push(*slot),
                Step::Rows { binds, .. } => slots.extend(binds.iter().map(|&(_, slot)| slot)),
                Step::Test(_) => {}
            }
        }
        slots.sort_unstable();
        slots
    }

    /// Does something for each instance.
    ///
    /// # Errors
    /// What `act` says, a limit, or a failure in a test where all other tests hold.
    pub(super) fn each(
        &self,
        world: &World<'_>,
        env: &mut Env,
        act: &mut dyn FnMut(&mut Env) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.run(0, world, env, &mut None, act)
    }

    fn run(
        &self,
        at: usize,
        world: &World<'_>,
        env: &mut Env,
        failed: &mut Option<Failure>,
        act: &mut dyn FnMut(&mut Env) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let Some(step) = self.steps.get(at) else {
            return match failed {
                Some(failure) => Err(failure.clone().into()),
                None => act(env),
            };
        };
        match step {
            Step::Test(test) => match test.eval(world, env) {
                Ok(true) => self.run(at + 1, world, env, failed, act),
                Ok(false) => Ok(()),
                // It counts only where everything else holds.
                Err(Stop::Failure(failure)) if failed.is_none() => {
                    *failed = Some(failure);
                    let done = self.run(at + 1, world, env, failed, act);
                    *failed = None;
                    done
                }
                Err(Stop::Failure(_)) => self.run(at + 1, world, env, failed, act),
                Err(stop) => Err(stop),
            },
            Step::Let { slot, value, sort } => {
                let word = match value.eval(world, env) {
                    // It counts only where everything else holds, whatever the variable is.
                    Err(Stop::Failure(failure)) => {
                        let outer = failed.is_some();
                        failed.get_or_insert(failure);
                        let words = sort.map_or(&[][..], |sort| world.domain(sort).values());
                        for word in words {
                            world.step()?;
                            env[*slot as usize] = word.word();
                            self.run(at + 1, world, env, failed, act)?;
                        }
                        if !outer {
                            *failed = None;
                        }
                        return Ok(());
                    }
                    word => word?,
                };
                if sort.is_some_and(|sort| world.place(sort, word).is_none()) {
                    return Ok(());
                }
                world.step()?;
                env[*slot as usize] = word;
                self.run(at + 1, world, env, failed, act)
            }
            Step::Each {
                slot,
                values,
                bounds,
            } => {
                let mut next = |world: &World<'_>, env: &mut Env, word: i64| {
                    world.step()?;
                    env[*slot as usize] = word;
                    self.run(at + 1, world, env, failed, act)
                };
                each_value(world, env, values, bounds, &mut next)
            }
            Step::Rows {
                relation,
                index,
                key,
                binds,
                same,
                sorts,
            } => {
                let words: Result<Vec<i64>, Stop> =
                    key.iter().map(|expr| expr.eval(world, env)).collect();
                let table = world.table(*relation);
                'rows: for &row in table.find(*index, &words?) {
                    world.step()?;
                    let row = table.row(row as usize);
                    for &(column, slot) in binds {
                        env[slot as usize] = row[usize::from(column)];
                    }
                    for &(column, slot) in same {
                        if env[slot as usize] != row[usize::from(column)] {
                            continue 'rows;
                        }
                    }
                    for &(slot, sort) in sorts {
                        if world.place(sort, env[slot as usize]).is_none() {
                            continue 'rows;
                        }
                    }
                    self.run(at + 1, world, env, failed, act)?;
                }
                Ok(())
            }
        }
    }
}

impl Plan {
    /// Goes to one instance, choosing among the values of each step by chance; how many there would
    /// be if all choices were like these, or `None` where they led nowhere (Knuth, "Estimating the
    /// efficiency of backtrack programs", 1975).
    pub(super) fn choose(
        &self,
        world: &World<'_>,
        env: &mut Env,
        dice: &mut dyn FnMut(u64) -> u64,
    ) -> Option<f64> {
        let mut weight = 1.0;
        for step in &self.steps {
            match step {
                Step::Test(test) => match test.eval(world, env) {
                    Ok(true) | Err(Stop::Failure(_)) => {}
                    _ => return None,
                },
                Step::Let { slot, value, sort } => {
                    let word = value.eval(world, env).ok()?;
                    if sort.is_some_and(|sort| world.place(sort, word).is_none()) {
                        return None;
                    }
                    env[*slot as usize] = word;
                }
                Step::Each {
                    slot,
                    values,
                    bounds,
                } => {
                    let interval = match values {
                        Values::Sort(sort) => world.domain(*sort).as_interval(),
                        Values::Interval(ends) => Some((
                            ends[0].eval(world, env).ok()?,
                            ends[1].eval(world, env).ok()?,
                        )),
                        Values::Set(_) | Values::Among(..) => None,
                    };
                    let (count, word) = if let Some((first, last)) = interval {
                        let (low, high) = limits(world, env, bounds);
                        let (first, last) = (first.max(low), last.min(high));
                        if first > last {
                            return None;
                        }
                        let count = last.abs_diff(first).saturating_add(1);
                        (count, first.wrapping_add(dice(count) as i64))
                    } else {
                        let (mut count, mut chosen) = (0, None);
                        let mut next = |_: &World<'_>, _: &mut Env, word: i64| {
                            count += 1;
                            if dice(count) == 0 {
                                chosen = Some(word);
                            }
                            Ok(())
                        };
                        each_value(world, env, values, bounds, &mut next).ok()?;
                        (count, chosen?)
                    };
                    weight *= count as f64;
                    env[*slot as usize] = word;
                }
                Step::Rows {
                    relation,
                    index,
                    key,
                    binds,
                    same,
                    sorts,
                } => {
                    let words: Result<Vec<i64>, Stop> =
                        key.iter().map(|expr| expr.eval(world, env)).collect();
                    let table = world.table(*relation);
                    let rows = table.find(*index, &words.ok()?);
                    if rows.is_empty() {
                        return None;
                    }
                    weight *= rows.len() as f64;
                    let row = table.row(rows[dice(rows.len() as u64) as usize] as usize);
                    for &(column, slot) in binds {
                        env[slot as usize] = row[usize::from(column)];
                    }
                    let is_other = |&(column, slot): &(u8, u32)| {
                        env[slot as usize] != row[usize::from(column)]
                    };
                    let is_outside = |&(slot, sort): &(u32, SortId)| {
                        world.place(sort, env[slot as usize]).is_none()
                    };
                    if same.iter().any(is_other) || sorts.iter().any(is_outside) {
                        return None;
                    }
                }
            }
        }
        Some(weight)
    }
}

type Next<'a> = dyn FnMut(&World<'_>, &mut Env, i64) -> Result<(), Stop> + 'a;

fn each_value(
    world: &World<'_>,
    env: &mut Env,
    values: &Values,
    bounds: &[Bound],
    next: &mut Next<'_>,
) -> Result<(), Stop> {
    let (low, high) = limits(world, env, bounds);
    match values {
        Values::Sort(sort) => {
            let domain = world.domain(*sort);
            if let Some((first, last)) = domain.as_interval() {
                for word in first.max(low)..=last.min(high) {
                    next(world, env, word)?;
                }
                return Ok(());
            }
            for value in domain.values() {
                let word = value.word();
                if low <= word && word <= high {
                    next(world, env, word)?;
                }
            }
        }
        Values::Interval(ends) => {
            let first = ends[0].eval(world, env)?;
            let last = ends[1].eval(world, env)?;
            for word in first.max(low)..=last.min(high) {
                next(world, env, word)?;
            }
        }
        Values::Among(two, sort) => {
            let [one, other] = [&two[0], &two[1]].map(|expr| expr.eval(world, env).ok());
            let other = other.filter(|_| other != one);
            for word in [one, other].into_iter().flatten() {
                if sort.is_none_or(|sort| world.place(sort, word).is_some()) {
                    next(world, env, word)?;
                }
            }
        }
        Values::Set(elements) => {
            let mut seen = Vec::with_capacity(elements.len());
            for element in elements {
                let word = element.eval(world, env)?;
                if low <= word && word <= high && !seen.contains(&word) {
                    seen.push(word);
                    next(world, env, word)?;
                }
            }
        }
    }
    Ok(())
}

/// The smallest and the greatest word that the bounds allow. One that fails is left out: the
/// comparison that it comes of is tested, too.
fn limits(world: &World<'_>, env: &mut Env, bounds: &[Bound]) -> (i64, i64) {
    let (mut low, mut high) = (i64::MIN, i64::MAX);
    for bound in bounds {
        let Ok(limit) = bound.limit.eval(world, env) else {
            continue;
        };
        if bound.is_upper {
            high = high.min(limit.div_euclid(bound.factor));
        } else {
            let quotient = limit.div_euclid(bound.factor);
            let inexact = limit.rem_euclid(bound.factor) != 0;
            low = low.max(quotient + i64::from(inexact));
        }
    }
    (low, high)
}
