//! How values, atoms and statements of a theory are called.

use analysis::Spelt;
use ground::formula::Atom;
use logic::formula::{Formula, RelationId, Spec, Statement, StatementId, Term, Value, Variable};
use logic::{Name, VarId};

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
        self.spelt().value(value)
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

    /// An atom without the value of its function: `f(1)`.
    pub fn place(&self, atom: &Atom) -> String {
        match atom {
            Atom::Relation(..) => self.atom(atom),
            Atom::Value(function, tuple, _) => {
                let name = &self.spec.declarations.functions[function.index()].name;
                self.applied(name, tuple)
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

    /// " with `x = 1` and `y = 2`".
    pub(crate) fn with_values(&self, values: &[(Name, Value)]) -> String {
        self.spelt().with_values(values)
    }

    /// A term of a statement that has these variables.
    pub(crate) fn term(&self, term: &Term, variables: &[Variable]) -> String {
        self.spelt().term(term, variables)
    }

    /// An atom or a comparison; of what is more than that `None`.
    pub(crate) fn simple(&self, formula: &Formula, variables: &[Variable]) -> Option<String> {
        self.spelt().simple(formula, variables)
    }

    /// The same words for whoever knows declarations alone.
    pub(crate) fn spelt(&self) -> Spelt<'a> {
        Spelt::new(&self.spec.declarations)
    }
}
