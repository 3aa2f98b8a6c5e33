//! What the formatter makes of small texts of both spellings.

use expect_test::{Expect, expect};
use herbrand_syntax::{Dialect, FormatOptions, Parse, ParseOptions, format, format_edits};

fn parse(dialect: Dialect, text: &str) -> Parse {
    Parse::new(text, dialect, ParseOptions::default())
}

fn check(dialect: Dialect, text: &str, expected: &Expect) {
    let parsed = parse(dialect, text);
    let formatted = format(&parsed, FormatOptions::default());
    expected.assert_eq(&formatted);
    assert_eq!(
        format(&parse(dialect, &formatted), FormatOptions::default()),
        formatted,
        "formatting again changes nothing"
    );
    let mut edited = text.to_owned();
    for edit in format_edits(&parsed, FormatOptions::default()).iter().rev() {
        edit.apply(&mut edited);
    }
    assert_eq!(edited, formatted, "the edits do the same");
}

#[test]
fn rules_over_several_lines_have_their_literals_aligned() {
    check(
        Dialect::Kif,
        "(<= (next (cell ?x ?y))\n(true (cell ?x ?y))\n\t\t( not (true ( gone ?x )))\n   )\n",
        &expect![[r"
            (<= (next (cell ?x ?y))
                (true (cell ?x ?y))
                (not (true (gone ?x))))
        "]],
    );
    check(
        Dialect::Hrf,
        "  next(cell(X,Y)):-true(cell(X,Y))&\n ~true( gone(X) ).\n",
        &expect![[r"
            next(cell(X, Y)) :-
                true(cell(X, Y)) &
                ~true(gone(X)).
        "]],
    );
}

#[test]
fn what_fits_stays_on_its_line() {
    check(
        Dialect::Kif,
        "(succ 1 2)   (succ 2 3)\n\n\n\n(<= open   (true (cell ?x b)))",
        &expect![[r"
            (succ 1 2) (succ 2 3)


            (<= open (true (cell ?x b)))
        "]],
    );
    check(
        Dialect::Hrf,
        "succ(1,2)   succ(2,3)\nopen:-true(cell(X,b))",
        &expect![[r"
            succ(1, 2) succ(2, 3)
            open :- true(cell(X, b))
        "]],
    );
}

#[test]
fn long_lines_are_broken() {
    check(
        Dialect::Kif,
        "(<= (goal ?player 100) (or (true (winner_of_the_whole_tournament ?player)) (and_a_half ?player)))",
        &expect![[r"
            (<= (goal ?player 100)
                (or (true (winner_of_the_whole_tournament ?player)) (and_a_half ?player)))
        "]],
    );
    check(
        Dialect::Kif,
        "(row_of_a_very_wide_board one_of_the_cells another_of_the_cells the_third_of_the_cells)",
        &expect![[r"
            (row_of_a_very_wide_board one_of_the_cells
                                      another_of_the_cells
                                      the_third_of_the_cells)
        "]],
    );
}

#[test]
fn comments_stay_between_their_tokens() {
    check(
        Dialect::Kif,
        "; top\n(<= p ; why\n  q\n; own line\n  (not r) ; last\n  ) ; behind\n;; end",
        &expect![[r"
            ; top
            (<= p ; why
                q
                ; own line
                (not r) ; last
                ) ; behind
            ;; end
        "]],
    );
    check(
        Dialect::Hrf,
        "p:- % why\nq % first\n &\n% own line\nr % behind\n",
        &expect![[r"
            p :- % why
                q % first
                &
                % own line
                r % behind
        "]],
    );
}

#[test]
fn alternatives_written_below_each_other_stay_so() {
    check(
        Dialect::Kif,
        "(<= terminal\n (or (line x)\n (line o)))",
        &expect![[r"
            (<= terminal
                (or (line x)
                    (line o)))
        "]],
    );
    check(
        Dialect::Hrf,
        "terminal :- (line(x) |\n line(o)) & not(open) & not closed",
        &expect![[r"
            terminal :-
                (line(x) |
                 line(o)) &
                not(open) &
                not closed
        "]],
    );
}

#[test]
fn forms_with_errors_and_line_ends_stay() {
    check(
        Dialect::Kif,
        "(p   a)\r\n(q (()   b)\r\n   c)\r\n( r )",
        &expect![["(p a)\r\n(q (()   b)\r\n   c)\r\n(r)\r\n"]],
    );
    check(Dialect::Kif, "", &expect![[""]]);
}

#[test]
fn a_sign_behind_a_comment_stands_before_its_literal() {
    check(
        Dialect::Hrf,
        "p(X) :- q(X) % why\n   & r(X), % two\n s(X).",
        &expect![[r"
            p(X) :-
                q(X) % why
                & r(X), % two
                s(X).
        "]],
    );
}
