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

use logic::Relation;
use source::Code;

use crate::context::FileContext;
use crate::finding::Finding;
use crate::nearest::nearest;

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    if !cx.is_game() {
        return;
    }
    let index = cx.index();
    for uses in &index.relations {
        let Relation { name, arity } = &uses.relation;
        if index.is_used(name, *arity) || cx.is_keyword(&uses.relation) {
            continue;
        }
        let first = uses.facts.sites.iter().chain(&uses.rules).min();
        if let Some(&first) = first {
            let message = format!("`{name}` is defined, but no rule uses it");
            let finding = Finding::new(Code::UNUSED_RELATION, FileContext::name(first), message);
            let keywords = hir::KEYWORDS
                .iter()
                .filter(|keyword| keyword.arity() == *arity as usize)
                .map(|keyword| keyword.name);
            sink.push(match nearest(name, keywords) {
                Some(keyword) => finding.help(format!("did you mean `{keyword}`?")),
                None => finding,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_clean, check_whole};

    const CODE: Code = Code::UNUSED_RELATION;

    #[test]
    fn facts_and_rules_that_no_body_uses() {
        check_whole(
            CODE,
            r"(role red)
(<= (legal red wait) (true (on ?x)) (edge ?x ?x))
(edge a b)
(near a b)
(near b c)
(<= (far ?x ?y) (edge ?x ?y))
(edge a b c)",
            "hint `near` (line 4): `near` is defined, but no rule uses it
             hint `far` (line 6): `far` is defined, but no rule uses it
             hint `edge` (line 7): `edge` is defined, but no rule uses it",
        );
    }

    #[test]
    fn a_misspelt_keyword() {
        check_whole(
            CODE,
            "(role red)\n(leagl red wait)\n(leagl red)",
            "hint `leagl` (line 2): `leagl` is defined, but no rule uses it
             help: did you mean `legal`?
             hint `leagl` (line 3): `leagl` is defined, but no rule uses it",
        );
    }

    #[test]
    fn uses_under_a_not_and_in_a_broken_form_count_and_uses_as_a_term_do_not() {
        check_clean(
            CODE,
            "; herbrand: profile game\n(p a)\n(<= terminal (true (on ?x)) (not (p ?x)))",
        );
        check_whole(
            CODE,
            "; herbrand: profile game\n(p a)\n(<= terminal (p ?x) ())\n(<= terminal (true (p a)))\n(q a)\n(init (q a))",
            "hint `q` (line 5): `q` is defined, but no rule uses it",
        );
    }

    #[test]
    fn in_a_use_that_is_being_written_arguments_may_be_missing() {
        check_whole(
            CODE,
            "; herbrand: profile game\n(p a b)\n(<= terminal (p a",
            "",
        );
    }

    #[test]
    fn keywords_and_the_outputs_of_logic_programs_are_meant_to_be_unused() {
        check_clean(CODE, "; herbrand: profile logic\n(near a b)\nfar");
        check_clean(
            CODE,
            "role(red)\nlegal(red,wait)\nsees(red,a)\ninput(red,wait)\npercept(red,a)\naction(wait)\nterminal",
        );
    }
}
