//! What is evaluated: rules over terms, integers and comparisons.
//!
//! Rule sheets have no integers; for them [`Program::of`] takes the rules of `logic`. Definitions
//! with arithmetic are built from [`Clause`]s.

use logic::{LiteralKind, Name, VarId};

/// A program: clauses by number.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The clauses; a rule is called by its place here.
    pub clauses: Vec<Clause>,
}

/// The head holds wherever the whole body does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What follows.
    pub head: Atom,
    /// From what.
    pub body: Box<[Literal]>,
    /// The names of the variables, by [`VarId`].
    pub variables: Box<[Name]>,
}

/// A relation with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The relation constant.
    pub relation: Name,
    /// Its arguments.
    pub args: Box<[Expr]>,
}

/// A term, perhaps with arithmetic in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A variable.
    Variable(VarId),
    /// An object constant.
    Constant(Name),
    /// An integer.
    Integer(i64),
    /// A function constant with at least one argument.
    Function(Name, Box<[Expr]>),
    /// Integers computed; nothing where an operand is no integer.
    Arithmetic(Operator, Box<[Expr; 2]>),
}

/// An operation on two integers of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The smaller one.
    Minimum,
    /// The greater one.
    Maximum,
}

/// How two terms compare: integers by value, before constants by name, before functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// They are the same term.
    Equal,
    /// They are not.
    NotEqual,
    /// The first is smaller.
    Less,
    /// The first is not greater.
    LessOrEqual,
}

/// One subgoal of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// The atom holds.
    Atom(Atom),
    /// The literal does not.
    Not(Box<Literal>),
    /// The terms compare so.
    Compare(Comparison, Expr, Expr),
    /// The term is an integer from the second to the third, both included.
    Within(Expr, Expr, Expr),
    /// One of the literals holds.
    Or(Box<[Literal]>),
    /// All of them hold.
    And(Box<[Literal]>),
}

impl Program {
    /// The program of these rules.
    pub fn of<'a>(rules: impl IntoIterator<Item = &'a logic::Rule>) -> Self {
        Self {
            clauses: rules.into_iter().map(Clause::from).collect(),
        }
    }
}

impl From<&logic::Rule> for Clause {
    fn from(rule: &logic::Rule) -> Self {
        Self {
            head: (&rule.head).into(),
            body: rule.body.iter().map(Literal::from).collect(),
            variables: rule.variables.clone(),
        }
    }
}

impl From<&logic::Atom> for Atom {
    fn from(atom: &logic::Atom) -> Self {
        Self {
            relation: atom.relation.clone(),
            args: atom.args.iter().map(Expr::from).collect(),
        }
    }
}

impl From<&logic::Term> for Expr {
    fn from(term: &logic::Term) -> Self {
        match term {
            logic::Term::Constant { name, .. } => Self::Constant(name.clone()),
            logic::Term::Variable { variable, .. } => Self::Variable(*variable),
            logic::Term::Function { name, args, .. } => {
                Self::Function(name.clone(), args.iter().map(Self::from).collect())
            }
        }
    }
}

impl From<&logic::Literal> for Literal {
    fn from(literal: &logic::Literal) -> Self {
        let all = |parts: &[logic::Literal]| parts.iter().map(Self::from).collect();
        match &literal.kind {
            LiteralKind::Atom(atom) => Self::Atom(atom.into()),
            LiteralKind::Not(inner) => Self::Not(Box::new((&**inner).into())),
            LiteralKind::Distinct(terms) => distinct(terms),
            LiteralKind::Or(parts) => Self::Or(all(parts)),
            LiteralKind::And(parts) => Self::And(all(parts)),
        }
    }
}

/// `distinct` of more than two terms says that all differ.
fn distinct(terms: &[logic::Term]) -> Literal {
    let unequal = |a: &logic::Term, b: &logic::Term| {
        Literal::Compare(Comparison::NotEqual, a.into(), b.into())
    };
    if let [a, b] = terms {
        return unequal(a, b);
    }
    let with_later = |(index, a)| terms[index + 1..].iter().map(move |b| unequal(a, b));
    Literal::And(terms.iter().enumerate().flat_map(with_later).collect())
}

impl Literal {
    /// Adds its atoms and comparisons, in reading order.
    pub(crate) fn leaves<'a>(&'a self, into: &mut Vec<&'a Literal>) {
        match self {
            Self::Atom(_) | Self::Compare(..) | Self::Within(..) => into.push(self),
            Self::Not(inner) => inner.leaves(into),
            Self::Or(parts) | Self::And(parts) => parts.iter().for_each(|part| part.leaves(into)),
        }
    }
}

impl Comparison {
    /// What holds exactly where this does not, with the terms exchanged if the second says so.
    pub(crate) fn negated(self) -> (Self, bool) {
        match self {
            Self::Equal => (Self::NotEqual, false),
            Self::NotEqual => (Self::Equal, false),
            Self::Less => (Self::LessOrEqual, true),
            Self::LessOrEqual => (Self::Less, true),
        }
    }
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
            Self::Minimum => Some(a.min(b)),
            Self::Maximum => Some(a.max(b)),
        }
    }
}
