//! An edited parse equals a parse from scratch, tree, errors and blocks.

use herbrand_syntax::{Dialect, Parse, ParseOptions, TextEdit, TextRange, TextSize};
use proptest::prelude::*;

fn assert_same(incremental: &Parse, text: &str, context: &str) {
    let scratch = Parse::new(text, incremental.dialect(), incremental.options());
    assert_eq!(
        incremental.root().text().to_string(),
        text,
        "{context}: the tree is lossless"
    );
    assert_eq!(
        incremental.green(),
        scratch.green(),
        "{context}: trees of {text:?}"
    );
    assert_eq!(
        incremental.errors(),
        scratch.errors(),
        "{context}: errors of {text:?}"
    );
    assert_eq!(
        incremental.directive_errors(),
        scratch.directive_errors(),
        "{context}: errors in directives of {text:?}"
    );
    assert_eq!(
        incremental.starts(),
        scratch.starts(),
        "{context}: blocks of {text:?}"
    );
    for (one, other) in incremental.blocks().iter().zip(scratch.blocks()) {
        assert_eq!(
            one.content_hash, other.content_hash,
            "{context}: hash of a block"
        );
    }
}

/// What people and their editors type.
fn snippet() -> impl Strategy<Value = String> {
    prop_oneof![
        "[()]{1,3}",
        "[ \n\r\t]{1,2}",
        Just("; note\n".to_owned()),
        Just("; herbrand: allow unused-relation\n".to_owned()),
        Just(";".to_owned()),
        Just("; herbrand: expect query (p ?x) = 2\n".to_owned()),
        Just("; herbrand: input p/2 ".to_owned()),
        Just(" given (r a) ".to_owned()),
        Just(" herbrand: expect ".to_owned()),
        Just("=".to_owned()),
        Just("(<= (p ?x)\n    (q ?x))\n".to_owned()),
        Just("(<= ".to_owned()),
        Just("(r a b)\n".to_owned()),
        Just("(not (r a".to_owned()),
        Just("(not (r a)) (p ?x))\n".to_owned()),
        Just("\n\n".to_owned()),
        Just("<= ?x ?y)".to_owned()),
        // Forms that nothing closes, with and without lines that layout can be asked about.
        Just("(<= (p ?x)\n    (q ?x".to_owned()),
        Just("(r a\n b".to_owned()),
        Just("(r a\n(r b".to_owned()),
        Just("\n   (r".to_owned()),
        Just("( <= ".to_owned()),
        Just("\n// (r a)\n".to_owned()),
        Just("# r) ".to_owned()),
        Just("//".to_owned()),
        Just("(=< (p ?x) ".to_owned()),
        Just(", ".to_owned()),
        "[a-z?]{1,3}",
        Just("é\u{2028}😀".to_owned()),
        Just("\u{feff}".to_owned()),
        Just(String::new()),
    ]
}

/// Facts behind which a block ends: one in a hundred or so, picked by the parser. Sheets with
/// many of them are short and have many blocks all the same.
fn facts_that_end_blocks(dialect: Dialect) -> Vec<String> {
    let spell = |n: u32| match dialect {
        Dialect::Kif => format!("(fact {n})\n"),
        Dialect::Hrf | Dialect::Qprop => format!("fact({n})\n"),
    };
    // The line end behind it is in a block of its own then.
    let ends_block = |fact: &String| {
        Parse::new(fact, dialect, ParseOptions::default())
            .blocks()
            .len()
            == 2
    };
    let facts: Vec<String> = (0..1000).map(spell).filter(ends_block).collect();
    assert!(facts.len() > 2, "blocks end by chance now and then");
    facts
}

