//! What `check` statements expect, and whether it is so.

use std::collections::VecDeque;

use logic::formula::written::Comparison;
use logic::formula::{Check, Elaborated, Instance, Spec, Statement, StatementId};

use super::Model;
use super::apart::closest;
use super::solving::{Answer, Counted, Entailment, Solving, SolvingError};

/// Whether a `check` holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It does.
    Holds,
    /// It does not.
    Fails(Instead),
    /// The search ended before that was known.
    Unknown,
    /// It asks for what cannot be answered yet.
    Unsupported,
}

/// What is so instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instead {
    /// There is a model.
    Model(Model),
    /// There is none: the constraints that clash.
    NoModel(Vec<StatementId>),
    /// There are so many; a lower bound, unless it says that there are no more. Where these are too
    /// many, two of them that are alike.
    Models(Counted, Option<Box<(Model, Model)>>),
    /// Two models that differ.
    Two(Model, Model),
}

/// The `check` statements of a spec.
pub fn checks(spec: &Spec) -> impl Iterator<Item = (StatementId, &Elaborated, &Check)> {
    spec.statements
        .iter()
        .filter_map(|(id, elaborated)| match &elaborated.statement {
            Statement::Check(check) => Some((*id, elaborated, check)),
            _ => None,
        })
}

/// Whether a `check` holds.
///
/// # Errors
/// As [`Solving::solve`].
pub fn check(
    solving: &mut Solving<'_>,
    instance: &Instance,
    id: StatementId,
    elaborated: &Elaborated,
    check: &Check,
) -> Result<Checked, SolvingError> {
    match check {
        Check::Sat => Ok(match solving.solve()? {
            Answer::Model(_) => Checked::Holds,
            Answer::Core(core) => Checked::Fails(Instead::NoModel(core.statements)),
            Answer::Unknown => Checked::Unknown,
        }),
        Check::Unsat => Ok(match solving.solve()? {
            Answer::Model(model) => Checked::Fails(Instead::Model(model)),
            Answer::Core(_) => Checked::Holds,
            Answer::Unknown => Checked::Unknown,
        }),
        Check::Unique => unique(solving),
        Check::Models(comparison, term) => match instance.constant(term) {
            Some(expected) => models(solving, *comparison, expected),
            None => Ok(Checked::Unsupported),
        },
        Check::Cost(..) => Ok(Checked::Unsupported),
        Check::Proves(formula) => Ok(match solving.entailment(id, elaborated, formula)? {
            Entailment::Entailed(_) => Checked::Holds,
            Entailment::Refuted(_) => refuted(solving)?,
            Entailment::Open(_, without) => Checked::Fails(Instead::Model(without)),
            Entailment::NoModel(core) => Checked::Fails(Instead::NoModel(core.statements)),
            Entailment::Unknown => Checked::Unknown,
        }),
        Check::Refutes(formula) => Ok(match solving.entailment(id, elaborated, formula)? {
            Entailment::Refuted(_) => Checked::Holds,
            Entailment::Entailed(_) => refuted(solving)?,
            Entailment::Open(with, _) => Checked::Fails(Instead::Model(with)),
            Entailment::NoModel(core) => Checked::Fails(Instead::NoModel(core.statements)),
            Entailment::Unknown => Checked::Unknown,
        }),
        Check::Possible(formula) => Ok(match solving.entailment(id, elaborated, formula)? {
            Entailment::Entailed(_) | Entailment::Open(..) => Checked::Holds,
            Entailment::Refuted(core) | Entailment::NoModel(core) => {
                Checked::Fails(Instead::NoModel(core.statements))
            }
            Entailment::Unknown => Checked::Unknown,
        }),
    }
}

/// Any model shows that a formula is not as expected, where it is the same in all.
fn refuted(solving: &mut Solving<'_>) -> Result<Checked, SolvingError> {
    Ok(match solving.solve()? {
        Answer::Model(model) => Checked::Fails(Instead::Model(model)),
        Answer::Core(core) => Checked::Fails(Instead::NoModel(core.statements)),
        Answer::Unknown => Checked::Unknown,
    })
}

fn unique(solving: &mut Solving<'_>) -> Result<Checked, SolvingError> {
    let mut found = Vec::new();
    let counted = solving.models(|model| {
        found.push(model);
        found.len() < 2
    })?;
    let second = found.pop();
    Ok(match (found.pop(), second) {
        (Some(first), Some(second)) => Checked::Fails(Instead::Two(first, second)),
        _ if !counted.is_all => Checked::Unknown,
        (None, Some(_)) => Checked::Holds,
        _ => match solving.solve()? {
            Answer::Core(core) => Checked::Fails(Instead::NoModel(core.statements)),
            _ => Checked::Unknown,
        },
    })
}

/// How far models are counted beyond what is expected, so that the number can be told.
const BEYOND: i64 = 250;

/// Counts no further than it takes to know how the number compares, and a little where it is wrong.
fn models(
    solving: &mut Solving<'_>,
    comparison: Comparison,
    expected: i64,
) -> Result<Checked, SolvingError> {
    let too_many_hold = comparison.holds(i64::MAX, expected);
    let most = match too_many_hold {
        true => expected,
        false => expected.saturating_add(BEYOND),
    };
    let mut count = 0_i64;
    let mut last: VecDeque<Model> = VecDeque::new();
    let counted = solving.models(|model| {
        count += 1;
        if !too_many_hold {
            if last.len() as i64 > BEYOND {
                last.pop_front();
            }
            last.push_back(model);
        }
        count <= most
    })?;
    if !counted.is_all && count <= expected {
        let enough = comparison == Comparison::GreaterOrEqual && count >= expected;
        return Ok(if enough {
            Checked::Holds
        } else {
            Checked::Unknown
        });
    }
    if comparison.holds(count, expected) {
        return Ok(Checked::Holds);
    }
    let mut alike = None;
    if count > expected {
        let numbers = solving.projected().into_iter();
        let atoms: Vec<_> = numbers
            .filter_map(|number| solving.grounded().atom(number))
            .collect();
        let models = last.make_contiguous();
        alike = closest(models, &atoms)
            .map(|(first, second)| Box::new((models[first].clone(), models[second].clone())));
    }
    Ok(Checked::Fails(Instead::Models(counted, alike)))
}
