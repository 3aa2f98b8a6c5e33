//! The same rule or fact twice, but for the names of variables and the order of the body's
//! literals, says nothing that once does not. Often the second was copied to be changed, and was
//! not. Where a variable is unsafe, its name counts: it may stand for a constant that was meant.
//! The same goes for the rules and facts of QPROP, up to the names of variables.
//!
//! ## Wrong
//! ```kif
//! (person ann)
//! (likes ann ann)
//! (<= (happy ?x)
//!     (person ?x)
//!     (likes ?x ?x))
//! (<= (happy ?y)
//!     (likes ?y ?y)
//!     (person ?y))
//! ```
//! ```hrf
//! person(ann)
//! person(ann)
//! ```
//! ```qprop
//! sort square = 1..4
//! pred free(square)
//! rule some: exists s: square . free(s)
//! rule one: exists t: square . free(t)
//! ```
//!
//! ## Right
//! ```kif
//! (person ann)
//! (likes ann ann)
//! (<= (happy ?x)
//!     (person ?x)
//!     (likes ?x ?x))
//! ```
//! ```qprop
//! sort square = 1..4
//! pred free(square)
//! rule some: exists s: square . free(s)
//! rule one: exists t: square . not free(t)
//! ```

use hir::alike;
use logic::{Rule, equivalent};
use rustc_hash::FxHashMap;
use source::{Code, Severity};

use crate::bindings;
use crate::context::FileContext;
use crate::finding::{Finding, SpotEdit};
use crate::said::{SaidKind, said};

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    check_statements(cx, sink);
    for group in alike(cx.db, cx.file) {
        // The first of each kind; a hash may hold several.
        let mut firsts: Vec<((u32, u32), &Rule)> = Vec::new();
        for &(block, form) in group {
            let Some(rule) = cx.rule(block, form) else {
                continue;
            };
            let Some((first, _)) = firsts.iter().find(|(_, first)| repeats(first, rule)) else {
                firsts.push(((block, form), rule));
                continue;
            };
            let what = if rule.body.is_empty() { "fact" } else { "rule" };
            let place = FileContext::form(block, form);
            let message = format!("this {what} says the same as an earlier one");
            sink.push(
                Finding::new(Code::DUPLICATE_RULE, place, message)
                    .label(FileContext::form(first.0, first.1), "the earlier one")
                    .safe_fix(
                        format!("remove the {what}"),
                        vec![(place, SpotEdit::Delete)],
                    ),
            );
        }
    }
}

/// The same for the rules and facts of QPROP.
fn check_statements(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let mut firsts = FxHashMap::default();
    for (block, blk) in (0..).zip(hir::blocks(cx.db, cx.file)) {
        for said in &said(cx.db, *blk).statements {
            let Some(fingerprint) = said.fingerprint else {
                continue;
            };
            let place = FileContext::form(block, said.form);
            let first = *firsts.entry(fingerprint).or_insert(place);
            if first == place {
                continue;
            }
            let what = match said.kind {
                SaidKind::Fact(_) => "fact",
                _ => "rule",
            };
            let message = format!("this {what} says the same as an earlier one");
            sink.push(
                Finding::new(Code::DUPLICATE_RULE, place, message)
                    .severity(Severity::Hint)
                    .label(first, "the earlier one")
                    .offered_fix(
                        format!("remove the {what}"),
                        vec![(place, SpotEdit::Delete)],
                    ),
            );
        }
    }
}

