//! A formula made ready for grounding: what is known while grounding is told apart from what the
//! solver decides.

use logic::formula::written::Comparison;
use logic::formula::{FunctionId, RelationId};

use super::known::{Expr, Test, Times};
use super::plan::Plan;

/// A formula.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Known.
    Test(Test),
    /// An atom of an unknown relation.
    Atom(RelationId, Box<[Expr]>),
    /// A function has this value, or another one.
    Value {
        function: FunctionId,
        args: Box<[Expr]>,
        value: Expr,
        equal: bool,
    },
    /// Two functions have the same value, or two.
    Same {
        functions: [(FunctionId, Box<[Expr]>); 2],
        equal: bool,
    },
    /// A sum compares with 0.
    Linear(Box<Sum>, Comparison),
    /// The body holds where the slot has the value of a choice; false where that has none.
    Case {
        choice: Box<Choice>,
        slot: u32,
        body: Box<Node>,
    },
    Not(Box<Node>),
    And(Box<[Node]>),
    Or(Box<[Node]>),
    /// The second holds if the first does.
    Implies(Box<[Node; 2]>),
    Iff(Box<[Node; 2]>),
    Quantified {
        times: Times,
        plan: Box<Plan>,
        body: Box<Node>,
    },
}

/// A term of which the solver decides the value.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    Function(FunctionId, Box<[Expr]>),
    Sum(Sum),
}

/// A sum of which the solver decides some parts.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) constant: Expr,
    /// Parts with their factors.
    pub(super) parts: Vec<(Expr, Part)>,
}

/// A part of a sum.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Function(FunctionId, Box<[Expr]>),
    Count(Plan, Node),
    /// A sum over the instances in which a condition holds.
    Sum(Plan, Node, Sum),
    /// A sum for each value of a choice, which the slot has.
    Case(Box<Choice>, u32, Sum),
}

impl Node {
    pub(super) fn truth(truth: bool) -> Self {
        Self::Test(Test::Truth(truth))
    }

    /// All of them; what is one alone is that.
    pub(super) fn all(mut parts: Vec<Node>) -> Self {
        match parts.len() {
            0 => Self::truth(true),
            1 => parts.remove(0),
            _ => Self::And(parts.into()),
        }
    }

    /// One of them; what is one alone is that.
    pub(super) fn any(mut parts: Vec<Node>) -> Self {
        match parts.len() {
            0 => Self::truth(false),
            1 => parts.remove(0),
            _ => Self::Or(parts.into()),
        }
    }
}
