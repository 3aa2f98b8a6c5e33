//! Terms, atoms, literals and rules, without positions.

/// The name of a constant, a relation or a variable; short names are stored in place.
pub type Name = smol_str::SmolStr;

/// A part of a rule: its place in a preorder walk over heads, literals, atoms and terms,
/// counted from 0. Whoever built the rule can map it back to where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A variable of a rule: its index in [`Rule::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(pub u32);

/// An object constant, a variable, or a function applied to terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// An object constant.
    Constant {
        /// Which part of the rule this is.
        id: NodeId,
        /// The constant itself, keywords' case included.
        name: Name,
    },
    /// A variable.
    Variable {
        /// Which part of the rule this is.
        id: NodeId,
        /// Which variable of the rule.
        variable: VarId,
    },
    /// A function constant with its arguments, of which there is at least one.
    Function {
        /// Which part of the rule this is.
        id: NodeId,
        /// The function constant.
        name: Name,
        /// Its arguments.
        args: Box<[Term]>,
    },
}

/// A relation constant with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// Which part of the rule this is.
    pub id: NodeId,
    /// The relation constant; game keywords in lower case.
    pub relation: Name,
    /// Its arguments; none for a proposition.
    pub args: Box<[Term]>,
}

/// One subgoal of a body.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// Which part of the rule this is. A literal that is a bare atom has the atom's.
    pub id: NodeId,
    /// What it says.
    pub kind: LiteralKind,
}

/// The kinds of subgoals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LiteralKind {
    /// The atom holds.
    Atom(Atom),
    /// The literal does not hold. In a correct program it is an atom.
    Not(Box<Literal>),
    /// The terms differ. In a correct program there are two.
    Distinct(Box<[Term]>),
    /// One of the literals holds.
    Or(Box<[Literal]>),
    /// All of the literals hold. Only rule sheets that are not quite GDL have it.
    And(Box<[Literal]>),
}

/// The head holds wherever all literals of the body hold. A fact has no body.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// What is derived.
    pub head: Atom,
    /// What it is derived from.
    pub body: Box<[Literal]>,
    /// The names of the variables as they were written (`?x`, `X`), by [`VarId`], in the order
    /// in which they first occur.
    pub variables: Box<[Name]>,
}
