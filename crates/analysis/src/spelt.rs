//! How values, terms and simple formulas of QPROP are spelt in messages.

use logic::Name;
use logic::formula::written::{Comparison, Operator};
use logic::formula::{
    Declarations, Domain, Formula, FormulaKind, SortId, Term, TermKind, Value, Variable,
};

use crate::wording::{joined, quoted};

/// How many elements of a sort are listed.
const LISTED: usize = 5;

/// Spells things as the files that declare them do.
#[derive(Clone, Copy)]
pub struct Spelt<'a> {
    declarations: &'a Declarations,
}

impl<'a> Spelt<'a> {
    /// The words of these declarations.
    pub fn new(declarations: &'a Declarations) -> Self {
        Self { declarations }
    }

    /// A value.
    pub fn value(&self, value: Value) -> String {
        match (value.as_integer(), value.as_element()) {
            (Some(integer), _) => integer.to_string(),
            (None, Some(element)) => self.declarations.elements[element.index()].name.to_string(),
            (None, None) => String::new(),
        }
    }

    /// A sort with its elements: "`edge`, which is 1..4".
    pub fn sort(&self, sort: SortId, domain: &Domain) -> String {
        let name = &self.declarations.sorts[sort.index()].declared.name;
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
    pub fn with_values(&self, values: &[(Name, Value)]) -> String {
        let words = values.iter();
        let words = words.map(|(name, value)| format!("{name} = {}", self.value(*value)));
        let words = quoted(words.collect::<Vec<_>>());
        if words.is_empty() {
            return String::new();
        }
        format!(" with {}", joined(&words, ", ", " and "))
    }

    /// A term of a statement that has these variables.
    pub fn term(&self, term: &Term, variables: &[Variable]) -> String {
        self.tied(term, variables, 0)
    }

    /// A term in parentheses, if it ties less than `least`.
    fn tied(&self, term: &Term, variables: &[Variable], least: u8) -> String {
        let declarations = self.declarations;
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
    pub fn simple(&self, formula: &Formula, variables: &[Variable]) -> Option<String> {
        match &formula.kind {
            FormulaKind::Atom(relation, args) => {
                let name = &self.declarations.relations[relation.index()].name;
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
