//! Makes formulas ready for grounding.

mod bounds;
mod free;
mod guards;
mod planning;
mod terms;

use logic::formula::written::Comparison;
use logic::formula::{
    self as written, Bound, Formula, FormulaKind, Quantified, Quantifier, RelationKind, Term,
    TermKind, Variable,
};
use logic::{NodeId, VarId};
use rustc_hash::FxHashMap;

use super::known::{Expr, Range, Test, Times};
use super::node::{Choice, Node};
use super::world::World;

pub(super) use free::{Free, needs};
pub(super) use guards::conjuncts;

/// What has to be said of a formula before it can be grounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unsupported(pub(super) NodeId);

/// Makes the formulas of one statement ready.
pub(super) struct Compiler<'w, 'a> {
    world: &'w mut World<'a>,
    variables: &'w [Variable],
    /// The variables that have a value where the formula at hand is read.
    bound: Vec<bool>,
    /// The terms that have their value in a slot here.
    replaced: FxHashMap<NodeId, u32>,
    /// How many slots there are, variables first.
    slots: u32,
}

impl<'w, 'a> Compiler<'w, 'a> {
    pub(super) fn new(world: &'w mut World<'a>, variables: &'w [Variable]) -> Self {
        Self {
            world,
            variables,
            bound: vec![false; variables.len()],
            replaced: FxHashMap::default(),
            slots: variables.len() as u32,
        }
    }

    /// These variables have values around the formulas that are read.
    pub(super) fn bind(&mut self, variables: impl IntoIterator<Item = VarId>) {
        for variable in variables {
            self.bound[variable.0 as usize] = true;
        }
    }

    /// How many slots the statement needs.
    pub(super) fn slots(&self) -> usize {
        self.slots as usize
    }

    /// A formula that is to hold. One that is known is gone through instance by instance, too, so
    /// that those which fail can be named.
    pub(super) fn constraint(&mut self, formula: &Formula) -> Result<Node, Unsupported> {
        match &formula.kind {
            FormulaKind::Quantified(quantified) if quantified.quantifier == Quantifier::Forall => {
                self.quantified(quantified)
            }
            _ => self.node(formula),
        }
    }

    /// A formula.
    pub(super) fn node(&mut self, formula: &Formula) -> Result<Node, Unsupported> {
        if self.is_known(formula) {
            return Ok(Node::Test(self.test(formula)?));
        }
        match &formula.kind {
            FormulaKind::Truth(truth) => Ok(Node::truth(*truth)),
            FormulaKind::Atom(relation, args) => {
                let declared = self.world.declared(*relation);
                let is_unknown = declared.kind == RelationKind::Unknown;
                let relation = *relation;
                self.with_cases(&args.iter().collect::<Vec<_>>(), |this, args| {
                    Ok(if is_unknown {
                        Node::Atom(relation, args)
                    } else {
                        Node::Test(this.member(relation, args))
                    })
                })
            }
            FormulaKind::In(term, range) => self.membership(formula.id, term, range),
            FormulaKind::Compare(terms, comparison) => self.compare(terms, *comparison),
            FormulaKind::Not(part) => Ok(Node::Not(Box::new(self.node(part)?))),
            FormulaKind::And(parts) => Ok(Node::all(self.nodes(parts)?)),
            FormulaKind::Or(parts) => Ok(Node::any(self.nodes(parts)?)),
            FormulaKind::Xor(parts) => {
                let one = self.node(&parts[0])?;
                let other = Node::Not(Box::new(self.node(&parts[1])?));
                Ok(Node::Iff(Box::new([one, other])))
            }
            FormulaKind::Iff(parts) => {
                let parts = [self.node(&parts[0])?, self.node(&parts[1])?];
                Ok(Node::Iff(Box::new(parts)))
            }
            FormulaKind::Implies(parts) => {
                let parts = [self.node(&parts[0])?, self.node(&parts[1])?];
                Ok(Node::Implies(Box::new(parts)))
            }
            FormulaKind::Quantified(quantified) => self.quantified(quantified),
            FormulaKind::Connected { .. } | FormulaKind::Acyclic(_) => Err(Unsupported(formula.id)),
        }
    }

    fn membership(
        &mut self,
        id: NodeId,
        term: &Term,
        range: &written::Range,
    ) -> Result<Node, Unsupported> {
        let compared = |a: &Term, comparison, b: &Term| Formula {
            id,
            kind: FormulaKind::Compare(Box::new([a.clone(), b.clone()]), comparison),
        };
        match range {
            written::Range::Interval(ends) if !ends.iter().all(|end| self.is_known_term(end)) => {
                let low = compared(&ends[0], Comparison::LessOrEqual, term);
                let high = compared(term, Comparison::LessOrEqual, &ends[1]);
                Ok(Node::all(self.nodes(&[low, high])?))
            }
            written::Range::Set(elements) if !elements.iter().all(|e| self.is_known_term(e)) => {
                let equal = |element| compared(term, Comparison::Equal, element);
                let equal: Vec<Formula> = elements.iter().map(equal).collect();
                Ok(Node::any(self.nodes(&equal)?))
            }
            _ => {
                let range = self.range(range)?;
                self.with_cases(&[term], |_, mut args| {
                    let value = std::mem::replace(&mut args[0], Expr::Word(0));
                    Ok(Node::Test(Test::Within(Box::new(value), range)))
                })
            }
        }
    }

