//! Grounding of quantified formulas to clauses.
//!
//! [`ground()`] takes a spec with its values. What is known selects the instances of quantifiers by
//! joins (`plan`); clause-shaped formulas are written straight into one array, and the rest by
//! way of literals that stand for parts (`emit`, `circuit`). Sums become decision diagrams
//! (`linear`).

mod atoms;
mod circuit;
mod clauses;
mod compile;
mod define;
mod emit;
mod estimate;
mod expand;
mod instances;
mod known;
mod linear;
mod node;
mod plan;
mod probe;
mod provenance;
mod table;
mod world;

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use logic::NodeId;
use logic::formula::{
    Formula, FunctionId, Instance, RelationId, Spec, Statement, StatementId, Value, Variable,
};
use rustc_hash::{FxHashMap, FxHashSet};

use self::circuit::Circuit;
use self::compile::{Compiler, Unsupported};
use self::define::Ended;
use self::emit::Emitter;
use self::expand::Expander;
use self::known::Stop;
use self::node::Node;
use self::world::World;

pub use atoms::{Atom, Atoms};
pub use clauses::Clauses;
pub use expand::{Expanded, ExpandedSum, Summand};
pub use instances::{Free, Measure, instance_of};
pub use probe::{Data, Probed, Question};
pub use provenance::Origin;

/// Counted budgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Atoms that the solver decides.
    pub atoms: u64,
    /// Instances of one constraint.
    pub instances: u64,
    /// Clauses of all constraints.
    pub clauses: u64,
    /// Values and rows looked at.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            atoms: 100_000_000,
            instances: 100_000_000,
            clauses: 50_000_000,
            steps: 2_000_000_000,
        }
    }
}

/// What a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`Limits::atoms`]
    Atoms,
    /// [`Limits::instances`]
    Instances,
    /// [`Limits::clauses`]
    Clauses,
    /// [`Limits::steps`]
    Steps,
    /// A sum that 64 bits cannot hold; fixed.
    Integers,
}

/// Why there are no clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The cancel flag was set.
    Cancelled,
    /// A limit was reached.
    Exceeded {
        /// Which.
        limit: Limit,
        /// The statement at work; `None` while atoms were numbered.
        statement: Option<StatementId>,
        /// How many instances the statement has, where that was told beforehand.
        estimate: Option<u64>,
        /// Its variables, each with how many values it has, most first.
        variables: Vec<(logic::Name, usize)>,
    },
    /// An operation has no result, where everything else that is known holds.
    Failure {
        /// The statement.
        statement: StatementId,
        /// The operation.
        node: NodeId,
        /// Whether it divides by zero; otherwise it overflows.
        by_zero: bool,
        /// What the variables stand for.
        binding: Vec<(logic::Name, Value)>,
    },
    /// A part that is not grounded yet.
    Unsupported {
        /// The statement.
        statement: StatementId,
        /// The part.
        node: NodeId,
    },
}

/// What a constraint comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The constraint.
    pub statement: StatementId,
    /// Its clauses.
    pub clauses: Range<usize>,
    /// How many instances its quantifiers have.
    pub instances: u64,
    /// How long it took.
    pub time: Duration,
}

/// A spec as clauses.
pub struct Grounded<'a> {
    world: World<'a>,
    atoms: Atoms,
    circuit: Circuit,
    clauses: Clauses,
    groups: Vec<Group>,
    /// How many clauses say that functions have exactly one value; they come first.
    functions: usize,
}

/// Grounds the constraints of a spec.
///
/// # Errors
/// What ended it.
pub fn ground<'a>(
    spec: &'a Spec,
    instance: &'a Instance,
    limits: Limits,
    cancel: Option<&'a AtomicBool>,
) -> Result<Grounded<'a>, Error> {
    let mut grounded = Data::new(spec, instance, limits, cancel)?.begin()?;
    for (id, elaborated) in &spec.statements {
        if let Statement::Constraint(_, formula) = &elaborated.statement {
            grounded.constrain(*id, &elaborated.variables, formula)?;
        }
    }
    Ok(grounded)
}

fn number(world: &mut World<'_>) -> Result<Atoms, Error> {
    let spec = world.spec;
    let instance = world.instance;
    let mut relations: FxHashMap<RelationId, Vec<Box<[i64]>>> = FxHashMap::default();
    let mut functions: FxHashMap<FunctionId, Vec<Box<[i64]>>> = FxHashMap::default();
    for (id, elaborated) in &spec.statements {
        let (formula, columns) = match &elaborated.statement {
            Statement::RelationGuard(relation, formula) => (
                formula,
                spec.declarations.relations[relation.index()].columns.len(),
            ),
            Statement::FunctionGuard(function, formula) => (
                formula,
                spec.declarations.functions[function.index()].columns.len(),
            ),
            _ => continue,
        };
        let rows = define::guarded(world, elaborated, formula, columns)
            .map_err(|ended| error(spec, instance, *id, ended))?;
        match &elaborated.statement {
            Statement::RelationGuard(relation, _) => {
                relations.insert(*relation, rows);
            }
            Statement::FunctionGuard(function, _) => {
                functions.insert(*function, rows);
            }
            _ => {}
        }
    }
    Atoms::new(world, relations, functions).map_err(|(statement, needed)| Error::Exceeded {
        limit: Limit::Atoms,
        statement: Some(statement),
        estimate: Some(needed),
        variables: Vec::new(),
    })
}

