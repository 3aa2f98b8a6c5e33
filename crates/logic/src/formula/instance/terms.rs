//! How constants, sorts and facts come by their values.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Fault, FaultKind, Instance, place, statements};
use crate::formula::core::{ConstantId, Range, RelationId, SortId, Statement, Term, TermKind};
use crate::formula::declarations::{Column, Meaning};
use crate::formula::problem::{Place, StatementId};
use crate::formula::spec::Spec;
use crate::formula::value::{Domain, Value};
use crate::formula::values::Values;
use crate::formula::written::{Operator, Text};
use crate::{Name, NodeId};

pub(super) struct Maker<'a> {
    spec: &'a Spec,
    set: FxHashMap<&'a str, i64>,
    largest: u64,
    constant_terms: FxHashMap<ConstantId, (StatementId, &'a Term)>,
    sort_parts: FxHashMap<SortId, (StatementId, &'a [Range])>,
    constants: Vec<State<i64>>,
    sorts: Vec<State<Domain>>,
    facts: Vec<Vec<Box<[Value]>>>,
    pub(super) faults: Vec<Fault>,
}

#[derive(Clone)]
enum State<T> {
    Open,
    AtWork,
    Done(T),
    Failed,
}

impl<'a> Maker<'a> {
    pub(super) fn new(spec: &'a Spec, set: &'a [(Name, i64)], largest: u64) -> Self {
        let mut constant_terms = FxHashMap::default();
        let mut sort_parts = FxHashMap::default();
        for (id, statement) in statements(spec) {
            match statement {
                Statement::Constant(constant, term) => {
                    constant_terms.insert(*constant, (id, term));
                }
                Statement::Sort(sort, parts) => {
                    sort_parts.insert(*sort, (id, &parts[..]));
                }
                _ => {}
            }
        }
        let declarations = &spec.declarations;
        Maker {
            spec,
            set: set
                .iter()
                .map(|(name, value)| (name.as_str(), *value))
                .collect(),
            largest,
            constant_terms,
            sort_parts,
            constants: vec![State::Open; declarations.constants.len()],
            sorts: vec![State::Open; declarations.sorts.len()],
            facts: vec![Vec::new(); declarations.relations.len()],
            faults: Vec::new(),
        }
    }

    pub(super) fn constants(&mut self) {
        for constant in 0..self.constants.len() {
            self.constant(ConstantId(constant as u32));
        }
    }

    pub(super) fn sorts(&mut self) {
        for sort in 0..self.sorts.len() {
            self.sort(SortId(sort as u32));
        }
    }

    pub(super) fn finish(mut self) -> Result<Instance, Vec<Fault>> {
        if !self.faults.is_empty() {
            self.faults.sort_by_key(|fault| fault.place);
            return Err(self.faults);
        }
        let constant = |state| match state {
            State::Done(value) => value,
            _ => 0,
        };
        let sort = |state| match state {
            State::Done(domain) => domain,
            _ => Domain::new([]),
        };
        Ok(Instance {
            constants: self.constants.into_iter().map(constant).collect(),
            sorts: self.sorts.into_iter().map(sort).collect(),
            facts: self.facts,
        })
    }

    /// What there is.
    pub(super) fn values(self) -> Values {
        let mut values = Values::default();
        for state in self.constants {
            values.constants.push(match state {
                State::Done(value) => Some(value),
                _ => None,
            });
        }
        for state in self.sorts {
            values.sorts.push(match state {
                State::Done(domain) => Some(domain),
                _ => None,
            });
        }
        values
    }

    fn fault(&mut self, place: Place, kind: FaultKind) {
        self.faults.push(Fault { place, kind });
    }

    fn constant(&mut self, constant: ConstantId) -> Option<i64> {
        let declared = &self.spec.declarations.constants[constant.index()];
        let declared_at = declared.place;
        match self.constants[constant.index()] {
            State::Done(value) => return Some(value),
            State::Failed => return None,
            State::AtWork => {
                self.fault(declared_at, FaultKind::Circular);
                return None;
            }
            State::Open => {}
        }
        self.constants[constant.index()] = State::AtWork;
        let value = match (
            self.set.get(declared.name.as_str()),
            self.constant_terms.get(&constant),
        ) {
            (Some(&value), _) => Some(value),
            (None, Some(&(id, term))) => self.integer(id, term),
            (None, None) => {
                self.fault(declared_at, FaultKind::MissingConstant(constant));
                None
            }
        };
        self.constants[constant.index()] = value.map_or(State::Failed, State::Done);
        value
    }

    fn sort(&mut self, sort: SortId) -> Option<Domain> {
        let declared_at = self.spec.declarations.sorts[sort.index()].declared.place;
        match &self.sorts[sort.index()] {
            State::Done(domain) => return Some(domain.clone()),
            State::Failed => return None,
            State::AtWork => {
                self.fault(declared_at, FaultKind::Circular);
                return None;
            }
            State::Open => {}
        }
        self.sorts[sort.index()] = State::AtWork;
        let domain = match self.sort_parts.get(&sort) {
            Some(&(id, parts)) => self.union(sort, id, parts),
            None => {
                self.fault(declared_at, FaultKind::MissingSort(sort));
                None
            }
        };
        self.sorts[sort.index()] = domain.clone().map_or(State::Failed, State::Done);
        domain
    }

    fn union(&mut self, sort: SortId, id: StatementId, parts: &'a [Range]) -> Option<Domain> {
        if let [Range::Interval(ends)] = parts {
            let (low, high) = self.interval(sort, id, ends)?;
            return Some(Domain::interval(low, high));
        }
        let mut values = Vec::new();
        for part in parts {
            match part {
                Range::Interval(ends) => {
                    let (low, high) = self.interval(sort, id, ends)?;
                    values.extend((low..=high).filter_map(Value::integer));
                }
                Range::Set(elements) => {
                    for element in elements {
                        values.push(self.value(id, element)?);
                    }
                }
                Range::Sort(part) => values.extend_from_slice(self.sort(*part)?.values()),
            }
        }
        Some(Domain::new(values))
    }

    fn interval(
        &mut self,
        sort: SortId,
        id: StatementId,
        ends: &'a [Term; 2],
    ) -> Option<(i64, i64)> {
        let low = self.integer(id, &ends[0])?;
        let high = self.integer(id, &ends[1])?;
        let elements = u64::try_from(i128::from(high) - i128::from(low) + 1).unwrap_or(0);
        if elements > self.largest {
            let allowed = self.largest;
            let kind = FaultKind::LargeSort {
                sort,
                elements,
                allowed,
            };
            self.fault(place(id, ends[1].id), kind);
            return None;
        }
        Some((low, high))
    }

    fn integer(&mut self, id: StatementId, term: &'a Term) -> Option<i64> {
        let value = self.value(id, term)?;
        // Whatever is no integer was reported when names were resolved.
        value.as_integer()
    }

    /// The value of a term that needs constants alone.
    fn value(&mut self, id: StatementId, term: &'a Term) -> Option<Value> {
        let at = place(id, term.id);
        let computed = match &term.kind {
            TermKind::Integer(value) => Some(*value),
            TermKind::Element(element) => return Some(Value::element(*element)),
            TermKind::Constant(constant) => Some(self.constant(*constant)?),
            TermKind::Arithmetic(operator, operands) => {
                let a = self.integer(id, &operands[0])?;
                let b = self.integer(id, &operands[1])?;
                if b == 0 && matches!(operator, Operator::Divide | Operator::Modulo) {
                    self.fault(at, FaultKind::DivisionByZero);
                    return None;
                }
                operator.apply(a, b)
            }
            TermKind::Absolute(operand) => self.integer(id, operand)?.checked_abs(),
            TermKind::Minimum(operands) => self.integers(id, operands)?.into_iter().min(),
            TermKind::Maximum(operands) => self.integers(id, operands)?.into_iter().max(),
            // Data are not there yet.
            TermKind::Variable(_)
            | TermKind::Apply(..)
            | TermKind::Count(..)
            | TermKind::Sum(..) => {
                self.fault(at, FaultKind::Circular);
                return None;
            }
        };
        let value = computed.and_then(Value::integer);
        if value.is_none() {
            self.fault(at, FaultKind::Overflow);
        }
        value
    }

    fn integers(&mut self, id: StatementId, terms: &'a [Term]) -> Option<Vec<i64>> {
        terms.iter().map(|term| self.integer(id, term)).collect()
    }

    pub(super) fn facts(&mut self) {
        let mut seen: Vec<FxHashSet<Box<[Value]>>> = vec![FxHashSet::default(); self.facts.len()];
        for (id, elaborated) in &self.spec.statements {
            match &elaborated.statement {
                Statement::Fact(relation, args) => {
                    let values: Option<Box<[Value]>> =
                        args.iter().map(|arg| self.value(*id, arg)).collect();
                    let nodes: Vec<NodeId> = args.iter().map(|arg| arg.id).collect();
                    if let Some(row) = values {
                        self.fact(*id, *relation, row, &nodes, &mut seen);
                    }
                }
                Statement::Grid(relation, rows) => self.grid(*id, *relation, rows, &mut seen),
                _ => {}
            }
        }
    }

    fn fact(
        &mut self,
        id: StatementId,
        relation: RelationId,
        row: Box<[Value]>,
        nodes: &[NodeId],
        seen: &mut [FxHashSet<Box<[Value]>>],
    ) {
        let columns = &self.spec.declarations.relations[relation.index()].columns;
        for (column, &value) in row.iter().enumerate() {
            if let Some(domain) = self.column(&columns[column])
                && !domain.contains(value)
            {
                let kind = FaultKind::OutsideSort {
                    relation,
                    column,
                    value,
                };
                self.fault(place(id, nodes[column]), kind);
                return;
            }
        }
        if seen[relation.index()].insert(row.clone()) {
            self.facts[relation.index()].push(row);
        }
    }

    fn column(&self, column: &Column) -> Option<&Domain> {
        match &self.sorts[column.sort?.index()] {
            State::Done(domain) => Some(domain),
            _ => None,
        }
    }

    /// A string a row: cells between blanks if there are any, else a character each; a point is
    /// no fact.
    fn grid(
        &mut self,
        id: StatementId,
        relation: RelationId,
        rows: &'a [Text],
        seen: &mut [FxHashSet<Box<[Value]>>],
    ) {
        let declared = &self.spec.declarations.relations[relation.index()];
        let [rows_of, columns_of, _] = &declared.columns[..] else {
            return;
        };
        for (row, text) in rows.iter().enumerate() {
            let at = place(id, text.id);
            let Some(row_value) = self
                .column(rows_of)
                .and_then(|d| d.values().get(row).copied())
            else {
                let sort = rows_of.sort;
                let found = rows.len();
                self.fault(at, FaultKind::LargeGrid { sort, found });
                return;
            };
            for (column, cell) in cells(&text.text).into_iter().enumerate() {
                let in_column = self.column(columns_of);
                let Some(column_value) = in_column.and_then(|d| d.values().get(column).copied())
                else {
                    let sort = columns_of.sort;
                    let found = cells(&text.text).len();
                    self.fault(at, FaultKind::LargeGrid { sort, found });
                    return;
                };
                if cell == "." {
                    continue;
                }
                let Some(value) = self.cell(cell) else {
                    let text = cell.to_owned();
                    self.fault(at, FaultKind::Cell { text, row, column });
                    continue;
                };
                let fact = Box::new([row_value, column_value, value]);
                self.fact(id, relation, fact, &[text.id; 3], seen);
            }
        }
    }

    fn cell(&mut self, text: &str) -> Option<Value> {
        if let Ok(integer) = text.parse() {
            return Value::integer(integer);
        }
        match self.spec.declarations.meaning(text)? {
            Meaning::Element(element) => Some(Value::element(element)),
            Meaning::Constant(constant) => Value::integer(self.constant(constant)?),
            _ => None,
        }
    }
}

fn cells(row: &str) -> Vec<&str> {
    if row.contains(char::is_whitespace) {
        return row.split_whitespace().collect();
    }
    let starts = row.char_indices();
    starts
        .map(|(at, character)| &row[at..at + character.len_utf8()])
        .collect()
}
