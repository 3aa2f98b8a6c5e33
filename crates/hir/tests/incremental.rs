//! What an edit makes the queries do, counted.

use std::fmt::Write as _;
use std::sync::Arc;

use herbrand_hir::{self as hir, Db, QueryLog, RootDb};
use salsa::Setter as _;
use source::{Content, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions, TextEdit, TextRange, TextSize};

struct Sheet {
    db: RootDb,
    log: QueryLog,
    file: File,
    lowered: u64,
}

impl Sheet {
    fn new(text: &str) -> Sheet {
        let (db, log) = RootDb::logging();
        let parse = Parse::new(text, Dialect::Kif, ParseOptions::default());
        let content = Content {
            text: text.into(),
            parse,
            encoding: Encoding::Utf8,
        };
        let file = File::new(&db, "sheet.kif".into(), content);
        let mut sheet = Sheet {
            db,
            log,
            file,
            lowered: 0,
        };
        sheet.run();
        sheet
    }

    /// Asks for everything; the queries that ran for it, and how many forms were lowered.
    fn run(&mut self) -> (Vec<String>, u64) {
        for &blk in hir::blocks(&self.db, self.file) {
            hir::directives(&self.db, blk);
        }
        hir::vocabulary(&self.db, self.file);
        hir::alike(&self.db, self.file);
        hir::strata(&self.db, self.file);
        let before = std::mem::replace(&mut self.lowered, self.db.form_cache().lowered());
        (self.log.take(), self.lowered - before)
    }

    fn replace(&mut self, at: usize, len: usize, insert: &str) {
        let size = |n: usize| TextSize::new(u32::try_from(n).unwrap());
        let edit = TextEdit::replace(TextRange::at(size(at), size(len)), insert);
        let old = self.file.content(&self.db).clone();
        let mut text = old.text.to_string();
        edit.apply(&mut text);
        let text: Arc<str> = text.into();
        let parse = old.parse.reparse(&text, &edit);
        drop(old);
        let content = Content {
            text,
            parse,
            encoding: Encoding::Utf8,
        };
        self.file.set_content(&mut self.db).to(content);
    }

    /// Replaces the only `old` of the text.
    #[track_caller]
    fn edit(&mut self, old: &str, new: &str) {
        let text = Arc::clone(&self.file.content(&self.db).text);
        assert_eq!(text.matches(old).count(), 1, "{old:?} stands there once");
        self.replace(text.find(old).unwrap(), old.len(), new);
    }
}

/// A sheet of several blocks: facts, and rules with a comment each.
fn sheet(forms: usize) -> String {
    let mut text = String::new();
    for n in 0..forms {
        if n % 5 == 0 {
            _ = writeln!(
                text,
                "; about {n}.\n(<= (up ?x {n}.) ; inside {n}.\n    (succ ?x {n}))"
            );
        } else {
            _ = writeln!(text, "(succ {n} {})", n + 1);
        }
    }
    text
}

#[test]
fn a_comment_between_forms_lowers_nothing_and_stops_at_the_forms() {
    let mut sheet = Sheet::new(&sheet(2000));
    assert!(hir::blocks(&sheet.db, sheet.file).len() > 5);
    sheet.edit("; about 1000.", "; about a thousand.");
    assert_eq!(
        sheet.run(),
        (
            vec!["blocks".into(), "directives".into(), "forms".into()],
            0
        )
    );
}

#[test]
fn a_comment_inside_a_form_lowers_that_form_and_stops_at_it() {
    let mut sheet = Sheet::new(&sheet(2000));
    sheet.edit("; inside 1000.", "; inside a thousand.");
    assert_eq!(
        sheet.run(),
        (
            vec!["blocks".into(), "directives".into(), "forms".into()],
            1
        )
    );
}

#[test]
fn after_a_comment_inside_a_form_its_map_is_the_new_one() {
    let mut sheet = Sheet::new("(<= (p ?x) ; one\n (q ?x))\n(q a)\n");
    sheet.edit("; one", "; one two");
    sheet.run();
    let places = hir::BlockPlaces::new(&sheet.db, sheet.file, 0).unwrap();
    // 0 is the head, 1 its variable, 2 the literal.
    let span = places.node(hir::Item::Form(0), logic::NodeId(2)).unwrap();
    assert_eq!(&sheet.file.content(&sheet.db).text[span.full], "(q ?x)");
    assert_eq!(&sheet.file.content(&sheet.db).text[span.name], "q");
}

/// The sheet of [`sheet`] with a directive to every tenth form.
fn sheet_with_directives(forms: usize) -> String {
    let text = sheet(forms);
    let mut n = 0;
    let with = |line: &str| {
        n += 1;
        let directive = format!("; herbrand: expect query (up ?x n{n}.) = {n}\n");
        let directive = if n % 10 == 0 {
            directive
        } else {
            String::new()
        };
        format!("{line}{directive}")
    };
    text.split_inclusive('\n').map(with).collect()
}

