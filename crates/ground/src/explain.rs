//! Why an atom holds, and why it does not.
//!
//! Nothing is kept for this while a model is computed but the order of rows: what a round derives
//! follows from rows of earlier rounds and of relations settled before. A derivation is found
//! again, atom by atom, by asking each rule for an instance over those rows alone, so that it is
//! finite and without cycles.

mod misses;

use logic::{GroundAtom, GroundTerm};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::limits::{Error, Exceeded, Limit, Options};
use crate::machine::{Machine, Meter, Sink, Stop};
use crate::model::Model;
use crate::normal::{Pattern, RelationId, Rule, Subgoal, Test};
use crate::plan::compile::{Purpose, compile};
use crate::plan::estimate::Estimates;
use crate::plan::order::order;
use crate::program::Comparison;
use crate::relation::{Part, Row};
use crate::terms::{Functor, NONE, Terms, Value};

pub use misses::{Miss, NearMiss};

/// A derivation: its last step first, each atom once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The steps; the first one derives the atom that was asked for.
    pub steps: Vec<ProofStep>,
}

/// An atom and why it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofStep {
    /// The atom.
    pub atom: GroundAtom,
    /// Why it holds.
    pub reason: Reason,
}

/// Why an atom holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is a fact.
    Fact,
    /// It is the head of an instance of a rule.
    Rule {
        /// The place of the rule in the program.
        rule: usize,
        /// What stands for each variable; `None` for one that the way in which the body holds
        /// does not mention.
        binding: Vec<Option<GroundTerm>>,
        /// For each positive subgoal: which leaf of the body it is (its atoms and comparisons in
        /// reading order), and the place of the step that derives it.
        premises: Vec<(usize, usize)>,
        /// For each negative subgoal: which leaf of the body it is, and the atom that does not
        /// hold.
        absent: Vec<(usize, GroundAtom)>,
    },
}

impl Model {
    /// A derivation of a true atom, `None` for any other. Makes the indexes that it needs.
    ///
    /// # Errors
    /// At a limit of steps, and after cancelling.
    pub fn prove(
        &mut self,
        atom: &GroundAtom,
        options: &Options<'_>,
    ) -> Result<Option<Proof>, Error> {
        let Some((id, row)) = self.locate(atom) else {
            return Ok(None);
        };
        if self.store.relations[id as usize].is_undefined(row) {
            return Ok(None);
        }
        let search = &mut Search::new(options);
        let mut places = FxHashMap::default();
        let mut steps: Vec<ProofStep> = Vec::new();
        let mut todo = vec![(id, row)];
        places.insert((id, row), 0);
        while let Some(&(id, row)) = todo.get(steps.len()) {
            let atom = self.atom(&self.store.relations[id as usize], row);
            let reason = self.reason(id, row, search, &mut |premise| {
                *places.entry(premise).or_insert_with(|| {
                    todo.push(premise);
                    todo.len() - 1
                })
            })?;
            let Some(reason) = reason else {
                return Ok(None);
            };
            steps.push(ProofStep { atom, reason });
        }
        Ok(Some(Proof { steps }))
    }

    fn reason(
        &mut self,
        id: RelationId,
        row: Row,
        search: &mut Search<'_>,
        place: &mut dyn FnMut((RelationId, Row)) -> usize,
    ) -> Result<Option<Reason>, Error> {
        let relation = &self.store.relations[id as usize];
        if row < relation.given {
            return Ok(Some(Reason::Fact));
        }
        let round = relation.round(row);
        let head = relation.row(row).to_vec();
        let rules = 0..self.rules.len();
        let rules: Vec<usize> = rules
            .filter(|&rule| self.rules[rule].head.relation == id)
            .collect();
        for rule in rules {
            let lowered = self.rules[rule].clone();
            let Some(start) = fit(&lowered, &head, &self.terms) else {
                continue;
            };
            let lowered = with_head(lowered, &head);
            self.open_rows(&lowered, Some((id, round)));
            let found = self.witnesses(&lowered, &start, 1, search)?;
            let Some(binding) = found.into_iter().next() else {
                continue;
            };
            let premises = lowered.positive.iter().filter_map(|goal| {
                let values = instance(goal, &binding, &mut self.terms);
                let relation = &self.store.relations[goal.relation as usize];
                let row = relation.find(&values)?;
                Some((goal.leaf, place((goal.relation, row))))
            });
            let premises = premises.collect();
            let mut absent = Vec::new();
            for goal in &lowered.negative {
                let values = instance(goal, &binding, &mut self.terms);
                absent.push((goal.leaf, self.atom_of(goal.relation, &values)));
            }
            return Ok(Some(Reason::Rule {
                rule: lowered.clause,
                binding: self.binding(&lowered, &binding),
                premises,
                absent,
            }));
        }
        Ok(None)
    }

