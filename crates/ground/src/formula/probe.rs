//! Looks for one instance of which something known is so: what diagnostics show as an example.

use std::sync::atomic::AtomicBool;

use logic::VarId;
use logic::formula::{Bound, Formula, Instance, Spec, Statement, Term, Value, Variable};

use super::compile::{Compiler, Free};
use super::known::Stop;
use super::node::Node;
use super::plan::Plan;
use super::world::World;
use super::{Error, Grounded, Group, Limits, define, error, number};

/// What a spec knows before anything is decided: facts and definitions.
pub struct Data<'a> {
    world: World<'a>,
}

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// The variables of the statement.
    pub variables: &'q [Variable],
    /// Those that range over their values.
    pub binding: &'q [Bound],
    /// What holds of them; those that are not known do not count.
    pub conjuncts: &'q [Formula],
    /// What is to be so of an instance; known.
    pub wanted: Option<&'q Formula>,
    /// A term that is to have no value in it; known.
    pub failing: Option<&'q Term>,
    /// How many values and rows may be looked at.
    pub steps: u64,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probed {
    /// The values of the variables in the first instance; where something is wanted, of those that
    /// have to do with it.
    Found(Vec<(VarId, Value)>),
    /// There is no instance.
    Nothing,
    /// Nobody knows: too many steps, or an operation without a result on the way.
    Open,
    /// The cancel flag was set.
    Cancelled,
}

impl<'a> Data<'a> {
    /// Computes the definitions of a spec.
    ///
    /// # Errors
    /// What ended it.
    pub fn new(
        spec: &'a Spec,
        instance: &'a Instance,
        limits: Limits,
        cancel: Option<&'a AtomicBool>,
    ) -> Result<Self, Error> {
        let mut world = World::new(spec, instance, limits, cancel);
        for stratum in &spec.strata {
            define::define(&mut world, stratum)
                .map_err(|(id, ended)| error(spec, instance, id, ended))?;
        }
        Ok(Self { world })
    }

    /// Numbers the atoms that the solver decides, and says that functions have one value; of the
    /// constraints nothing is written.
    ///
    /// # Errors
    /// What ended it.
    pub fn begin(mut self) -> Result<Grounded<'a>, Error> {
        let atoms = number(&mut self.world)?;
        Grounded::new(self.world, atoms)
    }

    /// Looks for an instance.
    pub fn probe(&mut self, question: &Question<'_>) -> Probed {
        probe(&mut self.world, question)
    }

    /// How many values and rows were looked at.
    pub fn steps(&self) -> u64 {
        self.world.steps()
    }
}

impl Grounded<'_> {
    /// Looks for an instance.
    pub fn probe(&mut self, question: &Question<'_>) -> Probed {
        probe(&mut self.world, question)
    }

    /// The variables of the first instance of a constraint that nothing satisfies, where one of its
    /// clauses is empty; none where that is so of the constraint as a whole.
    pub fn refuted(&mut self, group: &Group) -> Option<Vec<(VarId, Value)>> {
        let mut clauses = group.clauses.clone();
        let empty = clauses.find(|&clause| self.clauses.get(clause).is_empty())?;
        let origins = self.origins(&[empty]).unwrap_or_default();
        let binding = origins.into_iter().next().map(|origin| origin.binding);
        if let Some(binding) = binding.filter(|binding| !binding.is_empty()) {
            return Some(binding);
        }
        // What is known as a whole is tested as one.
        let elaborated = self.world.spec.statement(group.statement)?;
        let Statement::Constraint(_, formula) = &elaborated.statement else {
            return Some(Vec::new());
        };
        let compiled = self.compile(group.statement, &elaborated.variables, formula);
        let Ok((Node::Test(test), slots)) = compiled else {
            return Some(Vec::new());
        };
        let violating = test.violating(&self.world, &mut vec![0; slots]);
        let binding = violating.unwrap_or_default().into_iter();
        Some(
            binding
                .map(|(slot, word)| (VarId(slot), Value::of_word(word)))
                .collect(),
        )
    }
}

/// The variables that have to do with each other, and what is known of them.
struct Component<'q> {
    binding: Vec<Bound>,
    conjuncts: Vec<&'q Formula>,
}

