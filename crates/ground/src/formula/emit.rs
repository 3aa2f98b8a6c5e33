//! Writes clauses: those of a formula straight where it is clause-shaped, and by way of literals
//! that stand for its parts elsewhere.

mod counting;
mod distinct;

use rustc_hash::FxHashMap;

use logic::formula::FunctionId;

use super::Limit;
use super::atoms::Atoms;
use super::circuit::{Circuit, FALSE, TRUE};
use super::clauses::Clauses;
use super::known::{Env, Expr, Stop, Times};
use super::linear::Summed;
use super::node::{Choice, Node};
use super::provenance::Trace;
use super::world::World;
use distinct::Seen;

pub(super) use distinct::different;

/// Up to this many literals, counts are written as sets of literals.
const PAIRWISE: usize = 5;

/// Up to this many literals, that one at most holds is written pair by pair: solvers are several
/// times faster with that than with chains, as far as the cells of the largest sudokus go.
const EXCLUSIVE: usize = 40;

/// Writes clauses.
pub(super) struct Emitter<'w, 'a> {
    pub(super) world: &'w World<'a>,
    pub(super) atoms: &'w Atoms,
    pub(super) circuit: Circuit,
    /// What the constraints come to.
    pub(super) clauses: Clauses,
    /// The clauses of the constraint at hand, but for those that differ from all others for sure.
    seen: Seen,
    /// How many literals these have.
    different: Option<usize>,
    sorted: Vec<i32>,
    /// How many instances the constraint at hand has.
    pub(super) instances: u64,
    /// What wants to know which instances clauses are of.
    pub(super) trace: Option<Box<Trace>>,
}

/// A part of a disjunction that is no literal, where it was met.
struct Open<'n> {
    node: &'n Node,
    positive: bool,
    env: Box<[i64]>,
}

/// What a disjunction comes to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    /// It holds whatever the atoms are.
    Holds,
    /// What the clause and the open parts say.
    Parts,
}

impl<'w, 'a> Emitter<'w, 'a> {
    /// Goes on with the clauses and literals that there are.
    pub(super) fn new(
        world: &'w World<'a>,
        atoms: &'w Atoms,
        circuit: Circuit,
        clauses: Clauses,
    ) -> Self {
        Self {
            world,
            atoms,
            circuit,
            clauses,
            seen: Seen::default(),
            different: None,
            sorted: Vec::new(),
            instances: 0,
            trace: None,
        }
    }

    /// Begins another constraint: what was written for others may be written again. Clauses with so
    /// many literals are known to differ from each other.
    pub(super) fn begin(&mut self, different: Option<usize>) {
        self.seen.clear();
        self.different = different;
        self.instances = 0;
    }

    /// Writes that a formula holds, or does not, or that a literal of the clause does.
    pub(super) fn assert(
        &mut self,
        node: &Node,
        positive: bool,
        env: &mut Env,
        clause: &mut Vec<i32>,
    ) -> Result<(), Stop> {
        match (node, positive) {
            (Node::Not(part), _) => self.assert(part, !positive, env, clause),
            (Node::And(parts), true) | (Node::Or(parts), false) => {
                for part in parts {
                    self.assert(part, positive, env, clause)?;
                }
                Ok(())
            }
            (Node::Implies(parts), false) => {
                self.assert(&parts[0], true, env, clause)?;
                self.assert(&parts[1], false, env, clause)
            }
            (Node::Quantified { times, plan, body }, _)
                if matches!((times, positive), (Times::All, true) | (Times::Some, false)) =>
            {
                let world = self.world;
                plan.each(world, env, &mut |env| {
                    self.count_instance()?;
                    let mark = self.trace.as_mut().map(|trace| trace.enter(plan, env));
                    self.assert(body, positive, env, clause)?;
                    if let (Some(trace), Some(mark)) = (&mut self.trace, mark) {
                        trace.leave(mark);
                    }
                    Ok(())
                })
            }
            (Node::Quantified { times, plan, body }, true)
                if !matches!(times, Times::All | Times::Some) =>
            {
                let (literals, offset) = self.instances_of(plan, body, env)?;
                self.assert_count(times, literals, offset, env, clause)
            }
            (Node::Case { choice, slot, body }, _) => {
                let Some(values) = self.values(choice, env)? else {
                    return if positive { self.write(clause) } else { Ok(()) };
                };
                for (literal, value) in values {
                    if literal == FALSE {
                        continue;
                    }
                    env[*slot as usize] = value;
                    clause.push(-literal);
                    self.assert(body, positive, env, clause)?;
                    clause.pop();
                }
                Ok(())
            }
            (Node::Same { functions, equal }, _) => {
                self.assert_same(functions, *equal == positive, positive, env, clause)
            }
            (Node::Iff(parts), _) => {
                let [a, b] = &**parts;
                self.assert_iff(a, b, positive, env, clause)
            }
            _ => self.assert_any(&[(node, positive)], env, clause),
        }
    }

