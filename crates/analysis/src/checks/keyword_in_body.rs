//! `init`, `next`, `base`, `input` and `sees` tell the game how it goes on; a rule can only
//! derive them, not ask for them. In a body, `true` asks what holds in the current state.
//!
//! ## Wrong
//! ```kif game
//! (init (control red))
//! (<= (base ?f) (init ?f))
//! ```
//!
//! ## Right
//! ```kif game
//! (init (control red))
//! (base (control red))
//! ```

use logic::Rule;
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;
use crate::walk;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    walk::atoms(rule, &mut |atom| {
        if atom.id == rule.head.id {
            return;
        }
        let Some(keyword) = hir::keyword(&atom.relation, atom.args.len()) else {
            return;
        };
        let help = match keyword.name {
            "init" | "next" => "`true` asks what holds in a state",
            "base" => "give what both need a relation of its own, and derive `base` from it",
            "input" => "`legal` asks what a role may do",
            "sees" => "ask for what `sees` is derived from",
            _ => return,
        };
        sink.push(
            Finding::new(
                Code::KEYWORD_IN_BODY,
                cx.node(atom.id),
                format!(
                    "`{}` can be derived, but not asked for in a body",
                    keyword.name
                ),
            )
            .help(help),
        );
    });
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_whole};

    const CODE: Code = Code::KEYWORD_IN_BODY;

    #[test]
    fn some_keywords_are_only_derived() {
        check(
            CODE,
            r"; herbrand: profile game
(<= p (init a) (not (next b)))
      ^^^^^^^^ keyword-in-body: `init` can be derived, but not asked for in a body
                    ^^^^^^^^ keyword-in-body: `next` can be derived, but not asked for in a body
(<= p (or (base a) (input r m)) (sees r a))
          ^^^^^^^^ keyword-in-body: `base` can be derived, but not asked for in a body
                   ^^^^^^^^^^^ keyword-in-body: `input` can be derived, but not asked for in a body
                                ^^^^^^^^^^ keyword-in-body: `sees` can be derived, but not asked for in a body
",
        );
        check_clean(
            CODE,
            r"; herbrand: profile game
(<= p (true a) (legal r m) (goal r 1) terminal (input a))",
        );
    }

    #[test]
    fn what_to_ask_for_instead() {
        check_whole(
            CODE,
            "; herbrand: profile game\n(<= p (init a) (next a) (base a) (input r m) (sees r a))",
            "error `(init a)` (line 2): `init` can be derived, but not asked for in a body
             help: `true` asks what holds in a state
             error `(next a)` (line 2): `next` can be derived, but not asked for in a body
             help: `true` asks what holds in a state
             error `(base a)` (line 2): `base` can be derived, but not asked for in a body
             help: give what both need a relation of its own, and derive `base` from it
             error `(input r m)` (line 2): `input` can be derived, but not asked for in a body
             help: `legal` asks what a role may do
             error `(sees r a)` (line 2): `sees` can be derived, but not asked for in a body
             help: ask for what `sees` is derived from",
        );
    }
}
