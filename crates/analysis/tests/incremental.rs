//! What an edit costs, counted in queries, and that diagnostics after edits are those of the
//! text read anew.

use herbrand_analysis::diagnostics;
use hir::{Db as _, QueryLog, RootDb};
use proptest::prelude::*;
use salsa::Setter as _;
use source::{Content, Encoding, File, Used};
use syntax::{Dialect, Parse, ParseOptions, TextEdit, TextRange, TextSize};

/// A file under edit.
struct Editor {
    db: RootDb,
    file: File,
    text: String,
}

fn content(text: &str, parse: Parse) -> Content {
    Content {
        text: text.into(),
        parse,
        encoding: Encoding::Utf8,
    }
}

impl Editor {
    fn new(db: RootDb, dialect: Dialect, text: String) -> Self {
        let parse = Parse::new(&text, dialect, ParseOptions::default());
        let file = File::new(&db, "sheet.gdl".into(), content(&text, parse));
        Self { db, file, text }
    }

    fn apply(&mut self, edit: &TextEdit) {
        edit.apply(&mut self.text);
        let parse = self.file.content(&self.db).parse.reparse(&self.text, edit);
        self.file
            .set_content(&mut self.db)
            .to(content(&self.text, parse));
    }

    /// Puts `new` in the place of the only `old` of the text.
    fn replace(&mut self, old: &str, new: &str) {
        assert_eq!(self.text.matches(old).count(), 1, "{old}");
        let start = self.text.find(old).expect("it was counted");
        self.apply(&TextEdit::replace(
            TextRange::at(size(start), size(old.len())),
            new,
        ));
    }
}

fn size(offset: usize) -> TextSize {
    TextSize::try_from(offset).expect("a small text")
}

/// A sheet of several blocks, with reports in some of them.
fn long_sheet() -> String {
    let mut text = String::new();
    for number in 0..800 {
        text.push_str(&format!(
            "; note {number}\n(succ n{number} n{})\n(<= (p{number} ?x)\n    (succ ?x ?y) ; why \
             {number}\n    (not (succ ?y n{number})))\n",
            number + 1
        ));
    }
    text.push_str("(<= (lone ?x) (succ ?x ?only))\n");
    text
}

fn logging_editor() -> (Editor, QueryLog) {
    let (db, log) = RootDb::logging();
    let editor = Editor::new(db, Dialect::Kif, long_sheet());
    assert!(!diagnostics(&editor.db, editor.file).is_empty());
    assert!(editor.file.content(&editor.db).parse.blocks().len() > 5);
    log.take();
    (editor, log)
}

fn count(queries: &[String], name: &str) -> usize {
    queries.iter().filter(|query| *query == name).count()
}

#[test]
fn the_log_knows_the_names_of_the_queries() {
    let (db, log) = RootDb::logging();
    let editor = Editor::new(db, Dialect::Kif, long_sheet());
    diagnostics(&editor.db, editor.file);
    let queries = log.take();
    let blocks = editor.file.content(&editor.db).parse.blocks().len();
    assert_eq!(count(&queries, "block_findings"), blocks);
    assert_eq!(count(&queries, "file_findings"), 1);
    diagnostics(&editor.db, editor.file);
    assert_eq!(log.take(), Vec::<String>::new());
}

#[test]
fn a_comment_edit_runs_no_check() {
    let (mut editor, log) = logging_editor();
    let edits = [
        ("; note 400\n", "; another note,\n; longer\n"),
        ("; why 300\n", "; because it is so\n"),
    ];
    for (old, new) in edits {
        let before = diagnostics(&editor.db, editor.file);
        log.take();
        editor.replace(old, new);
        let after = diagnostics(&editor.db, editor.file);
        let queries = log.take();
        assert!(count(&queries, "blocks") > 0, "{queries:?}");
        assert_eq!(count(&queries, "block_findings"), 0, "{queries:?}");
        assert_eq!(count(&queries, "file_findings"), 0, "{queries:?}");
        assert_eq!(before.len(), after.len());
        assert!(before.last().map(|last| last.range) != after.last().map(|last| last.range));
    }
}

#[test]
fn blanks_in_a_directive_run_no_check_and_its_atoms_judge_their_block() {
    let (mut editor, log) = logging_editor();
    editor.replace("; note 400\n", "; herbrand: expect query (p400 ?x) = 2\n");
    diagnostics(&editor.db, editor.file);
    log.take();
    editor.replace("(p400 ?x) = 2", "(p400   ?x)  = 2 ; why");
    diagnostics(&editor.db, editor.file);
    let queries = log.take();
    assert_eq!(count(&queries, "block_findings"), 0, "{queries:?}");
    assert_eq!(count(&queries, "file_findings"), 0, "{queries:?}");
    let lowered = editor.db.directive_cache().lowered();
    editor.replace("(p400   ?x)", "(p401 ?x)");
    diagnostics(&editor.db, editor.file);
    let queries = log.take();
    assert_eq!(editor.db.directive_cache().lowered() - lowered, 1);
    assert_eq!(count(&queries, "block_findings"), 1, "{queries:?}");
}