fn sheet(dialect: Dialect, size: usize) -> impl Strategy<Value = String> {
    let form = match dialect {
        Dialect::Kif => prop_oneof![
            Just("(succ 1 2)\n"),
            Just("(succ 2 3) (succ 3 4) ; both\n"),
            Just("(<= (next (cell ?x ?y))\n    (true (cell ?x ?y))\n    (not (p ?x)))\n"),
            Just("(<= (legal ?r noop)\n(true (control ?r)))\n\n"),
            Just("; a comment\n"),
            Just("// (p a) of others\n"),
            Just("(:- (p ?x) (q ?x), r)\n"),
            Just("; herbrand: expect model (p a) (q b) given r ; why\n"),
            Just("(p ; herbrand: invariant (true (at ?x)) (not (p ?x))\n a)\n"),
            Just("; herbrand: expect perft 3 9 0 72\r\n"),
            Just("p q\r\n"),
            Just("  (indented a\n      (b c))\n"),
            Just("(<= p (or q (r a) ; why\n r))\r"),
        ]
        .boxed(),
        Dialect::Hrf => prop_oneof![
            Just("succ(1, 2)\n"),
            Just("succ(2, 3) succ(3, 4). % both\n"),
            Just("next(cell(X, Y)) :-\n  true(cell(X, Y)) &\n  ~p(X)\n"),
            Just("p :- (q | r(a))\n\n"),
            Just("p(X) :- q(X)\n  next(cell(X, f(Y))) :- r\n"),
            Just("  p :- q & r(X)\n  s\n"),
            Just("p (X)\n"),
            Just("; a comment as in the other spelling\n"),
            Just("% a comment\n"),
            Just("p(X) <= q(X) and r\n"),
            Just("Q(a)\n"),
            Just("// of others\n"),
            Just("% herbrand: expect model p(a), q(b) given r(c)\n"),
            Just("p(X) :- % herbrand: invariant p(X) & ~q(X)\n q(X)\n"),
            Just("p q\r\n"),
        ]
        .boxed(),
        Dialect::Qprop => prop_oneof![
            Just("sort square = 1..4 + {none}\n"),
            Just("var s: square   var p, p': piece\n"),
            Just("pred next(a: s, s) | a =/= b // where\n"),
            Just("rule r: forall x, y | next(x, y) .\n    p(x) and not q or\n      x nb y\n\n"),
            Just("p(1, 2) q; (r or s)\n"),
            Just("p !q\n"),
            Just("(p and q) implies r\n"),
            Just("infix nb, ob\n"),
            Just("x nb y\n"),
            Just("/* a /* b */\n c */ p\n"),
            Just("  /* */ q // herbrand: allow unused-predicate\n"),
            Just("// herbrand: expect code arity-mismatch // why\r\n"),
            Just("rule t: exactly k x in 1..3 . count(y | p) >= 2\r\n"),
            Just("given grid g \"1.\"\n  \"..\"\n"),
            Just("show grid r, c : v where p\r"),
            Just("rule u: p && q or …\n  -x < 3\n"),
            Just("check proves a if b implies c\n"),
            Just("p(a,\n  rule v: (q\n"),
            Just(") . q\n"),
        ]
        .boxed(),
    };
    let form = prop_oneof![
        2 => form.prop_map(str::to_owned),
        1 => proptest::sample::select(facts_that_end_blocks(dialect)),
    ];
    proptest::collection::vec(form, 0..size).prop_map(|forms| forms.concat())
}

/// A place and a length as fractions, so that they can be laid on any text.
type Spot = (f64, f64, String);