impl<'a> Grounded<'a> {
    fn new(world: World<'a>, atoms: Atoms) -> Result<Self, Error> {
        let mut grounded = Grounded {
            circuit: Circuit::new(atoms.len()),
            world,
            atoms,
            clauses: Clauses::default(),
            groups: Vec::new(),
            functions: 0,
        };
        grounded.one_value()?;
        Ok(grounded)
    }

    /// Writes that a constraint holds.
    ///
    /// # Errors
    /// What ended it; some of its clauses may be there.
    pub fn constrain(
        &mut self,
        id: StatementId,
        variables: &[Variable],
        formula: &Formula,
    ) -> Result<(), Error> {
        let group = self.assert(id, variables, formula, true, &[])?;
        self.groups.push(group);
        Ok(())
    }

    /// The atoms.
    pub fn atoms(&self) -> &Atoms {
        &self.atoms
    }

    /// The atom of a number; `None` for numbers that stand for parts of formulas.
    pub fn atom(&self, number: u32) -> Option<Atom> {
        self.atoms.atom(&self.world, number)
    }

    /// The highest number of an atom or of a part of a formula.
    pub fn highest(&self) -> u32 {
        self.circuit.highest()
    }

    /// What the constraints come to, in order.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The clauses of functions, which have exactly one value, and of constraints.
    pub fn clauses(&self) -> &Clauses {
        &self.clauses
    }

    /// How many atoms some of the clauses have.
    pub fn atoms_in(&self, clauses: Range<usize>) -> usize {
        let mut seen = FxHashSet::default();
        for clause in clauses {
            let numbers = self.clauses.get(clause).iter();
            let numbers = numbers.map(|literal| literal.unsigned_abs());
            seen.extend(numbers.filter(|&number| number <= self.atoms.len()));
        }
        seen.len()
    }

    /// Those of them that say that functions have exactly one value.
    pub fn function_clauses(&self) -> Range<usize> {
        0..self.functions
    }

    /// What the numbers that stand for parts of formulas stand for. They add no models: whatever
    /// the atoms are, there is a way to satisfy these.
    pub fn definitions(&self) -> &Clauses {
        &self.circuit.clauses
    }

    /// How many values and rows were looked at.
    pub fn steps(&self) -> u64 {
        self.world.steps()
    }

    /// The tuples of a relation that is given or defined.
    pub fn tuples(&self, relation: RelationId) -> impl Iterator<Item = Box<[Value]>> {
        let rows = self.world.table(relation).rows();
        rows.map(|row| row.iter().map(|&word| Value::of_word(word)).collect())
    }

    /// Lists of literals of which one at most holds, where two-literal clauses do not say so.
    pub fn exclusive(&self) -> &[Box<[i32]>] {
        &self.circuit.exclusive
    }

    /// A number that stands for nothing yet.
    pub fn free(&mut self) -> i32 {
        self.circuit.free()
    }

    /// Writes that a formula holds, or that it does not, or one of the literals does. The clauses
    /// come last, and definitions may be added.
    ///
    /// # Errors
    /// What ended it.
    pub fn assert(
        &mut self,
        id: StatementId,
        variables: &[Variable],
        formula: &Formula,
        positive: bool,
        or: &[i32],
    ) -> Result<Group, Error> {
        let start = Instant::now();
        let (node, slots) = self.compile(id, variables, formula)?;
        let most = self.world.limits.instances as f64;
        if let Some(estimate) = estimate::beyond(&self.world, &node, slots, most) {
            let mut exceeded = exceeded(&self.world, id, variables, Limit::Instances);
            if let Error::Exceeded { estimate: told, .. } = &mut exceeded {
                *told = Some(estimate as u64);
            }
            return Err(exceeded);
        }
        let before = self.clauses.len();
        let mut env = vec![0; slots];
        let mut clause = or.to_vec();
        let different = emit::different(&node).filter(|_| positive);
        let different = different.map(|literals| literals + or.len());
        let (asserted, instances) = self.emit(|emitter| {
            emitter.begin(different);
            let asserted = emitter.assert(&node, positive, &mut env, &mut clause);
            (asserted, emitter.instances)
        });
        asserted.map_err(|stop| self.error(id, variables, stop))?;
        Ok(Group {
            statement: id,
            clauses: before..self.clauses.len(),
            instances,
            time: start.elapsed(),
        })
    }

