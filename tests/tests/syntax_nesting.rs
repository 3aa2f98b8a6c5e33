//! Parentheses that nest deep: nothing overflows a stack, whatever the limit.

use herbrand_tests::{Client, run};
use serde_json::json;
use syntax::{Dialect, Parse, ParseOptions, SyntaxErrorKind};

#[test]
fn a_hundred_thousand_parentheses() {
    for dialect in [Dialect::Kif, Dialect::Hrf] {
        let texts = [
            "(".repeat(100_000),
            format!("p{}", "(p".repeat(50_000)),
            ")".repeat(100_000),
        ];
        for text in texts {
            let parse = Parse::new(&text, dialect, ParseOptions::default());
            assert_eq!(parse.root().text().to_string(), text);
            let reports = parse.errors().len();
            assert!(
                (1..=3).contains(&reports),
                "one report for a place, not {reports}"
            );
        }
    }
    let nested = format!(
        "(<= (p a) {}q{})",
        "(not ".repeat(100_000),
        ")".repeat(100_000)
    );
    let parse = Parse::new(&nested, Dialect::Kif, ParseOptions::default());
    assert_eq!(parse.root().text().to_string(), nested);
    let kinds: Vec<_> = parse.errors().into_iter().map(|error| error.kind).collect();
    assert_eq!(kinds, [SyntaxErrorKind::NestingTooDeep { limit: 256 }]);
}

#[test]
fn no_limit_is_higher_than_the_highest() {
    let options = |max_depth| ParseOptions { max_depth };
    for (dialect, open) in [(Dialect::Kif, "(f "), (Dialect::Hrf, "f(")] {
        let text = format!("{}a{}", open.repeat(3000), ")".repeat(3000));
        for (asked, limit) in [(u16::MAX, 1024), (1025, 1024), (1024, 1024), (0, 1)] {
            let parse = Parse::new(&text, dialect, options(asked));
            assert_eq!(parse.options(), options(limit));
            let kinds: Vec<_> = parse.errors().into_iter().map(|error| error.kind).collect();
            assert_eq!(kinds, [SyntaxErrorKind::NestingTooDeep { limit }]);
        }
    }
}

/// Sheets that nest as deep as the highest limit allows, each in its way, with extension.
fn deepest() -> Vec<(&'static str, String)> {
    let nested = |open: &str, inner: &str, close: &str| {
        let levels = usize::from(ParseOptions::DEEPEST) - 4;
        format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
    };
    let sheets = [
        ("kif", "(p ", nested("(f ", "a", ")"), ")"),
        (
            "kif",
            "(r a)\n(<= (q ?x) (r ?x) ",
            nested("(not ", "(p ?x)", ")"),
            ")",
        ),
        (
            "kif",
            "(r a)\n(<= (q ?x) ",
            nested("(or (r ?x) ", "(p ?x)", ")"),
            ")",
        ),
        ("hrf", "p(", nested("f(", "a", ")"), ")"),
        ("hrf", "r(a)\nq(X) :- r(X) & ", nested("~", "p(X)", ""), ""),
        ("hrf", "r(a)\nq(X) :- ", nested("(r(X) | ", "p(X)", ")"), ""),
    ];
    let whole =
        sheets.map(|(extension, start, inner, end)| (extension, format!("{start}{inner}{end}\n")));
    whole.into()
}

#[test]
fn every_command_survives_the_highest_limit() {
    for (extension, text) in deepest() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = format!("sheet.{extension}");
        std::fs::write(folder.path().join(&file), &text).expect("a file can be written");
        for command in ["lint", "fmt", "graph", "model"] {
            let arguments = [command, "--max-nesting", "1024", &file];
            let ended = run(folder.path(), &arguments);
            let what = format!("{command} of {}…", &text[..40]);
            // A signal gives no code.
            assert!(
                matches!(ended.code, Some(0 | 1)),
                "{what}: {}",
                ended.stderr
            );
            assert!(!ended.stdout.contains("nesting-too-deep"), "{what}");
        }
    }
}

#[test]
fn the_server_survives_the_highest_limit() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(
        folder.path().join("herbrand.toml"),
        "[limits]\nmax-nesting = 1024\n",
    )
    .expect("a file can be written");
    let place = folder
        .path()
        .to_str()
        .expect("a plain path")
        .replace('\\', "/");
    let root = format!(
        "file://{}{place}",
        if place.starts_with('/') { "" } else { "/" }
    );
    let mut client = Client::in_folders(
        std::slice::from_ref(&root),
        &json!({}),
        &json!({ "diagnostics": { "pause": 0 } }),
    );
    for (count, (extension, text)) in deepest().into_iter().enumerate() {
        let uri = format!("{root}/sheet{count}.{extension}");
        client.open(&uri, &text);
        let report = client.diagnostics(&uri).to_string();
        assert!(!report.contains("nesting-too-deep"), "{}…", &text[..40]);
        let document = json!({ "uri": uri });
        let last = text.lines().count() - 1;
        let middle = text.lines().last().map_or(0, |line| line.len() / 2);
        let position = json!({ "line": last, "character": middle });
        let at = json!({ "textDocument": document, "position": position });
        client.call("textDocument/hover", at.clone());
        client.call("textDocument/definition", at);
        client.call(
            "textDocument/documentSymbol",
            json!({ "textDocument": document }),
        );
        let options = json!({ "tabSize": 2, "insertSpaces": true });
        let formatting = json!({ "textDocument": document, "options": options });
        client.call("textDocument/formatting", formatting);
        // The next edit is answered as well.
        client.edit(&uri, 2, [0, 0, 0, 0], " ");
        client.diagnostics(&uri);
    }
}
