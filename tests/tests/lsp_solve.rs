//! Asking the solver from an editor.
#![expect(
    clippy::needless_pass_by_value,
    reason = "tests write `json!` where they call"
)]

use herbrand_tests::{Client, Folder, run};
use serde_json::{Value, json};

/// Two rooks on four fields that do not threaten each other: two ways.
const ROOKS: &str = "\
sort s = 1..2
var x, y: s
pred l(s, s)
rule row: forall x . exactly 1 y . l(x, y)
rule column: forall y . exactly 1 x . l(x, y)
show grid x in 1..2, y : y where l(x, y)
check models = 2
check unique
check proves l(1, 1) iff l(2, 2)
";

fn capabilities() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-8"] },
        "workspace": { "codeLens": { "refreshSupport": true } },
    })
}

fn client(folder: &Folder) -> Client {
    let options = json!({ "diagnostics": { "pause": 0 }, "grounding": { "background": false } });
    Client::in_folders(&[folder.uri("")], &capabilities(), &options)
}

fn command(name: &str, argument: Value) -> Value {
    json!({ "command": name, "arguments": [argument], "workDoneToken": "mine" })
}

fn ask(client: &mut Client, name: &str, argument: Value) -> Value {
    client.call("workspace/executeCommand", command(name, argument))
}

/// `line code`, each.
fn shown(report: &Value) -> Vec<String> {
    let items = report["diagnostics"].as_array().expect("diagnostics");
    let one = |item: &Value| {
        let code = item["code"].as_str().expect("a code");
        format!("{} {code}", item["range"]["start"]["line"])
    };
    items.iter().map(one).collect()
}

/// Waits for a report with these diagnostics.
fn expect(client: &mut Client, uri: &str, expected: &[&str]) -> Value {
    client.wait(&format!("{expected:?} of {uri}"), |message| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["uri"] == uri
            && shown(&message["params"]) == expected
    })["params"]
        .take()
}

/// The titles of all lenses, with their lines.
fn lenses(client: &mut Client, uri: &str) -> Vec<String> {
    let document = json!({ "textDocument": { "uri": uri } });
    let found = client.call("textDocument/codeLens", document);
    let found = found.as_array().expect("lenses").clone();
    let mut titles = Vec::new();
    for lens in found {
        let line = lens["range"]["start"]["line"].clone();
        let told = client.call("codeLens/resolve", lens);
        titles.push(format!(
            "{line} {}",
            told["command"]["title"].as_str().expect("a title")
        ));
    }
    titles
}

/// More pigeons than holes: nobody finds out in an afternoon.
fn pigeons() -> String {
    "sort p = 1..14\nsort h = 1..13\npred sits(p, h)\nrule a: forall x: p . exists y: h . sits(x, y)\n\
     rule b: forall y: h . forall x1, x2: p | x1 < x2 . not sits(x1, y) or not sits(x2, y)\n"
        .to_owned()
}

#[test]
fn models_are_shown_as_the_terminal_shows_them() {
    let folder = Folder::new(&[("rooks.qprop", ROOKS)]);
    let uri = folder.uri("rooks.qprop");
    let mut client = client(&folder);
    client.open(&uri, ROOKS);
    let one = ask(&mut client, "herbrand.solve", json!({ "uri": uri }));
    assert_eq!(one["status"], "satisfiable");
    assert_eq!(one["version"], 1);
    assert_eq!(
        one["text"],
        run(folder.root(), &["solve", "rooks.qprop"]).stdout
    );
    let all = json!({ "uri": uri, "limit": 10 });
    let all = ask(&mut client, "herbrand.solve", all);
    let told = run(folder.root(), &["solve", "rooks.qprop", "--limit", "10"]).stdout;
    assert_eq!(all["text"], told);
    assert_eq!(
        all["text"]
            .as_str()
            .expect("a text")
            .matches("model ")
            .count(),
        2
    );
    let number = json!({ "uri": uri, "count": true });
    assert_eq!(
        ask(&mut client, "herbrand.solve", number)["text"],
        "2 models\n"
    );
    // The text of the editor counts, not that of the disk.
    client.edit(&uri, 2, [0, 12, 0, 13], "3");
    client.edit(&uri, 3, [5, 18, 5, 19], "3");
    let number = json!({ "uri": uri, "count": true });
    assert_eq!(
        ask(&mut client, "herbrand.solve", number)["text"],
        "6 models\n"
    );
}

