//! What a role gets at the end is a whole number from 0 to 100. A value that a rule takes from
//! elsewhere is looked at when the game is grounded, and reported as a warning if some line of
//! play comes to it.
//!
//! ## Wrong
//! ```kif game
//! (role red)
//! (<= (goal red 200) terminal)
//! (<= terminal (true over))
//! ```
//!
//! ```kif game ground
//! (role red)
//! (init (coins 7))
//! (worth 7 700)
//! (<= (goal red ?y) (true (coins ?x)) (worth ?x ?y))
//! (legal red wait)
//! (<= (next (coins ?x)) (true (coins ?x)))
//! (<= terminal (true (coins 7)))
//! ```
//!
//! ## Right
//! ```kif game
//! (role red)
//! (<= (goal red 100) terminal)
//! (<= terminal (true over))
//! ```

use logic::{Rule, Term};
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;
use crate::walk;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    walk::atoms(rule, &mut |atom| {
        if atom.relation != "goal" {
            return;
        }
        let [_, Term::Constant { id, name }] = &*atom.args else {
            return;
        };
        if is_goal_value(name) {
            return;
        }
        sink.push(Finding::new(
            Code::GOAL_VALUE,
            cx.node(*id),
            format!("the goal value `{name}` is no whole number from 0 to 100"),
        ));
    });
}

/// Whether a constant is a value that a role may get.
pub fn is_goal_value(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
        && name.parse::<u32>().is_ok_and(|value| value <= 100)
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean};

    const CODE: Code = Code::GOAL_VALUE;

    #[test]
    fn whole_numbers_up_to_100() {
        check(
            CODE,
            r"; herbrand: profile game
(<= (goal red 101) terminal)
              ^^^ goal-value: the goal value `101` is no whole number from 0 to 100
(<= (goal red -1) terminal)
              ^^ goal-value: the goal value `-1` is no whole number from 0 to 100
(<= (goal red win) terminal)
              ^^^ goal-value: the goal value `win` is no whole number from 0 to 100
",
        );
        check_clean(
            CODE,
            r"; herbrand: profile game
(<= (goal red 0) terminal) (<= (goal red 100) terminal) (<= (goal red ?x) (v ?x))",
        );
    }
}
