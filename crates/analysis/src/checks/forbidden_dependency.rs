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

use crate::chain;
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
            let steps = chain::steps(cx, &way);
            let Some(first) = steps.first() else {
                continue;
            };
            let place = FileContext::node(first.site);
            let mut finding = Finding::new(Code::FORBIDDEN_DEPENDENCY, place, message);
            // A single step is what the message says.
            for step in steps.iter().filter(|_| steps.len() > 1) {
                finding = finding.label(FileContext::node(step.site), step.text.clone());
            }
            sink.push(finding.help(why));
        }
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole;

    const CODE: Code = Code::FORBIDDEN_DEPENDENCY;

    /// A rule, and whether the game may have it.
    fn rule(keyword: &str, literal: &str) -> String {
        format!("; herbrand: profile game\n(<= {keyword} {literal})")
    }

    #[test]
    fn what_is_asked_before_there_is_a_position() {
        for (head, name, why) in [
            (
                "(role red)",
                "role",
                "the players are known before the game begins",
            ),
            (
                "(init a)",
                "init",
                "the first position comes before all others",
            ),
            (
                "(base a)",
                "base",
                "it lists what may ever be true, whatever happens",
            ),
            (
                "(input red m)",
                "input",
                "it lists what may ever be played, whatever happens",
            ),
        ] {
            for (literal, needed) in [("(true b)", "true"), ("(not (does red m))", "does")] {
                let place = literal.trim_start_matches("(not ").replace("))", ")");
                check_whole(
                    CODE,
                    &rule(head, literal),
                    &format!(
                        "error `{place}` (line 2): `{name}` must not depend on `{needed}`\nhelp: {why}"
                    ),
                );
            }
        }
    }

    #[test]
    fn what_is_asked_before_anybody_moves() {
        for (head, name, why) in [
            (
                "(legal red m)",
                "legal",
                "which moves are legal is asked before anybody moves",
            ),
            (
                "(goal red 1)",
                "goal",
                "a goal is asked in a position, before anybody moves",
            ),
            (
                "terminal",
                "terminal",
                "whether a game is over is asked before anybody moves",
            ),
        ] {
            check_whole(
                CODE,
                &rule(head, "(does red m)"),
                &format!(
                    "error `(does red m)` (line 2): `{name}` must not depend on `does`\nhelp: {why}"
                ),
            );
            check_whole(CODE, &rule(head, "(true a)"), "");
        }
    }

    #[test]
    fn the_way_is_spelt_out() {
        check_whole(
            CODE,
            r"role(red)
legal(red,wait) :- ready
ready :- ~busy(red)
busy(R) :- true(on) & does(R,work)",
            "error `ready` (line 2): `legal` must not depend on `does`
             `ready` (line 2): `legal` needs `ready`
             `busy(red)` (line 3): `ready` needs `busy`
             `does(R,work)` (line 4): `busy` needs `does`
             help: which moves are legal is asked before anybody moves",
        );
    }

    #[test]
    fn next_and_sees_may_need_everything_and_logic_programs_have_no_keywords() {
        check_whole(
            CODE,
            "(role red)\n(<= (next a) (does red m) (true b))\n(<= (sees red a) (does red m))\n(<= (p a) (does red m))",
            "",
        );
        check_whole(
            CODE,
            "; herbrand: profile logic\n(<= (init a) (true b))",
            "",
        );
        // At another number of arguments it is an ordinary relation.
        check_whole(CODE, "(role red)\n(<= (input m) (does red m))", "");
    }
}
