//! Formulas with their quantifiers written out: what people read of a grounding.

use logic::formula::written::Comparison;
use logic::formula::{FunctionId, Value};

use super::atoms::Atoms;
use super::known::{Env, Expr, Stop, Times};
use super::node::{Choice, Node, Part, Sum};
use super::world::World;

/// A formula without variables. What is known is not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expanded {
    /// Always so.
    Truth(bool),
    /// An atom, by its number.
    Atom(u32),
    /// The formula does not hold.
    Not(Box<Expanded>),
    /// All hold; two or more.
    And(Vec<Expanded>),
    /// One holds; two or more.
    Or(Vec<Expanded>),
    /// The second holds if the first does.
    Implies(Box<[Expanded; 2]>),
    /// Both hold, or neither.
    Iff(Box<[Expanded; 2]>),
    /// Two applications of functions have the same value, or the second part says that they have
    /// two.
    Same(Box<[(FunctionId, Box<[Value]>); 2]>, bool),
    /// So many of them hold.
    Count(Comparison, i64, Vec<Expanded>),
    /// A sum compares with 0.
    Sum(Comparison, ExpandedSum),
}

/// A sum without variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpandedSum {
    /// What is known of it.
    pub constant: i64,
    /// The rest: numbers that count where formulas hold, and values of functions so many times.
    pub parts: Vec<(i64, Summand)>,
}

/// A part of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Summand {
    /// 1 where the formula holds.
    Holds(Expanded),
    /// The value of a function.
    Value(FunctionId, Box<[Value]>),
    /// A sum that counts where the formula holds.
    Where(Expanded, ExpandedSum),
}

/// Writes formulas out.
pub(super) struct Expander<'w, 'a> {
    pub(super) world: &'w World<'a>,
    pub(super) atoms: &'w Atoms,
}

impl Expander<'_, '_> {
    /// Gives the instances of the outermost `forall`s one by one.
    pub(super) fn each(
        &self,
        node: &Node,
        env: &mut Env,
        act: &mut dyn FnMut(Expanded) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        match node {
            Node::And(parts) => parts.iter().try_for_each(|part| self.each(part, env, act)),
            Node::Quantified {
                times: Times::All,
                plan,
                body,
            } => plan.each(self.world, env, &mut |env| self.each(body, env, act)),
            _ => match self.formula(node, env)? {
                Expanded::Truth(true) => Ok(()),
                formula => act(formula),
            },
        }
    }

    /// A formula with the values of its variables.
    pub(super) fn formula(&self, node: &Node, env: &mut Env) -> Result<Expanded, Stop> {
        Ok(match node {
            Node::Test(test) => Expanded::Truth(test.eval(self.world, env)?),
            Node::Atom(relation, args) => {
                let tuple = self.tuple(args, env)?;
                let number = self.atoms.relation(self.world, *relation, &tuple);
                number.map_or(Expanded::Truth(false), Expanded::Atom)
            }
            Node::Value {
                function,
                args,
                value,
                equal,
            } => {
                let value = value.eval(self.world, env)?;
                match self.value(*function, args, env)? {
                    None => Expanded::Truth(false),
                    Some(values) => {
                        let found = values.iter().find(|(_, word)| *word == value);
                        let is = found.map_or(Expanded::Truth(false), |&(number, _)| {
                            Expanded::Atom(number)
                        });
                        if *equal { is } else { not(is) }
                    }
                }
            }
            Node::Same { functions, equal } => {
                let [(one, one_args), (other, other_args)] = functions;
                let first = self.value(*one, one_args, env)?;
                let second = self.value(*other, other_args, env)?;
                let (Some(first), Some(second)) = (first, second) else {
                    return Ok(Expanded::Truth(false));
                };
                let meet = first
                    .iter()
                    .any(|(_, a)| second.iter().any(|(_, b)| a == b));
                if !meet {
                    return Ok(Expanded::Truth(!*equal));
                }
                let place = |function, words: Vec<i64>| {
                    let values = words.into_iter().map(Value::of_word);
                    (function, values.collect())
                };
                let sides = [
                    place(*one, self.tuple(one_args, env)?),
                    place(*other, self.tuple(other_args, env)?),
                ];
                if sides[0] == sides[1] {
                    return Ok(Expanded::Truth(*equal));
                }
                Expanded::Same(Box::new(sides), *equal)
            }
            Node::Linear(sum, comparison) => match self.sum(sum, env)? {
                Some(sum) => Expanded::Sum(*comparison, sum),
                None => Expanded::Truth(false),
            },
            Node::Case { choice, slot, body } => self.case(choice, *slot, body, env)?,
            Node::Not(part) => not(self.formula(part, env)?),
            Node::And(parts) => all(self.formulas(parts, env)?),
            Node::Or(parts) => any(self.formulas(parts, env)?),
            Node::Implies(parts) => {
                let premise = self.formula(&parts[0], env)?;
                match (premise, self.formula(&parts[1], env)?) {
                    (Expanded::Truth(false), _) | (_, Expanded::Truth(true)) => {
                        Expanded::Truth(true)
                    }
                    (Expanded::Truth(true), conclusion) => conclusion,
                    (premise, Expanded::Truth(false)) => not(premise),
                    (premise, conclusion) => Expanded::Implies(Box::new([premise, conclusion])),
                }
            }
            Node::Iff(parts) => {
                let a = self.formula(&parts[0], env)?;
                match (a, self.formula(&parts[1], env)?) {
                    (Expanded::Truth(true), other) | (other, Expanded::Truth(true)) => other,
                    (Expanded::Truth(false), other) | (other, Expanded::Truth(false)) => not(other),
                    (a, b) => Expanded::Iff(Box::new([a, b])),
                }
            }
            Node::Quantified { times, plan, body } => {
                let mut parts = Vec::new();
                plan.each(self.world, env, &mut |env| {
                    parts.push(self.formula(body, env)?);
                    Ok(())
                })?;
                let (comparison, bound) = match times {
                    Times::All => return Ok(all(parts)),
                    Times::Some => return Ok(any(parts)),
                    Times::Exactly(bound) => (Comparison::Equal, bound),
                    Times::AtLeast(bound) => (Comparison::GreaterOrEqual, bound),
                    Times::AtMost(bound) => (Comparison::LessOrEqual, bound),
                };
                let always = parts
                    .iter()
                    .filter(|part| **part == Expanded::Truth(true))
                    .count();
                let bound = bound.eval(self.world, env)? - always as i64;
                parts.retain(|part| !matches!(part, Expanded::Truth(_)));
                if parts.is_empty() {
                    return Ok(Expanded::Truth(comparison.holds(0, bound)));
                }
                Expanded::Count(comparison, bound, parts)
            }
        })
    }

