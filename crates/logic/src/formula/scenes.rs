//! Where the parts of a statement stand: which variables range there, and what holds there of
//! them.
//!
//! Nothing is said of a part where something else decides already: in `g and F`, `F` is looked at
//! where `g` holds, in `g or F` where it does not, and so with guards and premises.

use super::core::{
    Bound, Check, Formula, FormulaKind, FunctionId, Quantified, Quantifier, Range, RelationId,
    SortId, Statement, Term, TermKind,
};
use super::declarations::{Column, Declarations};
use super::written::Comparison;
use crate::{NodeId, VarId};

/// The variables that range at some part of a statement, and what holds there.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// From the outside to the inside.
    pub binding: Vec<Bound>,
    /// Known and unknown ones.
    pub conjuncts: Vec<Formula>,
}

/// What has arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A relation.
    Relation(RelationId),
    /// A function.
    Function(FunctionId),
}

/// A part of a statement that may be at fault for some values.
pub enum Part<'a> {
    /// An argument of a relation or a function.
    Argument(Argument<'a>),
    /// A term that has no value for some values.
    Operation(&'a Term),
    /// A quantifier.
    Quantifier(&'a Quantified),
}

/// An argument with what it stands in.
#[derive(Clone, Copy)]
pub struct Argument<'a> {
    /// The relation or function.
    pub owner: Owner,
    /// Which of its arguments, from 0.
    pub place: usize,
    /// The argument.
    pub term: &'a Term,
    /// The smallest atom or comparison around it.
    pub around: &'a Formula,
    /// Whether a `not` stands around that.
    pub negated: bool,
}

impl Owner {
    /// Its argument places.
    pub fn columns(self, declarations: &Declarations) -> &[Column] {
        match self {
            Self::Relation(id) => &declarations.relations[id.index()].columns,
            Self::Function(id) => &declarations.functions[id.index()].columns,
        }
    }

    /// Its name.
    pub fn name(self, declarations: &Declarations) -> &str {
        match self {
            Self::Relation(id) => &declarations.relations[id.index()].name,
            Self::Function(id) => &declarations.functions[id.index()].name,
        }
    }
}

/// What is done with each part.
pub type Visit<'v, 'a> = dyn FnMut(&Scene, Part<'a>) + 'v;

/// Visits the parts of a statement, outer ones first.
pub fn visit<'a>(declarations: &Declarations, statement: &'a Statement, act: &mut Visit<'_, 'a>) {
    let mut walker = Walker {
        scene: Scene::default(),
        act,
    };
    match statement {
        Statement::Constraint(_, formula) => walker.formula(formula, false),
        Statement::Soft(weight, formula) => {
            walker.term(weight, None);
            walker.formula(formula, false);
        }
        Statement::Definition(_, binding, formula) => {
            walker.bind(binding, None);
            walker.formula(formula, false);
        }
        Statement::RelationGuard(relation, formula) => {
            let columns = Owner::Relation(*relation).columns(declarations).len();
            walker.scene.binding = columns_of(columns);
            walker.formula(formula, false);
        }
        Statement::FunctionGuard(function, formula) => {
            let columns = Owner::Function(*function).columns(declarations).len();
            walker.scene.binding = columns_of(columns);
            walker.formula(formula, false);
        }
        Statement::Objective(_, term) => walker.term(term, None),
        Statement::Check(check) => match check {
            Check::Proves(formula) | Check::Refutes(formula) | Check::Possible(formula) => {
                walker.formula(formula, false);
            }
            Check::Models(_, term) | Check::Cost(_, term) => walker.term(term, None),
            Check::Sat | Check::Unsat | Check::Unique => {}
        },
        // Values and facts are computed before, and a table searches for what it draws.
        Statement::Nothing
        | Statement::Sort(..)
        | Statement::Constant(..)
        | Statement::Grid(..)
        | Statement::Fact(..)
        | Statement::Show { .. }
        | Statement::ShowGrid(_) => {}
    }
}

/// The first variables of a declaration are its columns.
fn columns_of(columns: usize) -> Vec<Bound> {
    let bound = |column: usize| Bound {
        variable: VarId(column as u32),
        range: None,
    };
    (0..columns).map(bound).collect()
}

/// How many parts before another, and behind it, are looked at with it: chains of thousands, which
/// programs write, take time in proportion to their length.
const AROUND: usize = 64;

struct Walker<'v, 'w, 'a> {
    scene: Scene,
    act: &'w mut Visit<'v, 'a>,
}

/// An atom or a comparison, and whether a `not` stands around it.
type Around<'a> = Option<(&'a Formula, bool)>;

impl<'a> Walker<'_, '_, 'a> {
    /// Does something where more holds.
    fn given(&mut self, more: impl IntoIterator<Item = Formula>, act: impl FnOnce(&mut Self)) {
        let before = self.scene.conjuncts.len();
        self.scene.conjuncts.extend(more);
        act(self);
        self.scene.conjuncts.truncate(before);
    }

