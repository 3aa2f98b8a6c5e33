//! Writes clauses of a constraint that are new.

use std::hash::{BuildHasher, BuildHasherDefault};

use logic::formula::RelationId;

use super::Emitter;
use crate::formula::Limit;
use crate::formula::circuit::{FALSE, TRUE};
use crate::formula::clauses::Clauses;
use crate::formula::known::{Expr, Stop, Times};
use crate::formula::node::Node;
use crate::formula::plan::{Plan, Step};

/// The clauses of a constraint so far, by their literals: places of clauses beside half of their
/// hash, in a table that is never more than half full.
#[derive(Debug, Default)]
pub(super) struct Seen {
    slots: Vec<u64>,
    len: usize,
}

impl Seen {
    pub(super) fn clear(&mut self) {
        // What was needed once may not be needed again.
        *self = Self::default();
    }

    /// The place of the clause with these literals; if there is none, it is the one that comes next.
    pub(super) fn place(&mut self, literals: &[i32], clauses: &Clauses) -> usize {
        if self.len * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = BuildHasherDefault::<rustc_hash::FxHasher>::default().hash_one(literals) >> 32;
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            let entry = self.slots[slot];
            let place = (entry as u32).wrapping_sub(1) as usize;
            if entry >> 32 == hash && clauses.get(place) == literals {
                return place;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = hash << 32 | u64::from(clauses.len() as u32 + 1);
        self.len += 1;
        clauses.len()
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let mut slot = (entry >> 32) as usize & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = entry;
        }
    }
}

impl Emitter<'_, '_> {
    /// Writes a clause, unless it holds in any case or was written for this constraint before.
    pub(super) fn write(&mut self, clause: &[i32]) -> Result<(), Stop> {
        let mut last = 0;
        let is_plain = clause.iter().all(|literal| {
            let number = literal.unsigned_abs();
            let is_next = last < number && number <= self.atoms.len();
            last = number;
            is_next
        });
        if is_plain {
            if self.is_new(clause) {
                self.clauses.push(clause);
            }
            return self.within_limit();
        }
        let mut sorted = std::mem::take(&mut self.sorted);
        sorted.clear();
        sorted.extend(clause.iter().filter(|&&literal| literal != FALSE));
        sorted.sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal));
        sorted.dedup();
        let holds = sorted.contains(&TRUE) || sorted.windows(2).any(|pair| pair[0] == -pair[1]);
        if !holds && self.is_new(&sorted) {
            for &literal in &sorted {
                if literal.unsigned_abs() > self.atoms.len() {
                    self.circuit.require(literal);
                }
            }
            self.clauses.push(&sorted);
        }
        self.sorted = sorted;
        self.within_limit()
    }

    /// Whether the constraint has no such clause yet.
    fn is_new(&mut self, literals: &[i32]) -> bool {
        let next = self.clauses.len();
        let place = if self.different == Some(literals.len()) {
            next
        } else {
            self.seen.place(literals, &self.clauses)
        };
        if let Some(trace) = &mut self.trace {
            trace.written(place);
        }
        place == next
    }

    fn within_limit(&self) -> Result<(), Stop> {
        let written = (self.clauses.len() + self.circuit.clauses.len()) as u64;
        // Ends of clauses are kept in 32 bits.
        let is_full = self.clauses.literals() > u32::MAX as usize - (1 << 20);
        if written > self.world.limits.clauses || is_full {
            return Err(Stop::Exceeded(Limit::Clauses));
        }
        Ok(())
    }
}

/// An atom with its sign.
type Literal<'n> = (RelationId, bool, &'n [Expr]);

/// How many literals the clauses of a formula have if no two of them are the same, as can be seen
/// before any is written: the literals tell which instance it is. Clauses with fewer literals, as
/// some arguments were outside their sorts, may be the same.
pub(in crate::formula) fn different(node: &Node) -> Option<usize> {
    let mut plans: Vec<&Plan> = Vec::new();
    let mut body = node;
    while let Node::Quantified {
        times: Times::All,
        plan,
        body: inner,
    } = body
    {
        plans.push(plan);
        body = inner;
    }
    let mut literals = Vec::new();
    if !disjuncts(body, true, &mut literals) {
        return None;
    }
    let slots = plans.iter().flat_map(|plan| slots(plan));
    let is_told = |slot: u32| {
        let mut args = literals.iter().flat_map(|(.., args)| args.iter());
        args.any(|arg| *arg == Expr::Slot(slot))
    };
    if !slots.clone().all(is_told) {
        return None;
    }
    let is_ordered = |a: &Expr, b: &Expr| match (a, b) {
        (Expr::Slot(a), Expr::Slot(b)) => {
            let mut pairs = plans.iter().flat_map(|plan| plan.ordered.iter());
            pairs.any(|pair| pair == &(*a, *b))
        }
        _ => false,
    };
    // Literals of one relation and sign must not change places.
    let keep_their_places = literals.iter().all(|(relation, sign, args)| {
        let same = literals
            .iter()
            .filter(|(other, other_sign, _)| other == relation && other_sign == sign);
        let same: Vec<&[Expr]> = same.map(|(.., args)| *args).collect();
        let in_order = |column: usize, reverse: bool| {
            same.windows(2).all(|pair| {
                let (a, b) = (&pair[0][column], &pair[1][column]);
                if reverse {
                    is_ordered(b, a)
                } else {
                    is_ordered(a, b)
                }
            })
        };
        same.len() == 1
            || (0..args.len()).any(|column| in_order(column, false) || in_order(column, true))
    });
    keep_their_places.then_some(literals.len())
}

/// The variables that a plan binds; those that equations bind follow from them.
fn slots(plan: &Plan) -> impl Iterator<Item = u32> + Clone {
    plan.steps.iter().flat_map(|step| {
        let (one, many) = match step {
            Step::Each { slot, .. } => (Some(*slot), &[][..]),
            Step::Rows { binds, .. } => (None, &**binds),
            Step::Let { .. } | Step::Test(_) => (None, &[][..]),
        };
        one.into_iter().chain(many.iter().map(|&(_, slot)| slot))
    })
}

/// The literals of a disjunction; false where it has other parts, or atoms of computed arguments.
fn disjuncts<'n>(node: &'n Node, positive: bool, into: &mut Vec<Literal<'n>>) -> bool {
    match (node, positive) {
        (Node::Not(part), _) => disjuncts(part, !positive, into),
        (Node::Or(parts), true) | (Node::And(parts), false) => {
            parts.iter().all(|part| disjuncts(part, positive, into))
        }
        (Node::Implies(parts), true) => {
            disjuncts(&parts[0], false, into) && disjuncts(&parts[1], true, into)
        }
        (Node::Atom(relation, args), _) => {
            into.push((*relation, positive, args));
            args.iter()
                .all(|arg| matches!(arg, Expr::Slot(_) | Expr::Word(_)))
        }
        _ => false,
    }
}
