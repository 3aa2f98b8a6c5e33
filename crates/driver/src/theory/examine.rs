//! Looks at what a theory grounds to, and tells what is wrong with it.

use std::sync::atomic::AtomicBool;

use analysis::report::Report;
use ground::formula::{Data, Error, Grounded, Limit, Limits, Probed, Question};
use logic::formula::{
    Bound, Formula, Instance, Place, RelationId, RelationKind, SortId, Statement, StatementId,
    Term, TermKind, Value, Variable,
};
use logic::{Name, NodeId, VarId};
use rustc_hash::FxHashSet;
use source::Code;

use super::mentioned::Mentioned;
use super::{Theory, Wording};
use crate::checks;
use logic::formula::scenes::{self, Part, Scene};

/// How many values and rows all searches for examples may look at where that is all that is asked.
const STEPS: u64 = 50_000_000;

/// The same where somebody waits for an answer.
const STEPS_BESIDE: u64 = 5_000_000;

/// Which part of them one search may.
const SHARE: u64 = 10;

/// A rule of more instances is large.
pub const LARGE: u64 = 5_000_000;

/// Where grounding stops that nobody waits for: the same on every machine, and some seconds.
pub const BACKGROUND: Limits = Limits {
    atoms: 10_000_000,
    instances: LARGE,
    clauses: 5_000_000,
    steps: 100_000_000,
};

/// What a theory is examined for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be reported on as it stands: what its instances, in other files, will say is open.
    /// Constants, sorts and facts may be missing, and nothing is said of what rests on them.
    Lint,
    /// To be answered: what is missing is an error.
    Answer,
}

/// How to examine a theory.
#[derive(Clone, Copy, Debug)]
pub struct Examining<'a> {
    /// Constants that get other values than the files say.
    pub set: &'a [(Name, i64)],
    /// How many elements a sort may have.
    pub max_sort: u64,
    /// Where grounding stops.
    pub limits: Limits,
    /// Ends it when set.
    pub cancel: Option<&'a AtomicBool>,
    /// What for.
    pub purpose: Purpose,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Examined {
    /// What is wrong, by place.
    pub reports: Vec<Report>,
    /// Whether everything was looked at.
    pub complete: bool,
    /// What ended the grounding early, if it is not among the reports.
    pub stop: Option<Error>,
}

/// Examines a theory without errors in its names.
pub fn examine(theory: &Theory, options: &Examining<'_>) -> Examined {
    let instance = match Instance::of(&theory.spec, options.set, options.max_sort) {
        Ok(instance) => instance,
        Err(faults) => {
            let mut reports: Vec<Report> = faults.iter().map(|fault| theory.fault(fault)).collect();
            if options.purpose == Purpose::Lint {
                let is_open = |code| [Code::MISSING_CONSTANT, Code::MISSING_SORT].contains(&code);
                reports.retain(|report| !is_open(report.code));
            }
            return Examined {
                reports,
                ..Examined::default()
            };
        }
    };
    let spec = &theory.spec;
    let mut found = Examined {
        complete: true,
        ..Examined::default()
    };
    values(theory, &instance, options.purpose, &mut found);
    let mut data = match Data::new(spec, &instance, options.limits, options.cancel) {
        Ok(data) => data,
        Err(error) => {
            let mut cx = Examination::new(theory, &instance, options.purpose, &mut found);
            cx.error(error, options.limits);
            return found.sorted();
        }
    };
    search(theory, &instance, options.purpose, &mut data, &mut found);
    let mut cx = Examination::new(theory, &instance, options.purpose, &mut found);
    if cx.found.stop.is_some() {
        return found.sorted();
    }
    let mut grounded = match data.begin() {
        Ok(grounded) => grounded,
        Err(error) => {
            cx.error(error, options.limits);
            return found.sorted();
        }
    };
    for (id, elaborated) in &spec.statements {
        if let Statement::Constraint(_, formula) = &elaborated.statement
            && let Err(error) = grounded.constrain(*id, &elaborated.variables, formula)
            && !cx.error(error, options.limits)
        {
            return found.sorted();
        }
    }
    cx.outcome(&mut grounded);
    found.sorted()
}

/// The same of a theory that is grounded already, with the values that it was grounded with.
pub fn examine_grounded(
    theory: &Theory,
    instance: &Instance,
    grounded: &mut Grounded<'_>,
    purpose: Purpose,
) -> Examined {
    let mut found = Examined {
        complete: true,
        ..Examined::default()
    };
    values(theory, instance, purpose, &mut found);
    search(theory, instance, purpose, grounded, &mut found);
    if found.stop.is_none() {
        Examination::new(theory, instance, purpose, &mut found).outcome(grounded);
    }
    found.sorted()
}

