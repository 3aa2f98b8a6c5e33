//! What forms of both spellings mean, and where their parts stand.

use herbrand_hir::{self as hir, NoteKind, Profile, Reach, RootDb, Spelling};
use source::{Content, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions};

fn file(db: &RootDb, dialect: Dialect, text: &str) -> File {
    let parse = Parse::new(text, dialect, ParseOptions::default());
    let content = Content {
        text: text.into(),
        parse,
        encoding: Encoding::Utf8,
    };
    File::new(db, "sheet".into(), content)
}

/// Lowers the forms of `text` and writes each down again in both spellings.
#[track_caller]
fn check(dialect: Dialect, text: &str, kif: &[&str], hrf: &[&str]) {
    let db = RootDb::default();
    let file = file(&db, dialect, text);
    let forms = hir::blocks(&db, file)
        .iter()
        .flat_map(|&blk| hir::forms(&db, blk));
    let rules: Vec<_> = forms
        .filter_map(|lowered| lowered.form.rule.as_ref())
        .collect();
    let written = |dialect| -> Vec<_> {
        let spelling = Spelling::of(dialect);
        rules.iter().map(|rule| spelling.rule(rule)).collect()
    };
    assert_eq!(written(Dialect::Kif), kif);
    assert_eq!(written(Dialect::Hrf), hrf);
}

#[test]
fn both_spellings_lower_to_the_same() {
    check(
        Dialect::Kif,
        "(p a (f ?x b))\nq\n(<= (r ?x) (p ?x ?y) (not (q ?y)) (or (s ?x) (t ?y)) (distinct ?x ?y))",
        &[
            "(p a (f ?x b))",
            "q",
            "(<= (r ?x) (p ?x ?y) (not (q ?y)) (or (s ?x) (t ?y)) (distinct ?x ?y))",
        ],
        &[
            "p(a,f(?x,b))",
            "q",
            "r(?x) :- p(?x,?y) & ~q(?y) & (s(?x) | t(?y)) & distinct(?x,?y)",
        ],
    );
    check(
        Dialect::Hrf,
        "p(a,f(X,b))\nq.\nr(X) :- p(X,Y), not q(Y) & (s(X) | t(Y)) & distinct(X,Y)\ns(X) :- \\+ q(X) & ~p(X,a)",
        &[
            "(p a (f X b))",
            "q",
            "(<= (r X) (p X Y) (not (q Y)) (or (s X) (t Y)) (distinct X Y))",
            "(<= (s X) (not (q X)) (not (p X a)))",
        ],
        &[
            "p(a,f(X,b))",
            "q",
            "r(X) :- p(X,Y) & ~q(Y) & (s(X) | t(Y)) & distinct(X,Y)",
            "s(X) :- ~q(X) & ~p(X,a)",
        ],
    );
}

#[test]
fn quoted_names_lose_their_quotes_and_get_them_back() {
    check(
        Dialect::Hrf,
        "'New York'('it''s', 'plain', 'not')",
        &["(New York it's plain not)"],
        &["'New York'('it''s',plain,'not')"],
    );
}

#[test]
fn keywords_of_kif_have_no_case() {
    check(
        Dialect::Kif,
        "(<= (NEXT (Cell b)) (True (Cell b)) (NOT (goal X 100)))\n(Sees a)",
        &[
            "(<= (next (Cell b)) (true (Cell b)) (not (goal X 100)))",
            "(Sees a)",
        ],
        &[
            "next('Cell'(b)) :- true('Cell'(b)) & ~goal('X',100)",
            "'Sees'(a)",
        ],
    );
}

#[test]
fn what_is_missing_is_skipped() {
    check(
        Dialect::Kif,
        "(<= (p ?x) (not) (q ?x))\n(<= ?x (q ?x))\n(s a",
        &["(<= (p ?x) (q ?x))", "(s a)"],
        &["p(?x) :- q(?x)", "s(a)"],
    );
}

/// Of the first form: the text of every node, whole and by name; the notes; whether it is
/// incomplete.
type Nodes = (Vec<(String, String)>, Vec<(u32, NoteKind)>, bool);

