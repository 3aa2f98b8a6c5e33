//! What a puzzle grounds to, cut down to what an editor shows of it.
//!
//! Made once in the background and read many times, so all of it is plain text and numbers: the
//! clauses are gone by then.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ground::formula::{Atom, Error, Expanded, Free, Group, Limit, Limits, Measure, instance_of};
use logic::formula::{
    Elaborated, Fault, Formula, FormulaKind, FunctionId, Instance, Place, Quantified, Quantifier,
    RelationId, RelationKind, Spec, Statement, StatementId, Value,
};
use logic::{NodeId, VarId};
use rustc_hash::FxHashMap;
use sat::Control;

use super::parts::{formula_of, quantified_parts};
use super::{
    Examined, Examining, Purpose, Solving, SolvingError, Theory, Words, examine, examine_grounded,
};

/// How many atoms and instances are spelt.
const SPELT: usize = 5;
/// How many instances are looked at to find some that say something.
const LOOKED_AT: u64 = 200;
/// How many instances of a quantifier are counted.
const COUNTED: u64 = 1_000_000;
/// Of how many instances at the most it is told what they come to alone.
const MEASURED: u64 = 20_000;
/// How many values around a quantifier are tried to find some for which it has an instance.
const TRIED: u64 = 1_000;
/// How many characters an instance is spelt with.
const LONGEST: usize = 200;

/// What a puzzle grounds to.
#[derive(Clone, Debug)]
pub struct TheoryGrounding {
    /// The puzzle.
    pub theory: Arc<Theory>,
    /// The atoms that the solver decides.
    pub atoms: u64,
    /// All clauses, those of functions and of parts of formulas included.
    pub clauses: u64,
    constraints: FxHashMap<StatementId, ConstraintGrounding>,
    relations: Vec<AtomGrounding>,
    functions: Vec<AtomGrounding>,
    quantifiers: FxHashMap<Place, QuantifierGrounding>,
}

/// What a constraint comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstraintGrounding {
    /// Its clauses.
    pub clauses: u64,
    /// The same for the constraint alone, where it is small.
    pub alone: Option<Measure>,
}

/// The ground atoms of a relation, or the applications of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AtomGrounding {
    /// How many.
    pub count: u64,
    /// The first ones.
    pub first: Vec<String>,
}

/// What a quantifier becomes, for the first values of the variables around it that give it an
/// instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantifierGrounding {
    /// The variables around it with their values, as `s = 1`.
    pub around: Vec<String>,
    /// How many instances it has there.
    pub instances: u64,
    /// Whether there are more, which were not counted.
    pub has_more: bool,
    /// The first ones that say something.
    pub first: Vec<InstanceGrounding>,
    /// How many clauses and atoms it comes to there alone; `None` where it has many instances.
    pub measure: Option<Measure>,
}

/// An instance of a quantifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceGrounding {
    /// The values of its variables, as `s = 1`.
    pub values: Vec<String>,
    /// What it says.
    pub formula: String,
}

/// Why it is not known what a puzzle grounds to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ungrounded {
    /// Constants, sorts or facts have no values, or none that can be.
    Values(Vec<Fault>),
    /// What ended the grounding.
    Ended(SolvingError),
}

/// What is known of a puzzle when it was looked at in the background.
#[derive(Clone, Debug)]
pub struct Surveyed {
    /// What it grounds to.
    pub grounding: Result<TheoryGrounding, Ungrounded>,
    /// What is wrong with it as it stands.
    pub examined: Examined,
}

impl TheoryGrounding {
    /// Grounds a puzzle, keeps what is worth telling of that, and what is wrong with it.
    pub fn survey(
        theory: &Arc<Theory>,
        max_sort: u64,
        limits: Limits,
        cancel: Option<&AtomicBool>,
    ) -> Surveyed {
        let spec = &theory.spec;
        // Why it is not grounded is told as well.
        let ungrounded = |why: Ungrounded| Surveyed {
            grounding: Err(why),
            examined: examine(
                theory,
                &Examining {
                    set: &[],
                    max_sort,
                    limits,
                    cancel,
                    purpose: Purpose::Lint,
                },
            ),
        };
        let instance = match Instance::of(spec, &[], max_sort) {
            Ok(instance) => instance,
            Err(faults) => return ungrounded(Ungrounded::Values(faults)),
        };
        let begun = Solving::new(spec, &instance, limits, cancel, Control::default(), 0);
        let mut solving = match begun {
            Ok(solving) => solving,
            Err(error) => return ungrounded(Ungrounded::Ended(error)),
        };
        let told = Self::of(theory, &mut solving);
        let examined = examine_grounded(theory, &instance, solving.grounded_mut(), Purpose::Lint);
        Surveyed {
            grounding: told.map_err(|error| Ungrounded::Ended(error.into())),
            examined,
        }
    }