    /// Gives the instances of a formula's outermost `forall`s one by one, quantifiers inside
    /// written out, until `act` says that it is enough. Instances that are known to hold are left
    /// out.
    ///
    /// # Errors
    /// What ended it.
    pub fn expand(
        &mut self,
        id: StatementId,
        variables: &[Variable],
        formula: &Formula,
        act: &mut dyn FnMut(Expanded) -> bool,
    ) -> Result<(), Error> {
        let (node, slots) = self.compile(id, variables, formula)?;
        let expander = Expander {
            world: &self.world,
            atoms: &self.atoms,
        };
        let mut env = vec![0; slots];
        let walked = expander.each(&node, &mut env, &mut |formula| {
            if act(formula) {
                Ok(())
            } else {
                Err(Stop::Enough)
            }
        });
        match walked {
            Ok(()) | Err(Stop::Enough) => Ok(()),
            Err(stop) => Err(self.error(id, variables, stop)),
        }
    }

    fn compile(
        &mut self,
        id: StatementId,
        variables: &[Variable],
        formula: &Formula,
    ) -> Result<(Node, usize), Error> {
        let mut compiler = Compiler::new(&mut self.world, variables);
        let made = compiler.constraint(formula);
        let slots = compiler.slots();
        match made {
            Ok(node) => Ok((node, slots)),
            Err(Unsupported(node)) => Err(Error::Unsupported {
                statement: id,
                node,
            }),
        }
    }

    /// Writes that functions have exactly one value.
    fn one_value(&mut self) -> Result<(), Error> {
        let applications: Vec<(FunctionId, u32, u32)> = self.atoms.applications().collect();
        let written = self.emit(|emitter| {
            applications.iter().try_for_each(|&(_, first, width)| {
                emitter.begin(None);
                emitter.one_value(first, width)
            })
        });
        self.functions = self.clauses.len();
        let nowhere = StatementId(0);
        written.map_err(|stop| self.error(nowhere, &[], stop))
    }

    fn emit<T>(&mut self, act: impl FnOnce(&mut Emitter<'_, 'a>) -> T) -> T {
        let circuit = std::mem::replace(&mut self.circuit, Circuit::new(0));
        let clauses = std::mem::take(&mut self.clauses);
        let mut emitter = Emitter::new(&self.world, &self.atoms, circuit, clauses);
        let made = act(&mut emitter);
        let Emitter {
            circuit, clauses, ..
        } = emitter;
        self.circuit = circuit;
        self.clauses = clauses;
        made
    }

    fn error(&self, id: StatementId, variables: &[Variable], stop: Stop) -> Error {
        match stop {
            Stop::Exceeded(limit) => exceeded(&self.world, id, variables, limit),
            stop => stopped(id, variables, stop),
        }
    }
}

fn error(spec: &Spec, instance: &Instance, id: StatementId, ended: Ended) -> Error {
    let found = spec.statement(id);
    let variables = found.map_or(&[][..], |elaborated| &elaborated.variables);
    match ended {
        Ended::Unsupported(Unsupported(node)) => Error::Unsupported {
            statement: id,
            node,
        },
        Ended::Stop(Stop::Exceeded(limit)) => Error::Exceeded {
            limit,
            statement: Some(id),
            estimate: None,
            variables: sizes(instance, variables),
        },
        Ended::Beyond(instances) => Error::Exceeded {
            limit: Limit::Instances,
            statement: Some(id),
            estimate: Some(instances as u64),
            variables: sizes(instance, variables),
        },
        Ended::Stop(stop) => stopped(id, variables, stop),
    }
}

fn exceeded(world: &World<'_>, id: StatementId, variables: &[Variable], limit: Limit) -> Error {
    Error::Exceeded {
        limit,
        statement: Some(id),
        estimate: None,
        variables: sizes(world.instance, variables),
    }
}

/// How many values variables have, most first.
pub fn sizes(instance: &Instance, variables: &[Variable]) -> Vec<(logic::Name, usize)> {
    let sized = variables.iter().filter_map(|variable| {
        let values = instance.domain(variable.sort?).len();
        Some((variable.name.clone(), values))
    });
    let mut sized: Vec<_> = sized.collect();
    sized.sort_by_key(|&(_, values)| std::cmp::Reverse(values));
    sized
}

fn stopped(id: StatementId, variables: &[Variable], stop: Stop) -> Error {
    match stop {
        Stop::Failure(failure) => Error::Failure {
            statement: id,
            node: failure.node,
            by_zero: failure.by_zero,
            binding: variables
                .iter()
                .zip(&failure.env)
                .map(|(variable, &word)| (variable.name.clone(), Value::of_word(word)))
                .collect(),
        },
        _ => Error::Cancelled,
    }
}
