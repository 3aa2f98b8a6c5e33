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
    for note in cx.form.notes.iter().filter(|note| note.kind == NoteKind::Parenthesised) {
        let Some(name) = name_of(rule, note.node) else { continue };
        let kept = cx.name(note.node);
        sink.push(
            Finding::new(
                Code::PARENTHESISED_PROPOSITION,
                cx.node(note.node),
                format!("`{name}` without arguments stands in parentheses"),
            )
            .help(format!("write `{name}` alone: some programs take the two for different"))
            .safe_fix(
                "remove the parentheses",
                vec![(cx.node(note.node), SpotEdit::Unwrap { first: kept, last: kept })],
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
