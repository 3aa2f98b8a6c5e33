//! The reference evaluator: formulas read as they stand. Everything that grounds or solves is
//! tested against it, and every model is judged by it before it is shown.
//!
//! By itself it goes through all values of all variables, with no index and no clever order. To
//! judge models of large specs it looks only where formulas can hold (`guided`); tests compare both.

mod grid;
mod guided;
mod index;
mod models;
mod needs;
mod plan;
mod ranges;
mod support;
mod terms;
mod violations;

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Variable;
use super::core::{
    Bound, Formula, FormulaKind, Quantified, Quantifier, Range, RelationId, Statement, Term,
};
use super::declarations::{Column, RelationKind};
use super::instance::Instance;
use super::problem::{Place, StatementId};
use super::spec::{Spec, Stratum};
use super::value::Value;
use index::Indexes;
use plan::Plan;

pub use grid::Table;
pub use models::{Atom, FunctionPlace};
pub use support::Fact;
pub use violations::Binding;

/// What the unknown relations and functions are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interpretation {
    /// The atoms that hold.
    pub atoms: FxHashSet<Atom>,
    /// The values of the functions.
    pub values: FxHashMap<FunctionPlace, Value>,
}

/// A term without a value that is not merely outside a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The operation.
    pub place: Place,
    /// Whether it divides by zero; otherwise it overflows.
    pub by_zero: bool,
    /// The values of the variables, as far as they have any.
    pub binding: Vec<(crate::Name, Value)>,
}

/// Evaluates the formulas of a spec.
pub struct Evaluator<'a> {
    spec: &'a Spec,
    instance: &'a Instance,
    /// The tuples of the relations that are given or defined.
    known: FxHashMap<RelationId, FxHashSet<Box<[Value]>>>,
    /// The same, to be found by some of their columns; `None` where all values are tried.
    indexes: Option<Indexes>,
}

/// The variables of a statement with their values.
struct Scope<'f> {
    statement: StatementId,
    variables: &'f [Variable],
    values: Vec<Option<Value>>,
    interpretation: &'f Interpretation,
    /// The tuples of what is interpreted, to be found by some of their columns.
    indexes: Rc<Indexes>,
    /// How to go through the values of variables, by the address of the formula that binds them.
    plans: RefCell<FxHashMap<usize, Rc<Plan<'f>>>>,
}

impl<'a> Evaluator<'a> {
    /// Computes what is defined.
    ///
    /// # Errors
    /// A failure in a definition.
    pub fn new(spec: &'a Spec, instance: &'a Instance) -> Result<Self, Failure> {
        let mut known = FxHashMap::default();
        for (index, relation) in spec.declarations.relations.iter().enumerate() {
            if relation.kind == RelationKind::Given {
                let rows = instance.facts[index].iter().cloned().collect();
                known.insert(RelationId(index as u32), rows);
            }
        }
        let mut evaluator = Self {
            spec,
            instance,
            known,
            indexes: None,
        };
        for stratum in &spec.strata {
            evaluator.define(stratum)?;
        }
        Ok(evaluator)
    }

    /// Takes what is given and defined from elsewhere, and looks only where formulas can hold: a
    /// failure is told where a formula depends on it, not where it is merely met.
    pub fn with_known<T: IntoIterator<Item = Box<[Value]>>>(
        spec: &'a Spec,
        instance: &'a Instance,
        tuples: impl Fn(RelationId) -> T,
    ) -> Self {
        let relations = spec.declarations.relations.iter().enumerate();
        let known = relations.filter(|(_, relation)| relation.kind != RelationKind::Unknown);
        let known = known.map(|(index, _)| {
            let id = RelationId(index as u32);
            (id, tuples(id).into_iter().collect())
        });
        Self {
            spec,
            instance,
            known: known.collect(),
            indexes: Some(Indexes::default()),
        }
    }

    /// The same evaluator, looking only where formulas can hold.
    #[must_use]
    pub fn guided(self) -> Self {
        Self {
            indexes: Some(Indexes::default()),
            ..self
        }
    }

    /// The tuples of a relation that is given or defined.
    pub fn tuples(&self, relation: RelationId) -> Option<&FxHashSet<Box<[Value]>>> {
        self.known.get(&relation)
    }

    /// Repeats until nothing is added.
    fn define(&mut self, stratum: &Stratum) -> Result<(), Failure> {
        for &relation in &stratum.relations {
            self.known.insert(relation, FxHashSet::default());
        }
        let nothing = Interpretation::default();
        loop {
            let mut added = false;
            for &relation in &stratum.relations {
                for (id, elaborated) in &self.spec.statements {
                    let Statement::Definition(defined, binding, formula) = &elaborated.statement
                    else {
                        continue;
                    };
                    if *defined != relation {
                        continue;
                    }
                    let mut scope = Scope::new(*id, &elaborated.variables, &nothing);
                    let mut rows = Vec::new();
                    self.each(&mut scope, binding, &mut |this, scope| {
                        if this.holds(scope, formula)? {
                            rows.push(scope.tuple(binding));
                        }
                        Ok(())
                    })?;
                    let tuples = self.known.entry(relation).or_default();
                    for row in rows {
                        added |= tuples.insert(row);
                    }
                }
            }
            if !added {
                return Ok(());
            }
        }
    }

