//! Counting: at least, at most and exactly so many of some literals.

use logic::formula::written::Comparison;

use super::{EXCLUSIVE, Emitter, PAIRWISE};
use crate::formula::circuit::{FALSE, TRUE};
use crate::formula::known::{Env, Stop, Times};
use crate::formula::linear::{self, Summed};
use crate::formula::node::Node;
use crate::formula::plan::Plan;

impl Emitter<'_, '_> {
    /// The literals of the instances of a formula, and how many more hold whatever the atoms are.
    pub(super) fn instances_of(
        &mut self,
        plan: &Plan,
        body: &Node,
        env: &mut Env,
    ) -> Result<(Vec<i32>, i64), Stop> {
        let mut literals = Vec::new();
        let mut always = 0;
        let world = self.world;
        plan.each(world, env, &mut |env| {
            self.count_instance()?;
            match self.literal(body, env)? {
                TRUE => always += 1,
                FALSE => {}
                literal => literals.push(literal),
            }
            Ok(())
        })?;
        Ok((literals, always))
    }

    pub(super) fn bound(&self, times: &Times, env: &mut Env) -> Result<(Comparison, i64), Stop> {
        use Comparison::{Equal, GreaterOrEqual, LessOrEqual};
        let (comparison, bound) = match times {
            Times::Exactly(bound) => (Equal, bound),
            Times::AtLeast(bound) => (GreaterOrEqual, bound),
            Times::AtMost(bound) => (LessOrEqual, bound),
            // A single instance decides.
            Times::All | Times::Some => return Ok((GreaterOrEqual, 1)),
        };
        Ok((comparison, bound.eval(self.world, env)?))
    }

    pub(super) fn assert_count(
        &mut self,
        times: &Times,
        literals: Vec<i32>,
        always: i64,
        env: &mut Env,
        clause: &mut Vec<i32>,
    ) -> Result<(), Stop> {
        let (_, bound) = self.bound(times, env)?;
        let count = bound.saturating_sub(always);
        let (least, most) = match times {
            Times::AtLeast(_) => (count, literals.len() as i64),
            Times::AtMost(_) => (0, count),
            _ => (count, count),
        };
        let many = literals.len() > PAIRWISE;
        if many && least == most && least > 1 && least < literals.len() as i64 {
            let summed = Summed::count(literals, -least);
            let literal = self.compare(&summed, Comparison::Equal)?;
            return self.write_with(&[literal], clause);
        }
        self.assert_at_least(&literals, least, clause)?;
        let negated: Vec<i32> = literals.iter().map(|literal| -literal).collect();
        if most == 1 {
            return self.assert_at_most_one(&literals, clause);
        }
        self.assert_at_least(&negated, literals.len() as i64 - most, clause)
    }

    fn assert_at_least(
        &mut self,
        literals: &[i32],
        least: i64,
        clause: &mut Vec<i32>,
    ) -> Result<(), Stop> {
        let len = literals.len() as i64;
        if least <= 0 {
            return Ok(());
        }
        if least > len {
            return self.write(clause);
        }
        // Of any so many, one holds.
        let size = (len - least + 1) as usize;
        if literals.len() > PAIRWISE && size != 1 && size != literals.len() {
            let summed = Summed::count(literals.to_vec(), -least);
            let literal = self.compare(&summed, Comparison::GreaterOrEqual)?;
            return self.write_with(&[literal], clause);
        }
        linear::subsets(literals, size, &mut Vec::new(), &mut |subset| {
            self.write_with(subset, clause)
        })
    }

    /// Of each pair one does not hold, or, of many literals, a chain of literals says that one of
    /// the first few does (Sinz, "Towards an optimal CNF encoding of Boolean cardinality
    /// constraints", 2005).
    fn assert_at_most_one(&mut self, literals: &[i32], clause: &mut Vec<i32>) -> Result<(), Stop> {
        if literals.len() <= EXCLUSIVE {
            for (place, &one) in literals.iter().enumerate() {
                for &other in &literals[place + 1..] {
                    self.write_with(&[-one, -other], clause)?;
                }
            }
            return Ok(());
        }
        if clause.is_empty() {
            self.circuit.exclusive.push(literals.into());
        }
        let Some((&first, rest)) = literals.split_first() else {
            return Ok(());
        };
        let mut one_so_far = first;
        for (place, &literal) in rest.iter().enumerate() {
            self.write_with(&[-literal, -one_so_far], clause)?;
            if place + 1 < rest.len() {
                one_so_far = self.circuit.or([one_so_far, literal]);
            }
        }
        Ok(())
    }

    /// Writes that functions have exactly one value.
    pub(in crate::formula) fn one_value(&mut self, first: u32, width: u32) -> Result<(), Stop> {
        let literals: Vec<i32> = (first..first + width).map(|number| number as i32).collect();
        self.write(&literals)?;
        self.assert_at_most_one(&literals, &mut Vec::new())
    }
}
