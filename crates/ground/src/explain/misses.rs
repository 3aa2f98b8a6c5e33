//! Why an atom does not hold: for each rule that could give it, where its body breaks off.

use logic::{GroundAtom, GroundTerm};

use crate::explain::Search;
use crate::limits::{Error, Options};
use crate::model::Model;
use crate::normal::{Pattern, Rule};
use crate::plan::order::{Use, bind, usable};
use crate::terms::{NONE, Value};

/// The first literal of a rule that fails for an atom: what stands before it holds together in
/// some way, with it in none. Negations and comparisons count as standing where their variables
/// are first bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The place of the rule in the program. A rule with disjunctions may miss several times.
    pub rule: usize,
    /// Which leaf of the body fails: its atoms and comparisons in reading order.
    pub leaf: usize,
    /// Which leaves hold before it.
    pub holding: Vec<usize>,
    /// Some ways in which they do, up to as many as were asked for.
    pub near: Vec<NearMiss>,
}

/// What stands for the variables of a rule where its body holds up to a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// A term for each variable; `None` where none is bound yet.
    pub binding: Vec<Option<GroundTerm>>,
}

/// A literal of a rule.
#[derive(Clone, Copy)]
enum Part {
    Positive(usize),
    Negative(usize),
    Test(usize),
}

impl Model {
    /// Why an atom does not hold, rule by rule; nothing for rules whose head is another atom.
    /// With `near` ways at most for each. Makes the indexes that it needs.
    ///
    /// # Errors
    /// At a limit of steps, and after cancelling.
    pub fn why_not(
        &mut self,
        atom: &GroundAtom,
        near: usize,
        options: &Options<'_>,
    ) -> Result<Vec<Miss>, Error> {
        let Some((id, _)) = self.store.get(&atom.relation()) else {
            return Ok(Vec::new());
        };
        let search = &mut Search::new(options);
        let row: Vec<Value> = atom.args.iter().map(|arg| self.terms.intern(arg)).collect();
        let rules = self.rules.iter().filter(|rule| rule.head.relation == id);
        let rules: Vec<Rule> = rules.cloned().collect();
        let misses = rules
            .into_iter()
            .filter_map(|rule| self.miss(rule, &row, near, search).transpose());
        misses.collect()
    }

    /// Why a clause has no instance at all: of its conjunctions the one of which the most holds;
    /// `None` if it has one, or is a fact. Makes the indexes that it needs.
    ///
    /// # Errors
    /// At a limit of steps, and after cancelling.
    pub fn blocked(
        &mut self,
        clause: usize,
        near: usize,
        options: &Options<'_>,
    ) -> Result<Option<Miss>, Error> {
        let search = &mut Search::new(options);
        let rules = self.rules.iter().filter(|rule| rule.clause == clause);
        let rules: Vec<Rule> = rules.cloned().collect();
        let mut nearest: Option<Miss> = None;
        for mut rule in rules {
            rule.head.args.clear();
            let start = vec![NONE; rule.variables];
            let Some(miss) = self.break_off(&rule, &start, near, search)? else {
                return Ok(None);
            };
            if nearest
                .as_ref()
                .is_none_or(|known| known.holding.len() < miss.holding.len())
            {
                nearest = Some(miss);
            }
        }
        Ok(nearest)
    }

    fn miss(
        &mut self,
        rule: Rule,
        row: &[Value],
        near: usize,
        search: &mut Search<'_>,
    ) -> Result<Option<Miss>, Error> {
        let Some(start) = super::fit(&rule, row, &self.terms) else {
            return Ok(None);
        };
        let rule = super::with_head(rule, row);
        self.break_off(&rule, &start, near, search)
    }

    /// The first literal that fails, from what the variables stand for at the start.
    fn break_off(
        &mut self,
        rule: &Rule,
        start: &[Value],
        near: usize,
        search: &mut Search<'_>,
    ) -> Result<Option<Miss>, Error> {
        self.open_rows(rule, None);
        let bound: Vec<bool> = start.iter().map(|&value| value != NONE).collect();
        let parts = sequence(rule, bound);
        let mut holds = |model: &mut Self, count: usize, wanted: usize| {
            model.witnesses(&prefix(rule, &parts[..count]), start, wanted, search)
        };
        let mut fails = 0;
        while fails < parts.len() && !holds(self, fails + 1, 1)?.is_empty() {
            fails += 1;
        }
        if fails == parts.len() {
            return Ok(None);
        }
        let leaf = |part: &Part| match *part {
            Part::Positive(index) => rule.positive[index].leaf,
            Part::Negative(index) => rule.negative[index].leaf,
            Part::Test(index) => rule.test_leaves[index],
        };
        let ways = holds(self, fails, near)?;
        let near = ways.iter().map(|way| NearMiss {
            binding: self.binding(rule, way),
        });
        Ok(Some(Miss {
            rule: rule.clause,
            leaf: leaf(&parts[fails]),
            holding: parts[..fails].iter().map(leaf).collect(),
            near: near.collect(),
        }))
    }
}

/// The positive literals as they are written, each of the others as soon as it can be decided,
/// comparisons before negations.
fn sequence(rule: &Rule, mut bound: Vec<bool>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut tested = vec![false; rule.tests.len()];
    let mut negated = vec![false; rule.negative.len()];
    let mut positive = 0..rule.positive.len();
    loop {
        let mut again = true;
        while std::mem::take(&mut again) {
            for (index, test) in rule.tests.iter().enumerate() {
                let Some(what) = usable(test, &bound).filter(|_| !tested[index]) else {
                    continue;
                };
                tested[index] = true;
                parts.push(Part::Test(index));
                if what != Use::Check {
                    bind(test, &mut bound);
                    again = true;
                }
            }
        }
        for (index, goal) in rule.negative.iter().enumerate() {
            if !negated[index] && goal.args.iter().all(|arg| arg.is_bound(&bound)) {
                negated[index] = true;
                parts.push(Part::Negative(index));
            }
        }
        let Some(next) = positive.next() else {
            return parts;
        };
        parts.push(Part::Positive(next));
        let mark = |arg: &Pattern, bound: &mut [bool]| {
            arg.variables(&mut |variable| bound[variable] = true);
        };
        let args = rule.positive[next].args.iter();
        args.for_each(|arg| mark(arg, &mut bound));
    }
}

/// The rule with these literals only.
fn prefix(rule: &Rule, parts: &[Part]) -> Rule {
    let mut part = Rule {
        positive: Vec::new(),
        negative: Vec::new(),
        tests: Vec::new(),
        test_leaves: Vec::new(),
        ..rule.clone()
    };
    for &literal in parts {
        match literal {
            Part::Positive(index) => part.positive.push(rule.positive[index].clone()),
            Part::Negative(index) => part.negative.push(rule.negative[index].clone()),
            Part::Test(index) => {
                part.tests.push(rule.tests[index].clone());
                part.test_leaves.push(rule.test_leaves[index]);
            }
        }
    }
    part
}
