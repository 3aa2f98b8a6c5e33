//! The state of an evaluation: terms, relations, rules, plans, and what has been used.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use logic::{GroundAtom, Relation as RelationName};
use rustc_hash::FxHashMap;

use crate::explosion;
use crate::extent::{KEYWORDS, States};
use crate::limits::{Error, Limit, Options};
use crate::machine::{Machine, Meter, Sink, Stop};
use crate::normal::{self, Pattern, RelationId, Relations, Rule};
use crate::plan::Plan;
use crate::plan::compile::{Delta, Purpose, compile};
use crate::plan::estimate::Estimates;
use crate::plan::order::order;
use crate::program::{Clause, Program};
use crate::relation::{Part, Row};
use crate::statistics::RuleStatistics;
use crate::store::Store;
use crate::terms::{Terms, Value};

pub(crate) struct Engine<'a> {
    pub(crate) terms: Terms,
    pub(crate) store: Store,
    pub(crate) rules: Vec<Rule>,
    pub(crate) clauses: &'a [Clause],
    pub(crate) options: Options<'a>,
    pub(crate) statistics: Vec<RuleStatistics>,
    estimates: Estimates,
    plans: FxHashMap<(usize, Option<usize>), Plan>,
    pub(crate) meter: Meter,
    /// How many bytes each relation takes.
    weights: Vec<u64>,
    /// How many bytes the instances take that are kept.
    kept: u64,
    /// The relations of what is asked for.
    pub(crate) asked: Vec<RelationId>,
    /// The relations that are others without some arguments.
    pub(crate) variants: BTreeMap<RelationId, Vec<RelationId>>,
    /// The clauses that fell into parts.
    pub(crate) apart: BTreeSet<usize>,
    budget: Budget,
    /// Those that were left aside: what depends on them is not complete.
    pub(crate) aside: BTreeSet<usize>,
}

/// How many steps a clause may take for each instance that it may have.
pub(crate) const STEPS: u64 = 16;

/// How clauses are changed without changing what follows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reshape {
    /// Arguments that do not matter are dropped; the clauses behind this one are links.
    pub(crate) drop: Option<usize>,
    /// These are joined in parts.
    pub(crate) split: BTreeSet<usize>,
    /// The relations in the heads of these are computed as far as somebody asks.
    pub(crate) ask: BTreeSet<usize>,
    pub(crate) budget: Budget,
}

/// How many instances a clause may have before it is left aside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Budget {
    pub(crate) usual: Option<u64>,
    /// Where it is more, or nothing limits it.
    pub(crate) raised: BTreeMap<usize, Option<u64>>,
}

impl Budget {
    fn of(&self, clause: usize) -> Option<u64> {
        let raised = self.raised.get(&clause).copied();
        raised.unwrap_or(self.usual)
    }
}

impl<'a> Engine<'a> {
    /// Reads a program and facts.
    pub(crate) fn load(
        program: &'a Program,
        facts: impl IntoIterator<Item = GroundAtom>,
        options: &Options<'a>,
    ) -> Result<Self, Error> {
        Self::load_reshaped(program, facts, options, &Reshape::default())
    }

    /// As [`load`](Self::load), with some clauses reshaped.
    pub(crate) fn load_reshaped(
        program: &'a Program,
        facts: impl IntoIterator<Item = GroundAtom>,
        options: &Options<'a>,
        how: &Reshape,
    ) -> Result<Self, Error> {
        let mut engine = Self {
            terms: Terms::default(),
            store: Store::default(),
            rules: Vec::new(),
            clauses: &program.clauses,
            options: *options,
            statistics: vec![RuleStatistics::default(); program.clauses.len()],
            estimates: Estimates::default(),
            plans: FxHashMap::default(),
            meter: Meter::default(),
            weights: Vec::new(),
            kept: 0,
            asked: Vec::new(),
            variants: BTreeMap::new(),
            apart: BTreeSet::new(),
            budget: how.budget.clone(),
            aside: BTreeSet::new(),
        };
        for (index, clause) in program.clauses.iter().enumerate() {
            if how.split.contains(&index) {
                let parts = normal::either::apart(clause, &engine.store);
                engine.apart.extend((parts.len() > 1).then_some(index));
                for part in &parts {
                    engine.clause(index, part)?;
                }
            } else {
                engine.clause(index, clause)?;
            }
        }
        engine.reshape(how);
        let mut values = Vec::new();
        for fact in facts {
            let id = engine.store.id(&fact.relation());
            values.clear();
            values.extend(fact.args.iter().map(|arg| engine.terms.intern(arg)));
            engine.fact(id, &values);
        }
        for relation in &mut engine.store.relations {
            relation.given = relation.len();
        }
        for id in 0..engine.store.relations.len() as RelationId {
            engine.weigh(id);
        }
        engine.within_limits(None)?;
        Ok(engine)
    }