    fn formula(&mut self, formula: &'a Formula, negated: bool) {
        let around = Some((formula, negated));
        match &formula.kind {
            FormulaKind::Truth(_) | FormulaKind::Connected { .. } | FormulaKind::Acyclic(_) => {}
            FormulaKind::Atom(relation, args) => {
                self.arguments(Owner::Relation(*relation), args, around);
            }
            FormulaKind::Compare(terms, _) => {
                terms.iter().for_each(|term| self.term(term, around));
            }
            FormulaKind::In(term, range) => {
                self.term(term, around);
                self.range(range, around);
            }
            FormulaKind::Not(part) => self.formula(part, !negated),
            FormulaKind::And(parts) => self.beside(parts, false),
            FormulaKind::Or(parts) => self.beside(parts, true),
            FormulaKind::Xor(parts) | FormulaKind::Iff(parts) => {
                parts.iter().for_each(|part| self.formula(part, false));
            }
            FormulaKind::Implies(parts) => {
                let [premise, conclusion] = &**parts;
                self.given([not(conclusion)], |this| this.formula(premise, false));
                self.given([premise.clone()], |this| this.formula(conclusion, false));
            }
            FormulaKind::Quantified(quantified) => self.quantified(quantified),
        }
    }

    /// Each part where the others leave it to decide; of very many, those that stand around it.
    fn beside(&mut self, parts: &'a [Formula], negated: bool) {
        for (place, part) in parts.iter().enumerate() {
            let first = place.saturating_sub(AROUND);
            let others = parts.iter().enumerate().skip(first).take(2 * AROUND + 1);
            let others = others.filter(|(other, _)| *other != place);
            let others: Vec<Formula> = others
                .map(|(_, other)| if negated { not(other) } else { other.clone() })
                .collect();
            self.given(others, |this| this.formula(part, false));
        }
    }

    fn quantified(&mut self, quantified: &'a Quantified) {
        match &quantified.quantifier {
            Quantifier::Forall | Quantifier::Exists => {}
            Quantifier::Exactly(bound) | Quantifier::AtLeast(bound) | Quantifier::AtMost(bound) => {
                self.term(bound, None);
            }
        }
        (self.act)(&self.scene, Part::Quantifier(quantified));
        let outer = self.scene.binding.len();
        self.bind(&quantified.binding, None);
        let body = &quantified.body;
        let beside = match quantified.quantifier {
            Quantifier::Forall => not(body),
            _ => body.clone(),
        };
        if let Some(guard) = &quantified.guard {
            self.given([beside], |this| this.formula(guard, false));
        }
        let guard = quantified.guard.clone();
        self.given(guard, |this| this.formula(body, false));
        self.scene.binding.truncate(outer);
    }

    fn bind(&mut self, binding: &'a [Bound], around: Around<'a>) {
        for bound in binding {
            if let Some(range) = &bound.range {
                self.range(range, around);
            }
            self.scene.binding.push(bound.clone());
        }
    }

    fn range(&mut self, range: &'a Range, around: Around<'a>) {
        match range {
            Range::Interval(ends) => ends.iter().for_each(|end| self.term(end, around)),
            Range::Set(elements) => elements.iter().for_each(|term| self.term(term, around)),
            Range::Sort(_) => {}
        }
    }

    fn arguments(&mut self, owner: Owner, args: &'a [Term], around: Around<'a>) {
        for (place, term) in args.iter().enumerate() {
            if let Some((around, negated)) = around {
                let argument = Argument {
                    owner,
                    place,
                    term,
                    around,
                    negated,
                };
                (self.act)(&self.scene, Part::Argument(argument));
            }
            self.term(term, around);
        }
    }

    fn term(&mut self, term: &'a Term, around: Around<'a>) {
        match &term.kind {
            TermKind::Integer(_)
            | TermKind::Element(_)
            | TermKind::Constant(_)
            | TermKind::Variable(_) => {}
            TermKind::Apply(function, args) => {
                self.arguments(Owner::Function(*function), args, around);
            }
            TermKind::Arithmetic(_, operands) => {
                (self.act)(&self.scene, Part::Operation(term));
                operands
                    .iter()
                    .for_each(|operand| self.term(operand, around));
            }
            TermKind::Absolute(operand) => {
                (self.act)(&self.scene, Part::Operation(term));
                self.term(operand, around);
            }
            TermKind::Minimum(operands) | TermKind::Maximum(operands) => {
                operands
                    .iter()
                    .for_each(|operand| self.term(operand, around));
            }
            TermKind::Count(binding, condition) => {
                let outer = self.scene.binding.len();
                self.bind(binding, around);
                self.formula(condition, false);
                self.scene.binding.truncate(outer);
            }
            TermKind::Sum(binding, condition, summand) => {
                (self.act)(&self.scene, Part::Operation(term));
                let outer = self.scene.binding.len();
                self.bind(binding, around);
                self.given([], |this| this.formula(condition, false));
                self.given([condition.as_ref().clone()], |this| {
                    this.term(summand, around);
                });
                self.scene.binding.truncate(outer);
            }
        }
    }
}