impl Examined {
    fn sorted(mut self) -> Self {
        self.reports
            .sort_by_key(|report| (report.place, report.code));
        self
    }
}

/// What the values themselves tell.
fn values(theory: &Theory, instance: &Instance, purpose: Purpose, found: &mut Examined) {
    let mut cx = Examination::new(theory, instance, purpose, found);
    if purpose == Purpose::Answer {
        checks::given_without_facts::check(&mut cx);
    }
    checks::empty_sort::check(&mut cx);
}

/// What searches for instances tell.
fn search(
    theory: &Theory,
    instance: &Instance,
    purpose: Purpose,
    known: &mut dyn Known,
    found: &mut Examined,
) {
    let declarations = &theory.spec.declarations;
    let mut cx = Examination::new(theory, instance, purpose, found);
    cx.known = Some(known);
    for (id, elaborated) in &theory.spec.statements {
        cx.id = *id;
        cx.statement = &elaborated.statement;
        cx.variables = &elaborated.variables;
        cx.seen.clear();
        let is_restricting = matches!(
            elaborated.statement,
            Statement::Constraint(..) | Statement::Soft(..)
        );
        scenes::visit(
            declarations,
            &elaborated.statement,
            &mut |scene, part| match part {
                Part::Argument(argument) => {
                    checks::out_of_domain_argument::check(&mut cx, scene, &argument);
                }
                Part::Operation(term) => {
                    checks::division_by_zero::check(&mut cx, scene, term);
                    checks::integer_overflow::check(&mut cx, scene, term);
                }
                Part::Quantifier(quantified) if is_restricting => {
                    checks::vacuous_guard::check(&mut cx, scene, quantified);
                }
                Part::Quantifier(_) => {}
            },
        );
    }
}

/// What searches run on.
pub(crate) trait Known {
    fn probe(&mut self, question: &Question<'_>) -> Probed;
    fn steps(&self) -> u64;
}

impl Known for Data<'_> {
    fn probe(&mut self, question: &Question<'_>) -> Probed {
        Data::probe(self, question)
    }

    fn steps(&self) -> u64 {
        Data::steps(self)
    }
}

impl Known for Grounded<'_> {
    fn probe(&mut self, question: &Question<'_>) -> Probed {
        Grounded::probe(self, question)
    }

    fn steps(&self) -> u64 {
        Grounded::steps(self)
    }
}

/// Whether there is an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Found,
    Nothing,
    Open,
}

/// A theory that is being examined, and the statement at hand.
pub(crate) struct Examination<'k> {
    pub(crate) theory: &'k Theory,
    pub(crate) instance: &'k Instance,
    id: StatementId,
    pub(crate) statement: &'k Statement,
    /// Its variables.
    pub(crate) variables: &'k [Variable],
    /// The arguments of the statement that were reported, with the sorts that they are outside of.
    pub(crate) seen: Vec<(Term, SortId)>,
    pub(crate) found: &'k mut Examined,
    purpose: Purpose,
    /// The relations of which nothing is known: data that another file may give, and what is
    /// defined by them.
    open: FxHashSet<RelationId>,
    known: Option<&'k mut dyn Known>,
    /// How many values and rows may still be looked at.
    left: u64,
    /// How many of them one search may.
    most: u64,
}

impl<'k> Examination<'k> {
    fn new(
        theory: &'k Theory,
        instance: &'k Instance,
        purpose: Purpose,
        found: &'k mut Examined,
    ) -> Self {
        let steps = match purpose {
            Purpose::Lint => STEPS,
            Purpose::Answer => STEPS_BESIDE,
        };
        Self {
            theory,
            instance,
            id: StatementId(0),
            statement: &Statement::Nothing,
            variables: &[],
            seen: Vec::new(),
            found,
            purpose,
            open: open(theory, instance, purpose),
            known: None,
            left: steps,
            most: steps / SHARE,
        }
    }

