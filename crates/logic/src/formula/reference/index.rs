//! Tuples by the values in some of their columns.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Evaluator, Scope};
use crate::formula::core::{FunctionId, RelationId};
use crate::formula::value::Value;

/// What has tuples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Source {
    Relation(RelationId),
    /// The arguments of a function, and last its value.
    Function(FunctionId),
}

/// Of what an index is, and the columns that it goes by, in order.
type Key = (Source, Box<[usize]>);

/// Indexes that were made so far.
#[derive(Debug, Default)]
pub(super) struct Indexes {
    made: RefCell<FxHashMap<Key, Rc<Index>>>,
}

/// The tuples of a source.
#[derive(Debug, Default)]
pub(super) struct Index {
    groups: FxHashMap<Box<[Value]>, Vec<Box<[Value]>>>,
    len: usize,
}

impl Index {
    fn add(&mut self, columns: &[usize], tuple: Box<[Value]>) {
        let key = columns.iter().map(|&column| tuple[column]).collect();
        self.groups.entry(key).or_default().push(tuple);
        self.len += 1;
    }

    /// The tuples that have these values in the columns.
    pub(super) fn find(&self, key: &[Value]) -> &[Box<[Value]>] {
        self.groups.get(key).map_or(&[], Vec::as_slice)
    }

    /// How many tuples a key finds, on average.
    pub(super) fn average(&self) -> f64 {
        self.len as f64 / self.groups.len().max(1) as f64
    }
}

impl Evaluator<'_> {
    /// The index of a source by some columns; what is known is indexed once for all models.
    pub(super) fn index(&self, scope: &Scope<'_>, source: Source, columns: &[usize]) -> Rc<Index> {
        let known = match source {
            Source::Relation(relation) => self.known.get(&relation),
            Source::Function(_) => None,
        };
        let indexes = match (&self.indexes, known) {
            (Some(own), Some(_)) => own,
            _ => &*scope.indexes,
        };
        let key = (source, columns.into());
        if let Some(index) = indexes.made.borrow().get(&key) {
            return index.clone();
        }
        let mut index = Index::default();
        match (source, known) {
            (_, Some(tuples)) => {
                for tuple in tuples {
                    index.add(columns, tuple.clone());
                }
            }
            (Source::Relation(relation), None) => {
                for (of, tuple) in &scope.interpretation.atoms {
                    if *of == relation {
                        index.add(columns, tuple.clone());
                    }
                }
            }
            (Source::Function(function), None) => {
                for ((of, args), &value) in &scope.interpretation.values {
                    if *of == function {
                        let tuple = args.iter().copied().chain([value]);
                        index.add(columns, tuple.collect());
                    }
                }
            }
        }
        let index = Rc::new(index);
        indexes.made.borrow_mut().insert(key, index.clone());
        index
    }
}
