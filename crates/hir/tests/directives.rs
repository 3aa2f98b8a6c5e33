//! What directives say once lowered, and what they name.

use herbrand_hir::{
    self as hir, BlockPlaces, Content, Expectation, Item, LoweredDirective, Perft, Profile, RootDb,
    Spelling,
};
use logic::Relation;
use source::{Content as Text, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions};

fn file(db: &RootDb, dialect: Dialect, text: &str) -> File {
    let parse = Parse::new(text, dialect, ParseOptions::default());
    let content = Text {
        text: text.into(),
        parse,
        encoding: Encoding::Utf8,
    };
    File::new(db, "sheet".into(), content)
}

fn directive(dialect: Dialect, text: &str) -> LoweredDirective {
    let sign = Spelling::of(dialect).comment();
    let db = RootDb::default();
    let file = file(&db, dialect, &format!("{sign} herbrand: {text}\n"));
    hir::directives(&db, hir::blocks(&db, file)[0])[0].clone()
}

/// The literals of a directive, in both spellings.
fn literals(dialect: Dialect, text: &str) -> [String; 2] {
    let directive = directive(dialect, text);
    [Dialect::Kif, Dialect::Hrf].map(|dialect| {
        let spelling = Spelling::of(dialect);
        let literals = directive.literals();
        let written = literals
            .iter()
            .map(|literal| spelling.literal(literal, &directive.variables));
        written.collect::<Vec<_>>().join(" ")
    })
}

#[test]
fn both_spellings_lower_to_the_same() {
    let kif = "invariant (TRUE (at ?x)) (not (open ?x)) (or p (q ?x))";
    let hrf = "invariant true(at(?x)) & ~open(?x) & (p | q(?x))";
    let expected = [
        "(true (at ?x)) (not (open ?x)) (or p (q ?x))",
        "true(at(?x)) ~open(?x) (p | q(?x))",
    ];
    assert_eq!(literals(Dialect::Kif, kif), expected);
    assert_eq!(literals(Dialect::Hrf, hrf), expected);
    for (dialect, text) in [(Dialect::Kif, kif), (Dialect::Hrf, hrf)] {
        let directive = directive(dialect, text);
        assert!(matches!(directive.content, Content::Invariant(_)));
        assert!(!directive.incomplete);
    }
}

#[test]
fn expectations_carry_what_a_test_needs() {
    let expectation = |text: &str| match &directive(Dialect::Kif, text).content {
        Content::Expect(expectation) => expectation.clone(),
        other => panic!("{text}: {other:?}"),
    };
    let spelling = Spelling::of(Dialect::Kif);
    let written = |atoms: &[logic::Atom]| {
        let atoms = atoms.iter().map(|atom| spelling.atom(atom, &[]));
        atoms.collect::<Vec<_>>().join(" ")
    };
    let Expectation::Model { atoms, given } = expectation("expect model (p a) q given (r (f b))")
    else {
        panic!("a model")
    };
    assert_eq!(
        (written(&atoms), written(&given)),
        ("(p a) q".into(), "(r (f b))".into())
    );
    let Expectation::Query {
        pattern,
        count,
        given,
    } = expectation("expect query (p ?x) = 2 given q")
    else {
        panic!("a query")
    };
    let pattern = spelling.atom(&pattern, &["?x".into()]);
    assert_eq!(
        (pattern.as_str(), count, written(&given).as_str()),
        ("(p ?x)", 2, "q")
    );
    let Expectation::Satisfies(atoms) = expectation("expect satisfies (p a)") else {
        panic!("an interpretation")
    };
    assert_eq!(written(&atoms), "(p a)");
    assert_eq!(
        expectation("expect violates"),
        Expectation::Violates(Box::default())
    );
    assert_eq!(expectation("expect base 6"), Expectation::Base(6));
    assert_eq!(expectation("expect plan 7"), Expectation::Plan(7));
    assert_eq!(
        expectation("expect code empty-or"),
        Expectation::Code("empty-or".into())
    );
    assert_eq!(
        expectation("expect verified playable"),
        Expectation::Verified("playable".into())
    );
    let perft = Perft {
        depth: 3,
        states: 9,
        terminal: 0,
        paths: 340_282_366_920_938_463_463_374_607_431_768_211_455,
    };
    let text = "expect perft 3 9 0 340282366920938463463374607431768211455";
    assert_eq!(expectation(text), Expectation::Perft(perft));
}

