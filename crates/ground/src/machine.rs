//! Follows the instructions of a plan.
//!
//! One call per joined subgoal, none per value; rows that are derived go to a tail beside the
//! relations, which are only read.

use rustc_hash::FxHashSet;

use crate::index::{Group, Index};
use crate::limits::{Limit, Options};
use crate::normal::RelationId;
use crate::plan::{Act, At, NOWHERE, Op, Plan, Register};
use crate::program::{Comparison, Operator};
use crate::relation::{NO_ROW, Part, Relation, Row, Tail};
use crate::terms::{FAULT, NONE, Terms, Value};

/// What has been used of the limits so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Meter {
    pub(crate) steps: u64,
    pub(crate) instances: u64,
    pub(crate) atoms: u64,
    /// What is kept outside the relations and the tail.
    pub(crate) bytes: u64,
}

/// Why a run ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Limit(Limit),
    Cancelled,
    /// There are as many results as were wanted.
    Enough,
    /// Arithmetic failed where all else holds; the registers are those of the instance.
    Fault,
}

/// Where results go.
pub(crate) enum Sink {
    /// To the rows of a relation.
    Rows(RelationId, Tail),
    /// Written down one after the other.
    Record(Vec<Row>),
    /// Written down until there are so many.
    First(usize, Vec<Vec<Value>>),
    /// Each value once, register by register.
    Values(Vec<FxHashSet<Value>>),
}

/// One run of a plan.
pub(crate) struct Machine<'a> {
    relations: &'a [Relation],
    terms: &'a mut Terms,
    ops: &'a [Op],
    pub(crate) registers: Vec<Value>,
    pub(crate) sink: Sink,
    pub(crate) meter: Meter,
    options: &'a Options<'a>,
    scratch: Vec<Value>,
    /// How many operations went wrong on the way to here.
    faults: u32,
}

/// Steps between two looks at the limits.
const PACE: u64 = 1 << 12;

impl<'a> Machine<'a> {
    pub(crate) fn new(
        plan: &'a Plan,
        relations: &'a [Relation],
        terms: &'a mut Terms,
        sink: Sink,
        meter: Meter,
        options: &'a Options<'a>,
    ) -> Self {
        let mut registers = vec![NONE; plan.registers];
        for &(register, value) in &plan.constants {
            registers[register as usize] = value;
        }
        Self {
            relations,
            terms,
            ops: &plan.ops,
            registers,
            sink,
            meter,
            options,
            scratch: Vec::new(),
            faults: 0,
        }
    }

    /// Runs the whole plan.
    pub(crate) fn run(&mut self) -> Result<(), Stop> {
        self.follow(0)?;
        self.check()
    }

