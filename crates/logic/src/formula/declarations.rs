//! What the statements of a spec declare.

mod definitions;

use rustc_hash::FxHashMap;

use super::core::{ConstantId, ElementId, FunctionId, RelationId, SortId};
use super::problem::{Place, Problem, ProblemKind, StatementId, TermSort};
use super::written::{
    Column as WrittenColumn, DeclarationKind, Element, Elements, Identifier, Range, Statement,
};
use crate::Name;

pub(super) use definitions::annotation;

/// Everything that the statements of a spec declare, all its files together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declarations {
    /// The sorts, in order of their first mention.
    pub sorts: Vec<Sort>,
    /// The constants.
    pub constants: Vec<Declared>,
    /// The names that sorts enumerate; those of one set have neighbouring numbers.
    pub elements: Vec<Declared>,
    /// The relations: unknown, given and defined ones.
    pub relations: Vec<Relation>,
    /// The functions.
    pub functions: Vec<Function>,
    stems: FxHashMap<Name, Option<SortId>>,
    sort_names: FxHashMap<Name, SortId>,
    names: FxHashMap<Name, Meaning>,
}

/// A name and where it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The name.
    pub name: Name,
    /// Where it is declared.
    pub place: Place,
    /// Where it gets its value or its elements; of constants and sorts alone.
    pub value: Option<StatementId>,
}

/// A sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    /// Its name and place.
    pub declared: Declared,
    /// What it is made of; empty while nothing says it.
    pub parts: Vec<Part>,
}

/// A part of a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Integers.
    Integers,
    /// A name.
    Element(ElementId),
    /// Another sort, whole.
    Sort(SortId),
}

/// What a relation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelationKind {
    /// The solver decides.
    Unknown,
    /// Data.
    Given,
    /// Computed from data.
    Defined,
}

/// A relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Its name.
    pub name: Name,
    /// Where it is declared.
    pub place: Place,
    /// What it is.
    pub kind: RelationKind,
    /// Its argument places.
    pub columns: Vec<Column>,
    /// Whether it has atoms only where a guard holds.
    pub guarded: bool,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Where it is declared.
    pub place: Place,
    /// Its argument places.
    pub columns: Vec<Column>,
    /// The sort of its values; `None` where it is not known.
    pub result: Option<SortId>,
    /// Whether it has values only where a guard holds.
    pub guarded: bool,
}

/// An argument place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, if it has one.
    pub name: Option<Name>,
    /// Its sort; `None` where it is not known, or takes plain integers.
    pub sort: Option<SortId>,
    /// Where it is declared.
    pub place: Place,
}

/// What a name stands for, variables and sorts apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// A constant.
    Constant(ConstantId),
    /// An element of a sort.
    Element(ElementId),
    /// A relation.
    Relation(RelationId),
    /// A function.
    Function(FunctionId),
}

/// What a `var` says of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stem {
    /// It ranges over this sort.
    Sort(SortId),
    /// It is declared, with a sort that nothing declares.
    Broken,
}

impl Declarations {
    /// What the statements declare, and which declarations are in each other's way or name sorts
    /// that there are not.
    pub fn of<'a>(
        statements: impl IntoIterator<Item = (StatementId, &'a Statement)>,
    ) -> (Declarations, Vec<Problem>) {
        let statements: Vec<_> = statements.into_iter().collect();
        let mut collector = Collector::default();
        for &(id, statement) in &statements {
            collector.sorts_and_constants(id, statement);
        }
        for &(id, statement) in &statements {
            collector.others(id, statement);
        }
        definitions::infer(&mut collector.made, &statements);
        (collector.made, collector.problems)
    }

    /// The sort of a name.
    pub fn sort(&self, name: &str) -> Option<SortId> {
        self.sort_names.get(name).copied()
    }

    /// What a name stands for.
    pub fn meaning(&self, name: &str) -> Option<Meaning> {
        self.names.get(name).copied()
    }

    /// Where what a name stands for is declared.
    pub fn place(&self, meaning: Meaning) -> Place {
        match meaning {
            Meaning::Constant(id) => self.constants[id.index()].place,
            Meaning::Element(id) => self.elements[id.index()].place,
            Meaning::Relation(id) => self.relations[id.index()].place,
            Meaning::Function(id) => self.functions[id.index()].place,
        }
    }

    /// The names that may stand where a relation (`true`), or a term (`false`) belongs.
    pub fn names(&self, relations: bool) -> impl Iterator<Item = &Name> {
        self.names
            .iter()
            .filter(move |(_, meaning)| matches!(meaning, Meaning::Relation(_)) == relations)
            .map(|(name, _)| name)
    }

    /// What the `var` statements say of a variable: of its very name, or of the longest stem that
    /// digits or primes make it of.
    pub(super) fn stem(&self, variable: &str) -> Option<Stem> {
        let mut stem = variable;
        loop {
            if let Some(found) = self.stems.get(stem) {
                return Some(found.map_or(Stem::Broken, Stem::Sort));
            }
            let last = stem.chars().next_back()?;
            if !last.is_ascii_digit() && last != '\'' {
                return None;
            }
            stem = &stem[..stem.len() - last.len_utf8()];
        }
    }

