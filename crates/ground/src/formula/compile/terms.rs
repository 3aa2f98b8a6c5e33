//! Terms: those that are known, sums of which the solver decides parts, and cases.

use logic::formula::written::{Comparison, Operator};
use logic::formula::{Bound, Formula, Term, TermKind, Value};

use super::{Case, Compiler, Unsupported};
use crate::formula::known::{Expr, Test};
use crate::formula::node::{Choice, Node, Part, Sum};
use crate::formula::plan::Plan;

/// In more ways values are not chosen for all terms of a comparison at once.
const MANY: usize = 256;

impl Compiler<'_, '_> {
    /// A term that is known.
    pub(in crate::formula) fn expr(&mut self, term: &Term) -> Result<Expr, Unsupported> {
        if let Some(&slot) = self.replaced.get(&term.id) {
            return Ok(Expr::Slot(slot));
        }
        Ok(match &term.kind {
            TermKind::Integer(value) => Expr::Word(*value),
            TermKind::Element(element) => Expr::Word(Value::element(*element).word()),
            TermKind::Constant(constant) => {
                Expr::Word(self.world.instance.constants[constant.index()])
            }
            TermKind::Variable(variable) => Expr::Slot(variable.0),
            TermKind::Apply(..) => return Err(Unsupported(term.id)),
            TermKind::Arithmetic(operator, operands) => {
                let operands = [self.expr(&operands[0])?, self.expr(&operands[1])?];
                arithmetic(term, *operator, operands)
            }
            TermKind::Absolute(operand) => Expr::Absolute(term.id, Box::new(self.expr(operand)?)),
            TermKind::Minimum(operands) => Expr::Minimum(self.exprs(operands)?),
            TermKind::Maximum(operands) => Expr::Maximum(self.exprs(operands)?),
            TermKind::Count(binding, condition) => {
                let (plan, test) = self.selected(binding, condition)?;
                Expr::Count(Box::new(plan), Box::new(test))
            }
            TermKind::Sum(binding, condition, summand) => {
                let outer = self.bound.clone();
                let made = self.plan(binding, &conjuncts(condition)).and_then(|plan| {
                    let summand = self.expr(summand)?;
                    let test = Box::new(Test::Truth(true));
                    Ok(Expr::Sum(term.id, Box::new(plan), test, Box::new(summand)))
                });
                self.bound = outer;
                made?
            }
        })
    }

    pub(super) fn exprs(&mut self, terms: &[Term]) -> Result<Box<[Expr]>, Unsupported> {
        terms.iter().map(|term| self.expr(term)).collect()
    }

    fn selected(
        &mut self,
        binding: &[Bound],
        condition: &Formula,
    ) -> Result<(Plan, Test), Unsupported> {
        let outer = self.bound.clone();
        let plan = self.plan(binding, &conjuncts(condition));
        self.bound = outer;
        Ok((plan?, Test::Truth(true)))
    }

    /// Puts the value of each part of a term that is not known in a slot, so that the term is.
    pub(super) fn split(&mut self, term: &Term, cases: &mut Vec<Case>) -> Result<(), Unsupported> {
        if self.is_known_term(term) {
            return Ok(());
        }
        match &term.kind {
            TermKind::Apply(function, args) => {
                for arg in args {
                    self.split(arg, cases)?;
                }
                let args = self.exprs(args)?;
                self.case(term, Choice::Function(*function, args), cases);
            }
            TermKind::Count(..) | TermKind::Sum(..) => {
                let sum = self.sum_of(term, cases)?;
                self.case(term, Choice::Sum(sum), cases);
            }
            TermKind::Arithmetic(_, operands) => {
                for operand in operands.iter() {
                    self.split(operand, cases)?;
                }
            }
            TermKind::Absolute(operand) => self.split(operand, cases)?,
            TermKind::Minimum(operands) | TermKind::Maximum(operands) => {
                for operand in operands {
                    self.split(operand, cases)?;
                }
            }
            TermKind::Integer(_)
            | TermKind::Element(_)
            | TermKind::Constant(_)
            | TermKind::Variable(_) => {}
        }
        Ok(())
    }

