//! What hovers show.

use expect_test::{Expect, expect};

use super::*;
use crate::fixture::fixture;

#[track_caller]
fn check(text: &str, expected: &Expect) {
    let fixture = fixture(text);
    let hover = hover(
        &fixture.snapshot(),
        fixture.file,
        fixture.offset,
        &Grounded::Off,
    );
    let shown = hover.map(|hover| format!("{}\n---\n{}", &fixture.text[hover.range], hover.markup));
    expected.assert_eq(&shown.unwrap_or_else(|| "nothing\n".to_owned()));
}

#[test]
fn a_static_relation_of_a_game() {
    check(
        "(role x)\n(succ 1 2)\n(succ 2 3)\n(<= (legal x (go ?n)) ($0succ 1 ?n) (not (succ ?n 2)))",
        &expect![[r#"
            succ
            ---
            **`succ/2`**: static relation

            - defined by 2 facts, first in line 2
            - used in 2 literals, 1 of them negated
            - stratum 0
            - argument 1: `1` or `2`
            - argument 2: `2` or `3`
        "#]],
    );
}

#[test]
fn a_relation_that_depends_on_the_state_through_another() {
    check(
        "(role x)\n(<= open (true (cell b)))\n(<= $0over (not open))",
        &expect![[r#"
            over
            ---
            **`over/0`**: derived relation, depends on the state

            - defined by 1 rule, first in line 3
            - used in no literal
            - stratum 1
        "#]],
    );
}

#[test]
fn relations_of_a_program() {
    check(
        "; herbrand: input edge/2\n(<= (path ?x ?y) (edge$0 ?x ?y))",
        &expect![[r#"
            edge
            ---
            **`edge/2`**: input relation

            - defined by the data
            - used in 1 literal
            - named once in directives
            - argument 1: anything
            - argument 2: anything
        "#]],
    );
    check(
        "q(a)\np(X) :- q(X)\nr :- $0p(a)",
        &expect![[r#"
            p
            ---
            **`p/1`**: derived relation

            - defined by 1 rule, first in line 2
            - used in 1 literal
            - stratum 0
            - argument 1: `a`
        "#]],
    );
    check(
        "(<= r ($0p a))",
        &expect![[r#"
            p
            ---
            **`p/1`**: undefined relation

            - defined by nothing
            - used in 1 literal
        "#]],
    );
}

#[test]
fn a_keyword_in_a_game_and_outside() {
    check(
        "(role x)\n(<= ($0next p) (true p))",
        &expect![[r#"
            next
            ---
            **`next/1`**: game keyword

            `(next F)`: the fluent `F` holds after the joint move. What no rule for `next` keeps is gone.

            - defined by 1 rule, first in line 2
            - stratum 0
        "#]],
    );
    check(
        "role(x)\n$0next(p) :- true(p)",
        &expect![[r#"
            next
            ---
            **`next/1`**: game keyword

            `next(F)`: the fluent `F` holds after the joint move. What no rule for `next` keeps is gone.

            - defined by 1 rule, first in line 2
            - stratum 0
        "#]],
    );
    check(
        "($0next p)",
        &expect![[r#"
            next
            ---
            **`next/1`**: base relation

            - defined by 1 fact, first in line 1
            - used in no literal
            - stratum 0
            - argument 1: `p`
        "#]],
    );
}

#[test]
fn a_variable_and_what_binds_it() {
    check(
        "(<= (p ?x)\n  (not (q ?$0x))\n  (or (r ?x) (s ?x)))",
        &expect![[r#"
            ?x
            ---
            **`?x`**: variable

            - bound in line 3 by `(or (r ?x) (s ?x))`
            - used 4 times in this rule
        "#]],
    );
    check(
        "p(X) :- ~q(X$0)",
        &expect![[r#"
            X
            ---
            **`X`**: variable

            - bound nowhere: no positive literal of the body has it
            - may be anything
            - used 2 times in this rule
        "#]],
    );
}

#[test]
fn functions_objects_and_roles() {
    check(
        "(role x)\n(init (cell 1 $0b))\n(<= (next (cell ?n b)) (true (cell ?n b)))",
        &expect![[r#"
            b
            ---
            **`b`**: object constant

            - used 3 times
        "#]],
    );
    check(
        "(role $0x)\n(<= (legal x (mark ?n)) (true (cell ?n b)))",
        &expect![[r#"
            x
            ---
            **`x`**: role

            - used 2 times
        "#]],
    );
    check(
        "(role x)\n(init ($0cell 1 b))\n(p (cell 1 1))",
        &expect![[r#"
            cell
            ---
            **`cell/2`**: function

            - used 2 times, 1 of them in a game keyword
            - argument 1: `1`
            - argument 2: `b`
        "#]],
    );
    check(
        "(role x)\n(init (cell b 1))\n(init (cell 10 2))\n(init (cell 9 1))\n(<= (next (cell ?m 3)) (true (ce$0ll ?m 1)))",
        &expect![[r#"
            cell
            ---
            **`cell/2`**: function

            - used 5 times, each time in a game keyword
            - argument 1: `9`, `10` or `b`
            - argument 2: `1`, `2` or `3`
        "#]],
    );
}

#[test]
fn connectives_and_directives() {
    check(
        "(<= p ($0distinct a b))",
        &expect![[r#"
            distinct
            ---
            `(distinct s t)`: the terms `s` and `t` are not the same. Other literals must bind their variables.
        "#]],
    );
    check(
        "; herbrand: allow $0singleton-variable\n(p a)",
        &expect![[r#"
            singleton-variable
            ---
            **`singleton-variable`** (hint): a variable that occurs once

            A variable that occurs once in a rule says only that *something* stands there. Often that is
            what is meant; often it is a misspelt name, and the rule then holds far too often. A
            variable whose name begins with an underscore (`?_x` in KIF, `_x` in HRF) says that it is
            meant, and is not reported.

            ## Wrong
            ```kif
            (parent ann bob)
            (<= (mother ?x)
                (parent ?x ?child))
            ```
            ```hrf
            parent(ann,bob)
            mother(X) :- parent(X,Child)
            ```

            ## Right
            ```kif
            (parent ann bob)
            (<= (mother ?x)
                (parent ?x ?_child))
            ```
            ```hrf
            parent(ann,bob)
            mother(X) :- parent(X,_Child)
            ```
        "#]],
    );
    check(
        "% herbrand: $0profile game\np(a)",
        &expect![[r#"
            profile
            ---
            **`herbrand: profile`**

            `profile game` or `profile logic`: how to read the file, whatever its heads look like.
        "#]],
    );
}

#[test]
fn what_stands_in_directives() {
    check(
        "; herbrand: input edge/2\n(<= (reach ?y) (edge ?x ?y))\n; herbrand: expect query (re$0ach ?x) = 1 given (edge a b)\n",
        &expect![[r#"
            reach
            ---
            **`reach/1`**: derived relation

            - defined by 1 rule, first in line 2
            - used in no literal
            - named once in directives
            - stratum 0
            - argument 1: anything
        "#]],
    );
    check(
        "% herbrand: input ed$0ge/2\nreach(Y) :- edge(X,Y)\n% herbrand: expect query reach(X) = 1 given edge(a,b)\n",
        &expect![[r#"
            edge
            ---
            **`edge/2`**: input relation

            - defined by the data
            - used in 1 literal
            - named 2 times in directives
            - argument 1: anything
            - argument 2: anything
        "#]],
    );
    check(
        "(p a)\n; herbrand: invariant (p ?x) (not (q ?$0x))\n",
        &expect![[r#"
            ?x
            ---
            **`?x`**: variable

            - bound in line 2 by `(p ?x)`
            - may be `a`
            - used 2 times in this directive
        "#]],
    );
    check(
        "(p a)\n; herbrand: expect que$0ry (p ?x) = 1\n",
        &expect![[r#"
            query
            ---
            **`herbrand: expect query`**

            `expect query PATTERN = N`: `N` atoms of the minimal model fit the pattern.
        "#]],
    );
    check(
        "(p a)\n; herbrand: expect query (p ?x) = 1 giv$0en (q a)\n",
        &expect![[r#"
            given
            ---
            **`herbrand: expect given`**

            `given ATOM…`: the atoms of the input relations for this expectation; they define nothing else.
        "#]],
    );
}

#[test]
fn half_typed_text_and_nothing() {
    check(
        "(p a)\n(<= (q ?x) (not (p ?$0x",
        &expect![[r#"
            ?x
            ---
            **`?x`**: variable

            - bound nowhere: no positive literal of the body has it
            - may be anything
            - used 2 times in this rule
        "#]],
    );
    check("(p a)\n $0 \n", &expect!["nothing\n"]);
    check("", &expect!["nothing\n"]);
}