    /// Holds what was used against the limits.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        let limits = self.options.limits;
        let (rows, bytes) = match &self.sink {
            Sink::Rows(_, tail) => (tail.len(), tail.bytes()),
            Sink::Record(rows) => (0, rows.len() * 4),
            Sink::First(..) | Sink::Values(_) => (0, 0),
        };
        let bytes = self.meter.bytes + (bytes + self.terms.bytes()) as u64;
        let atoms = self.meter.atoms + u64::from(rows);
        if let Some(progress) = self.options.progress {
            progress.tell(atoms, self.meter.instances);
        }
        let used = [
            (atoms, limits.atoms, Limit::Atoms),
            (self.meter.instances, limits.instances, Limit::Instances),
            (self.meter.steps, limits.steps, Limit::Steps),
            (bytes, limits.bytes, Limit::Bytes),
        ];
        if let Some((.., limit)) = used.iter().find(|(used, allowed, _)| used > allowed) {
            return Err(Stop::Limit(*limit));
        }
        if self.options.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        Ok(())
    }

    #[inline]
    fn step(&mut self) -> Result<(), Stop> {
        self.meter.steps += 1;
        if self.meter.steps.is_multiple_of(PACE) {
            return self.check();
        }
        Ok(())
    }

    #[inline]
    fn get(&self, register: Register) -> Value {
        self.registers[register as usize]
    }

    #[inline]
    fn set(&mut self, register: Register, value: Value) {
        if register != NOWHERE {
            self.registers[register as usize] = value;
        }
    }

    #[inline]
    fn act(registers: &mut [Value], values: &[Value], acts: &[At]) -> bool {
        for &(place, act) in acts {
            let value = values[place as usize];
            match act {
                Act::Bind(register) => registers[register as usize] = value,
                Act::Check(register) => {
                    let known = registers[register as usize];
                    if known != value && known != FAULT {
                        return false;
                    }
                }
            }
        }
        true
    }

    #[inline]
    fn gather(&mut self, registers: &[Register]) {
        self.scratch.clear();
        for &register in registers {
            self.scratch.push(self.registers[register as usize]);
        }
    }

    /// The row with the values in `scratch`.
    fn find(&self, relation: RelationId) -> Option<Row> {
        let known = &self.relations[relation as usize];
        match &self.sink {
            Sink::Rows(into, tail) if *into == relation => tail.find(known.values(), &self.scratch),
            _ => known.find(&self.scratch),
        }
    }

    #[inline]
    fn lookup(
        &mut self,
        relation: RelationId,
        args: &[Register],
        guards: &[(RelationId, Register)],
    ) -> Option<Row> {
        for &(guard, register) in guards {
            self.relations[guard as usize].find(&[self.get(register)])?;
        }
        self.gather(args);
        self.find(relation)
    }

    fn follow(&mut self, mut at: usize) -> Result<(), Stop> {
        let ops = self.ops;
        loop {
            let op = &ops[at];
            at += 1;
            let goes_on = match op {
                Op::Scan {
                    relation,
                    part,
                    acts,
                    row,
                } => return self.scan(*relation, *part, acts, *row, at),
                Op::Probe {
                    relation,
                    index,
                    part,
                    key,
                    acts,
                    row,
                } => {
                    let relation = &self.relations[*relation as usize];
                    let index = &relation.indexes[*index];
                    return self.probe((relation, index), *part, key, (acts, *row), at);
                }
                Op::Member {
                    relation,
                    part,
                    args,
                    row,
                } => {
                    self.gather(args);
                    let range = self.relations[*relation as usize].range(*part);
                    match self.find(*relation) {
                        Some(found) if range.contains(&found) => {
                            self.set(*row, found);
                            true
                        }
                        _ => self.scratch.contains(&FAULT) && self.fits(*relation, range)?,
                    }
                }
                Op::Absent {
                    relation,
                    args,
                    guards,
                } => self.lookup(*relation, args, guards).is_none(),
                Op::Lookup {
                    relation,
                    args,
                    guards,
                    row,
                } => {
                    let found = self.lookup(*relation, args, guards).unwrap_or(NO_ROW);
                    self.set(*row, found);
                    true
                }
                Op::Build {
                    into,
                    functor,
                    args,
                    intern,
                } => {
                    self.gather(args);
                    let value = if self.scratch.contains(&FAULT) {
                        FAULT
                    } else if self.scratch.contains(&NONE) {
                        NONE
                    } else if *intern {
                        self.terms.build(*functor, &self.scratch)
                    } else {
                        self.terms.find(*functor, &self.scratch)
                    };
                    if *intern && self.terms.depth(value) > self.options.limits.depth {
                        return Err(Stop::Limit(Limit::Depth));
                    }
                    self.set(*into, value);
                    true
                }
                Op::Take {
                    from,
                    functor,
                    acts,
                } => match self.terms.take(self.get(*from), *functor) {
                    Some(values) => Self::act(&mut self.registers, values, acts),
                    None if self.get(*from) == FAULT => {
                        for &(_, act) in acts {
                            if let Act::Bind(register) = act {
                                self.set(register, FAULT);
                            }
                        }
                        true
                    }
                    None => false,
                },
                Op::Copy { into, from } => {
                    self.set(*into, self.get(*from));
                    true
                }
                Op::Compute {
                    into,
                    operator,
                    a,
                    b,
                    solves,
                } => match self.compute(*operator, *a, *b) {
                    Some(FAULT) if *solves && !self.has_fault(&[*a, *b]) => false,
                    Some(FAULT) => {
                        self.set(*into, FAULT);
                        self.faults += 1;
                        let result = self.follow(at);
                        // The registers of a fault are reported: keep its count then.
                        if result.is_ok() {
                            self.faults -= 1;
                        }
                        return result;
                    }
                    Some(value) => {
                        self.set(*into, value);
                        true
                    }
                    None => false,
                },
                Op::Compare { comparison, a, b } => self.compare(*comparison, *a, *b),
                Op::Within {
                    value,
                    from,
                    to,
                    inside,
                } => self.within(*value, *from, *to, *inside),
                Op::Count { into, from, to } => return self.count(*into, *from, *to, at),
                Op::Emit { args } => return self.emit(args),
                Op::Record { registers } => return self.record(registers),
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    fn scan(
        &mut self,
        relation: RelationId,
        part: Part,
        acts: &[At],
        row: Register,
        at: usize,
    ) -> Result<(), Stop> {
        let relation = &self.relations[relation as usize];
        for found in relation.range(part) {
            self.step()?;
            if Self::act(&mut self.registers, relation.row(found), acts) {
                self.set(row, found);
                self.follow(at)?;
            }
        }
        Ok(())
    }

    fn probe(
        &mut self,
        (relation, index): (&'a Relation, &'a Index),
        part: Part,
        key: &[Register],
        (acts, row): (&[At], Register),
        at: usize,
    ) -> Result<(), Stop> {
        let group = if let [register] = *key {
            index.group(&[self.get(register)])
        } else {
            self.gather(key);
            index.group(&self.scratch)
        };
        if self.faults > 0 && self.has_fault(key) {
            return self.probe_all((relation, index), part, key, (acts, row), at);
        }
        match group {
            None => {}
            Some(Group::Packed(rows)) => {
                let range = relation.range(part);
                let end = match rows.last() {
                    Some(&last) if last >= range.end => {
                        rows.partition_point(|&row| row < range.end)
                    }
                    _ => rows.len(),
                };
                for &found in &rows[..end] {
                    self.step()?;
                    if Self::act(&mut self.registers, relation.row(found), acts) {
                        self.set(row, found);
                        self.follow(at)?;
                    }
                }
            }
            Some(Group::Chain(last)) => {
                let range = relation.range(part);
                let mut found = last;
                while found != NO_ROW && found >= range.start {
                    self.step()?;
                    if found < range.end
                        && Self::act(&mut self.registers, relation.row(found), acts)
                    {
                        self.set(row, found);
                        self.follow(at)?;
                    }
                    found = index.before(found);
                }
            }
        }
        Ok(())
    }

    fn has_fault(&self, registers: &[Register]) -> bool {
        registers
            .iter()
            .any(|&register| self.get(register) == FAULT)
    }

    /// Whether a row in the range is as `scratch`, where that is no fault: the rest of the subgoal
    /// holds.
    fn fits(&mut self, relation: RelationId, range: std::ops::Range<Row>) -> Result<bool, Stop> {
        let relation = &self.relations[relation as usize];
        for row in range {
            self.step()?;
            let mut pairs = relation.row(row).iter().zip(&self.scratch);
            if pairs.all(|(value, &wanted)| *value == wanted || wanted == FAULT) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// As [`probe`](Self::probe), for every row that is as the key where that is no fault.
    fn probe_all(
        &mut self,
        (relation, index): (&'a Relation, &'a Index),
        part: Part,
        key: &[Register],
        (acts, row): (&[At], Register),
        at: usize,
    ) -> Result<(), Stop> {
        let wanted: Vec<Value> = key.iter().map(|&register| self.get(register)).collect();
        let mut found = Vec::new();
        for candidate in relation.range(part) {
            self.step()?;
            let values = relation.row(candidate);
            let fits = index.key.read(values, self.terms, &mut found)
                && found
                    .iter()
                    .zip(&wanted)
                    .all(|(value, &wanted)| *value == wanted || wanted == FAULT);
            if fits && Self::act(&mut self.registers, values, acts) {
                self.set(row, candidate);
                self.follow(at)?;
            }
        }
        Ok(())
    }

    fn count(
        &mut self,
        into: Register,
        from: Register,
        to: Register,
        at: usize,
    ) -> Result<(), Stop> {
        if self.has_fault(&[from, to]) {
            self.set(into, FAULT);
            return self.follow(at);
        }
        let (from, to) = (self.integer(from), self.integer(to));
        let (Some(from), Some(to)) = (from, to) else {
            return Ok(());
        };
        for number in from..=to {
            self.step()?;
            let value = self.terms.integer(number);
            self.set(into, value);
            self.follow(at)?;
        }
        Ok(())
    }

    fn integer(&self, register: Register) -> Option<i64> {
        self.terms.as_integer(self.get(register))
    }

    /// The result, [`FAULT`], or `None` where an operand is no integer.
    fn compute(&mut self, operator: Operator, a: Register, b: Register) -> Option<Value> {
        if self.get(a) == FAULT || self.get(b) == FAULT {
            return Some(FAULT);
        }
        let (a, b) = (self.integer(a)?, self.integer(b)?);
        let result = operator.apply(a, b);
        Some(result.map_or(FAULT, |value| self.terms.integer(value)))
    }

    /// A fault compares with everything: whether it matters is seen at the end.
    fn compare(&self, comparison: Comparison, a: Register, b: Register) -> bool {
        let (a, b) = (self.get(a), self.get(b));
        if a == FAULT || b == FAULT {
            return true;
        }
        match comparison {
            Comparison::Equal => a == b && a != NONE,
            Comparison::NotEqual => a != b && a != NONE && b != NONE,
            Comparison::Less => a != b && self.terms.less(a, b),
            Comparison::LessOrEqual => a == b || self.terms.less(a, b),
        }
    }

    fn within(&self, value: Register, from: Register, to: Register, inside: bool) -> bool {
        if self.has_fault(&[value, from, to]) {
            return true;
        }
        let ends = self.integer(from).zip(self.integer(to));
        let is_inside = match (self.integer(value), ends) {
            (Some(value), Some((from, to))) => from <= value && value <= to,
            _ => false,
        };
        is_inside == inside
    }

    #[inline]
    fn emit(&mut self, args: &[Register]) -> Result<(), Stop> {
        if self.faults > 0 {
            return Err(Stop::Fault);
        }
        self.meter.instances += 1;
        self.gather(args);
        if let Sink::Rows(into, tail) = &mut self.sink {
            tail.insert(self.relations[*into as usize].values(), &self.scratch);
        }
        Ok(())
    }

    fn record(&mut self, registers: &[Register]) -> Result<(), Stop> {
        if self.faults > 0 {
            return Err(Stop::Fault);
        }
        self.meter.instances += 1;
        let values = registers
            .iter()
            .map(|&register| self.registers[register as usize]);
        match &mut self.sink {
            Sink::Rows(..) => {}
            Sink::Record(rows) => rows.extend(values),
            Sink::First(wanted, found) => {
                found.push(values.collect());
                if found.len() >= *wanted {
                    return Err(Stop::Enough);
                }
            }
            Sink::Values(found) => {
                found.resize_with(found.len().max(registers.len()), FxHashSet::default);
                for (known, value) in found.iter_mut().zip(values) {
                    known.insert(value);
                }
            }
        }
        Ok(())
    }
}
