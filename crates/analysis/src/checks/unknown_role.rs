//! Where a player is named, the name must be a role. A move of somebody who does not play never
//! happens, and a goal of somebody who does not play counts for nobody.
//!
//! ## Wrong
//! ```kif game
//! (role player)
//! (<= (legal plaier wait)
//!     (true start))
//! ```
//!
//! ## Right
//! ```kif game
//! (role player)
//! (<= (legal player wait)
//!     (true start))
//! ```

use logic::{Atom, Rule, Term};
use source::{Code, Severity};

use crate::context::FormContext;
use crate::finding::Finding;
use crate::nearest::nearest;
use crate::{walk, wording};

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    let roles = &cx.vocabulary.roles;
    if roles.is_empty() || cx.vocabulary.open_roles {
        // Of those that a rule derives, `role-not-fact` speaks.
        return;
    }
    walk::atoms(rule, &mut |atom: &Atom| {
        let severity = match (atom.relation.as_str(), atom.args.len()) {
            ("legal" | "does" | "input" | "sees", 2) => Severity::Error,
            ("goal", 2) => Severity::Warning,
            _ => return,
        };
        let Term::Constant { id, name } = &atom.args[0] else {
            return;
        };
        if roles.contains(name) {
            return;
        }
        let message = format!("`{name}` is no role of this game");
        let mut finding = Finding::new(Code::UNKNOWN_ROLE, cx.node(*id), message);
        finding.severity = Some(severity);
        let listed = wording::quoted(roles);
        sink.push(match nearest(name, roles.iter().map(logic::Name::as_str)) {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None => finding.help(match &*listed {
                [only] => format!("the only role is {only}"),
                roles => format!("the roles are {}", wording::joined(roles, ", ", " and ")),
            }),
        });
    });
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_clean, check_whole};

    const CODE: Code = Code::UNKNOWN_ROLE;

    #[test]
    fn constants_that_are_no_role() {
        check_whole(
            CODE,
            r"(role white)
(role black)
(legal whit wait)
(<= (goal green 100) (does blue wait) (not (does white wait)))
(<= (sees blak a) (legal ?r wait) (role ?r))
(input red wait)",
            "error `whit` (line 3): `whit` is no role of this game
             help: did you mean `white`?
             warning `green` (line 4): `green` is no role of this game
             help: the roles are `white` and `black`
             error `blue` (line 4): `blue` is no role of this game
             help: the roles are `white` and `black`
             error `blak` (line 5): `blak` is no role of this game
             help: did you mean `black`?
             error `red` (line 6): `red` is no role of this game
             help: the roles are `white` and `black`",
        );
        check_whole(
            CODE,
            "role(white)\nlegal(red,wait)",
            "error `red` (line 2): `red` is no role of this game
             help: the only role is `white`",
        );
    }

    #[test]
    fn other_places_are_free() {
        check_clean(
            CODE,
            "(role white)\n(likes red blue)\n(legal white red)\n(percept red a)\n(goal red 1 2)\n; herbrand: allow-file keyword-arity",
        );
        check_clean(
            CODE,
            "; herbrand: profile logic\n(role white)\n(legal red wait)",
        );
    }

    #[test]
    fn where_the_roles_are_not_known_none_is_unknown() {
        check_whole(CODE, "; herbrand: profile game\n(legal red wait)", "");
        check_whole(
            CODE,
            "(role white)\n(<= (role ?r) (color ?r))\n(color red)\n(legal red wait)",
            "",
        );
        check_whole(CODE, "role(white)\nrole(Red)\nlegal(red,wait)", "");
    }
}
