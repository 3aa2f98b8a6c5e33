//! What is reported of ground sheets of the corpus: no play contradicts it, and repairs mend it.

use std::collections::BTreeSet;

use analysis::{Finding, Label, Part, Place};
use driver::Spec;
use ground::{Limits, Options};
use herbrand_tests::corpus::{self, Sheet};
use hir::Item;
use logic::{GroundAtom, Relation};
use source::{Code, Content, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions};

/// Small enough for a test; what is larger is counted.
fn options() -> Options<'static> {
    Options {
        limits: Limits {
            instances: 150_000,
            ..Limits::GAME
        },
        ..Options::default()
    }
}

/// What a sheet says, and what is wrong with what it grounds to; `None` where it has no meaning or
/// is too large.
fn grounded(sheet: &Sheet) -> Option<(Spec, Vec<Finding>)> {
    let text = sheet.text();
    let dialect = Dialect::detect(sheet.extension(), &text);
    let parse = Parse::new(&text, dialect, ParseOptions::default());
    let db = hir::RootDb::default();
    let content = Content {
        text: text.into(),
        parse,
        encoding: Encoding::Utf8,
    };
    let file = File::new(&db, sheet.name.as_str().into(), content);
    if !driver::obstacles(&db, file).is_empty() {
        return None;
    }
    let spec = Spec::of(&db, file);
    let findings = spec.findings(&options()).ok()?;
    Some((spec, findings))
}

/// The rule that a place is in.
fn rule(spec: &Spec, place: Place) -> usize {
    let Part::Node(Item::Form(form), _) = place.part else {
        panic!("{place:?} is in no rule");
    };
    let at = (place.block, Item::Form(form));
    let found = spec
        .sites
        .binary_search_by_key(&at, |site| (site.block, site.item));
    found.expect("a rule")
}

/// The rules of which a report says that they never hold.
fn dead(spec: &Spec, findings: &[Finding]) -> BTreeSet<usize> {
    let own = findings
        .iter()
        .filter(|finding| finding.code == Code::NEVER_TRUE);
    let places = own.flat_map(|finding| {
        let related = finding.related.iter().map(|label: &Label| label.place);
        std::iter::once(finding.place).chain(related)
    });
    places.map(|place| rule(spec, place)).collect()
}

/// Numbers that are the same in every run (Marsaglia's xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// The rules of `dead` that have an instance along a line of play, and how many moves it has.
fn contradicted(spec: &Spec, dead: &BTreeSet<usize>, numbers: &mut Numbers) -> (Vec<usize>, usize) {
    const MOVES: usize = 15;
    let options = Options::default();
    let one = |name: &str| Relation::new(name, 1);
    let named = |name: &str, atom: &GroundAtom| GroundAtom::new(name, atom.args.iter().cloned());
    let start = spec.evaluate(None, &options).expect("a start").model;
    let mut state: Vec<_> = start
        .atoms(&one("init"))
        .map(|atom| named("true", &atom))
        .collect();
    let roles: Vec<GroundAtom> = start.atoms(&one("role")).collect();
    let mut alive = Vec::new();
    for made in 0..MOVES {
        let before = spec
            .evaluate(Some(state.clone()), &options)
            .expect("a state");
        let legal: Vec<_> = before.model.atoms(&Relation::new("legal", 2)).collect();
        let mut facts = state.clone();
        for role in &roles {
            let own: Vec<_> = legal
                .iter()
                .filter(|atom| atom.args[0] == role.args[0])
                .collect();
            if own.is_empty() {
                return (alive, made);
            }
            facts.push(named("does", own[numbers.below(own.len())]));
        }
        let after = spec.evaluate(Some(facts), &options).expect("a state");
        for (clause, rule) in after.clauses.iter().enumerate() {
            if dead.contains(rule) && after.model.statistics()[clause].instances > 0 {
                alive.push(*rule);
            }
        }
        if before.model.contains(&GroundAtom::new("terminal", [])) {
            return (alive, made);
        }
        state = after
            .model
            .atoms(&one("next"))
            .map(|atom| named("true", &atom))
            .collect();
    }
    (alive, MOVES)
}

#[test]
fn no_rule_that_is_said_never_to_hold_holds_in_play() {
    let (mut looked_at, mut moves, mut wrong) = (0, 0, Vec::new());
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    for sheet in corpus::sheets("no_rule_that_is_said_never_to_hold_holds_in_play") {
        let Some((spec, findings)) = grounded(&sheet) else {
            continue;
        };
        let dead = dead(&spec, &findings);
        if dead.is_empty() || !spec.vocabulary.is_game() {
            continue;
        }
        looked_at += 1;
        for _ in 0..2 {
            let (alive, made) = contradicted(&spec, &dead, &mut numbers);
            moves += made;
            wrong.extend(
                alive.iter().map(|&rule| {
                    format!("{}: {}", sheet.name, spec.spelling.rule(&spec.rules[rule]))
                }),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        (looked_at >= 15 && moves > 100) || corpus::folder().is_none(),
        "only {looked_at} sheets and {moves} moves"
    );
}

/// What is found when a sheet is grounded, each code with its message, which names no line.
fn said(findings: &[Finding]) -> BTreeSet<(&'static str, String)> {
    let said = findings.iter();
    said.map(|finding| (finding.code.name(), finding.message.clone()))
        .collect()
}

#[test]
fn repairs_mend_what_grounding_finds_and_bring_nothing_new() {
    let test = "repairs_mend_what_grounding_finds_and_bring_nothing_new";
    let sheets = corpus::sheets(test);
    let Some(table) = corpus::table(test, "fixes.tsv") else {
        return;
    };
    let side = |pair: &str, side: &str| {
        let name = format!("fixes/{pair}.{side}.kif");
        grounded(sheets.iter().find(|sheet| sheet.name == name)?)
    };
    let (mut compared, mut wrong) = (0, Vec::new());
    for row in &table {
        let [pair, codes, phase, ..] = &row[..] else {
            panic!("{row:?}");
        };
        let (Some((_, before)), Some((_, after))) = (side(pair, "before"), side(pair, "after"))
        else {
            assert_ne!(phase, "ground", "{pair}");
            continue;
        };
        compared += 1;
        let (before, after) = (said(&before), said(&after));
        let new = after.difference(&before);
        wrong.extend(new.map(|(code, message)| format!("{pair}: new {code}: {message}")));
        for code in codes.split(',').filter(|_| phase == "ground") {
            let of = |said: &BTreeSet<(&str, String)>| said.iter().any(|(own, _)| *own == code);
            if !of(&before) || of(&after) {
                wrong.push(format!("{pair}: {code} is not what the repair mends"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= 20, "only {compared} pairs are small enough");
}