#[test]
fn the_other_directives() {
    let content = |text| directive(Dialect::Hrf, text).content.clone();
    assert_eq!(content("allow x"), Content::Allow { whole_file: false });
    assert_eq!(content("allow-file x"), Content::Allow { whole_file: true });
    assert_eq!(content("profile game"), Content::Profile(Profile::Game));
    assert_eq!(content("profile logic"), Content::Profile(Profile::Logic));
    assert_eq!(content("board cell 1 2 3"), Content::Board);
    let inputs: Vec<Relation> = directive(Dialect::Hrf, "input p/2 'a b'/0")
        .inputs()
        .iter()
        .map(|input| input.relation.clone())
        .collect();
    assert_eq!(inputs, [Relation::new("p", 2), Relation::new("a b", 0)]);
}

#[test]
fn a_wrong_directive_is_not_acted_upon_but_names_what_it_names() {
    for (text, named) in [
        ("expect query (p ?x) (q a)", "(p ?x)"),
        ("expect query (p ?x) = two", "(p ?x)"),
        ("expect model (p a) (q ?x)", "(p a) (q ?x)"),
        ("expect model (p a) given (q a) given", "(p a) (q a)"),
        ("invariant (p a) (q", "(p a) q"),
        ("profile games", ""),
        ("expect modle (p a)", ""),
        ("", ""),
    ] {
        let directive = directive(Dialect::Kif, text);
        assert!(directive.incomplete, "{text}");
        assert!(matches!(directive.content, Content::Unknown(_)), "{text}");
        assert_eq!(literals(Dialect::Kif, text)[0], named, "{text}");
    }
    let half = directive(Dialect::Kif, "input p/1 edge");
    assert!(half.incomplete);
    assert_eq!(half.inputs().len(), 1);
}

#[test]
fn the_index_counts_what_directives_name() {
    let text = "(p a)\n; herbrand: input q/2\n(r a ; herbrand: invariant (p ?x) (not (s (f ?x))) (or (q ?x A) (p b))\n b)\n; herbrand: expect model (p c) (t\n";
    let db = RootDb::default();
    let file = file(&db, Dialect::Kif, text);
    let index = hir::index(&db, file);
    let uses = |name: &str, arity| {
        let uses = &index.relation(name, arity).unwrap().directives;
        let sites = uses.sites.iter().map(|&site| {
            let span = hir::span_of(&db, file, site).unwrap();
            format!("{} {}", &text[span.name], &text[span.full])
        });
        (uses.count, sites.collect::<Vec<_>>().join(", "))
    };
    assert_eq!(uses("p", 1), (3, "p (p ?x), p (p b)".into()));
    assert_eq!(uses("q", 2), (2, "q q/2, q (q ?x A)".into()));
    assert_eq!(uses("s", 1), (1, "s (s (f ?x))".into()));
    assert_eq!(uses("t", 0), (1, String::new()), "it is half typed");
    assert_eq!(index.relation("p", 1).unwrap().uses(), 0, "no rule uses it");
    assert_eq!(index.dependencies, []);
    assert_eq!(index.functions_named("f")[0].elsewhere.count, 1);
    let objects: Vec<_> = index
        .objects
        .iter()
        .map(|object| object.name.as_str())
        .collect();
    assert_eq!(objects, ["A", "a"]);
    assert!(
        !hir::forms(&db, hir::blocks(&db, file)[0])[1]
            .form
            .incomplete
    );
}

#[test]
fn a_directive_is_a_rule_without_head() {
    let text = "; herbrand: invariant (p ?x) (not q)\n";
    let db = RootDb::default();
    let file = file(&db, Dialect::Kif, text);
    let rule = hir::directives(&db, hir::blocks(&db, file)[0])[0].as_rule();
    assert_eq!(
        Spelling::of(Dialect::Kif).rule(&rule),
        "(<= invariant (p ?x) (not q))"
    );
    let places = BlockPlaces::new(&db, file, 0).unwrap();
    let node = |node| &text[places.node(Item::Directive(0), node).unwrap().full];
    assert_eq!(node(rule.head.id), "invariant");
    assert_eq!(node(rule.body[1].id), "(not q)");
}