fn probe(world: &mut World<'_>, question: &Question<'_>) -> Probed {
    let compiler = Compiler::new(world, question.variables);
    if !question
        .wanted
        .is_none_or(|wanted| compiler.is_known(wanted))
        || !question
            .failing
            .is_none_or(|term| compiler.is_known_term(term))
    {
        return Probed::Open;
    }
    let known = question.conjuncts.iter();
    let known: Vec<&Formula> = known.filter(|part| compiler.is_known(part)).collect();
    let (mut own, other) = split(question, &known);
    // The others have nothing to do with it, but must have an instance.
    if !other.binding.is_empty() || !other.conjuncts.is_empty() {
        match search(world, question, &other, None) {
            Probed::Found(_) => {}
            nothing => return nothing,
        }
    }
    own.conjuncts.extend(question.wanted);
    search(world, question, &own, question.failing)
}

/// What has to do with what is wanted, and the rest.
fn split<'q>(question: &'q Question<'_>, known: &[&'q Formula]) -> (Component<'q>, Component<'q>) {
    let mut needed: Vec<usize> = match (question.wanted, question.failing) {
        (None, None) => (0..question.variables.len()).collect(),
        (wanted, failing) => {
            let wanted = wanted.map(Free::of).unwrap_or_default();
            let failing = failing.map(Free::of_term).unwrap_or_default();
            wanted.into_iter().chain(failing).collect()
        }
    };
    let ranges: Vec<Vec<usize>> = question.binding.iter().map(Free::of_bound).collect();
    let conjuncts: Vec<Vec<usize>> = known.iter().map(|part| Free::of(part)).collect();
    loop {
        let before = needed.len();
        for group in ranges.iter().chain(&conjuncts) {
            if group.iter().any(|variable| needed.contains(variable)) {
                let new = group.iter().filter(|variable| !needed.contains(variable));
                let new: Vec<usize> = new.copied().collect();
                needed.extend(new);
            }
        }
        if needed.len() == before {
            break;
        }
    }
    let component = |own: bool| {
        let is_own = |group: &Vec<usize>| group.iter().any(|variable| needed.contains(variable));
        let binding = question.binding.iter().zip(&ranges);
        let binding = binding.filter(|(_, group)| is_own(group) == own);
        let conjuncts = known.iter().zip(&conjuncts);
        let conjuncts = conjuncts.filter(|(_, group)| is_own(group) == own);
        Component {
            binding: binding.map(|(bound, _)| bound.clone()).collect(),
            conjuncts: conjuncts.map(|(part, _)| *part).collect(),
        }
    };
    (component(true), component(false))
}

/// The first instance of a component.
fn search(
    world: &mut World<'_>,
    question: &Question<'_>,
    component: &Component<'_>,
    failing: Option<&Term>,
) -> Probed {
    let mut compiler = Compiler::new(world, question.variables);
    let conjuncts: Vec<Formula> = component.conjuncts.iter().copied().cloned().collect();
    let Ok(plan) = compiler.plan(&component.binding, &conjuncts) else {
        return Probed::Open;
    };
    let failing = match failing.map(|term| compiler.expr(term)) {
        Some(Ok(expr)) => Some(expr),
        Some(Err(_)) => return Probed::Open,
        None => None,
    };
    let mut env = vec![0; compiler.slots()];
    let mut found = None;
    let walked = within(world, question.steps, &plan, &mut env, &mut |world, env| {
        if let Some(expr) = &failing {
            match expr.eval(world, env) {
                Ok(_) => return Ok(()),
                Err(Stop::Failure(_)) => {}
                Err(stop) => return Err(stop),
            }
        }
        let value = |bound: &Bound| {
            let word = env[bound.variable.0 as usize];
            (bound.variable, Value::of_word(word))
        };
        found = Some(component.binding.iter().map(value).collect());
        Err(Stop::Enough)
    });
    match (found, walked) {
        (Some(binding), _) => Probed::Found(binding),
        (None, Ok(())) => Probed::Nothing,
        (None, Err(Stop::Cancelled)) => Probed::Cancelled,
        (None, Err(_)) => Probed::Open,
    }
}

type Act<'f> = dyn FnMut(&World<'_>, &mut [i64]) -> Result<(), Stop> + 'f;

/// Goes through a plan with a budget of its own.
fn within(
    world: &mut World<'_>,
    steps: u64,
    plan: &Plan,
    env: &mut [i64],
    act: &mut Act<'_>,
) -> Result<(), Stop> {
    let before = world.limits.steps;
    world.limits.steps = world.steps().saturating_add(steps).min(before);
    let walked = {
        let world = &*world;
        plan.each(world, env, &mut |env| act(world, env))
    };
    world.limits.steps = before;
    walked
}
