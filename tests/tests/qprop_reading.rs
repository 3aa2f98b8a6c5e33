//! QPROP is read as the reference reader reads it.

use std::fs;
use std::process::Command;

use herbrand_tests::qprop::{folder, reading, say_no_folder, say_no_python, specs};
use syntax::{Dialect, Parse, ParseOptions, SyntaxErrorKind, TextEdit, TextRange, TextSize};

fn parse(text: &str) -> Parse {
    Parse::new(text, Dialect::Qprop, ParseOptions::default())
}

/// Texts with how they are to be read, by hand from the grammar.
const READINGS: &[(&str, &str)] = &[
    ("p iff q iff r", "((bare (iff (iff p q) r)))"),
    ("p implies q => r", "((bare (implies p (implies q r))))"),
    ("p if q and r", "((bare (implies (and q r) p)))"),
    ("a xor b xor c or d", "((bare (xor (xor a b) (or c d))))"),
    (
        "¬p ∧ q & r /\\ s",
        "((bare (and (and (and (not p) q) r) s)))",
    ),
    (
        "p and exists x . q(x) or r",
        "((bare (and p (exists None ((x None)) None None (or (app q (x)) r)))))",
    ),
    (
        "1 - 2 - 3 * 4 div 5 = -x",
        "((bare (rel ((- (- 1 2) (div (* 3 4) 5)) = (neg x)))))",
    ),
    (
        "p(-1, -(2), a = b)",
        "((bare (app p ((neg 1) (neg 2) (rel (a = b))))))",
    ),
    ("a <= b ≠ c /= d", "((bare (rel (a <= b != c != d))))"),
    (
        "x ∈ {a} or x not in -1..n",
        "((bare (or (in x (set (a))) (not (in x (range (neg 1) n))))))",
    ),
    (
        "atmost (n + 1) x: s, y in t | x < y . p",
        "((bare (atmost (+ n 1) ((x s) (y (in t))) None (rel (x < y)) p)))",
    ),
    (
        "count(x . p) + sum(x, y: s | q . x * y) > 1",
        "((bare (rel ((+ (count ((x None)) None p) (sum ((x None) (y s)) q (* x y))) > 1))))",
    ),
    (
        "pred p pred q(a, b: s) | r given g(s) func f(s): t | g(s)",
        "((pred p () None) (pred q (a s) None r) (given g (s) None) (func f (s) t (app g (s))))",
    ),
    (
        "sort a sort b = {x, -1} + a + 1..2 sort c = 0..n",
        "((sort a None) (sort b (union ((set (x -1)) a (range 1 2)))) (sort c (range 0 n)))",
    ),
    (
        "define d iff p define e(x: s, y) iff p iff q",
        "((define d () p) (define e ((x s) (y None)) (iff p q)))",
    ),
    (
        "show grid r in 1..2, c : v where p show project p, q maximize n",
        "((grid ((r (range 1 2)) c) v p) (show True (p q)) (maximize n))",
    ),
    (
        "infix nb x nb y + 1 and nb(x, y)",
        "((infix (nb)) (bare (and (app nb (x (+ y 1))) (app nb (x y)))))",
    ),
    (
        "given grid g \"a b\" \"..\" soft 2 * w: p check cost <= n",
        "((grid g (\"a b\" \"..\")) (soft (* 2 w) p) (check cost n))",
    ),
];

#[test]
fn readings_by_hand() {
    for (text, expected) in READINGS {
        let parse = parse(text);
        assert_eq!(parse.errors(), [], "{text}");
        assert_eq!(reading(&parse), *expected, "{text}");
    }
}

#[test]
fn the_traps_are_read_as_the_reference_reads_them() {
    let Some(folder) = folder() else {
        say_no_folder("the_traps_are_read_as_the_reference_reads_them");
        return;
    };
    let traps = fs::read_to_string(folder.join("traps.txt")).expect("the traps can be read");
    let mut count = 0;
    for line in traps.lines() {
        let (text, expected) = trap(line);
        let parse = parse(&text);
        count += 1;
        let Some(error) = expected.strip_prefix("ERROR ") else {
            assert_eq!(parse.errors(), [], "{text}");
            assert_eq!(reading(&parse), expected, "{text}");
            continue;
        };
        let errors = parse.errors();
        let [found] = &*errors else {
            panic!("one error in {text:?}, not {errors:?}")
        };
        // Dots are reported themselves, rather than what they leave no sense to.
        let column = error.split_once("col ").map(|(_, rest)| rest);
        let column = column.and_then(|rest| rest.split(':').next());
        if let Some(column) = column.filter(|_| found.kind != SyntaxErrorKind::ElidedText) {
            let start = usize::from(found.range.start());
            let own = text[..start].chars().count() + 1;
            assert_eq!(own.to_string(), column, "{text}: {found:?}");
        }
    }
    assert!(count > 60, "{count} traps");
}

