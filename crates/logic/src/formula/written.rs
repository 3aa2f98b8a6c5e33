//! What a file of quantified propositional logic says, statement by statement, with its names as
//! they are written: nothing is resolved yet, and no expression is known to be a formula or a
//! term.
//!
//! Every part that a message may have to point at has a [`NodeId`], counted from 0 in a preorder
//! walk over the statement.

use crate::{Name, NodeId};

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Statement {
    /// `sort S = …`; without elements they come once elsewhere.
    Sort {
        /// What is declared.
        name: Identifier,
        /// Its elements.
        elements: Option<Elements>,
    },
    /// `const n = …`; without a value it comes once elsewhere.
    Constant {
        /// What is declared.
        name: Identifier,
        /// Its value.
        value: Option<Expr>,
    },
    /// `var p, q: S`.
    Variables {
        /// The names, or stems of names, that range over the sort.
        names: Box<[Identifier]>,
        /// The sort.
        sort: Identifier,
    },
    /// `pred`, `given`, `func`.
    Declaration(Declaration),
    /// `given grid clue "3.2" "..1"`: facts.
    Grid {
        /// A given relation of three columns.
        relation: Identifier,
        /// Its rows.
        rows: Box<[Text]>,
    },
    /// `define p(x, y) iff F`.
    Definition {
        /// The relation that is defined.
        name: Identifier,
        /// Its parameters.
        parameters: Box<[Binder]>,
        /// When it holds of them.
        formula: Expr,
    },
    /// `rule NAME: F`, and a bare `F` that is a constraint or a fact.
    Constraint {
        /// Whether the word `rule` stands there; a bare statement may be a fact.
        is_rule: bool,
        /// The name, of a rule alone.
        name: Option<Identifier>,
        /// What is to hold.
        formula: Expr,
    },
    /// `soft W: F`.
    Soft {
        /// What each violated instance costs.
        weight: Expr,
        /// What should hold.
        formula: Expr,
    },
    /// `minimize T`, `maximize T`.
    Objective {
        /// Which of the two.
        goal: Goal,
        /// The value.
        term: Expr,
    },
    /// `show p, q`, `show project p`.
    Show {
        /// Whether models are told apart by these alone.
        project: bool,
        /// Relations and functions.
        names: Box<[Identifier]>,
    },
    /// `show grid r, c : T where F`.
    ShowGrid(Box<ShownGrid>),
    /// `check …`.
    Check(Check),
    /// `use "file"`.
    Use(Text),
    /// `infix p, q`.
    Infix(Box<[Identifier]>),
}

/// `pred`, `given`, `func`: a relation or function that is not defined by formulas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Declaration {
    /// What is declared.
    pub name: Identifier,
    /// The kind.
    pub kind: DeclarationKind,
    /// The argument places.
    pub columns: Box<[Column]>,
    /// The formula behind `|`: where there are atoms or values; of `pred` and `func` alone.
    pub guard: Option<Expr>,
}

/// What a declaration declares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DeclarationKind {
    /// `pred`: an unknown relation.
    Unknown,
    /// `given`: data.
    Given,
    /// `func`: an unknown function, with the sort of its values.
    Function(Identifier),
}

/// An argument place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Column {
    /// Its name, which the guard may use.
    pub name: Option<Identifier>,
    /// Its sort.
    pub sort: Identifier,
}

/// `show grid r, c : T where F`: a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShownGrid {
    /// What the rows go through.
    pub row: Binder,
    /// What the columns go through.
    pub column: Binder,
    /// What a cell shows.
    pub term: Expr,
    /// For which values of the other free variables.
    pub condition: Option<Expr>,
}

/// What an objective does with its term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// As small as can be.
    Minimize,
    /// As large as can be.
    Maximize,
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
    Models(Comparison, Expr),
    /// How the cost of the best model compares.
    Cost(Comparison, Expr),
    /// The formula holds in all models, of which there is one at least.
    Proves(Expr),
    /// It holds in none of them, and there is one at least.
    Refutes(Expr),
    /// It holds in one of them.
    Possible(Expr),
}

/// A name where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identifier {
    /// Which part of the statement this is.
    pub id: NodeId,
    /// The name, in normal form C.
    pub name: Name,
}

/// A string where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    /// Which part of the statement this is.
    pub id: NodeId,
    /// What stands between the quotes.
    pub text: Box<str>,
}

/// The elements of a sort: a union of one part or more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Elements {
    /// The parts, in order.
    pub parts: Box<[Range]>,
}

/// A set of values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// `a..b`, both included.
    Interval {
        /// Which part of the statement this is.
        id: NodeId,
        /// The first integer.
        low: Expr,
        /// The last one.
        high: Expr,
    },
    /// `{a, b, 3}`.
    Set {
        /// Which part of the statement this is.
        id: NodeId,
        /// Its elements.
        elements: Box<[Element]>,
    },
    /// A sort.
    Sort(Identifier),
}

