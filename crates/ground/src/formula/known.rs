//! Terms and formulas whose value is known while grounding.

use logic::NodeId;
use logic::formula::written::{Comparison, Operator};
use logic::formula::{RelationId, Value};

use super::plan::Plan;
use super::table::IndexId;
use super::world::World;

/// The values of the variables of a statement, as words.
pub(super) type Env = [i64];

/// A term that is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr {
    Word(i64),
    Slot(u32),
    Arithmetic(NodeId, Operator, Box<[Expr; 2]>),
    Absolute(NodeId, Box<Expr>),
    Minimum(Box<[Expr]>),
    Maximum(Box<[Expr]>),
    Count(Box<Plan>, Box<Test>),
    Sum(NodeId, Box<Plan>, Box<Test>, Box<Expr>),
}

/// A formula that is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    Truth(bool),
    Member(RelationId, IndexId, Box<[Expr]>),
    Compare(Box<[Expr; 2]>, Comparison),
    Within(Box<Expr>, Range),
    Not(Box<Test>),
    And(Box<[Test]>),
    Or(Box<[Test]>),
    Iff(Box<[Test; 2]>),
    Quantified(Times, Box<Plan>, Box<Test>),
}

/// How many instances must hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Times {
    All,
    Some,
    Exactly(Box<Expr>),
    AtLeast(Box<Expr>),
    AtMost(Box<Expr>),
}

/// A set of words.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Range {
    Interval(Box<[Expr; 2]>),
    Set(Box<[Expr]>),
    Sort(logic::formula::SortId),
}

/// An operation without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) node: NodeId,
    pub(super) by_zero: bool,
    /// The values that the variables had.
    pub(super) env: Box<[i64]>,
}

/// Why a walk over instances ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Failure(Failure),
    Cancelled,
    Exceeded(super::Limit),
    /// Whoever walked has seen enough.
    Enough,
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl Expr {
    /// The word that it is.
    #[inline]
    pub(super) fn eval(&self, world: &World<'_>, env: &mut Env) -> Result<i64, Stop> {
        match self {
            Self::Word(word) => Ok(*word),
            Self::Slot(slot) => Ok(env[*slot as usize]),
            _ => self.compute(world, env),
        }
    }

    fn compute(&self, world: &World<'_>, env: &mut Env) -> Result<i64, Stop> {
        match self {
            Self::Word(word) => Ok(*word),
            Self::Slot(slot) => Ok(env[*slot as usize]),
            Self::Arithmetic(node, operator, operands) => {
                let a = operands[0].eval(world, env)?;
                let b = operands[1].eval(world, env)?;
                let by_zero = b == 0 && matches!(operator, Operator::Divide | Operator::Modulo);
                let result = operator.apply(a, b).filter(|_| !by_zero);
                integer(result).ok_or_else(|| failure(*node, by_zero, env))
            }
            Self::Absolute(node, operand) => {
                let value = operand.eval(world, env)?;
                integer(value.checked_abs()).ok_or_else(|| failure(*node, false, env))
            }
            Self::Minimum(operands) => {
                let values = operands.iter().map(|operand| operand.eval(world, env));
                values.reduce(|a, b| Ok(a?.min(b?))).unwrap_or(Ok(0))
            }
            Self::Maximum(operands) => {
                let values = operands.iter().map(|operand| operand.eval(world, env));
                values.reduce(|a, b| Ok(a?.max(b?))).unwrap_or(Ok(0))
            }
            Self::Count(plan, test) => {
                let mut count = 0;
                plan.each(world, env, &mut |env| {
                    count += i64::from(test.eval(world, env)?);
                    Ok(())
                })?;
                Ok(count)
            }
            Self::Sum(node, plan, test, summand) => {
                let mut sum = 0_i64;
                plan.each(world, env, &mut |env| {
                    if test.eval(world, env)? {
                        let next = sum.checked_add(summand.eval(world, env)?);
                        sum = integer(next).ok_or_else(|| failure(*node, false, env))?;
                    }
                    Ok(())
                })?;
                Ok(sum)
            }
        }
    }
}

/// An integer that is none of the words that names have.
pub(super) fn integer(value: Option<i64>) -> Option<i64> {
    value.and_then(Value::integer).map(Value::word)
}

pub(super) fn failure(node: NodeId, by_zero: bool, env: &Env) -> Stop {
    Stop::Failure(Failure {
        node,
        by_zero,
        env: env.into(),
    })
}

