//! The guard of a quantifier, or the range of a variable, holds of nothing: a `forall` over it says
//! nothing, an `exists` fails. The part of the guard is marked that never holds, or that never holds
//! where the parts before it do.
//!
//! ## Wrong
//! ```qprop
//! sort row = 1..8
//! func queen(row): row
//! rule next: forall r: row | r > 8 . queen(r) =/= queen(r - 1)
//! rule apart: forall r, s: row | r < s . queen(r) =/= queen(s)
//! ```
//!
//! ## Right
//! ```qprop
//! sort row = 1..8
//! func queen(row): row
//! rule next: forall r: row | r > 1 . queen(r) =/= queen(r - 1)
//! rule apart: forall r, s: row | r < s . queen(r) =/= queen(s)
//! ```

use analysis::report::Report;
use logic::NodeId;
use logic::formula::{Bound, Formula, FormulaKind, Quantified, Range, RelationKind};
use source::Code;

use crate::theory::mentioned::Mentioned;
use crate::theory::{Asked, Examination};
use logic::formula::scenes::{Scene, conjuncts};

pub(crate) fn check(cx: &mut Examination<'_>, scene: &Scene, quantified: &Quantified) {
    let is_empty = |bound: &Bound| {
        let sort = cx.variables[bound.variable.0 as usize].sort;
        sort.is_some_and(|sort| cx.instance.domain(sort).is_empty())
    };
    let mut inner = scene.clone();
    inner.binding.extend(quantified.binding.iter().cloned());
    // An empty sort has a report of its own.
    if inner.binding.iter().any(is_empty) {
        return;
    }
    let guard: Vec<Formula> = conjuncts(quantified.guard.as_slice());
    let ranged = |bound: &Bound| !matches!(bound.range, None | Some(Range::Sort(_)));
    if guard.is_empty() && !quantified.binding.iter().any(ranged) {
        return;
    }
    let outer = inner.clone();
    inner.conjuncts.extend(guard.iter().cloned());
    if cx.any(&inner) != Asked::Nothing {
        return;
    }
    // Where nothing holds around it, that is to blame.
    if !scene.binding.is_empty() && cx.any(scene) != Asked::Found {
        return;
    }
    if cx.any(&outer) == Asked::Nothing {
        if let Some(node) = quantified.binding.iter().find_map(first_node) {
            let message = "this range is empty";
            let report = Report::new(Code::VACUOUS_GUARD, cx.at(node), message);
            cx.report(report);
        }
        return;
    }
    let with = |parts: &[Formula]| {
        let mut scene = outer.clone();
        scene.conjuncts.extend(parts.iter().cloned());
        scene
    };
    let mut blamed = None;
    for part in &guard {
        if cx.any(&with(std::slice::from_ref(part))) == Asked::Nothing {
            blamed = Some((part, "never holds"));
            break;
        }
    }
    // A quantifier inside others may go over nothing for these data, and over something for others.
    let is_about_data = |part: &Formula| !Mentioned::of(part).relations.is_empty();
    let depends = !scene.binding.is_empty() && guard.iter().any(is_about_data);
    if blamed.is_none() && !depends {
        for end in 2..=guard.len() {
            if cx.any(&with(&guard[..end])) == Asked::Nothing {
                blamed = Some((
                    &guard[end - 1],
                    "never holds where what stands before it does",
                ));
                break;
            }
        }
    }
    let Some((part, what)) = blamed else {
        return;
    };
    let words = cx.wording().simple(part, cx.variables);
    let words = words.map_or_else(
        || "this part of the guard".to_owned(),
        |text| format!("`{text}`"),
    );
    let mut report = Report::new(
        Code::VACUOUS_GUARD,
        cx.at(part.id),
        format!("{words} {what}"),
    );
    if let Some((name, place)) = without_facts(cx, part) {
        report = report.label(place, format!("`{name}` has no facts"));
    }
    cx.report(report.help("the quantifier goes over nothing"));
}

/// Where the range of a variable starts.
fn first_node(bound: &Bound) -> Option<NodeId> {
    match &bound.range {
        Some(Range::Interval(ends)) => Some(ends[0].id),
        Some(Range::Set(elements)) => Some(elements.first()?.id),
        Some(Range::Sort(_)) | None => None,
    }
}

/// The relation of an atom, if it is given and has no facts.
fn without_facts(cx: &Examination<'_>, part: &Formula) -> Option<(String, logic::formula::Place)> {
    let FormulaKind::Atom(id, _) = &part.kind else {
        return None;
    };
    let relation = &cx.theory.spec.declarations.relations[id.index()];
    let is_bare = relation.kind == RelationKind::Given && cx.instance.facts[id.index()].is_empty();
    is_bare.then(|| (relation.name.to_string(), relation.place))
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::{check_answered, check_linted};

    const CODE: Code = Code::VACUOUS_GUARD;

    #[track_caller]
    fn check(rule: &str, expected: &str) {
        let start = "sort s = 1..4\ngiven edge(s, s)\ngiven red(s)\nedge(1, 2) edge(2, 4) edge(3, 4)\npred p(s)\n";
        check_linted(CODE, &format!("{start}{rule}\n"), expected);
    }

    #[test]
    fn the_conjunct_that_never_holds_is_marked() {
        check(
            "rule r: forall x, y: s | edge(x, y) and x > y . p(x)",
            "warning `x > y` (line 6): `x > y` never holds where what stands before it does
             help: the quantifier goes over nothing",
        );
        check(
            "rule r: forall x, y: s | edge(x, x) and x =/= y . p(x) or p(y)",
            "warning `edge(x, x)` (line 6): `edge(x, x)` never holds
             help: the quantifier goes over nothing",
        );
        check(
            "rule r: exists x: s | x > 4 . p(x)",
            "warning `x > 4` (line 6): `x > 4` never holds
             help: the quantifier goes over nothing",
        );
        check(
            "rule r: exists x, y: s | edge(x, y) and (x > y or y = 1) . p(y)",
            "warning `x > y or y = 1` (line 6): this part of the guard never holds where what stands before it does
             help: the quantifier goes over nothing",
        );
        check(
            "rule r: forall k in 3..2 . count(x: s . p(x)) > k",
            "warning `3` (line 6): this range is empty",
        );
    }

    #[test]
    fn guards_that_hold_somewhere_and_those_of_the_solver_are_left_alone() {
        for rule in [
            "rule r: forall x, y: s | edge(x, y) and x < y . p(x)",
            "rule r: forall x: s . exists y: s | edge(x, y) . p(y)",
            "rule r: forall x: s | p(x) and not p(x) . p(1)",
            "rule r: forall k in 2..3 . count(x: s . p(x)) > k",
            // With other data it would hold.
            "rule r: forall x: s . exists y: s | edge(x, y) and y =/= 2 and y =/= 4 . p(y)",
            // What an instance may say is open.
            "rule r: forall x: s | red(x) . p(x)",
            // Definitions may come to nothing.
            "define loop(x: s) iff exists y: s | y = x and edge(y, y) . y > 0",
        ] {
            check(rule, "");
        }
    }

    #[test]
    fn data_that_are_there_for_others_are_told_to_lack_facts() {
        let text = "sort s = 1..4\ngiven edge(s, s)\ngiven red(s)\nedge(1, 2)\npred p(s)\nrule r: forall x: s | red(x) . p(x)\nrule e: forall x, y: s | edge(x, y) . p(x)\n";
        check_answered(
            CODE,
            text,
            "warning `red(x)` (line 6): `red(x)` never holds
             `red` (line 3): `red` has no facts
             help: the quantifier goes over nothing",
        );
    }
}
