//! Why a theory has no model: the constraints that clash, the instances of them, and the facts
//! that these rest on.

use ground::formula::{Group, Origin};
use logic::VarId;
use logic::formula::reference::{Evaluator, Fact};
use logic::formula::{Statement, StatementId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use sat::Literal;

use super::solving::{Solving, SolvingError, literal};

/// So many constraints or clauses are tried one by one.
const TRIED: usize = 2_000;
/// More clauses than this are not told apart.
const CLAUSES: usize = 500_000;
/// So many facts are named of one instance.
const FACTS: usize = 100;

/// Constraints that cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// The constraints.
    pub statements: Vec<StatementId>,
    /// Whether none of them can be left out.
    pub is_minimal: bool,
    /// Whether they clash whatever is unknown: data and definitions alone are to blame.
    pub by_data: bool,
    /// What was assumed beside them.
    pub(super) assumptions: Vec<Literal>,
}

/// An instance of a constraint of a core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The constraint.
    pub statement: StatementId,
    /// The values of the variables of the quantifiers around it, outermost first.
    pub binding: Vec<(VarId, Value)>,
    /// The facts of given and defined relations that it rests on, at most 100.
    pub facts: Vec<Fact>,
}

/// A constraint with the values of its variables.
type Instanced = (StatementId, Vec<(VarId, Value)>);

