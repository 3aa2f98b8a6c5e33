//! The keywords of a game take a fixed number of arguments: `role`, `init`, `true`, `next`,
//! `base` and `action` one, `legal`, `does`, `goal`, `input`, `sees` and `percept` two,
//! `terminal` none. The youngest of them, `action`, `input`, `sees` and `percept`, are ordinary
//! names with any other number of arguments.
//!
//! ## Wrong
//! ```kif game
//! (role red)
//! (<= (goal red) terminal)
//! (<= terminal (true over))
//! ```
//!
//! ## Right
//! ```kif game
//! (role red)
//! (<= (goal red 100) terminal)
//! (<= terminal (true over))
//! ```

use logic::Rule;
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;
use crate::walk;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    walk::atoms(rule, &mut |atom| {
        let given = atom.args.len();
        let Some(keyword) = hir::keyword(&atom.relation, given) else {
            return;
        };
        if keyword.arity() == given {
            return;
        }
        let name = keyword.name;
        let wanted = match keyword.arity() {
            0 => "no arguments".to_owned(),
            1 => "one argument".to_owned(),
            2 => "two arguments".to_owned(),
            more => format!("{more} arguments"),
        };
        let given = if given == 0 {
            "none".to_owned()
        } else {
            given.to_string()
        };
        let mut finding = Finding::new(
            Code::KEYWORD_ARITY,
            cx.node(atom.id),
            format!("`{name}` takes {wanted}, and has {given} here"),
        );
        if !keyword.arguments.is_empty() {
            finding = finding.help(format!(
                "`{name}` takes {}",
                keyword.arguments.join(" and ")
            ));
        }
        sink.push(finding);
    });
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_whole};

    const CODE: Code = Code::KEYWORD_ARITY;

    #[test]
    fn keywords_take_a_fixed_number() {
        check(
            CODE,
            r"; herbrand: profile game
(role red blue)
^^^^^^^^^^^^^^^ keyword-arity: `role` takes one argument, and has 2 here
(<= p (true a b) terminal (not (does red)))
      ^^^^^^^^^^ keyword-arity: `true` takes one argument, and has 2 here
                               ^^^^^^^^^^ keyword-arity: `does` takes two arguments, and has 1 here
(terminal x)
^^^^^^^^^^^^ keyword-arity: `terminal` takes no arguments, and has 1 here
goal
^^^^ keyword-arity: `goal` takes two arguments, and has none here
",
        );
    }

    #[test]
    fn young_keywords_are_free_elsewhere() {
        check_clean(
            CODE,
            r"; herbrand: profile game
(input a) (sees a b c) (action a b) (percept a)",
        );
        check_clean(
            CODE,
            r"; herbrand: profile logic
(role a b) (true a b)",
        );
    }

    #[test]
    fn the_arguments_are_named() {
        check_whole(
            CODE,
            "; herbrand: profile game\n(goal red)\n(<= (next) (terminal x))\n(legal red a b)",
            "error `(goal red)` (line 2): `goal` takes two arguments, and has 1 here
             help: `goal` takes a role and a value from 0 to 100
             error `(next)` (line 3): `next` takes one argument, and has none here
             help: `next` takes a fact of the next state
             error `(terminal x)` (line 3): `terminal` takes no arguments, and has 1 here
             error `(legal red a b)` (line 4): `legal` takes two arguments, and has 3 here
             help: `legal` takes a role and a move",
        );
    }
}