    /// What stands for the variables in the first instances of a clause, by
    /// [`VarId`](logic::VarId), up to so many; of a fact the one instance. Makes the indexes that
    /// it needs.
    ///
    /// # Errors
    /// At a limit of steps, and after cancelling.
    pub fn instances(
        &mut self,
        clause: usize,
        most: usize,
        options: &Options<'_>,
    ) -> Result<Vec<Vec<Option<GroundTerm>>>, Error> {
        let search = &mut Search::new(options);
        let rules = self.rules.iter().filter(|rule| rule.clause == clause);
        let rules: Vec<Rule> = rules.cloned().collect();
        if most == 0 {
            return Ok(Vec::new());
        }
        if rules.is_empty() && self.variables.get(clause) == Some(&0) {
            return Ok(vec![Vec::new()]);
        }
        let mut found: Vec<Vec<Option<GroundTerm>>> = Vec::new();
        let mut known = FxHashSet::default();
        for mut rule in rules {
            rule.head.args.clear();
            self.open_rows(&rule, None);
            let start = vec![NONE; rule.variables];
            for way in self.witnesses(&rule, &start, most - found.len(), search)? {
                let binding = self.binding(&rule, &way);
                if known.insert(binding.clone()) {
                    found.push(binding);
                }
            }
            if found.len() >= most {
                break;
            }
        }
        Ok(found)
    }

    /// What each variable of a clause stands for in its instances, by
    /// [`VarId`](logic::VarId), in no order. Makes the indexes that it needs.
    ///
    /// # Errors
    /// As [`Model::instances`].
    pub fn ranges(
        &mut self,
        clause: usize,
        options: &Options<'_>,
    ) -> Result<Vec<Vec<GroundTerm>>, Error> {
        let search = &mut Search::new(options);
        let rules = self.rules.iter().filter(|rule| rule.clause == clause);
        let rules: Vec<Rule> = rules.cloned().collect();
        let mut ranges = vec![FxHashSet::default(); self.variables[clause]];
        for mut rule in rules {
            rule.head.args.clear();
            self.open_rows(&rule, None);
            let start = vec![NONE; rule.variables];
            let sink = Sink::Values(Vec::new());
            if let Sink::Values(found) = self.search(&rule, &start, sink, search)? {
                for (range, values) in ranges.iter_mut().zip(found) {
                    range.extend(values.into_iter().filter(|&value| value != NONE));
                }
            }
        }
        let terms = |range: FxHashSet<Value>| {
            range
                .into_iter()
                .map(|value| self.terms.term(value))
                .collect()
        };
        Ok(ranges.into_iter().map(terms).collect())
    }

    fn atom_of(&self, relation: RelationId, values: &[Value]) -> GroundAtom {
        let name = self.store.relations[relation as usize].name.clone();
        GroundAtom::new(name, values.iter().map(|&value| self.terms.term(value)))
    }

    /// The terms of the variables that were written.
    fn binding(&self, rule: &Rule, values: &[Value]) -> Vec<Option<GroundTerm>> {
        let written = &values[..self.variables[rule.clause]];
        let term = |&value: &Value| (value != NONE).then(|| self.terms.term(value));
        written.iter().map(term).collect()
    }

    /// Lets the subgoals of a rule range over true rows; over those from before a round where
    /// they are in the group of its head.
    fn open_rows(&mut self, rule: &Rule, head: Option<(RelationId, usize)>) {
        for goal in &rule.positive {
            let group = self.group[goal.relation as usize];
            let relation = &mut self.store.relations[goal.relation as usize];
            relation.old = match head {
                Some((id, round)) if self.group[id as usize] == group => {
                    relation.start_of_round(round)
                }
                _ => relation.true_rows(),
            };
        }
    }

    /// What the variables of a rule may stand for, up to so many ways, over the rows that
    /// [`open_rows`](Self::open_rows) chose.
    fn witnesses(
        &mut self,
        rule: &Rule,
        start: &[Value],
        wanted: usize,
        search: &mut Search<'_>,
    ) -> Result<Vec<Vec<Value>>, Error> {
        let sink = Sink::First(wanted, Vec::new());
        Ok(match self.search(rule, start, sink, search)? {
            Sink::First(_, found) => found,
            Sink::Rows(..) | Sink::Record(_) | Sink::Values(_) => Vec::new(),
        })
    }