    /// Gives a term a slot; the same function of the same arguments has one, however often it is
    /// written: `x * x` has as many cases as `x` has values, not their square.
    fn case(&mut self, term: &Term, choice: Choice, cases: &mut Vec<Case>) {
        let same = |case: &&mut Case| match (&case.choice, &choice) {
            (Choice::Function(a, x), Choice::Function(b, y)) => a == b && x == y,
            _ => false,
        };
        if let Some(case) = cases.iter_mut().find(same) {
            self.replaced.insert(term.id, case.slot);
            case.terms.push(term.id);
            return;
        }
        let slot = self.slots;
        self.slots += 1;
        self.replaced.insert(term.id, slot);
        cases.push(Case {
            terms: vec![term.id],
            choice,
            slot,
        });
    }

    /// How many ways there are to choose the values of some cases, at a guess.
    fn ways(&self, cases: &[Case]) -> usize {
        let sizes = cases.iter().map(|case| match &case.choice {
            Choice::Function(function, _) => {
                let function = &self.world.spec.declarations.functions[function.index()];
                let values = function.result.map(|sort| self.world.domain(sort).len());
                values.unwrap_or(1)
            }
            Choice::Sum(_) => MANY,
        });
        sizes.fold(1, usize::saturating_mul)
    }

    fn sum_of(&mut self, term: &Term, cases: &mut Vec<Case>) -> Result<Sum, Unsupported> {
        let mut sum = Sum {
            constant: Expr::Word(0),
            parts: Vec::new(),
        };
        self.add(&mut sum, term, &Expr::Word(1), cases)?;
        Ok(sum)
    }

    /// A comparison of terms as one of a sum with 0.
    pub(super) fn linear(
        &mut self,
        terms: &[Term; 2],
        comparison: Comparison,
    ) -> Result<Node, Unsupported> {
        let mut cases = Vec::new();
        let mut sum = self.sum_of(&terms[0], &mut cases)?;
        self.add(&mut sum, &terms[1], &Expr::Word(-1), &mut cases)?;
        let node = if sum.parts.is_empty() {
            let ends = [sum.constant, Expr::Word(0)];
            Node::Test(Test::Compare(Box::new(ends), comparison))
        } else {
            Node::Linear(Box::new(sum), comparison)
        };
        Ok(self.wrap(node, cases))
    }

