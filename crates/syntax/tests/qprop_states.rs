//! A puzzle in every state that typing can leave it in: the tree is lossless, an edited parse
//! equals one from scratch, and one slip gives few reports.

use herbrand_syntax::{Dialect, NodeOrToken, Parse, ParseOptions, TextEdit, TextRange, TextSize};

/// Every statement and operator of the language, in all spellings.
const PUZZLE: &str = "\
// a puzzle of everything
use \"model.qprop\"
sort square = 1..n*n   sort none = {nothing, -1}
sort place = square + none + 7..9
const n = 2 const m
var s: square   var p, p': place
/* comments /* nest */ here */
given v(square, place)   given nb(square, square)
infix nb
pred l(s: square, p: place) | s nb s and v(s, p)
func at(square): place | s < 3
define far(x: square, y) iff not x nb y and x =/= y iff abs(x - y) >= 2
given grid clue \"1.2\"
           \"...\"
rule one: forall s . exists! p . l(s, p)
rule two: ∀s, p | v(s, (p + 1) mod n) . ¬l(s, p) ∨ at(s) = p → s ∈ {1, 2} ⊕ ⊤
rule: exactly (n - 1) s in 1..n | s /= 2 . l(s, 1) implies
        l(s, 2) => l(s, 3)
soft 2 * n: l(1, 1) if l(2, 2)
minimize count(s | l(s, 1)) + sum(s, p | l(s, p) . s * p) - -3
(l(1, 1) or l(1, 2)) and 1 <= n < 3
v(1, 1) v(1, 2); (v(2, 2)) ; nb(1, 2)
show project l, at
show grid s in 1..n, p : v where v(s, p) // a table
check models >= 3 check unique check proves not far(1, 2) xor true
atleast 1 s . atmost 2 p | p not in square . l(s, min(p, max(1, 2) div 2))
";

fn parse(text: &str) -> Parse {
    let parse = Parse::new(text, Dialect::Qprop, ParseOptions::default());
    assert_eq!(parse.root().text().to_string(), text, "lossless");
    parse
}

fn size(offset: usize) -> TextSize {
    TextSize::try_from(offset).expect("a small text")
}

/// Applies the edit and checks that the parse which it leads to is that of the text.
fn step(before: &Parse, text: &mut String, edit: &TextEdit) -> Parse {
    edit.apply(text);
    let after = before.reparse(text, edit);
    let scratch = parse(text);
    assert_eq!(after.green(), scratch.green(), "{edit:?}");
    assert_eq!(after.errors(), scratch.errors(), "{edit:?}");
    assert_eq!(after.starts(), scratch.starts(), "{edit:?}");
    after
}

#[test]
fn the_puzzle_has_no_error() {
    assert_eq!(parse(PUZZLE).errors(), []);
}

#[test]
fn every_prefix_as_it_is_typed() {
    let mut text = String::new();
    let mut state = parse("");
    for letter in PUZZLE.chars() {
        let edit = TextEdit::replace(TextRange::empty(size(text.len())), letter.to_string());
        state = step(&state, &mut text, &edit);
        let reports = state.errors().len();
        assert!(reports <= 2, "{reports} reports in {text:?}");
    }
    assert_eq!(state.errors(), []);
}

#[test]
fn every_suffix_as_it_is_deleted_from_the_start() {
    let mut text = PUZZLE.to_owned();
    let mut state = parse(PUZZLE);
    for letter in PUZZLE.chars() {
        let edit = TextEdit::delete(TextRange::up_to(size(letter.len_utf8())));
        state = step(&state, &mut text, &edit);
    }
    assert_eq!(text, "");
}

#[test]
fn every_deletion_of_a_token_is_few_reports_and_can_be_taken_back() {
    let whole = parse(PUZZLE);
    let tokens: Vec<_> = whole
        .root()
        .descendants_with_tokens()
        .filter_map(NodeOrToken::into_token)
        .filter(|token| !token.kind().is_trivia())
        .map(|token| (token.text_range(), token.text().to_owned()))
        .collect();
    for (range, token) in tokens {
        let mut text = PUZZLE.to_owned();
        let without = step(&whole, &mut text, &TextEdit::delete(range));
        let reports = without.errors().len();
        assert!(
            reports <= 2,
            "{reports} reports without `{token}` at {range:?}"
        );
        let back = TextEdit::replace(TextRange::empty(range.start()), token);
        let again = step(&without, &mut text, &back);
        assert_eq!(text, PUZZLE);
        assert_eq!(again.errors(), []);
    }
}

#[test]
fn five_thousand_lines_under_random_edits() {
    // Two files of a model cannot be used twice, but may be written so here.
    let mut text = PUZZLE.repeat(5_000 / PUZZLE.lines().count() + 1);
    assert!(text.lines().count() > 5_000);
    let mut state = parse(&text);
    assert_eq!(state.errors(), []);
    let typed = [
        "",
        "(",
        ")",
        "/*",
        "*/",
        "\n",
        " and ",
        "rule x: ",
        "infix p\n",
        "; (",
        "…",
        "\"",
    ];
    let mut dice: u64 = 0x9e37_79b9_7f4a_7c15;
    for _ in 0..150 {
        let mut below = |limit: usize| {
            // Marsaglia's xorshift.
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            (dice % limit as u64) as usize
        };
        let boundary = |text: &str, mut at: usize| {
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = boundary(&text, below(text.len() + 1));
        let length = if below(3) == 0 { below(40) } else { 0 };
        let end = boundary(&text, (start + length).min(text.len())).max(start);
        let insert = typed[below(typed.len())];
        let edit = TextEdit::replace(TextRange::new(size(start), size(end)), insert);
        state = step(&state, &mut text, &edit);
    }
}
