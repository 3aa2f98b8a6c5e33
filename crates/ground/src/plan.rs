//! How a rule is joined: a list of instructions over registers, in the order in which they are
//! tried. [`order`] decides the order, [`compile`] writes the instructions, [`crate::machine`]
//! follows them.

pub(crate) mod compile;
pub(crate) mod estimate;
pub(crate) mod order;

use crate::normal::RelationId;
use crate::program::{Comparison, Operator};
use crate::relation::Part;
use crate::terms::{Functor, Value};

/// A register: a variable of the rule, a constant, or something in between.
pub(crate) type Register = u32;

/// The register that nobody reads.
pub(crate) const NOWHERE: Register = Register::MAX;

/// What to do with a value that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Keep it.
    Bind(Register),
    /// Go on only if it is the same.
    Check(Register),
}

/// An act on a column or an argument.
pub(crate) type At = (u32, Act);

/// One instruction. Those that have many results try the rest of the list for each.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    /// Every row.
    Scan {
        relation: RelationId,
        part: Part,
        acts: Box<[At]>,
        row: Register,
    },
    /// Every row of a group of an index.
    Probe {
        relation: RelationId,
        index: usize,
        part: Part,
        key: Box<[Register]>,
        acts: Box<[At]>,
        row: Register,
    },
    /// The row is there.
    Member {
        relation: RelationId,
        part: Part,
        args: Box<[Register]>,
        row: Register,
    },
    /// The row is not there, or a guard fails.
    Absent {
        relation: RelationId,
        args: Box<[Register]>,
        guards: Box<[(RelationId, Register)]>,
    },
    /// Which row it is, or none; none as well where a guard fails.
    Lookup {
        relation: RelationId,
        args: Box<[Register]>,
        guards: Box<[(RelationId, Register)]>,
        row: Register,
    },
    /// A function applied to arguments; if not `intern`, only if the term is known.
    Build {
        into: Register,
        functor: Functor,
        args: Box<[Register]>,
        intern: bool,
    },
    /// The arguments of a function.
    Take {
        from: Register,
        functor: Functor,
        acts: Box<[At]>,
    },
    /// The same value.
    Copy { into: Register, from: Register },
    /// Arithmetic. Where an equation is solved, one without a solution does not hold; elsewhere
    /// an operation without a result is a fault.
    Compute {
        into: Register,
        operator: Operator,
        a: Register,
        b: Register,
        solves: bool,
    },
    /// The terms compare so.
    Compare {
        comparison: Comparison,
        a: Register,
        b: Register,
    },
    /// Whether an integer lies between two.
    Within {
        value: Register,
        from: Register,
        to: Register,
        inside: bool,
    },
    /// Every integer from one to another.
    Count {
        into: Register,
        from: Register,
        to: Register,
    },
    /// The head holds.
    Emit { args: Box<[Register]> },
    /// The instance is written down.
    Record { registers: Box<[Register]> },
}

/// The instructions for a rule.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) ops: Vec<Op>,
    /// How many registers there are.
    pub(crate) registers: usize,
    /// What registers hold from the start.
    pub(crate) constants: Vec<(Register, Value)>,
    /// How large the relations of the positive subgoals were when this was planned.
    pub(crate) sizes: Vec<u32>,
}

impl Plan {
    /// Nothing to do.
    pub(crate) fn empty() -> Self {
        Self {
            ops: Vec::new(),
            registers: 0,
            constants: Vec::new(),
            sizes: Vec::new(),
        }
    }
}