    fn reshape(&mut self, how: &Reshape) {
        if let Some(links) = how.drop {
            let dynamic = States::of(self, links).dynamic;
            let names = self.store.relations.iter().map(|relation| &relation.name);
            let may: Vec<bool> = names
                .zip(&dynamic)
                .map(|(name, &dynamic)| dynamic && !KEYWORDS.contains(&name.as_str()))
                .collect();
            self.variants = normal::indifferent::drop_arguments(
                &mut self.rules,
                &|id| may.get(id as usize).copied().unwrap_or(false),
                &|id| dynamic.get(id as usize) == Some(&false),
                &mut self.store,
            );
        }
        for rule in std::mem::take(&mut self.rules) {
            if how.split.contains(&rule.clause) {
                let parts = normal::split(&rule, &mut self.store, &mut self.asked);
                if parts.len() > 1 {
                    self.apart.insert(rule.clause);
                }
                self.rules.extend(parts);
            } else {
                self.rules.push(rule);
            }
        }
        for &clause in &how.ask {
            for relation in self.heads_of(clause) {
                let (rules, store) = (&mut self.rules, &mut self.store);
                self.asked
                    .extend(normal::demand::restrict(rules, relation, store));
            }
        }
    }

    fn clause(&mut self, index: usize, clause: &Clause) -> Result<(), Error> {
        let rules = normal::rules(index, clause, &mut self.terms, &mut self.store)?;
        for rule in rules {
            let conditions = rule.positive.len() + rule.negative.len() + rule.tests.len();
            let value = |pattern: &Pattern| match pattern {
                Pattern::Value(value) => Some(*value),
                _ => None,
            };
            let values: Option<Vec<Value>> = rule.head.args.iter().map(value).collect();
            if let (0, Some(values)) = (conditions, values) {
                self.fact(rule.head.relation, &values);
                continue;
            }
            let estimates = &mut Estimates::default();
            let unbound = vec![false; rule.variables];
            let relations = &self.store.relations;
            if let Err(variable) = order(&rule, &unbound, None, relations, &self.terms, estimates) {
                return Err(Error::Unsafe {
                    rule: index,
                    variable: clause.variables.get(variable).cloned().unwrap_or_default(),
                });
            }
            self.rules.push(rule);
        }
        Ok(())
    }

    fn fact(&mut self, relation: RelationId, values: &[Value]) {
        let new = self.store.relations[relation as usize].insert(values);
        self.meter.atoms += u64::from(new);
    }

    pub(crate) fn weigh(&mut self, id: RelationId) {
        let bytes = self.store.relations[id as usize].bytes() as u64;
        let least = self.weights.len().max(id as usize + 1);
        self.weights.resize(least, 0);
        let known = &mut self.weights[id as usize];
        self.meter.bytes = self.meter.bytes + bytes - *known;
        *known = bytes;
    }

    fn within_limits(&mut self, rule: Option<usize>) -> Result<(), Error> {
        let plan = Plan::empty();
        let sink = Sink::Record(Vec::new());
        let (relations, terms) = (&self.store.relations, &mut self.terms);
        let machine = Machine::new(&plan, relations, terms, sink, self.meter, &self.options);
        let checked = machine.check();
        checked.map_err(|stop| self.error(stop, rule, &[]))
    }