    fn formulas(&self, nodes: &[Node], env: &mut Env) -> Result<Vec<Expanded>, Stop> {
        nodes.iter().map(|node| self.formula(node, env)).collect()
    }

    fn case(
        &self,
        choice: &Choice,
        slot: u32,
        body: &Node,
        env: &mut Env,
    ) -> Result<Expanded, Stop> {
        let Some(values) = self.cases(choice, env)? else {
            return Ok(Expanded::Truth(false));
        };
        let mut cases = Vec::new();
        for (is, value) in values {
            env[slot as usize] = value;
            cases.push(all([is, self.formula(body, env)?]));
        }
        Ok(any(cases))
    }

    /// The values of a choice, each with when it has them; `None` where it has none.
    fn cases(&self, choice: &Choice, env: &mut Env) -> Result<Option<Vec<(Expanded, i64)>>, Stop> {
        match choice {
            Choice::Function(function, args) => {
                let values = self.value(*function, args, env)?;
                let is = |(number, value)| (Expanded::Atom(number), value);
                Ok(values.map(|values| values.into_iter().map(is).collect()))
            }
            Choice::Sum(sum) => {
                let Some(sum) = self.sum(sum, env)? else {
                    return Ok(None);
                };
                let (low, high) = bounds(&sum);
                let cases = (low..=high).map(|value| {
                    let mut shifted = sum.clone();
                    shifted.constant -= value;
                    (Expanded::Sum(Comparison::Equal, shifted), value)
                });
                Ok(Some(cases.collect()))
            }
        }
    }

    fn tuple(&self, args: &[Expr], env: &mut Env) -> Result<Vec<i64>, Stop> {
        args.iter().map(|arg| arg.eval(self.world, env)).collect()
    }

    fn value(
        &self,
        function: FunctionId,
        args: &[Expr],
        env: &mut Env,
    ) -> Result<Option<Vec<(u32, i64)>>, Stop> {
        let tuple = self.tuple(args, env)?;
        let Some((first, sort)) = self.atoms.function(self.world, function, &tuple) else {
            return Ok(None);
        };
        let values = (first..).zip(self.world.domain(sort).values());
        Ok(Some(
            values
                .map(|(number, value)| (number, value.word()))
                .collect(),
        ))
    }

