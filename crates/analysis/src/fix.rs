//! Applies fixes to a text.

use std::collections::BTreeMap;

use source::{Code, Diagnostic, Encoding, Fix};
use syntax::{TextEdit, TextSize};

/// A text with fixes applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The new text.
    pub text: String,
    /// How it is to be written: as it was read, unless a fix makes it UTF-8.
    pub encoding: Encoding,
    /// What was mended, in the order in which it was: the code and the title of each fix.
    pub applied: Vec<(Code, String)>,
}

/// The rounds after which [`fix_all`] gives up: fixes that undo one another would never end.
const ROUNDS: usize = 100;

/// Applies safe fixes, the first of each diagnostic, again and again until none is left. Of
/// fixes that touch one another the first is applied, and the next round sees what has become
/// of the others. `diagnostics` are those of `text`; `diagnose` gives those of a later text, in
/// order. New lines end as the lines of the text do.
pub fn fix_all(
    text: &str,
    encoding: Encoding,
    mut diagnostics: Vec<Diagnostic>,
    mut diagnose: impl FnMut(&str) -> Vec<Diagnostic>,
) -> Fixed {
    let mut fixed = Fixed {
        text: text.to_owned(),
        encoding,
        applied: Vec::new(),
    };
    let line_end = line_end(text);
    for _ in 0..ROUNDS {
        let mut edits: Vec<TextEdit> = Vec::new();
        for (number, fix) in compatible_fixes(&diagnostics) {
            if fix.edits.is_empty() {
                // Writing the text again is what mends it.
                if fixed.encoding == Encoding::Utf8 {
                    continue;
                }
                fixed.encoding = Encoding::Utf8;
            }
            edits.extend(fix.edits.iter().cloned());
            let code = diagnostics[number].code;
            fixed.applied.push((code, fix.title.clone()));
        }
        if edits.is_empty() {
            break;
        }
        edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
        for edit in edits.iter_mut().rev() {
            edit.insert = edit.insert.replace("\r\n", "\n").replace('\n', line_end);
            edit.apply(&mut fixed.text);
        }
        diagnostics = diagnose(&fixed.text);
    }
    fixed
}

/// The first safe fix of each diagnostic, with the diagnostic's place in the list; of those
/// that touch one another the first alone. Each can be applied as a whole beside the others.
pub fn compatible_fixes<'a>(
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
) -> Vec<(usize, &'a Fix)> {
    // Where each edit that was taken ends, by where it starts; no two touch but of one fix.
    let mut taken: BTreeMap<TextSize, TextSize> = BTreeMap::new();
    let mut chosen = Vec::new();
    for (number, diagnostic) in diagnostics.into_iter().enumerate() {
        let Some(fix) = diagnostic.fixes.iter().find(|fix| fix.safe) else {
            continue;
        };
        // Two that only meet could still make one name of two.
        let touches = |edit: &TextEdit| {
            let before = taken.range(..=edit.range.end()).next_back();
            before.is_some_and(|(_, end)| *end >= edit.range.start())
        };
        if fix.edits.iter().any(touches) {
            continue;
        }
        for edit in &fix.edits {
            let end = taken.entry(edit.range.start()).or_default();
            *end = edit.range.end().max(*end);
        }
        chosen.push((number, fix));
    }
    chosen
}

/// What ends the lines of the text.
fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") {
        "\r\n"
    } else if text.contains('\r') && !text.contains('\n') {
        "\r"
    } else {
        "\n"
    }
}

#[cfg(test)]
mod tests {
    use source::{Code, Diagnostic, Encoding, Fix, Severity};
    use syntax::{TextEdit, TextRange};

    use super::{Fixed, compatible_fixes, fix_all};
    use crate::test_support::Source;

    fn fixed(text: &str, encoding: Encoding) -> Fixed {
        let diagnose = |text: &str, encoding| {
            let mut source = Source::new("test.gdl", text);
            source.encoding = encoding;
            source.diagnostics()
        };
        fix_all(text, encoding, diagnose(text, encoding), |text| {
            diagnose(text, Encoding::Utf8)
        })
    }

