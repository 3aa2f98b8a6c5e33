//! Every fix on every sheet of the corpus mends what it says and breaks nothing.

use std::collections::BTreeMap;

use herbrand_tests::corpus::{self, Sheet};
use herbrand_tests::linting::diagnostics;
use source::{Code, Diagnostic, Encoding, Severity};
use syntax::TextEdit;

/// The same sheet with another text.
fn with_text(sheet: &Sheet, text: String) -> Sheet {
    Sheet {
        name: sheet.name.clone(),
        bytes: text.into_bytes(),
    }
}

/// How many errors there are of each code.
fn errors(diagnostics: &[Diagnostic]) -> BTreeMap<Code, usize> {
    let mut counts = BTreeMap::new();
    for diagnostic in diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
    {
        *counts.entry(diagnostic.code).or_default() += 1;
    }
    counts
}

fn of(diagnostics: &[Diagnostic], code: Code) -> usize {
    diagnostics
        .iter()
        .filter(|found| found.code == code)
        .count()
}

/// The edits of the first fixes of all reports of the code, of those that do not touch one
/// another, and how many fixes they make up.
fn fixes_of(diagnostics: &[Diagnostic], code: Code) -> (Vec<TextEdit>, usize) {
    let mut edits: Vec<TextEdit> = Vec::new();
    let mut applied = 0;
    for diagnostic in diagnostics.iter().filter(|found| found.code == code) {
        let Some(fix) = diagnostic.fixes.first() else {
            continue;
        };
        let apart = |edit: &TextEdit| {
            edits
                .iter()
                .all(|other| edit.range.intersect(other.range).is_none())
        };
        if !fix.edits.is_empty() && fix.edits.iter().all(apart) {
            edits.extend(fix.edits.iter().cloned());
            applied += 1;
        }
    }
    edits.sort_by_key(|edit| edit.range.start());
    (edits, applied)
}

#[test]
fn every_fix_mends_its_report_and_adds_no_error() {
    let mut tried = 0;
    let mut wrong = Vec::new();
    for sheet in corpus::sheets("every_fix_mends_its_report_and_adds_no_error") {
        let before = diagnostics(&sheet);
        let mut codes: Vec<Code> = before.iter().map(|found| found.code).collect();
        codes.sort_unstable();
        codes.dedup();
        for code in codes {
            let (edits, applied) = fixes_of(&before, code);
            if applied == 0 {
                continue;
            }
            tried += applied;
            let mut text = sheet.text();
            edits.iter().rev().for_each(|edit| edit.apply(&mut text));
            let after = diagnostics(&with_text(&sheet, text));
            let (had, has) = (of(&before, code), of(&after, code));
            if has + applied > had {
                wrong.push(format!(
                    "{}: {applied} of {had} {code} mended, {has} left",
                    sheet.name
                ));
            }
            let (had, has) = (errors(&before), errors(&after));
            for (error, count) in has {
                if count > had.get(&error).copied().unwrap_or_default() {
                    wrong.push(format!("{}: fixing {code} gives {error}", sheet.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        tried > 1000 || corpus::folder().is_none(),
        "only {tried} fixes were there to try"
    );
}

#[test]
fn fixing_all_ends_and_loses_no_comment() {
    for sheet in corpus::sheets("fixing_all_ends_and_loses_no_comment") {
        let before = sheet.text();
        let diagnose = |text: &str| diagnostics(&with_text(&sheet, text.to_owned()));
        let fixed = analysis::fix_all(&before, Encoding::Utf8, diagnose(&before), diagnose);
        let left = diagnostics(&with_text(&sheet, fixed.text.clone()));
        let is_safe = |found: &&Diagnostic| {
            found
                .fixes
                .iter()
                .any(|fix| fix.safe && !fix.edits.is_empty())
        };
        assert_eq!(left.iter().find(is_safe), None, "{}", sheet.name);
        if !fixed
            .applied
            .iter()
            .any(|(code, _)| *code == Code::UNUSED_ALLOW)
        {
            let comments = |text: &str| text.matches(';').count();
            assert_eq!(comments(&before), comments(&fixed.text), "{}", sheet.name);
        }
    }
}
