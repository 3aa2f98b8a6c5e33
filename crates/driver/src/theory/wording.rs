//! How values, atoms and statements of a theory are called.

use ground::formula::Atom;
use logic::formula::{Spec, Statement, StatementId, Value};

/// Calls things as the files do.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    spec: &'a Spec,
}

impl<'a> Wording<'a> {
    /// The words of a spec.
    pub fn new(spec: &'a Spec) -> Self {
        Self { spec }
    }

    /// A value.
    pub fn value(&self, value: Value) -> String {
        match (value.as_integer(), value.as_element()) {
            (Some(integer), _) => integer.to_string(),
            (None, Some(element)) => self.spec.declarations.elements[element.index()]
                .name
                .to_string(),
            (None, None) => String::new(),
        }
    }

    /// `p(1, a)`; a name alone where there are no arguments.
    pub fn applied(&self, name: &str, tuple: &[Value]) -> String {
        if tuple.is_empty() {
            return name.to_owned();
        }
        let values: Vec<String> = tuple.iter().map(|&value| self.value(value)).collect();
        format!("{name}({})", values.join(", "))
    }

    /// An atom: `p(1, a)`, `f(1) = a`.
    pub fn atom(&self, atom: &Atom) -> String {
        let declarations = &self.spec.declarations;
        match atom {
            Atom::Relation(relation, tuple) => {
                self.applied(&declarations.relations[relation.index()].name, tuple)
            }
            Atom::Value(function, tuple, value) => {
                let name = &declarations.functions[function.index()].name;
                format!("{} = {}", self.applied(name, tuple), self.value(*value))
            }
        }
    }

    /// The name of a rule, if it has one.
    pub fn rule(&self, id: StatementId) -> Option<&'a str> {
        let found = self
            .spec
            .statements
            .iter()
            .find(|(other, _)| *other == id)?;
        match &found.1.statement {
            Statement::Constraint(name, _) => name.as_deref(),
            _ => None,
        }
    }
}
