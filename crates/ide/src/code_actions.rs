//! What can be done about what is wrong.

use analysis::compatible_fixes;
use hir::{BlockPlaces, Spelling};
use source::{Code, Diagnostic, File};
use syntax::{TextEdit, TextRange, TextSize};

use crate::Snapshot;
use crate::symbol::block_at;

/// An offer to change the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it does, as a command.
    pub title: String,
    /// What sort of offer it is.
    pub kind: ActionKind,
    /// What it is about.
    pub code: Code,
    /// Which of the given diagnostics it mends; one unless all of a code.
    pub mends: Vec<usize>,
    /// Disjoint edits in ascending order.
    pub edits: Vec<TextEdit>,
}

/// The sorts of actions, the likeliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ActionKind {
    /// A safe fix of one diagnostic.
    Fix,
    /// A fix that may not be what the author wants.
    OfferedFix,
    /// The safe fixes of all diagnostics of a code.
    FixAll,
    /// A comment that silences the diagnostic.
    Allow,
}

/// What can be done about those of `diagnostics`, all of the file's, that touch `range`.
pub fn code_actions(
    snapshot: &Snapshot,
    file: File,
    diagnostics: &[Diagnostic],
    range: TextRange,
) -> Vec<Action> {
    let mut actions: Vec<Action> = Vec::new();
    let mut codes: Vec<Code> = Vec::new();
    for (number, diagnostic) in diagnostics.iter().enumerate() {
        if diagnostic.range.intersect(range).is_none() {
            continue;
        }
        let code = diagnostic.code;
        for fix in diagnostic.fixes.iter().filter(|fix| !fix.edits.is_empty()) {
            let kind = if fix.safe {
                ActionKind::Fix
            } else {
                ActionKind::OfferedFix
            };
            let (title, edits) = (fix.title.clone(), fix.edits.clone());
            actions.push(Action {
                title,
                kind,
                code,
                mends: vec![number],
                edits,
            });
        }
        if !codes.contains(&code) {
            codes.push(code);
            actions.extend(fix_all(diagnostics, code));
        }
        actions.extend(allow(snapshot, file, diagnostic, number));
    }
    actions.sort_by_key(|action| action.kind);
    actions
}

/// All safe fixes of a code, where there is more than one.
fn fix_all(diagnostics: &[Diagnostic], code: Code) -> Option<Action> {
    let mut edits: Vec<TextEdit> = Vec::new();
    let mut mends = Vec::new();
    let own = |number: &usize| diagnostics[*number].code == code;
    let numbers: Vec<usize> = (0..diagnostics.len()).filter(own).collect();
    // What is left shows up again.
    for (place, fix) in compatible_fixes(numbers.iter().map(|&number| &diagnostics[number])) {
        if !fix.edits.is_empty() {
            edits.extend(fix.edits.iter().cloned());
            mends.push(numbers[place]);
        }
    }
    edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
    let title = format!("fix all {} reports of `{code}`", mends.len());
    (mends.len() > 1).then_some(Action {
        title,
        kind: ActionKind::FixAll,
        code,
        mends,
        edits,
    })
}

/// A comment that allows what the diagnostic reports in its form.
fn allow(
    snapshot: &Snapshot,
    file: File,
    diagnostic: &Diagnostic,
    number: usize,
) -> Option<Action> {
    const NEVER: [Code; 7] = [
        Code::SYNTAX_ERROR,
        Code::UNCLOSED_PARENTHESIS,
        Code::UNEXPECTED_PARENTHESIS,
        Code::NESTING_TOO_DEEP,
        Code::NON_UTF8_SOURCE,
        Code::UNKNOWN_DIRECTIVE,
        Code::UNUSED_ALLOW,
    ];
    let code = diagnostic.code;
    if NEVER.contains(&code) {
        return None;
    }
    let content = snapshot.content(file);
    let block = block_at(content.parse.starts(), diagnostic.range.start());
    let places = BlockPlaces::new(snapshot.db(), file, block)?;
    let form = places
        .forms()
        .iter()
        .find(|form| form.contains_inclusive(diagnostic.range.start()))?;
    let comment = format!(
        "{} herbrand: allow {code}",
        Spelling::of(content.parse.dialect()).comment()
    );
    let text = &*content.text;
    let before = &text[..usize::from(form.start())];
    let line_start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let edit = if before[line_start..]
        .trim_start_matches('\u{feff}')
        .trim()
        .is_empty()
    {
        let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let indent = before[line_start..].trim_start_matches('\u{feff}');
        TextEdit::replace(
            TextRange::empty(form.start()),
            format!("{comment}{line_end}{indent}"),
        )
    } else {
        // Something else stands before it: the comment goes behind it.
        let rest = &text[usize::from(form.end())..];
        let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
        if !rest[..line].trim().is_empty() {
            return None;
        }
        let end = form.end() + TextSize::try_from(line).ok()?;
        TextEdit::replace(TextRange::new(form.end(), end), format!(" {comment}"))
    };
    let title = format!("allow `{code}` here");
    Some(Action {
        title,
        kind: ActionKind::Allow,
        code,
        mends: vec![number],
        edits: vec![edit],
    })
}

