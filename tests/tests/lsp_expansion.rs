//! The ground expansion of a document, over standard input and output.

use herbrand_tests::{Client, endless_program};
use serde_json::{Value, json};

const URI: &str = "untitled:family.kif";

/// Two grandchildren among four people in a line.
const FAMILY: &str = "\
(parent ada ben)
(parent ben cem)
(parent cem dora)

(<= (grandparent ?x ?z)
    (parent ?x ?y)
    (parent ?y ?z))
";

fn client(capabilities: &Value) -> Client {
    let most = u64::MAX;
    let limits = json!({ "instances": most, "steps": most, "atoms": most });
    let options = json!({ "grounding": { "background": false, "limits": limits } });
    Client::initialized(capabilities, &options)
}

fn document() -> Value {
    json!({ "textDocument": { "uri": URI } })
}

fn run(token: &str) -> Value {
    json!({
        "command": "herbrand.ground",
        "arguments": [{ "uri": URI }],
        "workDoneToken": token,
    })
}

const EXPANDED: &str = "\
; family.kif, version 1: 5 ground rules and facts

(parent ada ben) ; family.kif:1
(parent ben cem) ; family.kif:2
(parent cem dora) ; family.kif:3

; 2 instances of (<= (grandparent ?x ?z) (parent ?x ?y) (parent ?y ?z)) ; family.kif:5
(<= (grandparent ada cem) (parent ada ben) (parent ben cem)) ; family.kif:5
(<= (grandparent ben dora) (parent ben cem) (parent cem dora)) ; family.kif:5
";

#[test]
fn every_line_says_where_it_comes_from() {
    let mut client = client(&json!({}));
    client.open(URI, FAMILY);
    let expansion = client.call("herbrand/ground", document());
    assert_eq!(expansion["text"], EXPANDED);
    assert_eq!(
        expansion["sources"],
        json!([null, null, 0, 1, 2, null, 4, 4, 4])
    );
    assert_eq!(
        (&expansion["version"], &expansion["complete"]),
        (&json!(1), &json!(true))
    );
    assert_eq!(client.call("workspace/executeCommand", run("t")), expansion);
}

#[test]
fn the_spelling_is_that_of_the_file() {
    let mut client = client(&json!({}));
    client.open(URI, "p(a)\nq(X) :- p(X) & ~r(X)\n");
    let text = client.call("herbrand/ground", document())["text"].take();
    let lines = "% family.kif, version 1: 2 ground rules and facts\n\n\
                 p(a) % family.kif:1\n\n% 1 instance of q(X) :- p(X) & ~r(X) % family.kif:2\n\
                 q(a) :- p(a) & ~r(a) % family.kif:2\n";
    assert_eq!(text, lines);
}

/// As on the command line.
#[test]
fn literals_that_hold_in_every_state_are_left_out_unless_asked_for() {
    let mut client = client(&json!({}));
    client.open(
        URI,
        "(role p)\n(side a)\n(<= (legal p (turn ?s)) (side ?s) (true on))\n(init on)\n",
    );
    let text = client.call("herbrand/ground", document())["text"].take();
    let text = text.as_str().expect("a text");
    let left_out = "; left out: literals that hold in every state of the game; the argument `full` \
                    of the command shows them\n";
    assert!(text.contains(left_out), "{text}");
    let instance = "\n(<= (legal p (turn a)) (true on)) ; family.kif:3\n";
    assert!(text.contains(instance), "{text}");
    let mut params = document();
    params["full"] = json!(true);
    let full = client.call("herbrand/ground", params)["text"].take();
    let full = full.as_str().expect("a text");
    assert!(!full.contains("left out"), "{full}");
    let instance = "\n(<= (legal p (turn a)) (side a) (true on)) ; family.kif:3\n";
    assert!(full.contains(instance), "{full}");
    let mut command = run("mine");
    command["arguments"][0]["full"] = json!(true);
    let expansion = client.call("workspace/executeCommand", command);
    assert_eq!(expansion["text"], full);
}

#[test]
fn a_text_of_too_many_lines_is_cut_and_says_so() {
    let mut client = client(&json!({}));
    client.open(URI, FAMILY);
    let mut params = document();
    params["maxLines"] = json!(8);
    let expansion = client.call("herbrand/ground", params);
    let lines: Vec<_> = EXPANDED.lines().take(8).collect();
    let last = "; and so on: the limit of 8 lines is reached; raise it with the setting \
                `grounding.maxLines`";
    assert_eq!(expansion["text"], format!("{}\n{last}\n", lines.join("\n")));
    assert_eq!(expansion["complete"], false);
}

#[test]
fn what_cannot_be_grounded_is_refused_with_the_reason() {
    let mut client = client(&json!({}));
    client.open(URI, "(p a)\n(<= (q ?x) (not (p ?x)))\n");
    let id = client.request("herbrand/ground", document());
    let error = client.answer(id)["error"].take();
    assert_eq!(error["code"], -32803);
    let message = error["message"].as_str().expect("a message");
    assert!(message.starts_with("line 2 is wrong: "), "{message}");
    let bad = json!({ "command": "herbrand.dance", "arguments": [] });
    let id = client.request("workspace/executeCommand", bad);
    assert_eq!(client.error_code(id), -32602);
}