/// Whether the rules say the same. The names of unsafe variables count: such a rule is broken,
/// and a fact `hand(ROCK)` beside `hand(PAPER)` was meant to hold two constants.
fn repeats(a: &Rule, b: &Rule) -> bool {
    equivalent(a, b) == Some(true)
        && (a.variables == b.variables || bindings::unbound(a).is_empty())
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{
        check_clean, check_fix, check_fixes_at, check_whole, check_whole_at,
    };

    const CODE: Code = Code::DUPLICATE_RULE;

    #[test]
    fn statements_up_to_the_names_of_variables() {
        let text = "sort s = 1..2\nsort t = 1..2\nvar x: s var y: t\npred p(s)\npred q(t)\ngiven g(s)\nrule a: forall x . p(x) or g(x)\nrule b: forall x1 . (p(x1) or g(x1))\nrule c: forall x . g(x) or p(x)\ng(1)\ng(2)\ng(1)\nrule d: forall y . p(y + 0)\nrule e: forall x . p(x + 0)\nrule f: exists x, x1 . p(x) and g(x1)\nrule g: exists x, x1 . p(x1) and g(x)\n";
        check_whole_at(
            "a.qprop",
            CODE,
            text,
            "hint `rule b: forall x1 . (p(x1) or g(x1))` (line 8): this rule says the same as an earlier one
             `rule a: forall x . p(x) or g(x)` (line 7): the earlier one
             hint `g(1)` (line 12): this fact says the same as an earlier one
             `g(1)` (line 10): the earlier one",
        );
        check_fixes_at(
            "a.qprop",
            CODE,
            text,
            &[
                &text.replace("rule b: forall x1 . (p(x1) or g(x1))\n", ""),
                &text.replace("g(2)\ng(1)\n", "g(2)\n"),
            ],
        );
    }

    #[test]
    fn names_of_variables_and_order_do_not_count() {
        check_whole(
            CODE,
            r"(<= (p ?x) (q ?x ?y) (not (r ?y)))
(q a b)
(<= (p ?a) (not (r ?b)) (q ?a ?b))
(<= (p ?x) (q ?x ?y) (not (r ?x)))
(q b a)
(<= (p ?z) (q ?z ?x) (not (r ?x)))
(q a b)",
            "warning `(<= (p ?a) (not (r ?b)) (q ?a ?b))` (line 3): this rule says the same as an earlier one
             `(<= (p ?x) (q ?x ?y) (not (r ?y)))` (line 1): the earlier one
             warning `(<= (p ?z) (q ?z ?x) (not (r ?x)))` (line 6): this rule says the same as an earlier one
             `(<= (p ?x) (q ?x ?y) (not (r ?y)))` (line 1): the earlier one
             warning `(q a b)` (line 7): this fact says the same as an earlier one
             `(q a b)` (line 2): the earlier one",
        );
    }

    #[test]
    fn everything_else_counts() {
        check_whole(
            CODE,
            "(<= (p ?x) (q ?x))\n(<= (p ?x) (q ?x) (q ?x))\n(<= (p a) (q a))\n(q a)",
            "",
        );
        check_clean(CODE, "p(a)\np(a,b)\nq(a) :- p(b)\nq(a) :- ~p(b)");
    }

    #[test]
    fn the_later_one_goes() {
        check_fix(
            CODE,
            "(p a)\n(p b)\n(p a) ; again\n(p c)\n",
            "(p a)\n(p b)\n; again\n(p c)\n",
        );
        check_fix(
            CODE,
            "p(a)\nq(X) :- p(X)\nq(Y) :- p(Y).\np(b)\n",
            "p(a)\nq(X) :- p(X)\np(b)\n",
        );
    }

    #[test]
    fn names_of_unsafe_variables_may_be_meant_as_constants() {
        check_whole(
            CODE,
            "hand(ROCK)\nhand(PAPER)\nhand(ROCK)",
            "warning `hand(ROCK)` (line 3): this fact says the same as an earlier one
             `hand(ROCK)` (line 1): the earlier one",
        );
        check_whole(CODE, "beats(ROCK) :- won\nbeats(PAPER) :- won\nwon", "");
        check_whole(
            CODE,
            "(<= (p ?x) q)\n(<= (p ?x) q)\n(<= (p ?y) q)",
            "warning `(<= (p ?x) q)` (line 2): this rule says the same as an earlier one
             `(<= (p ?x) q)` (line 1): the earlier one",
        );
    }

    #[test]
    fn comments_inside_stay_and_blanks_behind_go() {
        check_fix(CODE, "(p a)\n(p ; why\n a)\n", "(p a)\n ; why\n \n");
        check_fix(CODE, "(p a)\n(p a)  \n(q a)\n", "(p a)\n(q a)\n");
    }
}
