//! The layout of QPROP.

use herbrand_syntax::{
    Dialect, FormatOptions, Operators, Parse, ParseOptions, format, format_edits,
};

fn parse(text: &str) -> Parse {
    Parse::new(text, Dialect::Qprop, ParseOptions::default())
}

fn options(operators: Operators) -> FormatOptions {
    FormatOptions {
        operators,
        ..FormatOptions::default()
    }
}

/// Checks what formatting makes of a text, that a second time changes nothing, and that the edits
/// make the same.
#[track_caller]
fn check_with(operators: Operators, text: &str, expected: &str) {
    let parsed = parse(text);
    let formatted = format(&parsed, options(operators));
    assert_eq!(formatted, expected);
    assert_eq!(
        format(&parse(&formatted), options(operators)),
        formatted,
        "twice"
    );
    let mut edited = text.to_owned();
    for edit in format_edits(&parsed, options(operators)).iter().rev() {
        edit.apply(&mut edited);
    }
    assert_eq!(edited, formatted, "edits");
}

#[track_caller]
fn check(text: &str, expected: &str) {
    check_with(Operators::Kept, text, expected);
}

#[test]
fn blanks_between_tokens() {
    check(
        "rule a:forall x,y:s|x<y and -x=2 . p( x ,y )or not(q)and ~r\n",
        "rule a: forall x, y: s | x < y and -x = 2 . p(x, y) or not (q) and ~r\n",
    );
    check(
        "sort s={a , -2}+1 .. n*n-1\nfunc f (\n",
        "sort s = {a, -2} + 1..n*n-1\nfunc f (\n",
    );
    check(
        "exists !x.exactly 2 y in 0..(n + 1) * 2 . a - b = -c\n",
        "exists! x . exactly 2 y in 0..(n + 1) * 2 . a - b = -c\n",
    );
    check(
        "define d(x:s,y)iff p<=>q\nshow grid r in 1..2,c : v where p\nsoft 2 :p\n",
        "define d(x: s, y) iff p <=> q\nshow grid r in 1..2, c : v where p\nsoft 2: p\n",
    );
}

#[test]
fn alignment_of_the_author_stays() {
    let text = "\
sort square = 1..4
sort piece  = 1..4
var s: square   var p: piece   var e: edge

given v(piece, edge, number)          // piece p shows n at edge e: data
pred  l(square, piece)                // piece p lies in square s
rule somewhere:  forall s . exists p . l(s, p)
v(1, 0, 1) v(1, 1, 3) v(1, 2, 4)      // and so on
";
    check(text, text);
}

#[test]
fn long_formulas_are_broken_where_they_can_be_read() {
    check(
        "rule edgesMatch: forall s1, e1, s2, e2 | (s1 = 1 and e1 = 0 and s2 = 2 and e2 = 2) or (s1 = 3 and e1 = 0 and s2 = 4 and e2 = 2) . forall n . m(s1, e1, n) iff m(s2, e2, n)\n",
        "\
rule edgesMatch: forall s1, e1, s2, e2 |
                   (s1 = 1 and e1 = 0 and s2 = 2 and e2 = 2) or
                   (s1 = 3 and e1 = 0 and s2 = 4 and e2 = 2) .
                 forall n . m(s1, e1, n) iff m(s2, e2, n)
",
    );
    check(
        "rule two: forall x . has2(x) implies exists a, b . nhbr(x, a) and nhbr(x, b) and a /= b and not safe(a) and not safe(b)\n",
        "\
rule two: forall x . has2(x) implies
                     exists a, b . nhbr(x, a) and
                                   nhbr(x, b) and
                                   a /= b and
                                   not safe(a) and
                                   not safe(b)
",
    );
}

#[test]
fn breaks_of_the_author_stay() {
    let text = "\
rule a: p and
        q
rule b:
    p
rule c: forall x |
          p(x) .
        q(x)
given grid clue \"1.\"
    \"..\"
";
    check(text, text);
}

