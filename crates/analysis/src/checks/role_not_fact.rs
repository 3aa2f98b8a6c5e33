//! The roles of a game are known before it begins, and their order is the order of the players:
//! each is a fact of its own, never derived by a rule.
//!
//! ## Wrong
//! ```kif game
//! (color red)
//! (<= (role ?c) (color ?c))
//! ```
//!
//! ## Right
//! ```kif game
//! (role red)
//! ```

use logic::Rule;
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    if rule.head.relation != "role" || rule.head.args.len() != 1 || rule.body.is_empty() {
        return;
    }
    sink.push(
        Finding::new(
            Code::ROLE_NOT_FACT,
            cx.node(rule.head.id),
            "`role` is derived by a rule; roles must be facts",
        )
        .help("write one fact for each role, in the order of the players"),
    );
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_whole};

    const CODE: Code = Code::ROLE_NOT_FACT;

    #[test]
    fn roles_are_facts() {
        check(
            CODE,
            r"; herbrand: profile game
(<= (role ?x) (color ?x))
    ^^^^^^^^^ role-not-fact: `role` is derived by a rule; roles must be facts
",
        );
        check_clean(CODE, r"(role red)");
    }

    #[test]
    fn facts_are_advised() {
        check_whole(
            CODE,
            "role(red)\nrole(X) :- color(X)\nrole(X,Y) :- color(X) & color(Y)",
            "error `role(X)` (line 2): `role` is derived by a rule; roles must be facts
             help: write one fact for each role, in the order of the players",
        );
        check_whole(
            CODE,
            "; herbrand: profile logic\n(<= (role ?x) (color ?x))",
            "",
        );
    }
}
