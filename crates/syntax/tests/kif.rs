//! KIF whose parentheses do not balance: where forms end, and which parenthesis is reported.

use herbrand_syntax::{Dialect, Parse, ParseOptions, SyntaxErrorKind};

/// The text of the parse's items but blanks and comments, each on one line.
fn items(parse: &Parse) -> Vec<String> {
    let items = parse.root().children().flat_map(|block| block.children());
    items
        .map(|item| {
            let text = item.to_string();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .collect()
}

/// Each report as the marked text up to the place where it was meant to end.
fn reports(parse: &Parse, text: &str) -> Vec<String> {
    let errors = parse.errors();
    errors
        .iter()
        .map(|error| match &error.kind {
            SyntaxErrorKind::UnclosedParenthesis { probable_end } => {
                let list = usize::from(error.range.start())..usize::from(probable_end.end());
                text[list].split_whitespace().collect::<Vec<_>>().join(" ")
            }
            other => format!("{other:?} at {:?}", &text[error.range]),
        })
        .collect()
}

/// Checks the items of a text, and which lists are not closed in it.
#[track_caller]
fn check(text: &str, expected_items: &[&str], expected_lists: &[&str]) {
    let parse = Parse::new(text, Dialect::Kif, ParseOptions::default());
    assert_eq!(parse.root().text().to_string(), text);
    assert_eq!(items(&parse), expected_items, "items of {text:?}");
    assert_eq!(reports(&parse, text), expected_lists, "reports of {text:?}");
}

/// The tree of the first form, as nested lists of node kinds without tokens.
fn shape(text: &str) -> String {
    fn write(node: &herbrand_syntax::SyntaxNode, out: &mut String) {
        out.push_str(&format!("{:?}", node.kind()).replace("Kif", ""));
        let children: Vec<_> = node.children().collect();
        if !children.is_empty() {
            out.push('(');
            for (index, child) in children.iter().enumerate() {
                if index > 0 {
                    out.push(' ');
                }
                write(child, out);
            }
            out.push(')');
        }
    }
    let parse = Parse::new(text, Dialect::Kif, ParseOptions::default());
    let block = parse.root().first_child().expect("a block");
    let mut out = String::new();
    write(&block.first_child().expect("a form"), &mut out);
    out
}

#[test]
fn a_form_that_is_being_written_ends_at_the_next() {
    check("(p a", &["(p a"], &["(p a"]);
    check("(p a (q ; b)\n", &["(p a (q"], &["(p a (q"]);
    check("(p a\n(q b)\n", &["(p a", "(q b)"], &["(p a"]);
    check(
        "(<= (p ?x)\n    (q ?x)\n    \n(<= (r ?x)\n    (s ?x))",
        &["(<= (p ?x) (q ?x)", "(<= (r ?x) (s ?x))"],
        &["(<= (p ?x) (q ?x)"],
    );
    check(
        "(r a)\n(<= (p ?x)\n    (q ?x",
        &["(r a)", "(<= (p ?x) (q ?x"],
        &["(<= (p ?x) (q ?x"],
    );
}

#[test]
fn the_list_that_is_not_closed_is_told_by_the_lines_behind_it() {
    let rule = "(<= (p ?x) (q (f ?x) (r ?x))";
    check(
        "(<= (p ?x)\n    (q (f ?x)\n    (r ?x))\n(s a)",
        &[rule, "(s a)"],
        &["(q (f ?x)"],
    );
    assert_eq!(
        shape("(<= (p ?x)\n    (q (f ?x)\n    (r ?x))\n"),
        "Rule(Atom Atom(Function) Atom)"
    );
    // Of two lists on a line the outer one, which has the inner one in it.
    check(
        "(<= (p ?x)\n    (q (f ?x\n    (r ?x))\n",
        &["(<= (p ?x) (q (f ?x (r ?x))"],
        &["(q (f ?x"],
    );
    // Comments are no part of what closes.
    check(
        "(<= (p ?x)\n    (q ?x ; why)\n    (r ?x))\n",
        &["(<= (p ?x) (q ?x ; why) (r ?x))"],
        &["(q ?x"],
    );
    // Two of them.
    check(
        "(<= (p ?x)\n  (q ?x\n  (or (r ?x)\n      (s ?x))\n  (t ?x\n  (u ?x))\n",
        &["(<= (p ?x) (q ?x (or (r ?x) (s ?x)) (t ?x (u ?x))"],
        &["(q ?x", "(t ?x"],
    );
}

#[test]
fn the_form_itself_is_not_closed_where_lines_tell_nothing() {
    check(
        "(<= (p ?x)\n    (q ?x)\n    (r ?x)",
        &["(<= (p ?x) (q ?x) (r ?x)"],
        &["(<= (p ?x) (q ?x) (r ?x)"],
    );
    check(
        "(<= (p ?x) (q (f ?x) (r ?x))",
        &["(<= (p ?x) (q (f ?x) (r ?x))"],
        &["(<= (p ?x) (q (f ?x) (r ?x))"],
    );
    // Lines that would close too much.
    check(
        "(<= (p ?x)\n  (q ?x\n  (or (r ?x)\n    (s ?x\n  (t ?x)))\n",
        &["(<= (p ?x) (q ?x (or (r ?x) (s ?x (t ?x)))"],
        &["(<= (p ?x) (q ?x (or (r ?x) (s ?x (t ?x)))"],
    );
}

#[test]
fn facts_of_one_relation_share_a_line() {
    check(
        "(succ 1 2) (succ 2 3 (succ 3 4) (succ 4 5)\n(p a)",
        &[
            "(succ 1 2)",
            "(succ 2 3",
            "(succ 3 4)",
            "(succ 4 5)",
            "(p a)",
        ],
        &["(succ 2 3"],
    );
    check(
        "(true (cell 1 x) ( true (cell 2 o))",
        &["(true (cell 1 x)", "( true (cell 2 o))"],
        &["(true (cell 1 x)"],
    );
    // It is none that has only the beginning of its name.
    check(
        "(succ 1 (succession 2)\n",
        &["(succ 1 (succession 2)"],
        &["(succ 1 (succession 2)"],
    );
    check("(f (f (f a\n", &["(f (f (f a"], &["(f (f (f a"]);
    // What closes is a term of the same name.
    check("(f (f a))", &["(f (f a))"], &[]);
}

#[test]
fn no_form_begins_with_two_parentheses() {
    check(
        "(p a) ((q b) (r c)\n",
        &["(p a)", "(", "(q b)", "(r c)"],
        &["("],
    );
    check("(((q b) (r c)\n", &["((", "(q b)", "(r c)"], &["(("]);
    check("( ((q b)\n", &["(", "(", "(q b)"], &["(", "("]);
    check("(\n(<= p q)\n(r a)\n", &["(", "(<= p q)", "(r a)"], &["("]);
}

/// What is reported, as the marked text and the help.
fn helps(text: &str) -> Vec<(String, &'static str)> {
    let parse = Parse::new(text, Dialect::Kif, ParseOptions::default());
    assert_eq!(parse.root().text().to_string(), text);
    let help = |kind: &SyntaxErrorKind| match kind {
        SyntaxErrorKind::Unexpected { help, .. } => help.unwrap_or("no help"),
        other => panic!("{other:?} in {text:?}"),
    };
    let errors = parse.errors();
    errors
        .iter()
        .map(|error| (text[error.range].to_owned(), help(&error.kind)))
        .collect()
}

#[test]
fn the_arrows_of_other_languages_are_named_once() {
    let help = "a rule begins with `<=`";
    for sign in ["=<", "<-", "<==", "=>", ":-"] {
        let text = format!("(q a)\n({sign} (r ?x) (q ?x))\n(q b)\n");
        assert_eq!(helps(&text), [(sign.to_owned(), help)]);
    }
    assert_eq!(helps("((r ?x) (q ?x))\n"), [("(".to_owned(), help)]);
    assert_eq!(helps("(:- a b)\n"), [], "a name like any other");
}

#[test]
fn comments_and_commas_of_other_languages_are_named_once() {
    let comment = "a comment begins with `;`";
    assert_eq!(
        helps("// the (r b) rules\n(q a)\n"),
        [("//".to_owned(), comment)]
    );
    assert_eq!(helps("(q a) # and (r b)\n"), [("#".to_owned(), comment)]);
    let comma = "literals stand side by side: remove the comma";
    assert_eq!(helps("(<= p (q a) , (r b))\n"), [(",".to_owned(), comma)]);
}
