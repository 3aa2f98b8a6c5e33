//! A literal of a body can only hold where something defines its relation. A relation that no
//! fact and no rule has as its head is never true: most often its name is misspelt, or it takes
//! another number of arguments. In an open program, declare relations that are given from
//! outside with `herbrand: input`.
//!
//! ## Wrong
//! ```kif
//! (person ann)
//! (<= (guest ?x)
//!     (persn ?x))
//! ```
//! ```hrf
//! person(ann)
//! guest(X) :- persn(X)
//! ```
//!
//! ## Right
//! ```kif
//! (person ann)
//! (<= (guest ?x)
//!     (person ?x))
//! ```
//! ```hrf
//! % herbrand: input invited/1
//! person(ann)
//! guest(X) :- person(X) & invited(X)
//! ```

use hir::{Index, RelationUses, Site};
use source::Code;

use crate::context::FileContext;
use crate::finding::Finding;
use crate::nearest::nearest;

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let index = cx.index();
    for uses in &index.relations {
        if uses.definitions() > 0 || cx.is_given(&uses.relation) {
            continue;
        }
        let first = uses.positive.sites.iter().chain(&uses.negative.sites).min();
        if let Some(&first) = first {
            sink.push(report(cx, index, uses, first));
        }
    }
}

fn report(cx: &FileContext<'_>, index: &Index, uses: &RelationUses<Site>, first: Site) -> Finding {
    let name = &uses.relation.name;
    let times = match uses.uses() {
        1 => String::new(),
        count => format!(", and used {count} times"),
    };
    let message = format!("`{name}` is defined nowhere{times}");
    let finding = Finding::new(Code::UNDEFINED_RELATION, FileContext::name(first), message);
    let others: Vec<_> = index
        .relations_named(name)
        .iter()
        .filter(|other| other.definitions() > 0)
        .map(|other| other.relation.arity.to_string())
        .collect();
    if !others.is_empty() {
        let takes = others.join(" or ");
        return finding.help(format!(
            "`{name}` with {takes} arguments is defined, here it has {}",
            uses.relation.arity
        ));
    }
    let defined = index
        .relations
        .iter()
        .filter(|other| other.definitions() > 0 && !cx.is_keyword(&other.relation));
    match nearest(name, defined.map(|other| other.relation.name.as_str())) {
        Some(near) => {
            let arities: Vec<_> = index
                .relations_named(near)
                .iter()
                .filter(|other| other.definitions() > 0)
                .map(|other| other.relation.to_string())
                .collect();
            finding.help(format!("did you mean `{}`?", arities.join("` or `")))
        }
        None => finding,
    }
}
