//! Lowered logic written down again, in the spelling of a file.

use std::fmt::Write as _;

use logic::{Atom, Literal, LiteralKind, Name, Rule, Term};
use syntax::Dialect;

/// How a file spells what was lowered from it: for messages and for the text of fixes.
/// Variables are written as they were read, under the names that a rule keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spelling(Dialect);

impl Spelling {
    /// The spelling of files of this dialect.
    pub fn of(dialect: Dialect) -> Self {
        Self(dialect)
    }

    /// The dialect.
    pub fn dialect(self) -> Dialect {
        self.0
    }

    /// A constant, in quotes where the dialect wants them.
    pub fn name(self, name: &str) -> String {
        written(|out| self.write_name(out, name))
    }

    /// A variable whose name begins with an underscore, given without the `?` of KIF.
    pub fn variable(self, name: &str) -> String {
        let in_name = |character: char| character.is_alphanumeric() || character == '_';
        match self.0 {
            Dialect::Hrf if name.chars().all(in_name) => name.to_owned(),
            Dialect::Qprop => name.to_owned(),
            Dialect::Kif | Dialect::Hrf => format!("?{name}"),
        }
    }

    /// A disjunction, for messages: what stands behind "this".
    pub fn disjunction(self) -> &'static str {
        match self.0 {
            Dialect::Kif | Dialect::Qprop => "`or`",
            Dialect::Hrf => "disjunction",
        }
    }

    /// A term of a rule with these variables.
    pub fn term(self, term: &Term, variables: &[Name]) -> String {
        written(|out| self.write_term(out, term, variables))
    }

    /// The negation of an atom that is written already.
    pub fn negated(self, atom: &str) -> String {
        match self.0 {
            Dialect::Kif => format!("(not {atom})"),
            Dialect::Hrf => format!("~{atom}"),
            Dialect::Qprop => format!("not {atom}"),
        }
    }

    /// An atom of a rule with these variables.
    pub fn atom(self, atom: &Atom, variables: &[Name]) -> String {
        written(|out| self.write_application(out, &atom.relation, &atom.args, variables))
    }

    /// A literal of a rule with these variables.
    pub fn literal(self, literal: &Literal, variables: &[Name]) -> String {
        written(|out| self.write_literal(out, literal, variables))
    }

    /// A whole rule or fact, on one line.
    pub fn rule(self, rule: &Rule) -> String {
        let variables = &rule.variables;
        let head = self.atom(&rule.head, variables);
        if rule.body.is_empty() {
            return head;
        }
        let body: Vec<_> = rule
            .body
            .iter()
            .map(|part| self.literal(part, variables))
            .collect();
        match self.0 {
            Dialect::Kif => format!("(<= {head} {})", body.join(" ")),
            Dialect::Hrf => format!("{head} :- {}", body.join(" & ")),
            Dialect::Qprop => format!("define {head} iff {}", body.join(" and ")),
        }
    }

    /// How negation is written in front of or around something: "`not`" or "`~`".
    pub fn negation(self) -> &'static str {
        match self.0 {
            Dialect::Kif | Dialect::Qprop => "not",
            Dialect::Hrf => "~",
        }
    }

    /// What a comment starts with.
    pub fn comment(self) -> &'static str {
        match self.0 {
            Dialect::Kif => ";",
            Dialect::Hrf => "%",
            Dialect::Qprop => "//",
        }
    }

    fn write_name(self, out: &mut String, name: &str) {
        if self.0 == Dialect::Hrf && !is_bare(name) {
            out.push('\'');
            out.push_str(&name.replace('\'', "''"));
            out.push('\'');
        } else {
            out.push_str(name);
        }
    }

    fn write_term(self, out: &mut String, term: &Term, variables: &[Name]) {
        match term {
            Term::Constant { name, .. } => self.write_name(out, name),
            Term::Variable { variable, .. } => match variables.get(variable.0 as usize) {
                Some(name) => out.push_str(name),
                // Only where the term is of another rule than the names.
                None => _ = write!(out, "?{}", variable.0),
            },
            Term::Function { name, args, .. } => {
                self.write_application(out, name, args, variables);
            }
        }
    }

    fn write_application(self, out: &mut String, name: &str, args: &[Term], variables: &[Name]) {
        if args.is_empty() {
            return self.write_name(out, name);
        }
        match self.0 {
            Dialect::Kif => {
                out.push('(');
                self.write_name(out, name);
                for arg in args {
                    out.push(' ');
                    self.write_term(out, arg, variables);
                }
            }
            Dialect::Hrf | Dialect::Qprop => {
                let comma = if self.0 == Dialect::Hrf { "," } else { ", " };
                self.write_name(out, name);
                for (index, arg) in args.iter().enumerate() {
                    out.push_str(if index == 0 { "(" } else { comma });
                    self.write_term(out, arg, variables);
                }
            }
        }
        out.push(')');
    }

    fn write_literal(self, out: &mut String, literal: &Literal, variables: &[Name]) {
        match &literal.kind {
            LiteralKind::Atom(atom) => {
                self.write_application(out, &atom.relation, &atom.args, variables);
            }
            LiteralKind::Distinct(terms) => match self.0 {
                Dialect::Qprop => {
                    for (index, term) in terms.iter().enumerate() {
                        if index > 0 {
                            out.push_str(" != ");
                        }
                        self.write_term(out, term, variables);
                    }
                }
                Dialect::Kif => self.write_application(out, "distinct", terms, variables),
                Dialect::Hrf => {
                    out.push_str("distinct(");
                    for (index, term) in terms.iter().enumerate() {
                        if index > 0 {
                            out.push(',');
                        }
                        self.write_term(out, term, variables);
                    }
                    out.push(')');
                }
            },
            LiteralKind::Not(inner) => match self.0 {
                Dialect::Kif => {
                    self.write_connective(out, "not", std::slice::from_ref(&**inner), variables);
                }
                Dialect::Hrf => {
                    out.push('~');
                    self.write_literal(out, inner, variables);
                }
                Dialect::Qprop => {
                    out.push_str("not ");
                    self.write_literal(out, inner, variables);
                }
            },
            LiteralKind::Or(parts) => match self.0 {
                Dialect::Kif => self.write_connective(out, "or", parts, variables),
                Dialect::Hrf => self.write_infix(out, " | ", parts, variables),
                Dialect::Qprop => self.write_infix(out, " or ", parts, variables),
            },
            LiteralKind::And(parts) => match self.0 {
                Dialect::Kif => self.write_connective(out, "and", parts, variables),
                Dialect::Hrf => self.write_infix(out, " & ", parts, variables),
                Dialect::Qprop => self.write_infix(out, " and ", parts, variables),
            },
        }
    }

    fn write_connective(self, out: &mut String, sign: &str, parts: &[Literal], variables: &[Name]) {
        out.push('(');
        out.push_str(sign);
        for part in parts {
            out.push(' ');
            self.write_literal(out, part, variables);
        }
        out.push(')');
    }

    fn write_infix(self, out: &mut String, sign: &str, parts: &[Literal], variables: &[Name]) {
        out.push('(');
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                out.push_str(sign);
            }
            self.write_literal(out, part, variables);
        }
        out.push(')');
    }
}

fn written(write: impl FnOnce(&mut String)) -> String {
    let mut out = String::new();
    write(&mut out);
    out
}

/// Whether HRF reads `name` as a name without quotes.
fn is_bare(name: &str) -> bool {
    let first = name.chars().next();
    first.is_some_and(|c| c.is_lowercase() || c.is_numeric())
        && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !matches!(name, "not" | "distinct")
}

/// The name that a quoted name stands for: without its quotes, doubled ones single.
pub(crate) fn unquote(text: &str) -> Name {
    let inner = text.strip_prefix('\'').unwrap_or(text);
    let inner = inner.strip_suffix('\'').unwrap_or(inner);
    if inner.contains('\'') {
        Name::from(inner.replace("''", "'"))
    } else {
        Name::new(inner)
    }
}