/// An element of a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// A constant, which stands for its value, or a name that becomes one.
    Name(Identifier),
    /// An integer.
    Integer {
        /// Which part of the statement this is.
        id: NodeId,
        /// Its value.
        value: i64,
    },
}

/// A variable where it is bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Binder {
    /// The variable.
    pub variable: Identifier,
    /// What it ranges over, where that is written behind it. It goes for the variables without
    /// any that stand before it, too.
    pub annotation: Option<Annotation>,
}

/// What is written behind a variable that is bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Annotation {
    /// `x: S`
    Sort(Identifier),
    /// `x in R`
    In(Box<Range>),
}

/// A formula or a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expr {
    /// Which part of the statement this is. Parentheses around an expression are not counted.
    pub id: NodeId,
    /// What it says.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExprKind {
    /// An operand that is missing, or elided with dots: nothing is said of it.
    Missing,
    /// `true`, `false`.
    Truth(bool),
    /// An integer; `None` where it does not fit 64 bits.
    Integer(Option<i64>),
    /// A name without arguments: a variable, a constant, a proposition.
    Name(Name),
    /// A relation or a function with its arguments.
    Apply {
        /// The relation or function.
        name: Identifier,
        /// Its arguments.
        args: Box<[Expr]>,
        /// Whether it stands between its two arguments.
        infix: bool,
    },
    /// `not F`
    Not(Box<Expr>),
    /// `F and G …` and its like; two operands or more, for all but `and` and `or` exactly two.
    Connective(Connective, Box<[Expr]>),
    /// `a < b <= c`: each comparison stands between two neighbours of the terms.
    Compare {
        /// The terms, two or more.
        terms: Box<[Expr]>,
        /// One fewer.
        comparisons: Box<[Comparison]>,
    },
    /// `t in R`; `t not in R` is `not t in R`.
    In(Box<Expr>, Box<Range>),
    /// `a + b` and its like.
    Arithmetic(Operator, Box<[Expr; 2]>),
    /// `-a`
    Negative(Box<Expr>),
    /// `abs(a)`; another number of arguments is an error.
    Absolute(Box<[Expr]>),
    /// `min(a, b, …)`
    Minimum(Box<[Expr]>),
    /// `max(a, b, …)`
    Maximum(Box<[Expr]>),
    /// `count(x | G . F)`, of which one is there at least.
    Count(Box<Scope>),
    /// `sum(x | G . T)`; the body is the term.
    Sum(Box<Scope>),
    /// `forall x | G . F` and its like.
    Quantified(Quantifier, Box<Scope>),
    /// `connected(N, E)`, `connected(N, E, R)`: names of relations.
    Connected(Box<[Expr]>),
    /// `acyclic(E)`
    Acyclic(Box<[Expr]>),
}

/// Variables and what they are bound in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    /// The variables, one at least.
    pub binders: Box<[Binder]>,
    /// What stands behind `|`.
    pub guard: Option<Expr>,
    /// What stands behind `.`; only `count` may have none.
    pub body: Option<Expr>,
}

/// A quantifier.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// `forall`
    Forall,
    /// `exists`
    Exists,
    /// `exists!`
    Unique,
    /// `exactly k`
    Exactly(Box<Expr>),
    /// `atleast k`
    AtLeast(Box<Expr>),
    /// `atmost k`
    AtMost(Box<Expr>),
}

/// A connective of two formulas or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connective {
    /// All hold.
    And,
    /// One holds.
    Or,
    /// Exactly one of two holds.
    Xor,
    /// `F implies G`
    Implies,
    /// `G if F`: written the other way round.
    If,
    /// Both or neither hold.
    Iff,
}

/// How two terms compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `=/=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// An operation on two integers of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// The quotient for which the remainder is not negative.
    Divide,
    /// The remainder, from 0 below `|b|`.
    Modulo,
}

impl Operator {
    /// The result; `None` on overflow and division by zero.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Self::Add => a.checked_add(b),
            Self::Subtract => a.checked_sub(b),
            Self::Multiply => a.checked_mul(b),
            Self::Divide => a.checked_div_euclid(b),
            Self::Modulo => a.checked_rem_euclid(b),
        }
    }
}

impl Comparison {
    /// Whether two words compare so.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Equal => a == b,
            Self::NotEqual => a != b,
            Self::Less => a < b,
            Self::LessOrEqual => a <= b,
            Self::Greater => a > b,
            Self::GreaterOrEqual => a >= b,
        }
    }

    /// What holds exactly where this does not.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterOrEqual,
            Self::LessOrEqual => Self::Greater,
            Self::Greater => Self::LessOrEqual,
            Self::GreaterOrEqual => Self::Less,
        }
    }

    /// What holds of two terms exchanged.
    #[must_use]
    pub fn exchanged(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            other => other,
        }
    }
}
