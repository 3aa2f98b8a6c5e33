//! Models, counts and proofs of a theory.

use std::cell::OnceCell;
use std::sync::atomic::AtomicBool;

use ground::formula::{Atom, Grounded, Limits};
use logic::formula::reference::{Evaluator, Failure, Interpretation};
use logic::formula::{Elaborated, Formula, Instance, Shown, Spec, Statement, StatementId};
use sat::{Control, Literal, Models, Next, Solver};

use super::cores::Core;

/// A theory as clauses, with a solver.
pub struct Solving<'a> {
    pub(super) spec: &'a Spec,
    pub(super) instance: &'a Instance,
    pub(super) grounded: Grounded<'a>,
    pub(super) control: Control,
    pub(super) seed: u32,
    /// What judges models, once the first is found.
    judge: OnceCell<Evaluator<'a>>,
    /// Clauses that make searches short, and the highest number of those that they are made of.
    supports: OnceCell<(u32, sat::Supports)>,
}

/// A model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The atoms that hold, and the values of functions, in order.
    pub atoms: Vec<Atom>,
}

impl Model {
    /// The same as an interpretation.
    pub fn interpretation(&self) -> Interpretation {
        let mut interpretation = Interpretation::default();
        for atom in &self.atoms {
            match atom {
                Atom::Relation(relation, tuple) => {
                    interpretation.atoms.insert((*relation, tuple.clone()));
                }
                Atom::Value(function, tuple, value) => {
                    let place = (*function, tuple.clone());
                    interpretation.values.insert(place, *value);
                }
            }
        }
        interpretation
    }
}

/// What is known of a theory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It has a model.
    Model(Model),
    /// It has none.
    Core(Core),
    /// The search ended before.
    Unknown,
}

/// How many models there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// So many were found.
    pub models: u64,
    /// Whether there are no more.
    pub is_all: bool,
}

/// What a formula is to a theory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entailment {
    /// It holds in all models; the constraints that it follows from.
    Entailed(Core),
    /// It holds in none; the constraints that its negation follows from.
    Refuted(Core),
    /// It holds in the first model, not in the second.
    Open(Model, Model),
    /// The theory has no model.
    NoModel(Core),
    /// The search ended before.
    Unknown,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolvingError {
    /// There are no clauses.
    Ground(ground::formula::Error),
    /// A model of the clauses violates these constraints as they are written: a fault of this
    /// program.
    Wrong(Vec<StatementId>),
    /// A model cannot be judged.
    Judge(Failure),
}

impl From<ground::formula::Error> for SolvingError {
    fn from(error: ground::formula::Error) -> Self {
        Self::Ground(error)
    }
}

impl<'a> Solving<'a> {
    /// Grounds a theory.
    ///
    /// # Errors
    /// What ended it.
    pub fn new(
        spec: &'a Spec,
        instance: &'a Instance,
        limits: Limits,
        cancel: Option<&'a AtomicBool>,
        control: Control,
        seed: u32,
    ) -> Result<Self, SolvingError> {
        let grounded = ground::formula::ground(spec, instance, limits, cancel)?;
        Ok(Self {
            spec,
            instance,
            grounded,
            control,
            seed,
            judge: OnceCell::new(),
            supports: OnceCell::new(),
        })
    }

