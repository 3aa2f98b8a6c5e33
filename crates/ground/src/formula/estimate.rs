//! How many instances a formula has, before they are gone through.

use super::known::{Env, Times};
use super::node::{Choice, Node, Part, Sum};
use super::plan::{Plan, Step, Values};
use super::world::World;

/// How many instances are looked at by chance.
const PROBES: u32 = 300;

/// The number of instances of a formula, if that is beyond what is allowed for sure; where guards
/// leave some of many, it is a mean over a few, and has to be far beyond.
pub(super) fn beyond(world: &World<'_>, node: &Node, slots: usize, most: f64) -> Option<f64> {
    let certain = certain(world, node);
    if certain > most {
        return Some(certain);
    }
    if bound(world, node) <= most {
        return None;
    }
    far(slots, most, |env, dice| probe(world, node, env, dice))
}

/// The same of a plan.
pub(super) fn plan_beyond(world: &World<'_>, plan: &Plan, slots: usize, most: f64) -> Option<f64> {
    if plan_bound(world, plan) <= most {
        return None;
    }
    far(slots, most, |env, dice| {
        plan.choose(world, env, dice).unwrap_or(0.0)
    })
}

type Dice<'d> = dyn FnMut(u64) -> u64 + 'd;

fn far(
    slots: usize,
    most: f64,
    mut one: impl FnMut(&mut Env, &mut Dice<'_>) -> f64,
) -> Option<f64> {
    let mut env = vec![0; slots];
    let mut state = 0_u64;
    // The generator of Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
    let mut dice = |sides: u64| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % sides
    };
    let all: f64 = (0..PROBES).map(|_| one(&mut env, &mut dice)).sum();
    let mean = all / f64::from(PROBES);
    (mean > 2.0 * most).then_some(mean)
}

/// A number of instances that a formula has at least; 0 where data decide.
fn certain(world: &World<'_>, node: &Node) -> f64 {
    match node {
        Node::Quantified { times, plan, body } => {
            let Some(own) = of_plan(world, plan) else {
                return 0.0;
            };
            // A disjunction may hold because of its first instances.
            if matches!(times, Times::Some) {
                return own.min(1.0);
            }
            own * certain(world, body).max(1.0)
        }
        Node::And(parts) => parts.iter().map(|part| certain(world, part)).sum(),
        Node::Not(part) => certain(world, part),
        _ => 0.0,
    }
}

/// How many instances a plan has, if it tests nothing.
fn of_plan(world: &World<'_>, plan: &Plan) -> Option<f64> {
    let mut product = 1.0;
    for step in &plan.steps {
        match step {
            Step::Each {
                values: Values::Sort(sort),
                bounds,
                ..
            } if bounds.is_empty() => product *= world.domain(*sort).len() as f64,
            _ => return None,
        }
    }
    Some(product)
}

/// A number of instances that a formula has at most.
fn bound(world: &World<'_>, node: &Node) -> f64 {
    match node {
        Node::Quantified { plan, body, .. } => {
            plan_bound(world, plan) * bound(world, body).max(1.0)
        }
        Node::Case { choice, body, .. } => ways(world, choice) * bound(world, body).max(1.0),
        Node::Not(part) => bound(world, part),
        Node::And(parts) | Node::Or(parts) => parts.iter().map(|part| bound(world, part)).sum(),
        Node::Implies(parts) | Node::Iff(parts) => {
            parts.iter().map(|part| bound(world, part)).sum()
        }
        Node::Linear(sum, _) => sum_bound(world, sum),
        Node::Test(_) | Node::Atom(..) | Node::Value { .. } | Node::Same { .. } => 1.0,
    }
}

fn sum_bound(world: &World<'_>, sum: &Sum) -> f64 {
    let parts = sum.parts.iter().map(|(_, part)| match part {
        Part::Function(..) => 1.0,
        Part::Count(plan, body) => plan_bound(world, plan) * bound(world, body).max(1.0),
        Part::Sum(plan, body, inner) => {
            plan_bound(world, plan) * (bound(world, body) + sum_bound(world, inner)).max(1.0)
        }
        Part::Case(choice, _, inner) => ways(world, choice) * sum_bound(world, inner).max(1.0),
    });
    parts.sum()
}

