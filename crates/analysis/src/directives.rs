//! Judges the literals of directives, with the checks of bodies.
//!
//! An invariant is a body without a head. The atoms of an expectation stand each for itself, so
//! that only what is wrong with one alone is wrong there.

use hir::{Content, Directive, Expectation, Form, Item, Spelling, Vocabulary};
use source::{Code, codes};

use crate::checks::{CHECKS, Run};
use crate::context::FormContext;
use crate::finding::{Finding, Part, Place, SpotEdit};
use crate::nearest::nearest;

/// What is checked of every literal.
const OF_LITERALS: &[Code] = &[
    Code::PARENTHESISED_PROPOSITION,
    Code::KEYWORD_ARITY,
    Code::KEYWORD_AS_NAME,
    Code::UNKNOWN_ROLE,
];

/// What is checked of invariants besides.
const OF_BODIES: &[Code] = &[
    Code::EMPTY_OR,
    Code::NESTED_OR,
    Code::NEGATED_CONNECTIVE,
    Code::AND_CONNECTIVE,
    Code::UNSAFE_VARIABLE,
    Code::DUPLICATE_LITERAL,
    Code::NEVER_DISTINCT,
    Code::ALWAYS_DISTINCT,
    Code::SINGLETON_VARIABLE,
    Code::KEYWORD_IN_BODY,
];

/// Runs the checks on the directive of this ordinal in its block.
pub(crate) fn check(
    directive: &Directive,
    ordinal: u32,
    vocabulary: &Vocabulary,
    spelling: Spelling,
    sink: &mut Vec<Finding>,
) {
    if let Content::Expect(Expectation::Code(name)) = &directive.content {
        sink.extend(unknown_code(name, ordinal));
    }
    let codes: &[&[Code]] = match directive.content {
        _ if directive.incomplete => return,
        Content::Invariant(_) => &[OF_LITERALS, OF_BODIES],
        Content::Expect(_) => &[OF_LITERALS],
        _ => return,
    };
    let before = sink.len();
    let rule = directive.as_rule();
    let form = Form {
        statement: None,
        rule: None,
        written_as_rule: true,
        incomplete: false,
        notes: directive.notes.clone(),
    };
    let cx = FormContext {
        item: Item::Directive(ordinal),
        form: &form,
        vocabulary,
        spelling,
    };
    for check in CHECKS {
        if codes.iter().any(|codes| codes.contains(&check.code)) {
            match check.run {
                Run::Form(run) => run(&rule, &cx, sink),
                Run::GameForm(run) if cx.is_game() => run(&rule, &cx, sink),
                Run::GameForm(_)
                | Run::File(_)
                | Run::Statement
                | Run::Written(_)
                | Run::Text
                | Run::Ground
                | Run::Answer => {}
            }
        }
    }
    // What makes a fact of a rule without a body has no sense here.
    let is_whole = |(place, _): &(Place, SpotEdit)| matches!(place.part, Part::Directive(_));
    for finding in &mut sink[before..] {
        finding.fixes.retain(|fix| !fix.edits.iter().any(is_whole));
    }
}

