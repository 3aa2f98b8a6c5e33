//! The ground instances of rules, by trying every atom of an interpretation in every place.

use crate::{Atom, GroundAtom, GroundTerm, Literal, LiteralKind, Name, Rule, Term, VarId};

use super::{Error, Interpretation, Limits};

/// What is left of the limits.
pub(super) struct Budget {
    limits: Limits,
    steps: u64,
}

impl Budget {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, steps: 0 }
    }

    pub(super) fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(Error::TooManySteps);
        }
        Ok(())
    }

    /// Holds a growing interpretation against the limits.
    pub(super) fn check(&self, model: &Interpretation) -> Result<(), Error> {
        if model.len() > self.limits.atoms {
            return Err(Error::TooManyAtoms);
        }
        let depth = |atom: &GroundAtom| atom.args.iter().map(GroundTerm::depth).max();
        if model.iter().filter_map(depth).max() > Some(self.limits.depth) {
            return Err(Error::TooDeep);
        }
        Ok(())
    }
}

/// One way to satisfy a body: a conjunction, disjunctions being multiplied out and negations
/// pushed inwards.
#[derive(Clone, Default)]
pub(super) struct Way<'a> {
    pub(super) positive: Vec<&'a Atom>,
    pub(super) negative: Vec<&'a Atom>,
    different: Vec<(&'a Term, &'a Term)>,
    equal: Vec<(&'a Term, &'a Term)>,
}

/// The ways of all rules.
pub(super) struct Ways<'a>(Vec<(usize, &'a Rule, Way<'a>)>);

impl<'a> Ways<'a> {
    /// The ways of safe rules: each variable of the head and of the tests stands in a positive
    /// atom of the way.
    pub(super) fn of(rules: &'a [Rule], limits: Limits) -> Result<Self, Error> {
        let ways = Self::of_any(rules, limits)?;
        for (index, rule, way) in ways.iter() {
            if let Some(name) = way.unbound(rule) {
                return Err(Error::Unsafe {
                    rule: *index,
                    variable: name,
                });
            }
        }
        Ok(ways)
    }

    /// The ways of rules that may be unsafe.
    pub(super) fn of_any(rules: &'a [Rule], limits: Limits) -> Result<Self, Error> {
        let mut ways = Vec::new();
        for (index, rule) in rules.iter().enumerate() {
            if count(&rule.body, true).saturating_add(ways.len() as u64) > limits.steps {
                return Err(Error::TooManySteps);
            }
            let of_rule = conjunction(&rule.body, true).into_iter();
            ways.extend(of_rule.map(|way| (index, rule, way)));
        }
        Ok(Self(ways))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(usize, &'a Rule, Way<'a>)> {
        self.0.iter()
    }
}

/// How many ways [`conjunction`] gives.
fn count(literals: &[Literal], holds: bool) -> u64 {
    let ways = literals.iter().map(|literal| match &literal.kind {
        LiteralKind::Atom(_) => 1,
        LiteralKind::Not(inner) => count(std::slice::from_ref(inner), !holds),
        LiteralKind::Distinct(_) if holds => 1,
        LiteralKind::Distinct(terms) => pairs(terms).len() as u64,
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            if matches!(literal.kind, LiteralKind::And(_)) == holds {
                count(parts, holds)
            } else {
                let one = |part| count(std::slice::from_ref(part), holds);
                parts.iter().map(one).fold(0, u64::saturating_add)
            }
        }
    });
    ways.fold(1, u64::saturating_mul)
}

/// The ways in which all literals hold, or in which none does.
fn conjunction<'a>(literals: &'a [Literal], holds: bool) -> Vec<Way<'a>> {
    let mut ways = vec![Way::default()];
    for literal in literals {
        let further = literal_ways(literal, holds);
        let with = |way: &Way<'a>| further.iter().map(|more| way.and(more)).collect::<Vec<_>>();
        ways = ways.iter().flat_map(with).collect();
    }
    ways
}

/// The ways in which one of the literals holds, or in which one does not.
fn disjunction<'a>(literals: &'a [Literal], holds: bool) -> Vec<Way<'a>> {
    let ways = |literal: &'a Literal| literal_ways(literal, holds);
    literals.iter().flat_map(ways).collect()
}

fn literal_ways<'a>(literal: &'a Literal, holds: bool) -> Vec<Way<'a>> {
    let mut way = Way::default();
    match &literal.kind {
        LiteralKind::Atom(atom) if holds => way.positive.push(atom),
        LiteralKind::Atom(atom) => way.negative.push(atom),
        LiteralKind::Not(inner) => return literal_ways(inner, !holds),
        LiteralKind::Distinct(terms) if holds => way.different = pairs(terms),
        LiteralKind::Distinct(terms) => {
            let equal = |pair| Way {
                equal: vec![pair],
                ..Way::default()
            };
            return pairs(terms).into_iter().map(equal).collect();
        }
        LiteralKind::Or(parts) if holds => return disjunction(parts, true),
        LiteralKind::And(parts) if !holds => return disjunction(parts, false),
        LiteralKind::Or(parts) | LiteralKind::And(parts) => return conjunction(parts, holds),
    }
    vec![way]
}