    /// Adds a term, a known number of times, to a sum.
    fn add(
        &mut self,
        sum: &mut Sum,
        term: &Term,
        factor: &Expr,
        cases: &mut Vec<Case>,
    ) -> Result<(), Unsupported> {
        if self.is_known_term(term) {
            let value = self.expr(term)?;
            let scaled = times(term, factor.clone(), value);
            let constant = std::mem::replace(&mut sum.constant, Expr::Word(0));
            sum.constant = arithmetic(term, Operator::Add, [constant, scaled]);
            return Ok(());
        }
        match &term.kind {
            TermKind::Arithmetic(Operator::Add, operands) => {
                self.add(sum, &operands[0], factor, cases)?;
                self.add(sum, &operands[1], factor, cases)
            }
            TermKind::Arithmetic(Operator::Subtract, operands) => {
                self.add(sum, &operands[0], factor, cases)?;
                let negative = times(term, factor.clone(), Expr::Word(-1));
                self.add(sum, &operands[1], &negative, cases)
            }
            TermKind::Arithmetic(Operator::Multiply, operands)
                if operands.iter().any(|operand| self.is_known_term(operand)) =>
            {
                let known = usize::from(!self.is_known_term(&operands[0]));
                let scale = self.expr(&operands[known])?;
                let factor = times(term, factor.clone(), scale);
                self.add(sum, &operands[1 - known], &factor, cases)
            }
            TermKind::Apply(function, args) => {
                for arg in args {
                    self.split(arg, cases)?;
                }
                let args = self.exprs(args)?;
                sum.parts
                    .push((factor.clone(), Part::Function(*function, args)));
                Ok(())
            }
            TermKind::Count(binding, condition) => {
                let outer = self.bound.clone();
                let made = self.counted(binding, &conjuncts(condition));
                self.bound = outer;
                let (plan, condition) = made?;
                sum.parts
                    .push((factor.clone(), Part::Count(plan, condition)));
                Ok(())
            }
            TermKind::Sum(binding, condition, summand) => {
                let outer = self.bound.clone();
                let made = self.summed(binding, condition, summand);
                self.bound = outer;
                sum.parts.push((factor.clone(), made?));
                Ok(())
            }
            _ => {
                let before = cases.len();
                self.split(term, cases)?;
                if before == 0 || self.ways(cases) <= MANY {
                    return self.add(sum, term, factor, cases);
                }
                // A choice of its own, so that combinations are not listed.
                let own = cases.split_off(before);
                let mut inner = Sum {
                    constant: self.expr(term)?,
                    parts: Vec::new(),
                };
                self.in_cases(&mut inner, own);
                sum.constant = arithmetic(
                    term,
                    Operator::Add,
                    [
                        std::mem::replace(&mut sum.constant, Expr::Word(0)),
                        times(term, factor.clone(), inner.constant),
                    ],
                );
                let parts = inner.parts.into_iter();
                sum.parts
                    .extend(parts.map(|(by, part)| (times(term, factor.clone(), by), part)));
                Ok(())
            }
        }
    }

    fn summed(
        &mut self,
        binding: &[Bound],
        condition: &Formula,
        summand: &Term,
    ) -> Result<Part, Unsupported> {
        let (plan, condition) = self.counted(binding, &conjuncts(condition))?;
        let mut cases = Vec::new();
        let mut inner = self.sum_of(summand, &mut cases)?;
        self.in_cases(&mut inner, cases);
        Ok(Part::Sum(plan, condition, inner))
    }

    /// Puts a sum in its cases, the first outermost.
    fn in_cases(&mut self, sum: &mut Sum, cases: Vec<Case>) {
        for case in cases.into_iter().rev() {
            self.forget(&case);
            let inner = std::mem::replace(
                sum,
                Sum {
                    constant: Expr::Word(0),
                    parts: Vec::new(),
                },
            );
            let part = Part::Case(Box::new(case.choice), case.slot, inner);
            sum.parts.push((Expr::Word(1), part));
        }
    }
}

fn conjuncts(condition: &Formula) -> Vec<Formula> {
    let mut parts = Vec::new();
    super::guards::conjuncts(condition, &mut parts);
    parts
}

/// The product, computed at once where it can be.
fn times(term: &Term, a: Expr, b: Expr) -> Expr {
    arithmetic(term, Operator::Multiply, [a, b])
}

/// The operation, computed at once where it can be.
pub(super) fn arithmetic(term: &Term, operator: Operator, operands: [Expr; 2]) -> Expr {
    match (operator, &operands) {
        (Operator::Add, [Expr::Word(0), _]) | (Operator::Multiply, [Expr::Word(1), _]) => {
            let [_, b] = operands;
            b
        }
        (Operator::Add | Operator::Subtract, [_, Expr::Word(0)])
        | (Operator::Multiply, [_, Expr::Word(1)]) => {
            let [a, _] = operands;
            a
        }
        (_, [Expr::Word(a), Expr::Word(b)]) => {
            let computed = crate::formula::known::integer(operator.apply(*a, *b));
            match computed {
                Some(word) => Expr::Word(word),
                None => Expr::Arithmetic(term.id, operator, Box::new(operands)),
            }
        }
        _ => Expr::Arithmetic(term.id, operator, Box::new(operands)),
    }
}
