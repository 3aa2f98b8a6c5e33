//! From an order of subgoals to instructions.

use rustc_hash::FxHashMap;

use crate::index::Key;
use crate::normal::{Guard, Pattern, RelationId, Rule, Subgoal, Test};
use crate::plan::order::{Step, Use, places};
use crate::plan::{Act, At, NOWHERE, Op, Plan, Register};
use crate::program::{Comparison, Operator};
use crate::relation::{Part, Relation};
use crate::terms::{Functor, Terms, Value};

/// What a rule is run for.
#[derive(Clone, Copy)]
pub(crate) enum Purpose<'a> {
    /// To derive heads. Negative subgoals of relations that are open are skipped.
    Derive {
        /// Whether a relation is not settled yet.
        open: &'a dyn Fn(RelationId) -> bool,
    },
    /// To write instances down: the row of the head, then those of the positive and of the
    /// negative subgoals whose relations are open, [`crate::relation::NO_ROW`] for a negative one
    /// that cannot hold.
    Record {
        /// Whether a relation is not settled yet.
        open: &'a dyn Fn(RelationId) -> bool,
    },
    /// To find what its variables stand for; the head counts for nothing.
    Witness {
        /// Whether a negation of a relation counts as possible.
        open: &'a dyn Fn(RelationId) -> bool,
    },
}

/// Which rows the positive subgoals range over when one of them ranges over what is new: those
/// before it over the old rows, if they can grow too, so that no instance comes twice.
#[derive(Clone, Copy)]
pub(crate) struct Delta<'a> {
    pub(crate) subgoal: usize,
    pub(crate) growing: &'a dyn Fn(RelationId) -> bool,
}

impl Delta<'_> {
    /// The part that a subgoal of a rule ranges over.
    pub(crate) fn part(delta: Option<Self>, rule: &Rule, index: usize) -> Part {
        match delta {
            Some(delta) if delta.subgoal == index => Part::Delta,
            Some(delta)
                if index < delta.subgoal && (delta.growing)(rule.positive[index].relation) =>
            {
                Part::Old
            }
            _ => Part::All,
        }
    }
}

/// Writes the instructions, and makes the indexes that they need.
pub(crate) fn compile(
    rule: &Rule,
    bound: &[bool],
    steps: &[Step],
    part: &dyn Fn(usize) -> Part,
    purpose: Purpose<'_>,
    relations: &mut [Relation],
    terms: &Terms,
) -> Plan {
    let mut compiler = Compiler {
        rule,
        bound: bound.to_vec(),
        ops: Vec::new(),
        next: rule.variables as Register,
        constants: FxHashMap::default(),
        rows: vec![NOWHERE; rule.positive.len() + rule.negative.len()],
        relations,
        terms,
    };
    for &step in steps {
        match step {
            Step::Positive(index) => compiler.positive(index, part(index), purpose),
            Step::Negative(index) => compiler.negative(index, purpose),
            Step::Test(index, what) => compiler.test(&rule.tests[index], what),
        }
    }
    compiler.finish(purpose)
}

struct Compiler<'a> {
    rule: &'a Rule,
    bound: Vec<bool>,
    ops: Vec<Op>,
    next: Register,
    constants: FxHashMap<Value, Register>,
    /// Where the row of each positive, then of each negative subgoal is kept.
    rows: Vec<Register>,
    relations: &'a mut [Relation],
    terms: &'a Terms,
}

