//! Ground formulas in words: atoms as `l#1#2`, and as many parentheses as are needed.

use ground::formula::{Atom, Expanded, ExpandedSum, Grounded, Summand};
use logic::formula::written::Comparison;
use logic::formula::{FunctionId, Spec, Value};

use super::Wording;

/// How tightly the outermost sign of a formula binds; a greater one needs no parentheses in a
/// smaller one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Iff,
    Implies,
    Or,
    And,
    Not,
    Atom,
}

/// Calls atoms and formulas.
pub struct Words<'a> {
    wording: Wording<'a>,
    spec: &'a Spec,
}

impl<'a> Words<'a> {
    /// The words of a spec.
    pub fn new(spec: &'a Spec) -> Self {
        Self {
            wording: Wording::new(spec),
            spec,
        }
    }

    /// A clause: `not l#1#1 or not l#1#2`.
    pub fn clause(&self, grounded: &Grounded<'_>, clause: &[i32]) -> String {
        if clause.is_empty() {
            return "false".to_owned();
        }
        let literal = |&literal: &i32| {
            let word = self.number(grounded, literal.unsigned_abs());
            if literal < 0 {
                format!("not {word}")
            } else {
                word
            }
        };
        clause.iter().map(literal).collect::<Vec<_>>().join(" or ")
    }

    fn number(&self, grounded: &Grounded<'_>, number: u32) -> String {
        match grounded.atom(number) {
            Some(atom) => self.atom(&atom),
            None => format!("_{}", number - grounded.atoms().len()),
        }
    }

    /// An atom: `l#1#2`, `at#1=2`.
    pub fn atom(&self, atom: &Atom) -> String {
        let declarations = &self.spec.declarations;
        match atom {
            Atom::Relation(id, tuple) => {
                self.subscripted(&declarations.relations[id.index()].name, tuple)
            }
            Atom::Value(id, tuple, value) => {
                let name = &declarations.functions[id.index()].name;
                format!(
                    "{}={}",
                    self.subscripted(name, tuple),
                    self.wording.value(*value)
                )
            }
        }
    }

    fn subscripted(&self, name: &str, tuple: &[Value]) -> String {
        let mut word = name.to_owned();
        for &value in tuple {
            word.push('#');
            word.push_str(&self.wording.value(value));
        }
        word
    }

    /// A formula.
    pub fn formula(&self, grounded: &Grounded<'_>, formula: &Expanded) -> String {
        self.tight(grounded, formula, Tightness::Iff)
    }

    fn tight(&self, grounded: &Grounded<'_>, formula: &Expanded, least: Tightness) -> String {
        let joined = |parts: &[Expanded], word: &str, inner: Tightness| {
            let parts = parts.iter().map(|part| self.tight(grounded, part, inner));
            parts.collect::<Vec<_>>().join(word)
        };
        let (text, own) = match formula {
            Expanded::Truth(truth) => (truth.to_string(), Tightness::Atom),
            Expanded::Atom(number) => (self.number(grounded, *number), Tightness::Atom),
            Expanded::Not(part) => (
                format!("not {}", self.tight(grounded, part, Tightness::Not)),
                Tightness::Not,
            ),
            Expanded::And(parts) => (joined(parts, " and ", Tightness::Not), Tightness::And),
            Expanded::Or(parts) => (joined(parts, " or ", Tightness::And), Tightness::Or),
            Expanded::Implies(parts) => {
                let premise = self.tight(grounded, &parts[0], Tightness::Or);
                let conclusion = self.tight(grounded, &parts[1], Tightness::Or);
                (
                    format!("{premise} implies {conclusion}"),
                    Tightness::Implies,
                )
            }
            Expanded::Iff(parts) => (
                joined(&**parts, " iff ", Tightness::Implies),
                Tightness::Iff,
            ),
            Expanded::Same(sides, equal) => {
                let sign = if *equal { "=" } else { "=/=" };
                let side = |(id, tuple): &(FunctionId, Box<[Value]>)| {
                    self.subscripted(&self.spec.declarations.functions[id.index()].name, tuple)
                };
                let text = format!("{} {sign} {}", side(&sides[0]), side(&sides[1]));
                (text, Tightness::Not)
            }
            Expanded::Count(comparison, bound, parts) => {
                let inner = joined(parts, ", ", Tightness::Iff);
                (
                    format!("{} of {{{inner}}}", times(*comparison, *bound)),
                    Tightness::Atom,
                )
            }
            Expanded::Sum(comparison, sum) => (
                format!(
                    "{} {} {}",
                    self.sum(grounded, sum),
                    sign(*comparison),
                    -sum.constant
                ),
                Tightness::Not,
            ),
        };
        if own < least {
            format!("({text})")
        } else {
            text
        }
    }

    /// A sum without what is known of it.
    fn sum(&self, grounded: &Grounded<'_>, sum: &ExpandedSum) -> String {
        let mut out = String::new();
        for (factor, part) in &sum.parts {
            let (sign, size) = if *factor < 0 {
                ("-", -factor)
            } else {
                ("+", *factor)
            };
            if !out.is_empty() {
                out.push_str(&format!(" {sign} "));
            } else if sign == "-" {
                out.push('-');
            }
            if size != 1 {
                out.push_str(&format!("{size} * "));
            }
            match part {
                Summand::Holds(formula) => {
                    out.push_str(&format!("[{}]", self.formula(grounded, formula)));
                }
                Summand::Value(id, tuple) => {
                    let name = &self.spec.declarations.functions[id.index()].name;
                    out.push_str(&self.subscripted(name, tuple));
                }
                Summand::Where(formula, inner) => {
                    let condition = self.formula(grounded, formula);
                    let mut value = self.sum(grounded, inner);
                    match (value.is_empty(), inner.constant) {
                        (true, constant) => value = constant.to_string(),
                        (false, 0) => {}
                        (false, constant) => value.push_str(&format!(" + {constant}")),
                    }
                    out.push_str(&format!("[{condition}] * ({value})"));
                }
            }
        }
        if out.is_empty() { "0".to_owned() } else { out }
    }
}

fn times(comparison: Comparison, bound: i64) -> String {
    match comparison {
        Comparison::Equal => format!("exactly {bound}"),
        Comparison::NotEqual => format!("not exactly {bound}"),
        Comparison::GreaterOrEqual => format!("atleast {bound}"),
        Comparison::Greater => format!("atleast {}", bound.saturating_add(1)),
        Comparison::LessOrEqual => format!("atmost {bound}"),
        Comparison::Less => format!("atmost {}", bound.saturating_sub(1)),
    }
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "=/=",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}