    /// Writes that one of the formulas is as its sign says, or a literal of the clause holds.
    fn assert_any(
        &mut self,
        parts: &[(&Node, bool)],
        env: &mut Env,
        clause: &mut Vec<i32>,
    ) -> Result<(), Stop> {
        let mark = clause.len();
        let mut open = Vec::new();
        for &(node, positive) in parts {
            if self.collect(node, positive, env, clause, &mut open)? == Said::Holds {
                clause.truncate(mark);
                return Ok(());
            }
        }
        // The last part need not have a literal of its own, if it is no disjunction.
        let last = match open.last() {
            Some(part) if is_conjunctive(part.node, part.positive) => open.pop(),
            _ => None,
        };
        for part in open {
            let mut env = part.env.to_vec();
            let literal = self.literal(part.node, &mut env)?;
            let literal = if part.positive { literal } else { -literal };
            if add(clause, literal) == Said::Holds {
                clause.truncate(mark);
                return Ok(());
            }
        }
        match last {
            Some(part) => {
                let mut env = part.env.to_vec();
                self.assert(part.node, part.positive, &mut env, clause)?;
            }
            None => self.write(clause)?,
        }
        clause.truncate(mark);
        Ok(())
    }

    /// Adds the literals of a disjunction to a clause, and what is none to `open`.
    fn collect<'n>(
        &mut self,
        node: &'n Node,
        positive: bool,
        env: &mut Env,
        clause: &mut Vec<i32>,
        open: &mut Vec<Open<'n>>,
    ) -> Result<Said, Stop> {
        match (node, positive) {
            (Node::Not(part), _) => self.collect(part, !positive, env, clause, open),
            (Node::Or(parts), true) | (Node::And(parts), false) => {
                for part in parts {
                    if self.collect(part, positive, env, clause, open)? == Said::Holds {
                        return Ok(Said::Holds);
                    }
                }
                Ok(Said::Parts)
            }
            (Node::Implies(parts), true) => {
                if self.collect(&parts[0], false, env, clause, open)? == Said::Holds {
                    return Ok(Said::Holds);
                }
                self.collect(&parts[1], true, env, clause, open)
            }
            (Node::Quantified { times, plan, body }, _)
                if matches!((times, positive), (Times::Some, true) | (Times::All, false)) =>
            {
                let world = self.world;
                let walked = plan.each(world, env, &mut |env| {
                    self.count_instance()?;
                    match self.collect(body, positive, env, clause, open)? {
                        Said::Holds => Err(Stop::Enough),
                        Said::Parts => Ok(()),
                    }
                });
                match walked {
                    Ok(()) => Ok(Said::Parts),
                    Err(Stop::Enough) => Ok(Said::Holds),
                    Err(stop) => Err(stop),
                }
            }
            (Node::Test(_) | Node::Atom(..) | Node::Value { .. }, _) => {
                let literal = self.literal(node, env)?;
                Ok(add(clause, if positive { literal } else { -literal }))
            }
            (Node::Case { choice, slot, body }, _) if matches!(**body, Node::Test(_)) => {
                let Some(values) = self.values(choice, env)? else {
                    return Ok(if positive { Said::Parts } else { Said::Holds });
                };
                for (literal, value) in values {
                    env[*slot as usize] = value;
                    let holds = self.literal(body, env)? == TRUE;
                    if holds == positive && add(clause, literal) == Said::Holds {
                        return Ok(Said::Holds);
                    }
                }
                Ok(Said::Parts)
            }
            _ => {
                open.push(Open {
                    node,
                    positive,
                    env: (&*env).into(),
                });
                Ok(Said::Parts)
            }
        }
    }

    fn assert_iff(
        &mut self,
        a: &Node,
        b: &Node,
        positive: bool,
        env: &mut Env,
        clause: &mut Vec<i32>,
    ) -> Result<(), Stop> {
        // Each side is written twice, so it must not hold what would be written twice in turn.
        if (is_literal(a) || is_literal(b)) && is_written_once(a) && is_written_once(b) {
            self.assert_any(&[(a, false), (b, positive)], env, clause)?;
            return self.assert_any(&[(a, true), (b, !positive)], env, clause);
        }
        let a = self.literal(a, env)?;
        let b = self.literal(b, env)?;
        let b = if positive { b } else { -b };
        for pair in [[-a, b], [a, -b]] {
            self.write_with(&pair, clause)?;
        }
        Ok(())
    }

    fn assert_same(
        &mut self,
        functions: &[(FunctionId, Box<[Expr]>); 2],
        equal: bool,
        positive: bool,
        env: &mut Env,
        clause: &mut Vec<i32>,
    ) -> Result<(), Stop> {
        let Some(pairs) = self.pairs(functions, env)? else {
            // The comparison is false.
            return if positive { self.write(clause) } else { Ok(()) };
        };
        for (a, b) in pairs {
            if equal {
                self.write_with(&[-a, b], clause)?;
                self.write_with(&[a, -b], clause)?;
            } else {
                self.write_with(&[-a, -b], clause)?;
            }
        }
        Ok(())
    }

    /// For each value that one of two functions may have: that the first has it, and the second.
    fn pairs(
        &mut self,
        functions: &[(FunctionId, Box<[Expr]>); 2],
        env: &mut Env,
    ) -> Result<Option<Vec<(i32, i32)>>, Stop> {
        let [(one, one_args), (other, other_args)] = functions;
        let first = self.function(*one, one_args, env)?;
        let second = self.function(*other, other_args, env)?;
        let (Some(first), Some(second)) = (first, second) else {
            return Ok(None);
        };
        let in_second: FxHashMap<i64, i32> = second.iter().map(|&(l, value)| (value, l)).collect();
        let in_first: FxHashMap<i64, i32> = first.iter().map(|&(l, value)| (value, l)).collect();
        let mut pairs: Vec<(i32, i32)> = first
            .iter()
            .map(|&(literal, value)| (literal, in_second.get(&value).copied().unwrap_or(FALSE)))
            .collect();
        let alone = second
            .iter()
            .filter(|(_, value)| !in_first.contains_key(value));
        pairs.extend(alone.map(|&(literal, _)| (FALSE, literal)));
        Ok(Some(pairs))
    }

    /// The literal that stands for a formula.
    pub(super) fn literal(&mut self, node: &Node, env: &mut Env) -> Result<i32, Stop> {
        match node {
            Node::Test(test) => Ok(truth(test.eval(self.world, env)?)),
            Node::Atom(relation, args) => {
                let number = self.atoms.relation_of(self.world, *relation, args, env)?;
                Ok(number.map_or(FALSE, |number| number as i32))
            }
            Node::Value {
                function,
                args,
                value,
                equal,
            } => {
                let found = self.atoms.function_of(self.world, *function, args, env)?;
                let value = value.eval(self.world, env)?;
                let Some((first, sort)) = found else {
                    return Ok(FALSE);
                };
                let place = self.world.place(sort, value);
                let literal = place.map_or(FALSE, |place| (first + place) as i32);
                Ok(if *equal { literal } else { -literal })
            }
            Node::Same { functions, equal } => {
                let Some(pairs) = self.pairs(functions, env)? else {
                    return Ok(FALSE);
                };
                let both = pairs.into_iter().map(|(a, b)| self.circuit.and([a, b]));
                let both: Vec<i32> = both.collect();
                let same = self.circuit.or(both);
                Ok(if *equal { same } else { -same })
            }
            Node::Linear(sum, comparison) => {
                let Some(summed) = self.summed(sum, env)? else {
                    return Ok(FALSE);
                };
                self.compare(&summed, *comparison)
            }
            Node::Case { choice, slot, body } => {
                let Some(values) = self.values(choice, env)? else {
                    return Ok(FALSE);
                };
                let mut choices = Vec::with_capacity(values.len());
                for (literal, value) in values {
                    env[*slot as usize] = value;
                    choices.push((literal, self.literal(body, env)?));
                }
                Ok(self.circuit.select(&choices))
            }
            Node::Not(part) => Ok(-self.literal(part, env)?),
            Node::And(parts) => {
                let literals = self.literals(parts, env)?;
                Ok(self.circuit.and(literals))
            }
            Node::Or(parts) => {
                let literals = self.literals(parts, env)?;
                Ok(self.circuit.or(literals))
            }
            Node::Implies(parts) => {
                let a = self.literal(&parts[0], env)?;
                let b = self.literal(&parts[1], env)?;
                Ok(self.circuit.or([-a, b]))
            }
            Node::Iff(parts) => {
                let a = self.literal(&parts[0], env)?;
                let b = self.literal(&parts[1], env)?;
                Ok(self.circuit.iff(a, b))
            }
            Node::Quantified { times, plan, body } => {
                if matches!(times, Times::All | Times::Some) {
                    let mut literals = Vec::new();
                    let world = self.world;
                    plan.each(world, env, &mut |env| {
                        self.count_instance()?;
                        literals.push(self.literal(body, env)?);
                        Ok(())
                    })?;
                    return Ok(if matches!(times, Times::All) {
                        self.circuit.and(literals)
                    } else {
                        self.circuit.or(literals)
                    });
                }
                let (literals, offset) = self.instances_of(plan, body, env)?;
                let (comparison, bound) = self.bound(times, env)?;
                let summed = Summed::count(literals, offset - bound);
                self.compare(&summed, comparison)
            }
        }
    }

    fn literals(&mut self, nodes: &[Node], env: &mut Env) -> Result<Vec<i32>, Stop> {
        nodes.iter().map(|node| self.literal(node, env)).collect()
    }

    /// The literals by which a term has its values; `None` where it has none.
    pub(super) fn values(
        &mut self,
        choice: &Choice,
        env: &mut Env,
    ) -> Result<Option<Vec<(i32, i64)>>, Stop> {
        match choice {
            Choice::Function(function, args) => self.function(*function, args, env),
            Choice::Sum(sum) => {
                let Some(summed) = self.summed(sum, env)? else {
                    return Ok(None);
                };
                self.sums(&summed).map(Some)
            }
        }
    }

    pub(super) fn function(
        &self,
        function: FunctionId,
        args: &[Expr],
        env: &mut Env,
    ) -> Result<Option<Vec<(i32, i64)>>, Stop> {
        let found = self.atoms.function_of(self.world, function, args, env)?;
        let Some((first, sort)) = found else {
            return Ok(None);
        };
        let values = self.world.domain(sort).values().iter().enumerate();
        Ok(Some(
            values
                .map(|(place, value)| ((first + place as u32) as i32, value.word()))
                .collect(),
        ))
    }

    pub(super) fn count_instance(&mut self) -> Result<(), Stop> {
        self.instances += 1;
        if self.instances > self.world.limits.instances {
            return Err(Stop::Exceeded(Limit::Instances));
        }
        Ok(())
    }

    /// Writes a clause with these literals beside its own.
    fn write_with(&mut self, literals: &[i32], clause: &mut Vec<i32>) -> Result<(), Stop> {
        let mark = clause.len();
        let mut all = literals.iter();
        let written = if all.all(|&literal| add(clause, literal) == Said::Parts) {
            self.write(clause)
        } else {
            Ok(())
        };
        clause.truncate(mark);
        written
    }
}