impl Compiler<'_> {
    fn fresh(&mut self) -> Register {
        self.next += 1;
        self.next - 1
    }

    /// The register with the value of a term whose variables are bound.
    fn value(&mut self, pattern: &Pattern, intern: bool) -> Register {
        match pattern {
            Pattern::Variable(variable) => *variable as Register,
            Pattern::Value(value) => match self.constants.get(value) {
                Some(&register) => register,
                None => {
                    let register = self.fresh();
                    self.constants.insert(*value, register);
                    register
                }
            },
            Pattern::Function(functor, args) => {
                let args = args.iter().map(|arg| self.value(arg, intern)).collect();
                let into = self.fresh();
                self.ops.push(Op::Build {
                    into,
                    functor: *functor,
                    args,
                    intern,
                });
                into
            }
            Pattern::Arithmetic(operator, operands) => {
                let [a, b] = &**operands;
                let (a, b) = (self.value(a, intern), self.value(b, intern));
                self.compute(*operator, a, b, false)
            }
        }
    }

    fn compute(&mut self, operator: Operator, a: Register, b: Register, solves: bool) -> Register {
        let into = self.fresh();
        self.ops.push(Op::Compute {
            into,
            operator,
            a,
            b,
            solves,
        });
        into
    }

    fn values(&mut self, patterns: &[Pattern], intern: bool) -> Box<[Register]> {
        let value = |pattern| self.value(pattern, intern);
        patterns.iter().map(value).collect()
    }

    fn row_register(
        &mut self,
        subgoal: usize,
        relation: RelationId,
        purpose: Purpose<'_>,
    ) -> Register {
        let Purpose::Record { open } = purpose else {
            return NOWHERE;
        };
        if !open(relation) {
            return NOWHERE;
        }
        self.rows[subgoal] = self.fresh();
        self.rows[subgoal]
    }

    fn positive(&mut self, index: usize, part: Part, purpose: Purpose<'_>) {
        let rule = self.rule;
        let Subgoal { relation, args, .. } = &rule.positive[index];
        let row = self.row_register(index, *relation, purpose);
        if args.iter().all(|arg| arg.is_bound(&self.bound)) {
            let args = self.values(args, false);
            self.ops.push(Op::Member {
                relation: *relation,
                part,
                args,
                row,
            });
            return;
        }
        let mut key = Key::default();
        let mut known = Vec::new();
        let mut path = Vec::new();
        for (column, arg) in args.iter().enumerate() {
            path.push(column as u32);
            places(arg, &self.bound, &mut path, &mut key, &mut |pattern| {
                known.push(pattern);
            });
            path.pop();
        }
        let scan = part == Part::Delta || (key.places.is_empty() && key.shapes.is_empty());
        let before = self.bound.clone();
        let mut later = Vec::new();
        if scan {
            let acts = self.acts(args, &before, true, &mut later);
            self.ops.push(Op::Scan {
                relation: *relation,
                part,
                acts,
                row,
            });
        } else {
            let values = known.iter().map(|arg| self.value(arg, false)).collect();
            let index = self.relations[*relation as usize].index(&key, self.terms);
            let acts = self.acts(args, &before, false, &mut later);
            self.ops.push(Op::Probe {
                relation: *relation,
                index,
                part,
                key: values,
                acts,
                row,
            });
        }
        while let Some((from, functor, args)) = later.pop() {
            let acts = self.acts(args, &before, scan, &mut later);
            self.ops.push(Op::Take {
                from,
                functor,
                acts,
            });
        }
    }

    /// What to do with the values of a row or the arguments of a function. What was bound before
    /// the row is compared if `check` says so, else an index has seen to it; functions that were
    /// not bound as a whole are taken apart later.
    fn acts<'p>(
        &mut self,
        args: &'p [Pattern],
        before: &[bool],
        check: bool,
        later: &mut Vec<(Register, Functor, &'p [Pattern])>,
    ) -> Box<[At]> {
        let mut acts = Vec::new();
        for (place, arg) in (0..).zip(args) {
            match arg {
                _ if arg.is_bound(before) => {
                    if check {
                        let register = self.value(arg, false);
                        acts.push((place, Act::Check(register)));
                    }
                }
                Pattern::Variable(variable) if self.bound[*variable] => {
                    acts.push((place, Act::Check(*variable as Register)));
                }
                Pattern::Variable(variable) => {
                    self.bound[*variable] = true;
                    acts.push((place, Act::Bind(*variable as Register)));
                }
                Pattern::Function(functor, args) => {
                    let register = self.fresh();
                    acts.push((place, Act::Bind(register)));
                    later.push((register, *functor, args));
                }
                // Values are bound, and positive subgoals have no arithmetic.
                Pattern::Value(_) | Pattern::Arithmetic(..) => {}
            }
        }
        acts.into()
    }

    fn negative(&mut self, index: usize, purpose: Purpose<'_>) {
        let rule = self.rule;
        let Subgoal {
            relation,
            args,
            guards,
            ..
        } = &rule.negative[index];
        let (Purpose::Derive { open } | Purpose::Record { open } | Purpose::Witness { open }) =
            purpose;
        if !open(*relation) {
            let args = self.values(args, false);
            let guards = self.guards(guards);
            self.ops.push(Op::Absent {
                relation: *relation,
                args,
                guards,
            });
            return;
        }
        if let Purpose::Record { .. } = purpose {
            let args = self.values(args, false);
            let guards = self.guards(guards);
            let row = self.row_register(rule.positive.len() + index, *relation, purpose);
            self.ops.push(Op::Lookup {
                relation: *relation,
                args,
                guards,
                row,
            });
        }
    }

    fn guards(&mut self, guards: &[Guard]) -> Box<[(RelationId, Register)]> {
        let guard = |guard: &Guard| (guard.relation, self.value(&guard.arg, false));
        guards.iter().map(guard).collect()
    }

    fn test(&mut self, test: &Test, what: Use) {
        match (test, what) {
            (Test::Compare(_, a, b), Use::Match) => {
                let value = self.value(b, true);
                self.fit(a, value);
            }
            (Test::Compare(_, a, b), Use::MatchBack) => {
                let value = self.value(a, true);
                self.fit(b, value);
            }
            (Test::Compare(comparison, a, b), _) => {
                let (a, b) = (self.value(a, true), self.value(b, true));
                self.ops.push(Op::Compare {
                    comparison: *comparison,
                    a,
                    b,
                });
            }
            (Test::Within(Pattern::Variable(variable), from, to), Use::Count) => {
                let (from, to) = (self.value(from, true), self.value(to, true));
                self.bound[*variable] = true;
                self.ops.push(Op::Count {
                    into: *variable as Register,
                    from,
                    to,
                });
            }
            (Test::Within(value, from, to) | Test::NotWithin(value, from, to), _) => {
                let value = self.value(value, true);
                let (from, to) = (self.value(from, true), self.value(to, true));
                self.ops.push(Op::Within {
                    value,
                    from,
                    to,
                    inside: matches!(test, Test::Within(..)),
                });
            }
        }
    }

    /// Binds the variables of a pattern so that it gets a value; see `solvable` in the order.
    fn fit(&mut self, pattern: &Pattern, value: Register) {
        match pattern {
            _ if pattern.is_bound(&self.bound) => {
                let known = self.value(pattern, true);
                self.ops.push(Op::Compare {
                    comparison: Comparison::Equal,
                    a: known,
                    b: value,
                });
            }
            Pattern::Variable(variable) => {
                self.bound[*variable] = true;
                self.ops.push(Op::Copy {
                    into: *variable as Register,
                    from: value,
                });
            }
            Pattern::Function(functor, args) => {
                let registers: Vec<Register> = args.iter().map(|_| self.fresh()).collect();
                let bind = |(place, &register)| (place, Act::Bind(register));
                self.ops.push(Op::Take {
                    from: value,
                    functor: *functor,
                    acts: (0..).zip(&registers).map(bind).collect(),
                });
                for (arg, register) in args.iter().zip(registers) {
                    self.fit(arg, register);
                }
            }
            Pattern::Arithmetic(operator, operands) => {
                let [a, b] = &**operands;
                if a.is_bound(&self.bound) {
                    // a + b = v, so b = v - a; a - b = v, so b = a - v.
                    let a = self.value(a, true);
                    let (x, y) = match operator {
                        Operator::Add => (value, a),
                        _ => (a, value),
                    };
                    let solved = self.compute(Operator::Subtract, x, y, true);
                    self.fit(b, solved);
                } else {
                    let b = self.value(b, true);
                    let inverse = match operator {
                        Operator::Add => Operator::Subtract,
                        _ => Operator::Add,
                    };
                    let solved = self.compute(inverse, value, b, true);
                    self.fit(a, solved);
                }
            }
            Pattern::Value(_) => {}
        }
    }

    fn finish(mut self, purpose: Purpose<'_>) -> Plan {
        let rule = self.rule;
        match purpose {
            Purpose::Derive { .. } => {
                let args = self.values(&rule.head.args, true);
                self.ops.push(Op::Emit { args });
            }
            Purpose::Witness { .. } => self.ops.push(Op::Record {
                registers: (0..rule.variables as Register).collect(),
            }),
            Purpose::Record { .. } => {
                let args = self.values(&rule.head.args, false);
                let head = self.fresh();
                self.ops.push(Op::Lookup {
                    relation: rule.head.relation,
                    args,
                    guards: Box::default(),
                    row: head,
                });
                let open = self.rows.iter().filter(|&&row| row != NOWHERE);
                let registers = std::iter::once(head).chain(open.copied()).collect();
                self.ops.push(Op::Record { registers });
            }
        }
        let sizes = rule.positive.iter();
        let size = |subgoal: &Subgoal| self.relations[subgoal.relation as usize].visible;
        Plan {
            sizes: sizes.map(size).collect(),
            ops: self.ops,
            registers: self.next as usize,
            constants: self
                .constants
                .into_iter()
                .map(|(value, register)| (register, value))
                .collect(),
        }
    }
}
