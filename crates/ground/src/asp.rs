//! Programs in the input language of clingo and gringo (Gebser et al., *Potassco User Guide*).
//!
//! Names that are no identifiers there are spelt as `x_` and their characters, those that are no
//! letters or digits as their code between underscores, so that different names stay different.
//! Numerals of rule sheets become integers, unless the program has integers of its own.

use std::fmt::{self, Write};

use logic::{GroundAtom, GroundTerm, Name};

use crate::program::{Atom, Clause, Comparison, Expr, Literal, Operator, Program};

/// What clingo has no words for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The place of the clause in the program.
    pub clause: usize,
}

/// Writes programs and atoms.
#[derive(Clone, Copy, Debug)]
pub struct Asp {
    /// Whether numerals are integers.
    numerals: bool,
}

impl Asp {
    /// The spelling for a program.
    pub fn of(program: &Program) -> Self {
        Self {
            numerals: !program.clauses.iter().any(has_integers),
        }
    }

    /// A whole program, one clause a line; disjunctions give a clause for each branch.
    ///
    /// # Errors
    /// Where a clause takes the minimum or maximum of two terms.
    pub fn program(&self, program: &Program) -> Result<String, Unsupported> {
        let mut out = String::new();
        for (index, clause) in program.clauses.iter().enumerate() {
            let written = self.clause(clause, &mut out);
            written.map_err(|fmt::Error| Unsupported { clause: index })?;
        }
        Ok(out)
    }

    /// An atom of a model.
    pub fn atom(&self, atom: &GroundAtom) -> String {
        let mut out = identifier(&atom.relation);
        // Writing to a string cannot fail.
        let _ = self.ground_args(&atom.args, &mut out);
        out
    }

    fn ground_args(&self, args: &[GroundTerm], out: &mut String) -> fmt::Result {
        let mut sign = '(';
        for arg in args {
            out.push(sign);
            sign = ',';
            match arg {
                GroundTerm::Integer(value) => write!(out, "{value}")?,
                GroundTerm::Constant(name) => out.push_str(&self.constant(name)),
                GroundTerm::Function(name, args) => {
                    out.push_str(&identifier(name));
                    self.ground_args(args, out)?;
                }
            }
        }
        out.push_str(if args.is_empty() { "" } else { ")" });
        Ok(())
    }

    fn clause(&self, clause: &Clause, out: &mut String) -> fmt::Result {
        let variables = variables(&clause.variables);
        for way in crate::normal::conjunction(&clause.body, true) {
            self.pattern(&clause.head, &variables, out)?;
            let mut sign = " :- ";
            for (literal, holds) in way {
                out.push_str(sign);
                sign = ", ";
                self.literal(literal, holds, &variables, out)?;
            }
            out.push_str(".\n");
        }
        Ok(())
    }

    fn literal(
        &self,
        literal: &Literal,
        holds: bool,
        variables: &[String],
        out: &mut String,
    ) -> fmt::Result {
        match literal {
            Literal::Atom(atom) => {
                out.push_str(if holds { "" } else { "not " });
                self.pattern(atom, variables, out)
            }
            Literal::Compare(comparison, a, b) => {
                let (sign, a, b) = match (comparison, holds) {
                    (Comparison::Equal, true) | (Comparison::NotEqual, false) => ("=", a, b),
                    (Comparison::NotEqual, true) | (Comparison::Equal, false) => ("!=", a, b),
                    (Comparison::Less, true) => ("<", a, b),
                    (Comparison::LessOrEqual, true) => ("<=", a, b),
                    (Comparison::Less, false) => ("<=", b, a),
                    (Comparison::LessOrEqual, false) => ("<", b, a),
                };
                self.expr(a, variables, out)?;
                out.push_str(sign);
                self.expr(b, variables, out)
            }
            Literal::Within(value, from, to) if holds => {
                self.expr(value, variables, out)?;
                out.push('=');
                self.expr(from, variables, out)?;
                out.push_str("..");
                self.expr(to, variables, out)
            }
            // Connectives were multiplied out.
            _ => Err(fmt::Error),
        }
    }

    fn pattern(&self, atom: &Atom, variables: &[String], out: &mut String) -> fmt::Result {
        out.push_str(&identifier(&atom.relation));
        self.args(&atom.args, variables, out)
    }

    fn args(&self, args: &[Expr], variables: &[String], out: &mut String) -> fmt::Result {
        let mut sign = '(';
        for arg in args {
            out.push(sign);
            sign = ',';
            self.expr(arg, variables, out)?;
        }
        out.push_str(if args.is_empty() { "" } else { ")" });
        Ok(())
    }

