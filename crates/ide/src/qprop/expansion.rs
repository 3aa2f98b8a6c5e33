//! What a quantifier becomes: a formula for every tuple of values.

use std::fmt::Write as _;

use hir::{BlockPlaces, Item};
use logic::formula::written::Statement as Written;
use logic::formula::{
    Bound, Check, Elaborated, Formula, FormulaKind, Instance, Quantified, Quantifier, Range, Spec,
    Statement, StatementId, Term, TermKind, Value,
};
use logic::{Name, NodeId};
use source::File;
use syntax::{TextRange, TextSize};

use super::occurrence::{Occurrence, Role, Symbol, occurrences};
use super::outline::shortened;
use super::{Declared, Site, each_known_statement, name_range, statement};
use crate::Snapshot;

/// Sorts with more elements are not listed for a hover.
const LARGEST_SORT: u64 = 1 << 20;
/// How many instances are shown.
const SHOWN: usize = 2;

/// What the quantifier whose sign is at `range` becomes, as lines of a list; nothing where that
/// needs what the file does not say.
pub(super) fn quantifier_text(
    snapshot: &Snapshot,
    file: File,
    site: Site,
    range: TextRange,
) -> String {
    text_of(snapshot, file, site, range).unwrap_or_default()
}

fn text_of(snapshot: &Snapshot, file: File, site: Site, range: TextRange) -> Option<String> {
    let places = BlockPlaces::new(snapshot.db(), file, site.block)?;
    let spec = spec(snapshot, file, site)?;
    let instance = Instance::of(&spec.spec, &[], LARGEST_SORT).ok()?;
    let (_, elaborated) = spec
        .spec
        .statements
        .iter()
        .find(|(id, _)| *id == spec.here)?;
    let is_here = |node: NodeId| {
        places
            .node(Item::Form(site.form), node)
            .is_some_and(|span| span.name == range)
    };
    let quantified = quantified_in(&elaborated.statement, &is_here)?;
    let values: Vec<Variable> = quantified
        .binding
        .iter()
        .map(|bound| variable(elaborated, &spec.spec, &instance, bound))
        .collect::<Option<_>>()?;
    let count = values.iter().try_fold(1_u64, |count, variable| {
        count.checked_mul(variable.values.len() as u64)
    })?;
    let mut text = summary(quantified, &values, count);
    let instances = tuples(&values, SHOWN);
    let here = Here {
        snapshot,
        file,
        site,
        places: &places,
    };
    for tuple in &instances {
        let body = here.instance(quantified.body.id, &values, tuple)?;
        let _ = write!(text, "- `{}`", shortened(&body));
        if let Some(guard) = &quantified.guard {
            let guard = here.instance(guard.id, &values, tuple)?;
            let _ = write!(text, " where `{}`", shortened(&guard));
        }
        text.push('\n');
    }
    if count > instances.len() as u64 {
        text.push_str("- …\n");
    }
    Some(text)
}

/// A file as a spec of its own, and which of its statements is the one.
struct Whole {
    spec: Spec,
    here: StatementId,
}

fn spec(snapshot: &Snapshot, file: File, here: Site) -> Option<Whole> {
    let mut written: Vec<Written> = Vec::new();
    let mut own = None;
    each_known_statement(snapshot, file, |site, statement, places| {
        let lowered = hir::forms(snapshot.db(), places.block()).get(site.form as usize);
        if lowered.is_some_and(|lowered| !lowered.form.incomplete) {
            if site == here {
                own = Some(StatementId(written.len() as u32));
            }
            written.push(statement.clone());
        }
    });
    let (spec, _) = Spec::of((0..).map(StatementId).zip(&written));
    Some(Whole { spec, here: own? })
}

/// A variable with the values that it goes through.
struct Variable {
    name: Name,
    /// Where it is bound.
    binder: NodeId,
    values: Vec<String>,
}

