//! Statements of QPROP, lowered: what they say, and where each part of them stands.

use std::fmt::Write as _;

use herbrand_hir::{LoweredForm, NoteKind, RootDb, blocks, forms};
use logic::formula::Spec;
use logic::formula::StatementId;
use logic::formula::written::{Expr, ExprKind, Statement};
use source::{Content, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions};

/// The lowered statements of a text, each with its own text.
fn lowered(text: &str) -> Vec<(LoweredForm, String)> {
    let db = RootDb::default();
    let parse = Parse::new(text, Dialect::Qprop, ParseOptions::default());
    let content = Content {
        text: text.into(),
        parse: parse.clone(),
        encoding: Encoding::Utf8,
    };
    let file = File::new(&db, "test.qprop".into(), content);
    let forms: Vec<LoweredForm> = blocks(&db, file)
        .iter()
        .flat_map(|block| forms(&db, *block).to_vec())
        .collect();
    let root = parse.root();
    let texts = root
        .children()
        .flat_map(|block| block.children())
        .filter(|node| node.kind().is_form())
        .map(|node| node.text().to_string());
    forms.into_iter().zip(texts).collect()
}

/// The parts of the one statement in order, each as its number, its whole text and its name.
#[track_caller]
fn check_parts(text: &str, expected: &[&str]) {
    let all = lowered(text);
    let [(form, own)] = &*all else {
        panic!("one statement, not {}", all.len())
    };
    let found: Vec<String> = form
        .map
        .nodes
        .iter()
        .map(|span| {
            let (full, name) = (&own[span.full], &own[span.name]);
            if full == name {
                full.to_owned()
            } else {
                format!("{full}: {name}")
            }
        })
        .collect();
    assert_eq!(found, expected, "{text}");
}

/// Checks the formula of the one constraint: operators before their operands, parts with their
/// numbers.
#[track_caller]
fn check_formula(text: &str, expected: &str) {
    let all = lowered(text);
    let Some(Statement::Constraint { formula, .. }) = all[0].0.form.statement.as_deref() else {
        panic!("a constraint in {text}")
    };
    let mut shown = String::new();
    show(&mut shown, formula);
    assert_eq!(shown, expected, "{text}");
}

fn show(out: &mut String, expr: &Expr) {
    let id = expr.id.0;
    let (head, parts): (String, Vec<&Expr>) = match &expr.kind {
        ExprKind::Name(name) => (name.to_string(), Vec::new()),
        ExprKind::Integer(value) => (format!("{value:?}"), Vec::new()),
        ExprKind::Not(part) => ("Not".into(), vec![&**part]),
        ExprKind::Connective(connective, parts) => {
            (format!("{connective:?}"), parts.iter().collect())
        }
        ExprKind::Arithmetic(operator, parts) => (format!("{operator:?}"), parts.iter().collect()),
        ExprKind::Compare { terms, comparisons } => {
            (format!("{comparisons:?}"), terms.iter().collect())
        }
        ExprKind::Apply { name, args, .. } => (format!("{}", name.name), args.iter().collect()),
        other => (format!("{other:?}"), Vec::new()),
    };
    let _ = write!(out, "{id}:{head}");
    if !parts.is_empty() {
        out.push('(');
        for (place, part) in parts.into_iter().enumerate() {
            out.push_str(if place == 0 { "" } else { " " });
            show(out, part);
        }
        out.push(')');
    }
}

#[test]
fn chains_nest_as_they_associate() {
    check_formula(
        "a - b - c = d",
        "0:[Equal](1:Subtract(2:Subtract(3:a 4:b) 5:c) 6:d)",
    );
    check_formula("a iff b iff c", "0:Iff(1:Iff(2:a 3:b) 4:c)");
    check_formula("a implies b implies c", "0:Implies(1:a 2:Implies(3:b 4:c))");
    check_formula("a and b and (c or d)", "0:And(1:a 2:b 3:Or(4:c 5:d))");
    check_formula("a if b", "0:If(1:a 2:b)");
    check_formula("not x nb y infix nb", "0:Not(1:nb(3:x 4:y))");
}