impl Solving<'_> {
    /// Constraints that cannot hold together with the assumptions; `None` if they can, or the
    /// search was stopped.
    pub(super) fn core(&mut self, assumptions: &[Literal]) -> Option<Core> {
        let groups = self.grounded.groups().to_vec();
        let selectors: Vec<i32> = groups.iter().map(|_| self.grounded.free()).collect();
        let selected: Vec<Literal> = selectors.iter().map(|&number| literal(number)).collect();
        let clauses = groups.iter().zip(&selectors);
        let clauses = clauses.flat_map(|(group, &selector)| {
            let clauses = group.clauses.clone();
            clauses.map(move |clause| (clause, selector))
        });
        let (core, is_minimal) = self.selected_core(clauses, &selected, assumptions)?;
        let chosen = groups.iter().zip(&selected);
        let groups: Vec<_> = chosen
            .filter(|(_, selector)| core.contains(selector))
            .map(|(group, _)| group)
            .collect();
        let is_empty = |group: &Group| {
            let mut clauses = group.clauses.clone();
            clauses.any(|clause| self.grounded.clauses().get(clause).is_empty())
        };
        Some(Core {
            by_data: groups.iter().any(|group| is_empty(group)),
            statements: groups.iter().map(|group| group.statement).collect(),
            is_minimal,
            assumptions: assumptions.to_vec(),
        })
    }

    /// The instances of a core's constraints that clash, by constraint; none where there are too
    /// many to tell them apart, or the search is stopped. Where they are fewer than 2,000, none of
    /// them can be left out.
    ///
    /// # Errors
    /// What ended the search for their facts.
    pub fn causes(&mut self, core: &Core) -> Result<Vec<Cause>, SolvingError> {
        let groups = self.grounded.groups().iter();
        let groups = groups.filter(|group| core.statements.contains(&group.statement));
        let clauses: Vec<usize> = groups.flat_map(|group| group.clauses.clone()).collect();
        if clauses.len() > CLAUSES {
            return Ok(Vec::new());
        }
        let each = clauses
            .iter()
            .map(|&clause| vec![clause])
            .collect::<Vec<_>>();
        let Some(needed) = self.needed(&each, &core.assumptions) else {
            return Ok(Vec::new());
        };
        let needed: Vec<usize> = needed.into_iter().map(|place| clauses[place]).collect();
        // One clause of an instance may stand for others of it, and for those of other instances:
        // so instances are tried whole.
        let mut instances: Vec<(Instanced, Vec<usize>)> = Vec::new();
        let mut places: FxHashMap<Instanced, usize> = FxHashMap::default();
        let mut met = FxHashSet::default();
        for Origin {
            clause,
            statement,
            binding,
        } in self.grounded.origins(&needed)?
        {
            let instance = (statement, binding);
            if met.insert(clause) && !places.contains_key(&instance) {
                places.insert(instance.clone(), instances.len());
                instances.push((instance, Vec::new()));
            }
        }
        for Origin {
            clause,
            statement,
            binding,
        } in self.grounded.origins(&clauses)?
        {
            if let Some(&place) = places.get(&(statement, binding)) {
                instances[place].1.push(clause);
            }
        }
        let whole: Vec<Vec<usize>> = instances.iter().map(|(_, whole)| whole.clone()).collect();
        let Some(needed) = self.needed(&whole, &core.assumptions) else {
            return Ok(Vec::new());
        };
        let evaluator = self.evaluator();
        let causes = needed.into_iter().map(|place| {
            let (statement, binding) = instances[place].0.clone();
            Ok(Cause {
                facts: self.facts(&evaluator, statement, &binding)?,
                statement,
                binding,
            })
        });
        causes.collect()
    }

    /// The facts that an instance rests on.
    fn facts(
        &self,
        evaluator: &Evaluator<'_>,
        id: StatementId,
        binding: &[(VarId, Value)],
    ) -> Result<Vec<Fact>, SolvingError> {
        let Some(elaborated) = self.spec.statement(id) else {
            return Ok(Vec::new());
        };
        let Statement::Constraint(_, formula) = &elaborated.statement else {
            return Ok(Vec::new());
        };
        evaluator
            .support(id, &elaborated.variables, formula, binding, FACTS)
            .map_err(SolvingError::Judge)
    }

    /// The instances that clauses are of; see [`ground::formula::Grounded::origins`].
    ///
    /// # Errors
    /// What ended it.
    pub fn origins(&mut self, clauses: &[usize]) -> Result<Vec<Origin>, SolvingError> {
        Ok(self.grounded.origins(clauses)?)
    }

    /// The sets of clauses that cannot hold together; none of them can be left out where they are
    /// few. `None` where the search was stopped.
    fn needed(&mut self, sets: &[Vec<usize>], assumptions: &[Literal]) -> Option<Vec<usize>> {
        let selectors: Vec<i32> = sets.iter().map(|_| self.grounded.free()).collect();
        let selected: Vec<Literal> = selectors.iter().map(|&number| literal(number)).collect();
        let clauses = sets.iter().zip(&selectors);
        let clauses = clauses
            .flat_map(|(clauses, &selector)| clauses.iter().map(move |&clause| (clause, selector)));
        let (needed, _) = self.selected_core(clauses, &selected, assumptions)?;
        let needed: FxHashSet<Literal> = needed.into_iter().collect();
        let places = (0..sets.len()).filter(|&place| needed.contains(&selected[place]));
        Some(places.collect())
    }

    /// The selectors that are needed so that there is no model of some clauses, each of which holds
    /// where its selector does, and of what always holds.
    fn selected_core(
        &self,
        clauses: impl Iterator<Item = (usize, i32)>,
        selectors: &[Literal],
        assumptions: &[Literal],
    ) -> Option<(Vec<Literal>, bool)> {
        let mut solver = sat::new(&self.control, self.seed);
        let mut buffer = Vec::new();
        for (clause, selector) in clauses {
            let clause = self.grounded.clauses().get(clause);
            buffer.clear();
            buffer.extend(clause.iter().map(|&number| literal(number)));
            buffer.push(literal(-selector));
            solver.add(&buffer);
        }
        // What is no constraint: functions, before all groups, and what was asserted after them.
        let functions = self.grounded.function_clauses();
        let groups = self.grounded.groups().last();
        let first = groups.map_or(functions.end, |group| group.clauses.end);
        let asserted = first..self.grounded.clauses().len();
        let others = functions.chain(asserted);
        let others = others.map(|clause| self.grounded.clauses().get(clause));
        for clause in others.chain(self.grounded.definitions().iter()) {
            buffer.clear();
            buffer.extend(clause.iter().map(|&number| literal(number)));
            solver.add(&buffer);
        }
        for &assumption in assumptions {
            solver.add(&[assumption]);
        }
        sat::minimal_core(&mut *solver, selectors, TRIED, &self.control)
    }
}