    /// None where it has no value.
    fn sum(&self, sum: &Sum, env: &mut Env) -> Result<Option<ExpandedSum>, Stop> {
        let mut made = ExpandedSum {
            constant: sum.constant.eval(self.world, env)?,
            parts: Vec::new(),
        };
        for (factor, part) in &sum.parts {
            let factor = factor.eval(self.world, env)?;
            match part {
                Part::Function(function, args) => {
                    if self.value(*function, args, env)?.is_none() {
                        return Ok(None);
                    }
                    let tuple = self.tuple(args, env)?.into_iter().map(Value::of_word);
                    made.parts
                        .push((factor, Summand::Value(*function, tuple.collect())));
                }
                Part::Count(plan, condition) => plan.each(self.world, env, &mut |env| {
                    match self.formula(condition, env)? {
                        Expanded::Truth(holds) => made.constant += factor * i64::from(holds),
                        part => made.parts.push((factor, Summand::Holds(part))),
                    }
                    Ok(())
                })?,
                Part::Sum(plan, condition, inner) => plan.each(self.world, env, &mut |env| {
                    let condition = self.formula(condition, env)?;
                    let inner = self.sum(inner, env)?.unwrap_or_default();
                    match condition {
                        Expanded::Truth(false) => {}
                        Expanded::Truth(true) => {
                            made.constant += factor * inner.constant;
                            let scaled = inner.parts.into_iter();
                            made.parts
                                .extend(scaled.map(|(times, part)| (times * factor, part)));
                        }
                        part if inner.parts.is_empty() => {
                            made.parts
                                .push((factor * inner.constant, Summand::Holds(part)));
                        }
                        part => made.parts.push((factor, Summand::Where(part, inner))),
                    }
                    Ok(())
                })?,
                Part::Case(choice, slot, inner) => {
                    let Some(cases) = self.cases(choice, env)? else {
                        return Ok(None);
                    };
                    for (is, value) in cases {
                        env[*slot as usize] = value;
                        let inner = self.sum(inner, env)?.unwrap_or_default();
                        made.parts.push((factor, Summand::Where(is, inner)));
                    }
                }
            }
        }
        Ok(Some(made))
    }
}

/// What a sum of formulas comes to at least and at most; values of functions are left out.
fn bounds(sum: &ExpandedSum) -> (i64, i64) {
    let (mut low, mut high) = (sum.constant, sum.constant);
    for (factor, _) in &sum.parts {
        low += (*factor).min(0);
        high += (*factor).max(0);
    }
    (low, high)
}

fn not(formula: Expanded) -> Expanded {
    match formula {
        Expanded::Truth(truth) => Expanded::Truth(!truth),
        Expanded::Not(part) => *part,
        formula => Expanded::Not(Box::new(formula)),
    }
}

fn all(parts: impl IntoIterator<Item = Expanded>) -> Expanded {
    let mut kept = Vec::new();
    for part in parts {
        match part {
            Expanded::Truth(true) => {}
            Expanded::Truth(false) => return Expanded::Truth(false),
            Expanded::And(inner) => kept.extend(inner),
            part => kept.push(part),
        }
    }
    match kept.len() {
        0 => Expanded::Truth(true),
        1 => kept.remove(0),
        _ => Expanded::And(kept),
    }
}

fn any(parts: impl IntoIterator<Item = Expanded>) -> Expanded {
    let mut kept = Vec::new();
    for part in parts {
        match part {
            Expanded::Truth(false) => {}
            Expanded::Truth(true) => return Expanded::Truth(true),
            Expanded::Or(inner) => kept.extend(inner),
            part => kept.push(part),
        }
    }
    match kept.len() {
        0 => Expanded::Truth(false),
        1 => kept.remove(0),
        _ => Expanded::Or(kept),
    }
}

impl Expanded {
    /// The same with negations at atoms alone; counts and comparisons are turned round, and `iff`
    /// stays.
    pub fn in_negation_normal_form(self) -> Expanded {
        self.signed(true)
    }

    fn signed(self, positive: bool) -> Expanded {
        let each = |parts: Vec<Expanded>| {
            let signed = parts.into_iter().map(|part| part.signed(positive));
            signed.collect::<Vec<_>>()
        };
        match self {
            Self::Truth(truth) => Self::Truth(truth == positive),
            Self::Not(part) => part.signed(!positive),
            Self::And(parts) if positive => all(each(parts)),
            Self::And(parts) => any(each(parts)),
            Self::Or(parts) if positive => any(each(parts)),
            Self::Or(parts) => all(each(parts)),
            Self::Implies(parts) => {
                let [a, b] = *parts;
                let parts = [a.signed(!positive), b.signed(positive)];
                if positive { any(parts) } else { all(parts) }
            }
            // Taken apart, it would be written twice, and what is in it again.
            Self::Iff(parts) => {
                let [a, b] = *parts;
                Self::Iff(Box::new([a.signed(true), b.signed(positive)]))
            }
            Self::Count(comparison, bound, parts) => {
                let comparison = if positive {
                    comparison
                } else {
                    comparison.negated()
                };
                let parts = parts.into_iter().map(|part| part.signed(true));
                Self::Count(comparison, bound, parts.collect())
            }
            Self::Sum(comparison, sum) => {
                let comparison = if positive {
                    comparison
                } else {
                    comparison.negated()
                };
                Self::Sum(comparison, sum)
            }
            Self::Same(sides, equal) => Self::Same(sides, equal == positive),
            Self::Atom(_) if positive => self,
            Self::Atom(_) => Self::Not(Box::new(self)),
        }
    }
}
