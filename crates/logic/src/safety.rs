//! Which variables of a rule its positive literals bind.
//!
//! A rule is safe if every variable of its head, of its negated literals and of its `distinct`s
//! is bound (Love, Hinrichs, Haley, Schkufza and Genesereth, *General Game Playing: Game
//! Description Language Specification*, 2008; Ullman's safe rules).

use crate::{Literal, LiteralKind, Rule, Term, VarId};

/// A set of variables of one rule.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct VarSet(Vec<u64>);

impl VarSet {
    /// Whether the variable is in the set.
    pub fn contains(&self, variable: VarId) -> bool {
        let (word, bit) = (variable.0 as usize / 64, variable.0 % 64);
        self.0.get(word).is_some_and(|bits| bits >> bit & 1 == 1)
    }

    /// Adds a variable.
    pub fn insert(&mut self, variable: VarId) {
        let (word, bit) = (variable.0 as usize / 64, variable.0 % 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    /// Adds every variable of a term.
    pub fn insert_term(&mut self, term: &Term) {
        match term {
            Term::Constant { .. } => {}
            Term::Variable { variable, .. } => self.insert(*variable),
            Term::Function { args, .. } => args.iter().for_each(|arg| self.insert_term(arg)),
        }
    }

    /// Adds every variable of another set.
    pub fn union(&mut self, other: &VarSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine |= theirs;
        }
    }

    /// Keeps only what is in another set too.
    pub fn intersect(&mut self, other: &VarSet) {
        self.0.truncate(other.0.len());
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine &= theirs;
        }
    }

    /// The variables of the set, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = VarId> + '_ {
        let all = (0..self.0.len() as u32 * 64).map(VarId);
        all.filter(|variable| self.contains(*variable))
    }
}

/// The variables that the body of a rule binds.
pub fn bound_variables(rule: &Rule) -> VarSet {
    let mut bound = VarSet::default();
    for literal in &rule.body {
        bound.union(&bound_by(literal));
    }
    bound
}

/// The variables that a literal binds: those of a positive atom; of a disjunction those that all
/// its branches bind, of an empty one none; of a conjunction those that a part binds.
pub fn bound_by(literal: &Literal) -> VarSet {
    let mut bound = VarSet::default();
    match &literal.kind {
        LiteralKind::Atom(atom) => atom.args.iter().for_each(|arg| bound.insert_term(arg)),
        LiteralKind::Not(_) | LiteralKind::Distinct(_) => {}
        LiteralKind::Or(branches) => {
            if let Some((first, others)) = branches.split_first() {
                bound = bound_by(first);
                others
                    .iter()
                    .for_each(|branch| bound.intersect(&bound_by(branch)));
            }
        }
        LiteralKind::And(parts) => parts.iter().for_each(|part| bound.union(&bound_by(part))),
    }
    bound
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::rule;

    fn bound(text: &str) -> String {
        let rule = rule(text);
        let bound = bound_variables(&rule);
        let names = bound
            .iter()
            .map(|v| rule.variables[v.0 as usize].to_string());
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn positive_atoms_bind_at_any_depth() {
        assert_eq!(bound("h(X) :- p(X, f(g(Y))), q(Z)."), "X Y Z");
    }

    #[test]
    fn negation_and_distinct_bind_nothing() {
        assert_eq!(bound("h(X) :- ~p(X), distinct(X, Y), q(Z)."), "Z");
    }

    #[test]
    fn a_disjunction_binds_what_all_branches_bind() {
        assert_eq!(bound("h(X) :- (p(X,Y) | q(X,Z) | r(Z,X))."), "X");
        assert_eq!(bound("h(X) :- (p(X,Y) | ~q(X,Y))."), "");
        assert_eq!(bound("h(X) :- (p(X) | (q(X) | r(X)))."), "X");
    }

    #[test]
    fn sets_beyond_one_word() {
        let mut set = VarSet::default();
        set.insert(VarId(3));
        set.insert(VarId(64));
        set.insert(VarId(200));
        assert_eq!(
            set.iter().collect::<Vec<_>>(),
            [VarId(3), VarId(64), VarId(200)]
        );
        let mut low = VarSet::default();
        low.insert(VarId(64));
        set.intersect(&low);
        assert_eq!(set.iter().collect::<Vec<_>>(), [VarId(64)]);
    }
}