#[test]
fn an_edit_of_one_literal_lowers_one_rule_and_judges_one_block() {
    let (mut editor, log) = logging_editor();
    let lowered = editor.db.form_cache().lowered();
    editor.replace("(not (succ ?y n350))", "(not (succ ?x n350))");
    diagnostics(&editor.db, editor.file);
    let queries = log.take();
    assert_eq!(editor.db.form_cache().lowered() - lowered, 1);
    assert_eq!(count(&queries, "block_findings"), 1, "{queries:?}");
}

/// A spec of several blocks, with reports in some of them.
fn long_spec() -> String {
    let mut text = "sort s = 1..9\nvar x: s\n".to_owned();
    for number in 0..800 {
        text.push_str(&format!(
            "pred p{number}(s)\nrule r{number}: forall x . p{number}(x) or x > {number}\n"
        ));
    }
    text.push_str("rule last: q(1)\nrule end: forall x, x1 . p0(x)\n");
    text
}

#[test]
fn an_edit_of_one_rule_resolves_the_names_of_its_block_alone() {
    let (db, log) = RootDb::logging();
    let mut editor = Editor::new(db, Dialect::Qprop, long_spec());
    diagnostics(&editor.db, editor.file);
    let blocks = editor.file.content(&editor.db).parse.blocks().len();
    assert!(blocks > 5);
    assert_eq!(count(&log.take(), "resolved"), blocks);
    // Another literal, another rule, another comment: what is declared stays as it was.
    let edits = [
        ("x > 350\n", "x > 35\n"),
        ("rule r351", "rule new: p1(1)\nrule r351"),
        ("rule new: p1(1)\n", ""),
        ("rule last", "// the last one\nrule last"),
    ];
    let lowered = editor.db.form_cache().lowered();
    editor.replace("r349: forall x . p349", "r349: forall x . p34");
    let before = diagnostics(&editor.db, editor.file);
    // The rule, and at most the statement that it was read together with.
    assert!((1..=2).contains(&(editor.db.form_cache().lowered() - lowered)));
    log.take();
    for (old, new) in edits {
        editor.replace(old, new);
        let after = diagnostics(&editor.db, editor.file);
        assert_eq!(after.len(), before.len());
        let queries = log.take();
        assert!(count(&queries, "resolved") <= 1, "{queries:?}");
        assert!(count(&queries, "block_findings") <= 1, "{queries:?}");
    }
    // Another declaration concerns all.
    editor.replace("pred p400(s)\n", "pred p400(s, s)\n");
    diagnostics(&editor.db, editor.file);
    assert_eq!(count(&log.take(), "resolved"), blocks);
}

/// A place and a length as fractions, so that they can be laid on any text.
type Spot = (f64, f64, String);

#[test]
fn an_edit_of_a_file_that_is_used_judges_its_users_anew_where_declarations_change_alone() {
    let (db, log) = RootDb::logging();
    let mut model = Editor::new(db, Dialect::Qprop, long_spec());
    let text = "use \"model.qprop\"\nrule own: p0(1) or p1(2)\n";
    let parse = Parse::new(text, Dialect::Qprop, ParseOptions::default());
    let user = File::new(&model.db, "board.qprop".into(), content(text, parse));
    let used = Used {
        text: "model.qprop".into(),
        file: Some(model.file),
    };
    user.set_used(&mut model.db).to([used].into());
    let found = diagnostics(&model.db, user);
    assert_eq!(found, [], "the names are known");
    diagnostics(&model.db, model.file);
    log.take();
    model.replace("rule r7: ", "rule another: ");
    diagnostics(&model.db, user);
    let queries = log.take();
    assert_eq!(count(&queries, "block_findings"), 0, "{queries:?}");
    assert!(count(&queries, "resolved") <= 1, "{queries:?}");
    assert_eq!(count(&queries, "closure"), 0, "{queries:?}");
    // And the other way round.
    let blank = Parse::new(
        "use \"model.qprop\"\n",
        Dialect::Qprop,
        ParseOptions::default(),
    );
    diagnostics(&model.db, model.file);
    log.take();
    user.set_content(&mut model.db)
        .to(content("use \"model.qprop\"\n", blank));
    diagnostics(&model.db, model.file);
    assert_eq!(log.take(), Vec::<String>::new());
    model.replace("pred p0(", "pred other(");
    diagnostics(&model.db, user);
    assert_eq!(count(&log.take(), "block_findings"), 1);
}

fn edit_at(text: &str, (start, length, insert): &Spot) -> TextEdit {
    let mut start = (start * text.len() as f64) as usize;
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (start + (length * 12.0) as usize).min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    TextEdit::replace(TextRange::new(size(start), size(end)), insert.clone())
}

fn check_script(dialect: Dialect, text: String, script: &[Spot]) {
    let mut editor = Editor::new(RootDb::default(), dialect, text);
    diagnostics(&editor.db, editor.file);
    for spot in script {
        let edit = edit_at(&editor.text, spot);
        editor.apply(&edit);
        let anew = Editor::new(RootDb::default(), dialect, editor.text.clone());
        assert_eq!(
            diagnostics(&editor.db, editor.file),
            diagnostics(&anew.db, anew.file),
            "{edit:?} gave {:?}",
            editor.text
        );
    }
}

