//! Runs the checks and puts together what they find.
//!
//! The checks run inside salsa, on values without positions, so that an edit of a comment runs
//! none of them. Everything with a position is put together outside, for each version anew.

use hir::{Blk, Db, Item, Spelling, blocks, directives, forms, vocabulary};
use rustc_hash::FxHashSet;
use source::{Code, Diagnostic, Encoding, File};
use syntax::{SyntaxErrorKind, TextRange};

use crate::allow::Allowances;
use crate::checks::{self, CHECKS, Run};
use crate::context::{FileContext, FormContext};
use crate::finding::{Finding, Part};
use crate::places::Places;
use crate::statements;

/// How the file spells things. A query of its own, so that a block does not depend on the whole
/// text for it.
#[salsa::tracked(returns(copy))]
pub(crate) fn spelling(db: &dyn Db, file: File) -> Spelling {
    Spelling::of(file.content(db).parse.dialect())
}

/// What the checks of single rules find in a block; their places name block 0.
#[salsa::tracked(returns(ref))]
pub fn block_findings<'db>(db: &'db dyn Db, block: Blk<'db>) -> Vec<Finding> {
    let file = block.file(db);
    let vocabulary = vocabulary(db, file);
    let spelling = spelling(db, file);
    let mut found = Vec::new();
    statements::check(db, block, &mut found);
    for (ordinal, lowered) in (0..).zip(forms(db, block)) {
        let form = &*lowered.form;
        let Some(rule) = form.rule.as_ref().filter(|_| !form.incomplete) else {
            continue;
        };
        let cx = FormContext {
            item: Item::Form(ordinal),
            form,
            vocabulary,
            spelling,
        };
        for check in CHECKS {
            match check.run {
                Run::Form(run) => run(rule, &cx, &mut found),
                Run::GameForm(run) if cx.is_game() => run(rule, &cx, &mut found),
                Run::GameForm(_)
                | Run::File(_)
                | Run::Statement
                | Run::Written(_)
                | Run::Text
                | Run::Ground
                | Run::Answer => {}
            }
        }
    }
    for (ordinal, directive) in (0..).zip(directives(db, block)) {
        crate::directives::check(directive, ordinal, vocabulary, spelling, &mut found);
    }
    found
}

/// What the checks of whole files find.
#[salsa::tracked(returns(ref))]
pub fn file_findings(db: &dyn Db, file: File) -> Vec<Finding> {
    let cx = FileContext { db, file };
    let mut found = Vec::new();
    statements::check_file(&cx, &mut found);
    for check in CHECKS {
        if let Run::File(run) = check.run {
            run(&cx, &mut found);
        }
    }
    found
}

/// What was found in what a file grounds to. Made of the very text that it is reported with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Grounded<'a> {
    /// The findings.
    pub findings: &'a [Finding],
    /// Whether everything was looked at that grounding can show: then an allow directive that
    /// silenced nothing of it is left over.
    pub complete: bool,
}

/// Everything there is to report about a file without grounding it, by start, then code;
/// severities as the codes have them, before any configuration.
pub fn diagnostics(db: &dyn Db, file: File) -> Vec<Diagnostic> {
    diagnostics_grounded(db, file, Grounded::default())
}

/// The same together with what was found in what the file grounds to.
pub fn diagnostics_grounded(db: &dyn Db, file: File, grounded: Grounded<'_>) -> Vec<Diagnostic> {
    report(db, file, Allowances::new(db, blocks(db, file)), grounded)
}

/// What [`diagnostics_grounded`] would report if no directive allowed anything.
pub fn diagnostics_with_allowed(
    db: &dyn Db,
    file: File,
    grounded: Grounded<'_>,
) -> Vec<Diagnostic> {
    report(db, file, Allowances::none(db, blocks(db, file)), grounded)
}

/// Those of the findings that no directive of the file allows, in its text.
pub fn reported(db: &dyn Db, file: File, findings: &[Finding]) -> Vec<Diagnostic> {
    let mut allowances = Allowances::new(db, blocks(db, file));
    let places = Places::new(db, file);
    let open = findings
        .iter()
        .filter(|finding| !allowances.covers(finding));
    open.map(|finding| places.diagnostic(finding)).collect()
}