    /// Derives heads by a rule; says how many are new.
    pub(crate) fn derive(
        &mut self,
        rule: usize,
        delta: Option<Delta<'_>>,
        open: &dyn Fn(RelationId) -> bool,
    ) -> Result<u32, Error> {
        if self.is_idle(rule, delta) {
            return Ok(0);
        }
        if self.aside.contains(&self.rules[rule].clause) {
            return Ok(0);
        }
        let started = Instant::now();
        let key = (rule, delta.map(|delta| delta.subgoal));
        let plan = match self.plans.remove(&key) {
            Some(plan) if !self.is_outgrown(rule, &plan) => plan,
            _ => self.plan(rule, delta, Purpose::Derive { open })?,
        };
        let head = self.rules[rule].head.relation;
        let tail = self.store.relations[head as usize].open_tail();
        let (sink, result) = self.run(&plan, Sink::Rows(head, tail), rule);
        let mut new = 0;
        if let Sink::Rows(_, tail) = sink {
            new = tail.len();
            self.store.relations[head as usize].close_tail(tail);
        }
        result?;
        self.plans.insert(key, plan);
        self.meter.atoms += u64::from(new);
        self.weigh(head);
        let statistics = &mut self.statistics[self.rules[rule].clause];
        statistics.atoms += u64::from(new);
        statistics.time += started.elapsed();
        Ok(new)
    }

    /// Writes down the instances of a rule; see [`Purpose::Record`].
    pub(crate) fn record(
        &mut self,
        rule: usize,
        open: &dyn Fn(RelationId) -> bool,
    ) -> Result<Vec<Row>, Error> {
        if self.is_idle(rule, None) {
            return Ok(Vec::new());
        }
        let started = Instant::now();
        let plan = self.plan(rule, None, Purpose::Record { open })?;
        let (sink, result) = self.run(&plan, Sink::Record(Vec::new()), rule);
        result?;
        self.statistics[self.rules[rule].clause].time += started.elapsed();
        let rows = match sink {
            Sink::Record(rows) => rows,
            Sink::Rows(..) | Sink::First(..) | Sink::Values(_) => Vec::new(),
        };
        self.meter.bytes += rows.len() as u64 * 4;
        Ok(rows)
    }

    fn run(&mut self, plan: &Plan, sink: Sink, rule: usize) -> (Sink, Result<(), Error>) {
        let before = self.meter;
        let clause = self.rules[rule].clause;
        let mut options = self.options;
        let limited = self.budget.of(clause);
        if let Some(budget) = limited {
            let used = self.statistics[clause];
            let left = |used: u64, budget: u64| budget.saturating_sub(used);
            let limits = &mut options.limits;
            limits.instances = limits
                .instances
                .min(before.instances + left(used.instances, budget));
            limits.steps = limits
                .steps
                .min(before.steps + left(used.steps, budget * STEPS));
        }
        let (relations, terms) = (&self.store.relations, &mut self.terms);
        let mut machine = Machine::new(plan, relations, terms, sink, self.meter, &options);
        let mut result = machine.run();
        let (meter, sink) = (machine.meter, machine.sink);
        let registers = machine.registers;
        self.meter = meter;
        if let Err(Stop::Limit(Limit::Instances | Limit::Steps)) = result
            && limited.is_some()
            && meter.instances <= self.options.limits.instances
            && meter.steps <= self.options.limits.steps
        {
            self.aside.insert(clause);
            result = Ok(());
        }
        let statistics = &mut self.statistics[self.rules[rule].clause];
        statistics.instances += meter.instances - before.instances;
        statistics.steps += meter.steps - before.steps;
        (
            sink,
            result.map_err(|stop| self.error(stop, Some(rule), &registers)),
        )
    }