#[cfg(test)]
mod tests {
    use source::Fix;

    use super::*;
    use crate::fixture::{Fixture, fixture};

    /// A warning about each `!` of the text, with a fix that removes it.
    fn warnings(fixture: &Fixture) -> Vec<Diagnostic> {
        let places = fixture
            .text
            .match_indices('!')
            .map(|(at, _)| TextSize::try_from(at).unwrap());
        let warning = |at| {
            let range = TextRange::at(at, TextSize::new(1));
            Diagnostic {
                code: Code::EMPTY_BODY,
                severity: source::Severity::Warning,
                message: "loud".to_owned(),
                range,
                related: Vec::new(),
                help: Vec::new(),
                fixes: vec![Fix {
                    title: "be quiet".to_owned(),
                    safe: true,
                    edits: vec![TextEdit::delete(range)],
                }],
            }
        };
        places.map(warning).collect()
    }

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let fixture = fixture(text);
        let snapshot = fixture.snapshot();
        let cursor = TextRange::empty(fixture.offset);
        let actions = code_actions(&snapshot, fixture.file, &warnings(&fixture), cursor);
        let results: Vec<_> = actions
            .iter()
            .map(|action| {
                let mut text = fixture.text.clone();
                action
                    .edits
                    .iter()
                    .rev()
                    .for_each(|edit| edit.apply(&mut text));
                (action.title.as_str(), text)
            })
            .collect();
        let results: Vec<_> = results
            .iter()
            .map(|(title, text)| (*title, text.as_str()))
            .collect();
        assert_eq!(results, expected);
    }

    #[test]
    fn each_fix_is_offered_and_all_of_its_code_and_a_comment() {
        check(
            "(p a$0!)\n(p b!)\n",
            &[
                ("be quiet", "(p a)\n(p b!)\n"),
                ("fix all 2 reports of `empty-body`", "(p a)\n(p b)\n"),
                (
                    "allow `empty-body` here",
                    "; herbrand: allow empty-body\n(p a!)\n(p b!)\n",
                ),
            ],
        );
    }

    #[test]
    fn nothing_is_offered_elsewhere() {
        check("(p a!)\n(p $0b)\n", &[]);
    }

    #[test]
    fn the_comment_keeps_indentation_and_line_ends_and_avoids_neighbours() {
        check(
            "(q)\r\n  (p $0!)\r\n",
            &[
                ("be quiet", "(q)\r\n  (p )\r\n"),
                (
                    "allow `empty-body` here",
                    "(q)\r\n  ; herbrand: allow empty-body\r\n  (p !)\r\n",
                ),
            ],
        );
        check(
            "(q) (p $0!)  \n",
            &[
                ("be quiet", "(q) (p )  \n"),
                (
                    "allow `empty-body` here",
                    "(q) (p !) ; herbrand: allow empty-body\n",
                ),
            ],
        );
        check("(q) (p $0!) (r)\n", &[("be quiet", "(q) (p ) (r)\n")]);
    }

    #[test]
    fn hrf_comments_start_with_their_own_sign() {
        check(
            "p('$0!')\n",
            &[
                ("be quiet", "p('')\n"),
                (
                    "allow `empty-body` here",
                    "% herbrand: allow empty-body\np('!')\n",
                ),
            ],
        );
    }
}
