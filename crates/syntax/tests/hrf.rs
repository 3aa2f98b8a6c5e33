//! HRF: where statements begin and end, what is a name, and what is reported of slips.

use herbrand_syntax::{Dialect, NodeOrToken, Parse, ParseOptions, SyntaxErrorKind, SyntaxKind};

fn parse(text: &str) -> Parse {
    let parse = Parse::new(text, Dialect::Hrf, ParseOptions::default());
    assert_eq!(parse.root().text().to_string(), text);
    parse
}

/// The statements and what is none, each in its own words but for line ends.
fn items(parse: &Parse) -> Vec<String> {
    let items = parse.root().children().flat_map(|block| block.children());
    items
        .map(|item| {
            let words: Vec<_> = item
                .to_string()
                .split_whitespace()
                .map(str::to_owned)
                .collect();
            words.join(" ")
        })
        .collect()
}

/// The marked text and what is said of it.
fn reports(parse: &Parse, text: &str) -> Vec<(String, String)> {
    let say = |kind: &SyntaxErrorKind| match kind {
        SyntaxErrorKind::Unexpected { expected, .. } => (*expected).to_owned(),
        SyntaxErrorKind::Missing { expected } => format!("{expected} behind it"),
        SyntaxErrorKind::UnclosedParenthesis { probable_end } => {
            format!("unclosed up to {}", usize::from(probable_end.start()))
        }
        other => format!("{other:?}"),
    };
    let errors = parse.errors();
    errors
        .iter()
        .map(|error| (text[error.range].to_owned(), say(&error.kind)))
        .collect()
}

/// Checks the items of a text and what is reported.
#[track_caller]
fn check(text: &str, expected_items: &[&str], expected_reports: &[(&str, &str)]) {
    let parse = parse(text);
    assert_eq!(items(&parse), expected_items, "items of {text:?}");
    let expected: Vec<_> = expected_reports
        .iter()
        .map(|&(marked, says)| (marked.to_owned(), says.to_owned()))
        .collect();
    assert_eq!(reports(&parse, text), expected, "reports of {text:?}");
}

/// Checks that a text is right and made of these items.
#[track_caller]
fn good(text: &str, expected_items: &[&str]) {
    check(text, expected_items, &[]);
}

/// The tokens of a text that are no blanks.
fn tokens(text: &str) -> Vec<(SyntaxKind, String)> {
    parse(text)
        .root()
        .descendants_with_tokens()
        .filter_map(NodeOrToken::into_token)
        .filter(|token| token.kind() != SyntaxKind::Whitespace)
        .map(|token| (token.kind(), token.text().to_owned()))
        .collect()
}

const AMP: &str = "`&` between the literals";
const LITERAL: &str = "a literal behind it";

#[test]
fn statements_follow_each_other_in_the_column_of_the_first() {
    good("p :- q\nr(a)\ns :- p", &["p :- q", "r(a)", "s :- p"]);
    good("  p :- q\n  r(a)\n  s :- p", &["p :- q", "r(a)", "s :- p"]);
    good("  p :- q\nr(a)", &["p :- q", "r(a)"]);
    good(
        "s(1) s(2) t(1)\np :- s(1)",
        &["s(1)", "s(2)", "t(1)", "p :- s(1)"],
    );
    good("p :- q. r(a). s", &["p :- q.", "r(a).", "s"]);
    // Facts take nothing behind them, however they are indented.
    good(
        "p(a)\n  q(b)\n    r :- p(a)",
        &["p(a)", "q(b)", "r :- p(a)"],
    );
}

#[test]
fn a_head_and_an_empty_line_begin_a_statement_wherever_they_stand() {
    good("p :- q r :- s", &["p :- q", "r :- s"]);
    good(
        "p :- q\n    r(X, f(Y)) :- s",
        &["p :- q", "r(X, f(Y)) :- s"],
    );
    good("p :- q\n\n    r(a)\n    s(a)", &["p :- q", "r(a)", "s(a)"]);
    good("p :- q\r\n \r\n  r(a)", &["p :- q", "r(a)"]);
}

#[test]
fn a_rule_may_be_laid_out_in_many_ways() {
    good("p(X) :-\nq(X) &\nr(X)", &["p(X) :- q(X) & r(X)"]);
    good("p(X) :-\n\nq(X) &\n\nr(X)", &["p(X) :- q(X) & r(X)"]);
    good("p(X)\n  :- q(X)\n  & r(X)", &["p(X) :- q(X) & r(X)"]);
    good("p(X) :- q(X),\n  r(X)", &["p(X) :- q(X), r(X)"]);
    good(
        "p(X) :- q(X) & % why\n\n  r(X)",
        &["p(X) :- q(X) & % why r(X)"],
    );
    good("p(a,\nb)\nq(\na\n)", &["p(a, b)", "q( a )"]);
    good("p :- (q |\nr)\ns", &["p :- (q | r)", "s"]);
}