    fn plan(
        &mut self,
        rule: usize,
        delta: Option<Delta<'_>>,
        purpose: Purpose<'_>,
    ) -> Result<Plan, Error> {
        let first = delta.map(|delta| delta.subgoal);
        let lowered = &self.rules[rule];
        let relations = &self.store.relations;
        let unbound = vec![false; lowered.variables];
        let estimates = &mut self.estimates;
        let steps = order(lowered, &unbound, first, relations, &self.terms, estimates);
        let steps = steps.map_err(|variable| Error::Unsafe {
            rule: lowered.clause,
            variable: self.variable_name(rule, variable),
        })?;
        let relations = &mut self.store.relations;
        let part = |index| Delta::part(delta, lowered, index);
        let plan = compile(
            lowered,
            &unbound,
            &steps,
            &part,
            purpose,
            relations,
            &self.terms,
        );
        let touched: Vec<RelationId> = lowered.positive.iter().map(|goal| goal.relation).collect();
        touched.into_iter().for_each(|id| self.weigh(id));
        Ok(plan)
    }

    fn variable_name(&self, rule: usize, variable: usize) -> logic::Name {
        let names = &self.clauses[self.rules[rule].clause].variables;
        names.get(variable).cloned().unwrap_or_default()
    }

    /// Whether a positive subgoal ranges over nothing.
    fn is_idle(&self, rule: usize, delta: Option<Delta<'_>>) -> bool {
        let subgoals = self.rules[rule].positive.iter().enumerate();
        let mut empty = subgoals.map(|(index, subgoal)| {
            let part = match delta {
                Some(delta) if delta.subgoal == index => Part::Delta,
                _ => Part::All,
            };
            self.store.relations[subgoal.relation as usize]
                .range(part)
                .is_empty()
        });
        empty.any(|empty| empty)
    }

    /// Whether a relation is now so large that another order may be better.
    fn is_outgrown(&self, rule: usize, plan: &Plan) -> bool {
        let subgoals = self.rules[rule].positive.iter();
        subgoals.zip(&plan.sizes).any(|(subgoal, &size)| {
            let now = self.store.relations[subgoal.relation as usize].visible;
            now > 64 && now / 4 > size
        })
    }

    fn error(&self, stop: Stop, rule: Option<usize>, registers: &[Value]) -> Error {
        let lowered = rule.map(|rule| &self.rules[rule]);
        match stop {
            Stop::Cancelled | Stop::Enough => Error::Cancelled,
            Stop::Limit(limit) => Error::Exceeded(Box::new(explosion::exceeded(
                limit,
                self.options.limits,
                lowered.map(|rule| (rule, &self.clauses[rule.clause])),
                &self.store,
                &self.terms,
            ))),
            Stop::Fault => {
                let clause = lowered.map_or(0, |rule| rule.clause);
                let names = self.clauses[clause].variables.iter().cloned();
                Error::Arithmetic {
                    rule: clause,
                    binding: names
                        .zip(registers)
                        .filter(|&(_, &value)| value < crate::terms::FAULT)
                        .map(|(name, &value)| (name, self.terms.term(value)))
                        .collect(),
                }
            }
        }
    }

    /// The relation in the head of a clause, and the same without some arguments.
    pub(crate) fn heads_of(&mut self, clause: usize) -> Vec<RelationId> {
        let head = &self.clauses[clause].head;
        let arity = head.args.len() as u32;
        let name = RelationName::new(head.relation.clone(), arity);
        let relation = self.store.id(&name);
        let variants = self.variants.get(&relation).into_iter().flatten();
        std::iter::once(relation).chain(variants.copied()).collect()
    }

    /// Whether a rule of a relation has the relation in its body.
    pub(crate) fn needs_itself(&self, id: RelationId) -> bool {
        let mut rules = self.rules.iter().filter(|rule| rule.head.relation == id);
        rules.any(|rule| {
            let mut needed = rule.positive.iter().chain(&rule.negative);
            needed.any(|goal| goal.relation == id)
        })
    }

    /// Starts the figures of all rules anew.
    pub(crate) fn forget_statistics(&mut self) {
        self.statistics.fill(RuleStatistics::default());
        self.kept = 0;
    }

    /// Counts what was written down for a rule no longer, but what is kept of all.
    pub(crate) fn release(&mut self, rows: &[Row], kept: usize) {
        self.meter.bytes += kept as u64;
        self.meter.bytes -= self.kept + rows.len() as u64 * 4;
        self.kept = kept as u64;
    }

    /// The time that all rules took.
    pub(crate) fn time(&self) -> Duration {
        self.statistics.iter().map(|rule| rule.time).sum()
    }
}
