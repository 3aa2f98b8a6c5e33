//! How many instances a formula certainly has, before any is looked at.

use super::known::Times;
use super::node::Node;
use super::plan::{Plan, Step, Values};
use super::world::World;

/// A number of instances that a formula has at least; 0 where data decide.
pub(super) fn instances(world: &World<'_>, node: &Node) -> f64 {
    match node {
        Node::Quantified { times, plan, body } => {
            let Some(own) = of_plan(world, plan) else {
                return 0.0;
            };
            // A disjunction may hold because of its first instances.
            if matches!(times, Times::Some) {
                return own.min(1.0);
            }
            own * instances(world, body).max(1.0)
        }
        Node::And(parts) => parts.iter().map(|part| instances(world, part)).sum(),
        Node::Not(part) => instances(world, part),
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
