//! Trees and errors of QPROP.

use herbrand_syntax::{
    Dialect, NodeOrToken, Parse, ParseOptions, SyntaxErrorKind, SyntaxKind, SyntaxNode,
};

fn parse(text: &str) -> Parse {
    let parse = Parse::new(text, Dialect::Qprop, ParseOptions::default());
    assert_eq!(parse.root().text().to_string(), text, "lossless");
    parse
}

/// The items of the file without blanks and comments, one a line: the kind of each node, in
/// parentheses what is inside; tokens as they are.
fn outline(parse: &Parse) -> String {
    let items = parse
        .root()
        .children()
        .flat_map(|block| block.children_with_tokens());
    items
        .filter(|item| !item.kind().is_trivia())
        .map(|item| match item {
            NodeOrToken::Node(node) => shown(&node) + "\n",
            NodeOrToken::Token(token) => format!("{}\n", token.text()),
        })
        .collect()
}

fn shown(node: &SyntaxNode) -> String {
    let inside: Vec<String> = node
        .children_with_tokens()
        .filter(|child| !child.kind().is_trivia())
        .map(|child| match child {
            NodeOrToken::Node(node) => shown(&node),
            NodeOrToken::Token(token) => token.text().to_owned(),
        })
        .collect();
    let kind = format!("{:?}", node.kind());
    let kind = kind.strip_prefix("Qprop").unwrap_or(&kind);
    match kind {
        "Name" | "Literal" => inside.concat(),
        _ => format!("[{kind} {}]", inside.join(" ")),
    }
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let parse = parse(text);
    assert_eq!(parse.errors(), [], "{text}");
    let outline = outline(&parse);
    assert_eq!(outline.lines().collect::<Vec<_>>(), expected, "{text}");
}

/// Checks the errors of a text, each as the marked text and what is said of it.
#[track_caller]
fn check_errors(text: &str, expected: &[(&str, &str)]) {
    let found: Vec<(String, String)> = parse(text)
        .errors()
        .iter()
        .map(|error| (text[error.range].to_owned(), said(&error.kind)))
        .collect();
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(marked, said)| (marked.as_str(), said.as_str()))
        .collect();
    assert_eq!(found, expected, "{text}");
}

fn said(kind: &SyntaxErrorKind) -> String {
    match kind {
        SyntaxErrorKind::Unexpected { expected, .. } => format!("not {expected}"),
        SyntaxErrorKind::Missing { expected } => format!("no {expected}"),
        SyntaxErrorKind::ForeignOperator { write } => format!("write {write}"),
        other => format!("{other:?}")
            .split([' ', '{'])
            .next()
            .unwrap_or_default()
            .to_owned(),
    }
}

#[test]
fn precedence_of_connectives() {
    check(
        "not a and b or c xor d implies e iff f",
        &[
            "[Constraint [Iff [Implies [Xor [Or [And [Not not a] and b] or c] xor d] implies e] iff f]]",
        ],
    );
    check(
        "a iff b implies c xor d or e and not f",
        &[
            "[Constraint [Iff a iff [Implies b implies [Xor c xor [Or d or [And e and [Not not f]]]]]]]",
        ],
    );
    check(
        "a and b and c or d and e",
        &["[Constraint [Or [And a and b and c] or [And d and e]]]"],
    );
    check("a if b or c", &["[Constraint [If a if [Or b or c]]]"]);
}

#[test]
fn arithmetic_binds_tighter_than_comparison_and_that_than_not() {
    check(
        "not -a + 2 * b mod 3 - c < d <= 5",
        &[
            "[Constraint [Not not [Comparison [Additive [Negative - a] + [Multiplicative 2 * b mod 3] - c] < d <= 5]]]",
        ],
    );
    check(
        "x not in {1, -2, b} and y in 1..n + 1",
        &[
            "[Constraint [And [Membership x not in [Set { [Element 1] , [Element - 2] , [Element b] }]] and [Membership y in [Range 1 .. [Additive n + 1]]]]]",
        ],
    );
}

#[test]
fn a_quantifier_reaches_as_far_as_it_can() {
    check(
        "a and forall x: s, y | x < y . p(x) or q iff b",
        &[
            "[Constraint [And a and [Quantified forall [Binder x : s] , [Binder y] [Guard | [Comparison x < y]] . [Iff [Or [Application p ( x )] or q] iff b]]]]",
        ],
    );
    check(
        "exists!x . exactly (k-1) y in 1..3 . q exists !z . r",
        &[
            "[Constraint [Quantified exists ! [Binder x] . [Quantified exactly [Bound [Parenthesised ( [Additive k - 1] )]] [Binder y in [Range 1 .. 3]] . q]]]",
            "[Constraint [Quantified exists ! [Binder z] . r]]",
        ],
    );
}

