//! What somebody says a model is, and what is wrong with it.

use ground::formula::Atom;
use logic::formula::reference::{Binding, Interpretation};
use logic::formula::written::Comparison;
use logic::formula::{
    Formula, FormulaKind, Instance, Shown, Spec, Statement, StatementId, Term, TermKind, Value,
};
use rustc_hash::FxHashSet;
use source::File;

use super::Theory;
use super::cores::Core;
use super::solving::{Answer, Model, Solving, SolvingError, literal};

/// What somebody says that a model is.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    /// The atoms that hold, and the values of functions.
    atoms: Vec<Atom>,
    /// What it speaks of: all atoms of these that it does not name are false. The others are open.
    told: FxHashSet<Shown>,
}

/// Why a statement is no part of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unclaimed {
    /// It is neither an atom nor the value of a function.
    NoAtom(StatementId),
    /// It is about a relation that is given or defined.
    Known(StatementId),
}

/// What is wrong with what somebody says a model is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verified {
    /// Nothing; and what it leaves open can be chosen as in the model.
    Holds(Model),
    /// There are no such atoms.
    NoAtoms(Vec<Atom>),
    /// A function has no value here, or more than one.
    Function(Vec<Atom>, Atom),
    /// It violates these constraints, in these instances and perhaps more.
    Violates(Vec<(StatementId, Vec<Binding>)>),
    /// It leaves something open, and no choice of that satisfies these constraints.
    Clashes(Core),
    /// The search ended before that was known.
    Unknown,
}

impl Claim {
    /// Says that all atoms of a relation or values of a function are told.
    pub fn tell(&mut self, what: Shown) {
        self.told.insert(what);
    }

    /// The relations and functions of which nothing is said, in order.
    pub fn open(&self, spec: &Spec) -> Vec<Shown> {
        let all = spec.unknowns();
        all.into_iter()
            .filter(|what| !self.told.contains(what))
            .collect()
    }
}

impl Theory {
    /// Takes the statements of a file as what somebody says that a model is: they are no
    /// constraints any more.
    ///
    /// # Errors
    /// The statements that are no part of a model.
    pub fn claimed(&mut self, file: File, instance: &Instance) -> Result<Claim, Vec<Unclaimed>> {
        let mut claim = Claim::default();
        let mut faults = Vec::new();
        let Some(file) = self.files.iter().position(|other| *other == file) else {
            return Ok(claim);
        };
        let origins = &self.origins;
        self.spec.statements.retain(|(id, elaborated)| {
            if origins[id.0 as usize].file != file {
                return true;
            }
            let claimed = match &elaborated.statement {
                Statement::Fact(..) => Err(Unclaimed::Known(*id)),
                Statement::Constraint(_, formula) => {
                    atom(formula, instance).ok_or(Unclaimed::NoAtom(*id))
                }
                _ => Err(Unclaimed::NoAtom(*id)),
            };
            match claimed {
                Ok(atom) => {
                    claim.told.insert(owner(&atom));
                    claim.atoms.push(atom);
                }
                Err(fault) => faults.push(fault),
            }
            false
        });
        if faults.is_empty() {
            Ok(claim)
        } else {
            Err(faults)
        }
    }
}

fn owner(atom: &Atom) -> Shown {
    match atom {
        Atom::Relation(relation, _) => Shown::Relation(*relation),
        Atom::Value(function, ..) => Shown::Function(*function),
    }
}

fn atom(formula: &Formula, instance: &Instance) -> Option<Atom> {
    let tuple = |terms: &[Term]| -> Option<Box<[Value]>> {
        terms.iter().map(|term| value(term, instance)).collect()
    };
    match &formula.kind {
        FormulaKind::Atom(relation, args) => Some(Atom::Relation(*relation, tuple(args)?)),
        FormulaKind::Compare(terms, Comparison::Equal) => match &**terms {
            [
                Term {
                    kind: TermKind::Apply(function, args),
                    ..
                },
                other,
            ]
            | [
                other,
                Term {
                    kind: TermKind::Apply(function, args),
                    ..
                },
            ] => Some(Atom::Value(
                *function,
                tuple(args)?,
                value(other, instance)?,
            )),
            _ => None,
        },
        _ => None,
    }
}

