//! A puzzle in an editor, over standard input and output.

use herbrand_tests::Client;
use serde_json::{Value, json};

const URI: &str = "untitled:puzzle.qprop";

const PUZZLE: &str = "\
sort square = 1..4
var s: square
pred free(square) // nothing lies there
rule some: exists s . free(s)
rule two:  exists s1, s2 | s1 != s2 . free(s1) && free(s2)
";

fn client(hierarchical: bool) -> Client {
    let capabilities = json!({
        "general": { "positionEncodings": ["utf-8"] },
        "textDocument": {
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": hierarchical },
            "hover": { "contentFormat": ["markdown"] },
            "codeAction": {
                "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } },
            },
        },
        "workspace": { "workspaceEdit": { "documentChanges": true } },
    });
    Client::initialized(&capabilities, &json!({ "diagnostics": { "pause": 0 } }))
}

fn at(line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } })
}

/// The starts of ranges, as line and column.
fn starts(places: &Value) -> Vec<(u64, u64)> {
    let places = places.as_array().expect("a list of places");
    let number = |value: &Value| value.as_u64().expect("a number");
    places
        .iter()
        .map(|place| &place["range"]["start"])
        .map(|start| (number(&start["line"]), number(&start["character"])))
        .collect()
}

#[test]
fn what_is_wrong_is_reported_and_mended_while_it_is_typed() {
    let mut client = client(true);
    client.open(URI, PUZZLE);
    let report = client.diagnostics(URI);
    let errors: Vec<&Value> = report["diagnostics"]
        .as_array()
        .expect("diagnostics")
        .iter()
        .filter(|item| item["severity"] == 1)
        .collect();
    assert_eq!(errors.len(), 1, "{report}");
    assert_eq!(errors[0]["code"], "foreign-operator");
    let context = json!({ "diagnostics": errors });
    let actions = client.call(
        "textDocument/codeAction",
        json!({
            "textDocument": { "uri": URI },
            "range": errors[0]["range"],
            "context": context,
        }),
    );
    let titles: Vec<&str> = actions
        .as_array()
        .expect("actions")
        .iter()
        .filter_map(|action| action["title"].as_str())
        .collect();
    assert!(titles.contains(&"write `&`"), "{titles:?}");
    client.edit(URI, 2, [4, 47, 4, 49], "and");
    let report = client.diagnostics(URI).to_string();
    assert!(!report.contains("foreign-operator"), "{report}");
}

#[test]
fn names_lead_to_what_they_stand_for() {
    let mut client = client(true);
    client.open(URI, PUZZLE);
    let found = client.call("textDocument/definition", at(3, 22));
    assert_eq!(starts(&found), [(2, 5)]);
    let mut with_declaration = at(2, 7);
    with_declaration["context"] = json!({ "includeDeclaration": false });
    let found = client.call("textDocument/references", with_declaration);
    assert_eq!(starts(&found), [(3, 22), (4, 38), (4, 50)]);
    let found = client.call("textDocument/documentHighlight", at(4, 43));
    assert_eq!(starts(&found), [(4, 18), (4, 27), (4, 43)]);
    let hover = client.call("textDocument/hover", at(3, 24));
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.contains("unknown relation"), "{text}");
    assert!(text.contains("nothing lies there"), "{text}");
}

#[test]
fn the_outline_nests_where_the_client_can_show_it() {
    for hierarchical in [true, false] {
        let mut client = client(hierarchical);
        client.open(URI, &format!("{PUZZLE}given g(square)\ng(1) g(2)\n"));
        let document = json!({ "textDocument": { "uri": URI } });
        let outline = client.call("textDocument/documentSymbol", document);
        let outline = outline.as_array().expect("an outline");
        let names: Vec<&str> = outline
            .iter()
            .filter_map(|item| item["name"].as_str())
            .collect();
        if hierarchical {
            assert_eq!(names, ["square", "free", "some", "two", "g"]);
            assert_eq!(outline[4]["children"].as_array().map(Vec::len), Some(2));
        } else {
            assert_eq!(
                names,
                ["square", "free", "some", "two", "g", "g(1)", "g(2)"]
            );
            assert_eq!(outline[5]["containerName"], "g");
        }
    }
}

#[test]
fn formatting_edits_blanks_alone() {
    let mut client = client(true);
    client.open(URI, "rule a:forall x.p( x )∧q\n");
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let document = json!({ "textDocument": { "uri": URI }, "options": options });
    let edits = client.call("textDocument/formatting", document);
    let edits = edits.as_array().expect("edits");
    assert!(!edits.is_empty());
    for edit in edits {
        let text = edit["newText"].as_str().expect("a text");
        assert!(text.trim().is_empty(), "{edit}");
    }
}