#[test]
fn declarations() {
    check(
        "sort s sort t = s + {none} + 1..n const n const m = 2*n var x, y': s",
        &[
            "[Sort sort s]",
            "[Sort sort t = [Union s + [Set { [Element none] }] + [Range 1 .. n]]]",
            "[Const const n]",
            "[Const const m = [Multiplicative 2 * n]]",
            "[Var var x , y' : s]",
        ],
    );
    check(
        "pred p pred q(a, b: s) | r(a) given g(s) func f: s func h(s): t | g(s) define d iff p define e(x: s, y) iff x = y iff p",
        &[
            "[Pred pred p]",
            "[Pred pred q [Columns ( [Column a] , [Column b : s] )] [Guard | [Application r ( a )]]]",
            "[Given given g [Columns ( [Column s] )]]",
            "[Func func f : s]",
            "[Func func h [Columns ( [Column s] )] : t [Guard | [Application g ( s )]]]",
            "[Define define d iff p]",
            "[Define define e [Parameters ( [Binder x : s] , [Binder y] )] iff [Iff [Comparison x = y] iff p]]",
        ],
    );
}

#[test]
fn other_statements() {
    check(
        "given grid g \"1.\" \"..\" rule: p rule r: q soft 2: p minimize count(x | p(x)) maximize sum(x | p . 2)",
        &[
            "[Grid given grid g \"1.\" \"..\"]",
            "[Rule rule : p]",
            "[Rule rule r : q]",
            "[Soft soft 2 : p]",
            "[Objective minimize [Count count ( [Binder x] [Guard | [Application p ( x )]] )]]",
            "[Objective maximize [Sum sum ( [Binder x] [Guard | p] . 2 )]]",
        ],
    );
    check(
        "show p, q show project p show grid r in 1..2, c : v where p(v) check sat check models >= 3 check proves p use \"a b\" infix p, q",
        &[
            "[Show show p , q]",
            "[Show show project p]",
            "[ShowGrid show grid [Binder r in [Range 1 .. 2]] , [Binder c] : v [Where where [Application p ( v )]]]",
            "[Check check sat]",
            "[Check check models >= 3]",
            "[Check check proves p]",
            "[Use use \"a b\"]",
            "[Infix infix p , q]",
        ],
    );
}

#[test]
fn names_stand_between_their_arguments_where_infix_says_so() {
    check(
        "x nb y and nb(x, y)\ninfix nb",
        &[
            "[Constraint [And [Infixed x nb y] and [Application nb ( x , y )]]]",
            "[Infix infix nb]",
        ],
    );
    check(
        "x nb y",
        &["[Constraint x]", "[Constraint nb]", "[Constraint y]"],
    );
}

#[test]
fn statements_need_no_sign_between_them() {
    check(
        "p q(1) ; r ;",
        &[
            "[Constraint p]",
            "[Constraint [Application q ( 1 )]]",
            ";",
            "[Constraint r]",
            ";",
        ],
    );
    check(
        "p ;\n(q)",
        &["[Constraint p]", ";", "[Constraint [Parenthesised ( q )]]"],
    );
    check(
        "p\n(q) ; (r)",
        &[
            "[Constraint p]",
            "[Constraint [Parenthesised ( q )]]",
            "[Constraint ; [Parenthesised ( r )]]",
        ],
    );
    check(
        "p /*\n*/ (q)",
        &["[Constraint p]", "[Constraint [Parenthesised ( q )]]"],
    );
    check(
        "at(1) = 2\n-x < 3",
        &["[Constraint [Comparison [Application at ( 1 )] = [Additive 2 - x] < 3]]"],
    );
}

#[test]
fn one_error_for_a_statement() {
    check_errors(
        "rule a: p and\nrule b: q)\nr",
        &[
            ("and", "no a formula"),
            (")", "not the end of the statement"),
        ],
    );
    check_errors("p(a b, (c)\nq", &[("b", "not `,` or `)`")]);
    check_errors(
        "p(a, (b\nq(c",
        &[("(", "UnclosedParenthesis"), ("(", "UnclosedParenthesis")],
    );
    check_errors("))) p\n  (q\nr", &[(")", "UnexpectedParenthesis")]);
    check_errors("exactly k - 1 y . q(y)", &[("-", "not a variable")]);
    check_errors(
        "forall x : . p\nvar : s\ncheck it",
        &[
            (".", "not a sort"),
            (":", "not the name of a variable"),
            ("it", "not what to check"),
        ],
    );
    check_errors("-7 mod 4 = 1", &[("-", "not a statement")]);
    check_errors("var x: s -x = 1", &[("-", "not a statement")]);
}

