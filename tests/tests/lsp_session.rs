//! How a session begins, ends, and survives what should not happen.

use std::process::{Command, Stdio};

use herbrand_tests::{Client, herbrand};
use serde_json::{Value, json};

const URI: &str = "untitled:game";

fn ready() -> Client {
    Client::initialized(
        &json!({}),
        &json!({ "debugRequests": true, "diagnostics": { "pause": 0 } }),
    )
}

fn debug(client: &mut Client, action: &str) -> i64 {
    client.request(
        "herbrand/debug",
        json!({ "textDocument": { "uri": URI }, "action": action }),
    )
}

#[test]
fn shutdown_with_null_params_is_answered_and_exit_ends_with_open_input() {
    let mut client = ready();
    assert_eq!(client.call("shutdown", Value::Null), Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_status().code(), Some(0));
}

#[test]
fn exit_without_shutdown_ends_with_1() {
    let mut client = ready();
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_status().code(), Some(1));
}

#[test]
fn the_end_of_the_input_ends_the_server() {
    let mut client = ready();
    client.close_input();
    assert_eq!(client.exit_status().code(), Some(1));
}

#[test]
fn the_death_of_the_parent_ends_the_server() {
    let mut parent = Command::new(herbrand())
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("any process will do, and a server waits for ever");
    let mut client = Client::start();
    client.call(
        "initialize",
        json!({ "processId": parent.id(), "capabilities": {} }),
    );
    client.notify("initialized", json!({}));
    client.open(URI, "(p a)");
    parent.kill().expect("it runs");
    parent.wait().expect("it was started");
    assert_eq!(client.exit_status().code(), Some(1));
}

#[test]
fn a_body_that_is_not_json_is_answered_and_the_session_goes_on() {
    let mut client = ready();
    client.send_bytes(b"Content-Length: 9\r\n\r\n{nonsense");
    let answer = client.wait("an answer", |message| message["error"]["code"] == -32700);
    assert_eq!(answer["id"], Value::Null);
    assert_eq!(client.call("shutdown", Value::Null), Value::Null);
}

#[test]
fn requests_before_initialize_and_after_shutdown_are_refused() {
    let mut client = Client::start();
    let early = client.request(
        "textDocument/diagnostic",
        json!({ "textDocument": { "uri": URI } }),
    );
    assert_eq!(client.error_code(early), -32002);
    client.initialize(&[], &json!({}), &json!({}));
    client.call("shutdown", Value::Null);
    let late = client.request(
        "textDocument/diagnostic",
        json!({ "textDocument": { "uri": URI } }),
    );
    assert_eq!(client.error_code(late), -32600);
}

#[test]
fn edits_after_shutdown_do_nothing() {
    let mut client = ready();
    client.open(URI, "(p a)");
    client.diagnostics(URI);
    client.call("shutdown", Value::Null);
    client.edit(URI, 2, [0, 0, 0, 0], "(");
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_status().code(), Some(0));
    assert!(client.take_waiting().is_empty());
}

#[test]
fn an_unknown_request_is_refused_and_an_unknown_notification_ignored() {
    let mut client = ready();
    client.notify("$/unheardOf", json!({}));
    client.notify("unheardOf", json!({}));
    let id = client.request("unheardOf", json!({}));
    assert_eq!(client.error_code(id), -32601);
}

#[test]
fn a_panic_is_answered_and_the_server_lives_on() {
    let mut client = ready();
    client.open(URI, "(p a)");
    for _ in 0..8 {
        let id = debug(&mut client, "panic");
        let error = client.answer(id)["error"].take();
        assert_eq!(error["code"], -32603);
        let message = error["message"].as_str().expect("a message");
        assert!(
            message.contains("as the client wished") && message.contains("please report it"),
            "{message}"
        );
    }
    client.log_line("a read panicked: as the client wished");
    // No reader is left that the edit would wait for.
    client.edit(URI, 2, [0, 3, 0, 4], "b");
    let id = debug(&mut client, "text");
    assert_eq!(client.answer(id)["result"]["text"], "(p b)");
}

#[test]
fn parameters_that_do_not_fit_are_refused_and_the_session_goes_on() {
    let mut client = ready();
    client.open(URI, "(p a)");
    for params in [json!({}), json!({ "textDocument": 7 }), json!([1])] {
        let id = client.request("textDocument/hover", params);
        assert_eq!(client.error_code(id), -32602);
    }
    let at = json!({ "textDocument": { "uri": URI }, "position": { "line": 0, "character": 1 } });
    assert_ne!(client.call("textDocument/hover", at), Value::Null);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_server() {
    use std::os::unix::process::ExitStatusExt as _;

    for (name, number) in [("TERM", 15), ("INT", 2), ("HUP", 1)] {
        let mut client = ready();
        client.open(URI, "(p a)");
        let sent = Command::new("kill")
            .args(["-s", name, &client.id().to_string()])
            .status()
            .expect("every system has it");
        assert!(sent.success());
        assert_eq!(client.exit_status().signal(), Some(number));
    }
}

#[test]
fn debug_requests_are_refused_unless_asked_for() {
    let mut client = Client::initialized(&json!({}), &json!({}));
    client.open(URI, "(p a)");
    let id = debug(&mut client, "panic");
    assert_eq!(client.error_code(id), -32601);
}

#[test]
fn a_client_that_never_answers_does_not_hold_up_the_server() {
    let capabilities =
        json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let mut client = Client::initialized(&capabilities, &json!({ "debugRequests": true }));
    let request = client.incoming("client/registerCapability");
    assert_eq!(
        request["params"]["registrations"][0]["method"],
        "workspace/didChangeWatchedFiles"
    );
    client.open(URI, "(p a)");
    let id = debug(&mut client, "text");
    assert_eq!(client.answer(id)["result"]["text"], "(p a)");
}

#[test]
fn nothing_is_registered_with_a_client_that_does_not_offer_it() {
    let mut client = ready();
    client.open(URI, "(p a)");
    client.diagnostics(URI);
    client.call("shutdown", Value::Null);
    assert!(
        client
            .take_waiting()
            .iter()
            .all(|message| message["method"] != "client/registerCapability")
    );
}

/// What the table of traps says is held, is.
#[test]
fn the_tests_that_the_architecture_names_exist() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("../ARCHITECTURE.md")).expect("it is there");
    let named: Vec<_> = text
        .split('`')
        .filter(|word| word.starts_with("lsp_"))
        .filter_map(|word| word.split_once("::"))
        .collect();
    assert!(named.len() > 20, "{named:?}");
    for (file, test) in named {
        let path = root.join(format!("tests/{file}.rs"));
        let source = std::fs::read_to_string(&path).expect("a file of tests");
        let source = source.replace("\r\n", "\n");
        let test = format!("#[test]\nfn {test}() {{");
        assert!(source.contains(&test), "{file} has no {test}");
    }
}
