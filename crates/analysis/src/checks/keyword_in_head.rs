//! `true` is what holds in the current state and `does` what the players do; both come from the
//! play, and no rule or fact of the sheet may add to them. What holds at the start is said with
//! `init`, what holds after a move with `next`.
//!
//! ## Wrong
//! ```kif game
//! (true (control red))
//! ```
//!
//! ## Right
//! ```kif game
//! (init (control red))
//! ```

use logic::Rule;
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    let (what, help) = match &*rule.head.relation {
        "true" => (
            "what is `true` comes from the state",
            "say what holds at the start with `init`, and what holds after a move with `next`",
        ),
        "does" => (
            "what a player `does` comes from the play",
            "say what a role may do with `legal`",
        ),
        _ => return,
    };
    let how = if rule.body.is_empty() {
        "stated as a fact"
    } else {
        "derived by a rule"
    };
    sink.push(
        Finding::new(
            Code::KEYWORD_IN_HEAD,
            cx.node(rule.head.id),
            format!("{what}, and cannot be {how}"),
        )
        .help(help),
    );
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_whole};

    const CODE: Code = Code::KEYWORD_IN_HEAD;

    #[test]
    fn state_and_moves_come_from_the_play() {
        check(
            CODE,
            r"; herbrand: profile game
(true (p a))
^^^^^^^^^^^^ keyword-in-head: what is `true` comes from the state, and cannot be stated as a fact
(<= (does ?r a) (role ?r))
    ^^^^^^^^^^^ keyword-in-head: what a player `does` comes from the play, and cannot be derived by a rule
",
        );
        check_clean(
            CODE,
            r"; herbrand: profile game
(init (p a)) (<= (next (p ?x)) (true (p ?x)))",
        );
    }

    #[test]
    fn what_to_derive_instead() {
        check_whole(
            CODE,
            "role(red)\ntrue(a)\ndoes(red,m) :- p",
            "error `true(a)` (line 2): what is `true` comes from the state, and cannot be stated as a fact
             help: say what holds at the start with `init`, and what holds after a move with `next`
             error `does(red,m)` (line 3): what a player `does` comes from the play, and cannot be derived by a rule
             help: say what a role may do with `legal`",
        );
    }
}
