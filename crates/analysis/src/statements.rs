//! Problems of the statements of a file of QPROP, as findings.

use hir::{Blk, Db, Item, OWN, declared, forms, vocabulary};
use logic::NodeId;
use logic::formula::written::Statement;
use logic::formula::{
    self, Elaborated, Instance, Problem, ProblemKind, Spec, StatementId, Values, elaborate,
};
use rustc_hash::FxHashMap;
use source::File;

use crate::checks::{self, CHECKS, Run};
use crate::context::{FileContext, FormContext};
use crate::driver::spelling;
use crate::finding::{Finding, Part, Place};
use crate::report::{Report, report};
use crate::said::resolved;

/// What is wrong with the statements of a block, judged one by one; the places name block 0.
pub(crate) fn check(db: &dyn Db, block: Blk<'_>, sink: &mut Vec<Finding>) {
    let resolved = resolved(db, block);
    if resolved.is_empty() {
        return;
    }
    let file = block.file(db);
    let declared = declared(db, file);
    let mut of_declarations: FxHashMap<StatementId, Vec<&Problem>> = FxHashMap::default();
    for problem in &declared.problems {
        let known = of_declarations.entry(problem.place.statement);
        known.or_default().push(problem);
    }
    for own in resolved {
        let mut problems: Vec<&Problem> = of_declarations.remove(&own.id).unwrap_or_default();
        problems.extend(&own.elaborated.problems);
        problems.sort_by_key(|problem| problem.place);
        problems.dedup();
        for problem in problems {
            if declared.has_gaps && may_vanish(&problem.kind) {
                continue;
            }
            let report = report(&declared.declarations, problem);
            sink.extend(finding(report, |node| {
                (0, Part::Node(Item::Form(own.form), node))
            }));
        }
        if own.elaborated.is_whole {
            let mut reports = Vec::new();
            checks::out_of_domain_argument::check(
                &declared.declarations,
                values(db, file),
                own.id,
                &own.elaborated.statement,
                &own.elaborated.variables,
                &mut reports,
            );
            for report in reports {
                sink.extend(finding(report, |node| {
                    (0, Part::Node(Item::Form(own.form), node))
                }));
            }
        }
        let form = &*forms(db, block)[own.form as usize].form;
        let cx = FormContext {
            item: Item::Form(own.form),
            form,
            vocabulary: vocabulary(db, file),
            spelling: spelling(db, file),
        };
        for check in CHECKS {
            if let (Run::Written(run), Some(statement)) = (check.run, &form.statement) {
                run(statement, &cx, sink);
            }
        }
    }
}

/// The values that the constants and sorts of a file and those that it uses have.
#[salsa::tracked(returns(ref))]
fn values(db: &dyn Db, file: File) -> Values {
    let declarations = &declared(db, file).declarations;
    let mut statements = Vec::new();
    for (id, form) in hir::declaring_forms(db, file) {
        if let Some(statement @ (Statement::Sort { .. } | Statement::Constant { .. })) =
            form.statement.as_deref()
            && !form.incomplete
        {
            statements.push((id, elaborate(declarations, id, statement)));
        }
    }
    let spec = Spec {
        declarations: declarations.clone(),
        statements,
        strata: Vec::new(),
    };
    Instance::values(&spec, LARGEST)
}

/// The largest sort whose elements are looked at without grounding.
const LARGEST: u64 = 100_000;

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
            sink.extend(finding(report, |node| {
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
fn finding(report: Report, own: impl Fn(NodeId) -> (u32, Part)) -> Option<Finding> {
    let about = report.place.statement;
    let place = |place: formula::Place| {
        let (block, part) = if place.statement == about || place.statement == OWN {
            own(place.node)
        } else {
            (0, Part::Declared(place.statement, place.node))
        };
        Some(Place { block, part })
    };
    report.finding(place, |_, _| None)
}

#[cfg(test)]
mod tests {
    use crate::test_support::Source;

    /// The formulas of the lecture notes as they are found there, behind the declarations that the
    /// notes give: edges 1..4, rotations 0..3, and the tiles as facts.
    const NOTES: &str = "\
sort square = 1..4
sort piece = 1..4
sort edge = 1..4
sort turn = 0..3
sort number = 1..4
var s: square var p: piece var e: edge var k: turn var n: number
pred v(piece, edge, number)
pred l(square, piece)
pred r(piece, turn)
pred m(square, edge, number)
rule placed: forall p . exists s . l(p, s)
rule seen: forall s, p, k, e, n .
  m(s, e, n) iff l(s, p) and r(p, k) and v(p, (e + k) mod 4, n)
rule edges: forall s1, e1, s2, e2 |
  s1 = 1 and e1 = 1 and s2 = 2 and e2 = 3 or … .
  forall n . m(s1, e1, n) iff m(s2, e2, n)
v(1, 1, 3) v(1, 2, 1)
";

    /// `line code: text`, in order.
    fn reports(text: &str) -> Vec<String> {
        let found = Source::new("notes.qprop", text).diagnostics();
        let shown = found.iter().map(|found| {
            let line = 1 + text[..usize::from(found.range.start())]
                .matches('\n')
                .count();
            format!("{line} {}: {}", found.code, &text[found.range])
        });
        shown.collect()
    }

    #[test]
    fn the_slips_of_the_notes_that_need_no_grounding_are_found_one_by_one() {
        let outside = "13 out-of-domain-argument: (e + k) mod 4";
        assert_eq!(
            reports(NOTES),
            ["11 sort-mismatch: p", outside, "15 elided-text: …"]
        );
        let text = NOTES.replace("l(p, s)", "l(s, p)");
        assert_eq!(reports(&text), [outside, "15 elided-text: …"]);
        let text = text.replace("sort edge = 1..4", "sort edge = 0..3");
        assert_eq!(reports(&text), ["15 elided-text: …"]);
        let text = text.replace(" or … .", " or s1 = 3 and e1 = 1 and s2 = 4 and e2 = 3 .");
        assert_eq!(
            reports(&text),
            ["7 open-fact-table: v", "15 mixed-and-or: or"]
        );
        let text = text.replace("pred v(", "given v(");
        assert_eq!(reports(&text), ["15 mixed-and-or: or"]);
    }
}
