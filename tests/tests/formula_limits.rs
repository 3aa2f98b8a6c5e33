//! What is too large is refused before it is gone through, whatever its shape; what data or
//! comparisons make small is not.

use driver::{Solving, SolvingError, Theory};
use ground::formula::{Error, Limit, Limits};
use herbrand_tests::qprop::{instance, theory};
use logic::formula::Statement;
use sat::Control;

const START: &str = "
    sort n = 1..1000
    var x, y, z, w: n
    pred p(n)  pred q(n, n)
    given g(n, n)\n";

const FUNCTIONS: &str = "sort s = 1..200  var a, b: s  func f(s): s\n";

/// How many clauses the constraints have.
fn grounded(theory: &Theory, text: &str) -> Result<usize, SolvingError> {
    let instance = instance(theory, text);
    let limits = Limits::default();
    let made = Solving::new(&theory.spec, &instance, limits, None, Control::default(), 0);
    let own = |solving: Solving<'_>| {
        let grounded = solving.grounded();
        grounded.clauses().len() - grounded.function_clauses().len()
    };
    made.map(own)
}

#[test]
fn whatever_explodes_is_refused_beforehand_with_its_estimate() {
    let shapes = [
        "rule: forall x, y, z . p(x) or p(y) or p(z)",
        "rule: forall x, y, z, w | x < y and y < z and z < w . p(x) or p(y) or p(z) or p(w)",
        "rule: forall x, y, z | x =/= y and y =/= z . p(x) or p(y) or p(z)",
        "rule: forall x . p(x) or forall y . q(x, y) or forall z . q(y, z)",
        "rule: forall x . exists y, z . p(x) and q(y, z) and p(z)",
        "rule: forall x . exactly 5 y, z . q(y, z) and p(x)",
        "rule: forall x . count(y, z | y < z . q(y, z)) = x",
        "rule: forall x . sum(y, z | q(y, z) . y * z + x) = 1000",
        "rule: forall x, y, z . q(x, y) iff q(y, z)",
        "rule: not exists x, y, z . q(x, y) and q(y, z)",
        "rule: forall a, b . f(f(a)) = f(f(b))",
        "rule: f(1) mod f(2) = f(3) div f(4)",
        "rule: p(f(f(1) * f(2)) + f(3) mod f(4))",
        "define d(x, y, z) iff x < y and y < z",
        "define d(x, y) iff exists z . x + y > z",
        "pred far(x: n, y: n, z: n) | x < y and y < z",
        "func far(x: n, y: n, z: n): n | x < y and y < z",
    ];
    for shape in shapes {
        let functions = if shape.contains("f(") { FUNCTIONS } else { "" };
        let text = format!("{START}{functions}{shape}\n");
        let theory = theory(&text);
        assert_eq!(theory.problems, [], "{text}");
        match grounded(&theory, &text) {
            Err(SolvingError::Ground(Error::Exceeded {
                limit: Limit::Instances,
                statement: Some(statement),
                estimate: Some(estimate),
                variables,
            })) => {
                assert!(estimate > 50_000_000, "{estimate} instances\n{shape}");
                let said = theory.spec.statement(statement).expect("a statement");
                let is_last = match &said.statement {
                    Statement::Constraint(..) => shape.starts_with("rule"),
                    Statement::Definition(..) => shape.starts_with("define"),
                    _ => shape.starts_with("pred") || shape.starts_with("func"),
                };
                assert!(is_last, "{:?}\n{shape}", said.statement);
                assert!(
                    variables
                        .iter()
                        .all(|(_, values)| [200, 1000].contains(values)),
                    "{shape}"
                );
            }
            other => panic!("{other:?}\n{shape}"),
        }
    }
}

#[test]
fn what_data_or_comparisons_make_small_is_not_refused() {
    let shapes = [
        (
            "rule: forall x, y, z | g(x, y) and g(y, z) . p(x) or p(z)",
            2,
        ),
        (
            "rule: forall x, y, z, w | x = y and y = z and z = w . p(x)",
            1000,
        ),
        (
            "rule: forall x, y, z | abs(x - y) <= 1 and z = x + y . p(x) or p(z)",
            1498,
        ),
        (
            "rule: forall x, y | x < 3 and y < x . exists z, w | g(z, w) . q(z, w)",
            1,
        ),
        (
            "rule: forall x, y, z | x * 400 < y and z > 998 . p(y) or p(z)",
            1199,
        ),
    ];
    for (shape, clauses) in shapes {
        let text = format!("{START}{shape}\ng(1, 2) g(2, 3) g(3, 4)\n");
        let theory = theory(&text);
        assert_eq!(theory.problems, [], "{text}");
        let found = grounded(&theory, &text).unwrap_or_else(|error| panic!("{error:?}\n{shape}"));
        assert_eq!(found, clauses, "{shape}");
    }
}