#[test]
fn formulas_are_proved_as_in_the_terminal() {
    let folder = Folder::new(&[("rooks.qprop", ROOKS)]);
    let uri = folder.uri("rooks.qprop");
    let mut client = client(&folder);
    client.open(&uri, ROOKS);
    for (formula, status) in [
        ("l(1, 1) iff l(2, 2)", "entailed"),
        ("l(1, 1) and l(1, 2)", "refuted"),
        ("l(1, 1)", "open"),
    ] {
        let argument = json!({ "uri": uri, "formula": formula });
        let answer = ask(&mut client, "herbrand.prove", argument);
        assert_eq!(answer["status"], status, "{formula}");
        let told = run(folder.root(), &["prove", "rooks.qprop", formula]).stdout;
        assert_eq!(answer["text"], told, "{formula}");
    }
    let wrong = json!({ "uri": uri, "formula": "k(1)" });
    let id = client.request("workspace/executeCommand", command("herbrand.prove", wrong));
    let answer = client.answer(id);
    assert_eq!(answer["error"]["code"], -32803);
    let message = answer["error"]["message"].as_str().expect("a message");
    assert!(message.contains("no relation `k` is declared"), "{message}");
}

#[test]
fn rules_that_clash_are_reported_until_the_text_changes() {
    let folder = Folder::new(&[]);
    let uri = folder.uri("rooks.qprop");
    let mut client = client(&folder);
    let text = format!("{ROOKS}rule corner: l(1, 1) and not l(2, 2)\n");
    client.open(&uri, &text);
    expect(&mut client, &uri, &[]);
    let answer = ask(&mut client, "herbrand.solve", json!({ "uri": uri }));
    assert_eq!(answer["status"], "unsatisfiable");
    let text = answer["text"].as_str().expect("a text");
    assert!(text.starts_with("no model: these "), "{text}");
    assert!(text.contains("  rooks.qprop:10:1: rule corner"), "{text}");
    let found = client.wait("a core", |message| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"].to_string().contains("\"unsatisfiable\"")
    });
    let lines = shown(&found["params"]);
    assert!(lines.contains(&"9 unsatisfiable".to_owned()), "{lines:?}");
    assert!(
        lines.iter().all(|line| line.ends_with(" unsatisfiable")),
        "{lines:?}"
    );
    assert!(lenses(&mut client, &uri)[0].starts_with("0 solve · no model: "));
    client.edit(&uri, 2, [9, 0, 9, 0], "// ");
    expect(&mut client, &uri, &[]);
    assert_eq!(lenses(&mut client, &uri)[0], "0 solve");
}

#[test]
fn rules_that_clash_are_reported_in_the_files_that_a_puzzle_uses() {
    let model = "pred p\nrule yes: p\n";
    let folder = Folder::new(&[("model.qprop", model)]);
    let (model_uri, own) = (folder.uri("model.qprop"), folder.uri("own.qprop"));
    let mut client = client(&folder);
    client.open(&model_uri, model);
    client.open(&own, "use \"model.qprop\"\nrule no: not p\n");
    ask(&mut client, "herbrand.solve", json!({ "uri": own }));
    expect(&mut client, &own, &["1 unsatisfiable"]);
    expect(&mut client, &model_uri, &["1 unsatisfiable"]);
    client.edit(&own, 2, [1, 0, 1, 0], "// ");
    expect(&mut client, &own, &[]);
    expect(&mut client, &model_uri, &[]);
}

#[test]
fn checks_are_run_from_their_lenses_and_tell_their_verdict() {
    let folder = Folder::new(&[]);
    let uri = folder.uri("rooks.qprop");
    let mut client = client(&folder);
    client.open(&uri, ROOKS);
    let before = ["0 solve", "0 ground", "6 run", "7 run", "8 run"];
    assert_eq!(lenses(&mut client, &uri), before);
    let document = json!({ "textDocument": { "uri": uri } });
    let found = client.call("textDocument/codeLens", document);
    for number in [2, 3, 4] {
        let lens = client.call("codeLens/resolve", found[number].clone());
        let mut command = lens["command"].clone();
        assert_eq!(command["command"], "herbrand.check");
        command.as_object_mut().expect("a command").remove("title");
        let status = client.call("workspace/executeCommand", command)["status"].take();
        assert_eq!(status, if number == 3 { "fails" } else { "holds" });
    }
    client.incoming("workspace/codeLens/refresh");
    let after = lenses(&mut client, &uri);
    assert_eq!(after[2], "6 run · holds");
    assert!(after[3].starts_with("7 run · fails: "), "{after:?}");
    assert_eq!(after[4], "8 run · holds");
    expect(&mut client, &uri, &["7 failed-check"]);
    client.edit(&uri, 2, [7, 0, 7, 12], "check models >= 2");
    expect(&mut client, &uri, &[]);
    let none = json!({ "uri": uri, "line": 0 });
    let id = client.request("workspace/executeCommand", command("herbrand.check", none));
    assert_eq!(client.error_code(id), -32803);
}