#[test]
fn operators_of_other_languages_are_read_as_what_they_mean() {
    let text = "p && q || r == 1";
    check_errors(
        text,
        &[("&&", "write &"), ("||", "write or"), ("==", "write =")],
    );
    assert_eq!(
        outline(&parse(text)),
        "[Constraint [Or [And p && q] || [Comparison r == 1]]]\n"
    );
}

#[test]
fn dots_stand_for_what_was_left_out_and_explain_what_follows() {
    check_errors("forall s | s = 1 or … . p(s)", &[("…", "ElidedText")]);
    check_errors(
        "x = 1 or ... .\nq && r",
        &[("...", "ElidedText"), ("&&", "write &")],
    );
    check_errors("p(1) … p(4)", &[("…", "ElidedText")]);
    check_errors(
        "sort s = {1, …, 9} forall x1, …, x9 . p(x1, …)",
        &[
            ("…", "ElidedText"),
            ("…", "ElidedText"),
            ("…", "ElidedText"),
        ],
    );
    check_errors("sort s = 1 … 9", &[("…", "ElidedText")]);
}

#[test]
fn mixed_implications_are_told_with_what_parentheses_can_stand_around() {
    let text = "a if b and c implies d";
    let errors = parse(text).errors();
    let [error] = &*errors else {
        panic!("one error, not {errors:?}")
    };
    let SyntaxErrorKind::MixedImplication {
        groups: Some((first, second)),
    } = error.kind
    else {
        panic!("{error:?}")
    };
    assert_eq!(&text[error.range], "implies");
    assert_eq!(
        (&text[first], &text[second]),
        ("a if b and c", "b and c implies d")
    );
    check_errors("a if b if c if d", &[("if", "MixedImplication")]);
    check_errors("a implies b implies c", &[]);
    check_errors("(a if b) implies c iff d if e", &[]);
}

#[test]
fn a_parenthesis_touches_its_name() {
    let text = "forall x . rain  (x)";
    let errors = parse(text).errors();
    let [error] = &*errors else {
        panic!("one error, not {errors:?}")
    };
    let SyntaxErrorKind::DetachedParenthesis { gap: Some(gap) } = error.kind else {
        panic!("{error:?}")
    };
    assert_eq!((&text[error.range], &text[gap]), ("(", "  "));
    check_errors(
        "pred p (s)\ndefine d (x) iff p(x)",
        &[("(", "DetachedParenthesis"), ("(", "DetachedParenthesis")],
    );
    check_errors("p (a) and q\nr", &[("(", "DetachedParenthesis")]);
}

#[test]
fn what_fails_ends_where_a_statement_may_begin() {
    let text = "  p(\n    q r\n  s\n t ) ; u(v rule w: x";
    let parse = parse(text);
    assert_eq!(
        outline(&parse),
        "[Constraint [Application p ( q] [Error r]]\n[Constraint s]\n[Constraint t [Error )]]\n;\n\
         [Constraint [Application u ( v]]\n[Rule rule w : x]\n"
    );
}

#[test]
fn comments_without_an_end() {
    check_errors("p /* a /* b */ q", &[("/*", "UnclosedComment")]);
    check_errors("p /* a /* b */ */ q", &[]);
}

#[test]
fn what_lies_too_deep_is_reported_once() {
    for text in [
        format!("{}p{}", "(".repeat(100_000), ")".repeat(100_000)),
        "not ".repeat(100_000),
        "-".repeat(3) + &"forall x . ".repeat(100_000) + "p",
        format!("rule a: x = {}1", "- ".repeat(100_000)),
        "p(".repeat(100_000),
    ] {
        let errors = parse(&text).errors();
        assert!((1..=2).contains(&errors.len()), "{errors:?}");
    }
    let flat = format!("rule a: p{}", " and p or p = 1 + 2 * 3".repeat(20_000));
    check_errors(&flat, &[]);
    for operator in ["+", "*", "iff", "xor", "implies"] {
        let chain = |length: usize| format!("rule a: p{}", format!(" {operator} p").repeat(length));
        check_errors(&chain(500), &[]);
        check_errors(&chain(1000), &[("p", "NestingTooDeep")]);
    }
}

#[test]
fn what_the_statements_are_called_is_what_a_word_begins() {
    let words =
        "sort const var pred given define func rule soft minimize maximize show check use infix";
    for word in words.split(' ') {
        let parse = parse(word);
        let kind = parse
            .root()
            .first_child()
            .and_then(|block| block.first_child());
        let kind = kind.map(|node| node.kind()).expect("a statement");
        assert!(
            kind.is_statement() && kind != SyntaxKind::QpropConstraint,
            "{word}"
        );
        assert_eq!(parse.errors().len(), 1, "{word}");
    }
}
