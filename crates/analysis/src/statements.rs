//! Problems of the statements of a file of QPROP, as findings.

use hir::{Blk, Db, Item, OWN, declared, own_statements};
use logic::NodeId;
use logic::formula::written::Statement;
use logic::formula::{self, Elaborated, Problem, ProblemKind, StatementId, elaborate};
use rustc_hash::FxHashMap;
use source::File;

use crate::context::FileContext;
use crate::finding::{Finding, FindingFix, Label, Part, Place, SpotEdit};
use crate::report::{Report, ReportEdit, report};

/// What is wrong with the statements of a block, judged one by one; the places name block 0.
pub(crate) fn check(db: &dyn Db, block: Blk<'_>, sink: &mut Vec<Finding>) {
    let mut own = own_statements(db, block).peekable();
    if own.peek().is_none() {
        return;
    }
    let declared = declared(db, block.file(db));
    let mut of_declarations: FxHashMap<StatementId, Vec<&Problem>> = FxHashMap::default();
    for problem in &declared.problems {
        let known = of_declarations.entry(problem.place.statement);
        known.or_default().push(problem);
    }
    for (id, ordinal, form) in own.filter(|(_, _, form)| !form.incomplete) {
        let Some(statement) = &form.statement else {
            continue;
        };
        let elaborated = elaborate(&declared.declarations, id, statement);
        let mut problems: Vec<&Problem> = of_declarations.remove(&id).unwrap_or_default();
        problems.extend(&elaborated.problems);
        problems.sort_by_key(|problem| problem.place);
        problems.dedup();
        for problem in problems {
            if declared.has_gaps && may_vanish(&problem.kind) {
                continue;
            }
            let report = report(&declared.declarations, problem);
            sink.push(finding(report, |node| {
                (0, Part::Node(Item::Form(ordinal), node))
            }));
        }
    }
}

/// Whether the problem may be one of a declaration that cannot be read for now.
fn may_vanish(kind: &ProblemKind) -> bool {
    use ProblemKind as Kind;
    matches!(
        kind,
        Kind::UnknownRelation(_)
            | Kind::UnknownSort(_)
            | Kind::UnknownName(_)
            | Kind::UnknownFunction(_)
            | Kind::Arity { .. }
            | Kind::Mismatch { .. }
            | Kind::Incomparable(..)
            | Kind::Unrelated { .. }
            | Kind::NotInteger(_)
            | Kind::NotTerm
            | Kind::NotFormula
            | Kind::AmbiguousSort { .. }
            | Kind::NotGraph
            | Kind::NotGrid(_)
    )
}

/// What is wrong with the definitions of a file taken together.
pub(crate) fn check_file(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    for problem in circles(cx.db, cx.file) {
        let report = report(&declared(cx.db, cx.file).declarations, problem);
        let Some((file, block, form)) =
            hir::declaring_site(cx.db, cx.file, problem.place.statement)
        else {
            continue;
        };
        // Those of other files are told of them.
        if file == cx.file {
            sink.push(finding(report, |node| {
                (block, Part::Node(Item::Form(form), node))
            }));
        }
    }
}

/// The definitions of a file and those that it uses that need their own negation.
#[salsa::tracked(returns(deref))]
fn circles(db: &dyn Db, file: File) -> Vec<Problem> {
    let declarations = &declared(db, file).declarations;
    let mut definitions: Vec<(StatementId, Elaborated)> = Vec::new();
    for (id, form) in hir::declaring_forms(db, file) {
        if let Some(statement @ Statement::Definition { .. }) = form.statement.as_deref()
            && !form.incomplete
        {
            definitions.push((id, elaborate(declarations, id, statement)));
        }
    }
    let elaborated = definitions.iter().map(|(id, elaborated)| (*id, elaborated));
    formula::strata(declarations, elaborated).1
}

/// The report as a finding about a statement of which `own` tells where its nodes are.
fn finding(report: Report, own: impl Fn(NodeId) -> (u32, Part)) -> Finding {
    let about = report.place.statement;
    let place = |place: formula::Place| {
        let (block, part) = if place.statement == about || place.statement == OWN {
            own(place.node)
        } else {
            (0, Part::Declared(place.statement, place.node))
        };
        Place { block, part }
    };
    let edit = |(at, edit): (formula::Place, ReportEdit)| {
        let edit = match edit {
            ReportEdit::Replace(insert) => SpotEdit::Replace(insert),
            ReportEdit::Append(insert) => SpotEdit::Append(insert),
            ReportEdit::TextOf(other) => SpotEdit::TextOf(place(other)),
        };
        (place(at), edit)
    };
    let label = |(at, message)| Label {
        place: place(at),
        message,
    };
    Finding {
        code: report.code,
        severity: Some(report.severity),
        message: report.message,
        place: place(report.place),
        related: report.labels.into_iter().map(label).collect(),
        help: report.help,
        fixes: report
            .fixes
            .into_iter()
            .map(|fix| FindingFix {
                title: fix.title,
                safe: fix.safe,
                edits: fix.edits.into_iter().map(edit).collect(),
            })
            .collect(),
    }
}
