//! `exists x . forall y . F` asks for one `x` that suits every `y`; `forall y . exists x . F` lets
//! each `y` have its own. Where both are stated of the same formula, the first already says the
//! second, and was probably meant to go the other way round.
//!
//! ## Wrong
//! ```qprop
//! sort square = 1..4
//! sort piece = 1..4
//! var s: square var p: piece
//! pred l(square, piece)
//! rule filled: forall s . exists p . l(s, p)
//! rule placed: exists s . forall p . l(s, p)
//! ```
//!
//! ## Right
//! ```qprop
//! sort square = 1..4
//! sort piece = 1..4
//! var s: square var p: piece
//! pred l(square, piece)
//! rule filled: forall s . exists p . l(s, p)
//! rule placed: forall p . exists s . l(s, p)
//! ```

use source::Code;

use crate::context::FileContext;
use crate::finding::Finding;
use crate::said::all_said;

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let all = all_said(cx.db, cx.file).unwrap_or_default();
    let own = || {
        let own = all.iter().filter(|(file, ..)| *file == cx.file);
        own.filter_map(|(_, block, said)| {
            let place = FileContext::form(*block, said.form);
            Some((place, said.alternation?))
        })
    };
    for (place, found) in own().filter(|(_, found)| found.exists_first) {
        let mirrored = own().find(|(_, other)| {
            !other.exists_first
                && (other.inner_first == found.outer_first
                    || other.outer_first == found.outer_first)
        });
        let Some((other, _)) = mirrored else {
            continue;
        };
        let message = "`exists` stands before `forall` here, so that one value must suit all";
        sink.push(
            Finding::new(Code::SUSPICIOUS_QUANTIFIER_ORDER, place, message)
                .label(other, "the same with `forall` before `exists`"),
        );
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::SUSPICIOUS_QUANTIFIER_ORDER;
    const START: &str =
        "sort square = 1..4 sort piece = 1..4 var s: square var p: piece pred l(square, piece)\n";

    #[test]
    fn mirrored_in_quantifiers_or_in_variables() {
        for wrong in [
            "exists s . forall p . l(s, p)",
            "exists p1 . forall s1 . l(s1, p1)",
        ] {
            check_whole_at(
                "a.qprop",
                CODE,
                &format!("{START}rule a: forall s . exists p . l(s, p)\nrule b: {wrong}\n"),
                &format!(
                    "hint `rule b: {wrong}` (line 3): `exists` stands before `forall` here, so that one value must suit all
                     `rule a: forall s . exists p . l(s, p)` (line 2): the same with `forall` before `exists`"
                ),
            );
        }
    }

    #[test]
    fn other_formulas_and_other_sorts_are_left_alone() {
        for fine in [
            "forall p . exists s . l(s, p)",
            "exists s . forall p . not l(s, p)",
            "exists s: piece . forall p . l(s + 0, p)",
            "exists s . forall p | p > 1 . l(s, p)",
            "exists s . exists p . l(s, p)",
        ] {
            check_whole_at(
                "a.qprop",
                CODE,
                &format!("{START}rule a: forall s . exists p . l(s, p)\nrule b: {fine}\n"),
                "",
            );
        }
    }
}