#[test]
fn the_command_shows_progress_under_the_clients_token_and_ends_it_before_the_answer() {
    let mut client = client(&json!({}));
    client.open(URI, FAMILY);
    let id = client.request("workspace/executeCommand", run("mine"));
    client.answer(id);
    let shown = client.take_waiting().into_iter();
    let shown = shown.filter(|message| message["method"] == "$/progress");
    let shown: Vec<_> = shown.map(|message| message["params"].clone()).collect();
    assert!(
        shown.iter().all(|params| params["token"] == "mine"),
        "{shown:?}"
    );
    let kinds: Vec<_> = shown
        .iter()
        .map(|params| &params["value"]["kind"])
        .collect();
    assert_eq!(
        (kinds.first(), kinds.last()),
        (Some(&&json!("begin")), Some(&&json!("end")))
    );
    assert_eq!(shown[0]["value"]["title"], "Grounding family.kif");
    assert_eq!(shown[0]["value"]["cancellable"], true);
}

#[test]
fn the_user_stops_an_expansion_by_its_progress() {
    let mut client = client(&json!({}));
    client.open(URI, &endless_program());
    let id = client.request("workspace/executeCommand", run("mine"));
    client.log_line("expanding family.kif");
    client.notify("window/workDoneProgress/cancel", json!({ "token": "mine" }));
    assert_eq!(client.error_code(id), -32800);
    client.incoming("$/progress");
    assert_eq!(
        client.incoming("$/progress")["params"]["value"]["kind"],
        "end"
    );
}

#[test]
fn an_edit_stops_an_expansion_of_the_old_text() {
    let mut client = client(&json!({}));
    client.open(URI, &endless_program());
    let id = client.request("herbrand/ground", document());
    client.log_line("expanding family.kif");
    client.change(URI, 2, json!([{ "text": "(p a)\n" }]));
    assert_eq!(client.error_code(id), -32801);
    let text = client.call("herbrand/ground", document())["text"].take();
    assert_eq!(
        text,
        "; family.kif, version 2: 1 ground rule or fact\n\n(p a) ; family.kif:1\n"
    );
}

#[test]
fn a_cancelled_request_stops_its_expansion() {
    let mut client = client(&json!({}));
    client.open(URI, &endless_program());
    let id = client.request("herbrand/ground", document());
    client.log_line("expanding family.kif");
    client.notify("$/cancelRequest", json!({ "id": id }));
    assert_eq!(client.error_code(id), -32800);
    // The thread is free again: expansions are written one after the other.
    client.open("untitled:other.kif", "(p a)\n");
    let other = json!({ "textDocument": { "uri": "untitled:other.kif" } });
    let text = client.call("herbrand/ground", other)["text"].take();
    assert!(
        text.as_str()
            .is_some_and(|text| text.ends_with("(p a) ; other.kif:1\n")),
        "{text}"
    );
}

/// A client of version 3.18, which asks for the text of the server's documents.
fn content_client() -> Client {
    client(&json!({
        "general": { "positionEncodings": ["utf-8"] },
        "window": { "showDocument": { "support": true }, "workDoneProgress": true },
        "workspace": { "textDocumentContent": {} },
    }))
}

#[test]
fn a_client_that_can_is_shown_a_document_of_the_servers() {
    let mut client = content_client();
    client.open(URI, FAMILY);
    let answer = client.call("workspace/executeCommand", run("mine"));
    let uri = "herbrand-ground:/family.kif?untitled:family.kif";
    assert_eq!(answer, json!({ "uri": uri }));
    let shown = client.incoming("window/showDocument");
    assert_eq!(shown["params"]["uri"], uri);
    client.send(&json!({ "jsonrpc": "2.0", "id": shown["id"], "result": { "success": true } }));
    let id = client.request("workspace/textDocumentContent", json!({ "uri": uri }));
    let create = client.incoming("window/workDoneProgress/create");
    client.send(&json!({ "jsonrpc": "2.0", "id": create["id"], "result": null }));
    assert_eq!(client.answer(id)["result"], json!({ "text": EXPANDED }));
    let id = client.request("workspace/textDocumentContent", json!({ "uri": URI }));
    assert_eq!(client.error_code(id), -32602);
}

#[test]
fn the_scheme_is_offered_to_clients() {
    let mut client = Client::start();
    let result = client.initialize(&[], &json!({}), &json!({}));
    let capabilities = &result["capabilities"];
    let offered = json!({ "schemes": ["herbrand-ground", "herbrand-answer"] });
    assert_eq!(capabilities["workspace"]["textDocumentContent"], offered);
    let commands = json!([
        "herbrand.ground",
        "herbrand.solve",
        "herbrand.prove",
        "herbrand.check"
    ]);
    assert_eq!(capabilities["executeCommandProvider"]["commands"], commands);
}

#[test]
fn the_lines_of_a_document_of_the_servers_are_links_and_get_no_reports() {
    let mut client = content_client();
    client.open(URI, FAMILY);
    client.diagnostics(URI);
    let uri = "herbrand-ground:/family.kif?untitled%3Afamily.kif";
    client.open(uri, EXPANDED);
    let links = client.call(
        "textDocument/documentLink",
        json!({ "textDocument": { "uri": uri } }),
    );
    let links = links.as_array().expect("links");
    let lines: Vec<_> = links
        .iter()
        .map(|link| link["range"]["start"]["line"].clone())
        .collect();
    assert_eq!(lines, [2, 3, 4, 6, 7, 8]);
    assert_eq!(links[4]["target"], "untitled:family.kif#L5");
    let end = EXPANDED.lines().nth(2).map(str::len);
    assert_eq!(links[0]["range"]["start"]["character"], 19);
    assert_eq!(
        links[0]["range"]["end"]["character"].as_u64(),
        end.map(|end| end as u64)
    );
    client.edit(URI, 2, [0, 0, 0, 0], "\n");
    assert_eq!(client.diagnostics(URI)["version"], Value::Null);
    let pushed = client.take_waiting();
    let of_server = |message: &Value| message["params"]["uri"] == uri;
    assert!(!pushed.iter().any(of_server), "{pushed:?}");
}