#[test]
fn a_forgotten_ampersand_is_reported_where_it_is_missing() {
    let rule = "p(X) :- q(X) r(X)";
    check("p(X) :- q(X)\n  r(X)\ns(a)", &[rule, "s(a)"], &[("r", AMP)]);
    check("p(X) :- q(X) r(X)\ns(a)", &[rule, "s(a)"], &[("r", AMP)]);
    check(
        "  p(X) :- q(X)\n   r(X)\n  s(a)",
        &[rule, "s(a)"],
        &[("r", AMP)],
    );
    check(
        "p :- q % why\n  'r'",
        &["p :- q % why 'r'"],
        &[("'r'", AMP)],
    );
    check(
        "p :- q\n  r\n  s & t",
        &["p :- q r s & t"],
        &[("r", AMP), ("s", AMP)],
    );
    check("p :- q ~r", &["p :- q ~r"], &[("~", AMP)]);
    check("p :- q\n  (r | s)", &["p :- q (r | s)"], &[("(", AMP)]);
    check("p :- q (~r | s)", &["p :- q (~r | s)"], &[("(", AMP)]);
    check(
        "p(X) :- q(X)\n  distinct(X, a)",
        &["p(X) :- q(X) distinct(X, a)"],
        &[("distinct", AMP)],
    );
}

#[test]
fn a_rule_that_breaks_off_leaves_the_next_alone() {
    check(
        "p :- q &\nr :- s",
        &["p :- q &", "r :- s"],
        &[("&", LITERAL)],
    );
    check(
        "p :- q &\n  r :- s",
        &["p :- q &", "r :- s"],
        &[("&", LITERAL)],
    );
    check(
        "p :- q,\nr(X, f(a)) :- s",
        &["p :- q,", "r(X, f(a)) :- s"],
        &[(",", LITERAL)],
    );
    check("p :-\nr :- s", &["p :-", "r :- s"], &[(":-", LITERAL)]);
    check(
        "p :- q & ~\nr :- s",
        &["p :- q & ~", "r :- s"],
        &[("~", LITERAL)],
    );
    check("p :- q &", &["p :- q &"], &[("&", LITERAL)]);
    check("p :- q & % what?\n", &["p :- q &"], &[("&", LITERAL)]);
    check("p :- q & .\nr", &["p :- q & .", "r"], &[("&", LITERAL)]);
    check("p :- not", &["p :- not"], &[("not", LITERAL)]);
}

#[test]
fn an_open_parenthesis_leaves_the_next_statement_alone() {
    check(
        "p(a,\nq(b)\nr(c)",
        &["p(a,", "q(b)", "r(c)"],
        &[("(", "unclosed up to 4")],
    );
    check(
        "p(a\nq(b)\n",
        &["p(a", "q(b)"],
        &[("(", "unclosed up to 3")],
    );
    check(
        "p(\nq(b) :- r",
        &["p(", "q(b) :- r"],
        &[("(", "unclosed up to 2")],
    );
    check(
        "p(f(a), g(b :- q(b)\nr",
        &["p(f(a), g(b :- q(b)", "r"],
        &[("(", "unclosed up to 11")],
    );
    check(
        "p :- (q |\nr :- s",
        &["p :- (q |", "r :- s"],
        &[("(", "unclosed up to 9")],
    );
    check(
        "p :- (q |\nr(a)\ns(a)",
        &["p :- (q |", "r(a)", "s(a)"],
        &[("(", "unclosed up to 9")],
    );
    check("p :- (", &["p :- ("], &[("(", "unclosed up to 6")]);
    check(
        "p(a & q(b)\nr",
        &["p(a & q(b)", "r"],
        &[("(", "unclosed up to 3")],
    );
}

#[test]
fn a_parenthesis_too_much_is_reported_once() {
    let kind = "UnexpectedParenthesis";
    check("p :- q) & r\ns", &["p :- q) & r", "s"], &[(")", kind)]);
    check("p :- q(a))) & r", &["p :- q(a))) & r"], &[("))", kind)]);
    check("p(a))\nq", &["p(a)", ")", "q"], &[(")", kind)]);
}

#[test]
fn a_second_neck_is_reported_once() {
    check(
        "p :- q & r :- s & t\nu",
        &["p :- q & r :- s & t", "u"],
        &[(":-", "`&` or the end of the rule")],
    );
}

#[test]
fn arguments_may_stand_apart_from_their_name() {
    good("p (X) :- q\n(X)", &["p (X) :- q (X)"]);
    good("p\n  (f (a), b)", &["p (f (a), b)"]);
    good("p :- q & (r | s)", &["p :- q & (r | s)"]);
}

