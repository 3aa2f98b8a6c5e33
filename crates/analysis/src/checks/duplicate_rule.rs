//! The same rule or fact twice, but for the names of variables and the order of the body's
//! literals, says nothing that once does not. Often the second was copied to be changed, and was
//! not.
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
//!
//! ## Right
//! ```kif
//! (person ann)
//! (likes ann ann)
//! (<= (happy ?x)
//!     (person ?x)
//!     (likes ?x ?x))
//! ```

use hir::alike;
use logic::{Rule, equivalent};
use source::Code;

use crate::context::FileContext;
use crate::finding::{Finding, SpotEdit};

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    for group in alike(cx.db, cx.file) {
        // The first of each kind; a hash may hold several.
        let mut firsts: Vec<((u32, u32), Rule)> = Vec::new();
        for &(block, form) in group {
            let Some(rule) = cx.rule(block, form) else {
                continue;
            };
            let Some((first, _)) = firsts.iter().find(|(_, first)| equivalent(first, &rule)) else {
                firsts.push(((block, form), rule));
                continue;
            };
            let what = if rule.body.is_empty() { "fact" } else { "rule" };
            let place = FileContext::form(block, form);
            let message = format!("this {what} stands here for the second time");
            sink.push(
                Finding::new(Code::DUPLICATE_RULE, place, message)
                    .label(
                        FileContext::form(first.0, first.1),
                        "it says the same as this one",
                    )
                    .safe_fix(
                        format!("remove the {what}"),
                        vec![(place, SpotEdit::Delete)],
                    ),
            );
        }
    }
}
