//! One name as a relation and as a function is allowed, but they are two different things: a
//! literal does not become true because a term of that name stands somewhere. Terms inside of
//! `true`, `next` and the other game keywords are not reported: there it is common.
//!
//! ## Wrong
//! ```kif
//! (size small)
//! (fits (size small) box)
//! ```
//!
//! ## Right
//! ```kif
//! (size small)
//! (fits small box)
//! ```

use source::Code;

use crate::context::FileContext;
use crate::finding::Finding;

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let index = cx.index();
    for function in &index.functions {
        let mut sites = function.elsewhere.sites.clone();
        if !cx.is_game() {
            sites.extend(&function.in_keywords.sites);
        }
        let Some(&site) = sites.iter().min() else {
            continue;
        };
        let relation = index
            .relations_named(&function.name)
            .iter()
            .find(|uses| !cx.is_keyword(&uses.relation));
        let Some(relation) = relation else { continue };
        let places = [
            &relation.facts.sites,
            &relation.rules,
            &relation.positive.sites,
            &relation.negative.sites,
        ];
        let Some(&first) = places.into_iter().flatten().min() else {
            continue;
        };
        let name = &function.name;
        let message = format!("`{name}` is a function here and a relation elsewhere");
        sink.push(
            Finding::new(
                Code::RELATION_USED_AS_FUNCTION,
                FileContext::name(site),
                message,
            )
            .label(FileContext::name(first), format!("`{name}` as a relation")),
        );
    }
}
