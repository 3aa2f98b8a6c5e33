//! What is known while grounding: the values of a spec, its relations, and the counted budget.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use logic::formula::{
    Domain, Formula, FormulaKind, Instance, Relation, RelationId, SortId, Spec, Value,
};

use super::known::Stop;
use super::table::Table;
use super::{Limit, Limits};

/// How many steps lie between two looks at the cancel flag.
const BETWEEN_LOOKS: u64 = 1 << 14;

/// What is known while grounding.
pub(super) struct World<'a> {
    pub(super) spec: &'a Spec,
    pub(super) instance: &'a Instance,
    /// By [`RelationId`]; of unknown relations empty.
    pub(super) tables: Vec<Table>,
    pub(super) limits: Limits,
    /// Which relation each table is of; behind the relations' own stand tables of what was new in
    /// the last round.
    of: Vec<RelationId>,
    cancel: Option<&'a AtomicBool>,
    steps: Cell<u64>,
}

impl<'a> World<'a> {
    pub(super) fn new(
        spec: &'a Spec,
        instance: &'a Instance,
        limits: Limits,
        cancel: Option<&'a AtomicBool>,
    ) -> Self {
        let relations = &spec.declarations.relations;
        let mut tables: Vec<Table> = relations
            .iter()
            .map(|relation| Table::new(relation.columns.len()))
            .collect();
        let mut words = Vec::new();
        for (table, rows) in tables.iter_mut().zip(&instance.facts) {
            for row in rows {
                words.clear();
                words.extend(row.iter().map(|value| value.word()));
                table.push(&words);
            }
        }
        let of = (0..tables.len() as u32).map(RelationId).collect();
        Self {
            spec,
            instance,
            tables,
            of,
            limits,
            cancel,
            steps: Cell::new(0),
        }
    }

    pub(super) fn table(&self, relation: RelationId) -> &Table {
        &self.tables[relation.index()]
    }

    /// The declaration of a table's relation.
    pub(super) fn declared(&self, table: RelationId) -> &'a Relation {
        &self.spec.declarations.relations[self.of[table.index()].index()]
    }

    /// The same formula over what was new in the last round, if it is an atom of one of these
    /// relations.
    pub(super) fn fresh(&mut self, among: &[RelationId], part: &Formula) -> Option<Formula> {
        let FormulaKind::Atom(relation, args) = &part.kind else {
            return None;
        };
        if !among.contains(relation) {
            return None;
        }
        let own = self.spec.declarations.relations.len();
        let known = (own..self.tables.len()).find(|&table| self.of[table] == *relation);
        let table = known.unwrap_or_else(|| {
            self.tables.push(Table::new(args.len()));
            self.of.push(*relation);
            self.tables.len() - 1
        });
        Some(Formula {
            id: part.id,
            kind: FormulaKind::Atom(RelationId(table as u32), args.clone()),
        })
    }

    /// Begins another round.
    pub(super) fn forget_fresh(&mut self) {
        let own = self.spec.declarations.relations.len();
        self.tables[own..].iter_mut().for_each(Table::clear);
    }

    /// Adds a tuple to a relation, if it is of the right sorts, and to what is new in this round;
    /// whether it was not there.
    pub(super) fn learn(&mut self, relation: RelationId, row: &[i64]) -> bool {
        let table = &mut self.tables[relation.index()];
        let whole = table.whole();
        if !table.find(whole, row).is_empty() {
            return false;
        }
        table.push(row);
        let own = self.spec.declarations.relations.len();
        for table in own..self.tables.len() {
            if self.of[table] == relation {
                self.tables[table].push(row);
            }
        }
        true
    }

    pub(super) fn domain(&self, sort: SortId) -> &Domain {
        self.instance.domain(sort)
    }

    /// The place of a word among the values of a sort.
    pub(super) fn place(&self, sort: SortId, word: i64) -> Option<u32> {
        self.domain(sort).place(Value::of_word(word))
    }

    /// Counts a step.
    pub(super) fn step(&self) -> Result<(), Stop> {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        if steps > self.limits.steps {
            return Err(Stop::Exceeded(Limit::Steps));
        }
        if steps.is_multiple_of(BETWEEN_LOOKS)
            && self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            return Err(Stop::Cancelled);
        }
        Ok(())
    }

    /// How many steps were counted.
    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }
}
