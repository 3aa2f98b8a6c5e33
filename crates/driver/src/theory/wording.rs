//! How values, atoms and statements of a theory are called.

use ground::formula::Atom;
use logic::VarId;
use logic::formula::{RelationId, Spec, Statement, StatementId, Value};

use super::Cause;

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
        match &self.spec.statement(id)?.statement {
            Statement::Constraint(name, _) => name.as_deref(),
            _ => None,
        }
    }

    /// Variables of a statement with their values, in order.
    pub fn binding(&self, id: StatementId, binding: &[(VarId, Value)]) -> Vec<(String, String)> {
        let Some(elaborated) = self.spec.statement(id) else {
            return Vec::new();
        };
        let named = binding.iter().map(|&(variable, value)| {
            let name = &elaborated.variables[variable.0 as usize].name;
            (name.to_string(), self.value(value))
        });
        named.collect()
    }

    /// Facts of given and defined relations.
    pub fn facts(&self, facts: &[(RelationId, Box<[Value]>)]) -> Vec<String> {
        let worded = facts.iter().map(|(relation, tuple)| {
            let name = &self.spec.declarations.relations[relation.index()].name;
            self.applied(name, tuple)
        });
        worded.collect()
    }

    /// "where x = 1, since nhbr(1, 2)": an instance of a constraint, up to `most` facts; nothing
    /// where it has no variables and rests on no data.
    pub fn cause(&self, cause: &Cause, most: usize) -> String {
        let binding = self.binding(cause.statement, &cause.binding);
        let pairs = binding
            .iter()
            .map(|(name, value)| format!("{name} = {value}"));
        let pairs: Vec<String> = pairs.collect();
        let mut facts = self.facts(&cause.facts);
        let more = facts.len().saturating_sub(most);
        facts.truncate(most);
        let mut words = Vec::new();
        if !pairs.is_empty() {
            words.push(format!("where {}", pairs.join(", ")));
        }
        if !facts.is_empty() {
            let more = match more {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            words.push(format!("since {}{more}", facts.join(", ")));
        }
        words.join(", ")
    }
}