    /// What is worth telling of a grounding.
    ///
    /// # Errors
    /// When it is cancelled. What goes over a limit is left out.
    pub fn of(theory: &Arc<Theory>, solving: &mut Solving<'_>) -> Result<TheoryGrounding, Error> {
        let spec = &theory.spec;
        let grounded = solving.grounded();
        let mut made = TheoryGrounding {
            theory: Arc::clone(theory),
            atoms: grounded.atoms().len().into(),
            clauses: (grounded.clauses().len() + grounded.definitions().len()) as u64,
            constraints: FxHashMap::default(),
            relations: relations(spec, solving),
            functions: functions(spec, solving),
            quantifiers: FxHashMap::default(),
        };
        let groups: FxHashMap<StatementId, Group> = grounded
            .groups()
            .iter()
            .map(|group| (group.statement, group.clone()))
            .collect();
        for (id, elaborated) in &spec.statements {
            let formulas = formulas_of(&elaborated.statement);
            let group = groups.get(id);
            if let (Some(group), [formula]) = (group, &formulas[..]) {
                let alone = Around::new(*id, elaborated).measure(solving, formula, group.instances);
                let told = ConstraintGrounding {
                    clauses: group.clauses.len() as u64,
                    alone: left_out(alone)?.flatten(),
                };
                made.constraints.insert(*id, told);
            }
            for formula in formulas {
                for (path, quantified) in quantified_parts(formula) {
                    let node = path.last().map_or(formula.id, |(node, _)| *node);
                    let around = Around::new(*id, elaborated);
                    let told = around.quantifier(spec, solving, &path, quantified);
                    if let Some(Some(told)) = left_out(told)? {
                        let place = Place {
                            statement: *id,
                            node,
                        };
                        made.quantifiers.insert(place, told);
                    }
                }
            }
        }
        Ok(made)
    }

    /// What a constraint comes to.
    pub fn constraint(&self, id: StatementId) -> Option<&ConstraintGrounding> {
        self.constraints.get(&id)
    }

    /// What the quantifiers of a statement become.
    pub fn quantifiers_of(
        &self,
        id: StatementId,
    ) -> impl Iterator<Item = (NodeId, &QuantifierGrounding)> {
        let all = self.quantifiers.iter();
        let own = all.filter(move |(place, _)| place.statement == id);
        own.map(|(place, told)| (place.node, told))
    }

    /// The atoms of a relation: of one that is given or defined those that hold.
    pub fn relation(&self, relation: RelationId) -> Option<&AtomGrounding> {
        self.relations.get(relation.index())
    }

    /// The values that a function may have.
    pub fn function(&self, function: FunctionId) -> Option<&AtomGrounding> {
        self.functions.get(function.index())
    }
}

/// Nothing, where a limit or an operation without a result ended it: the rest is worth telling.
fn left_out<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(Error::Cancelled) => Err(Error::Cancelled),
        Err(
            exceeded @ Error::Exceeded {
                limit: Limit::Steps,
                ..
            },
        ) => Err(exceeded),
        Err(_) => Ok(None),
    }
}

