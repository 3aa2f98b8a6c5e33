//! Variables: where they are bound, and what they range over.

use super::Elaborator;
use crate::formula::core::{Bound, Range, SortId, Variable};
use crate::formula::declarations::{Meaning, Part, Stem, annotation};
use crate::formula::problem::{Place, ProblemKind, TermSort};
use crate::formula::uses::{bare_uses, has_lost_use};
use crate::formula::written::{self, Annotation, Binder, Element, Expr, Identifier};
use crate::{Name, NodeId, VarId};

impl Elaborator<'_> {
    /// Binds variables; `parts` are the expressions in which they stand.
    pub(super) fn bind(&mut self, binders: &[Binder], parts: &[&Expr]) -> Box<[Bound]> {
        let mut bound = Vec::new();
        for (place, binder) in binders.iter().enumerate() {
            let over = annotation(binders, place);
            let own = binder.annotation.is_some();
            bound.push(self.bind_one(&binder.variable, over, own, parts));
        }
        bound.into()
    }

    fn bind_one(
        &mut self,
        name: &Identifier,
        over: Option<&Annotation>,
        own: bool,
        parts: &[&Expr],
    ) -> Bound {
        let problems = self.problems.len();
        let (sort, range) = self.ranges_over(name, over, parts);
        if !own {
            // What is wrong with an annotation is told where it stands.
            self.problems
                .truncate(problems + usize::from(over.is_none()));
        }
        self.shadows(name);
        let variable = self.enter(name, sort);
        if over.is_some() && !own {
            self.covered.push(variable);
        }
        Bound { variable, range }
    }

    /// Makes a variable and binds it.
    pub(super) fn enter(&mut self, name: &Identifier, sort: TermSort) -> VarId {
        let variable = VarId(self.variables.len() as u32);
        let known = match sort {
            TermSort::Variable(sort) => Some(sort),
            _ => None,
        };
        self.variables.push(Variable {
            name: name.name.clone(),
            id: name.id,
            sort: known,
        });
        self.sorts.push(sort);
        self.used.push(false);
        self.scope.push(variable);
        variable
    }

    /// Unbinds the variables that were bound since the scope was as long as this, and reports
    /// those that nothing used.
    pub(super) fn leave(&mut self, mark: usize) {
        for variable in self.scope.split_off(mark) {
            let Variable { name, id, .. } = &self.variables[variable.0 as usize];
            if !self.used[variable.0 as usize] && !name.starts_with('_') {
                self.warn(*id, ProblemKind::Unused(name.clone()));
            }
        }
    }

    fn shadows(&mut self, name: &Identifier) {
        let hidden = match self.variable(&name.name) {
            Some(outer) => Some(Place {
                statement: self.statement,
                node: self.variables[outer.0 as usize].id,
            }),
            None => match self.declarations.meaning(&name.name) {
                Some(meaning @ (Meaning::Constant(_) | Meaning::Element(_))) => {
                    Some(self.declarations.place(meaning))
                }
                _ => None,
            },
        };
        if hidden.is_some() {
            let kind = ProblemKind::Shadowed {
                name: name.name.clone(),
                hidden,
            };
            self.warn(name.id, kind);
        }
    }

    /// The sort of a variable, and the range that restricts it.
    fn ranges_over(
        &mut self,
        name: &Identifier,
        over: Option<&Annotation>,
        parts: &[&Expr],
    ) -> (TermSort, Option<Range>) {
        match over {
            Some(Annotation::Sort(sort)) => (self.sort_or_any(sort), None),
            Some(Annotation::In(range)) => match &**range {
                written::Range::Sort(sort) => (self.sort_or_any(sort), None),
                _ => {
                    let sort = match self.declarations.stem(&name.name) {
                        Some(Stem::Sort(sort)) => TermSort::Variable(sort),
                        Some(Stem::Broken) => self.broken(),
                        None => self.sort_of_elements(range),
                    };
                    (sort, self.range(range))
                }
            },
            None => (self.sort_without_annotation(name, parts), None),
        }
    }

    pub(super) fn sort_without_annotation(
        &mut self,
        name: &Identifier,
        parts: &[&Expr],
    ) -> TermSort {
        match self.declarations.stem(&name.name) {
            Some(Stem::Sort(sort)) => return TermSort::Variable(sort),
            Some(Stem::Broken) => return self.broken(),
            None => {}
        }
        let uses = bare_uses(self.declarations, &name.name, parts);
        match uses.first() {
            Some(&(_, first)) if uses.iter().all(|&(_, sort)| sort == first) => {
                TermSort::Variable(first)
            }
            None if has_lost_use(self.declarations, &name.name, parts) => self.broken(),
            _ => self.ambiguous(name.id, &name.name, uses),
        }
    }

    pub(super) fn ambiguous(
        &mut self,
        id: NodeId,
        name: &Name,
        uses: Vec<(NodeId, SortId)>,
    ) -> TermSort {
        let variable = name.clone();
        self.error(id, ProblemKind::AmbiguousSort { variable, uses });
        TermSort::Any
    }

    /// What a variable ranges over is reported elsewhere.
    fn broken(&mut self) -> TermSort {
        self.is_whole = false;
        TermSort::Any
    }

    /// Integers have no sort; a name has that of the set that lists it.
    fn sort_of_elements(&self, range: &written::Range) -> TermSort {
        let written::Range::Set { elements, .. } = range else {
            return TermSort::Integer;
        };
        let Some(Element::Name(first)) = elements.first() else {
            return TermSort::Integer;
        };
        let Some(Meaning::Element(element)) = self.declarations.meaning(&first.name) else {
            return TermSort::Integer;
        };
        let lists = |parts: &[Part]| parts.contains(&Part::Element(element));
        let mut sorts = self.declarations.sorts.iter();
        match sorts.position(|sort| lists(&sort.parts)) {
            Some(sort) => TermSort::Variable(SortId(sort as u32)),
            None => TermSort::Integer,
        }
    }

    fn sort_or_any(&mut self, name: &Identifier) -> TermSort {
        match self.sort(name) {
            Some(sort) => TermSort::Variable(sort),
            None => TermSort::Any,
        }
    }

    pub(super) fn sort(&mut self, name: &Identifier) -> Option<SortId> {
        let found = self.declarations.sort(&name.name);
        if found.is_none() {
            self.error(name.id, ProblemKind::UnknownSort(name.name.clone()));
        }
        found
    }
}
