//! Terms and atoms without variables: what models are made of.

use std::fmt;

use crate::{Atom, Name, NodeId, Relation, Term};

/// A term without variables. Integers come before constants, constants before functions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroundTerm {
    /// An integer of a program with arithmetic. Rule sheets have none: there `1` is a constant.
    Integer(i64),
    /// An object constant.
    Constant(Name),
    /// A function constant with its arguments.
    Function(Name, Box<[GroundTerm]>),
}

/// An atom without variables, ordered by name, then by arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroundAtom {
    /// The relation constant.
    pub relation: Name,
    /// Its arguments; none for a proposition.
    pub args: Box<[GroundTerm]>,
}

impl GroundTerm {
    /// The constant `name`.
    pub fn constant(name: impl Into<Name>) -> Self {
        Self::Constant(name.into())
    }

    /// The function `name` of `args`.
    pub fn function(name: impl Into<Name>, args: impl IntoIterator<Item = GroundTerm>) -> Self {
        Self::Function(name.into(), args.into_iter().collect())
    }

    /// A term as it stands; `None` if it has a variable.
    pub fn of(term: &Term) -> Option<Self> {
        Some(match term {
            Term::Constant { name, .. } => Self::Constant(name.clone()),
            Term::Variable { .. } => return None,
            Term::Function { name, args, .. } => Self::Function(
                name.clone(),
                args.iter().map(Self::of).collect::<Option<_>>()?,
            ),
        })
    }

    /// The term of a rule that says the same. All its parts have the same id, and an integer
    /// becomes the constant of its digits.
    pub fn to_term(&self) -> Term {
        let id = NodeId(0);
        match self {
            Self::Integer(value) => Term::Constant {
                id,
                name: value.to_string().into(),
            },
            Self::Constant(name) => Term::Constant {
                id,
                name: name.clone(),
            },
            Self::Function(name, args) => Term::Function {
                id,
                name: name.clone(),
                args: args.iter().map(Self::to_term).collect(),
            },
        }
    }

    /// How many functions stand in each other: 0 for a constant.
    pub fn depth(&self) -> usize {
        match self {
            Self::Integer(_) | Self::Constant(_) => 0,
            Self::Function(_, args) => 1 + args.iter().map(Self::depth).max().unwrap_or(0),
        }
    }
}

impl GroundAtom {
    /// The atom `relation(args…)`.
    pub fn new(relation: impl Into<Name>, args: impl IntoIterator<Item = GroundTerm>) -> Self {
        Self {
            relation: relation.into(),
            args: args.into_iter().collect(),
        }
    }

    /// An atom as it stands; `None` if it has a variable.
    pub fn of(atom: &Atom) -> Option<Self> {
        Some(Self {
            relation: atom.relation.clone(),
            args: atom
                .args
                .iter()
                .map(GroundTerm::of)
                .collect::<Option<_>>()?,
        })
    }

    /// The atom of a rule that says the same; see [`GroundTerm::to_term`].
    pub fn to_atom(&self) -> Atom {
        Atom {
            id: NodeId(0),
            relation: self.relation.clone(),
            args: self.args.iter().map(GroundTerm::to_term).collect(),
        }
    }

    /// Its relation.
    pub fn relation(&self) -> Relation {
        Relation::new(
            self.relation.clone(),
            u32::try_from(self.args.len()).unwrap_or(u32::MAX),
        )
    }
}

fn applied(f: &mut fmt::Formatter<'_>, name: &Name, args: &[GroundTerm]) -> fmt::Result {
    f.write_str(name)?;
    for (index, arg) in args.iter().enumerate() {
        write!(f, "{}{arg}", if index == 0 { "(" } else { "," })?;
    }
    f.write_str(if args.is_empty() { "" } else { ")" })
}

/// `f(a,1)`, names as they are: for logs and tests, not for users, who have a spelling.
impl fmt::Display for GroundTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => write!(f, "{value}"),
            Self::Constant(name) => f.write_str(name),
            Self::Function(name, args) => applied(f, name, args),
        }
    }
}

/// `p(a,f(b))`, names as they are: for logs and tests, not for users, who have a spelling.
impl fmt::Display for GroundAtom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        applied(f, &self.relation, &self.args)
    }
}