fn report<'db>(
    db: &'db dyn Db,
    file: File,
    mut allowances: Allowances<'db>,
    grounded: Grounded<'_>,
) -> Vec<Diagnostic> {
    let blocks = blocks(db, file);
    let places = Places::new(db, file);

    let mut found = text_diagnostics(db, file, &places);
    found.retain(|diagnostic| !allowances.covers_text(diagnostic, &places));
    let mut once = FxHashSet::default();
    let mut dead = FxHashSet::default();
    let mut take = |finding: &Finding| {
        if KILLING.contains(&finding.code) {
            dead.extend(form_of(finding).map(|form| (finding.place.block, form)));
        }
        if allowances.covers(finding) {
            return;
        }
        if finding.code == Code::UNUSUAL_NAME && !once.insert(finding.message.clone()) {
            return;
        }
        found.push(places.diagnostic(finding));
    };
    for (ordinal, block) in (0..).zip(blocks) {
        for finding in block_findings(db, *block) {
            take(&finding.clone().in_block(ordinal));
        }
    }
    file_findings(db, file).iter().for_each(&mut take);
    let known = |finding: &&Finding| {
        finding.code == Code::NEVER_TRUE
            && form_of(finding).is_some_and(|form| dead.contains(&(finding.place.block, form)))
    };
    let (told, new): (Vec<_>, Vec<_>) = grounded.findings.iter().partition(known);
    for finding in told {
        allowances.covers(finding);
    }
    let of_text = found.len();
    for finding in new {
        if allowances.covers(finding) {
            continue;
        }
        // What declarations tell is told of them.
        let new = places.diagnostic(finding);
        let is_told = |old: &Diagnostic| old.code == new.code && old.range == new.range;
        if !found[..of_text].iter().any(is_told) {
            found.push(new);
        }
    }
    let unused = allowances.unused(grounded.complete);
    found.extend(unused.iter().map(|finding| places.diagnostic(finding)));

    found.sort_by(|a, b| {
        let key = |diagnostic: &Diagnostic| (diagnostic.range.start(), diagnostic.code.name());
        key(a).cmp(&key(b)).then(a.range.end().cmp(&b.range.end()))
    });
    found
}

/// What is reported of a body that holds nowhere, and needs no second report when grounding
/// finds that it does not.
const KILLING: [Code; 3] = [
    Code::CONTRADICTORY_BODY,
    Code::NEVER_DISTINCT,
    Code::EMPTY_OR,
];

fn form_of(finding: &Finding) -> Option<u32> {
    match finding.place.part {
        Part::Form(form) | Part::Node(Item::Form(form), _) | Part::Name(Item::Form(form), _) => {
            Some(form)
        }
        _ => None,
    }
}

/// What the parser, the file's bytes and its name give cause for.
fn text_diagnostics(db: &dyn Db, file: File, places: &Places<'_>) -> Vec<Diagnostic> {
    let content = file.content(db);
    let text = &*content.text;
    let mut found = Vec::new();
    let mut root = None;
    for error in content.parse.errors() {
        found.push(match error.kind {
            SyntaxErrorKind::ElidedText => checks::elided_text(
                error.range,
                root.get_or_insert_with(|| content.parse.root()),
            ),
            kind => syntax_diagnostic(&kind, error.range, text),
        });
    }
    for error in content.parse.directive_errors() {
        found.push(checks::unknown_directive(&error, text, syntax_diagnostic));
    }
    if content.encoding == Encoding::Windows1252 {
        found.push(checks::non_utf8_source(text));
    }
    let first_form = || places.first_form().unwrap_or_default();
    let dialect = content.parse.dialect();
    found.extend(checks::wrong_extension(file.path(db), dialect, first_form));
    found
}

fn syntax_diagnostic(kind: &SyntaxErrorKind, range: TextRange, text: &str) -> Diagnostic {
    let marked = &text[range];
    match *kind {
        SyntaxErrorKind::Unexpected { expected, help } => {
            checks::syntax_error(range, marked, expected, help)
        }
        SyntaxErrorKind::Missing { expected } => checks::missing(range, marked, expected),
        SyntaxErrorKind::UnclosedParenthesis { probable_end } => {
            checks::unclosed_parenthesis(range, probable_end)
        }
        SyntaxErrorKind::UnexpectedParenthesis => checks::unexpected_parenthesis(range, text),
        SyntaxErrorKind::ClosedTooEarly { spare, last } => {
            checks::closed_too_early(range, spare, last)
        }
        SyntaxErrorKind::NestingTooDeep { limit } => checks::nesting_too_deep(range, limit),
        SyntaxErrorKind::ConnectiveAsName => checks::connective_as_name(range, marked),
        SyntaxErrorKind::UnclosedComment => checks::unclosed_comment(range),
        SyntaxErrorKind::ForeignOperator { write } => checks::foreign_operator(range, text, write),
        SyntaxErrorKind::ElidedText => unreachable!("reported with the tree at hand"),
        SyntaxErrorKind::MixedImplication { groups } => {
            checks::mixed_implication(range, text, groups)
        }
        SyntaxErrorKind::DetachedParenthesis { gap } => checks::detached_parenthesis(range, gap),
    }
}
