//! Reads and edits that cross on their way.

use std::collections::BTreeSet;

use herbrand_tests::{Client, counting_game};
use serde_json::{Value, json};

const URI: &str = "untitled:game";

fn ready() -> Client {
    Client::initialized(
        &json!({ "textDocument": { "publishDiagnostics": { "versionSupport": true } } }),
        &json!({ "debugRequests": true, "diagnostics": { "pause": 0 } }),
    )
}

fn debug(client: &mut Client, action: &str, retry: bool) -> i64 {
    client.request(
        "herbrand/debug",
        json!({ "textDocument": { "uri": URI }, "action": action, "retry": retry }),
    )
}

/// A read that notices no edit, when it has begun.
fn hold(client: &mut Client) -> i64 {
    let id = debug(client, "hold", false);
    client.log_line("holding");
    id
}

#[test]
fn reads_that_only_an_edit_ends_hold_up_neither_edits_nor_cancels() {
    let mut client = ready();
    client.open(URI, "(p a)");
    let reads: Vec<_> = (0..32).map(|_| debug(&mut client, "wait", false)).collect();
    client.notify("$/cancelRequest", json!({ "id": reads[0] }));
    assert_eq!(client.error_code(reads[0]), -32800);
    client.edit(URI, 2, [0, 3, 0, 4], "b");
    for id in &reads[1..] {
        assert_eq!(client.error_code(*id), -32801);
    }
    let id = debug(&mut client, "text", false);
    assert_eq!(client.answer(id)["result"]["text"], "(p b)");
    // Each was answered once.
    assert!(
        client
            .take_waiting()
            .iter()
            .all(|message| message.get("id").is_none())
    );
}

#[test]
fn a_read_without_position_is_retried_after_an_edit_and_ends_with_a_cancel() {
    let mut client = ready();
    client.open(URI, "(p a)");
    let id = debug(&mut client, "wait", true);
    for version in 2..6 {
        client.edit(URI, version, [0, 3, 0, 3], "b");
        let text = debug(&mut client, "text", false);
        client.answer(text);
    }
    client.notify("$/cancelRequest", json!({ "id": id }));
    assert_eq!(client.error_code(id), -32800);
    client.call("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    client.exit_status();
    assert!(
        client
            .take_waiting()
            .iter()
            .all(|message| message["id"] != id)
    );
}

#[test]
fn a_pull_that_an_edit_overtakes_is_answered_for_the_new_text() {
    let mut client = Client::initialized(
        &json!({
            "textDocument": { "diagnostic": {} },
            "workspace": { "diagnostics": { "refreshSupport": true } },
        }),
        &json!({ "debugRequests": true }),
    );
    client.open(URI, "(p a)");
    // As many as there may be workers: the pull waits behind them, and they end by the edit.
    let held: Vec<_> = (0..4).map(|_| debug(&mut client, "wait", false)).collect();
    let document = json!({ "textDocument": { "uri": URI } });
    let pull = client.request("textDocument/diagnostic", document);
    client.edit(URI, 2, [0, 0, 0, 5], "(q)");
    let items = client.answer(pull)["result"]["items"].take();
    assert_eq!(items[0]["code"], "parenthesised-proposition", "{items}");
    for id in held {
        assert_eq!(client.error_code(id), -32801);
    }
}

#[test]
fn a_read_that_notices_no_edit_holds_up_edits_alone() {
    let mut client = ready();
    client.open(URI, "(p a)");
    client.diagnostics(URI);
    let held = hold(&mut client);
    // Other reads go on beside it.
    let beside = debug(&mut client, "text", false);
    assert_eq!(client.answer(beside)["result"]["version"], 1);
    client.edit(URI, 2, [0, 3, 0, 4], "b");
    let behind = debug(&mut client, "text", false);
    let unknown = client.request("unheardOf", json!({}));
    assert_eq!(client.error_code(unknown), -32601);
    client.notify("$/cancelRequest", json!({ "id": held }));
    assert_eq!(client.error_code(held), -32800);
    debug(&mut client, "release", false);
    let answer = client.answer(behind)["result"].take();
    assert_eq!(
        (&answer["version"], &answer["text"]),
        (&json!(2), &json!("(p b)"))
    );
    client.call("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    client.exit_status();
    let again = |message: &Value| message["id"] == held;
    assert!(!client.take_waiting().iter().any(again), "answered twice");
}

#[test]
fn exit_ends_a_server_that_is_held_up() {
    let mut client = ready();
    client.open(URI, "(p a)");
    client.diagnostics(URI);
    hold(&mut client);
    client.edit(URI, 2, [0, 3, 0, 4], "b");
    client.call("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_status().code(), Some(0));
}

#[test]
fn edits_that_wait_are_made_as_one() {
    const EDITS: i32 = 1_000;
    let mut client = ready();
    client.open(URI, "(p a)");
    client.diagnostics(URI);
    let id = debug(&mut client, "text", false);
    let before = client.answer(id)["result"]["changes"].as_u64().unwrap();
    hold(&mut client);
    for version in 2..EDITS + 2 {
        client.edit(URI, version, [0, 3, 0, 3], "b");
    }
    debug(&mut client, "release", false);
    let id = debug(&mut client, "text", false);
    let answer = client.answer(id)["result"].take();
    assert_eq!(answer["version"], EDITS + 1);
    assert_eq!(answer["text"].as_str().unwrap().len(), 5 + EDITS as usize);
    // The first may have been on its way when the others came.
    let changes = answer["changes"].as_u64().unwrap() - before;
    assert!((1..=2).contains(&changes), "{changes}");
}

#[test]
fn each_report_is_of_its_version_and_none_comes_late() {
    const EDITS: i32 = 300;
    let mut client = ready();
    client.open(URI, "");
    let mut versions = BTreeSet::from([client.diagnostics(URI)["version"].as_i64().unwrap()]);
    for version in 2..EDITS + 2 {
        client.edit(URI, version, [0, 0, 0, 0], &format!("(p{version})\n"));
    }
    while !versions.contains(&i64::from(EDITS + 1)) {
        let report = client.diagnostics(URI);
        let version = report["version"].as_i64().unwrap();
        assert!(version > *versions.last().unwrap(), "{version} comes late");
        let items = report["diagnostics"].as_array().unwrap();
        assert_eq!(items.len() as i64, version - 1, "version {version}");
        versions.insert(version);
    }
    client.call("shutdown", Value::Null);
    let late = client.take_waiting();
    let is_report = |message: &Value| message["method"] == "textDocument/publishDiagnostics";
    assert!(!late.iter().any(is_report), "{late:?}");
}

/// The edit is in the server's input before the request is read, and the text takes long to
/// format.
#[test]
fn a_text_that_is_edited_meanwhile_is_not_formatted() {
    let mut client = ready();
    client.open(URI, &counting_game(5_000).replace(' ', "  "));
    client.diagnostics(URI);
    for version in 2..12 {
        let options = json!({ "tabSize": 2, "insertSpaces": true });
        let params = json!({ "textDocument": { "uri": URI }, "options": options });
        let id = client.batch(|client| {
            let id = client.request("textDocument/formatting", params);
            client.edit(URI, version, [0, 0, 0, 0], "  ");
            id
        });
        assert_eq!(client.error_code(id), -32801, "version {version}");
    }
}
