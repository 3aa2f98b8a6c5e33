//! In games with chance the role `random` makes the dealer's and the dice's moves, each legal
//! one with equal chance. It plays for nothing, so a goal of its own is never asked for.
//!
//! ## Wrong
//! ```kif game
//! (role random)
//! (<= (goal random 0) terminal)
//! (<= terminal (true over))
//! ```
//!
//! ## Right
//! ```kif game
//! (role random)
//! (role red)
//! (<= (goal red 0) terminal)
//! (<= terminal (true over))
//! ```

use logic::{Rule, Term};
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    if rule.head.relation != "goal" {
        return;
    }
    let [Term::Constant { id, name }, _] = &*rule.head.args else {
        return;
    };
    if name == "random" && cx.vocabulary.roles.contains(name) {
        sink.push(Finding::new(
            Code::RANDOM_GOAL,
            cx.node(*id),
            "the role `random` plays for nothing, so its goal is never asked for",
        ));
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean};

    const CODE: Code = Code::RANDOM_GOAL;

    #[test]
    fn random_plays_for_nothing() {
        check(
            CODE,
            r"; herbrand: profile game
(role random)
(<= (goal random 50) terminal)
          ^^^^^^ random-goal: the role `random` plays for nothing, so its goal is never asked for
",
        );
        check_clean(
            CODE,
            r"(role random) (role red)
(<= (goal red 50) terminal)",
        );
    }

    #[test]
    fn where_nobody_is_called_random_the_role_is_unknown() {
        check(
            CODE,
            r"(role red)
(<= (goal random 50) terminal)
          ^^^^^^ unknown-role: `random` is no role of this game
",
        );
    }
}