#[test]
fn each_part_knows_its_text() {
    check_parts(
        "rule r: a - b /* c */ - (c) = d'",
        &[
            "r",
            "a - b /* c */ - (c) = d': =",
            "a - b /* c */ - (c): -",
            "a - b: -",
            "a",
            "b",
            "c",
            "d'",
        ],
    );
    check_parts(
        "forall x: s, y in 1..n | p(x) . not q",
        &[
            "forall x: s, y in 1..n | p(x) . not q: forall",
            "x",
            "s",
            "y",
            "1..n: ..",
            "1",
            "n",
            "p(x): p",
            "p",
            "x",
            "not q: not",
            "q",
        ],
    );
    check_parts(
        "pred next(a: s, t) | a =/= 1",
        &["next", "a", "s", "t", "a =/= 1: =/=", "a", "1"],
    );
    check_parts(
        "x not in {a, -1}",
        &[
            "x not in {a, -1}: not",
            "x not in {a, -1}: in",
            "x",
            "{a, -1}",
            "a",
            "-1",
        ],
    );
    check_parts(
        "a implies b implies c",
        &[
            "a implies b implies c: implies",
            "a",
            "b implies c: implies",
            "b",
            "c",
        ],
    );
}

#[test]
fn what_is_missing_is_said_to_be() {
    check_formula("p and", "0:And(1:p 2:Missing)");
    check_formula(
        "rule r: a + … = ",
        "1:[Equal](2:Add(3:a 4:Missing) 5:Missing)",
    );
    let all = lowered("pred (s)\nvar x");
    assert!(
        all.iter()
            .all(|(form, _)| form.form.incomplete && form.form.statement.is_none())
    );
    let all = lowered("pred p(s,");
    assert!(all[0].0.form.incomplete);
    assert!(matches!(
        all[0].0.form.statement.as_deref(),
        Some(Statement::Declaration(declaration)) if declaration.name.name == "p"
    ));
}

#[test]
fn names_are_in_normal_form() {
    check_formula("gro\u{308}\u{df}e", "0:gr\u{f6}\u{df}e");
}

#[test]
fn parentheses_are_noted() {
    let all = lowered("a and (b or (c)) and d");
    let notes: Vec<(u32, NoteKind)> = all[0]
        .0
        .form
        .notes
        .iter()
        .map(|note| (note.node.0, note.kind))
        .collect();
    assert_eq!(notes, [(4, NoteKind::Grouped), (2, NoteKind::Grouped)]);
}

#[test]
fn formulas_as_deep_as_the_parser_lets_them_be_overflow_no_stack() {
    let level = "(1 iff 2 implies 3 xor 4 or 5 and 6 = 7 + 8 * ";
    let text = format!("rule a: {}p{}", level.repeat(56), ")".repeat(56));
    let all = lowered(&text);
    assert!(!all[0].0.form.incomplete);
    let chain = format!("rule a: p{} = 1", " + p".repeat(500));
    assert!(!lowered(&chain)[0].0.form.incomplete);
}

#[test]
fn a_small_puzzle_has_no_problem() {
    let text = "
const n = 4
sort row = 1..n   sort col = 1..n
var r: row   var c: col
pred queen(row, col)
rule rows: forall r . exactly 1 c . queen(r, c)
rule cols: forall c . exactly 1 r . queen(r, c)
rule diagonals: forall r, c, r', c' | r < r' and abs(r - r') = abs(c - c') . not (queen(r, c) and queen(r', c'))
check models = 2
";
    let all = lowered(text);
    let statements: Vec<&Statement> = all
        .iter()
        .map(|(form, _)| form.form.statement.as_deref().expect("a statement"))
        .collect();
    let (_, problems) = Spec::of((0..).map(StatementId).zip(statements));
    assert_eq!(problems, []);
}