#[test]
fn a_semicolon_begins_a_comment_on_a_line_of_its_own_only() {
    good("\u{feff};; sheet\np(a)\n  ; why\nq(b)", &["p(a)", "q(b)"]);
    good("p :- q &\n  ; r &\n  s", &["p :- q & ; r & s"]);
    let percent = "`%` before a comment";
    check("p :- q ; r\ns", &["p :- q", "s"], &[(";", percent)]);
    check("p :- q & ; r\n  s", &["p :- q & ; r s"], &[(";", percent)]);
    check(
        "p(a) ; first\nq(b);second",
        &["p(a)", "q(b)"],
        &[(";", percent), (";", percent)],
    );
    check(
        "p :- (q ; r)\ns",
        &["p :- (q", "s"],
        &[("(", "unclosed up to 7"), (";", percent)],
    );
}

#[test]
fn names_are_made_of_letters_of_any_script() {
    let name = |text: &str| (SyntaxKind::Name, text.to_owned());
    let variable = |text: &str| (SyntaxKind::Variable, text.to_owned());
    assert_eq!(tokens("größe"), [name("größe")]);
    assert_eq!(tokens("é_1"), [name("é_1")]);
    assert_eq!(tokens("日本"), [name("日本")]);
    assert_eq!(tokens("1ªé"), [name("1ªé")]);
    good(
        "größe(Öl, ämter) :- größe(ämter, Öl)",
        &["größe(Öl, ämter) :- größe(ämter, Öl)"],
    );
    let term = |text: &str| tokens(&format!("p({text})"))[2].clone();
    assert_eq!(term("Öl"), variable("Öl"));
    assert_eq!(term("Ωx"), variable("Ωx"));
    assert_eq!(term("_ö"), variable("_ö"));
    assert_eq!(term("?ö-1"), variable("?ö-1"));
    // Signs are no letters.
    check("p(→)", &["p(→)"], &[("→", "a term")]);
    let hyphen = "a name of letters, digits and `_`";
    check("maß-größe(a)", &["maß-größe(a)"], &[("maß-größe", hyphen)]);
}

#[test]
fn variables_of_kif_end_where_a_sign_of_hrf_begins() {
    let variables = |text: &str| -> Vec<String> {
        let tokens = tokens(text).into_iter();
        let variables = tokens.filter(|(kind, _)| *kind == SyntaxKind::Variable);
        variables.map(|(_, text)| text).collect()
    };
    assert_eq!(variables("p(?x,?y-1,?é)"), ["?x", "?y-1", "?é"]);
    assert_eq!(variables("p :- q(?x)&r(?x+1|a)"), ["?x", "?x+1"]);
    assert_eq!(variables("p(?x% why\n)"), ["?x"]);
    assert_eq!(variables("p(?x;y\n)"), ["?x"]);
}

#[test]
fn slips_of_people_who_know_other_languages_have_a_remedy() {
    let help = |text: &str| -> Vec<Option<&'static str>> {
        let errors = parse(text).errors();
        let helps = errors.iter().map(|error| match error.kind {
            SyntaxErrorKind::Unexpected { help, .. } => help,
            _ => None,
        });
        helps.collect()
    };
    assert_eq!(help("p <= q"), [Some("between head and body stands `:-`")]);
    assert_eq!(
        help("p(\"a\")")[0],
        Some("names are put in single quotes: `'a name'`")
    );
    assert_eq!(
        help("p('a b)"),
        [Some("the quote is not closed on its line")]
    );
    assert_eq!(
        help("p('')"),
        [Some("a name in quotes needs a character between them")]
    );
    assert_eq!(
        help("p :- q | r"),
        [Some("put the alternatives into parentheses: `(p | q)`")]
    );
    assert_eq!(
        help("p :- q\n  r"),
        [Some("what is indented deeper than a rule belongs to it")]
    );
    assert_eq!(
        help("p :- q ; r"),
        [Some("alternatives are written `(p | q)`")]
    );
}

#[test]
fn the_signs_of_other_languages_are_named_once() {
    for sign in ["<=", "<-", ":=", "\u{2190}", ":"] {
        let rule = format!("p(X) {sign} q(X)");
        let text = format!("{rule}\nr(a)\n");
        check(&text, &[&rule, "r(a)"], &[(sign, "`:-`")]);
    }
    let and = [("and", "`&` between the literals")];
    check("p :- q and r\ns\n", &["p :- q and r", "s"], &and);
    let or = [("or", "`&` between the literals")];
    check("p :- q or r\n", &["p :- q or r"], &or);
    check(
        "// note\np\n",
        &["// note", "p"],
        &[("//", "a fact or a rule")],
    );
}

#[test]
fn a_capital_at_the_start_of_a_statement_ends_the_rule_before() {
    let reports = [("Q", "a fact or a rule")];
    check(
        "p(X) :- q(X)\nQ(a)\nr\n",
        &["p(X) :- q(X)", "Q(a)", "r"],
        &reports,
    );
}
