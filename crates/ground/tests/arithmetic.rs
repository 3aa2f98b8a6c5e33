//! Integers, comparisons and ranges, with results worked out by hand.

use herbrand_ground::{
    Atom, Clause, Comparison, Error, Expr, Literal, Operator, Options, Program, evaluate,
};
use logic::{GroundAtom, GroundTerm, VarId};

fn var(index: u32) -> Expr {
    Expr::Variable(VarId(index))
}

fn int(value: i64) -> Expr {
    Expr::Integer(value)
}

fn op(operator: Operator, a: Expr, b: Expr) -> Expr {
    Expr::Arithmetic(operator, Box::new([a, b]))
}

fn add(a: Expr, b: Expr) -> Expr {
    op(Operator::Add, a, b)
}

fn atom(relation: &str, args: impl IntoIterator<Item = Expr>) -> Atom {
    Atom {
        relation: relation.into(),
        args: args.into_iter().collect(),
    }
}

fn holds(relation: &str, args: impl IntoIterator<Item = Expr>) -> Literal {
    Literal::Atom(atom(relation, args))
}

fn clause(head: Atom, body: impl IntoIterator<Item = Literal>) -> Clause {
    Clause {
        head,
        body: body.into_iter().collect(),
        variables: ["X", "Y", "Z"].map(Into::into).into(),
    }
}

fn run(clauses: impl IntoIterator<Item = Clause>, relation: &str) -> Result<Vec<String>, Error> {
    let program = Program {
        clauses: clauses.into_iter().collect(),
    };
    let model = evaluate(&program, [], &Options::default())?;
    let atoms = model.all().filter(|atom| atom.relation == relation);
    let args = |atom: GroundAtom| {
        let args: Vec<String> = atom.args.iter().map(ToString::to_string).collect();
        args.join(" ")
    };
    let mut rows: Vec<String> = atoms.map(args).collect();
    rows.sort_by_key(|row| (row.len(), row.clone()));
    Ok(rows)
}

/// The rows of `p` by one rule over the facts `n(0)` to `n(5)`, `n(a)`.
fn rows(head: Atom, body: impl IntoIterator<Item = Literal>) -> Vec<String> {
    let numbers = (0..=5).map(int).chain([Expr::Constant("a".into())]);
    let facts = numbers.map(|number| clause(atom("n", [number]), []));
    run(facts.chain([clause(head, body)]), "p").expect("no error")
}

#[test]
fn arithmetic_in_heads_and_where_a_constant_stands() {
    let double = op(Operator::Multiply, var(0), int(2));
    let found = rows(atom("p", [double]), [holds("n", [var(0)])]);
    assert_eq!(found, ["0", "2", "4", "6", "8", "10"]);
}

#[test]
fn arithmetic_in_bodies_is_solved() {
    let body = || [holds("n", [var(0)]), holds("n", [add(var(0), int(2))])];
    assert_eq!(rows(atom("p", [var(0)]), body()), ["0", "1", "2", "3"]);
    // n(X - 1) alone binds X, and so does n(6 - X).
    let before = op(Operator::Subtract, var(0), int(1));
    assert_eq!(
        rows(atom("p", [var(0)]), [holds("n", [before])]),
        ["1", "2", "3", "4", "5", "6"]
    );
    let from_six = op(Operator::Subtract, int(6), var(0));
    assert_eq!(
        rows(atom("p", [var(0)]), [holds("n", [from_six])]),
        ["1", "2", "3", "4", "5", "6"]
    );
}

#[test]
fn comparisons_bind_and_test() {
    let less = Literal::Compare(Comparison::Less, var(0), var(1));
    let sum = Literal::Compare(Comparison::Equal, add(var(0), var(1)), var(2));
    let five = Literal::Compare(Comparison::Equal, var(2), int(5));
    let both = [holds("n", [var(0)]), holds("n", [var(1)]), less, sum, five];
    assert_eq!(
        rows(atom("p", [var(0), var(1)]), both),
        ["0 5", "1 4", "2 3"]
    );
    // Integers come before constants.
    let from = Literal::Compare(Comparison::LessOrEqual, int(4), var(0));
    let body = [holds("n", [var(0)]), from.clone()];
    assert_eq!(rows(atom("p", [var(0)]), body), ["4", "5", "a"]);
    let body = [holds("n", [var(0)]), Literal::Not(Box::new(from))];
    assert_eq!(rows(atom("p", [var(0)]), body), ["0", "1", "2", "3"]);
}

