//! How values, atoms and statements of a theory are called.

use analysis::wording::{joined, quoted};
use ground::formula::Atom;
use logic::formula::written::{Comparison, Operator};
use logic::formula::{
    Formula, FormulaKind, Instance, RelationId, SortId, Spec, Statement, StatementId, Term,
    TermKind, Value, Variable,
};
use logic::{Name, VarId};

use super::Cause;

/// How many elements of a sort are listed.
const LISTED: usize = 5;

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

    /// A sort with its elements: "`edge`, which is 1..4".
    pub(crate) fn sort(&self, sort: SortId, instance: &Instance) -> String {
        let name = &self.spec.declarations.sorts[sort.index()].declared.name;
        let domain = instance.domain(sort);
        let elements = match domain.as_interval() {
            Some((low, high)) if low == high => low.to_string(),
            Some((low, high)) => format!("{low}..{high}"),
            None if domain.is_empty() => "empty".to_owned(),
            None => {
                let first = domain.values().iter().take(LISTED);
                let mut words: Vec<String> = first.map(|&value| self.value(value)).collect();
                if domain.len() > LISTED {
                    words.push("…".to_owned());
                }
                format!("{{{}}}", words.join(", "))
            }
        };
        format!("`{name}`, which is {elements}")
    }

    /// " with `x = 1` and `y = 2`".
    pub(crate) fn with_values(&self, values: &[(Name, Value)]) -> String {
        let words = values.iter();
        let words = words.map(|(name, value)| format!("{name} = {}", self.value(*value)));
        let words = quoted(words.collect::<Vec<_>>());
        if words.is_empty() {
            return String::new();
        }
        format!(" with {}", joined(&words, ", ", " and "))
    }

    /// A term of a statement that has these variables.
    pub(crate) fn term(&self, term: &Term, variables: &[Variable]) -> String {
        self.tied(term, variables, 0)
    }

    /// A term in parentheses, if it ties less than `least`.
    fn tied(&self, term: &Term, variables: &[Variable], least: u8) -> String {
        let declarations = &self.spec.declarations;
        let list = |terms: &[Term]| {
            let words: Vec<String> = terms.iter().map(|t| self.term(t, variables)).collect();
            words.join(", ")
        };
        match &term.kind {
            TermKind::Integer(value) => value.to_string(),
            TermKind::Element(id) => declarations.elements[id.index()].name.to_string(),
            TermKind::Constant(id) => declarations.constants[id.index()].name.to_string(),
            TermKind::Variable(id) => variables[id.0 as usize].name.to_string(),
            TermKind::Apply(id, args) => {
                let name = &declarations.functions[id.index()].name;
                if args.is_empty() {
                    name.to_string()
                } else {
                    format!("{name}({})", list(args))
                }
            }
            TermKind::Arithmetic(operator, operands) => {
                let (sign, own) = match operator {
                    Operator::Add => ("+", 1),
                    Operator::Subtract => ("-", 1),
                    Operator::Multiply => ("*", 2),
                    Operator::Divide => ("div", 2),
                    Operator::Modulo => ("mod", 2),
                };
                let first = self.tied(&operands[0], variables, own);
                let second = self.tied(&operands[1], variables, own + 1);
                let text = format!("{first} {sign} {second}");
                if own < least {
                    format!("({text})")
                } else {
                    text
                }
            }
            TermKind::Absolute(operand) => format!("abs({})", self.term(operand, variables)),
            TermKind::Minimum(operands) => format!("min({})", list(operands)),
            TermKind::Maximum(operands) => format!("max({})", list(operands)),
            TermKind::Count(..) => "count(…)".to_owned(),
            TermKind::Sum(..) => "sum(…)".to_owned(),
        }
    }

    /// An atom or a comparison; of what is more than that `None`.
    pub(crate) fn simple(&self, formula: &Formula, variables: &[Variable]) -> Option<String> {
        match &formula.kind {
            FormulaKind::Atom(relation, args) => {
                let name = &self.spec.declarations.relations[relation.index()].name;
                let words: Vec<String> = args.iter().map(|t| self.term(t, variables)).collect();
                Some(if words.is_empty() {
                    name.to_string()
                } else {
                    format!("{name}({})", words.join(", "))
                })
            }
            FormulaKind::Compare(terms, comparison) => {
                let sign = match comparison {
                    Comparison::Equal => "=",
                    Comparison::NotEqual => "=/=",
                    Comparison::Less => "<",
                    Comparison::LessOrEqual => "<=",
                    Comparison::Greater => ">",
                    Comparison::GreaterOrEqual => ">=",
                };
                let [a, b] = &**terms;
                let (a, b) = (self.term(a, variables), self.term(b, variables));
                Some(format!("{a} {sign} {b}"))
            }
            FormulaKind::Not(part) => {
                let part = self.simple(part, variables)?;
                Some(format!("not {part}"))
            }
            _ => None,
        }
    }
}