/// `distinct` of more than two terms says that all differ.
fn pairs(terms: &[Term]) -> Vec<(&Term, &Term)> {
    let after = |(index, first)| terms[index + 1..].iter().map(move |second| (first, second));
    terms.iter().enumerate().flat_map(after).collect()
}

impl<'a> Way<'a> {
    fn and(&self, other: &Self) -> Self {
        let mut all = self.clone();
        all.positive.extend(&other.positive);
        all.negative.extend(&other.negative);
        all.different.extend(&other.different);
        all.equal.extend(&other.equal);
        all
    }

    fn unbound(&self, rule: &Rule) -> Option<Name> {
        let mut bound = crate::VarSet::default();
        let positive = self.positive.iter().flat_map(|atom| atom.args.iter());
        positive.for_each(|term| bound.insert_term(term));
        let mut needed = crate::VarSet::default();
        let negative = self.negative.iter().flat_map(|atom| atom.args.iter());
        let compared = self.different.iter().chain(&self.equal);
        rule.head
            .args
            .iter()
            .chain(negative)
            .chain(compared.flat_map(|&(a, b)| [a, b]))
            .for_each(|term| needed.insert_term(term));
        let unbound = needed.iter().find(|&variable| !bound.contains(variable))?;
        Some(rule.variables[unbound.0 as usize].clone())
    }

    /// Calls `visit` with every binding that makes the positive atoms true in `source`.
    pub(super) fn instances(
        &self,
        source: &Interpretation,
        budget: &mut Budget,
        visit: &mut impl FnMut(&Binding, &mut Budget),
    ) -> Result<(), Error> {
        choose(
            &self.positive,
            source,
            &Binding::default(),
            budget,
            &mut |binding, budget| {
                visit(binding, budget);
                Ok(())
            },
        )
    }

    /// Whether no negated atom is in `assumed` and the comparisons hold.
    pub(super) fn tests_hold(&self, binding: &Binding, assumed: &Interpretation) -> bool {
        self.comparisons_hold(binding)
            && self
                .negative
                .iter()
                .all(|atom| !assumed.contains(&binding.atom(atom)))
    }

    pub(super) fn comparisons_hold(&self, binding: &Binding) -> bool {
        let same = |&(a, b): &(&Term, &Term)| binding.term(a) == binding.term(b);
        self.equal.iter().all(same) && !self.different.iter().any(same)
    }
}

/// Binds the variables of all atoms in all ways, the first atom first.
pub(super) fn choose(
    atoms: &[&Atom],
    source: &Interpretation,
    binding: &Binding,
    budget: &mut Budget,
    visit: &mut impl FnMut(&Binding, &mut Budget) -> Result<(), Error>,
) -> Result<(), Error> {
    let Some((atom, others)) = atoms.split_first() else {
        return visit(binding, budget);
    };
    for known in source.of(&crate::Relation::of(atom)) {
        budget.step()?;
        let mut extended = binding.clone();
        let mut pairs = atom.args.iter().zip(&known.args);
        if pairs.all(|(pattern, term)| extended.fit(pattern, term)) {
            choose(others, source, &extended, budget, visit)?;
        }
    }
    Ok(())
}

/// Terms for some variables of a rule, by [`VarId`].
#[derive(Clone, Debug, Default)]
pub(super) struct Binding(pub(super) Vec<Option<GroundTerm>>);

impl Binding {
    pub(super) fn get(&self, VarId(index): VarId) -> Option<&GroundTerm> {
        self.0.get(index as usize)?.as_ref()
    }

    pub(super) fn set(&mut self, VarId(index): VarId, term: GroundTerm) {
        let index = index as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, None);
        }
        self.0[index] = Some(term);
    }

    /// Binds variables so that the pattern becomes the term; `false` if nothing does that.
    fn fit(&mut self, pattern: &Term, term: &GroundTerm) -> bool {
        match (pattern, term) {
            (Term::Constant { name, .. }, GroundTerm::Constant(other)) => name == other,
            (Term::Variable { variable, .. }, _) => match self.get(*variable) {
                Some(known) => known == term,
                None => {
                    self.set(*variable, term.clone());
                    true
                }
            },
            (Term::Function { name, args, .. }, GroundTerm::Function(other, terms)) => {
                name == other
                    && args.len() == terms.len()
                    && args
                        .iter()
                        .zip(terms)
                        .all(|(arg, term)| self.fit(arg, term))
            }
            _ => false,
        }
    }

    /// The instance of a term.
    ///
    /// # Panics
    /// If a variable of it is not bound: rules are checked for safety first.
    pub(super) fn term(&self, term: &Term) -> GroundTerm {
        match term {
            Term::Constant { name, .. } => GroundTerm::Constant(name.clone()),
            Term::Variable { variable, .. } => self
                .get(*variable)
                .cloned()
                .expect("a safe variable is bound"),
            Term::Function { name, args, .. } => GroundTerm::Function(
                name.clone(),
                args.iter().map(|arg| self.term(arg)).collect(),
            ),
        }
    }

    /// The instance of an atom; panics as [`Binding::term`] does.
    pub(super) fn atom(&self, atom: &Atom) -> GroundAtom {
        GroundAtom {
            relation: atom.relation.clone(),
            args: atom.args.iter().map(|arg| self.term(arg)).collect(),
        }
    }
}