    /// The constraints that an interpretation violates, facts about unknown relations among them.
    ///
    /// # Errors
    /// A failure in a constraint.
    pub fn violated(&self, interpretation: &Interpretation) -> Result<Vec<StatementId>, Failure> {
        let mut violated = Vec::new();
        let indexes = Rc::new(Indexes::default());
        for (id, elaborated) in &self.spec.statements {
            if let Statement::Constraint(_, formula) = &elaborated.statement {
                let mut scope = Scope::new(*id, &elaborated.variables, interpretation);
                scope.indexes = indexes.clone();
                if !self.holds(&mut scope, formula)? {
                    violated.push(*id);
                }
            }
        }
        Ok(violated)
    }

    /// Whether a formula of a statement without free variables holds.
    ///
    /// # Errors
    /// A failure in it.
    pub fn evaluate<'f>(
        &self,
        id: StatementId,
        variables: &'f [Variable],
        formula: &'f Formula,
        interpretation: &'f Interpretation,
    ) -> Result<bool, Failure> {
        let mut scope = Scope::new(id, variables, interpretation);
        self.holds(&mut scope, formula)
    }

    fn holds<'f>(&self, scope: &mut Scope<'f>, formula: &'f Formula) -> Result<bool, Failure> {
        match &formula.kind {
            FormulaKind::Truth(truth) => Ok(*truth),
            FormulaKind::Atom(relation, args) => {
                let Some(tuple) = self.tuple(scope, args)? else {
                    return Ok(false);
                };
                Ok(self.atom(scope, *relation, tuple))
            }
            FormulaKind::Compare(terms, comparison) => {
                let a = self.term(scope, &terms[0])?;
                let b = self.term(scope, &terms[1])?;
                Ok(match (a, b) {
                    (Some(a), Some(b)) => comparison.holds(a.word(), b.word()),
                    _ => false,
                })
            }
            FormulaKind::In(term, range) => match self.term(scope, term)? {
                Some(value) => self.within(scope, value, range),
                None => Ok(false),
            },
            FormulaKind::Not(part) => Ok(!self.holds(scope, part)?),
            FormulaKind::And(parts) => self.any(scope, parts, false).map(|found| !found),
            FormulaKind::Or(parts) => self.any(scope, parts, true),
            FormulaKind::Implies(parts) => match self.holds(scope, &parts[0]) {
                Ok(false) => Ok(true),
                Ok(true) => self.holds(scope, &parts[1]),
                Err(failure) => match self.holds(scope, &parts[1]) {
                    Ok(true) => Ok(true),
                    _ => Err(failure),
                },
            },
            FormulaKind::Xor(parts) => {
                Ok(self.holds(scope, &parts[0])? != self.holds(scope, &parts[1])?)
            }
            FormulaKind::Iff(parts) => {
                Ok(self.holds(scope, &parts[0])? == self.holds(scope, &parts[1])?)
            }
            FormulaKind::Quantified(quantified) => self.quantified(scope, quantified),
            FormulaKind::Connected {
                nodes,
                edges,
                roots,
            } => Ok(self.connected(scope.interpretation, *nodes, *edges, *roots)),
            FormulaKind::Acyclic(edges) => Ok(self.acyclic(scope.interpretation, *edges)),
        }
    }

    /// Whether one of the formulas is as wished; a failure counts only where none is.
    fn any<'f>(
        &self,
        scope: &mut Scope<'f>,
        parts: &'f [Formula],
        wish: bool,
    ) -> Result<bool, Failure> {
        let mut failure = None;
        for part in parts {
            match self.holds(scope, part) {
                Ok(truth) if truth == wish => return Ok(true),
                Ok(_) => {}
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        failure.map_or(Ok(false), Err)
    }

    fn quantified<'f>(
        &self,
        scope: &mut Scope<'f>,
        quantified: &'f Quantified,
    ) -> Result<bool, Failure> {
        let forall = quantified.quantifier == Quantifier::Forall;
        if let Some(found) = self.found(scope, quantified) {
            return self.compared(scope, quantified, found?);
        }
        let mut counted: i64 = 0;
        self.each(scope, &quantified.binding, &mut |this, scope| {
            let inside = match &quantified.guard {
                Some(guard) => this.holds(scope, guard)?,
                None => true,
            };
            // A violated instance of `forall` counts.
            if inside && this.holds(scope, &quantified.body)? != forall {
                counted += 1;
            }
            Ok(())
        })?;
        self.compared(scope, quantified, counted)
    }

    /// Whether a quantifier holds where so many instances do, or, of `forall`, are violated.
    fn compared<'f>(
        &self,
        scope: &mut Scope<'f>,
        quantified: &'f Quantified,
        counted: i64,
    ) -> Result<bool, Failure> {
        let bound = |term: &'f Term, scope: &mut Scope<'f>| {
            let value = self.term(scope, term)?;
            Ok(value.and_then(Value::as_integer))
        };
        Ok(match &quantified.quantifier {
            Quantifier::Forall => counted == 0,
            Quantifier::Exists => counted > 0,
            Quantifier::Exactly(term) => bound(term, scope)?.is_some_and(|k| counted == k),
            Quantifier::AtLeast(term) => bound(term, scope)?.is_some_and(|k| counted >= k),
            Quantifier::AtMost(term) => bound(term, scope)?.is_some_and(|k| counted <= k),
        })
    }

    /// Whether a tuple is in a relation; never where a value is outside its column.
    fn atom(&self, scope: &Scope<'_>, relation: RelationId, tuple: Box<[Value]>) -> bool {
        let declared = &self.spec.declarations.relations[relation.index()];
        if !self.fits(&declared.columns, &tuple) {
            return false;
        }
        match self.known.get(&relation) {
            Some(tuples) => tuples.contains(&tuple),
            None => scope.interpretation.atoms.contains(&(relation, tuple)),
        }
    }

    fn fits(&self, columns: &[Column], tuple: &[Value]) -> bool {
        let mut places = columns.iter().zip(tuple);
        places.all(|(column, &value)| {
            let domain = column.sort.map(|sort| self.instance.domain(sort));
            domain.is_none_or(|domain| domain.contains(value))
        })
    }

    fn within<'f>(
        &self,
        scope: &mut Scope<'f>,
        value: Value,
        range: &'f Range,
    ) -> Result<bool, Failure> {
        match range {
            Range::Sort(sort) => Ok(self.instance.domain(*sort).contains(value)),
            Range::Interval(ends) => {
                let low = self.term(scope, &ends[0])?;
                let high = self.term(scope, &ends[1])?;
                Ok(match (low, high) {
                    (Some(low), Some(high)) => low <= value && value <= high,
                    _ => false,
                })
            }
            Range::Set(elements) => {
                for element in elements {
                    if self.term(scope, element)? == Some(value) {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Does something for all values of the variables, the first slowest.
    fn each<'f>(
        &self,
        scope: &mut Scope<'f>,
        binding: &'f [Bound],
        act: &mut dyn FnMut(&Self, &mut Scope<'f>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Some((first, rest)) = binding.split_first() else {
            return act(self, scope);
        };
        let variable = first.variable.0 as usize;
        let outer = scope.values[variable];
        for value in self.values(scope, first)? {
            scope.values[variable] = Some(value);
            self.each(scope, rest, act)?;
        }
        scope.values[variable] = outer;
        Ok(())
    }

    fn values<'f>(&self, scope: &mut Scope<'f>, bound: &'f Bound) -> Result<Vec<Value>, Failure> {
        let sort = scope.variables[bound.variable.0 as usize].sort;
        let all = match (&bound.range, sort) {
            (Some(Range::Interval(ends)), None) => {
                let low = self.term(scope, &ends[0])?.and_then(Value::as_integer);
                let high = self.term(scope, &ends[1])?.and_then(Value::as_integer);
                return Ok(match (low, high) {
                    (Some(low), Some(high)) => (low..=high).filter_map(Value::integer).collect(),
                    _ => Vec::new(),
                });
            }
            (Some(Range::Set(elements)), None) => {
                let mut values = Vec::new();
                for element in elements {
                    let value = self.term(scope, element)?;
                    values.extend(value.filter(|value| !values.contains(value)));
                }
                return Ok(values);
            }
            (_, Some(sort)) => self.instance.domain(sort).values(),
            (_, None) => &[],
        };
        let mut kept = Vec::new();
        for &value in all {
            let is_in = match &bound.range {
                Some(range) => self.within(scope, value, range)?,
                None => true,
            };
            if is_in {
                kept.push(value);
            }
        }
        Ok(kept)
    }
}

impl<'a> Scope<'a> {
    fn new(
        statement: StatementId,
        variables: &'a [Variable],
        interpretation: &'a Interpretation,
    ) -> Self {
        Self {
            statement,
            variables,
            values: vec![None; variables.len()],
            interpretation,
            indexes: Rc::default(),
            plans: RefCell::default(),
        }
    }

    fn tuple(&self, binding: &[Bound]) -> Box<[Value]> {
        let value = |bound: &Bound| self.values[bound.variable.0 as usize];
        binding.iter().filter_map(value).collect()
    }
}
