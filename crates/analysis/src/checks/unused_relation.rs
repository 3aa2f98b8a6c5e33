//! A relation that facts or rules define, but that no body uses, does nothing in a game: it is
//! left over, or its use is misspelt. In a logic program it may well be what the program is for,
//! so there it is not reported.
//!
//! ## Wrong
//! ```kif game
//! (<= (legal player wait)
//!     (role player))
//! (neighbour a b)
//! ```
//!
//! ## Right
//! ```kif game
//! (<= (legal player (go ?x))
//!     (true (at ?y))
//!     (neighbour ?y ?x))
//! (neighbour a b)
//! ```

use source::Code;

use crate::context::FileContext;
use crate::finding::Finding;

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    if !cx.is_game() {
        return;
    }
    for uses in &cx.index().relations {
        if uses.uses() > 0 || cx.is_keyword(&uses.relation) {
            continue;
        }
        let first = uses.facts.sites.iter().chain(&uses.rules).min();
        if let Some(&first) = first {
            let name = &uses.relation.name;
            let message = format!("`{name}` is defined, but no rule uses it");
            sink.push(Finding::new(
                Code::UNUSED_RELATION,
                FileContext::name(first),
                message,
            ));
        }
    }
}
