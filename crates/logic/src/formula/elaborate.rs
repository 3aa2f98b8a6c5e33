//! Resolves the names of a statement, finds the sorts of its variables, and says what is wrong.

mod binding;
mod formulas;
mod statements;
mod terms;

use super::core::{Statement, Variable};
use super::declarations::Declarations;
use super::problem::{Known, Place, Problem, ProblemKind, StatementId, TermSort};
use super::written;
use crate::{Name, NodeId, VarId};

/// A statement with its names resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elaborated {
    /// What it says; what is wrong in it is left out or stands for something that fits, so
    /// nothing may be grounded where a problem is an error.
    pub statement: Statement,
    /// Its variables, by [`VarId`].
    pub variables: Box<[Variable]>,
    /// What is wrong, in reading order.
    pub problems: Vec<Problem>,
    /// Whether it says what was written: no operand is missing, and no name, sort or number of
    /// arguments is wrong.
    pub is_whole: bool,
}

/// Resolves the names of a statement.
pub fn elaborate(
    declarations: &Declarations,
    id: StatementId,
    statement: &written::Statement,
) -> Elaborated {
    let mut elaborator = Elaborator {
        declarations,
        statement: id,
        variables: Vec::new(),
        sorts: Vec::new(),
        used: Vec::new(),
        covered: Vec::new(),
        scope: Vec::new(),
        problems: Vec::new(),
        known: None,
        is_whole: true,
    };
    let statement = elaborator.statement(statement);
    let mut problems = elaborator.problems;
    problems.sort_by_key(|problem| problem.place.node);
    Elaborated {
        statement,
        variables: elaborator.variables.into(),
        problems,
        is_whole: elaborator.is_whole,
    }
}

struct Elaborator<'a> {
    declarations: &'a Declarations,
    statement: StatementId,
    variables: Vec<Variable>,
    /// What each variable is taken for; [`TermSort::Any`] where that is not known.
    sorts: Vec<TermSort>,
    used: Vec<bool>,
    /// The variables of which the annotation of another one behind them says what they range over.
    covered: Vec<VarId>,
    /// The variables that are bound here, inner ones last.
    scope: Vec<VarId>,
    problems: Vec<Problem>,
    /// Set where no unknown relation or function may stand.
    known: Option<Known>,
    is_whole: bool,
}

impl Elaborator<'_> {
    /// Reports what keeps the statement from being grounded.
    fn error(&mut self, node: NodeId, kind: ProblemKind) {
        self.is_whole = false;
        self.warn(node, kind);
    }

    fn warn(&mut self, node: NodeId, kind: ProblemKind) {
        let place = Place {
            statement: self.statement,
            node,
        };
        self.problems.push(Problem { place, kind });
    }

    /// The innermost variable of this name.
    fn variable(&self, name: &str) -> Option<VarId> {
        let mut bound = self.scope.iter().rev();
        bound
            .find(|id| self.variables[id.0 as usize].name == name)
            .copied()
    }

    /// Reports an unknown relation or function where everything must be known.
    fn needs_known(&mut self, node: NodeId, name: &Name) {
        if let Some(within) = self.known {
            let name = name.clone();
            self.error(node, ProblemKind::Unknown { name, within });
        }
    }

    /// Does something where everything must be known.
    fn knowing<T>(&mut self, within: Known, act: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.known.replace(self.known.unwrap_or(within));
        let made = act(self);
        self.known = outer;
        made
    }
}
