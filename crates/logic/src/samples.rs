//! Rules for tests, written in the infix spelling: `p(X) :- q(X,a), ~r(f(X)), (s() | t(X)).`
//! Propositions have empty parentheses. Also generators of small random rules.

use proptest::prelude::*;

use crate::{Atom, Literal, LiteralKind, Name, NodeId, Rule, Term, VarId};

/// One rule.
pub(crate) fn rule(text: &str) -> Rule {
    let [rule] = <[Rule; 1]>::try_from(rules(text)).expect("one rule");
    rule
}

/// A whole program.
pub(crate) fn rules(text: &str) -> Vec<Rule> {
    let text: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut reader = Reader {
        text,
        at: 0,
        next: 0,
        variables: Vec::new(),
    };
    let mut rules = Vec::new();
    while reader.at < reader.text.len() {
        rules.push(reader.rule());
    }
    rules
}

struct Reader {
    text: Vec<char>,
    at: usize,
    next: u32,
    variables: Vec<Name>,
}

impl Reader {
    fn rule(&mut self) -> Rule {
        self.next = 0;
        self.variables.clear();
        let head = self.atom();
        let mut body = Vec::new();
        if self.eat(":-") {
            body.push(self.literal());
            while self.eat(",") {
                body.push(self.literal());
            }
        }
        assert!(self.eat("."), "a full stop after a rule");
        Rule {
            head,
            body: body.into(),
            variables: self.variables.clone().into(),
        }
    }

    fn literal(&mut self) -> Literal {
        let id = NodeId(self.next);
        if self.eat("~") {
            self.next += 1;
            return Literal {
                id,
                kind: LiteralKind::Not(Box::new(self.literal())),
            };
        }
        if self.eat("(") {
            self.next += 1;
            let mut branches = vec![self.literal()];
            while self.eat("|") {
                branches.push(self.literal());
            }
            assert!(self.eat(")"));
            return Literal {
                id,
                kind: LiteralKind::Or(branches.into()),
            };
        }
        let atom = self.atom();
        let kind = if atom.relation == "distinct" {
            LiteralKind::Distinct(atom.args)
        } else {
            LiteralKind::Atom(atom)
        };
        Literal { id, kind }
    }

    fn atom(&mut self) -> Atom {
        let id = self.id();
        let relation = self.name();
        Atom {
            id,
            relation,
            args: self.args(),
        }
    }

    fn args(&mut self) -> Box<[Term]> {
        let mut args = Vec::new();
        assert!(self.eat("("), "an argument list");
        while !self.eat(")") {
            args.push(self.term());
            self.eat(",");
        }
        args.into()
    }

    fn term(&mut self) -> Term {
        let id = self.id();
        let name = self.name();
        if name.starts_with(char::is_uppercase) {
            let known = self.variables.iter().position(|known| *known == name);
            let variable = known.unwrap_or_else(|| {
                self.variables.push(name);
                self.variables.len() - 1
            });
            return Term::Variable {
                id,
                variable: VarId(variable as u32),
            };
        }
        if self.text.get(self.at) == Some(&'(') {
            return Term::Function {
                id,
                name,
                args: self.args(),
            };
        }
        Term::Constant { id, name }
    }

    fn name(&mut self) -> Name {
        let from = self.at;
        while self.text.get(self.at).is_some_and(|c| c.is_alphanumeric()) {
            self.at += 1;
        }
        assert!(from < self.at, "a name at {:?}", &self.text[from..]);
        self.text[from..self.at].iter().copied().collect()
    }

    fn id(&mut self) -> NodeId {
        self.next += 1;
        NodeId(self.next - 1)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.text[self.at..]
            .iter()
            .copied()
            .take(sign.len())
            .eq(sign.chars());
        if found {
            self.at += sign.len();
        }
        found
    }
}

/// Terms over `a`, `b`, the variables `X`, `Y`, `Z` and functions `f/1` and `g/2`.
pub(crate) fn term_text() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["a", "b", "X", "Y", "Z"]).prop_map(str::to_owned);
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|arg| format!("f({arg})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("g({a},{b})")),
        ]
    })
}
