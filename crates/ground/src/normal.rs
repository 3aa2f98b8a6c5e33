//! Clauses as conjunctions over numbered relations: disjunctions multiplied out, negations pushed
//! inwards, names interned, arithmetic taken out of atoms.

pub(crate) mod demand;
pub(crate) mod either;
pub(crate) mod indifferent;
mod split;

use logic::{Name, Relation as RelationName};

use crate::limits::{Error, Exceeded, Limit};
use crate::program::{Atom, Clause, Comparison, Expr, Literal, Operator};
use crate::terms::{Functor, Terms, Value};

pub(crate) use split::split;

/// A relation by its place in the store.
pub(crate) type RelationId = u32;

/// More conjunctions than this are refused.
const CONJUNCTIONS: u64 = 10_000;

/// A term of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    Variable(usize),
    /// A term without variables.
    Value(Value),
    /// A function with a variable somewhere below.
    Function(Functor, Vec<Pattern>),
    Arithmetic(Operator, Box<[Pattern; 2]>),
}

#[derive(Clone, Debug)]
pub(crate) struct Subgoal {
    pub(crate) relation: RelationId,
    pub(crate) args: Vec<Pattern>,
    /// Which leaf of the body it is: its atoms and comparisons, counted in reading order. 0 for
    /// a head.
    pub(crate) leaf: usize,
    /// A negative one holds as well where one of these does not.
    pub(crate) guards: Vec<Guard>,
}

/// That a term is in a relation of one argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Guard {
    pub(crate) relation: RelationId,
    pub(crate) arg: Pattern,
}

#[derive(Clone, Debug)]
pub(crate) enum Test {
    Compare(Comparison, Pattern, Pattern),
    Within(Pattern, Pattern, Pattern),
    NotWithin(Pattern, Pattern, Pattern),
}

impl Test {
    /// Its terms.
    pub(crate) fn parts(&self) -> Vec<&Pattern> {
        match self {
            Self::Compare(_, a, b) => vec![a, b],
            Self::Within(a, b, c) | Self::NotWithin(a, b, c) => vec![a, b, c],
        }
    }
}

/// One conjunction of a clause.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    /// The place of the clause in the program.
    pub(crate) clause: usize,
    pub(crate) head: Subgoal,
    pub(crate) positive: Vec<Subgoal>,
    pub(crate) negative: Vec<Subgoal>,
    pub(crate) tests: Vec<Test>,
    /// Which leaf of the body each test comes from.
    pub(crate) test_leaves: Vec<usize>,
    /// The variables of the clause, then those that arithmetic in atoms needs.
    pub(crate) variables: usize,
}

/// Gives relations their numbers.
pub(crate) trait Relations {
    fn id(&mut self, relation: &RelationName) -> RelationId;

    /// A number that no relation has yet.
    fn fresh(&self) -> usize;
}

/// The conjunctions of a clause.
pub(crate) fn rules(
    index: usize,
    clause: &Clause,
    terms: &mut Terms,
    relations: &mut impl Relations,
) -> Result<Vec<Rule>, Error> {
    if count(&clause.body, true) > CONJUNCTIONS {
        return Err(Error::Exceeded(Box::new(Exceeded {
            limit: Limit::Conjunctions,
            allowed: CONJUNCTIONS,
            rule: Some(index),
            variables: Vec::new(),
        })));
    }
    let mut leaves = Vec::new();
    clause.body.iter().for_each(|part| part.leaves(&mut leaves));
    let ways = conjunction(&clause.body, true);
    Ok(ways
        .iter()
        .map(|way| {
            let mut lowering = Lowering {
                terms: &mut *terms,
                relations: &mut *relations,
                variables: clause.variables.len(),
                tests: Vec::new(),
                leaf: 0,
            };
            let head = lowering.subgoal(&clause.head);
            let mut rule = Rule {
                clause: index,
                head,
                positive: Vec::new(),
                negative: Vec::new(),
                tests: Vec::new(),
                test_leaves: Vec::new(),
                variables: 0,
            };
            for part in way {
                let leaf = leaves.iter().position(|leaf| std::ptr::eq(*leaf, part.0));
                lowering.leaf = leaf.unwrap_or(0);
                lowering.part(*part, &mut rule);
                rule.tests.append(&mut lowering.tests);
                rule.test_leaves.resize(rule.tests.len(), lowering.leaf);
            }
            rule.variables = lowering.variables;
            rule
        })
        .collect())
}

/// A literal without connectives, and whether it holds.
pub(crate) type Signed<'a> = (&'a Literal, bool);

fn count(literals: &[Literal], holds: bool) -> u64 {
    let ways = literals.iter().map(|literal| match literal {
        Literal::Not(inner) => count(std::slice::from_ref(inner), !holds),
        Literal::Or(parts) | Literal::And(parts) => {
            if matches!(literal, Literal::And(_)) == holds {
                count(parts, holds)
            } else {
                let one = |part| count(std::slice::from_ref(part), holds);
                parts.iter().map(one).fold(0, u64::saturating_add)
            }
        }
        _ => 1,
    });
    ways.fold(1, u64::saturating_mul)
}

pub(crate) fn conjunction(literals: &[Literal], holds: bool) -> Vec<Vec<Signed<'_>>> {
    let mut ways = vec![Vec::new()];
    for literal in literals {
        let further = ways_of(literal, holds);
        if let [only] = further.as_slice() {
            ways.iter_mut().for_each(|way| way.extend_from_slice(only));
            continue;
        }
        let with = |way: &Vec<_>| {
            let both = |more: &Vec<_>| [way.as_slice(), more].concat();
            further.iter().map(both).collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(with).collect();
    }
    ways
}