    /// The same, to wherever it is to go.
    fn search(
        &mut self,
        rule: &Rule,
        start: &[Value],
        sink: Sink,
        search: &mut Search<'_>,
    ) -> Result<Sink, Error> {
        search.go_on(rule.clause)?;
        let bound: Vec<bool> = start.iter().map(|&value| value != NONE).collect();
        let estimates = &mut Estimates::default();
        let relations = &mut self.store.relations;
        let Ok(steps) = order(rule, &bound, None, relations, &self.terms, estimates) else {
            return Ok(sink);
        };
        let part = |_| Part::Old;
        let terms = &mut self.terms;
        let dynamic = &self.dynamic;
        let open = |id: RelationId| dynamic.get(id as usize).copied().unwrap_or(false);
        let purpose = Purpose::Witness { open: &open };
        let plan = compile(rule, &bound, &steps, &part, purpose, relations, terms);
        let options = &search.options;
        let mut machine = Machine::new(&plan, relations, terms, sink, search.meter, options);
        for (register, &value) in machine.registers.iter_mut().zip(start) {
            *register = value;
        }
        let result = machine.run();
        search.meter = machine.meter;
        let found = machine.sink;
        match result {
            // Arithmetic that fails in a part of a body need not fail in the whole.
            Ok(()) | Err(Stop::Enough | Stop::Fault) => Ok(found),
            Err(stop) => Err(search.error(stop, rule.clause)),
        }
    }
}

/// What a search over a model has used of its limits so far. The model itself is no part of that.
struct Search<'a> {
    options: Options<'a>,
    meter: Meter,
}

impl<'a> Search<'a> {
    fn new(options: &Options<'a>) -> Self {
        let mut options = *options;
        options.limits.bytes = u64::MAX;
        options.progress = None;
        Self {
            options,
            meter: Meter::default(),
        }
    }

    /// What was found before counts too, and a machine that found enough has not looked.
    fn go_on(&self, rule: usize) -> Result<(), Error> {
        if self.options.is_cancelled() {
            return Err(Error::Cancelled);
        }
        if self.meter.steps > self.options.limits.steps {
            return Err(self.error(Stop::Limit(Limit::Steps), rule));
        }
        Ok(())
    }

    fn error(&self, stop: Stop, rule: usize) -> Error {
        let Stop::Limit(limit) = stop else {
            return Error::Cancelled;
        };
        Error::Exceeded(Box::new(Exceeded {
            limit,
            allowed: self.options.limits.of(limit),
            rule: Some(rule),
            variables: Vec::new(),
        }))
    }
}

/// The variables of a rule whose head is to be this row, [`NONE`] for those that the head leaves
/// open; arithmetic in the head is left to [`with_head`].
fn fit(rule: &Rule, row: &[Value], terms: &Terms) -> Option<Vec<Value>> {
    let mut start = vec![NONE; rule.variables];
    let args = rule.head.args.iter().zip(row);
    let fits = args
        .into_iter()
        .all(|(arg, &value)| fit_term(arg, value, &mut start, terms));
    fits.then_some(start)
}

/// The rule without its head, whose arithmetic becomes conditions on the row.
fn with_head(mut rule: Rule, row: &[Value]) -> Rule {
    let args = std::mem::take(&mut rule.head.args);
    for (arg, &value) in args.into_iter().zip(row) {
        if arg.has_arithmetic() {
            let value = Pattern::Value(value);
            rule.tests
                .push(Test::Compare(Comparison::Equal, arg, value));
            rule.test_leaves.push(0);
        }
    }
    rule
}

fn fit_term(pattern: &Pattern, value: Value, start: &mut [Value], terms: &Terms) -> bool {
    match pattern {
        Pattern::Value(known) => *known == value,
        Pattern::Variable(variable) => {
            let slot = &mut start[*variable];
            if *slot == NONE {
                *slot = value;
            }
            *slot == value
        }
        Pattern::Function(functor, args) => match terms.take(value, *functor) {
            Some(values) => {
                let mut pairs = args.iter().zip(values);
                pairs.all(|(arg, &value)| fit_term(arg, value, start, terms))
            }
            None => false,
        },
        Pattern::Arithmetic(..) => true,
    }
}

/// The row of a subgoal for these variables.
fn instance(goal: &Subgoal, binding: &[Value], terms: &mut Terms) -> Vec<Value> {
    goal.args
        .iter()
        .map(|arg| value(arg, binding, terms))
        .collect()
}

fn value(pattern: &Pattern, binding: &[Value], terms: &mut Terms) -> Value {
    match pattern {
        Pattern::Value(value) => *value,
        Pattern::Variable(variable) => binding[*variable],
        Pattern::Function(functor, args) => {
            let args: Vec<Value> = args.iter().map(|arg| value(arg, binding, terms)).collect();
            build(*functor, &args, terms)
        }
        Pattern::Arithmetic(operator, operands) => {
            let [a, b] = &**operands;
            let a = value(a, binding, terms);
            let b = value(b, binding, terms);
            let integers = terms.as_integer(a).zip(terms.as_integer(b));
            let result = integers.and_then(|(a, b)| operator.apply(a, b));
            result.map_or(NONE, |value| terms.integer(value))
        }
    }
}

fn build(functor: Functor, args: &[Value], terms: &mut Terms) -> Value {
    if args.contains(&NONE) {
        return NONE;
    }
    terms.build(functor, args)
}