/// The text of a trap, which is written as Python does, and how it is read.
fn trap(line: &str) -> (String, &str) {
    let quote = &line[..1];
    let mut text = String::new();
    let mut letters = line[1..].char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, other)) => text.push(other),
                None => panic!("a trap without an end: {line}"),
            },
            letter if quote.starts_with(letter) => return (text, line[at + 2..].trim_start()),
            letter => text.push(letter),
        }
    }
    panic!("a trap without an end: {line}")
}

/// Prints each file on a line: its name, a tab, how it is read. Declarations without a guard say
/// nothing of it, as in the traps.
const READER: &str = "
import sys
sys.path.insert(0, sys.argv[1])
from qparse import parse
def shown(value):
    if isinstance(value, (list, tuple)):
        if value and value[0] in ('pred', 'given', 'func') and value[-1] is None:
            value = value[:-1]
        return '(' + ' '.join(map(shown, value)) + ')'
    return str(value)
for name in sys.argv[2:]:
    print(name + '\\t' + shown(parse(open(name, encoding='utf-8').read())))
";

#[test]
fn the_specs_are_read_as_the_reference_reads_them() {
    const TEST: &str = "the_specs_are_read_as_the_reference_reads_them";
    let Some(folder) = folder() else {
        say_no_folder(TEST);
        return;
    };
    let specs = specs(&folder);
    assert!(specs.len() > 10, "{} specs", specs.len());
    let python = Command::new("python3")
        .args(["-B", "-c", READER])
        .arg(&folder)
        .args(specs.iter().map(|(name, _)| name))
        .env("PYTHONIOENCODING", "utf-8")
        .output();
    let Ok(output) = python else {
        say_no_python(TEST);
        return;
    };
    let output = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.lines().count(), specs.len());
    for (line, (name, text)) in output.lines().zip(&specs) {
        let (of, expected) = line.split_once('\t').expect("a name and a reading");
        assert_eq!(of, name);
        let parse = parse(text);
        if text.contains('…') {
            let kinds = parse.errors().into_iter().map(|error| error.kind);
            assert!(kinds.eq([SyntaxErrorKind::ElidedText]), "{name}");
        } else {
            assert_eq!(parse.errors(), [], "{name}");
        }
        assert_eq!(reading(&parse), expected, "{name}");
    }
}

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

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Applies the edit and checks that the parse which it leads to is that of the text.
fn step(before: &Parse, text: &mut String, edit: &TextEdit, name: &str) -> Parse {
    edit.apply(text);
    let after = before.reparse(text, edit);
    let scratch = parse(text);
    assert_eq!(after.root().text().to_string(), *text, "{name}");
    assert_eq!(after.green(), scratch.green(), "{edit:?} of {name}");
    assert_eq!(after.errors(), scratch.errors(), "{edit:?} of {name}");
    assert_eq!(after.starts(), scratch.starts(), "{edit:?} of {name}");
    after
}

#[test]
fn edits_of_specs_equal_scratch() {
    let Some(folder) = folder() else {
        say_no_folder("edits_of_specs_equal_scratch");
        return;
    };
    let typed = [
        "",
        "(",
        ")",
        ";",
        "; (",
        "\n",
        " ",
        "/*",
        "*/",
        "//",
        " and ",
        "rule a: ",
        "infix p\n",
        "forall x . ",
        "…",
        "\"",
        ".",
        "if",
        "=",
        "|",
    ];
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut edits = 0;
    for (name, whole) in specs(&folder) {
        let mut text = whole.clone();
        let mut state = parse(&text);
        for count in 0..300 {
            let start = boundary(&text, dice.below(text.len() + 1));
            let length = if dice.below(3) == 0 {
                dice.below(30)
            } else {
                0
            };
            let end = boundary(&text, (start + length).min(text.len())).max(start);
            let size = |at: usize| TextSize::try_from(at).expect("specs are short");
            let range = TextRange::new(size(start), size(end));
            let edit = TextEdit::replace(range, typed[dice.below(typed.len())]);
            state = step(&state, &mut text, &edit, &name);
            edits += 1;
            if count % 30 == 29 {
                text.clone_from(&whole);
                state = parse(&text);
            }
        }
    }
    assert!(edits > 3000, "{edits} edits");
}
