//! What holds of the formatter whatever the layout it is given.

use herbrand_syntax::{
    Dialect, FormatOptions, NodeOrToken, Operators, Parse, ParseOptions, SyntaxKind, format,
    format_edits,
};
use proptest::prelude::*;

/// Forms of each dialect, cut where blanks and comments may stand. (In HRF, a rule ends with a
/// dot where others may follow it on its line.)
const KIF: &[&str] = &[
    "( <= ( p ?x ) ( q ?x ( f a ?x ) ) ( not ( r ?x ) ) )",
    "( <= goal ( or ( p a ) ( q b ) ( distinct ?x b ) ) ( p ?x ) )",
    "( role white )",
    "open",
    "( <= ( aRatherLongRelation ?first ?second ) ( anotherLongRelation ?first ( g ?second ) ) )",
];
const HRF: &[&str] = &[
    "p( X ) :- q( X , f( a , X ) ) & ~ r( X ) .",
    "goal :- ( p( a ) | q( b ) | distinct( X , b ) ) , p ( X ) .",
    "role ( white )",
    "open .",
    "aRatherLongRelation( First , 'the-second' ) :- not( another( First ) ) & open & not p ( X ) .",
];
const QPROP: &[&str] = &[
    "rule a : forall s1 , e1 : edge | ( s1 = 1 and e1 = 0 ) or s1 =/= 2 . m( s1 , e1 ) iff not q",
    "sort s = { a , - 2 , 3 } + 1 .. n * n - 1",
    "var x , y' : s",
    "pred next( a : s , s ) | a < 3",
    "define d( x : s , y ) iff p <-> x nb y /\\ ~ q or ! r",
    "func f( s ) : t | g( s )",
    "p( 1 , - x ) ;",
    "given grid g \"1.2\" \"..\"",
    "soft 2 * w : exists ! x . exactly ( k - 1 ) y in 1 .. 3 . x in { 1 } implies x not in s",
    "minimize count( x | p( x ) ) + sum( x , y | q . x * y ) mod 2",
    "show grid r in 1 .. 2 , c : v where p( v )",
    "∀ x . p( x ) → ( q ∧ ¬ r ) xor ⊤ iff q",
    "check models >= 3",
    "infix nb , ob",
];
/// Words of both dialects and of none, from which broken sheets are made.
const WORDS: &[&str] = &[
    "(", ")", "(<=", "p", "?x", "X", "not", "or", "distinct", ":-", "&", ",", "|", ".", "'", "#",
    "é", "1..4", "==>", "~", ";\u{a0}", "%",
];
/// Words of QPROP and of no language.
const QPROP_WORDS: &[&str] = &[
    "(",
    ")",
    "p(",
    "p",
    "forall x .",
    "exists!",
    "rule a:",
    "not",
    "~",
    "or",
    "and",
    "/*",
    "*/",
    ";",
    "; (",
    "{",
    "..",
    ",",
    "|",
    ".",
    "=",
    "==",
    "-",
    "…",
    "implies",
    "if",
    "\"a",
    "\"b\"",
    "é",
    "\u{a0}",
    "var x: s",
    "given grid g",
    "1",
    "/",
];
const GAPS: &[&str] = &[
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n\n\n",
    "\r\n",
    "\n    ",
    " COMMENT why \n",
    "\nCOMMENT own line\u{a0} \n",
    "\n  COMMENT herbrand: allow unused-relation \n",
    "\nCOMMENT  herbrand:  expect  model  p( a )  given  q \n",
    " COMMENT herbrand: invariant ( p \n",
];

fn parse(dialect: Dialect, text: &str) -> Parse {
    Parse::new(text, dialect, ParseOptions::default())
}

/// Kinds and texts of all that is not blank. Blanks at the end of a comment are none of it.
fn significant(parse: &Parse) -> Vec<(SyntaxKind, String)> {
    parse
        .root()
        .descendants_with_tokens()
        .filter_map(NodeOrToken::into_token)
        .filter(|token| token.kind() != SyntaxKind::Whitespace)
        .map(|token| {
            (
                token.kind(),
                token.text().trim_end_matches([' ', '\t']).to_owned(),
            )
        })
        .collect()
}

/// The kinds of items, and how much is wrong with them: layout counts for both in HRF.
fn items(parse: &Parse) -> (Vec<SyntaxKind>, usize) {
    let items = parse.root().children().flat_map(|block| block.children());
    (
        items.map(|item| item.kind()).collect(),
        parse.errors().len(),
    )
}

