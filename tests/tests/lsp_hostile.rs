//! Texts that nobody wants to see, and everybody types now and then.

use std::fmt::Write as _;

use herbrand_tests::Client;
use serde_json::{Value, json};

const URI: &str = "untitled:game.kif";

fn ready() -> Client {
    Client::initialized(
        &json!({ "textDocument": {
            "publishDiagnostics": { "versionSupport": true },
            "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } } },
        } }),
        &json!({ "debugRequests": true, "diagnostics": { "pause": 0 } }),
    )
}

/// One request for each feature at a position.
fn ask_everything(client: &mut Client, line: u32, character: u32) -> Vec<i64> {
    let document = json!({ "uri": URI });
    let position = json!({ "line": line, "character": character });
    let at = json!({ "textDocument": document, "position": position });
    let mut references = at.clone();
    references["context"] = json!({ "includeDeclaration": true });
    let actions = json!({
        "textDocument": document,
        "range": { "start": { "line": 0, "character": 0 }, "end": position },
        "context": { "diagnostics": [] },
    });
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let document = json!({ "textDocument": document });
    let mut formatting = document.clone();
    formatting["options"] = options;
    vec![
        client.request("textDocument/hover", at.clone()),
        client.request("textDocument/definition", at),
        client.request("textDocument/references", references),
        client.request("textDocument/codeAction", actions),
        client.request("textDocument/documentSymbol", document.clone()),
        client.request("textDocument/diagnostic", document.clone()),
        client.request("herbrand/syntaxTree", document),
        client.request("textDocument/formatting", formatting),
    ]
}

fn assert_answered(client: &mut Client, ids: Vec<i64>, what: &str) {
    for id in ids {
        let answer = client.answer(id);
        assert!(answer.get("error").is_none(), "{what}: {answer}");
    }
}

#[test]
fn every_feature_answers_in_every_state_of_a_text_that_is_typed() {
    let kif = "; herbrand: allow unused-relation, q\n(role x)\n(<= (next (cell ?m ?n))\n    \
               (does x (mark ?m))\n    (or (distinct ?m b) (not (true (cell ?n)))))\n(init (p))\n";
    let hrf = "% herbrand: input q/1\nrole(x).\np(X) :- q(X) & ~r(X, f(a)), distinct(X, b).\n";
    let mut client = ready();
    client.open(URI, "");
    let mut version = 1;
    for text in [kif, hrf] {
        for end in 0..=text.len() {
            version += 1;
            let typed = &text[..end];
            client.change(URI, version, json!([{ "text": typed }]));
            let line = typed.matches('\n').count();
            let column = end - typed.rfind('\n').map_or(0, |at| at + 1);
            let ids = ask_everything(&mut client, line as u32, column as u32);
            assert_answered(&mut client, ids, typed);
        }
    }
}

#[test]
fn a_long_chain_and_a_long_circle_of_rules_overflow_nothing() {
    const LENGTH: usize = 20_000;
    let mut chain = String::from("(p0 a)\n");
    for number in 1..LENGTH {
        let _ = writeln!(chain, "(<= (p{number} ?x) (p{} ?x))", number - 1);
    }
    let circle = format!("{chain}(<= (p0 ?x) (p{} ?x) (not (p1 ?x)))\n", LENGTH - 1);
    let mut client = ready();
    client.open(URI, &chain);
    assert_eq!(client.diagnostics(URI)["diagnostics"], json!([]));
    let ids = ask_everything(&mut client, LENGTH as u32 - 1, 6);
    assert_answered(&mut client, ids, "chain");
    client.change(URI, 2, json!([{ "text": circle }]));
    let report = client.diagnostics(URI);
    let items = report["diagnostics"].as_array().unwrap();
    let unstratified = |item: &Value| item["code"] == "unstratified-negation";
    assert!(items.iter().any(unstratified), "{} items", items.len());
    let ids = ask_everything(&mut client, LENGTH as u32 - 1, 6);
    assert_answered(&mut client, ids, "circle");
}

#[test]
fn six_hundred_errors_are_all_reported_and_follow_every_edit() {
    let mut client = ready();
    client.open(URI, &"(p (q\n)\n".repeat(600));
    let count = |report: &Value| report["diagnostics"].as_array().map_or(0, Vec::len);
    let first = client.diagnostics(URI);
    assert!(count(&first) >= 600, "{}", count(&first));
    client.edit(URI, 2, [0, 0, 0, 0], "(r a)\n");
    let moved = client.diagnostics(URI);
    assert_eq!(count(&moved), count(&first));
    let line = |report: &Value| report["diagnostics"][599]["range"]["start"]["line"].as_u64();
    assert_eq!(line(&moved), line(&first).map(|line| line + 1));
}

#[test]
fn five_thousand_parentheses_are_no_trouble() {
    let mut client = ready();
    client.open(URI, &"(".repeat(5_000));
    client.edit(URI, 2, [0, 0, 0, 0], &"(".repeat(100_000));
    let ids = ask_everything(&mut client, 0, 70_000);
    assert_answered(&mut client, ids, "parentheses");
    while client.diagnostics(URI)["version"] != 2 {}
}