fn ways_of(literal: &Literal, holds: bool) -> Vec<Vec<Signed<'_>>> {
    match literal {
        Literal::Not(inner) => ways_of(inner, !holds),
        Literal::Or(parts) | Literal::And(parts) => {
            if matches!(literal, Literal::And(_)) == holds {
                conjunction(parts, holds)
            } else {
                parts.iter().flat_map(|part| ways_of(part, holds)).collect()
            }
        }
        _ => vec![vec![(literal, holds)]],
    }
}

struct Lowering<'a, R> {
    terms: &'a mut Terms,
    relations: &'a mut R,
    variables: usize,
    /// What arithmetic in positive atoms comes to.
    tests: Vec<Test>,
    /// The leaf of the body at work.
    leaf: usize,
}

impl<R: Relations> Lowering<'_, R> {
    fn part(&mut self, (literal, holds): Signed<'_>, rule: &mut Rule) {
        match literal {
            Literal::Atom(atom) => {
                let mut subgoal = self.subgoal(atom);
                if holds {
                    for arg in &mut subgoal.args {
                        self.take_out(arg);
                    }
                    rule.positive.push(subgoal);
                } else {
                    rule.negative.push(subgoal);
                }
            }
            Literal::Compare(comparison, a, b) => {
                let (a, b) = (self.pattern(a), self.pattern(b));
                let test = match comparison.negated() {
                    _ if holds => Test::Compare(*comparison, a, b),
                    (other, false) => Test::Compare(other, a, b),
                    (other, true) => Test::Compare(other, b, a),
                };
                rule.tests.push(test);
            }
            Literal::Within(term, from, to) => {
                let (term, from, to) = (self.pattern(term), self.pattern(from), self.pattern(to));
                rule.tests.push(if holds {
                    Test::Within(term, from, to)
                } else {
                    Test::NotWithin(term, from, to)
                });
            }
            // `ways_of` leaves none.
            Literal::Not(_) | Literal::Or(_) | Literal::And(_) => {}
        }
    }

    fn subgoal(&mut self, atom: &Atom) -> Subgoal {
        let arity = u32::try_from(atom.args.len()).unwrap_or(u32::MAX);
        let relation = RelationName::new(atom.relation.clone(), arity);
        Subgoal {
            relation: self.relations.id(&relation),
            args: atom.args.iter().map(|arg| self.pattern(arg)).collect(),
            leaf: self.leaf,
            guards: Vec::new(),
        }
    }

    fn pattern(&mut self, expr: &Expr) -> Pattern {
        match expr {
            Expr::Variable(variable) => Pattern::Variable(variable.0 as usize),
            Expr::Constant(name) => Pattern::Value(self.terms.constant(name)),
            Expr::Integer(value) => Pattern::Value(self.terms.integer(*value)),
            Expr::Function(name, args) => self.function(name, args),
            Expr::Arithmetic(operator, operands) => {
                let [a, b] = &**operands;
                let operands = [self.pattern(a), self.pattern(b)];
                Pattern::Arithmetic(*operator, Box::new(operands))
            }
        }
    }

    fn function(&mut self, name: &Name, args: &[Expr]) -> Pattern {
        let name = self.terms.name(name);
        let arity = args.len() as u32;
        let functor = Functor { name, arity };
        let args: Vec<Pattern> = args.iter().map(|arg| self.pattern(arg)).collect();
        let value = |arg: &Pattern| match arg {
            Pattern::Value(value) => Some(*value),
            _ => None,
        };
        match args.iter().map(value).collect::<Option<Vec<Value>>>() {
            Some(values) => Pattern::Value(self.terms.build(functor, &values)),
            None => Pattern::Function(functor, args),
        }
    }

    /// Puts a new variable in the place of arithmetic.
    fn take_out(&mut self, pattern: &mut Pattern) {
        match pattern {
            Pattern::Variable(_) | Pattern::Value(_) => {}
            Pattern::Function(_, args) => args.iter_mut().for_each(|arg| self.take_out(arg)),
            Pattern::Arithmetic(..) => {
                let variable = Pattern::Variable(self.variables);
                self.variables += 1;
                let arithmetic = std::mem::replace(pattern, variable.clone());
                self.tests
                    .push(Test::Compare(Comparison::Equal, variable, arithmetic));
            }
        }
    }
}

impl Pattern {
    /// Calls `visit` with every variable of the term.
    pub(crate) fn variables(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Self::Variable(variable) => visit(*variable),
            Self::Value(_) => {}
            Self::Function(_, args) => args.iter().for_each(|arg| arg.variables(visit)),
            Self::Arithmetic(_, args) => args.iter().for_each(|arg| arg.variables(visit)),
        }
    }

    /// Whether something in the term is computed.
    pub(crate) fn has_arithmetic(&self) -> bool {
        match self {
            Self::Variable(_) | Self::Value(_) => false,
            Self::Function(_, args) => args.iter().any(Self::has_arithmetic),
            Self::Arithmetic(..) => true,
        }
    }

    /// Whether every variable of the term is bound.
    pub(crate) fn is_bound(&self, bound: &[bool]) -> bool {
        let mut all = true;
        self.variables(&mut |variable| all &= bound[variable]);
        all
    }
}