    /// The spec.
    pub(super) fn spec(&self) -> &'a Spec {
        self.spec
    }

    /// The clauses.
    pub fn grounded(&self) -> &Grounded<'a> {
        &self.grounded
    }

    /// The same, to ask more of it.
    pub fn grounded_mut(&mut self) -> &mut Grounded<'a> {
        &mut self.grounded
    }

    /// A model, or why there is none.
    ///
    /// # Errors
    /// A model that the formulas themselves refuse.
    pub fn solve(&mut self) -> Result<Answer, SolvingError> {
        self.solve_under(&[])
    }

    /// A model in which the assumptions hold, or why there is none.
    pub(super) fn solve_under(&mut self, assumed: &[Literal]) -> Result<Answer, SolvingError> {
        let mut solver = self.solver();
        match solver.solve(assumed) {
            sat::Answer::Satisfiable => Ok(Answer::Model(self.checked(&mut *solver)?)),
            sat::Answer::Unsatisfiable => {
                Ok(self.core(assumed).map_or(Answer::Unknown, Answer::Core))
            }
            sat::Answer::Unknown => Ok(Answer::Unknown),
        }
    }

    /// Goes through the models until `each` says that it is enough; models that differ in what
    /// `show project` leaves out count once.
    ///
    /// # Errors
    /// As [`Solving::solve`].
    pub fn models(&mut self, mut each: impl FnMut(Model) -> bool) -> Result<Counted, SolvingError> {
        let variables = self.projection();
        let guard = literal(self.grounded.free());
        let mut solver = self.solver();
        let mut counted = Counted {
            models: 0,
            is_all: false,
        };
        let mut models = Models::new(&mut *solver, &[], &variables, guard);
        loop {
            match models.advance() {
                Next::End => {
                    counted.is_all = true;
                    return Ok(counted);
                }
                Next::Stopped => return Ok(counted),
                Next::Model(_) => {
                    counted.models += 1;
                    let model = self.checked(models.solver())?;
                    if !each(model) {
                        return Ok(counted);
                    }
                }
            }
        }
    }

    /// Whether a formula follows. The formula is of `statement`, with its variables.
    ///
    /// # Errors
    /// As [`Solving::solve`], and what ended the grounding of the formula.
    pub fn entailment(
        &mut self,
        statement: StatementId,
        elaborated: &Elaborated,
        formula: &Formula,
    ) -> Result<Entailment, SolvingError> {
        let mut found = [None, None];
        for positive in [false, true] {
            let selector = self.grounded.free();
            let variables = &elaborated.variables;
            self.grounded
                .assert(statement, variables, formula, positive, &[-selector])?;
            let mut solver = self.solver();
            let assumed = [literal(selector)];
            match solver.solve(&assumed) {
                sat::Answer::Unknown => return Ok(Entailment::Unknown),
                sat::Answer::Satisfiable => {
                    found[usize::from(positive)] = Some(self.checked(&mut *solver)?);
                }
                sat::Answer::Unsatisfiable => {
                    let Some(core) = self.core(&assumed) else {
                        return Ok(Entailment::Unknown);
                    };
                    if solver.solve(&[]) == sat::Answer::Unsatisfiable {
                        let core = self.core(&[]);
                        return Ok(core.map_or(Entailment::Unknown, Entailment::NoModel));
                    }
                    return Ok(if positive {
                        Entailment::Refuted(core)
                    } else {
                        Entailment::Entailed(core)
                    });
                }
            }
        }
        Ok(match found {
            [Some(without), Some(with)] => Entailment::Open(with, without),
            _ => Entailment::Unknown,
        })
    }

    /// A solver with all clauses, in a form that makes searches short. Numbers above those that
    /// stand for parts of formulas now are taken.
    fn solver(&self) -> Box<dyn Solver> {
        let grounded = &self.grounded;
        let highest = grounded.highest();
        let (base, supports) = self.supports.get_or_init(|| {
            let clauses = (0..grounded.clauses().len()).map(|place| grounded.clauses().get(place));
            let supports = sat::supports(clauses, grounded.exclusive(), highest);
            (highest, supports)
        });
        // Numbers that have come to stand for something since are not theirs.
        let shifted = |number: i32| {
            let is_own = number.unsigned_abs() > *base;
            let by = if is_own { (highest - base) as i32 } else { 0 };
            literal(number + number.signum() * by)
        };
        let mut solver = sat::new(&self.control, self.seed);
        let mut buffer = Vec::new();
        for (place, clause) in grounded.clauses().iter().enumerate() {
            if !supports.replaced.contains(&place) {
                buffer.clear();
                buffer.extend(clause.iter().map(|&number| literal(number)));
                solver.add(&buffer);
            }
        }
        for clause in grounded.definitions().iter() {
            buffer.clear();
            buffer.extend(clause.iter().map(|&number| literal(number)));
            solver.add(&buffer);
        }
        for clause in &supports.clauses {
            buffer.clear();
            buffer.extend(clause.iter().map(|&number| shifted(number)));
            solver.add(&buffer);
        }
        solver
    }

    /// The atoms by which models are told apart.
    fn projection(&self) -> Vec<Literal> {
        let mut project: Vec<Shown> = Vec::new();
        for (_, elaborated) in &self.spec.statements {
            if let Statement::Show {
                project: true,
                what,
            } = &elaborated.statement
            {
                project.extend(what);
            }
        }
        let all = project.is_empty();
        let kept = |number: &u32| {
            all || match self.grounded.atom(*number) {
                Some(Atom::Relation(relation, _)) => project.contains(&Shown::Relation(relation)),
                Some(Atom::Value(function, ..)) => project.contains(&Shown::Function(function)),
                None => false,
            }
        };
        let numbers = (1..=self.grounded.atoms().len()).filter(kept);
        numbers.map(|number| literal(number as i32)).collect()
    }

    /// The model that a solver has found, judged by the formulas as they are written.
    fn checked(&self, solver: &mut dyn Solver) -> Result<Model, SolvingError> {
        let numbers = 1..=self.grounded.atoms().len();
        let holding = numbers.filter(|&number| solver.value(literal(number as i32)));
        let model = Model {
            atoms: holding
                .filter_map(|number| self.grounded.atom(number))
                .collect(),
        };
        let interpretation = model.interpretation();
        let judge = self.judge.get_or_init(|| self.evaluator());
        let violated = judge
            .violated(&interpretation)
            .map_err(SolvingError::Judge)?;
        if !violated.is_empty() {
            return Err(SolvingError::Wrong(violated));
        }
        Ok(model)
    }

    /// What reads the formulas as they are written.
    pub fn evaluator(&self) -> Evaluator<'a> {
        Evaluator::with_known(self.spec, self.instance, |relation| {
            self.grounded.tuples(relation).collect::<Vec<_>>()
        })
    }

    /// The instances of a formula, with quantifiers inside written out; see [`Grounded::expand`].
    ///
    /// # Errors
    /// What ended it.
    pub fn expand(
        &mut self,
        statement: StatementId,
        elaborated: &Elaborated,
        formula: &Formula,
        act: &mut dyn FnMut(ground::formula::Expanded) -> bool,
    ) -> Result<(), SolvingError> {
        Ok(self
            .grounded
            .expand(statement, &elaborated.variables, formula, act)?)
    }

    /// The numbers of the atoms by which models are told apart.
    pub fn projected(&self) -> Vec<u32> {
        self.projection()
            .iter()
            .map(|literal| literal.variable())
            .collect()
    }
}

pub(super) fn literal(number: i32) -> Literal {
    // Numbers of atoms and of parts of formulas are never 0, and far from the ends of `i32`.
    Literal::new(number).unwrap_or_else(|| unreachable!("a literal is not {number}"))
}
