//! Directives in the tree: what each of them is made of, and what is said of wrong ones.

use herbrand_syntax::ast::directive::{DirectiveAtom, DirectiveContent, Signature};
use herbrand_syntax::ast::{AstElement, Directive};
use herbrand_syntax::{
    Dialect, DirectiveErrorKind, NodeOrToken, Parse, ParseOptions, SyntaxElement, SyntaxKind,
    TextEdit, TextRange, TextSize,
};

fn parse(dialect: Dialect, text: &str) -> Parse {
    let parse = Parse::new(text, dialect, ParseOptions::default());
    assert_eq!(parse.root().text().to_string(), text);
    parse
}

fn content(dialect: Dialect, text: &str) -> DirectiveContent {
    let parse = parse(dialect, text);
    let errors = parse.directive_errors();
    assert!(errors.is_empty(), "{text}: {errors:?}");
    assert!(parse.errors().is_empty(), "{text}");
    let mut found = parse
        .root()
        .descendants_with_tokens()
        .filter_map(Directive::cast);
    found
        .next()
        .expect("a directive")
        .content()
        .expect("content")
}

fn kif(text: &str) -> DirectiveContent {
    content(Dialect::Kif, &format!("; herbrand: {text}\n"))
}

fn hrf(text: &str) -> DirectiveContent {
    content(Dialect::Hrf, &format!("% herbrand: {text}\n"))
}

fn texts<T: AstElement>(elements: impl Iterator<Item = T>) -> Vec<String> {
    elements
        .map(|element| element.syntax().to_string())
        .collect()
}

