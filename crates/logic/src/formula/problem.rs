//! What is wrong with a statement before anything is grounded.

use super::core::{ElementId, FunctionId, RelationId, SortId};
use crate::{Name, NodeId};

/// A statement: a number that whoever lists the statements chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatementId(pub u32);

/// A part of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Which statement.
    pub statement: StatementId,
    /// Which part of it.
    pub node: NodeId,
}

impl Place {
    /// A whole statement.
    pub fn whole(statement: StatementId) -> Place {
        Place {
            statement,
            node: NodeId(u32::MAX),
        }
    }

    /// Whether it is a whole statement.
    pub fn is_whole(self) -> bool {
        self.node == NodeId(u32::MAX)
    }

    /// Another part of the same statement.
    #[must_use]
    pub fn beside(self, node: NodeId) -> Place {
        Place { node, ..self }
    }
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// Where.
    pub place: Place,
    /// What.
    pub kind: ProblemKind,
}

/// The kinds of problems.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// No relation of this name is declared.
    UnknownRelation(Name),
    /// No sort of this name is declared.
    UnknownSort(Name),
    /// No variable of this name is bound here, and no constant or element has it.
    UnknownName(Name),
    /// No function of this name is declared.
    UnknownFunction(Name),
    /// A `var` declares the name, but nothing binds it here.
    Unbound(Name),
    /// The name is declared in the same name space before.
    Duplicate {
        /// The name.
        name: Name,
        /// Where it was declared first.
        first: Place,
    },
    /// Another number of arguments than was declared.
    Arity {
        /// The relation or function.
        name: Name,
        /// As declared.
        expected: usize,
        /// As written.
        found: usize,
        /// Where it is declared, if it is.
        declared: Option<Place>,
    },
    /// A term of another sort than its place takes.
    Mismatch {
        /// What stands there.
        found: TermSort,
        /// What belongs there.
        expected: SortId,
        /// The column of the declaration that says so, if one does.
        declared: Option<Place>,
        /// An argument of the same atom with which to exchange it so that both fit.
        exchange: Option<NodeId>,
        /// Where the variable that stands there is bound, if only the annotation of another one
        /// behind it says what it ranges over.
        covered: Option<NodeId>,
    },
    /// Two terms are compared of which one can never equal the other.
    Incomparable(TermSort, TermSort),
    /// Two terms of unrelated integer sorts are compared: a warning.
    Unrelated {
        /// The sorts.
        sorts: [SortId; 2],
        /// The first of the terms.
        term: NodeId,
    },
    /// A name is ordered or computed with.
    NotInteger(TermSort),
    /// A term stands where a formula belongs.
    NotFormula,
    /// A formula stands where a term belongs.
    NotTerm,
    /// Nothing, or more than one thing, says what the variable ranges over.
    AmbiguousSort {
        /// The variable.
        variable: Name,
        /// The places that it stands in bare, with what each asks for.
        uses: Vec<(NodeId, SortId)>,
    },
    /// A variable that is bound and never used: a warning.
    Unused(Name),
    /// A variable that hides a constant, an element or another variable: a warning.
    Shadowed {
        /// The name.
        name: Name,
        /// What it hides, if that is declared by a statement or bound in this one.
        hidden: Option<Place>,
    },
    /// An unknown relation or function where all must be known while grounding.
    Unknown {
        /// The relation or function.
        name: Name,
        /// Where it stands.
        within: Known,
    },
    /// A fact of a relation that is defined.
    DefinedAsFact(RelationId),
    /// `connected` or `acyclic` elsewhere than as a conjunct of a constraint.
    ConnectedPosition,
    /// An argument of `connected` or `acyclic` that is no name of a relation, or has the wrong
    /// number of columns.
    NotGraph,
    /// `given grid` of a relation that is not a given one of three columns.
    NotGrid(Name),
    /// `abs` of another number of arguments than one.
    Absolute(usize),
    /// An integer that 64 bits cannot hold.
    TooLarge,
    /// A recursive definition that needs its own negation, by the relations of the circle.
    Unstratified(Vec<RelationId>),
}

/// What must be known while grounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Known {
    /// The formula of a definition.
    Definition,
    /// The guard of a declaration.
    Guard,
    /// The arguments of a fact.
    Fact,
    /// How many a quantifier asks for, or the ends of a range.
    Bound,
    /// What a violation costs.
    Weight,
    /// A constant's value or a sort's elements.
    Value,
}

/// What sort of values a term has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TermSort {
    /// Plain integers.
    Integer,
    /// A variable's.
    Variable(SortId),
    /// A function's.
    Function(FunctionId, SortId),
    /// A name.
    Element(ElementId),
    /// Not known, because something is wrong inside that is reported.
    Any,
}