#[test]
fn ranges_list_and_test() {
    let within = |value| Literal::Within(value, int(-1), add(var(1), int(1)));
    let one = || Literal::Compare(Comparison::Equal, var(1), int(1));
    let listed = rows(atom("p", [var(0)]), [one(), within(var(0))]);
    assert_eq!(listed, ["0", "1", "2", "-1"]);
    let body = [one(), holds("n", [var(0)]), within(var(0))];
    assert_eq!(rows(atom("p", [var(0)]), body), ["0", "1", "2"]);
    let outside = Literal::Not(Box::new(within(var(0))));
    let body = [one(), holds("n", [var(0)]), outside];
    assert_eq!(rows(atom("p", [var(0)]), body), ["3", "4", "5", "a"]);
}

#[test]
fn quotients_and_remainders_never_go_below_zero() {
    let pair = |a, b| {
        let quotient = op(Operator::Divide, int(a), int(b));
        let rest = op(Operator::Modulo, int(a), int(b));
        rows(atom("p", [quotient, rest]), [holds("n", [int(0)])]).remove(0)
    };
    assert_eq!(pair(7, 2), "3 1");
    assert_eq!(pair(-7, 2), "-4 1");
    assert_eq!(pair(7, -2), "-3 1");
    assert_eq!(pair(-7, -2), "4 1");
}

#[test]
fn large_integers() {
    let big = op(Operator::Multiply, int(1 << 40), add(var(0), int(1)));
    let is_big = Literal::Compare(Comparison::Less, int(1 << 41), big.clone());
    let found = rows(atom("p", [big]), [holds("n", [var(0)]), is_big]);
    assert_eq!(
        found,
        [
            "3298534883328",
            "4398046511104",
            "5497558138880",
            "6597069766656"
        ]
    );
    let model = evaluate(
        &Program::default(),
        [GroundAtom::new("p", [GroundTerm::Integer(i64::MIN)])],
        &Options::default(),
    );
    let atom = GroundAtom::new("p", [GroundTerm::Integer(i64::MIN)]);
    assert!(model.unwrap().contains(&atom));
}

#[test]
fn a_division_by_zero_counts_only_where_all_else_holds() {
    let quotient = op(Operator::Divide, int(6), var(0));
    let big = || Literal::Compare(Comparison::Less, int(2), quotient.clone());
    let facts = || (0..=3).map(|value| clause(atom("n", [int(value)]), []));
    let positive = Literal::Compare(Comparison::Less, int(0), var(0));
    let guarded = clause(atom("p", [var(0)]), [holds("n", [var(0)]), big(), positive]);
    assert_eq!(
        run(facts().chain([guarded]), "p"),
        Ok(vec!["1".into(), "2".into()])
    );
    let open = clause(atom("p", [var(0)]), [holds("n", [var(0)]), big()]);
    let zero = Error::Arithmetic {
        rule: 4,
        binding: vec![("X".into(), GroundTerm::Integer(0))],
    };
    assert_eq!(run(facts().chain([open]), "p"), Err(zero));
    let more = add(var(0), int(i64::MAX));
    let overflow = clause(atom("p", [more]), [holds("n", [var(0)])]);
    let overflow = run(facts().chain([overflow]), "p");
    assert!(matches!(overflow, Err(Error::Arithmetic { rule: 4, .. })));
}

#[test]
fn functions_hold_integers() {
    let pair = |a, b| Expr::Function("f".into(), [a, b].into());
    let start = clause(atom("at", [pair(int(0), int(3))]), []);
    let down = op(Operator::Subtract, var(1), int(1));
    let step = clause(
        atom("at", [pair(add(var(0), int(1)), down)]),
        [
            holds("at", [pair(var(0), var(1))]),
            Literal::Compare(Comparison::Less, int(0), var(1)),
        ],
    );
    let found = run([start, step], "at").expect("no error");
    assert_eq!(found, ["f(0,3)", "f(1,2)", "f(2,1)", "f(3,0)"]);
}

