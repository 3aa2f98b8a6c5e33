//! One fact or rule, lowered, and the way back to its text.

use logic::formula::written::Statement;
use logic::{NodeId, Rule};
use syntax::TextRange;

/// A fact or a rule without positions: equal for two texts that differ in layout and comments
/// alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    /// What it means; `None` where not even a head can be read, and for statements of QPROP.
    pub rule: Option<Rule>,
    /// What it says, where it is a statement of QPROP; `None` where its name is missing.
    pub statement: Option<Box<Statement>>,
    /// Whether it is written as a rule (`(<= …)`, `… :- …`), be it with an empty body.
    pub written_as_rule: bool,
    /// Whether the parser found an error inside: nothing more is reported about it then,
    /// though what it defines counts as defined.
    pub incomplete: bool,
    /// Spellings that `rule` does not show, in the order of their nodes.
    pub notes: Box<[Note]>,
}

/// A spelling of a node that the lowered rule does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// The node.
    pub node: NodeId,
    /// How it is spelt.
    pub kind: NoteKind,
}

/// What a [`Note`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoteKind {
    /// `(p)` for `p`, `(f)` for `f`: a name alone in parentheses.
    Parenthesised,
    /// A keyword that is not in lower case, such as `TRUE` in KIF.
    KeywordCase,
    /// `(p or q)`: an expression of QPROP in parentheses.
    Grouped,
}

/// Where the nodes of a form stand, in bytes from the start of the form.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SourceMap {
    /// By [`NodeId`]: the whole node, and the name or sign at its head (a relation, a function,
    /// `not`, `or`; the whole for constants and variables).
    pub nodes: Box<[FormSpan]>,
}

/// The two ranges of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormSpan {
    /// From its first character to its last.
    pub full: TextRange,
    /// Its name alone.
    pub name: TextRange,
}

/// A form with its map. Two are equal when the forms are: a value that a query returns then
/// counts as unchanged when only layout changed, while salsa still keeps the newer map.
#[derive(Clone, Debug)]
pub struct LoweredForm {
    /// What the form means.
    pub form: std::sync::Arc<Form>,
    /// Where it stands.
    pub map: std::sync::Arc<SourceMap>,
}

impl PartialEq for LoweredForm {
    fn eq(&self, other: &Self) -> bool {
        self.form == other.form
    }
}

impl Eq for LoweredForm {}