    fn nodes(&mut self, formulas: &[Formula]) -> Result<Vec<Node>, Unsupported> {
        formulas.iter().map(|formula| self.node(formula)).collect()
    }

    fn quantified(&mut self, quantified: &Quantified) -> Result<Node, Unsupported> {
        let outer = self.bound.clone();
        let made = match &quantified.quantifier {
            Quantifier::Forall => self.forall(quantified),
            quantifier => {
                let times = self.times(quantifier)?;
                let (binding, parts) = guards::conjunctive(quantified);
                self.counted(&binding, &parts)
                    .map(|(plan, body)| Node::Quantified {
                        times,
                        plan: Box::new(plan),
                        body: Box::new(body),
                    })
            }
        };
        self.bound = outer;
        made
    }

    fn forall(&mut self, quantified: &Quantified) -> Result<Node, Unsupported> {
        let (binding, guard, alternatives) = guards::disjunctive(quantified);
        let (mut known, unknown): (Vec<_>, Vec<_>) =
            guard.into_iter().partition(|part| self.is_known(part));
        let mut rest = Vec::new();
        for part in alternatives {
            if self.is_known(&part) {
                known.push(guards::negated(part));
            } else {
                rest.push(part);
            }
        }
        let plan = self.plan(&binding, &known)?;
        let premise = self.nodes(&unknown)?;
        let mut body = Node::any(self.nodes(&rest)?);
        if !premise.is_empty() {
            body = Node::Implies(Box::new([Node::all(premise), body]));
        }
        Ok(Node::Quantified {
            times: Times::All,
            plan: Box::new(plan),
            body: Box::new(body),
        })
    }

    /// The instances in which the known ones of the formulas hold, and the others.
    fn counted(
        &mut self,
        binding: &[Bound],
        parts: &[Formula],
    ) -> Result<(super::plan::Plan, Node), Unsupported> {
        let (known, rest): (Vec<_>, Vec<_>) =
            parts.iter().cloned().partition(|part| self.is_known(part));
        let plan = self.plan(binding, &known)?;
        Ok((plan, Node::all(self.nodes(&rest)?)))
    }

    fn times(&mut self, quantifier: &Quantifier) -> Result<Times, Unsupported> {
        Ok(match quantifier {
            Quantifier::Forall => Times::All,
            Quantifier::Exists => Times::Some,
            Quantifier::Exactly(bound) => Times::Exactly(Box::new(self.expr(bound)?)),
            Quantifier::AtLeast(bound) => Times::AtLeast(Box::new(self.expr(bound)?)),
            Quantifier::AtMost(bound) => Times::AtMost(Box::new(self.expr(bound)?)),
        })
    }

    /// A formula that is known.
    pub(super) fn test(&mut self, formula: &Formula) -> Result<Test, Unsupported> {
        Ok(match &formula.kind {
            FormulaKind::Truth(truth) => Test::Truth(*truth),
            FormulaKind::Atom(relation, args) => {
                let args = self.exprs(args)?;
                self.member(*relation, args)
            }
            FormulaKind::Compare(terms, comparison) => {
                let terms = [self.expr(&terms[0])?, self.expr(&terms[1])?];
                Test::Compare(Box::new(terms), *comparison)
            }
            FormulaKind::In(term, range) => {
                let term = self.expr(term)?;
                Test::Within(Box::new(term), self.range(range)?)
            }
            FormulaKind::Not(part) => Test::Not(Box::new(self.test(part)?)),
            FormulaKind::And(parts) => Test::And(self.tests(parts)?),
            FormulaKind::Or(parts) => Test::Or(self.tests(parts)?),
            FormulaKind::Xor(parts) => {
                let other = Test::Not(Box::new(self.test(&parts[1])?));
                Test::Iff(Box::new([self.test(&parts[0])?, other]))
            }
            FormulaKind::Iff(parts) => {
                Test::Iff(Box::new([self.test(&parts[0])?, self.test(&parts[1])?]))
            }
            FormulaKind::Implies(parts) => {
                let premise = Test::Not(Box::new(self.test(&parts[0])?));
                Test::Or(Box::new([premise, self.test(&parts[1])?]))
            }
            FormulaKind::Quantified(quantified) => {
                let outer = self.bound.clone();
                let made = self.known_quantified(quantified);
                self.bound = outer;
                made?
            }
            FormulaKind::Connected { .. } | FormulaKind::Acyclic(_) => {
                return Err(Unsupported(formula.id));
            }
        })
    }

