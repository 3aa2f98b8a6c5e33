//! Formulas and terms with every name resolved and every variable bound.

use super::written::{Comparison, Goal, Operator, Text};
use crate::{Name, NodeId, VarId};

/// A number of a thing that is declared: its place in a list of [`super::Declarations`].
macro_rules! number {
    ($name:ident, $text:literal) => {
        #[doc = $text]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// As a place in a list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

number!(
    SortId,
    "A sort: its place in [`super::Declarations::sorts`]."
);
number!(
    ConstantId,
    "A constant: its place in [`super::Declarations::constants`]."
);
number!(
    ElementId,
    "A name that is an element of a sort: its place in [`super::Declarations::elements`]."
);
number!(
    RelationId,
    "A relation: its place in [`super::Declarations::relations`]."
);
number!(
    FunctionId,
    "A function: its place in [`super::Declarations::functions`]."
);

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Formula {
    /// Which part of the statement this is.
    pub id: NodeId,
    /// What it says.
    pub kind: FormulaKind,
}

/// The kinds of formulas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FormulaKind {
    /// Always so.
    Truth(bool),
    /// The relation holds of the terms; false where one is outside its column's sort.
    Atom(RelationId, Box<[Term]>),
    /// The terms compare so; false where one has no value.
    Compare(Box<[Term; 2]>, Comparison),
    /// The term is among these; false where it has no value.
    In(Box<Term>, Range),
    /// The formula does not hold.
    Not(Box<Formula>),
    /// All hold.
    And(Box<[Formula]>),
    /// One holds.
    Or(Box<[Formula]>),
    /// One of the two holds alone.
    Xor(Box<[Formula; 2]>),
    /// The second holds if the first does.
    Implies(Box<[Formula; 2]>),
    /// Both hold, or neither.
    Iff(Box<[Formula; 2]>),
    /// Holds for so many values of the variables.
    Quantified(Box<Quantified>),
    /// The tuples of a relation are connected along another, perhaps from those of a third.
    Connected {
        /// The nodes: k columns.
        nodes: RelationId,
        /// The edges: 2k columns.
        edges: RelationId,
        /// Where paths begin: k columns.
        roots: Option<RelationId>,
    },
    /// The relation has no directed cycle.
    Acyclic(RelationId),
}

/// A quantifier with its scope.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Quantified {
    /// For how many tuples of values.
    pub quantifier: Quantifier,
    /// The variables.
    pub binding: Box<[Bound]>,
    /// Which values count.
    pub guard: Option<Formula>,
    /// What holds of them.
    pub body: Formula,
}

/// For how many tuples of values a formula holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// For all.
    Forall,
    /// For one at least.
    Exists,
    /// For this many exactly; `exists!` is 1.
    Exactly(Term),
    /// For this many or more.
    AtLeast(Term),
    /// For this many or fewer.
    AtMost(Term),
}

/// A variable that is bound here.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// Which variable of the statement.
    pub variable: VarId,
    /// What is said by `in`, beside its sort. It may use the variables before it.
    pub range: Option<Range>,
}

/// A set of values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// From the first to the second integer, both included.
    Interval(Box<[Term; 2]>),
    /// These.
    Set(Box<[Term]>),
    /// The elements of a sort.
    Sort(SortId),
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// Which part of the statement this is.
    pub id: NodeId,
    /// What it is.
    pub kind: TermKind,
}

/// The kinds of terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TermKind {
    /// An integer.
    Integer(i64),
    /// A name that is an element of a sort.
    Element(ElementId),
    /// A constant.
    Constant(ConstantId),
    /// A variable.
    Variable(VarId),
    /// A function of terms; no value where one is outside its column's sort, or where the guard
    /// of the function does not hold.
    Apply(FunctionId, Box<[Term]>),
    /// Integers computed.
    Arithmetic(Operator, Box<[Term; 2]>),
    /// Without its sign.
    Absolute(Box<Term>),
    /// The smallest of them.
    Minimum(Box<[Term]>),
    /// The greatest of them.
    Maximum(Box<[Term]>),
    /// For how many tuples of values the formula holds.
    Count(Box<[Bound]>, Box<Formula>),
    /// The sum of the term over the tuples of values for which the formula holds.
    Sum(Box<[Bound]>, Box<Formula>, Box<Term>),
}

/// A variable of a statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variable {
    /// As it is written.
    pub name: Name,
    /// Where it is bound.
    pub id: NodeId,
    /// Its sort; `None` for a plain integer.
    pub sort: Option<SortId>,
}

/// A statement with its names resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Statement {
    /// Declares without formulas or terms, or is not to be read any further.
    Nothing,
    /// The elements of a sort, part by part.
    Sort(SortId, Box<[Range]>),
    /// The value of a constant.
    Constant(ConstantId, Term),
    /// Where an unknown relation has atoms; the variables are its columns.
    RelationGuard(RelationId, Formula),
    /// Where a function has values; the variables are its columns.
    FunctionGuard(FunctionId, Formula),
    /// Facts, a text a row.
    Grid(RelationId, Box<[Text]>),
    /// When a relation holds; the first variables are its columns.
    Definition(RelationId, Box<[Bound]>, Formula),
    /// A relation that is given holds of these.
    Fact(RelationId, Box<[Term]>),
    /// A formula that is to hold.
    Constraint(Option<Name>, Formula),
    /// A formula of which each violated instance costs so much.
    Soft(Term, Formula),
    /// What is to be made small or large.
    Objective(Goal, Term),
    /// What models show.
    Show {
        /// Whether models are told apart by these alone.
        project: bool,
        /// In order.
        what: Box<[Shown]>,
    },
    /// A table.
    ShowGrid(Box<Grid>),
    /// What is expected of the models.
    Check(Check),
}

/// What a model shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shown {
    /// The atoms of a relation.
    Relation(RelationId),
    /// The values of a function.
    Function(FunctionId),
}

/// A table that models show.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// What the rows go through.
    pub row: Bound,
    /// What the columns go through.
    pub column: Bound,
    /// The other variables: the first values for which the condition holds are drawn.
    pub others: Box<[Bound]>,
    /// What a cell shows.
    pub term: Term,
    /// When.
    pub condition: Option<Formula>,
}

/// What a `check` expects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// There is exactly one.
    Unique,
    /// How the number of models compares.
    Models(Comparison, Term),
    /// How the cost of the best model compares.
    Cost(Comparison, Term),
    /// The formula holds in all models, of which there is one at least.
    Proves(Formula),
    /// It holds in none of them, and there is one at least.
    Refutes(Formula),
    /// It holds in one of them.
    Possible(Formula),
}