/// A sheet: words with a gap behind each.
fn sheet(
    words: impl Strategy<Value = Vec<&'static str>>,
    sign: &'static str,
) -> impl Strategy<Value = String> {
    words.prop_flat_map(move |words| {
        prop::collection::vec(prop::sample::select(GAPS), words.len()).prop_map(move |gaps| {
            let mut text = String::new();
            for (word, gap) in words.iter().zip(gaps) {
                text.push_str(word);
                text.push_str(&gap.replace("COMMENT", sign));
            }
            text
        })
    })
}

fn forms(forms: &'static [&'static str]) -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(forms), 1..5)
        .prop_map(|forms| forms.iter().flat_map(|form| form.split(' ')).collect())
}

fn holds(dialect: Dialect, text: &str, width: usize) -> Result<Parse, TestCaseError> {
    let options = FormatOptions {
        width,
        ..FormatOptions::default()
    };
    let before = parse(dialect, text);
    let formatted = format(&before, options);
    let after = parse(dialect, &formatted);
    prop_assert_eq!(significant(&before), significant(&after), "{}", formatted);
    prop_assert_eq!(items(&before), items(&after), "{}", formatted);
    prop_assert_eq!(
        &format(&after, options),
        &formatted,
        "formatted once and for all"
    );
    let mut edited = text.to_owned();
    for edit in format_edits(&before, options).iter().rev() {
        edit.apply(&mut edited);
    }
    prop_assert_eq!(edited, formatted, "the edits do the same");
    Ok(before)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn good_kif_keeps_its_tokens(text in sheet(forms(KIF), ";"), width in 20_usize..100) {
        let before = holds(Dialect::Kif, &text, width)?;
        prop_assert_eq!(before.errors(), []);
    }

    #[test]
    fn good_hrf_keeps_its_tokens(text in sheet(forms(HRF), "%"), width in 20_usize..100) {
        let before = holds(Dialect::Hrf, &text, width)?;
        prop_assert_eq!(before.errors(), []);
    }

    #[test]
    fn good_qprop_keeps_its_tokens(text in sheet(forms(QPROP), "//"), width in 20_usize..100) {
        let before = holds(Dialect::Qprop, &text, width)?;
        prop_assert_eq!(before.errors(), []);
    }

    #[test]
    fn good_qprop_keeps_its_comments(text in sheet(forms(QPROP), "/* a */ //"), width in 20_usize..100) {
        holds(Dialect::Qprop, &text, width)?;
    }

    #[test]
    fn broken_qprop_keeps_its_tokens(
        text in sheet(prop::collection::vec(prop::sample::select(QPROP_WORDS), 1..30), "//"),
    ) {
        holds(Dialect::Qprop, &text, 80)?;
    }

    #[test]
    fn spelling_operators_changes_nothing_else(
        text in sheet(forms(QPROP), "//"),
        operators in prop::sample::select(&[Operators::Words, Operators::Ascii, Operators::Unicode][..]),
    ) {
        let options = FormatOptions { operators, ..FormatOptions::default() };
        let before = parse(Dialect::Qprop, &text);
        let formatted = format(&before, options);
        let after = parse(Dialect::Qprop, &formatted);
        prop_assert_eq!(after.errors(), [], "{}", formatted);
        let kinds = |parse: &Parse| -> Vec<SyntaxKind> {
            let negation = |kind| if kind == SyntaxKind::Bang { SyntaxKind::NotKw } else { kind };
            significant(parse).into_iter().map(|(kind, _)| negation(kind)).collect()
        };
        prop_assert_eq!(kinds(&before), kinds(&after), "{}", formatted);
        prop_assert_eq!(&format(&after, options), &formatted, "once and for all");
        let mut edited = text.clone();
        for edit in format_edits(&before, options).iter().rev() {
            edit.apply(&mut edited);
        }
        prop_assert_eq!(edited, formatted, "the edits do the same");
    }

    #[test]
    fn broken_sheets_keep_their_tokens(
        text in sheet(prop::collection::vec(prop::sample::select(WORDS), 1..30), ";"),
        kif in any::<bool>(),
    ) {
        holds(if kif { Dialect::Kif } else { Dialect::Hrf }, &text, 80)?;
    }
}
