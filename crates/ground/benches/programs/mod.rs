//! The programs of the benches.

use herbrand_ground::{Atom, Clause, Comparison, Expr, Literal, Operator, Program};
use logic::VarId;

/// A program with its name.
pub(crate) struct Case {
    #[allow(dead_code, reason = "only the table with the peers prints it")]
    pub(crate) name: &'static str,
    pub(crate) program: Program,
}

/// A generator of numbers that are the same in every run (Marsaglia's xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// All programs.
pub(crate) fn all() -> Vec<Case> {
    let mut cases = closures();
    cases.extend(joins());
    cases.extend(arithmetic());
    cases
}

fn pairs(name: &str, count: u64, left: u64, right: u64, seed: u64) -> String {
    let mut numbers = Numbers(seed);
    let mut text = String::new();
    for _ in 0..count {
        let (a, b) = (numbers.below(left), numbers.below(right));
        text += &format!("{name}(n{a},n{b}).");
    }
    text
}

fn case(name: &'static str, text: &str) -> Case {
    let program = Program::of(&logic::samples::rules(text));
    Case { name, program }
}

fn closures() -> Vec<Case> {
    let graph = pairs("e", 3_000, 1_000, 1_000, 7);
    let chain: String = (0..1_500).map(|n| format!("e(n{n},n{}).", n + 1)).collect();
    let tree: String = (1..3_000)
        .map(|n| format!("par(n{n},n{}).", (n - 1) / 3))
        .collect();
    vec![
        case(
            "transitive closure, right",
            &format!("{graph} t(X,Y) :- e(X,Y). t(X,Z) :- e(X,Y), t(Y,Z)."),
        ),
        case(
            "transitive closure, left",
            &format!("{graph} t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z)."),
        ),
        case(
            "transitive closure, doubling",
            &format!(
                "{} t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), t(Y,Z).",
                pairs("e", 450, 200, 200, 9)
            ),
        ),
        case(
            "transitive closure of a chain",
            &format!("{chain} t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z)."),
        ),
        case(
            "same generation",
            &format!("{tree} sg(X,X) :- par(X,Y). sg(X,Y) :- par(X,P), sg(P,Q), par(Y,Q)."),
        ),
        case(
            "what is not reached",
            &format!(
                "{} v(X) :- e(X,Y). v(Y) :- e(X,Y). t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z).
                 u(X,Y) :- v(X), v(Y), ~t(X,Y).",
                pairs("e", 700, 700, 700, 3)
            ),
        ),
    ]
}

fn joins() -> Vec<Case> {
    let three = [
        pairs("r", 100_000, 50_000, 50_000, 11),
        pairs("s", 100_000, 50_000, 50_000, 12),
        pairs("t", 100_000, 50_000, 50_000, 13),
    ]
    .concat();
    let dense = pairs("e", 100_000, 10_000, 10_000, 14);
    vec![
        case(
            "join of three, 10^5 each",
            &format!("{three} q(X,W) :- r(X,Y), s(Y,Z), t(Z,W)."),
        ),
        case(
            "triangles in 10^5 edges",
            &format!("{dense} q(X,Y,Z) :- e(X,Y), e(Y,Z), e(Z,X)."),
        ),
        case(
            "paths of two in 10^5 edges",
            &format!("{dense} q(X,Z) :- e(X,Y), e(Y,Z), distinct(X,Z)."),
        ),
        case(
            "functions, 10^5 facts",
            &format!(
                "{} q(f(Y,X)) :- r(X,Y). p(X,Z) :- q(f(X,Y)), q(f(Y,Z)).",
                pairs("r", 100_000, 50_000, 50_000, 15)
            ),
        ),
    ]
}

fn arithmetic() -> Vec<Case> {
    let successor: String = (0..400).map(|n| format!("succ({n},{}).", n + 1)).collect();
    vec![
        case(
            "addition by successor facts",
            &format!(
                "{successor} number(X) :- succ(X,Y). number(Y) :- succ(X,Y).
                 plus(X,0,X) :- number(X). plus(X,B,D) :- plus(X,A,C), succ(A,B), succ(C,D)."
            ),
        ),
        Case {
            name: "counting to 10^6",
            program: counting(1_000_000),
        },
    ]
}

/// `p(0). p(X + 1) :- p(X), X < limit.`
fn counting(limit: i64) -> Program {
    let p = |arg| Atom {
        relation: "p".into(),
        args: [arg].into(),
    };
    let x = || Expr::Variable(VarId(0));
    let next = Expr::Arithmetic(Operator::Add, Box::new([x(), Expr::Integer(1)]));
    Program {
        clauses: vec![
            Clause {
                head: p(Expr::Integer(0)),
                body: Box::default(),
                variables: Box::default(),
            },
            Clause {
                head: p(next),
                body: [
                    Literal::Atom(p(x())),
                    Literal::Compare(Comparison::Less, x(), Expr::Integer(limit)),
                ]
                .into(),
                variables: ["X".into()].into(),
            },
        ],
    }
}
