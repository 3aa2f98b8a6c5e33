//! Typing in real sheets: every edited parse equals a parse from scratch.

use herbrand_tests::corpus;
use syntax::{Dialect, Parse, ParseOptions, TextEdit, TextRange, TextSize};

/// Numbers that look random and are the same on every run (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

const TYPED: [&str; 14] = [
    "",
    "(",
    ")",
    ";",
    "\n",
    " ",
    "?x",
    "(<= (p ?x)\n    (q ?x))\n",
    "(not ",
    "; herbrand: allow x\n",
    "\r\n",
    "a",
    "\n(<= (p ?x)\n    (q ?x",
    "\n(p a",
];

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn random_edit(text: &str, dice: &mut Dice) -> TextEdit {
    // Where a sheet grows is at its end.
    let start = match dice.below(4) {
        0 => text.len(),
        _ => boundary(text, dice.below(text.len() + 1)),
    };
    let length = match dice.below(8) {
        0 => dice.below(400),
        1..=3 => dice.below(4),
        _ => 0,
    };
    let end = boundary(text, (start + length).min(text.len()));
    let size = |at: usize| TextSize::try_from(at).expect("sheets are short");
    TextEdit::replace(
        TextRange::new(size(start), size(end.max(start))),
        TYPED[dice.below(TYPED.len())],
    )
}

/// The edit that takes back `edit` of `text`.
fn undo(text: &str, edit: &TextEdit) -> TextEdit {
    let inserted = TextRange::at(edit.range.start(), TextSize::of(edit.insert.as_str()));
    TextEdit::replace(inserted, &text[edit.range])
}

#[test]
fn edits_of_real_sheets_equal_scratch() {
    let mut edits = 0;
    for sheet in corpus::sheets("edits_of_real_sheets_equal_scratch") {
        let mut text = sheet.text();
        let dialect = Dialect::detect(sheet.extension(), &text);
        let mut parse = Parse::new(&text, dialect, ParseOptions::default());
        let mut dice = Dice(text.len() as u64 * 2_654_435_761 + 1);
        for count in 0..16 {
            let edit = random_edit(&text, &mut dice);
            let back = undo(&text, &edit);
            let old = parse.clone();
            let steps = if dice.below(3) == 0 {
                vec![edit, back]
            } else {
                vec![edit]
            };
            let undone = steps.len() == 2;
            for edit in &steps {
                edit.apply(&mut text);
                parse = parse.reparse(&text, edit);
                let scratch = Parse::new(&text, dialect, parse.options());
                let place = || format!("{} after {count} edits: {edit:?}", sheet.name);
                assert_eq!(parse.green(), scratch.green(), "{}", place());
                assert_eq!(parse.errors(), scratch.errors(), "{}", place());
                assert_eq!(parse.starts(), scratch.starts(), "{}", place());
                edits += 1;
            }
            if undone {
                assert_eq!(parse.green(), old.green(), "{}: undone", sheet.name);
            }
        }
    }
    assert!(
        corpus::folder().is_none() || edits > 6000,
        "only {edits} edits"
    );
}