#[test]
fn comments_stay_where_they_are() {
    let text = "\
/* first */ q
rule a: p and // why
        /* here */ q
// alone
rule b: p /* inside */ or
        // before
        q // behind
/* last
   of all */
";
    check(text, text);
}

#[test]
fn statements_of_one_line_stay_while_they_fit() {
    check("p;(q) ; r\n", "p; (q); r\n");
    let long = "p(1, 2, 3) ".repeat(9);
    let line = "p(1, 2, 3) ".repeat(7);
    let expected = format!("{}\np(1, 2, 3) p(1, 2, 3)\n", line.trim_end());
    check(&long, &expected);
    check("p\n\n\n\n\nq\n", "p\n\n\nq\n");
}

#[test]
fn what_has_an_error_is_left_alone() {
    check(
        "p(a, b) rule a:  p &&  q\nr( a )\n",
        "p(a, b) rule a:  p &&  q\nr(a)\n",
    );
    check("  p( a b\n q(  1 )\n", "p( a b\nq(1)\n");
    check("  p(\n   a\n  q\n", "p(\n   a\nq\n");
}

#[test]
fn operators_are_spelt_as_asked() {
    let mixed = "p & q /\\ r or exists !y . y ≠ x ∧ y<=2 → ⊤ xor p(y) ⇔ !q\n∀x. ~p(x) if r\n";
    check(
        mixed,
        "p & q /\\ r or exists! y . y ≠ x ∧ y <= 2 → ⊤ xor p(y) ⇔ !q\n∀x . ~p(x) if r\n",
    );
    check_with(
        Operators::Words,
        mixed,
        "p and q and r or exists! y . y != x and y <= 2 implies true xor p(y) iff not q\n\
         forall x . not p(x) if r\n",
    );
    check_with(
        Operators::Ascii,
        mixed,
        "p & q /\\ r \\/ exists! y . y != x & y <= 2 => true xor p(y) <=> !q\n\
         forall x . ~p(x) if r\n",
    );
    check_with(
        Operators::Unicode,
        mixed,
        "p ∧ q ∧ r ∨ ∃! y . y ≠ x ∧ y ≤ 2 → ⊤ ⊕ p(y) ⇔ ¬q\n∀x . ¬p(x) ← r\n",
    );
    let negated = "x ¬∈ S\nx not in S\nx ∈ S\n";
    check_with(
        Operators::Unicode,
        negated,
        "x not in S\nx not in S\nx ∈ S\n",
    );
    check_with(
        Operators::Words,
        negated,
        "x not in S\nx not in S\nx in S\n",
    );
    check_with(Operators::Words, "¬p∧¬(q)\n", "not p and not (q)\n");
}

#[test]
fn a_whole_puzzle_reads_well() {
    let text = "\
// pieces 1..4, squares 1..4
sort square = 1..4
sort edge   = 0..3
var s: square   var p: piece   var e: edge

given v(piece, edge, number)          // data
pred  l(square, piece)

rule somewhere:  forall s . exists p . l(s, p)
rule oneEach:    forall s . forall p1, p2 | p1 =/= p2 . not l(s, p1) or not l(s, p2)
rule seen:       forall s, p, k, e, n | v(p, (e - k) mod 4, n) . l(s, p) and r(p, k) implies m(s, e, n)
rule boxes: forall i, j, v . exactly 1 r, c | (r-1) div b = i and (c-1) div b = j . cell(r, c, v)
";
    let expected = "\
// pieces 1..4, squares 1..4
sort square = 1..4
sort edge   = 0..3
var s: square   var p: piece   var e: edge

given v(piece, edge, number)          // data
pred  l(square, piece)

rule somewhere:  forall s . exists p . l(s, p)
rule oneEach:    forall s . forall p1, p2 | p1 =/= p2 .
                              not l(s, p1) or not l(s, p2)
rule seen:       forall s, p, k, e, n | v(p, (e - k) mod 4, n) .
                   l(s, p) and r(p, k) implies m(s, e, n)
rule boxes: forall i, j, v . exactly 1 r, c |
                               (r-1) div b = i and (c-1) div b = j .
                             cell(r, c, v)
";
    check(text, expected);
}