    /// How things are called.
    pub(crate) fn wording(&self) -> Wording<'k> {
        Wording::new(&self.theory.spec)
    }

    /// A part of the statement at hand.
    pub(crate) fn at(&self, node: NodeId) -> Place {
        Place {
            statement: self.id,
            node,
        }
    }

    pub(crate) fn report(&mut self, report: Report) {
        self.found.reports.push(report);
    }

    /// Whether anything is reported of a statement by one of these codes.
    pub(crate) fn has_told(&self, id: StatementId, codes: &[Code]) -> bool {
        let mut reports = self.found.reports.iter();
        reports.any(|report| report.place.statement == id && codes.contains(&report.code))
    }

    /// Whether something rests on data of which nothing is known.
    pub(crate) fn is_open(&self, found: &Mentioned) -> bool {
        !found.relations.is_disjoint(&self.open)
    }

    /// The values of the variables in the first instance where this is so of a term, or it has no
    /// value. The variables of the term are gone through in reading order, where that costs no more
    /// than another.
    pub(crate) fn first(
        &mut self,
        scene: &Scene,
        term: &Term,
        wanted: Option<&Formula>,
    ) -> Option<Vec<(VarId, Value)>> {
        let read = scenes::variables(term);
        let place = |bound: &Bound| read.iter().position(|id| *id == bound.variable);
        let mut binding = scene.binding.clone();
        binding.sort_by_key(|bound| place(bound).unwrap_or(usize::MAX));
        let failing = wanted.is_none().then_some(term);
        let conjuncts = scenes::conjuncts(&scene.conjuncts);
        let rests_on_open = |part: &Formula| {
            let found = Mentioned::of(part);
            self.is_open(&found) && !found.is_unknown(&self.theory.spec)
        };
        if conjuncts.iter().any(rests_on_open) {
            return None;
        }
        // Mostly it is so for no values at all, whatever the guards say.
        if !conjuncts.is_empty() && self.ask(&binding, &[], wanted, failing) == Probed::Nothing {
            return None;
        }
        match self.ask(&binding, &conjuncts, wanted, failing) {
            Probed::Found(values) => Some(values),
            Probed::Nothing | Probed::Open | Probed::Cancelled => None,
        }
    }

    /// Whether there is an instance at all.
    pub(crate) fn any(&mut self, scene: &Scene) -> Asked {
        let conjuncts = scenes::conjuncts(&scene.conjuncts);
        if conjuncts
            .iter()
            .any(|part| self.is_open(&Mentioned::of(part)))
        {
            return Asked::Open;
        }
        match self.ask(&scene.binding, &conjuncts, None, None) {
            Probed::Found(_) => Asked::Found,
            Probed::Nothing => Asked::Nothing,
            Probed::Open | Probed::Cancelled => Asked::Open,
        }
    }

    fn ask(
        &mut self,
        binding: &[Bound],
        conjuncts: &[Formula],
        wanted: Option<&Formula>,
        failing: Option<&Term>,
    ) -> Probed {
        let Some(known) = &mut self.known else {
            return Probed::Open;
        };
        if self.found.stop.is_some() {
            return Probed::Cancelled;
        }
        if self.left == 0 {
            self.found.complete = false;
            return Probed::Open;
        }
        let before = known.steps();
        let answer = known.probe(&Question {
            variables: self.variables,
            binding,
            conjuncts,
            wanted,
            failing,
            steps: self.left.min(self.most),
        });
        let steps = known.steps() - before;
        self.left = self.left.saturating_sub(steps);
        match answer {
            Probed::Cancelled => self.found.stop = Some(Error::Cancelled),
            Probed::Open if steps >= self.most => self.found.complete = false,
            _ => {}
        }
        answer
    }

    /// The values of the variables of a term.
    pub(crate) fn of_term(&self, term: &Term, values: &[(VarId, Value)]) -> Vec<(Name, Value)> {
        let named = |id: VarId| {
            let (_, value) = values.iter().find(|(other, _)| *other == id)?;
            Some((self.variables[id.0 as usize].name.clone(), *value))
        };
        let used = scenes::variables(term).into_iter();
        used.filter_map(named).collect()
    }

    /// The value of a term without functions and sums.
    pub(crate) fn value(&self, term: &Term, values: &[(VarId, Value)]) -> Option<Value> {
        let integer = |term: &Term| self.value(term, values)?.as_integer();
        let all = |terms: &[Term]| terms.iter().map(integer).collect::<Option<Vec<i64>>>();
        Value::integer(match &term.kind {
            TermKind::Integer(value) => *value,
            TermKind::Element(element) => return Some(Value::element(*element)),
            TermKind::Constant(id) => self.instance.constants[id.index()],
            TermKind::Variable(variable) => {
                let own = values.iter().find(|(id, _)| id == variable)?;
                return Some(own.1);
            }
            TermKind::Arithmetic(operator, operands) => {
                operator.apply(integer(&operands[0])?, integer(&operands[1])?)?
            }
            TermKind::Absolute(operand) => integer(operand)?.checked_abs()?,
            TermKind::Minimum(operands) => all(operands)?.into_iter().min()?,
            TermKind::Maximum(operands) => all(operands)?.into_iter().max()?,
            TermKind::Apply(..) | TermKind::Count(..) | TermKind::Sum(..) => return None,
        })
    }

    /// Reports why a statement, or all, is not grounded; whether the others can be.
    fn error(&mut self, error: Error, limits: Limits) -> bool {
        match error {
            Error::Failure {
                statement,
                node,
                by_zero,
                binding,
            } => {
                let place = Place { statement, node };
                let code = match by_zero {
                    true => Code::DIVISION_BY_ZERO,
                    false => Code::INTEGER_OVERFLOW,
                };
                let mut reports = self.found.reports.iter();
                if !reports.any(|report| report.place == place && report.code == code) {
                    self.report(self.theory.failed_operation(place, by_zero, &binding));
                }
                true
            }
            // What cannot be grounded yet says nothing.
            Error::Unsupported { .. } => true,
            Error::Exceeded {
                limit,
                statement,
                estimate,
                variables,
            } => {
                self.found.complete = false;
                let budget = match limit {
                    Limit::Atoms => limits.atoms,
                    Limit::Instances => limits.instances,
                    Limit::Clauses => limits.clauses,
                    Limit::Steps => limits.steps,
                    Limit::Integers => i64::MAX as u64,
                };
                let report = match statement {
                    Some(id) if limit != Limit::Atoms => Some(checks::large_grounding::rule(
                        id, limit, estimate, budget, &variables,
                    )),
                    _ => checks::large_grounding::atoms(self, budget),
                };
                self.found.reports.extend(report);
                let goes_on = estimate.is_some() && limit == Limit::Instances;
                if !goes_on {
                    self.found.stop = Some(Error::Exceeded {
                        limit,
                        statement,
                        estimate,
                        variables,
                    });
                }
                goes_on
            }
            Error::Cancelled => {
                self.found.complete = false;
                self.found.stop = Some(Error::Cancelled);
                false
            }
        }
    }

    /// What the clauses tell.
    fn outcome(&mut self, grounded: &mut Grounded<'_>) {
        let theory = self.theory;
        let mut statements = theory.spec.statements.iter();
        for group in grounded.groups().to_vec() {
            // They come in one order.
            let Some((id, elaborated)) = statements.find(|(id, _)| *id == group.statement) else {
                break;
            };
            let found = Mentioned::of_statement(&elaborated.statement);
            if group.instances > LARGE {
                let variables = ground::formula::sizes(self.instance, &elaborated.variables);
                self.report(checks::large_grounding::rule(
                    *id,
                    Limit::Instances,
                    Some(group.instances),
                    LARGE,
                    &variables,
                ));
            }
            if self.is_open(&found) {
                continue;
            }
            if group.clauses.is_empty() {
                checks::always_true::check(self, *id, elaborated, &found);
            } else if let Some(refuted) = grounded.refuted(&group) {
                let name = |id: VarId| elaborated.variables[id.0 as usize].name.clone();
                let refuted = refuted.into_iter();
                let refuted: Vec<(Name, Value)> =
                    refuted.map(|(id, value)| (name(id), value)).collect();
                checks::always_false::check(self, *id, &refuted, &found);
            }
        }
        // A file without rules is a part of a puzzle.
        let is_part = self.purpose == Purpose::Lint && grounded.groups().is_empty();
        if self.found.complete && !is_part {
            checks::unconstrained_predicate::check(self, grounded);
        }
    }
}

/// The relations of which nothing is known.
fn open(theory: &Theory, instance: &Instance, purpose: Purpose) -> FxHashSet<RelationId> {
    let relations = theory.spec.declarations.relations.iter().enumerate();
    let given = relations.filter(|(_, relation)| relation.kind == RelationKind::Given);
    let given: Vec<RelationId> = given.map(|(index, _)| RelationId(index as u32)).collect();
    let is_bare = |id: &&RelationId| instance.facts[id.index()].is_empty();
    // A spec that is to be answered is whole where it has any facts.
    if purpose == Purpose::Answer && !given.iter().all(|id| is_bare(&id)) {
        return FxHashSet::default();
    }
    let mut open: FxHashSet<RelationId> = given.iter().filter(is_bare).copied().collect();
    loop {
        let before = open.len();
        for (_, elaborated) in &theory.spec.statements {
            if let Statement::Definition(relation, ..) = &elaborated.statement {
                let found = Mentioned::of_statement(&elaborated.statement);
                if !found.relations.is_disjoint(&open) {
                    open.insert(*relation);
                }
            }
        }
        if open.len() == before {
            return open;
        }
    }
}
