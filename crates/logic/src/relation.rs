//! Relations, known by name and arity, and where rules use them.

use std::fmt;

use crate::{Atom, Literal, LiteralKind, Name};

/// A relation constant with its number of arguments: `p/1` and `p/2` are two relations.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation {
    /// The relation constant.
    pub name: Name,
    /// How many arguments it takes.
    pub arity: u32,
}

impl Relation {
    /// The relation `name/arity`.
    pub fn new(name: impl Into<Name>, arity: u32) -> Self {
        Self {
            name: name.into(),
            arity,
        }
    }

    /// The relation of an atom.
    pub fn of(atom: &Atom) -> Self {
        Self {
            name: atom.relation.clone(),
            arity: atom.arity(),
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.name, self.arity)
    }
}

/// Whether an atom is used as it is, or under a `not`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Polarity {
    /// As it is.
    Positive,
    /// Under a `not`, however many: `(not (not p))` is no correct literal and counts as negative.
    Negative,
}

impl Atom {
    /// The number of its arguments.
    pub fn arity(&self) -> u32 {
        u32::try_from(self.args.len()).unwrap_or(u32::MAX)
    }
}

/// Calls `visit` for every atom of the literals, with its polarity, in reading order.
pub fn body_atoms<'a>(body: &'a [Literal], visit: &mut impl FnMut(&'a Atom, Polarity)) {
    for literal in body {
        signed_atoms(literal, Polarity::Positive, visit);
    }
}

fn signed_atoms<'a>(
    literal: &'a Literal,
    polarity: Polarity,
    visit: &mut impl FnMut(&'a Atom, Polarity),
) {
    match &literal.kind {
        LiteralKind::Atom(atom) => visit(atom, polarity),
        LiteralKind::Not(inner) => signed_atoms(inner, Polarity::Negative, visit),
        LiteralKind::Distinct(_) => {}
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            for part in parts {
                signed_atoms(part, polarity, visit);
            }
        }
    }
}