fn variable(
    elaborated: &Elaborated,
    spec: &Spec,
    instance: &Instance,
    bound: &Bound,
) -> Option<Variable> {
    let variable = elaborated.variables.get(bound.variable.0 as usize)?;
    let of_sort = variable
        .sort
        .map(|sort| instance.domain(sort).values().to_vec());
    let values: Vec<Value> = match (&bound.range, of_sort) {
        (None, Some(values)) => values,
        (None, None) => return None,
        (Some(range), of_sort) => {
            let within = values_of(range, instance)?;
            match of_sort {
                Some(values) => values
                    .into_iter()
                    .filter(|value| within.contains(value))
                    .collect(),
                None => within,
            }
        }
    };
    let shown = |value: &Value| match (value.as_integer(), value.as_element()) {
        (Some(integer), _) => integer.to_string(),
        (None, Some(element)) => spec.declarations.elements[element.index()].name.to_string(),
        (None, None) => "?".to_owned(),
    };
    Some(Variable {
        name: variable.name.clone(),
        binder: variable.id,
        values: values.iter().map(shown).collect(),
    })
}

/// The values of a range that needs no variable.
fn values_of(range: &Range, instance: &Instance) -> Option<Vec<Value>> {
    match range {
        Range::Sort(sort) => Some(instance.domain(*sort).values().to_vec()),
        Range::Interval(ends) => {
            let (low, high) = (instance.constant(&ends[0])?, instance.constant(&ends[1])?);
            let fits = high.checked_sub(low)? < LARGEST_SORT as i64;
            fits.then(|| (low..=high).filter_map(Value::integer).collect())
        }
        Range::Set(terms) => terms
            .iter()
            .map(|term| match &term.kind {
                TermKind::Element(element) => Some(Value::element(*element)),
                _ => instance.constant(term).and_then(Value::integer),
            })
            .collect(),
    }
}

/// "all of 16 formulas: `s` 4 × `p` 4".
fn summary(quantified: &Quantified, values: &[Variable], count: u64) -> String {
    let what = match quantified.quantifier {
        Quantifier::Forall => "a conjunction (`and`) of",
        Quantifier::Exists => "a disjunction (`or`) of",
        Quantifier::Exactly(_) | Quantifier::AtLeast(_) | Quantifier::AtMost(_) => "a count over",
    };
    let few = if quantified.guard.is_some() {
        " at most"
    } else {
        ""
    };
    let noun = if count == 1 { "formula" } else { "formulas" };
    let mut text = format!("- here {what}{few} {count} {noun}:");
    for (place, variable) in values.iter().enumerate() {
        let sign = if place == 0 { "" } else { " ×" };
        let _ = write!(
            text,
            "{sign} {} of `{}`",
            variable.values.len(),
            variable.name
        );
    }
    text.push('\n');
    text
}

/// The first tuples of values, by place, the last variable changing fastest.
fn tuples(values: &[Variable], most: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut tuple = vec![0; values.len()];
    if values.iter().any(|variable| variable.values.is_empty()) {
        return found;
    }
    while found.len() < most {
        found.push(tuple.clone());
        let Some(last) = (0..values.len())
            .rev()
            .find(|&place| tuple[place] + 1 < values[place].values.len())
        else {
            break;
        };
        tuple[last] += 1;
        tuple[last + 1..].fill(0);
    }
    found
}

/// The statement that the quantifier stands in.
struct Here<'a> {
    snapshot: &'a Snapshot,
    file: File,
    site: Site,
    places: &'a BlockPlaces<'a>,
}

impl Here<'_> {
    /// The text of a part of the statement with values for variables.
    fn instance(&self, part: NodeId, values: &[Variable], tuple: &[usize]) -> Option<String> {
        let span = self.places.node(Item::Form(self.site.form), part)?.full;
        let statement = statement(self.snapshot, self.places, self.site.form)?;
        let declared = Declared::of(self.snapshot, self.file);
        let mut text = self.snapshot.content(self.file).text[span].to_owned();
        let mut uses: Vec<(TextRange, &str)> =
            occurrences(statement, &|name| declared.contains(name))
                .iter()
                .filter_map(|occurrence| {
                    let value = value_of(occurrence, values, tuple)?;
                    let range = name_range(self.places, self.site.form, occurrence)?;
                    span.contains_range(range).then_some((range, value))
                })
                .collect();
        uses.sort_by_key(|(range, _)| std::cmp::Reverse(range.start()));
        for (range, value) in uses {
            let at = |offset: TextSize| usize::from(offset - span.start());
            text.replace_range(at(range.start())..at(range.end()), value);
        }
        Some(text)
    }
}