#[test]
fn a_directive_lowers_itself_alone() {
    let mut sheet = Sheet::new(&sheet_with_directives(2000));
    let directives = sheet.db.directive_cache().lowered();
    assert!(directives > 100);
    // Blanks: nothing that it says has changed.
    sheet.edit("(up ?x n1000.) = ", "(up ?x n1000.)   = ");
    let (queries, lowered) = sheet.run();
    assert_eq!(queries, ["blocks", "directives", "forms"]);
    assert_eq!(
        (lowered, sheet.db.directive_cache().lowered() - directives),
        (0, 1)
    );
    let (queries, lowered) = {
        sheet.edit("(up ?x n1000.)   = ", "(upp ?x n1000.) = ");
        sheet.run()
    };
    let expected = [
        "alike",
        "blocks",
        "directives",
        "forms",
        "graph",
        "index",
        "strata",
        "summary",
        "vocabulary",
    ];
    assert_eq!(queries, expected);
    assert_eq!(
        (lowered, sheet.db.directive_cache().lowered() - directives),
        (0, 2)
    );
}

#[test]
fn an_edit_of_a_form_lowers_no_directive() {
    let mut sheet = Sheet::new(&sheet_with_directives(2000));
    let directives = sheet.db.directive_cache().lowered();
    sheet.edit("1001 1002", "1001 1003");
    assert_eq!(sheet.run().1, 1);
    assert_eq!(sheet.db.directive_cache().lowered(), directives);
}

#[test]
fn a_literal_lowers_its_rule_alone() {
    let mut sheet = Sheet::new(&sheet(2000));
    sheet.edit("(succ ?x 1000)", "(suc ?x 1000)");
    let (queries, lowered) = sheet.run();
    assert_eq!(lowered, 1);
    let expected = [
        "alike",
        "blocks",
        "directives",
        "forms",
        "graph",
        "index",
        "strata",
        "summary",
        "vocabulary",
    ];
    assert_eq!(queries, expected);
}

#[test]
fn a_constant_of_a_fact_leaves_the_vocabulary_alone() {
    let mut sheet = Sheet::new(&sheet(2000));
    sheet.edit("1001 1002", "1001 1003");
    let (queries, lowered) = sheet.run();
    assert_eq!(lowered, 1);
    assert!(!queries.contains(&"vocabulary".into()), "{queries:?}");
}

#[test]
fn strata_are_kept_until_a_dependency_changes() {
    let mut sheet = Sheet::new("(<= (p ?x) (q ?x) (not (r ?x)))\n(q a)\n(r b)\n");
    let ran = |sheet: &mut Sheet, query: &str| sheet.run().0.contains(&query.into());
    // Another literal of a relation that the rule has already: the graph stays the same.
    sheet.edit("(q ?x)", "(q ?x) (q a)");
    assert!(!ran(&mut sheet, "strata"));
    sheet.edit("(not (r ?x))", "(r ?x)");
    assert!(ran(&mut sheet, "strata"));
}

#[test]
fn an_unclosed_form_and_its_undo_keep_all_bounded() {
    let mut sheet = Sheet::new(&sheet_with_directives(1000));
    let blocks = hir::blocks(&sheet.db, sheet.file).len();
    let structs = |db: &mut RootDb| -> usize {
        let memory = <dyn salsa::Database>::memory_usage(db);
        memory
            .structs
            .iter()
            .map(salsa::IngredientInfo::count)
            .sum()
    };
    let len = sheet.file.content(&sheet.db).text.len();
    let mut random = 1_u64;
    for round in 0..400 {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695);
        let mut at = usize::try_from(random >> 33).unwrap() % len;
        let text = Arc::clone(&sheet.file.content(&sheet.db).text);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let insert = ["(", "(p (", ")", "(<= (q ?y) "][round % 4];
        let insert = &format!("{insert}{}", "long".repeat(200));
        sheet.replace(at, 0, insert);
        sheet.run();
        sheet.replace(at, insert.len(), "");
        sheet.run();
        assert!(structs(&mut sheet.db) <= 3 * blocks + 50, "round {round}");
        let held = sheet.db.form_cache().text_len() + sheet.db.directive_cache().text_len();
        assert!(held <= len + len / 8 + (1 << 16), "round {round}: {held}");
    }
}

#[test]
fn replaced_blocks_are_freed() {
    let mut sheet = Sheet::new(&sheet(1000));
    let old: Vec<_> = sheet
        .file
        .content(&sheet.db)
        .parse
        .blocks()
        .iter()
        .map(Arc::downgrade)
        .collect();
    let alive = |old: &[std::sync::Weak<_>]| old.iter().filter(|b| b.strong_count() > 0).count();
    let all = alive(&old);
    sheet.edit("(succ 501 502)", "(succ 501 503)");
    sheet.run();
    assert_eq!(alive(&old), all - 1);
}

/// An edit waits until all reads notice it: none may look at the whole file without a pause.
#[test]
fn an_edit_can_end_the_search_for_domains_before_each_rule() {
    let mut text = String::from("(p0 a)\n");
    for number in 1..=100 {
        let _ = writeln!(text, "(<= (p{number} ?x) (p{} ?x))", number - 1);
    }
    let sheet = Sheet::new(&text);
    sheet.log.take_pauses();
    hir::domains(&sheet.db, sheet.file);
    // All are looked at once for their names, and once for what they derive.
    let pauses = sheet.log.take_pauses();
    assert!(pauses >= 2 * 101, "{pauses}");
}
