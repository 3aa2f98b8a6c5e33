//! Which atoms of a model match a pattern, and in which order people want to read atoms.

use std::cmp::Ordering;

use ground::Model;
use logic::{GroundAtom, GroundTerm, Name, Relation, Term};

use crate::Pattern;

impl Pattern {
    /// The true atoms that the pattern matches, in [natural order](natural).
    pub fn matches(&self, model: &Model) -> Vec<GroundAtom> {
        let relation = Relation::of(&self.atom);
        let mut found: Vec<_> = model
            .atoms(&relation)
            .filter(|atom| self.admits(atom))
            .collect();
        found.sort_by(natural);
        found
    }

    /// Whether some terms for the variables make the pattern this atom.
    pub fn admits(&self, atom: &GroundAtom) -> bool {
        let mut binding = vec![None; self.variables.len()];
        self.atom.relation == atom.relation
            && self.atom.args.len() == atom.args.len()
            && matches_all(&self.atom.args, &atom.args, &mut binding)
    }
}

pub(crate) fn matches_all<'a>(
    patterns: &[Term],
    terms: &'a [GroundTerm],
    binding: &mut [Option<&'a GroundTerm>],
) -> bool {
    let mut pairs = patterns.iter().zip(terms);
    pairs.all(|(pattern, term)| match (pattern, term) {
        (Term::Variable { variable, .. }, _) => {
            let bound = &mut binding[variable.0 as usize];
            *bound.get_or_insert(term) == term
        }
        (Term::Constant { name, .. }, GroundTerm::Constant(constant)) => name == constant,
        (Term::Function { name, args, .. }, GroundTerm::Function(function, terms)) => {
            name == function && args.len() == terms.len() && matches_all(args, terms, binding)
        }
        _ => false,
    })
}

/// The order in which people look atoms up: by name, then by arguments, numbers by value.
pub fn natural(a: &GroundAtom, b: &GroundAtom) -> Ordering {
    a.relation
        .cmp(&b.relation)
        .then_with(|| natural_terms(&a.args, &b.args))
}

fn natural_terms(a: &[GroundTerm], b: &[GroundTerm]) -> Ordering {
    let unequal = a
        .iter()
        .zip(b)
        .map(|(a, b)| natural_term(a, b))
        .find(|order| order.is_ne());
    unequal.unwrap_or_else(|| a.len().cmp(&b.len()))
}

/// The order of [`natural`] for terms: numbers, other constants, functions.
pub fn natural_term(a: &GroundTerm, b: &GroundTerm) -> Ordering {
    use GroundTerm::{Constant, Function};
    match (a, b) {
        (Constant(a), Constant(b)) => match (number(a), number(b)) {
            (Some(x), Some(y)) => x.cmp(&y).then_with(|| a.cmp(b)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => a.cmp(b),
        },
        (Function(f, a), Function(g, b)) => f.cmp(g).then_with(|| natural_terms(a, b)),
        _ => a.cmp(b),
    }
}

fn number(name: &Name) -> Option<u64> {
    name.parse().ok()
}

#[cfg(test)]
mod tests {
    use hir::Spelling;
    use syntax::Dialect;

    use super::*;

    fn atom(text: &str) -> GroundAtom {
        let found = crate::pattern(text, Spelling::of(Dialect::Hrf)).expect("an atom");
        GroundAtom::of(&found.atom).expect("no variables")
    }

    #[test]
    fn a_variable_that_comes_twice_stands_for_one_term() {
        let pattern = crate::pattern("p(X,f(X),Y)", Spelling::of(Dialect::Hrf)).expect("an atom");
        assert!(pattern.admits(&atom("p(a,f(a),b)")));
        assert!(pattern.admits(&atom("p(g(a),f(g(a)),g(a))")));
        assert!(!pattern.admits(&atom("p(a,f(b),b)")));
        assert!(!pattern.admits(&atom("p(a,a,b)")));
        assert!(!pattern.admits(&atom("p(a,f(a))")));
        assert!(!pattern.admits(&atom("q(a,f(a),b)")));
    }

    #[test]
    fn numbers_are_ordered_by_value_and_stand_before_names() {
        let mut atoms = ["p(b)", "p(10)", "p(f(1))", "p(9)", "p(a)", "o(z)"].map(atom);
        atoms.sort_by(natural);
        let sorted = ["o(z)", "p(9)", "p(10)", "p(a)", "p(b)", "p(f(1))"].map(atom);
        assert_eq!(atoms, sorted);
    }
}