    /// Whether a sort has integers; `None` while nothing says what it is made of.
    pub fn has_integers(&self, sort: SortId) -> Option<bool> {
        self.any_part(sort, &|part| matches!(part, Part::Integers))
    }

    /// Whether a sort has names; `None` while nothing says what it is made of.
    pub fn has_names(&self, sort: SortId) -> Option<bool> {
        self.any_part(sort, &|part| matches!(part, Part::Element(_)))
    }

    /// Whether the first sort is the second, or a union that holds it.
    pub fn holds(&self, whole: SortId, part: SortId) -> bool {
        whole == part
            || self.any_part(
                whole,
                &|found| matches!(found, Part::Sort(id) if *id == part),
            ) == Some(true)
    }

    /// Whether a term of this sort may stand where `place` belongs.
    pub fn fits(&self, found: TermSort, place: SortId) -> bool {
        match found {
            TermSort::Any => true,
            TermSort::Integer => self.has_integers(place) != Some(false),
            TermSort::Variable(sort) => self.holds(place, sort) || self.holds(sort, place),
            TermSort::Function(_, sort) => self.holds(place, sort),
            TermSort::Element(element) => {
                let is = |part: &Part| matches!(part, Part::Element(id) if *id == element);
                self.any_part(place, &is) != Some(false)
            }
        }
    }

    /// Whether the sort has such a part, looking through the sorts that it is made of.
    fn any_part(&self, sort: SortId, is: &impl Fn(&Part) -> bool) -> Option<bool> {
        let mut seen = vec![sort];
        let mut known = true;
        let mut next = 0;
        while let Some(&sort) = seen.get(next) {
            next += 1;
            let parts = &self.sorts[sort.index()].parts;
            known &= !parts.is_empty();
            for part in parts {
                if is(part) {
                    return Some(true);
                }
                if let Part::Sort(inner) = part
                    && !seen.contains(inner)
                {
                    seen.push(*inner);
                }
            }
        }
        known.then_some(false)
    }
}

#[derive(Default)]
struct Collector {
    made: Declarations,
    problems: Vec<Problem>,
    /// Where a stem of variables is declared.
    stem_places: FxHashMap<Name, Place>,
}

impl Collector {
    /// Sorts come first, because everything else names them, and constants, because a set may
    /// name them.
    fn sorts_and_constants(&mut self, id: StatementId, statement: &Statement) {
        match statement {
            Statement::Sort { name, elements } => self.sort(id, name, elements.as_ref()),
            Statement::Constant { name, value } => self.constant(id, name, value.is_some()),
            _ => {}
        }
    }

    fn sort(&mut self, id: StatementId, name: &Identifier, elements: Option<&Elements>) {
        let place = Place {
            statement: id,
            node: name.id,
        };
        let value = elements.map(|_| id);
        let next = SortId(self.made.sorts.len() as u32);
        let sort = *self
            .made
            .sort_names
            .entry(name.name.clone())
            .or_insert(next);
        if sort == next {
            self.made.sorts.push(Sort {
                declared: Declared {
                    name: name.name.clone(),
                    place,
                    value,
                },
                parts: Vec::new(),
            });
            return;
        }
        let declared = &mut self.made.sorts[sort.index()].declared;
        if declared.value.is_some() == value.is_some() {
            let first = declared.place;
            self.duplicate(place, name, first);
        } else {
            declared.value = declared.value.or(value);
        }
    }

    fn constant(&mut self, id: StatementId, name: &Identifier, has_value: bool) {
        let place = Place {
            statement: id,
            node: name.id,
        };
        let value = has_value.then_some(id);
        if let Some(Meaning::Constant(constant)) = self.made.meaning(&name.name) {
            let declared = &mut self.made.constants[constant.index()];
            if declared.value.is_some() == has_value {
                let first = declared.place;
                self.duplicate(place, name, first);
            } else {
                declared.value = declared.value.or(value);
            }
            return;
        }
        let constant = ConstantId(self.made.constants.len() as u32);
        if self.name(place, name, Meaning::Constant(constant)) {
            self.made.constants.push(Declared {
                name: name.name.clone(),
                place,
                value,
            });
        }
    }