/// The formulas of a statement that are written out.
fn formulas_of(statement: &Statement) -> Vec<&Formula> {
    match statement {
        Statement::Constraint(_, formula) | Statement::Soft(_, formula) => vec![formula],
        Statement::Check(check) => formula_of(check).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn relations(spec: &Spec, solving: &Solving<'_>) -> Vec<AtomGrounding> {
    let grounded = solving.grounded();
    let words = Words::new(spec);
    let declared = (0..).map(RelationId).zip(&spec.declarations.relations);
    let told = declared.map(|(id, relation)| {
        if relation.kind == RelationKind::Unknown {
            let numbers = grounded.atoms().of_relation(id);
            return AtomGrounding {
                count: numbers.len() as u64,
                first: first_of(numbers, solving, &words),
            };
        }
        let mut count = 0;
        let mut first = Vec::new();
        for tuple in grounded.tuples(id) {
            count += 1;
            if first.len() < SPELT {
                first.push(words.atom(&Atom::Relation(id, tuple)));
            }
        }
        AtomGrounding { count, first }
    });
    told.collect()
}

fn functions(spec: &Spec, solving: &Solving<'_>) -> Vec<AtomGrounding> {
    let words = Words::new(spec);
    let ids = (0..spec.declarations.functions.len() as u32).map(FunctionId);
    let told = ids.map(|id| {
        let numbers = solving.grounded().atoms().of_function(id);
        AtomGrounding {
            count: numbers.len() as u64,
            first: first_of(numbers, solving, &words),
        }
    });
    told.collect()
}

fn first_of(
    numbers: std::ops::Range<u32>,
    solving: &Solving<'_>,
    words: &Words<'_>,
) -> Vec<String> {
    let atoms = numbers.take(SPELT);
    atoms
        .filter_map(|number| Some(words.atom(&solving.grounded().atom(number)?)))
        .collect()
}

/// A statement with values for the variables around one of its parts.
struct Around<'s> {
    statement: StatementId,
    elaborated: &'s Elaborated,
    values: Vec<(VarId, Value)>,
}

impl<'s> Around<'s> {
    fn new(statement: StatementId, elaborated: &'s Elaborated) -> Self {
        Self {
            statement,
            elaborated,
            values: Vec::new(),
        }
    }

    fn free(&self) -> Free<'_> {
        Free {
            statement: self.statement,
            variables: &self.elaborated.variables,
            values: &self.values,
        }
    }

    fn measure(
        &self,
        solving: &mut Solving<'_>,
        formula: &Formula,
        instances: u64,
    ) -> Result<Option<Measure>, Error> {
        if instances > MEASURED {
            return Ok(None);
        }
        solving
            .grounded_mut()
            .measure(self.free(), formula)
            .map(Some)
    }

    /// What the last quantifier of a path becomes; `None` where it never has an instance, or not
    /// for the first values that were tried.
    fn quantifier(
        mut self,
        spec: &Spec,
        solving: &mut Solving<'_>,
        path: &[(NodeId, &Quantified)],
        quantified: &Quantified,
    ) -> Result<Option<QuantifierGrounding>, Error> {
        let outer = &path[..path.len().saturating_sub(1)];
        let mut tries = TRIED;
        let found = self.reach(solving, outer, quantified, &mut tries)?;
        if !found && !outer.is_empty() {
            return Ok(None);
        }
        let mut instances = 0;
        let mut first: Vec<Vec<Value>> = Vec::new();
        let grounded = solving.grounded_mut();
        grounded.instances(self.free(), quantified, &mut |tuple| {
            if instances < LOOKED_AT {
                first.push(tuple.to_vec());
            }
            instances += 1;
            instances <= COUNTED
        })?;
        let has_more = instances > COUNTED;
        let body = instance_of(quantified);
        let mut spelt = Vec::new();
        let around = self.values.len();
        for tuple in first {
            if spelt.len() == SPELT {
                break;
            }
            let bound = quantified.binding.iter().map(|bound| bound.variable);
            self.values.truncate(around);
            self.values.extend(bound.zip(tuple));
            let formula = solving.grounded_mut().written(self.free(), &body)?;
            // What says nothing is left out, as in the expansion of the whole.
            let is_idle = match quantified.quantifier {
                Quantifier::Forall => formula == Expanded::Truth(true),
                _ => formula == Expanded::Truth(false),
            };
            if is_idle {
                continue;
            }
            spelt.push(InstanceGrounding {
                values: self.words(spec, around),
                formula: shortened(&Words::new(spec).formula(solving.grounded(), &formula)),
            });
        }
        self.values.truncate(around);
        let whole = Formula {
            id: quantified.body.id,
            kind: FormulaKind::Quantified(Box::new(quantified.clone())),
        };
        let measure = left_out(self.measure(solving, &whole, instances))?.flatten();
        Ok(Some(QuantifierGrounding {
            around: self.words(spec, 0),
            instances: instances.min(COUNTED),
            has_more,
            first: spelt,
            measure,
        }))
    }

    /// Gives values to the variables of the quantifiers around one, so that it has an instance if
    /// possible; else the first values that there are.
    fn reach(
        &mut self,
        solving: &mut Solving<'_>,
        outer: &[(NodeId, &Quantified)],
        inner: &Quantified,
        tries: &mut u64,
    ) -> Result<bool, Error> {
        let Some(((_, next), rest)) = outer.split_first() else {
            let mut any = false;
            let grounded = solving.grounded_mut();
            grounded.instances(self.free(), inner, &mut |_| {
                any = true;
                false
            })?;
            return Ok(any);
        };
        let mut tuples: Vec<Vec<Value>> = Vec::new();
        let most = *tries;
        let grounded = solving.grounded_mut();
        grounded.instances(self.free(), next, &mut |tuple| {
            tuples.push(tuple.to_vec());
            (tuples.len() as u64) < most
        })?;
        let around = self.values.len();
        for tuple in tuples {
            if *tries == 0 {
                return Ok(false);
            }
            *tries -= 1;
            self.values.truncate(around);
            let bound = next.binding.iter().map(|bound| bound.variable);
            self.values.extend(bound.zip(tuple));
            if self.reach(solving, rest, inner, tries)? {
                return Ok(true);
            }
        }
        self.values.truncate(around);
        Ok(false)
    }

    /// The values as `s = 1`, from the given one on.
    fn words(&self, spec: &Spec, from: usize) -> Vec<String> {
        let wording = super::Wording::new(spec);
        let values = self.values[from..].iter();
        values
            .map(|(variable, value)| {
                let name = &self.elaborated.variables[variable.0 as usize].name;
                format!("{name} = {}", wording.value(*value))
            })
            .collect()
    }
}

/// The text up to a length.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", text[..end].trim_end()),
        None => text.to_owned(),
    }
}