/// Edits one after the other, many of them where people write most: at the end.
fn script(snippet: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<Spot>> {
    let place = prop_oneof![3 => 0.0..=1.0, 1 => 0.95..=1.0, 1 => Just(1.0)];
    proptest::collection::vec((place, 0.0..1.0, snippet), 1..8)
}

fn edit_at(text: &str, (start, length, insert): &Spot) -> TextEdit {
    let place = |share: f64| {
        let mut offset = (share * text.len() as f64) as usize;
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let start = place(*start);
    let mut end = (start + (length * 12.0) as usize).min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let size = |offset: usize| TextSize::new(u32::try_from(offset).expect("a small text"));
    TextEdit::replace(TextRange::new(size(start), size(end)), insert.clone())
}

fn check_script(dialect: Dialect, mut text: String, script: &[Spot]) {
    let mut parse = Parse::new(&text, dialect, ParseOptions::default());
    assert_eq!(parse.root().text().to_string(), text);
    for spot in script {
        let edit = edit_at(&text, spot);
        let old = text.clone();
        edit.apply(&mut text);
        parse = parse.reparse(&text, &edit);
        assert_same(&parse, &text, &format!("{edit:?} of {old:?}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_edits_of_kif(
        text in sheet(Dialect::Kif, 60),
        edits in script(snippet()),
    ) {
        check_script(Dialect::Kif, text, &edits);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Long enough for several blocks.
    #[test]
    fn random_edits_of_long_kif(
        text in sheet(Dialect::Kif, 1500),
        edits in script(snippet()),
    ) {
        check_script(Dialect::Kif, text, &edits);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_edits_of_hrf(
        text in sheet(Dialect::Hrf, 60),
        edits in script(hrf_snippet()),
    ) {
        check_script(Dialect::Hrf, text, &edits);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_edits_of_long_hrf(
        text in sheet(Dialect::Hrf, 1500),
        edits in script(hrf_snippet()),
    ) {
        check_script(Dialect::Hrf, text, &edits);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_edits_of_qprop(
        text in sheet(Dialect::Qprop, 60),
        edits in script(qprop_snippet()),
    ) {
        check_script(Dialect::Qprop, text, &edits);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Long enough for several blocks.
    #[test]
    fn random_edits_of_long_qprop(
        text in sheet(Dialect::Qprop, 1500),
        edits in script(qprop_snippet()),
    ) {
        check_script(Dialect::Qprop, text, &edits);
    }
}

fn qprop_snippet() -> impl Strategy<Value = String> {
    prop_oneof![
        snippet(),
        "[&|~!<>=.,:;/\\\\*-]{1,3}",
        Just("/*".to_owned()),
        Just("*/".to_owned()),
        Just("/* */ ".to_owned()),
        Just("//".to_owned()),
        Just("\"".to_owned()),
        Just("infix nb".to_owned()),
        Just("infix ".to_owned()),
        Just("ob nb".to_owned()),
        Just(" (".to_owned()),
        Just("; (p".to_owned()),
        Just("\n(p".to_owned()),
        Just("\n  ".to_owned()),
        Just("rule a: ".to_owned()),
        Just("forall x . ".to_owned()),
        Just(" and\n".to_owned()),
        Just(" implies ".to_owned()),
        Just(" if q ".to_owned()),
        Just("…".to_owned()),
        Just("=/".to_owned()),
        Just("=".to_owned()),
        Just("!".to_owned()),
        Just("// herbrand: allow-file a\n".to_owned()),
        Just("\u{a0}".to_owned()),
        Just("∀x. ¬p(x)".to_owned()),
    ]
}

fn hrf_snippet() -> impl Strategy<Value = String> {
    prop_oneof![
        snippet(),
        "[&|,.~:-]{1,2}",
        Just(":- ".to_owned()),
        Just(" & q(X)".to_owned()),
        Just("% note\n".to_owned()),
        Just("% herbrand: allow unused-relation\n".to_owned()),
        Just("% herbrand: expect query p(X) = ".to_owned()),
        Just(" given r(a), q ".to_owned()),
        Just("not-p(X)".to_owned()),
        Just("'a b'".to_owned()),
        Just("X # Y".to_owned()),
        // What makes a literal of the statement behind it, or a head.
        Just(" & ".to_owned()),
        Just("  r(X)".to_owned()),
        Just("\n  r(X)".to_owned()),
        Just(" :- s\n".to_owned()),
        Just(" (q | ".to_owned()),
        Just("p(a,\n".to_owned()),
        Just(" ; why".to_owned()),
        Just("'".to_owned()),
        Just("==> p".to_owned()),
    ]
}