#[test]
fn the_client_an_edit_and_the_end_of_the_request_stop_a_search() {
    let folder = Folder::new(&[("size.qprop", "sort unused = 1..2\n")]);
    let uri = folder.uri("pigeons.qprop");
    let mut client = client(&folder);
    client.open(&uri, &format!("use \"size.qprop\"\n{}", pigeons()));
    let solve = command("herbrand.solve", json!({ "uri": uri }));
    let begin = |client: &mut Client| {
        let id = client.request("workspace/executeCommand", solve.clone());
        client.log_line("asking the solver");
        id
    };
    let id = begin(&mut client);
    let begun = client.incoming("$/progress");
    assert_eq!(begun["params"]["value"]["title"], "Solving pigeons.qprop");
    assert_eq!(begun["params"]["value"]["cancellable"], true);
    client.notify("window/workDoneProgress/cancel", json!({ "token": "mine" }));
    assert_eq!(client.error_code(id), -32800);
    let id = begin(&mut client);
    client.edit(&uri, 2, [0, 0, 0, 0], "\n");
    assert_eq!(client.error_code(id), -32801);
    // An edit of a file that it uses, as well.
    client.open(&folder.uri("size.qprop"), "sort unused = 1..2\n");
    let id = begin(&mut client);
    client.edit(&folder.uri("size.qprop"), 2, [0, 0, 0, 0], "\n");
    assert_eq!(client.error_code(id), -32801);
    let id = begin(&mut client);
    client.notify("$/cancelRequest", json!({ "id": id }));
    assert_eq!(client.error_code(id), -32800);
    // Meanwhile the server does everything else.
    let id = begin(&mut client);
    client.call(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": uri } }),
    );
    client.notify("window/workDoneProgress/cancel", json!({ "token": "mine" }));
    assert_eq!(client.error_code(id), -32800);
}

#[test]
fn what_has_no_meaning_is_not_solved() {
    let folder = Folder::new(&[]);
    let (uri, sheet) = (folder.uri("a.qprop"), folder.uri("a.kif"));
    let mut client = client(&folder);
    let refused = |client: &mut Client, uri: &str| {
        let solve = command("herbrand.solve", json!({ "uri": uri }));
        let id = client.request("workspace/executeCommand", solve);
        let answer = client.answer(id);
        assert_eq!(answer["error"]["code"], -32803);
        answer["error"]["message"]
            .as_str()
            .expect("a message")
            .to_owned()
    };
    client.open(&uri, "pred p\nrule a: p and\n");
    let told = refused(&mut client, &uri);
    assert!(told.starts_with("line 2 is wrong: "), "{told}");
    client.open(&sheet, "(p a)\n");
    let told = refused(&mut client, &sheet);
    assert_eq!(told, "a rule sheet, not a puzzle in QPROP");
}

#[test]
fn the_answer_is_a_document_for_clients_that_ask_for_such() {
    let folder = Folder::new(&[]);
    let uri = folder.uri("rooks.qprop");
    let mut capabilities = capabilities();
    capabilities["workspace"]["textDocumentContent"] = json!({});
    capabilities["window"] = json!({ "showDocument": { "support": true } });
    let options = json!({ "grounding": { "background": false } });
    let mut client = Client::start();
    let result = client.initialize(&[], &capabilities, &options);
    let schemes = &result["capabilities"]["workspace"]["textDocumentContent"]["schemes"];
    assert_eq!(*schemes, json!(["herbrand-ground", "herbrand-answer"]));
    client.open(&uri, ROOKS);
    let answer = ask(&mut client, "herbrand.solve", json!({ "uri": uri }));
    let shown = client.incoming("window/showDocument");
    assert_eq!(shown["params"]["uri"], answer["uri"]);
    let content = json!({ "uri": answer["uri"] });
    let text = client.call("workspace/textDocumentContent", content.clone());
    assert_eq!(text["text"], answer["text"]);
    client.edit(&uri, 2, [0, 0, 0, 0], "\n");
    let text = client.call("workspace/textDocumentContent", content);
    assert_eq!(text["text"], "no answer for this text yet\n");
}