/// Adds a literal to a clause.
fn add(clause: &mut Vec<i32>, literal: i32) -> Said {
    match literal {
        TRUE => return Said::Holds,
        FALSE => {}
        _ => clause.push(literal),
    }
    Said::Parts
}

pub(super) fn truth(holds: bool) -> i32 {
    if holds { TRUE } else { FALSE }
}

/// Whether a formula is written part by part, each with the literals that the clause has already.
fn is_conjunctive(node: &Node, positive: bool) -> bool {
    match node {
        Node::Not(part) => is_conjunctive(part, !positive),
        Node::And(_) => positive,
        Node::Or(_) | Node::Implies(_) => !positive,
        Node::Case { .. } | Node::Same { .. } | Node::Iff(_) => true,
        Node::Quantified { times, .. } => match times {
            Times::All => positive,
            Times::Some => !positive,
            Times::Exactly(_) | Times::AtLeast(_) | Times::AtMost(_) => positive,
        },
        Node::Test(_) | Node::Atom(..) | Node::Value { .. } | Node::Linear(..) => false,
    }
}

/// Whether no part of a formula is written with both signs.
fn is_written_once(node: &Node) -> bool {
    match node {
        Node::Iff(_) => false,
        Node::Not(part) => is_written_once(part),
        Node::And(parts) | Node::Or(parts) => parts.iter().all(is_written_once),
        Node::Implies(parts) => parts.iter().all(is_written_once),
        Node::Quantified { body, .. } | Node::Case { body, .. } => is_written_once(body),
        Node::Test(_)
        | Node::Atom(..)
        | Node::Value { .. }
        | Node::Same { .. }
        | Node::Linear(..) => true,
    }
}

/// Whether a formula comes to a literal without any being made for it.
fn is_literal(node: &Node) -> bool {
    match node {
        Node::Test(_) | Node::Atom(..) | Node::Value { .. } => true,
        Node::Not(part) => is_literal(part),
        _ => false,
    }
}