#[test]
fn every_feature_answers_in_every_state_of_a_puzzle_that_is_typed() {
    let mut client = client(true);
    client.open(URI, "");
    let mut typed = String::new();
    let letters: Vec<char> = PUZZLE.chars().filter(|letter| *letter != '\r').collect();
    for (version, letter) in (2..).zip(letters) {
        let line = typed.matches('\n').count() as u32;
        let column = (typed.len() - typed.rfind('\n').map_or(0, |end| end + 1)) as u32;
        client.edit(
            URI,
            version,
            [line, column, line, column],
            &letter.to_string(),
        );
        typed.push(letter);
        // A read that the next edit overtakes is answered as such; here none is.
        client.call("textDocument/hover", at(line, column));
        client.call("textDocument/definition", at(line, column));
        let document = json!({ "textDocument": { "uri": URI } });
        client.call("textDocument/documentSymbol", document);
    }
    let found = client.call("textDocument/definition", at(3, 22));
    assert_eq!(starts(&found), [(2, 5)]);
}

/// Texts with a report that has a fix, and the code.
const MENDABLE: [(&str, &str); 5] = [
    ("foreign-operator", "pred p pred q\nrule a: p && q\n"),
    (
        "mixed-implication",
        "pred p pred q\nrule a: p implies q if p\n",
    ),
    (
        "mixed-and-or",
        "sort s = 1..2\npred l(s)\nrule a: forall x | x = 1 and l(x) or x = 2 . l(x)\n",
    ),
    (
        "exists-implies",
        "sort s = 1..2\npred p(s) pred q(s)\nrule a: exists x . p(x) implies q(x)\n",
    ),
    (
        "sort-mismatch",
        "sort s = {a}\nsort t = {b}\npred l(s, t)\nrule r: l(b, a)\n",
    ),
];

#[test]
fn reports_with_a_fix_are_mended_by_it() {
    for (code, text) in MENDABLE {
        let mut client = client(true);
        client.open(URI, text);
        let report = client.diagnostics(URI);
        let mut items = report["diagnostics"]
            .as_array()
            .expect("diagnostics")
            .iter();
        let found = items.find(|item| item["code"] == code);
        let found = found.unwrap_or_else(|| panic!("{code}: {report}"));
        let params = json!({
            "textDocument": { "uri": URI },
            "range": found["range"],
            "context": { "diagnostics": [found] },
        });
        let actions = client.call("textDocument/codeAction", params);
        let mut actions = actions.as_array().expect("actions").iter();
        let fix = actions.find(|action| {
            action["isPreferred"] == true || {
                let title = action["title"].as_str().unwrap_or_default();
                !title.starts_with("allow") && action["diagnostics"][0]["code"] == code
            }
        });
        let fix = fix.unwrap_or_else(|| panic!("{code}: no fix"));
        let edits = fix["edit"]["documentChanges"][0]["edits"]
            .as_array()
            .expect("edits");
        // From the end, so that each leaves the places of the others as they were.
        let changes: Vec<Value> = edits
            .iter()
            .rev()
            .map(|edit| json!({ "range": edit["range"], "text": edit["newText"] }))
            .collect();
        client.change(URI, 2, json!(changes));
        let report = client.diagnostics(URI).to_string();
        assert!(!report.contains(&format!("\"{code}\"")), "{code}: {report}");
    }
}

#[test]
fn a_puzzle_is_laid_out() {
    let mut client = client(true);
    client.open(
        URI,
        "sort s = 1..2\npred l(s,s)\nrule a:l(1,2)   and l(2,1)",
    );
    let params = json!({
        "textDocument": { "uri": URI },
        "options": { "tabSize": 2, "insertSpaces": true },
    });
    let edits = client.call("textDocument/formatting", params);
    let changes: Vec<Value> = edits
        .as_array()
        .expect("edits")
        .iter()
        .rev()
        .map(|edit| json!({ "range": edit["range"], "text": edit["newText"] }))
        .collect();
    client.change(URI, 2, json!(changes));
    let tree = client.call(
        "herbrand/syntaxTree",
        json!({ "textDocument": { "uri": URI } }),
    );
    assert_eq!(tree["version"], 2);
    let params = json!({
        "textDocument": { "uri": URI },
        "options": { "tabSize": 2, "insertSpaces": true },
    });
    assert_eq!(client.call("textDocument/formatting", params), json!([]));
    assert!(!changes.is_empty(), "there was something to do");
}
