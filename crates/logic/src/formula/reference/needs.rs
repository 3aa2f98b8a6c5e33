//! Which of some variables a formula or a term uses.

use crate::formula::core::{Formula, Range, Term, TermKind};
use crate::formula::walk::Node;

/// Finds variables. One that is bound inside is none of those looked for: each is bound once.
pub(super) struct Needs<'o> {
    /// The variables looked for.
    pub(super) open: &'o [usize],
    found: Vec<usize>,
}

impl<'o> Needs<'o> {
    pub(super) fn among(open: &'o [usize]) -> Self {
        Self {
            open,
            found: Vec::new(),
        }
    }

    pub(super) fn of_formula(mut self, formula: &Formula) -> Vec<usize> {
        formula.walk(&mut |node| self.see(node));
        self.found
    }

    pub(super) fn of_term(mut self, term: &Term) -> Vec<usize> {
        term.walk(&mut |node| self.see(node));
        self.found
    }

    /// Of what `in` says, not of the variable itself.
    pub(super) fn of_range(mut self, range: &Range) -> Vec<usize> {
        range.walk(&mut |node| self.see(node));
        self.found
    }

    fn see(&mut self, node: Node<'_>) {
        if let Node::Term(term) = node
            && let TermKind::Variable(variable) = term.kind
        {
            let variable = variable.0 as usize;
            if self.open.contains(&variable) && !self.found.contains(&variable) {
                self.found.push(variable);
            }
        }
    }
}