fn value(term: &Term, instance: &Instance) -> Option<Value> {
    match &term.kind {
        TermKind::Element(element) => Some(Value::element(*element)),
        _ => Value::integer(instance.constant(term)?),
    }
}

impl Solving<'_> {
    /// What is wrong with a claim; `most` instances of a constraint are named.
    ///
    /// # Errors
    /// As [`Solving::solve`].
    pub fn verified(&mut self, claim: &Claim, most: usize) -> Result<Verified, SolvingError> {
        let holding: FxHashSet<&Atom> = claim.atoms.iter().collect();
        let mut numbered = FxHashSet::default();
        let mut assumptions = Vec::new();
        for number in 1..=self.grounded.atoms().len() {
            let Some(atom) = self.grounded.atom(number) else {
                continue;
            };
            if claim.told.contains(&owner(&atom)) {
                let sign = if holding.contains(&atom) { 1 } else { -1 };
                assumptions.push(literal(sign * number as i32));
                numbered.insert(atom);
            }
        }
        let strange = claim.atoms.iter().filter(|atom| !numbered.contains(atom));
        let strange: Vec<Atom> = strange.cloned().collect();
        if !strange.is_empty() {
            return Ok(Verified::NoAtoms(strange));
        }
        if let Some(fault) = self.not_one_value(&holding, &numbered) {
            return Ok(fault);
        }
        if claim.open(self.spec).is_empty() {
            return self.judged(claim, most);
        }
        Ok(match self.solve_under(&assumptions)? {
            Answer::Model(model) => Verified::Holds(model),
            Answer::Core(core) => Verified::Clashes(core),
            Answer::Unknown => Verified::Unknown,
        })
    }

    /// A place of a function that has no value of those that are told, or two.
    fn not_one_value(
        &self,
        holding: &FxHashSet<&Atom>,
        numbered: &FxHashSet<Atom>,
    ) -> Option<Verified> {
        for (_, first, width) in self.grounded.atoms().applications() {
            let values = (first..first + width).filter_map(|number| self.grounded.atom(number));
            let values: Vec<Atom> = values.collect();
            let Some(one) = values
                .first()
                .filter(|atom| numbered.contains(atom))
                .cloned()
            else {
                continue;
            };
            let held = values.into_iter().filter(|atom| holding.contains(atom));
            let held: Vec<Atom> = held.collect();
            if held.len() != 1 {
                return Some(Verified::Function(held, one));
            }
        }
        None
    }

    /// Reads the constraints as they are written.
    fn judged(&self, claim: &Claim, most: usize) -> Result<Verified, SolvingError> {
        let mut interpretation = Interpretation::default();
        for atom in &claim.atoms {
            match atom {
                Atom::Relation(relation, tuple) => {
                    interpretation.atoms.insert((*relation, tuple.clone()));
                }
                Atom::Value(function, tuple, value) => {
                    interpretation
                        .values
                        .insert((*function, tuple.clone()), *value);
                }
            }
        }
        let evaluator = self.evaluator();
        let mut violated = Vec::new();
        for (id, elaborated) in &self.spec.statements {
            let Statement::Constraint(_, formula) = &elaborated.statement else {
                continue;
            };
            let instances = evaluator
                .violations(*id, &elaborated.variables, formula, &interpretation, most)
                .map_err(SolvingError::Judge)?;
            if !instances.is_empty() {
                violated.push((*id, instances));
            }
        }
        if !violated.is_empty() {
            return Ok(Verified::Violates(violated));
        }
        let atoms = claim.atoms.clone();
        Ok(Verified::Holds(Model { atoms }))
    }
}