/// The rows of `p` by a rule over the facts `n(0)` to `n(3)` and others.
fn over_numbers(facts: &[Atom], rule: Clause) -> Result<Vec<String>, Error> {
    let numbers = (0..=3).map(|value| clause(atom("n", [int(value)]), []));
    let facts = facts.iter().map(|fact| clause(fact.clone(), []));
    run(numbers.chain(facts).chain([rule]), "p")
}

/// Whether the last rule fails where `X` is 0.
fn is_by_zero(result: &Result<Vec<String>, Error>, rule: usize) -> bool {
    let zero = ("X".into(), GroundTerm::Integer(0));
    matches!(result, Err(Error::Arithmetic { rule: at, binding }) if *at == rule && binding[0] == zero)
}

#[test]
fn a_division_by_zero_that_is_joined_on_counts_too() {
    let quotient = || op(Operator::Divide, int(6), var(0));
    let constant = |name: &str| Expr::Constant(name.into());
    let f = |arg| Expr::Function("f".into(), [arg].into());
    let positive = || Literal::Compare(Comparison::Less, int(0), var(0));
    let n = || holds("n", [var(0)]);
    // An atom of the quotient alone; one that binds another variable; one inside a function; a
    // negation; a range.
    let alone = [n(), holds("q", [quotient()])];
    let binds = [n(), holds("r", [quotient(), var(1)])];
    let inside = [n(), holds("s", [f(quotient()), var(1)])];
    let nested = [n(), holds("t", [f(quotient())])];
    let negated = [n(), Literal::Not(Box::new(holds("q", [quotient()])))];
    let listed = [n(), Literal::Within(var(1), int(6), quotient())];
    let equal = Literal::Compare(Comparison::Equal, f(var(1)), f(quotient()));
    let facts = [
        atom("q", [int(3)]),
        atom("r", [int(3), constant("a")]),
        atom("s", [f(int(2)), constant("b")]),
        atom("t", [f(int(6))]),
    ];
    let cases = [
        (alone, vec!["2"]),
        (binds, vec!["2"]),
        (inside, vec!["3"]),
        (nested, vec!["1"]),
        (negated, vec!["1", "3"]),
        (listed, vec!["1"]),
        ([n(), equal], vec!["1", "2", "3"]),
    ];
    for (body, found) in cases {
        let open = clause(atom("p", [var(0)]), body.clone());
        let result = over_numbers(&facts, open);
        assert!(is_by_zero(&result, 8), "{body:?}: {result:?}");
        let guarded = clause(atom("p", [var(0)]), body.into_iter().chain([positive()]));
        let found = found.into_iter().map(str::to_owned).collect();
        assert_eq!(over_numbers(&facts, guarded), Ok(found));
    }
}

#[test]
fn a_division_by_zero_counts_not_where_the_rest_of_its_atom_fails() {
    let quotient = || op(Operator::Divide, int(6), var(0));
    let facts = [atom("q", [int(2), int(3)]), atom("q", [int(3), int(3)])];
    let member = clause(
        atom("p", [var(0)]),
        [holds("n", [var(0)]), holds("q", [quotient(), var(0)])],
    );
    assert_eq!(over_numbers(&facts, member), Ok(vec!["3".into()]));
    let facts = facts.map(|fact| Atom {
        args: fact.args.iter().cloned().chain([int(7)]).collect(),
        ..fact
    });
    let probe = clause(
        atom("p", [var(0), var(1)]),
        [
            holds("n", [var(0)]),
            holds("q", [quotient(), var(0), var(1)]),
        ],
    );
    assert_eq!(over_numbers(&facts, probe), Ok(vec!["3 7".into()]));
}

#[test]
fn an_equation_without_a_solution_has_none() {
    // X - 1 is the greatest integer for no X, and 0 - X the least one for none.
    for (a, b, known) in [(var(0), int(1), i64::MAX), (int(0), var(0), i64::MIN)] {
        let before = op(Operator::Subtract, a, b);
        let facts = [atom("m", [int(known)]), atom("m", [int(4)])];
        let rule = clause(atom("p", [var(0)]), [holds("m", [before])]);
        assert_eq!(over_numbers(&facts, rule).map(|rows| rows.len()), Ok(1));
    }
}
