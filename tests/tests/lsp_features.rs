//! What an editor shows, over standard input and output.

use herbrand_tests::Client;
use serde_json::{Value, json};

const URI: &str = "untitled:game.kif";

fn everything() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-8"] },
        "textDocument": {
            "publishDiagnostics": { "versionSupport": true, "relatedInformation": true },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            "hover": { "contentFormat": ["markdown", "plaintext"] },
            "codeAction": {
                "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } },
                "isPreferredSupport": true,
            },
        },
        "workspace": { "workspaceEdit": { "documentChanges": true } },
    })
}

fn pull_client() -> Value {
    json!({ "textDocument": { "diagnostic": {} }, "workspace": { "diagnostics": { "refreshSupport": true } } })
}

fn at(line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } })
}

fn codes(report: &Value) -> Vec<&str> {
    let items = report["diagnostics"]
        .as_array()
        .or(report["items"].as_array())
        .expect("diagnostics");
    items
        .iter()
        .map(|item| item["code"].as_str().expect("a code"))
        .collect()
}

fn start(client: &Value) -> (u64, u64) {
    let start = &client["range"]["start"];
    (
        start["line"].as_u64().unwrap(),
        start["character"].as_u64().unwrap(),
    )
}

#[test]
fn diagnostics_are_pushed_with_the_version_and_taken_back_on_close() {
    let mut client = Client::initialized(&everything(), &json!({ "diagnostics": { "pause": 0 } }));
    client.open(URI, "(p a)\n(<= (q ?x) (not (p ?x)))\n");
    let report = client.diagnostics(URI);
    assert_eq!(
        (&report["version"], codes(&report)),
        (&json!(1), vec!["unsafe-variable"])
    );
    assert_eq!(report["diagnostics"][0]["severity"], 1);
    assert_eq!(report["diagnostics"][0]["source"], "herbrand");
    client.edit(URI, 2, [1, 11, 1, 23], "(p ?x)");
    let report = client.diagnostics(URI);
    assert_eq!((&report["version"], codes(&report)), (&json!(2), vec![]));
    client.edit(URI, 3, [0, 0, 0, 1], "");
    assert_ne!(codes(&client.diagnostics(URI)), Vec::<&str>::new());
    client.close(URI);
    assert_eq!(client.diagnostics(URI)["diagnostics"], json!([]));
}

#[test]
fn edits_within_the_pause_give_one_report() {
    let mut client =
        Client::initialized(&everything(), &json!({ "diagnostics": { "pause": 500 } }));
    client.open(URI, "(p a)");
    for version in 2..50 {
        client.edit(URI, version, [0, 4, 0, 4], "a");
    }
    assert_eq!(client.diagnostics(URI)["version"], 49);
    assert!(client.take_waiting().is_empty());
}

#[test]
fn a_client_that_asks_is_never_pushed_to_and_keeps_what_is_unchanged() {
    let mut client = Client::initialized(&pull_client(), &json!({ "diagnostics": { "pause": 0 } }));
    client.open(URI, "(p a)\n(<= (q ?x) (not (p ?x)))\n");
    let document = json!({ "textDocument": { "uri": URI } });
    let report = client.call("textDocument/diagnostic", document);
    assert_eq!(
        (&report["kind"], codes(&report)),
        (&json!("full"), vec!["unsafe-variable"])
    );
    client.edit(URI, 2, [2, 0, 2, 0], "; a comment\n");
    let again = json!({ "textDocument": { "uri": URI }, "previousResultId": report["resultId"] });
    let unchanged = client.call("textDocument/diagnostic", again.clone());
    assert_eq!(
        unchanged,
        json!({ "kind": "unchanged", "resultId": report["resultId"] })
    );
    client.edit(URI, 3, [0, 0, 0, 0], "\n");
    assert_eq!(
        client.call("textDocument/diagnostic", again)["kind"],
        "full"
    );
    client.close(URI);
    client.call("shutdown", Value::Null);
    let pushed = client.take_waiting();
    assert!(
        pushed
            .iter()
            .all(|message| message["method"] != "textDocument/publishDiagnostics"),
        "{pushed:?}"
    );
}

#[test]
fn a_fix_is_applied_to_the_version_that_it_was_made_for() {
    let mut client = Client::initialized(&everything(), &json!({ "diagnostics": { "pause": 0 } }));
    client.open(URI, "(p)\n(<= q (p))\n");
    let report = client.diagnostics(URI);
    assert_eq!(
        codes(&report),
        ["parenthesised-proposition", "parenthesised-proposition"]
    );
    let actions = client.call(
        "textDocument/codeAction",
        json!({
            "textDocument": { "uri": URI },
            "range": { "start": { "line": 1, "character": 6 }, "end": { "line": 1, "character": 6 } },
            "context": { "diagnostics": [] },
        }),
    );
    let fix = &actions[0];
    assert_eq!(
        (&fix["kind"], &fix["isPreferred"]),
        (&json!("quickfix"), &json!(true))
    );
    let change = &fix["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": URI, "version": 1 }));
    client.change(
        URI,
        2,
        change["edits"]
            .as_array()
            .unwrap()
            .iter()
            .rev()
            .map(as_change)
            .collect(),
    );
    assert_eq!(
        codes(&client.diagnostics(URI)),
        ["parenthesised-proposition"]
    );
}

