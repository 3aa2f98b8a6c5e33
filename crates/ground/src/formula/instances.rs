//! One quantifier looked at alone, with values for the variables around it: what people ask about
//! a formula that they point at.

use logic::formula::{Formula, FormulaKind, Quantified, Quantifier, StatementId, Value, Variable};
use logic::{NodeId, VarId};
use rustc_hash::FxHashSet;

use super::circuit::Circuit;
use super::compile::{Compiler, Unsupported, conjuncts};
use super::expand::Expander;
use super::known::Stop;
use super::node::Node;
use super::{Error, Expanded, Grounded};

/// What a formula alone comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Clauses, those of parts of the formula included.
    pub clauses: usize,
    /// Different atoms in them.
    pub atoms: usize,
}

/// A formula of a statement, with values for the variables that are free in it.
#[derive(Clone, Copy, Debug)]
pub struct Free<'f> {
    /// The statement.
    pub statement: StatementId,
    /// Its variables.
    pub variables: &'f [Variable],
    /// The values.
    pub values: &'f [(VarId, Value)],
}

impl Grounded<'_> {
    /// Gives the values of a quantifier's variables for which what is known of its guard holds, in
    /// the order of its binding, until `act` says that it is enough. The premises of what it says
    /// of all, and what it says of one at least, count as guards, as they do for [`super::ground()`].
    ///
    /// # Errors
    /// What ended it.
    pub fn instances(
        &mut self,
        free: Free<'_>,
        quantified: &Quantified,
        act: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<(), Error> {
        let mut compiler = Compiler::new(&mut self.world, free.variables);
        compiler.bind(free.values.iter().map(|(variable, _)| *variable));
        let parts = selecting(quantified);
        let known: Vec<Formula> = parts
            .into_iter()
            .filter(|part| compiler.is_known(part))
            .collect();
        let made = compiler.plan(&quantified.binding, &known);
        let slots = compiler.slots();
        let plan = made.map_err(|unsupported| unsupported_in(free, unsupported))?;
        let mut env = environment(free, slots);
        let mut tuple = Vec::with_capacity(quantified.binding.len());
        let walked = plan.each(&self.world, &mut env, &mut |env| {
            tuple.clear();
            let bound = quantified.binding.iter();
            tuple.extend(bound.map(|bound| Value::of_word(env[bound.variable.0 as usize])));
            if act(&tuple) {
                Ok(())
            } else {
                Err(Stop::Enough)
            }
        });
        self.done(free, walked)
    }

    /// A formula with quantifiers written out.
    ///
    /// # Errors
    /// What ended it.
    pub fn written(&mut self, free: Free<'_>, formula: &Formula) -> Result<Expanded, Error> {
        let (node, slots) = self.free_node(free, formula)?;
        let expander = Expander {
            world: &self.world,
            atoms: &self.atoms,
        };
        let mut env = environment(free, slots);
        expander
            .formula(&node, &mut env)
            .map_err(|stop| self.error(free.statement, free.variables, stop))
    }

    /// What a formula comes to that stands alone. Nothing is added to the clauses.
    ///
    /// # Errors
    /// What ended it.
    pub fn measure(&mut self, free: Free<'_>, formula: &Formula) -> Result<Measure, Error> {
        let (node, slots) = self.free_node(free, formula)?;
        let atoms = self.atoms.len();
        let circuit = std::mem::replace(&mut self.circuit, Circuit::new(atoms));
        let clauses = std::mem::take(&mut self.clauses);
        let mut env = environment(free, slots);
        let asserted = self.emit(|emitter| {
            emitter.begin(None);
            emitter.assert(&node, true, &mut env, &mut Vec::new())
        });
        let circuit = std::mem::replace(&mut self.circuit, circuit);
        let clauses = std::mem::replace(&mut self.clauses, clauses);
        self.done(free, asserted)?;
        let all = || clauses.iter().chain(circuit.clauses.iter());
        let numbers = all().flatten().map(|literal| literal.unsigned_abs());
        let used: FxHashSet<u32> = numbers.filter(|&number| number <= atoms).collect();
        Ok(Measure {
            clauses: all().count(),
            atoms: used.len(),
        })
    }

    fn free_node(&mut self, free: Free<'_>, formula: &Formula) -> Result<(Node, usize), Error> {
        let mut compiler = Compiler::new(&mut self.world, free.variables);
        compiler.bind(free.values.iter().map(|(variable, _)| *variable));
        let made = compiler.node(formula);
        let slots = compiler.slots();
        match made {
            Ok(node) => Ok((node, slots)),
            Err(unsupported) => Err(unsupported_in(free, unsupported)),
        }
    }

    fn done(&self, free: Free<'_>, walked: Result<(), Stop>) -> Result<(), Error> {
        match walked {
            Ok(()) | Err(Stop::Enough) => Ok(()),
            Err(stop) => Err(self.error(free.statement, free.variables, stop)),
        }
    }
}

/// What a quantifier says of the values of its variables, its guard included.
pub fn instance_of(quantified: &Quantified) -> Formula {
    let Some(guard) = &quantified.guard else {
        return quantified.body.clone();
    };
    let parts = [guard.clone(), quantified.body.clone()];
    let kind = match quantified.quantifier {
        Quantifier::Forall => FormulaKind::Implies(Box::new(parts)),
        _ => FormulaKind::And(parts.into()),
    };
    let id: NodeId = quantified.body.id;
    Formula { id, kind }
}

/// The formulas that select the instances, where they are known.
fn selecting(quantified: &Quantified) -> Vec<Formula> {
    let mut parts = Vec::new();
    if let Some(guard) = &quantified.guard {
        conjuncts(guard, &mut parts);
    }
    let mut body = &quantified.body;
    if quantified.quantifier != Quantifier::Forall {
        conjuncts(body, &mut parts);
        return parts;
    }
    while let FormulaKind::Implies(sides) = &body.kind {
        conjuncts(&sides[0], &mut parts);
        body = &sides[1];
    }
    parts
}

fn environment(free: Free<'_>, slots: usize) -> Vec<i64> {
    let mut env = vec![0; slots];
    for (variable, value) in free.values {
        env[variable.0 as usize] = value.word();
    }
    env
}

fn unsupported_in(free: Free<'_>, Unsupported(node): Unsupported) -> Error {
    Error::Unsupported {
        statement: free.statement,
        node,
    }
}