    fn others(&mut self, id: StatementId, statement: &Statement) {
        match statement {
            Statement::Sort {
                name,
                elements: Some(elements),
            } => self.parts(id, name, elements),
            Statement::Variables { names, sort } => {
                let over = self.sort_named(id, sort);
                for name in names {
                    let place = Place {
                        statement: id,
                        node: name.id,
                    };
                    if let Some(&first) = self.stem_places.get(&name.name) {
                        self.duplicate(place, name, first);
                        continue;
                    }
                    self.stem_places.insert(name.name.clone(), place);
                    self.made.stems.insert(name.name.clone(), over);
                }
            }
            Statement::Declaration(declaration) => {
                let columns = self.columns(id, &declaration.columns);
                let guarded = declaration.guard.is_some();
                let name = &declaration.name;
                match &declaration.kind {
                    DeclarationKind::Function(result) => {
                        let result = self.sort_named(id, result);
                        self.function(id, name, columns, result, guarded);
                    }
                    DeclarationKind::Unknown => {
                        self.relation(id, name, RelationKind::Unknown, columns, guarded);
                    }
                    DeclarationKind::Given => {
                        self.relation(id, name, RelationKind::Given, columns, guarded);
                    }
                }
            }
            Statement::Definition {
                name, parameters, ..
            } => {
                let column = |parameter: &super::written::Binder| Column {
                    name: Some(parameter.variable.name.clone()),
                    sort: None,
                    place: Place {
                        statement: id,
                        node: parameter.variable.id,
                    },
                };
                let columns = parameters.iter().map(column).collect();
                self.relation(id, name, RelationKind::Defined, columns, false);
            }
            _ => {}
        }
    }

    fn parts(&mut self, id: StatementId, name: &Identifier, elements: &Elements) {
        let Some(sort) = self.made.sort(&name.name) else {
            return;
        };
        // A second list of elements is reported, and not read.
        if self.made.sorts[sort.index()].declared.value != Some(id) {
            return;
        }
        let mut parts = Vec::new();
        for part in &elements.parts {
            match part {
                Range::Interval { .. } => parts.push(Part::Integers),
                Range::Sort(name) => parts.extend(self.sort_named(id, name).map(Part::Sort)),
                Range::Set { elements, .. } => {
                    for element in elements {
                        parts.extend(self.element(id, element));
                    }
                }
            }
        }
        self.made.sorts[sort.index()].parts = parts;
    }

    fn element(&mut self, id: StatementId, element: &Element) -> Option<Part> {
        let Element::Name(name) = element else {
            return Some(Part::Integers);
        };
        if let Some(Meaning::Constant(_)) = self.made.meaning(&name.name) {
            return Some(Part::Integers);
        }
        let place = Place {
            statement: id,
            node: name.id,
        };
        let element = ElementId(self.made.elements.len() as u32);
        if !self.name(place, name, Meaning::Element(element)) {
            return None;
        }
        self.made.elements.push(Declared {
            name: name.name.clone(),
            place,
            value: None,
        });
        Some(Part::Element(element))
    }

    fn columns(&mut self, id: StatementId, columns: &[WrittenColumn]) -> Vec<Column> {
        let column = |column: &WrittenColumn| Column {
            name: column.name.as_ref().map(|name| name.name.clone()),
            sort: self.sort_named(id, &column.sort),
            place: Place {
                statement: id,
                node: column.sort.id,
            },
        };
        columns.iter().map(column).collect()
    }

    fn relation(
        &mut self,
        id: StatementId,
        name: &Identifier,
        kind: RelationKind,
        columns: Vec<Column>,
        guarded: bool,
    ) {
        let place = Place {
            statement: id,
            node: name.id,
        };
        let relation = RelationId(self.made.relations.len() as u32);
        if self.name(place, name, Meaning::Relation(relation)) {
            self.made.relations.push(Relation {
                name: name.name.clone(),
                place,
                kind,
                columns,
                guarded,
            });
        }
    }

    fn function(
        &mut self,
        id: StatementId,
        name: &Identifier,
        columns: Vec<Column>,
        result: Option<SortId>,
        guarded: bool,
    ) {
        let place = Place {
            statement: id,
            node: name.id,
        };
        let function = FunctionId(self.made.functions.len() as u32);
        if self.name(place, name, Meaning::Function(function)) {
            self.made.functions.push(Function {
                name: name.name.clone(),
                place,
                columns,
                result,
                guarded,
            });
        }
    }

    fn sort_named(&mut self, id: StatementId, name: &Identifier) -> Option<SortId> {
        let found = self.made.sort(&name.name);
        if found.is_none() {
            self.problems.push(Problem {
                place: Place {
                    statement: id,
                    node: name.id,
                },
                kind: ProblemKind::UnknownSort(name.name.clone()),
            });
        }
        found
    }

    /// Whether the name was free; what has it now is `meaning`.
    fn name(&mut self, place: Place, name: &Identifier, meaning: Meaning) -> bool {
        if let Some(&taken) = self.made.names.get(&name.name) {
            let first = self.made.place(taken);
            self.duplicate(place, name, first);
            return false;
        }
        self.made.names.insert(name.name.clone(), meaning);
        true
    }

    fn duplicate(&mut self, place: Place, name: &Identifier, first: Place) {
        self.problems.push(Problem {
            place,
            kind: ProblemKind::Duplicate {
                name: name.name.clone(),
                first,
            },
        });
    }
}
