//! What a game begins with must not depend on what happens in it: `role`, `init`, `base` and
//! `input` are asked before there is a position, so they may not need `true` or `does`. `legal`,
//! `goal` and `terminal` are asked in a position, before anybody has moved, so they may not need
//! `does`.
//!
//! ## Wrong
//! ```kif game
//! (<= (legal player (answer ?x))
//!     (asked ?x))
//! (<= (asked ?x)
//!     (does player (ask ?x)))
//! ```
//!
//! ## Right
//! ```kif game
//! (<= (legal player (answer ?x))
//!     (true (asked ?x)))
//! (<= (next (asked ?x))
//!     (does player (ask ?x)))
//! ```

use logic::RelationId;
use source::Code;

use crate::context::FileContext;
use crate::finding::Finding;

/// Who must not need what, and why.
const RULES: [(&str, u32, &[&str], &str); 7] = [
    (
        "role",
        1,
        &["true", "does"],
        "the players are known before the game begins",
    ),
    (
        "init",
        1,
        &["true", "does"],
        "the first position comes before all others",
    ),
    (
        "base",
        1,
        &["true", "does"],
        "it lists what may ever be true, whatever happens",
    ),
    (
        "input",
        2,
        &["true", "does"],
        "it lists what may ever be played, whatever happens",
    ),
    (
        "legal",
        2,
        &["does"],
        "which moves are legal is asked before anybody moves",
    ),
    (
        "goal",
        2,
        &["does"],
        "a goal is asked in a position, before anybody moves",
    ),
    (
        "terminal",
        0,
        &["does"],
        "whether a game is over is asked before anybody moves",
    ),
];

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    if !cx.is_game() {
        return;
    }
    let index = cx.index();
    let graph = hir::graph(cx.db, cx.file);
    for (name, arity, forbidden, why) in RULES {
        let Some(from) = index.relation_id(name, arity) else {
            continue;
        };
        for target in forbidden {
            let way = graph.way(RelationId(from), |relation| relation.name == *target);
            let Some(way) = way.filter(|way| way.len() > 1) else {
                continue;
            };
            let message = format!("`{name}` must not depend on `{target}`");
            let mut steps = way.windows(2).filter_map(|step| {
                let site = index
                    .dependencies
                    .iter()
                    .find(|edge| edge.head == step[0].0 && edge.body == step[1].0)?
                    .site;
                let [head, body] = [step[0], step[1]].map(|id| &graph.relation(id).name);
                Some((site, format!("`{head}` needs `{body}`")))
            });
            let Some((first, needs)) = steps.next() else {
                continue;
            };
            let mut finding = Finding::new(
                Code::FORBIDDEN_DEPENDENCY,
                FileContext::node(first),
                message,
            );
            let others: Vec<_> = steps.collect();
            if !others.is_empty() {
                finding = finding.help(format!("{needs} here, and so on along the labels"));
            }
            for (site, needs) in others {
                finding = finding.label(FileContext::node(site), needs);
            }
            sink.push(finding.help(why));
        }
    }
}