/// The value of a variable where it is used.
fn value_of<'a>(
    occurrence: &Occurrence,
    values: &'a [Variable],
    tuple: &[usize],
) -> Option<&'a str> {
    let Symbol::Variable(_, binder) = occurrence.symbol else {
        return None;
    };
    if occurrence.role != Role::Use {
        return None;
    }
    let place = values
        .iter()
        .position(|variable| variable.binder == binder)?;
    values[place].values.get(tuple[place]).map(String::as_str)
}

/// The quantifier of a statement that is the one.
fn quantified_in<'a>(
    statement: &'a Statement,
    is_it: &dyn Fn(NodeId) -> bool,
) -> Option<&'a Quantified> {
    let search = |formula: &'a Formula| in_formula(formula, is_it);
    match statement {
        Statement::RelationGuard(_, formula)
        | Statement::FunctionGuard(_, formula)
        | Statement::Definition(_, _, formula)
        | Statement::Constraint(_, formula)
        | Statement::Soft(_, formula)
        | Statement::Check(
            Check::Proves(formula) | Check::Refutes(formula) | Check::Possible(formula),
        ) => search(formula),
        Statement::Objective(_, term) => in_term(term, is_it),
        Statement::ShowGrid(grid) => grid.condition.as_ref().and_then(search),
        _ => None,
    }
}

fn in_formula<'a>(formula: &'a Formula, is_it: &dyn Fn(NodeId) -> bool) -> Option<&'a Quantified> {
    match &formula.kind {
        FormulaKind::Quantified(quantified) if is_it(formula.id) => Some(quantified),
        FormulaKind::Quantified(quantified) => quantified
            .guard
            .as_ref()
            .and_then(|guard| in_formula(guard, is_it))
            .or_else(|| in_formula(&quantified.body, is_it)),
        FormulaKind::Not(part) => in_formula(part, is_it),
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            parts.iter().find_map(|part| in_formula(part, is_it))
        }
        FormulaKind::Xor(parts) | FormulaKind::Iff(parts) | FormulaKind::Implies(parts) => {
            parts.iter().find_map(|part| in_formula(part, is_it))
        }
        FormulaKind::Atom(_, terms) => terms.iter().find_map(|term| in_term(term, is_it)),
        FormulaKind::Compare(terms, _) => terms.iter().find_map(|term| in_term(term, is_it)),
        FormulaKind::In(term, _) => in_term(term, is_it),
        FormulaKind::Truth(_) | FormulaKind::Connected { .. } | FormulaKind::Acyclic(_) => None,
    }
}

fn in_term<'a>(term: &'a Term, is_it: &dyn Fn(NodeId) -> bool) -> Option<&'a Quantified> {
    match &term.kind {
        TermKind::Count(_, formula) => in_formula(formula, is_it),
        TermKind::Sum(_, formula, term) => {
            in_formula(formula, is_it).or_else(|| in_term(term, is_it))
        }
        TermKind::Apply(_, terms) | TermKind::Minimum(terms) | TermKind::Maximum(terms) => {
            terms.iter().find_map(|term| in_term(term, is_it))
        }
        TermKind::Arithmetic(_, terms) => terms.iter().find_map(|term| in_term(term, is_it)),
        TermKind::Absolute(term) => in_term(term, is_it),
        TermKind::Integer(_)
        | TermKind::Element(_)
        | TermKind::Constant(_)
        | TermKind::Variable(_) => None,
    }
}