/// Kinds and texts of the children that are not blanks.
fn children(content: &DirectiveContent) -> String {
    let SyntaxElement::Node(node) = content.syntax() else {
        panic!("a node")
    };
    node.children_with_tokens()
        .filter(|child| child.kind() != SyntaxKind::Whitespace)
        .map(|child| format!("{:?} {child}", child.kind()))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn allow_names_codes() {
    for text in [
        "allow unused-relation x",
        "allow-file unused-relation x ; because",
    ] {
        let DirectiveContent::AllowDirective(allow) = kif(text) else {
            panic!("{text}")
        };
        let key = allow.key().expect("a key");
        assert!(text.starts_with(key.text()), "{text}");
        let codes: Vec<_> = allow.codes().map(|code| code.to_string()).collect();
        assert_eq!(codes, ["unused-relation", "x"], "{text}");
    }
}

#[test]
fn profile_and_board_have_words() {
    let DirectiveContent::ProfileDirective(profile) = hrf("profile logic") else {
        panic!("a profile")
    };
    assert_eq!(profile.profile().expect("a word").text(), "logic");
    let DirectiveContent::BoardDirective(board) = kif("board cell 1 2 3") else {
        panic!("a board")
    };
    let values: Vec<_> = board.values().map(|value| value.to_string()).collect();
    assert_eq!(values, ["cell", "1", "2", "3"]);
}

#[test]
fn input_has_signatures() {
    let signatures = |content: DirectiveContent| {
        let DirectiveContent::InputDirective(input) = content else {
            panic!("an input")
        };
        let part = |signature: Signature| {
            let name = signature.name().expect("a name").syntax().to_string();
            let arity = signature.arity().expect("a number").to_string();
            (name, arity)
        };
        input.signatures().map(part).collect::<Vec<_>>()
    };
    let pair = |name: &str, arity: &str| (name.to_owned(), arity.to_owned());
    assert_eq!(
        signatures(kif("input p/2 a/b/1")),
        [pair("p", "2"), pair("a/b", "1")]
    );
    assert_eq!(
        signatures(hrf("input p/2, 'a b'/0")),
        [pair("p", "2"), pair("'a b'", "0")]
    );
}

#[test]
fn invariant_has_literals_of_the_dialect() {
    let literals = |content: DirectiveContent| {
        let DirectiveContent::InvariantDirective(invariant) = content else {
            panic!("an invariant")
        };
        texts(invariant.literals())
    };
    assert_eq!(
        literals(kif(
            "invariant (true (at ?x)) (not (open ?x)) (or p (q ?x)) (distinct ?x a)"
        )),
        [
            "(true (at ?x))",
            "(not (open ?x))",
            "(or p (q ?x))",
            "(distinct ?x a)"
        ]
    );
    let expected = ["true(at(X))", "~open(X)", "(p | q(X))", "distinct(X,a)"];
    for text in [
        "invariant true(at(X)) & ~open(X), (p | q(X)) & distinct(X,a).",
        "invariant true(at(X)) ~open(X) (p | q(X)) distinct(X,a)",
    ] {
        assert_eq!(literals(hrf(text)), expected, "{text}");
    }
}

#[test]
fn a_model_has_ground_atoms_and_given_data() {
    let parts = |content: DirectiveContent| {
        let DirectiveContent::ModelExpectation(model) = content else {
            panic!("a model")
        };
        let given = model.given().map(|given| texts(given.atoms()));
        (texts(model.atoms()), given)
    };
    assert_eq!(
        parts(kif("expect model (p a) q (r (f b))")),
        (vec!["(p a)".into(), "q".into(), "(r (f b))".into()], None)
    );
    assert_eq!(parts(kif("expect model")), (vec![], None));
    let given = Some(vec!["p(a,b)".into(), "p(b,b)".into(), "q(b)".into()]);
    for text in [
        "expect model r(a,b) given p(a,b) p(b,b) q(b)",
        "expect model r(a,b) given p(a,b), p(b,b) & q(b).",
    ] {
        assert_eq!(
            parts(hrf(text)),
            (vec!["r(a,b)".into()], given.clone()),
            "{text}"
        );
    }
    let (atoms, given) = parts(kif("expect model (given a) given (given b)"));
    assert_eq!(atoms, ["(given a)"], "only the bare word begins the data");
    assert_eq!(given, Some(vec!["(given b)".into()]));
}

#[test]
fn a_query_has_a_pattern_and_a_count() {
    for (content, pattern) in [
        (kif("expect query (p ?x) = 2 given (q a)"), "(p ?x)"),
        (kif("expect query (p ?x)=2 given (q a)"), "(p ?x)"),
        (hrf("expect query p(X) = 2 given q(a)"), "p(X)"),
        (hrf("expect query p(X)=2 given q(a)"), "p(X)"),
    ] {
        let DirectiveContent::QueryExpectation(query) = content else {
            panic!("{pattern}")
        };
        let atom = query.pattern().expect("a pattern");
        assert_eq!(atom.syntax().to_string(), pattern);
        assert_eq!(
            matches!(atom, DirectiveAtom::KifAtom(_)),
            pattern.starts_with('(')
        );
        assert_eq!(query.count().expect("a count").text(), "2");
        assert_eq!(query.given().expect("data").atoms().count(), 1);
    }
}

#[test]
fn the_other_expectations() {
    for (text, expected) in [
        (
            "expect base 6",
            "DirectiveWord expect\nDirectiveWord base\nNumber 6",
        ),
        (
            "expect satisfies (p a) q",
            "DirectiveWord expect\nDirectiveWord satisfies\nKifAtom (p a)\nKifAtom q",
        ),
        (
            "expect violates",
            "DirectiveWord expect\nDirectiveWord violates",
        ),
        (
            "expect code unused-relation",
            "DirectiveWord expect\nDirectiveWord code\nDirectiveWord unused-relation",
        ),
        (
            "expect perft 3 9 0 72",
            "DirectiveWord expect\nDirectiveWord perft\nNumber 3\nNumber 9\nNumber 0\nNumber 72",
        ),
        (
            "expect verified playable",
            "DirectiveWord expect\nDirectiveWord verified\nDirectiveWord playable",
        ),
        (
            "expect plan 7",
            "DirectiveWord expect\nDirectiveWord plan\nNumber 7",
        ),
    ] {
        assert_eq!(children(&kif(text)), expected, "{text}");
    }
    let DirectiveContent::PerftExpectation(perft) = kif("expect perft 3 9 0 72") else {
        panic!("perft")
    };
    let numbers = [
        perft.depth(),
        perft.states(),
        perft.terminal(),
        perft.paths(),
    ];
    let numbers = numbers.map(|number| number.expect("a number").to_string());
    assert_eq!(numbers, ["3", "9", "0", "72"]);
}

/// The first error of a directive as "MARKED: expected … / HELP".
#[track_caller]
fn check_error(dialect: Dialect, text: &str, expected: &str) {
    let sign = if dialect == Dialect::Kif { ';' } else { '%' };
    let text = format!("{sign} herbrand: {text}\n");
    let parse = parse(dialect, &text);
    assert_eq!(parse.errors(), [], "no error of a form: {text}");
    let errors = parse.directive_errors();
    let [error] = &errors[..] else {
        panic!("one report: {text} {errors:?}")
    };
    let kind = match &error.kind {
        DirectiveErrorKind::NoKey { .. } => "no key".to_owned(),
        DirectiveErrorKind::Unknown { what, .. } => format!("no {what}"),
        DirectiveErrorKind::Expected {
            expected,
            found: true,
            ..
        } => format!("not {expected}"),
        DirectiveErrorKind::Expected { expected, .. } => format!("then {expected}"),
        DirectiveErrorKind::Form(kind) => format!("{kind:?}"),
    };
    let kind = kind.split(' ').collect::<Vec<_>>().join(" ");
    let marked = &text[error.range];
    assert!(
        format!("`{marked}` {kind}").starts_with(expected),
        "{text}: `{marked}` {kind}"
    );
}

#[test]
fn wrong_directives_say_where_and_what() {
    for (text, expected) in [
        ("", "`; herbrand:` no key"),
        ("; allow x", "`; herbrand:` no key"),
        ("alow x y", "`alow` no directive"),
        ("profile", "`profile` then a profile"),
        ("profile games", "`games` no profile"),
        ("profile game logic", "`logic` not the end of the directive"),
        ("allow", "`allow` then a code"),
        ("allow-file ; none", "`allow-file` then a code"),
        ("board", "`board` then a relation"),
        (
            "input",
            "`input` then a relation with its number of arguments",
        ),
        (
            "input p/1 edge",
            "`edge` not a relation with its number of arguments",
        ),
        (
            "input edge/x p/1",
            "`edge/x` not a relation with its number of arguments",
        ),
        (
            "input (p a)",
            "`(p` not a relation with its number of arguments",
        ),
        ("invariant", "`invariant` then a literal"),
        ("invariant ?x", "`?x` Unexpected { expected: \"a literal\""),
        ("invariant (p a", "`(` UnclosedParenthesis"),
        ("invariant (p a))", "`)` UnexpectedParenthesis"),
        (
            "invariant (not p q)",
            "`(not p q)` Unexpected { expected: \"one literal behind `not`\"",
        ),
        ("invariant or", "`or` ConnectiveAsName"),
        (
            "expect",
            "`expect` then `model`, `query` or another expectation",
        ),
        ("expect modle (p a)", "`modle` no expectation"),
        ("expect model (not (p a))", "`(not (p a))` not an atom"),
        ("expect model (p ?x) (q ?y)", "`?x` not a constant"),
        (
            "expect model (p a) given",
            "`given` then the atoms that are given",
        ),
        (
            "expect model given (p a) given",
            "`given` not the end of the directive",
        ),
        ("expect satisfies (p ?x)", "`?x` not a constant"),
        ("expect query", "`query` then the pattern of an atom"),
        ("expect query = 2", "`=` not the pattern of an atom"),
        ("expect query (p a)", "`(p a)` then `=` and a number"),
        ("expect query (p a) 2", "`2` not `=` and a number"),
        ("expect query (p a) =", "`=` then the number of answers"),
        (
            "expect query (p a) = two",
            "`two` not the number of answers",
        ),
        (
            "expect query (p a) = 2 3",
            "`3` not the end of the directive",
        ),
        ("expect base", "`base` then a number"),
        ("expect base six", "`six` not a number"),
        (
            "expect base 18446744073709551616",
            "`18446744073709551616` not a number",
        ),
        ("expect code", "`code` then a code"),
        ("expect code a b", "`b` not the end of the directive"),
        ("expect perft 1 2", "`2` then the number of terminal states"),
        ("expect perft 1 2 3 4 5", "`5` not the end of the directive"),
        ("expect perft deep", "`deep` not the depth, a number"),
        ("expect verified", "`verified` then a property"),
        ("expect plan -1", "`-1` not the length, a number"),
    ] {
        check_error(Dialect::Kif, text, expected);
    }
    for (text, expected) in [
        ("invariant p(X", "`(` UnclosedParenthesis"),
        ("invariant p(X))", "`)` UnexpectedParenthesis"),
        ("invariant p &", "`p` then a literal"),
        ("invariant & p", "`&` Unexpected { expected: \"a literal\""),
        ("expect model p(X)", "`X` not a constant"),
        ("expect model ~p(a)", "`~p(a)` not an atom"),
        ("expect query p(X) 2", "`2` not `=` and a number"),
        (
            "input Edge/2",
            "`Edge/2` not a relation with its number of arguments",
        ),
        (
            "input 'a b/2",
            "`'a` not a relation with its number of arguments",
        ),
    ] {
        check_error(Dialect::Hrf, text, expected);
    }
}

#[test]
fn a_slip_in_a_directive_leaves_the_form_around_it_whole() {
    let text = "(<= (p ?x) ; herbrand: expect model (((\n  (q ?x))\n";
    let parse = parse(Dialect::Kif, text);
    assert_eq!(parse.errors(), []);
    assert_eq!(parse.directive_errors().len(), 1);
    let text = "p(X) :- % herbrand: expect model (((\n  q(X)\n";
    let parse = self::parse(Dialect::Hrf, text);
    assert_eq!(parse.errors(), []);
    assert_eq!(parse.directive_errors().len(), 1);
}

#[test]
fn a_directive_in_a_directive_is_a_comment() {
    let text = "; herbrand: expect model (p a ".repeat(20_000);
    let parse = parse(Dialect::Kif, &text);
    let directives = parse
        .root()
        .descendants_with_tokens()
        .filter(|element| element.kind() == SyntaxKind::Directive);
    assert_eq!(directives.count(), 1);
    let comments = parse
        .root()
        .descendants_with_tokens()
        .filter_map(NodeOrToken::into_token)
        .filter(|token| token.kind() == SyntaxKind::Comment);
    assert_eq!(comments.count(), 1);
}

#[test]
fn depth_is_limited_in_directives_too() {
    for (dialect, open, close) in [(Dialect::Kif, "(f ", ")"), (Dialect::Hrf, "f(", ")")] {
        let sign = if dialect == Dialect::Kif { ';' } else { '%' };
        let deep = open.repeat(100_000) + "a" + &close.repeat(100_000);
        let parse = parse(dialect, &format!("{sign} herbrand: expect model {deep}\n"));
        let errors = parse.directive_errors();
        let limit = u16::try_from(256).expect("it fits");
        let kind = herbrand_syntax::SyntaxErrorKind::NestingTooDeep { limit };
        assert_eq!(errors[0].kind, DirectiveErrorKind::Form(kind));
    }
}

/// A line of every kind in each dialect, some inside a form.
const KIF: &str = "; herbrand: profile logic\r\n;;herbrand:input p/2 q/1 ; why\n(<= (r ?x) ; herbrand: \
                   invariant (p ?x ?y) (not (q ?x)) (or a (b ?x)) (distinct ?x c)\n    (p ?x ?y))\n; \
                   herbrand: expect model (r a) (r b) given (p a b) (q b)\n; herbrand: expect query (r \
                   ?x)=2 given (q a)\n; herbrand: expect perft 3 9 0 72\n; herbrand: allow empty-or x\n; \
                   herbrand: expect violates (r (f a))";
const HRF: &str = "% herbrand: profile logic\r\n%%herbrand:input p/2, 'q r'/1 % why\nr(X) :- % herbrand: \
                   invariant p(X,Y) & ~q(X), (a | b(X)) & distinct(X,c).\n    p(X,Y)\n% herbrand: expect \
                   model r(a), r(b) given p(a,b) 'q r'(b)\n% herbrand: expect query r(X)=2 given q(a)\n% \
                   herbrand: expect plan 12\n% herbrand: expect satisfies r(f(a))";

/// What holds of any text: it is kept, and errors lie in it, in order, in directives alone.
fn check_any(dialect: Dialect, text: &str) -> Parse {
    let parse = parse(dialect, text);
    let directives: Vec<_> = parse
        .root()
        .descendants()
        .filter(|node| node.kind() == SyntaxKind::Directive)
        .map(|node| node.text_range())
        .collect();
    let errors = parse.directive_errors();
    for error in &errors {
        let own = directives
            .iter()
            .filter(|directive| directive.contains_range(error.range));
        assert_eq!(own.count(), 1, "{text:?}: {error:?}");
        assert!(!error.range.is_empty(), "{text:?}: {error:?}");
    }
    assert!(
        errors.is_sorted_by_key(|error| error.range.start()),
        "{text:?}"
    );
    let whole = directives.iter().filter(|directive| {
        let text = &text[**directive];
        text.contains(['\n', '\r'])
    });
    assert_eq!(whole.count(), 0, "a directive ends with its line: {text:?}");
    parse
}

#[test]
fn typing_and_deleting_leads_where_a_fresh_parse_does() {
    for (dialect, whole) in [(Dialect::Kif, KIF), (Dialect::Hrf, HRF)] {
        assert_eq!(check_any(dialect, whole).directive_errors(), []);
        let mut typed = Parse::new("", dialect, ParseOptions::default());
        for end in 1..=whole.len() {
            let text = &whole[..end];
            let offset = TextSize::of(&whole[..end - 1]);
            let edit = TextEdit::replace(TextRange::empty(offset), &text[end - 1..]);
            typed = typed.reparse(text, &edit);
            check_same(&typed, &check_any(dialect, text), text);
        }
        for at in 0..whole.len() {
            let edit = TextEdit::delete(TextRange::at(TextSize::of(&whole[..at]), 1.into()));
            let mut text = whole.to_owned();
            edit.apply(&mut text);
            let edited = typed.reparse(&text, &edit);
            check_same(&edited, &check_any(dialect, &text), &text);
        }
    }
}

fn check_same(edited: &Parse, fresh: &Parse, text: &str) {
    assert_eq!(edited.green(), fresh.green(), "{text:?}");
    assert_eq!(edited.errors(), fresh.errors(), "{text:?}");
    assert_eq!(
        edited.directive_errors(),
        fresh.directive_errors(),
        "{text:?}"
    );
}

#[test]
fn an_edit_of_a_form_keeps_the_directives_of_its_block() {
    let text = "; herbrand: input p/2\n(q a)\n; herbrand: expect model (q b)\n";
    let old = parse(Dialect::Kif, text);
    let edit = TextEdit::replace(TextRange::at(25.into(), 1.into()), "c");
    let mut new = text.to_owned();
    edit.apply(&mut new);
    assert!(new.contains("(q c)"));
    let new = old.reparse(&new, &edit);
    let directives = |parse: &Parse| -> Vec<_> {
        let block = &parse.blocks()[0].green;
        let nodes = block.children().filter_map(NodeOrToken::into_node);
        nodes
            .filter(|node| node.kind() == SyntaxKind::Directive.into())
            .map(|node| std::ptr::from_ref(node).addr())
            .collect()
    };
    assert_eq!(directives(&old).len(), 2);
    assert_eq!(directives(&old), directives(&new));
}