fn nodes(dialect: Dialect, text: &str) -> Nodes {
    let db = RootDb::default();
    let file = file(&db, dialect, text);
    let blk = hir::blocks(&db, file)[0];
    let lowered = &hir::forms(&db, blk)[0];
    let places = hir::BlockPlaces::new(&db, file, 0).unwrap();
    let spans = (0..lowered.map.nodes.len()).map(|node| {
        let node = logic::NodeId(u32::try_from(node).unwrap());
        let span = places.node(hir::Item::Form(0), node).unwrap();
        (text[span.full].to_owned(), text[span.name].to_owned())
    });
    let notes = lowered
        .form
        .notes
        .iter()
        .map(|note| (note.node.0, note.kind));
    (spans.collect(), notes.collect(), lowered.form.incomplete)
}

#[test]
fn nodes_are_numbered_in_reading_order() {
    let (spans, notes, incomplete) = nodes(
        Dialect::Kif,
        "; a comment\n (<= (p) ; why\n (NOT (q (f ?x) b)) (or r))",
    );
    let expected = [
        ("(p)", "p"),
        ("(NOT (q (f ?x) b))", "NOT"),
        ("(q (f ?x) b)", "q"),
        ("(f ?x)", "f"),
        ("?x", "?x"),
        ("b", "b"),
        ("(or r)", "or"),
        ("r", "r"),
    ];
    assert_eq!(
        spans,
        expected.map(|(full, name)| (full.to_owned(), name.to_owned()))
    );
    assert_eq!(
        notes,
        [(0, NoteKind::Parenthesised), (1, NoteKind::KeywordCase)]
    );
    assert!(!incomplete);
}

#[test]
fn an_error_inside_makes_a_form_incomplete_and_one_outside_does_not() {
    assert!(nodes(Dialect::Kif, "(p a").2);
    assert!(!nodes(Dialect::Kif, "(p ?x) (q not)").2);
    assert!(nodes(Dialect::Kif, "(q not) (p ?x)").2);
    assert!(!nodes(Dialect::Kif, "(p a))").2);
}

#[test]
fn directives_speak_of_the_form_on_their_line_around_them_or_next() {
    let text = "; herbrand: allow a\n(p)\n(q) (r) ; herbrand: allow b c\n(<= s ; herbrand: allow d\n t)\n; herbrand: profile logic\n";
    let db = RootDb::default();
    let file = file(&db, Dialect::Kif, text);
    let [blk] = hir::blocks(&db, file) else {
        panic!("one block")
    };
    let lines: Vec<_> = hir::directives(&db, *blk)
        .iter()
        .map(|line| (line.key.as_str(), line.words.join(" "), line.reach))
        .collect();
    let expected = [
        ("allow", "a", Reach::Form(0)),
        ("allow", "b c", Reach::Form(2)),
        ("allow", "d", Reach::Form(3)),
        ("profile", "logic", Reach::Nothing),
    ];
    assert_eq!(
        lines,
        expected.map(|(key, words, reach)| (key, words.to_owned(), reach))
    );
    let places = hir::BlockPlaces::new(&db, file, 0).unwrap();
    let words = &places.directives()[1].words;
    let words: Vec<_> = words.iter().map(|&word| &text[word]).collect();
    assert_eq!(words, ["allow", "b", "c"]);
}

#[track_caller]
fn profile_is(expected: Profile, text: &str) {
    let db = RootDb::default();
    let file = file(&db, Dialect::Kif, text);
    assert_eq!(hir::vocabulary(&db, file).profile, expected, "{text}");
}

#[test]
fn a_game_is_told_by_its_heads() {
    profile_is(Profile::Logic, "(p a) (<= (q ?x) (role ?x) (legal ?x ?y))");
    profile_is(Profile::Game, "(role a)");
    profile_is(Profile::Logic, "(role a b) (init c)");
    profile_is(Profile::Game, "(init c) terminal");
    profile_is(Profile::Game, "(<= (goal a 100) (p)) (<= TERMINAL (p))");
    profile_is(Profile::Logic, "(role a) ; herbrand: profile logic\n");
    profile_is(Profile::Game, "; herbrand: profile game\n(p a)");
}

