//! `(p)` and `p` are the same proposition, and `(f)` and `f` the same term. Some programs keep
//! them apart all the same: a rule that derives `(over)` then never serves one that asks for
//! `over`. Write the name alone.
//!
//! ## Wrong
//! ```kif
//! (rain)
//! (<= wet (rain))
//! (<= dry (not (rain)))
//! ```
//!
//! ## Right
//! ```kif
//! rain
//! (<= wet rain)
//! (<= dry (not rain))
//! ```

use hir::NoteKind;
use logic::{Name, NodeId, Rule, Term};
use source::Code;

use crate::context::FormContext;
use crate::finding::{Finding, SpotEdit};
use crate::walk;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    for note in cx
        .form
        .notes
        .iter()
        .filter(|note| note.kind == NoteKind::Parenthesised)
    {
        let Some(name) = name_of(rule, note.node) else {
            continue;
        };
        let kept = cx.name(note.node);
        sink.push(
            Finding::new(
                Code::PARENTHESISED_PROPOSITION,
                cx.node(note.node),
                format!("`{name}` without arguments stands in parentheses"),
            )
            .help(format!(
                "write `{name}` alone: some programs take the two for different"
            ))
            .safe_fix(
                "remove the parentheses",
                vec![(
                    cx.node(note.node),
                    SpotEdit::Unwrap {
                        first: kept,
                        last: kept,
                    },
                )],
            ),
        );
    }
}

fn name_of(rule: &Rule, node: NodeId) -> Option<&Name> {
    let mut found = None;
    walk::atoms(rule, &mut |atom| {
        if atom.id == node {
            found = Some(&atom.relation);
        }
    });
    walk::rule_terms(rule, &mut |term| match term {
        Term::Constant { id, name } | Term::Function { id, name, .. } if *id == node => {
            found = Some(name);
        }
        _ => {}
    });
    found
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_fix, check_whole};

    const CODE: Code = Code::PARENTHESISED_PROPOSITION;

    #[test]
    fn propositions_and_functions_alike() {
        check(
            CODE,
            r"
(rain)
^^^^^^ parenthesised-proposition: `rain` without arguments stands in parentheses
(<= dry (not (rain)))
             ^^^^^^ parenthesised-proposition: `rain` without arguments stands in parentheses
(at (home))
    ^^^^^^ parenthesised-proposition: `home` without arguments stands in parentheses
",
        );
        check_clean(CODE, "rain\n(<= dry (not rain)) (at home)");
    }

    #[test]
    fn the_parentheses_go_and_comments_stay() {
        check_fix(CODE, r"(<= dry (not ( rain )))", r"(<= dry (not rain))");
        check_fix(
            CODE,
            r"(; why
 rain)",
            r"; why
 rain",
        );
        check_fix(CODE, r"(<= dry(rain)a)(<= a b)", r"(<= dry rain a)(<= a b)");
    }

    #[test]
    fn the_name_alone_is_advised() {
        check_whole(
            CODE,
            "(<= p (rain))",
            "warning `(rain)` (line 1): `rain` without arguments stands in parentheses
             help: write `rain` alone: some programs take the two for different",
        );
    }
}
