//! Rules for tests (feature `samples`), written in the infix spelling: `p(X) :- q(X,a), ~r(f(X)), (s() | t(X)).`
//! Propositions have empty parentheses. Also generators of small random rules.

use proptest::prelude::*;

use crate::{Atom, Literal, LiteralKind, Name, NodeId, Rule, Term, VarId};

/// One rule.
///
/// # Panics
/// If the text is not one rule.
pub fn rule(text: &str) -> Rule {
    let [rule] = <[Rule; 1]>::try_from(rules(text)).expect("one rule");
    rule
}

/// A whole program.
///
/// # Panics
/// If the text is no program.
pub fn rules(text: &str) -> Vec<Rule> {
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
pub fn term_text() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["a", "b", "X", "Y", "Z"]).prop_map(str::to_owned);
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|arg| format!("f({arg})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("g({a},{b})")),
        ]
    })
}

/// Programs of some safe rules, over the relations `c/1`, `d/2` (facts), `e/2` (empty),
/// `z/0`, `p/1`, `q/1`, `r/2`, `s/2` (recursive, with negation), `t/1`, `u/2` (whose arguments may
/// be functions) and `v/1`, `w/2` (which take those apart). Functions do not nest, so that the
/// models are finite; whether there are strata is left to chance.
pub fn program() -> impl Strategy<Value = String> {
    let rule = prop::collection::vec(any::<u8>(), 24).prop_map(|bytes| rule_text(&bytes));
    let facts = prop::sample::subsequence(
        vec![
            "c(a).",
            "c(b).",
            "c(k).",
            "d(a,b).",
            "d(b,k).",
            "d(k,a).",
            "d(b,b).",
            "p(k).",
            "q(X) :- e(X,Y), ~q(Y). e(a,k).",
        ],
        4..9,
    );
    (facts, prop::collection::vec(rule, 2..14))
        .prop_map(|(facts, rules)| format!("{} {}", facts.concat(), rules.join(" ")))
}

/// Choices read off random bytes.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn pick<'c>(&mut self, from: &[&'c str]) -> &'c str {
        let byte = self.0.next().copied().unwrap_or(0);
        from[byte as usize % from.len()]
    }

    fn atom(&mut self, relations: &[&str], terms: &[&str], nested: &[&str]) -> String {
        let (name, arity) = self.pick(relations).split_at(1);
        let terms = if matches!(name, "t" | "u") {
            nested
        } else {
            terms
        };
        let args: Vec<&str> = (0..arity.parse().unwrap_or(0))
            .map(|_: usize| self.pick(terms))
            .collect();
        format!("{name}({})", args.join(","))
    }
}

fn rule_text(bytes: &[u8]) -> String {
    const LOW: [&str; 10] = ["c1", "d2", "c1", "d2", "e2", "z0", "p1", "q1", "r2", "s2"];
    const HIGH: [&str; 12] = [
        "c1", "d2", "p1", "r2", "t1", "u2", "t1", "u2", "v1", "w2", "z0", "s2",
    ];
    const OPEN: [&str; 6] = ["X", "Y", "Z", "X", "Y", "a"];
    let mut choices = Choices(bytes.iter());
    let layer = choices.pick(&["low", "low", "low", "middle", "high"]);
    let (heads, bodies): (&[&str], &[&str]) = match layer {
        "low" => (&LOW[5..], &LOW),
        "middle" => (&["t1", "u2"], &LOW),
        _ => (&["v1", "w2"], &HIGH),
    };
    let patterns = ["X", "f(X)", "f(Y)", "g(X,Y)", "f(a)", "Z"];
    let mut body = Vec::new();
    for _ in 0..=choices.pick(&["", "x", "xx"]).len() {
        body.push(choices.atom(bodies, &OPEN, &patterns));
    }
    let text = body.join(",");
    let bound: Vec<&str> = ["X", "Y", "Z"]
        .into_iter()
        .filter(|v| text.contains(v))
        .collect();
    let terms = [bound.as_slice(), &["a", "b"]].concat();
    if choices.pick(&["", "or"]) == "or" {
        let branches = [
            choices.atom(bodies, &terms, &terms),
            choices.atom(bodies, &terms, &terms),
        ];
        body.push(format!("({}|{})", branches[0], branches[1]));
    }
    for _ in 0..choices.pick(&["", "", "x", "xx"]).len() {
        body.push(match choices.pick(&["not", "not", "distinct"]) {
            "not" => format!("~{}", choices.atom(bodies, &terms, &terms)),
            _ => format!(
                "distinct({},{})",
                choices.pick(&terms),
                choices.pick(&terms)
            ),
        });
    }
    let mut built = terms.clone();
    let functions: Vec<String> = bound.iter().map(|v| format!("f({v})")).collect();
    built.extend(functions.iter().map(String::as_str));
    if let [x, .., y] = bound[..] {
        let pair = format!("g({y},{x})");
        built.push(&pair);
        let head = choices.atom(heads, &terms, &built);
        return format!("{head} :- {}.", body.join(","));
    }
    let head = choices.atom(heads, &terms, &built);
    format!("{head} :- {}.", body.join(","))
}
