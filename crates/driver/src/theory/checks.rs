//! What `check` statements expect, and whether it is so.

use logic::formula::written::Comparison;
use logic::formula::{Check, Elaborated, Instance, Spec, Statement, StatementId};

use super::Model;
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
    /// There are so many; a lower bound, unless the second says that there are no more.
    Models(Counted),
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

/// Counts no further than it takes to know how the number compares.
fn models(
    solving: &mut Solving<'_>,
    comparison: Comparison,
    expected: i64,
) -> Result<Checked, SolvingError> {
    let mut count = 0_i64;
    let counted = solving.models(|_| {
        count += 1;
        count <= expected
    })?;
    let decided = counted.is_all || count > expected;
    if decided {
        return Ok(if comparison.holds(count, expected) {
            Checked::Holds
        } else {
            Checked::Fails(Instead::Models(counted))
        });
    }
    let enough = comparison == Comparison::GreaterOrEqual && count >= expected;
    Ok(if enough {
        Checked::Holds
    } else {
        Checked::Unknown
    })
}