/// What holds exactly where a formula does not.
fn not(formula: &Formula) -> Formula {
    match &formula.kind {
        FormulaKind::Not(part) => part.as_ref().clone(),
        // Parts of it can bound variables on their own.
        FormulaKind::Or(parts) => Formula {
            id: formula.id,
            kind: FormulaKind::And(parts.iter().map(not).collect()),
        },
        FormulaKind::Implies(parts) => Formula {
            id: formula.id,
            kind: FormulaKind::And(Box::new([parts[0].clone(), not(&parts[1])])),
        },
        FormulaKind::Compare(terms, comparison) if is_plain(terms) => Formula {
            id: formula.id,
            kind: FormulaKind::Compare(terms.clone(), comparison.negated()),
        },
        _ => Formula {
            id: formula.id,
            kind: FormulaKind::Not(Box::new(formula.clone())),
        },
    }
}

/// Whether the terms have values wherever their operations do: a comparison of functions is false
/// where one of them has none, and so is its opposite.
fn is_plain(terms: &[Term; 2]) -> bool {
    terms.iter().all(|term| !needs_function(term))
}

/// Whether a function is in a term.
pub fn needs_function(term: &Term) -> bool {
    match &term.kind {
        TermKind::Integer(_)
        | TermKind::Element(_)
        | TermKind::Constant(_)
        | TermKind::Variable(_) => false,
        TermKind::Apply(..) => true,
        TermKind::Arithmetic(_, operands) => operands.iter().any(needs_function),
        TermKind::Absolute(operand) => needs_function(operand),
        TermKind::Minimum(operands) | TermKind::Maximum(operands) => {
            operands.iter().any(needs_function)
        }
        // Conditions may be unknown.
        TermKind::Count(..) | TermKind::Sum(..) => true,
    }
}

/// The variables of a term in reading order; counts and sums are not looked into.
pub fn variables(term: &Term) -> Vec<VarId> {
    let mut found = Vec::new();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        match &term.kind {
            TermKind::Variable(id) if !found.contains(id) => found.push(*id),
            TermKind::Apply(_, terms) | TermKind::Minimum(terms) | TermKind::Maximum(terms) => {
                open.extend(terms.iter().rev());
            }
            TermKind::Arithmetic(_, operands) => open.extend(operands.iter().rev()),
            TermKind::Absolute(operand) => open.push(operand),
            TermKind::Integer(_)
            | TermKind::Element(_)
            | TermKind::Constant(_)
            | TermKind::Variable(_)
            | TermKind::Count(..)
            | TermKind::Sum(..) => {}
        }
    }
    found
}

/// The conjuncts of formulas, one by one.
pub fn conjuncts(formulas: &[Formula]) -> Vec<Formula> {
    let mut flat = Vec::new();
    let mut open: Vec<&Formula> = formulas.iter().rev().collect();
    while let Some(formula) = open.pop() {
        match &formula.kind {
            FormulaKind::And(parts) => open.extend(parts.iter().rev()),
            FormulaKind::Truth(true) => {}
            _ => flat.push(formula.clone()),
        }
    }
    flat
}

/// Whether two terms are written alike.
pub fn same(a: &Term, b: &Term) -> bool {
    let all =
        |a: &[Term], b: &[Term]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    match (&a.kind, &b.kind) {
        (TermKind::Apply(f, a), TermKind::Apply(g, b)) => f == g && all(a, b),
        (TermKind::Arithmetic(f, a), TermKind::Arithmetic(g, b)) => f == g && all(&**a, &**b),
        (TermKind::Absolute(a), TermKind::Absolute(b)) => same(a, b),
        (TermKind::Minimum(a), TermKind::Minimum(b))
        | (TermKind::Maximum(a), TermKind::Maximum(b)) => all(a, b),
        (TermKind::Count(..) | TermKind::Sum(..), _) => false,
        (a, b) => a == b,
    }
}

/// Whether a formula says of a term, somewhere in it, that it is in a set.
pub fn mentions(formula: &Formula, term: &Term) -> bool {
    match &formula.kind {
        FormulaKind::In(found, _) => same(found, term),
        FormulaKind::Not(part) => mentions(part, term),
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            parts.iter().any(|part| mentions(part, term))
        }
        FormulaKind::Xor(parts) | FormulaKind::Implies(parts) | FormulaKind::Iff(parts) => {
            parts.iter().any(|part| mentions(part, term))
        }
        FormulaKind::Truth(_)
        | FormulaKind::Atom(..)
        | FormulaKind::Compare(..)
        | FormulaKind::Quantified(_)
        | FormulaKind::Connected { .. }
        | FormulaKind::Acyclic(_) => false,
    }
}

/// `term in sort`, or that it is not.
pub fn membership(term: &Term, sort: SortId, is_in: bool) -> Formula {
    let formula = Formula {
        id: term.id,
        kind: FormulaKind::In(Box::new(term.clone()), Range::Sort(sort)),
    };
    if is_in { formula } else { not(&formula) }
}

/// `term = 0`.
pub fn is_zero(term: &Term) -> Formula {
    let zero = Term {
        id: NodeId(term.id.0),
        kind: TermKind::Integer(0),
    };
    Formula {
        id: term.id,
        kind: FormulaKind::Compare(Box::new([term.clone(), zero]), Comparison::Equal),
    }
}