fn text_of(forms: &'static [&'static str], size: usize) -> impl Strategy<Value = String> {
    let form = proptest::sample::select(forms);
    proptest::collection::vec(form, 0..size).prop_map(|forms| forms.concat())
}

fn script(snippets: &'static [&'static str]) -> impl Strategy<Value = Vec<Spot>> {
    let snippet = proptest::sample::select(snippets).prop_map(str::to_owned);
    proptest::collection::vec((0.0..=1.0, 0.0..1.0, snippet), 1..8)
}

const KIF: &[&str] = &[
    "(succ 1 2)\n",
    "(succ 2 3) (succ 3 4) ; herbrand: allow unused-relation\n",
    "(<= (next (cell ?x ?y))\n    (true (cell ?x ?y))\n    (not (p ?z)))\n",
    "(<= (legal ?r noop)\n(true (control ?r)))\n\n",
    "(role red)\n(<= (goal red 101) terminal)\n",
    "(<= terminal (p a) (not (p a)) (terminal))\n",
    "; herbrand: allow singleton-variable no-code\n",
    "(<= (p ?x) (and (q ?x) (r ?x)) (not (not (p ?x))))\n",
    "(<= (q ?x) (not (distinct ?x ?y)) (p ?y)) ; note\n",
    "; herbrand: expect model (p a) (Succ 1 2) given (q b)\n",
    "(<= (r ?x) ; herbrand: invariant (succ ?x) (not (q ?y))\n    (q ?x))\n",
];

const KIF_SNIPPETS: &[&str] = &[
    "(",
    ")",
    "\n",
    "; note\n",
    "(<= (p ?x)\n    (q ?x))\n",
    "(<= ",
    "(role x)\n",
    "?x",
    "a",
    "é",
    "",
    "; herbrand: profile logic\n",
    "; herbrand: expect query (p ?x) = ",
    "; herbrand: input p/1 ",
    "; herbrand: allow-file unsafe-variable\n",
    "(not (r a",
    "(p)",
];

const HRF: &[&str] = &[
    "succ(1, 2)\n",
    "succ(2, 3). % herbrand: allow unused-relation\n",
    "next(cell(X, Y)) :-\n  true(cell(X, Y)) &\n  ~p(Z)\n",
    "p(X) :- (q(X) | r(X)) & q(X) & q(X)\n\n",
    "role(red)\n",
    "% herbrand: allow singleton-variable\n",
    "% herbrand: expect model succ(1), p(a) given q(b)\n",
    "p(X) :- q(X) & % herbrand: invariant p(X) & ~q(Y)\n  r(X)\n",
    "hand(ROCK)\n",
];

const HRF_SNIPPETS: &[&str] = &[
    "(",
    ")",
    "\n",
    "% note\n",
    "p(X) :- q(X)\n",
    ":-",
    "&",
    "~",
    "X",
    "a",
    ",",
    "",
    "% herbrand: profile game\n",
    "% herbrand: expect query p(X) = ",
    ".",
    "not ",
];

const QPROP: &[&str] = &[
    "sort s = 1..3\n",
    "sort t = {a, b}\n",
    "var x: s var y: t\n",
    "pred p(s, t)\n",
    "given q(s)\n",
    "func f(s): t\n",
    "define d(x) iff q(x) and not d(x)\n",
    "rule one: forall x . exists y . p(x, y)\n",
    "rule two: exists x . forall y . p(x, y)\n",
    "p(1, a)\n",
    "q(3) q(3)\n",
    "rule three: forall x, x1 | x < 2 and x = 1 or x1 = 3 . p(a, x) iff q(x1) iff r\n",
    "rule four: exists x . q(x) implies f(x) = a // why\n",
    "check possible p(1, b)\n",
];

const QPROP_SNIPPETS: &[&str] = &[
    "(",
    ")",
    "\n",
    "// note\n",
    "rule ",
    "x",
    "a",
    "s",
    "pred q\n",
    "sort t = 1..2\n",
    "…",
    "",
    " iff ",
    "/*",
    ".",
    "|",
    "const n = 2\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_edits_of_kif(text in text_of(KIF, 40), script in script(KIF_SNIPPETS)) {
        check_script(Dialect::Kif, text, &script);
    }

    #[test]
    fn random_edits_of_qprop(text in text_of(QPROP, 40), script in script(QPROP_SNIPPETS)) {
        check_script(Dialect::Qprop, text, &script);
    }

    #[test]
    fn random_edits_of_hrf(text in text_of(HRF, 40), script in script(HRF_SNIPPETS)) {
        check_script(Dialect::Hrf, text, &script);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    /// Long enough for several blocks.
    #[test]
    fn random_edits_of_long_kif(text in text_of(KIF, 600), script in script(KIF_SNIPPETS)) {
        check_script(Dialect::Kif, text, &script);
    }
}