impl Test {
    /// Whether it holds.
    pub(super) fn eval(&self, world: &World<'_>, env: &mut Env) -> Result<bool, Stop> {
        match self {
            Self::Truth(truth) => Ok(*truth),
            Self::Member(relation, index, args) => {
                let mut key = [0; 8];
                if args.len() <= key.len() {
                    for (slot, arg) in key.iter_mut().zip(args) {
                        *slot = arg.eval(world, env)?;
                    }
                    let key = &key[..args.len()];
                    return Ok(!world.table(*relation).find(*index, key).is_empty());
                }
                let key: Result<Vec<i64>, Stop> =
                    args.iter().map(|arg| arg.eval(world, env)).collect();
                Ok(!world.table(*relation).find(*index, &key?).is_empty())
            }
            Self::Compare(terms, comparison) => {
                let a = terms[0].eval(world, env)?;
                Ok(comparison.holds(a, terms[1].eval(world, env)?))
            }
            Self::Within(term, range) => {
                let value = term.eval(world, env)?;
                range.contains(world, env, value)
            }
            Self::Not(test) => Ok(!test.eval(world, env)?),
            Self::And(tests) => any(world, env, tests, false).map(|found| !found),
            Self::Or(tests) => any(world, env, tests, true),
            Self::Iff(tests) => Ok(tests[0].eval(world, env)? == tests[1].eval(world, env)?),
            Self::Quantified(times, plan, test) => times.eval(world, env, plan, test),
        }
    }
}

impl Test {
    /// The variables, with their values, of the first instance of an outermost `forall` that is
    /// violated.
    pub(super) fn violating(&self, world: &World<'_>, env: &mut Env) -> Option<Vec<(u32, i64)>> {
        match self {
            Self::And(tests) => tests.iter().find_map(|test| test.violating(world, env)),
            Self::Quantified(Times::All, plan, test) => {
                let slots = plan.slots();
                let mut found = None;
                // What ends the walk otherwise was met when the test was made.
                let _ = plan.each(world, env, &mut |env| {
                    if test.eval(world, env)? {
                        return Ok(());
                    }
                    let values = slots.iter().map(|&slot| (slot, env[slot as usize]));
                    found = Some(values.collect());
                    Err(Stop::Enough)
                });
                found
            }
            _ => None,
        }
    }
}

/// Whether one of the tests is as wished; a failure counts only where none is.
fn any(world: &World<'_>, env: &mut Env, tests: &[Test], wish: bool) -> Result<bool, Stop> {
    let mut failed = None;
    for test in tests {
        match test.eval(world, env) {
            Ok(truth) if truth == wish => return Ok(true),
            Ok(_) => {}
            Err(Stop::Failure(failure)) => failed = failed.or(Some(failure)),
            Err(stop) => return Err(stop),
        }
    }
    failed.map_or(Ok(false), |failure| Err(failure.into()))
}

impl Times {
    fn eval(
        &self,
        world: &World<'_>,
        env: &mut Env,
        plan: &Plan,
        test: &Test,
    ) -> Result<bool, Stop> {
        let forall = matches!(self, Self::All);
        let enough = forall || matches!(self, Self::Some);
        let mut counted = 0_i64;
        let walked = plan.each(world, env, &mut |env| {
            // A violated instance of `forall` counts.
            if test.eval(world, env)? != forall {
                counted += 1;
                if enough {
                    return Err(Stop::Enough);
                }
            }
            Ok(())
        });
        match walked {
            Ok(()) | Err(Stop::Enough) => {}
            Err(stop) => return Err(stop),
        }
        Ok(match self {
            Self::All => counted == 0,
            Self::Some => counted > 0,
            Self::Exactly(bound) => counted == bound.eval(world, env)?,
            Self::AtLeast(bound) => counted >= bound.eval(world, env)?,
            Self::AtMost(bound) => counted <= bound.eval(world, env)?,
        })
    }
}

impl Range {
    pub(super) fn contains(
        &self,
        world: &World<'_>,
        env: &mut Env,
        word: i64,
    ) -> Result<bool, Stop> {
        match self {
            Self::Sort(sort) => Ok(world.place(*sort, word).is_some()),
            Self::Interval(ends) => {
                let low = ends[0].eval(world, env)?;
                Ok(low <= word && word <= ends[1].eval(world, env)?)
            }
            Self::Set(elements) => {
                for element in elements {
                    if element.eval(world, env)? == word {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }
}
