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