    fn known_quantified(&mut self, quantified: &Quantified) -> Result<Test, Unsupported> {
        if quantified.quantifier == Quantifier::Forall {
            let (binding, mut known, alternatives) = guards::disjunctive(quantified);
            known.extend(alternatives.into_iter().map(guards::negated));
            let plan = Box::new(self.plan(&binding, &known)?);
            // An instance of the plan is one that is violated.
            return Ok(Test::Quantified(
                Times::All,
                plan,
                Box::new(Test::Truth(false)),
            ));
        }
        let times = self.times(&quantified.quantifier)?;
        let (binding, parts) = guards::conjunctive(quantified);
        let plan = Box::new(self.plan(&binding, &parts)?);
        Ok(Test::Quantified(times, plan, Box::new(Test::Truth(true))))
    }

    fn tests(&mut self, formulas: &[Formula]) -> Result<Box<[Test]>, Unsupported> {
        formulas.iter().map(|formula| self.test(formula)).collect()
    }

    fn member(&mut self, relation: written::RelationId, args: Box<[Expr]>) -> Test {
        let index = self.world.tables[relation.index()].whole();
        Test::Member(relation, index, args)
    }

    fn range(&mut self, range: &written::Range) -> Result<Range, Unsupported> {
        Ok(match range {
            written::Range::Interval(ends) => {
                Range::Interval(Box::new([self.expr(&ends[0])?, self.expr(&ends[1])?]))
            }
            written::Range::Set(elements) => Range::Set(self.exprs(elements)?),
            written::Range::Sort(sort) => Range::Sort(*sort),
        })
    }

    fn compare(&mut self, terms: &[Term; 2], comparison: Comparison) -> Result<Node, Unsupported> {
        let equal = match comparison {
            Comparison::Equal => Some(true),
            Comparison::NotEqual => Some(false),
            _ => None,
        };
        if let Some(equal) = equal {
            let is_function = |term: &Term| matches!(term.kind, TermKind::Apply(..));
            let is_value =
                |this: &Self, term: &Term| is_function(term) && !this.is_known_term(term);
            let [a, b] = terms;
            if is_value(self, a) && is_value(self, b) {
                return self.same(a, b, equal);
            }
            if is_value(self, a) && self.is_known_term(b) {
                return self.value(a, b, equal);
            }
            if is_value(self, b) && self.is_known_term(a) {
                return self.value(b, a, equal);
            }
        }
        self.linear(terms, comparison)
    }

    fn value(&mut self, of: &Term, value: &Term, equal: bool) -> Result<Node, Unsupported> {
        let TermKind::Apply(function, args) = &of.kind else {
            return Err(Unsupported(of.id));
        };
        let value = self.expr(value)?;
        self.with_cases(&args.iter().collect::<Vec<_>>(), |_, args| {
            Ok(Node::Value {
                function: *function,
                args,
                value,
                equal,
            })
        })
    }

    fn same(&mut self, a: &Term, b: &Term, equal: bool) -> Result<Node, Unsupported> {
        let (TermKind::Apply(one, one_args), TermKind::Apply(other, other_args)) =
            (&a.kind, &b.kind)
        else {
            return Err(Unsupported(a.id));
        };
        let split = one_args.len();
        let all: Vec<&Term> = one_args.iter().chain(other_args).collect();
        self.with_cases(&all, |_, args| {
            let mut first = args.into_vec();
            let second = first.split_off(split);
            Ok(Node::Same {
                functions: [(*one, first.into()), (*other, second.into())],
                equal,
            })
        })
    }

    /// Makes a node of terms that must be known, with a case for each value of what is not.
    fn with_cases(
        &mut self,
        terms: &[&Term],
        make: impl FnOnce(&mut Self, Box<[Expr]>) -> Result<Node, Unsupported>,
    ) -> Result<Node, Unsupported> {
        let mut cases = Vec::new();
        for &term in terms {
            self.split(term, &mut cases)?;
        }
        let exprs: Result<Box<[Expr]>, Unsupported> =
            terms.iter().map(|term| self.expr(term)).collect();
        let node = make(self, exprs?)?;
        Ok(self.wrap(node, cases))
    }

    /// Ends a case: its terms are unknown again.
    fn forget(&mut self, case: &Case) {
        for term in &case.terms {
            self.replaced.remove(term);
        }
    }

    /// Puts a node in its cases, the first outermost.
    fn wrap(&mut self, node: Node, cases: Vec<Case>) -> Node {
        cases.into_iter().rev().fold(node, |body, case| {
            self.forget(&case);
            Node::Case {
                choice: Box::new(case.choice),
                slot: case.slot,
                body: Box::new(body),
            }
        })
    }
}

/// A term whose value is put in a slot, wherever it stands.
struct Case {
    terms: Vec<NodeId>,
    choice: Choice,
    slot: u32,
}