fn plan_bound(world: &World<'_>, plan: &Plan) -> f64 {
    let steps = plan.steps.iter().map(|step| match step {
        Step::Test(_) | Step::Let { .. } => 1.0,
        Step::Rows { relation, .. } => world.table(*relation).len() as f64,
        Step::Each { values, .. } => match values {
            Values::Sort(sort) => world.domain(*sort).len() as f64,
            Values::Set(elements) => elements.len() as f64,
            Values::Among(..) => 2.0,
            Values::Interval(_) => f64::INFINITY,
        },
    });
    steps.product()
}

fn ways(world: &World<'_>, choice: &Choice) -> f64 {
    match choice {
        Choice::Function(function, _) => {
            let declared = &world.spec.declarations.functions[function.index()];
            declared
                .result
                .map_or(1.0, |sort| world.domain(sort).len() as f64)
        }
        Choice::Sum(sum) => sum_bound(world, sum),
    }
}

/// How many instances there would be if all choices were like those of this visit.
fn probe(world: &World<'_>, node: &Node, env: &mut Env, dice: &mut Dice<'_>) -> f64 {
    match node {
        Node::Quantified { times, plan, body } => {
            let Some(weight) = plan.choose(world, env, dice) else {
                return 0.0;
            };
            if matches!((times, &**body), (Times::Some, Node::Test(_))) {
                return 1.0;
            }
            weight * probe(world, body, env, dice).max(1.0)
        }
        Node::Case { choice, slot, body } => {
            let ways = chosen(world, choice, *slot, env, dice);
            ways * probe(world, body, env, dice).max(1.0)
        }
        Node::Not(part) => probe(world, part, env, dice),
        Node::And(parts) | Node::Or(parts) => probes(world, parts, env, dice),
        Node::Implies(parts) | Node::Iff(parts) => probes(world, &**parts, env, dice),
        Node::Linear(sum, _) => sum_probe(world, sum, env, dice),
        Node::Test(_) | Node::Atom(..) | Node::Value { .. } | Node::Same { .. } => 0.0,
    }
}

fn probes(world: &World<'_>, nodes: &[Node], env: &mut Env, dice: &mut Dice<'_>) -> f64 {
    let each = nodes.iter().map(|node| probe(world, node, env, dice));
    each.sum()
}

/// Gives the slot one of the values of a choice; how many there are.
fn chosen(
    world: &World<'_>,
    choice: &Choice,
    slot: u32,
    env: &mut Env,
    dice: &mut Dice<'_>,
) -> f64 {
    let Choice::Function(function, _) = choice else {
        // Its values are not known; one stands for all.
        return 1.0;
    };
    let declared = &world.spec.declarations.functions[function.index()];
    let values = declared
        .result
        .map_or(&[][..], |sort| world.domain(sort).values());
    if values.is_empty() {
        return 0.0;
    }
    env[slot as usize] = values[dice(values.len() as u64) as usize].word();
    values.len() as f64
}

fn sum_probe(world: &World<'_>, sum: &Sum, env: &mut Env, dice: &mut Dice<'_>) -> f64 {
    let mut all = 0.0;
    for (_, part) in &sum.parts {
        all += match part {
            Part::Function(..) => 0.0,
            Part::Count(plan, body) => match plan.choose(world, env, dice) {
                Some(weight) => weight * probe(world, body, env, dice).max(1.0),
                None => 0.0,
            },
            Part::Sum(plan, body, inner) => match plan.choose(world, env, dice) {
                Some(weight) => {
                    let inner = sum_probe(world, inner, env, dice);
                    weight * (probe(world, body, env, dice) + inner).max(1.0)
                }
                None => 0.0,
            },
            Part::Case(choice, slot, inner) => {
                let ways = chosen(world, choice, *slot, env, dice);
                ways * sum_probe(world, inner, env, dice).max(1.0)
            }
        };
    }
    all
}