    fn codes(fixed: &Fixed) -> Vec<&'static str> {
        fixed.applied.iter().map(|(code, _)| code.name()).collect()
    }

    /// A report with one safe fix that makes `x` of these ranges.
    fn report(ranges: &[(u32, u32)]) -> Diagnostic {
        let edit = |&(start, end): &(u32, u32)| {
            TextEdit::replace(TextRange::new(start.into(), end.into()), "x".to_owned())
        };
        Diagnostic {
            code: Code::EMPTY_BODY,
            severity: Severity::Warning,
            message: String::new(),
            range: TextRange::default(),
            related: Vec::new(),
            help: Vec::new(),
            fixes: vec![Fix {
                title: String::new(),
                safe: true,
                edits: ranges.iter().map(edit).collect(),
            }],
        }
    }

    fn chosen(reports: &[&[(u32, u32)]]) -> Vec<usize> {
        let reports: Vec<_> = reports.iter().map(|ranges| report(ranges)).collect();
        let chosen = compatible_fixes(&reports);
        chosen.into_iter().map(|(number, _)| number).collect()
    }

    #[test]
    fn fixes_that_touch_one_another_wait_for_the_next_round() {
        assert_eq!(chosen(&[&[(0, 2)], &[(3, 4)], &[(8, 9)]]), [0, 1, 2]);
        assert_eq!(chosen(&[&[(0, 2)], &[(1, 4)], &[(2, 3)]]), [0]);
        assert_eq!(chosen(&[&[(4, 6)], &[(0, 9)], &[(2, 3)]]), [0, 2]);
        assert_eq!(chosen(&[&[(4, 4)], &[(4, 4)], &[(5, 5)]]), [0, 2]);
        // A fix is taken as a whole or not at all; its own edits may meet.
        assert_eq!(
            chosen(&[&[(0, 1), (1, 2), (8, 9)], &[(4, 5), (9, 10)], &[(4, 5)]]),
            [0, 2]
        );
    }

    #[test]
    fn what_is_not_safe_is_left() {
        let mut offered = report(&[(0, 1)]);
        offered.fixes[0].safe = false;
        assert_eq!(compatible_fixes([&offered]), []);
        let text = "(<= p (q a) (q a))";
        assert_eq!(fixed(text, Encoding::Utf8).text, text);
    }

    #[test]
    fn every_round_sees_what_the_last_one_left() {
        // The inner `and` meets the outer one.
        let fixed = fixed(
            "(<= p (and (and q r) (and s t)))\n(<= (q a))",
            Encoding::Utf8,
        );
        assert_eq!(fixed.text, "(<= p q r s t)\n(q a)");
        assert_eq!(
            codes(&fixed),
            [
                "and-connective",
                "empty-body",
                "and-connective",
                "and-connective"
            ]
        );
    }

    #[test]
    fn names_that_meet_stay_apart() {
        assert_eq!(
            fixed("(<= p (and q)(and r))", Encoding::Utf8).text,
            "(<= p q r)"
        );
    }

    #[test]
    fn a_file_that_was_not_utf8_becomes_it_once() {
        let latin = fixed("; K\u{f6}nig\n(<= (q a))", Encoding::Windows1252);
        assert_eq!(latin.encoding, Encoding::Utf8);
        assert_eq!(latin.text, "; K\u{f6}nig\n(q a)");
        assert_eq!(codes(&latin), ["non-utf8-source", "empty-body"]);
        let utf8 = fixed("; K\u{f6}nig\n(<= (q a))", Encoding::Utf8);
        assert_eq!(codes(&utf8), ["empty-body"]);
        let nothing_else = fixed("; K\u{f6}nig\n(q a)", Encoding::Windows1252);
        assert_eq!(nothing_else.encoding, Encoding::Utf8);
    }

    #[test]
    fn new_lines_end_as_the_others_do() {
        let mut reports = vec![report(&[(0, 1)])];
        reports[0].fixes[0].edits[0].insert = "a\nb".to_owned();
        for (text, expected) in [
            ("?\r\n", "a\r\nb\r\n"),
            ("?\r", "a\rb\r"),
            ("?\n", "a\nb\n"),
        ] {
            let fixed = fix_all(text, Encoding::Utf8, reports.clone(), |_| Vec::new());
            assert_eq!(fixed.text, expected);
        }
    }

    #[test]
    fn fixes_that_undo_one_another_end() {
        let undo = report(&[(0, 1)]);
        let fixed = fix_all("?", Encoding::Utf8, vec![undo.clone()], |_| {
            vec![undo.clone()]
        });
        assert_eq!(fixed.text, "x");
        assert_eq!(fixed.applied.len(), 100);
    }
}
