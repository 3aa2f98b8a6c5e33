//! The values of a spec: its constants, the elements of its sorts, its facts.

mod terms;

use super::core::{ConstantId, RelationId, SortId, Statement, Term, TermKind};
use super::problem::{Place, StatementId};
use super::spec::Spec;
use super::value::{Domain, Value};
use super::values::Values;
use crate::NodeId;

/// A spec's constants, sorts and facts.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The values of the constants, by [`ConstantId`].
    pub constants: Vec<i64>,
    /// The elements of the sorts, by [`SortId`].
    pub sorts: Vec<Domain>,
    /// The rows of the relations that are given, by [`RelationId`]; each once, in order.
    pub facts: Vec<Vec<Box<[Value]>>>,
}

/// Why a spec has no values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// What.
    pub kind: FaultKind,
}

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Nothing says which value it has.
    MissingConstant(ConstantId),
    /// Nothing says which elements it has.
    MissingSort(SortId),
    /// The value needs itself.
    Circular,
    /// Division by zero.
    DivisionByZero,
    /// An integer that 64 bits cannot hold.
    Overflow,
    /// More elements than may be.
    LargeSort {
        /// The sort.
        sort: SortId,
        /// How many.
        elements: u64,
        /// How many may be.
        allowed: u64,
    },
    /// A fact about a value that is none of its column's sort.
    OutsideSort {
        /// The relation.
        relation: RelationId,
        /// Which column, from 0.
        column: usize,
        /// The value.
        value: Value,
    },
    /// A cell of a grid that is no value.
    Cell {
        /// What stands there.
        text: String,
        /// Which row and column, from 0.
        row: usize,
        /// Which column.
        column: usize,
    },
    /// A grid of more rows or columns than its sorts have elements.
    LargeGrid {
        /// The sort of the rows or columns.
        sort: Option<SortId>,
        /// How many there are.
        found: usize,
    },
}

impl Instance {
    /// Computes the values of a spec. `set` gives constants by name other values than the spec
    /// does; sorts may have up to `largest` elements.
    ///
    /// # Errors
    /// What keeps constants, sorts or facts from having values, in order of the statements.
    pub fn of(
        spec: &Spec,
        set: &[(crate::Name, i64)],
        largest: u64,
    ) -> Result<Instance, Vec<Fault>> {
        let mut maker = terms::Maker::new(spec, set, largest);
        maker.constants();
        maker.sorts();
        if maker.faults.is_empty() {
            maker.facts();
        }
        maker.finish()
    }

    /// The values that constants and sorts have, whatever is wrong with others; larger sorts have
    /// none.
    pub fn values(spec: &Spec, largest: u64) -> Values {
        let mut maker = terms::Maker::new(spec, &[], largest);
        maker.constants();
        maker.sorts();
        maker.values()
    }

    /// The elements of a sort.
    pub fn domain(&self, sort: SortId) -> &Domain {
        &self.sorts[sort.index()]
    }
}

fn place(statement: StatementId, node: NodeId) -> Place {
    Place { statement, node }
}

/// The statements that say something of this kind.
fn statements(spec: &Spec) -> impl Iterator<Item = (StatementId, &Statement)> {
    let statements = spec.statements.iter();
    statements.map(|(id, elaborated)| (*id, &elaborated.statement))
}

impl Instance {
    /// The value of a term of constants; `None` where it has none, or needs more than them.
    pub fn constant(&self, term: &Term) -> Option<i64> {
        let all = |terms: &[Term]| terms.iter().map(|term| self.constant(term)).collect();
        match &term.kind {
            TermKind::Integer(value) => Some(*value),
            TermKind::Constant(constant) => Some(self.constants[constant.index()]),
            TermKind::Arithmetic(operator, operands) => {
                operator.apply(self.constant(&operands[0])?, self.constant(&operands[1])?)
            }
            TermKind::Absolute(operand) => self.constant(operand)?.checked_abs(),
            TermKind::Minimum(operands) => {
                let values: Option<Vec<i64>> = all(operands);
                values?.into_iter().min()
            }
            TermKind::Maximum(operands) => {
                let values: Option<Vec<i64>> = all(operands);
                values?.into_iter().max()
            }
            TermKind::Element(_)
            | TermKind::Variable(_)
            | TermKind::Apply(..)
            | TermKind::Count(..)
            | TermKind::Sum(..) => None,
        }
    }
}