#[test]
fn the_index_counts_and_places_what_a_file_says() {
    let text = "; herbrand: input in/2\n(role x) (role o) (edge a b)\n(<= (reach ?x ?y) (edge ?x ?y) (not (blocked ?x)))\n(<= (reach ?x A) (true (at (f ?x))) (in ?x ?x))\n(<= (reach ?x ?y) (edge ?x";
    let db = RootDb::default();
    let file = file(&db, Dialect::Kif, text);
    let index = hir::index(&db, file);
    let names: Vec<_> = index
        .relations
        .iter()
        .map(|uses| uses.relation.to_string())
        .collect();
    let expected = [
        "blocked/1",
        "edge/1",
        "edge/2",
        "in/2",
        "reach/2",
        "role/1",
        "true/1",
    ];
    assert_eq!(names, expected);
    let reach = index.relation("reach", 2).unwrap();
    assert_eq!(
        (
            reach.rules.len(),
            reach.incomplete_rules,
            reach.definitions()
        ),
        (2, 1, 3)
    );
    let edge = index.relation("edge", 2).unwrap();
    assert_eq!(
        (edge.facts.count, edge.positive.count, edge.negative.count),
        (1, 1, 0)
    );
    let blocked = index.relation("blocked", 1).unwrap();
    assert_eq!((blocked.definitions(), blocked.negative.count), (0, 1));
    let span = hir::span_of(&db, file, blocked.negative.sites[0]).unwrap();
    assert_eq!(&text[span.full], "(blocked ?x)");
    let at = &index.functions_named("at")[0];
    assert_eq!((at.in_keywords.count, at.elsewhere.count), (1, 0));
    let objects: Vec<_> = index
        .objects
        .iter()
        .map(|uses| uses.name.as_str())
        .collect();
    assert_eq!(objects, ["A", "a"]);
    assert_eq!(index.roles, ["x", "o"]);
    let dependencies: Vec<_> = index
        .dependencies
        .iter()
        .map(|edge| {
            (
                names[edge.head as usize].as_str(),
                names[edge.body as usize].as_str(),
            )
        })
        .collect();
    let expected = ["blocked/1", "edge/2", "in/2", "true/1"].map(|body| ("reach/2", body));
    assert_eq!(dependencies, expected);
    let input = logic::Relation::new("in", 2);
    assert!(hir::vocabulary(&db, file).is_input(&input));
}

#[test]
fn forms_alike_up_to_variables_and_order_are_grouped() {
    let db = RootDb::default();
    let text = "(<= (p ?x) (q ?x ?y) (r ?y))\n(<= (p ?x) (q ?y ?x) (r ?y))\n(a b)\n(<= (p ?b) (r ?a) (q ?b ?a))\n(a b)\n(<= (p ?x) (q ?x ?y) (not (r ?y)))";
    let file = file(&db, Dialect::Kif, text);
    let groups = hir::alike(&db, file);
    let groups: Vec<Vec<u32>> = groups
        .iter()
        .map(|group| group.iter().map(|form| form.1).collect())
        .collect();
    assert_eq!(groups, [vec![0, 3], vec![2, 4]]);
}

#[test]
fn states_and_moves_take_their_domains_from_where_they_come() {
    let db = RootDb::default();
    let text = "(role x) (init (at a)) (<= (next (at b)) (does x go)) (<= (legal x go) (true (at a)))\n(<= (here ?p) (true (at ?p))) (<= (moves ?m) (does x ?m))";
    let file = file(&db, Dialect::Kif, text);
    let domains = hir::domains(&db, file);
    let constants = |name| {
        let relation = logic::Relation::new(name, 1);
        domains.of(&relation).unwrap()[0].constants.join(" ")
    };
    assert_eq!(
        (constants("here"), constants("moves")),
        ("a b".into(), "go".into())
    );
}

#[test]
fn anything_may_stand_in_a_declared_input() {
    let db = RootDb::default();
    let file = file(
        &db,
        Dialect::Kif,
        "; herbrand: input q/1\n(<= (p ?x) (q ?x))\n",
    );
    let domains = hir::domains(&db, file);
    assert!(domains.of(&logic::Relation::new("p", 1)).unwrap()[0].many);
}