/// A finding where `name`, the third word of the directive, is no code.
fn unknown_code(name: &str, ordinal: u32) -> Option<Finding> {
    if Code::from_name(name).is_some() {
        return None;
    }
    let place = Place {
        block: 0,
        part: Part::Word(ordinal, 2),
    };
    let message = format!("`{name}` is no code, so it is never reported");
    let finding = Finding::new(Code::UNKNOWN_DIRECTIVE, place, message);
    let near = nearest(name, codes().iter().map(|info| info.code.name()));
    Some(match near {
        Some(near) => finding.help(format!("did you mean `{near}`?")).offered_fix(
            format!("change it to `{near}`"),
            vec![(place, SpotEdit::Replace(near.to_owned()))],
        ),
        None => finding.help("write a code as it stands with the report"),
    })
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_fix, check_no_fix, check_whole};

    #[test]
    fn an_invariant_is_judged_as_a_body() {
        check(
            Code::UNSAFE_VARIABLE,
            r"
; herbrand: invariant (p ?x) (not (q ?y))
                                     ^^ unsafe-variable: `?y` in `(not (q ?y))` is bound by no positive literal
(p a) (q a)
",
        );
        check(
            Code::DUPLICATE_LITERAL,
            r"
% herbrand: invariant p(X) & q & p(X)
                                 ^^^^ duplicate-literal: `p(X)` stands in this body already
p(a) q
",
        );
        check_no_fix(
            Code::NEGATED_CONNECTIVE,
            "; herbrand: invariant (not (distinct a a))\n(p a)\n",
        );
        check(
            Code::SINGLETON_VARIABLE,
            r"
; herbrand: invariant (p ?x) (q ?_)
                         ^^ singleton-variable: `?x` occurs only once in this directive
(p a) (q a)
",
        );
        check(
            Code::KEYWORD_IN_BODY,
            r"
; herbrand: profile game
; herbrand: invariant (init a)
                      ^^^^^^^^ keyword-in-body: `init` can be derived, but not asked for in a body
(init a)
",
        );
    }

    #[test]
    fn expectations_are_judged_atom_by_atom() {
        check(
            Code::KEYWORD_ARITY,
            r"
; herbrand: profile game
; herbrand: expect query (goal ?r) = 2
                         ^^^^^^^^^ keyword-arity: `goal` takes two arguments, and has 1 here
(role a) (goal a 100)
",
        );
        check(
            Code::PARENTHESISED_PROPOSITION,
            r"
; herbrand: expect model (p) p
                         ^^^ parenthesised-proposition: `p` without arguments stands in parentheses
(q a) p
",
        );
        check_clean(
            Code::SINGLETON_VARIABLE,
            r"
; herbrand: expect query (p ?x ?y) = 1
(p a b)
",
        );
    }

    #[test]
    fn what_directives_name_is_checked_in_the_whole_file() {
        check(
            Code::UNDEFINED_RELATION,
            r"
; herbrand: input edge/2
; herbrand: expect model (reachh b) given (edge a b) (egde b c)
                                                      ^^^^ undefined-relation: `egde` is defined nowhere
                          ^^^^^^ undefined-relation: `reachh` is defined nowhere
(<= (reach ?y) (edge ?x ?y))
",
        );
        check(
            Code::ARITY_MISMATCH,
            r"
; herbrand: input edge/3
                  ^^^^^^ arity-mismatch: `edge` takes 2 or 3 arguments here
; herbrand: input edge/2
; herbrand: expect query (reach ?x ?y) = 1
                         ^^^^^^^^^^^^^ arity-mismatch: `reach` takes 1 or 2 arguments here
; herbrand: expect model (reach a) (reach b) (reach (f a)) (reach (f a b))
                                                                  ^^^^^^^ arity-mismatch: `f` takes 1 or 2 arguments here
(<= (reach ?y) (edge ?x ?y))
",
        );
        check(
            Code::INCONSISTENT_CASE,
            r"
; herbrand: expect model (likes ann Bob) (Likes ann bob)
                                          ^^^^^ inconsistent-case: `Likes` here and `likes` elsewhere are two names
                                    ^^^ inconsistent-case: `Bob` here and `bob` elsewhere are two names
(likes ann bob)
(likes bob ann)
",
        );
        check_fix(
            Code::INCONSISTENT_CASE,
            "; herbrand: expect query (likes ?x Bob) = 1\n(likes ann bob)\n(likes bob ann)\n",
            "; herbrand: expect query (likes ?x bob) = 1\n(likes ann bob)\n(likes bob ann)\n",
        );
        check(
            Code::UNUSED_RELATION,
            r"
; herbrand: profile game
; herbrand: invariant (lost ?x)
(<= (lost ?x) (true (at ?x)))
(<= (won ?x) (true (at ?x)))
     ^^^ unused-relation: `won` is defined, but no rule uses it
",
        );
    }

    #[test]
    fn an_expected_code_is_a_code() {
        check(
            Code::UNKNOWN_DIRECTIVE,
            r"
; herbrand: expect code empty-orr
                        ^^^^^^^^^ unknown-directive: `empty-orr` is no code, so it is never reported
; herbrand: expect code empty-or
(p a)
",
        );
        check_fix(
            Code::UNKNOWN_DIRECTIVE,
            "; herbrand: expect code empty-orr\n(p a)\n",
            "; herbrand: expect code empty-or\n(p a)\n",
        );
    }

    #[test]
    fn the_nearest_code_is_advised() {
        check_whole(
            Code::UNKNOWN_DIRECTIVE,
            "; herbrand: expect code empty-orr\n; herbrand: expect code bord\n(p a)\n",
            "warning `empty-orr` (line 1): `empty-orr` is no code, so it is never reported
             help: did you mean `empty-or`?
             warning `bord` (line 2): `bord` is no code, so it is never reported
             help: write a code as it stands with the report",
        );
    }

    #[test]
    fn allow_reaches_the_directives_of_its_form() {
        check_clean(
            Code::UNDEFINED_RELATION,
            r"
; herbrand: allow undefined-relation
; herbrand: expect model (q a)
(p a)
",
        );
        check_clean(
            Code::UNUSED_ALLOW,
            r"
; herbrand: allow-file undefined-relation
(p a)
; herbrand: expect model (q a)
",
        );
    }

    #[test]
    fn fixes_stay_in_the_directive() {
        check_fix(
            Code::DUPLICATE_LITERAL,
            "p :- q & % herbrand: invariant q & r & q\n  r\nq r\n",
            "p :- q & % herbrand: invariant q & r\n  r\nq r\n",
        );
        check_fix(
            Code::PARENTHESISED_PROPOSITION,
            "; herbrand: expect model (p) q\n(r a) p q\n",
            "; herbrand: expect model p q\n(r a) p q\n",
        );
        check_fix(
            Code::UNUSED_ALLOW,
            "p :- q & % herbrand: allow empty-or\n  r\nq r\n",
            "p :- q &\n  r\nq r\n",
        );
        check_fix(
            Code::UNUSED_ALLOW,
            "p :- q & % herbrand: allow empty-or singleton-variable\n  r\nq r\n",
            "p :- q & % herbrand: allow singleton-variable\n  r\nq r\n",
        );
    }
}