    fn expr(&self, expr: &Expr, variables: &[String], out: &mut String) -> fmt::Result {
        match expr {
            Expr::Variable(variable) => out.push_str(&variables[variable.0 as usize]),
            Expr::Constant(name) => out.push_str(&self.constant(name)),
            Expr::Integer(value) => write!(out, "{value}")?,
            Expr::Function(name, args) => {
                out.push_str(&identifier(name));
                self.args(args, variables, out)?;
            }
            Expr::Arithmetic(operator, operands) => {
                let sign = match operator {
                    Operator::Add => "+",
                    Operator::Subtract => "-",
                    Operator::Multiply => "*",
                    Operator::Divide => "/",
                    Operator::Modulo => "\\",
                    Operator::Minimum | Operator::Maximum => return Err(fmt::Error),
                };
                out.push('(');
                self.expr(&operands[0], variables, out)?;
                out.push_str(sign);
                self.expr(&operands[1], variables, out)?;
                out.push(')');
            }
        }
        Ok(())
    }

    fn constant(&self, name: &Name) -> String {
        let canonical = name
            .parse::<i32>()
            .is_ok_and(|value| value.to_string() == *name);
        if self.numerals && canonical {
            return name.to_string();
        }
        identifier(name)
    }
}

/// A name as an identifier.
fn identifier(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(plain)
        && !name.starts_with("x_")
        && name != "not"
    {
        return name.to_owned();
    }
    let mut out = "x_".to_owned();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "_{:x}_", u32::from(c));
        }
    }
    out
}

/// The variables of a clause: as they are written, in capitals, where that tells them apart.
fn variables(names: &[Name]) -> Vec<String> {
    let upper = |name: &Name| {
        let name = name.trim_start_matches(['?', '_']).to_uppercase();
        let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let fits = plain && name.starts_with(|c: char| c.is_ascii_uppercase());
        fits.then_some(name)
    };
    let capitals: Option<Vec<String>> = names.iter().map(upper).collect();
    if let Some(capitals) = capitals {
        let mut sorted = capitals.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() == names.len() {
            return capitals;
        }
    }
    (0..names.len()).map(|index| format!("V{index}")).collect()
}

fn has_integers(clause: &Clause) -> bool {
    fn expr(term: &Expr) -> bool {
        match term {
            Expr::Variable(_) | Expr::Constant(_) => false,
            Expr::Integer(_) | Expr::Arithmetic(..) => true,
            Expr::Function(_, args) => args.iter().any(expr),
        }
    }
    fn literal(part: &Literal) -> bool {
        match part {
            Literal::Atom(atom) => atom.args.iter().any(expr),
            Literal::Not(inner) => literal(inner),
            Literal::Compare(_, a, b) => expr(a) || expr(b),
            Literal::Within(..) => true,
            Literal::Or(parts) | Literal::And(parts) => parts.iter().any(literal),
        }
    }
    clause.head.args.iter().any(expr) || clause.body.iter().any(literal)
}

#[cfg(test)]
mod tests {
    use logic::samples::rules;

    use super::*;

    fn written(text: &str) -> String {
        let program = Program::of(&rules(text));
        Asp::of(&program).program(&program).unwrap()
    }

    #[test]
    fn literals_and_connectives() {
        let text = "p(X) :- q(X,Y), ~r(f(Y)), distinct(X,a), (s() | ~(t(X) | u(X))).";
        assert_eq!(
            written(text),
            "p(X) :- q(X,Y), not r(f(Y)), X!=a, s.\n\
             p(X) :- q(X,Y), not r(f(Y)), X!=a, not t(X), not u(X).\n"
        );
    }

    #[test]
    fn names_that_clingo_does_not_know() {
        assert_eq!(identifier("cell"), "cell");
        assert_eq!(identifier("noughtsAndCrosses_1"), "noughtsAndCrosses_1");
        assert_eq!(identifier("Cell"), "x_Cell");
        assert_eq!(identifier("a-b"), "x_a_2d_b");
        assert_eq!(identifier("a_2d_b"), "a_2d_b");
        assert_eq!(identifier("x_a"), "x_x_5f_a");
        assert_eq!(identifier("not"), "x_not");
        assert_eq!(identifier("_p"), "x__5f_p");
        assert_eq!(identifier("+"), "x__2b_");
    }

    #[test]
    fn numerals() {
        assert_eq!(written("p(1,01,f(100))."), "p(1,x_01,f(100)).\n");
        let mut program = Program::of(&rules("p(1)."));
        let clause = Clause {
            head: Atom {
                relation: "p".into(),
                args: [Expr::Integer(1)].into(),
            },
            body: Box::default(),
            variables: Box::default(),
        };
        program.clauses.push(clause);
        let written = Asp::of(&program).program(&program);
        assert_eq!(written.unwrap(), "p(x_1).\np(1).\n");
    }

    #[test]
    fn variables_that_capitals_do_not_tell_apart() {
        assert_eq!(variables(&["?x".into(), "?yY".into()]), ["X", "YY"]);
        assert_eq!(variables(&["?x".into(), "?X".into()]), ["V0", "V1"]);
        assert_eq!(variables(&["?1".into(), "?+".into()]), ["V0", "V1"]);
    }
}
