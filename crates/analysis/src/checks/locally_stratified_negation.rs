//! By the names of the relations there is a circle through a negation, but no literal of it can
//! meet the head of the next rule, because their constants differ: `goal` with one value is
//! defined by the absence of `goal` with another. That has one meaning, and most programs that
//! play understand it, but the definition of the language does not allow it.
//!
//! ## Wrong
//! ```kif
//! (done ann)
//! (<= (mark ?x 100)
//!     (done ?x))
//! (<= (mark ben 0)
//!     (not (mark ben 100)))
//! ```
//!
//! ## Right
//! ```kif
//! (done ann)
//! (<= (mark ?x 100)
//!     (done ?x))
//! (<= (mark ben 0)
//!     (not (done ben)))
//! ```

use source::Code;

use super::unstratified_negation::{Circle, relation_cycle};
use crate::context::FileContext;
use crate::finding::Finding;

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let graph = hir::graph(cx.db, cx.file);
    let index = cx.index();
    for component in graph.strata().offending {
        if !Circle::new(cx, component).cycles().is_empty() {
            continue;
        }
        let Some(cycle) = relation_cycle(cx, component) else {
            continue;
        };
        let next = cycle.get(1).unwrap_or(&cycle[0]).0;
        let (head, polarity) = cycle[0];
        let edge = index
            .dependencies
            .iter()
            .find(|edge| edge.head == head.0 && edge.body == next.0 && edge.polarity == polarity);
        let Some(edge) = edge else { continue };
        let names: Vec<_> = cycle
            .iter()
            .map(|(id, _)| format!("`{}`", graph.relation(*id).name))
            .collect();
        let message = match &*names {
            [only] => format!("{only} is defined by the absence of {only} with other arguments"),
            _ => format!(
                "{} depends on its own negation by name, by way of {}; only the arguments differ",
                names[0],
                names[1..].join(", ")
            ),
        };
        sink.push(
            Finding::new(
                Code::LOCALLY_STRATIFIED_NEGATION,
                FileContext::node(edge.site),
                message,
            )
            .help("name the condition itself instead of what follows from it"),
        );
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_clean, check_whole};

    const CODE: Code = Code::LOCALLY_STRATIFIED_NEGATION;

    #[test]
    fn another_value_of_the_same_relation() {
        check_whole(
            CODE,
            r"(role red)
(<= (goal ?r 100) (true (won ?r)))
(<= (goal red 0) (not (goal red 100)))",
            "warning `(goal red 100)` (line 3): `goal` is defined by the absence of `goal` with other arguments
             help: name the condition itself instead of what follows from it",
        );
    }

    #[test]
    fn a_circle_by_name_over_several_relations() {
        check_whole(
            CODE,
            r"lost(a) :- ~won(b)
won(a) :- lost(b)
lost(b)",
            "warning `won(b)` (line 1): `lost` depends on its own negation by name, by way of `won`; only the arguments differ
             help: name the condition itself instead of what follows from it",
        );
    }

    #[test]
    fn what_is_unstratified_has_its_own_report_and_strata_have_none() {
        check_whole(
            CODE,
            r"(<= (p a) (not (p ?x)) (q ?x))
(q a)",
            "",
        );
        check_clean(
            CODE,
            r"(<= (p a) (not (q a)))
(<= (q b) (r b))
(r b)",
        );
    }
}