fn as_change(edit: &Value) -> Value {
    json!({ "range": edit["range"], "text": edit["newText"] })
}

#[test]
fn code_actions_of_other_kinds_and_for_old_clients_are_none() {
    let ask = |client: &mut Client, context: Value| {
        client.open(URI, "(p)\n");
        let everywhere =
            json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
        client.call(
            "textDocument/codeAction",
            json!({ "textDocument": { "uri": URI }, "range": everywhere, "context": context }),
        )
    };
    let mut client = Client::initialized(&everything(), &json!({}));
    assert_eq!(
        ask(
            &mut client,
            json!({ "diagnostics": [], "only": ["refactor"] })
        ),
        json!([])
    );
    assert_ne!(
        ask(
            &mut client,
            json!({ "diagnostics": [], "only": ["quickfix"] })
        ),
        json!([])
    );
    let mut client = Client::initialized(&json!({}), &json!({}));
    assert_eq!(ask(&mut client, json!({ "diagnostics": [] })), json!([]));
}

#[test]
fn hover_is_markdown_or_plain_as_the_client_can() {
    let text = "(p a)\n(<= q (p a))\n";
    let mut client = Client::initialized(&everything(), &json!({}));
    client.open(URI, text);
    let hover = client.call("textDocument/hover", at(1, 7));
    assert_eq!(hover["contents"]["kind"], "markdown");
    assert!(
        hover["contents"]["value"]
            .as_str()
            .unwrap()
            .starts_with("**`p/1`**: base relation"),
        "{hover}"
    );
    assert_eq!(start(&hover), (1, 7));
    assert_eq!(client.call("textDocument/hover", at(0, 5)), Value::Null);
    let mut client = Client::initialized(&json!({}), &json!({}));
    client.open(URI, text);
    let hover = client.call("textDocument/hover", at(1, 7));
    assert_eq!(hover["contents"]["kind"], "plaintext");
    assert!(
        hover["contents"]["value"]
            .as_str()
            .unwrap()
            .starts_with("p/1: base relation"),
        "{hover}"
    );
}

#[test]
fn definitions_and_references_are_places_of_the_document() {
    let mut client = Client::initialized(&everything(), &json!({}));
    client.open(URI, "; 😀\n(p a)\n(<= q (p a))\n");
    let found = client.call("textDocument/definition", at(2, 7));
    assert_eq!(
        found
            .as_array()
            .unwrap()
            .iter()
            .map(start)
            .collect::<Vec<_>>(),
        [(1, 1)]
    );
    let mut params = at(1, 1);
    params["context"] = json!({ "includeDeclaration": true });
    let found = client.call("textDocument/references", params);
    assert_eq!(
        found
            .as_array()
            .unwrap()
            .iter()
            .map(start)
            .collect::<Vec<_>>(),
        [(1, 1), (2, 7)]
    );
}

#[test]
fn the_outline_is_nested_or_flat_as_the_client_can() {
    let text = "(p a)\n(<= (q ?x) (p ?x))\n(p b)\n";
    let document = json!({ "textDocument": { "uri": URI } });
    let mut client = Client::initialized(&everything(), &json!({}));
    client.open(URI, text);
    let outline = client.call("textDocument/documentSymbol", document.clone());
    assert_eq!(
        (&outline[0]["name"], &outline[0]["children"][1]["name"]),
        (&json!("p/1"), &json!("(p b)"))
    );
    assert_eq!(outline[0]["detail"], "2 facts");
    assert_eq!(outline[1]["name"], "q/1");
    assert_eq!(outline[1]["detail"], "1 rule");
    let mut client = Client::initialized(&json!({}), &json!({}));
    client.open(URI, text);
    let outline = client.call("textDocument/documentSymbol", document);
    assert_eq!(
        (&outline[1]["name"], &outline[1]["containerName"]),
        (&json!("(p b)"), &json!("p/1"))
    );
}

#[test]
fn formatting_edits_blanks_alone() {
    let mut client = Client::initialized(&everything(), &json!({ "debugRequests": true }));
    client.open(URI, "(p   a) ; why\n(<= (q ?x)    (p ?x))\n");
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": URI }, "options": options });
    let edits = client.call("textDocument/formatting", params.clone());
    let edits = edits.as_array().unwrap();
    assert!(!edits.is_empty());
    assert!(
        edits
            .iter()
            .all(|edit| edit["newText"].as_str().unwrap().trim().is_empty()),
        "{edits:?}"
    );
    client.change(URI, 2, edits.iter().rev().map(as_change).collect());
    assert_eq!(client.call("textDocument/formatting", params), json!([]));
}

/// With the end of a line that is not there, so that no editor adds its own as well.
#[test]
fn formatting_ends_the_last_line_once() {
    let mut client = Client::initialized(&everything(), &json!({ "debugRequests": true }));
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": URI }, "options": options });
    client.open(URI, "(p a)\n(q b)");
    let edits = client.call("textDocument/formatting", params.clone());
    let end = json!({ "line": 2, "character": 0 });
    assert_eq!(edits[0]["range"]["end"], end, "{edits}");
    client.change(URI, 2, json!([as_change(&edits[0])]));
    let text = json!({ "textDocument": { "uri": URI }, "action": "text" });
    assert_eq!(
        client.call("herbrand/debug", text)["text"],
        "(p a)\n(q b)\n"
    );
    assert_eq!(client.call("textDocument/formatting", params), json!([]));
}
