//! Puzzles that use each other, in an editor.

use herbrand_tests::{Client, Folder};
use serde_json::{Value, json};

const MODEL: &str = "\
sort cell = 1..9
var c: cell
pred mine(cell) // a mine lies there
rule some: exists c . mine(c)
";

const BOARD: &str = "\
use \"model.qprop\"
rule safe: not mine(3)
";

fn client(folder: &Folder) -> Client {
    let capabilities = json!({
        "general": { "positionEncodings": ["utf-8"] },
        "textDocument": { "hover": { "contentFormat": ["markdown"] } },
    });
    let options = json!({ "diagnostics": { "pause": 0 }, "grounding": { "background": false } });
    Client::in_folders(&[folder.uri("")], &capabilities, &options)
}

/// `line:column code`, each.
fn shown(report: &Value) -> Vec<String> {
    let items = report["diagnostics"].as_array().expect("diagnostics");
    let one = |item: &Value| {
        let start = &item["range"]["start"];
        let code = item["code"].as_str().expect("a code");
        format!("{}:{} {code}", start["line"], start["character"])
    };
    items.iter().map(one).collect()
}

/// Waits for a report with these diagnostics.
fn expect(client: &mut Client, uri: &str, expected: &[&str]) {
    client.wait(&format!("{expected:?} of {uri}"), |message| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["uri"] == uri
            && shown(&message["params"]) == expected
    });
}

fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({
        "textDocument": { "uri": uri },
        "position": { "line": line, "character": character },
        "context": { "includeDeclaration": true },
    })
}

/// `name:line:column`, each.
fn places(found: &Value) -> Vec<String> {
    let found = found.as_array().expect("places");
    let one = |place: &Value| {
        let uri = place["uri"].as_str().expect("a URI");
        let name = uri.rsplit('/').next().expect("a name");
        let start = &place["range"]["start"];
        format!("{name}:{}:{}", start["line"], start["character"])
    };
    found.iter().map(one).collect()
}

fn watched(client: &mut Client, uri: &str, kind: u32) {
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": uri, "type": kind }] }),
    );
}

#[test]
fn names_of_a_file_that_is_used_are_known_and_lead_there() {
    let folder = Folder::new(&[("model.qprop", MODEL), ("board.qprop", BOARD)]);
    let (model, board) = (folder.uri("model.qprop"), folder.uri("board.qprop"));
    let mut client = client(&folder);
    client.open(&board, BOARD);
    expect(&mut client, &board, &[]);
    let found = client.call("textDocument/definition", at(&board, 1, 16));
    assert_eq!(places(&found), ["model.qprop:2:5"]);
    let found = client.call("textDocument/definition", at(&board, 0, 8));
    assert_eq!(places(&found), ["model.qprop:0:0"]);
    let found = client.call("textDocument/references", at(&board, 1, 16));
    let both = ["board.qprop:1:15", "model.qprop:2:5", "model.qprop:3:22"];
    assert_eq!(places(&found), both);
    let hover = client.call("textDocument/hover", at(&board, 1, 16));
    let text = hover["contents"]["value"].as_str().expect("a text");
    let line = "- `pred mine(cell)`, in line 3 of `model.qprop`: a mine lies there";
    assert!(text.contains(line), "{text}");
    assert!(text.contains("- used 2 times"), "{text}");
    // From the other side, and in its own file alone where nobody asks about others.
    client.open(&model, MODEL);
    let found = client.call("textDocument/references", at(&model, 2, 6));
    let both = ["model.qprop:2:5", "model.qprop:3:22", "board.qprop:1:15"];
    assert_eq!(places(&found), both);
    let found = client.call("textDocument/documentHighlight", at(&model, 2, 6));
    assert_eq!(found.as_array().map(Vec::len), Some(2));
}

#[test]
fn edits_opening_and_closing_of_a_file_that_is_used_are_followed() {
    let folder = Folder::new(&[("model.qprop", MODEL)]);
    let (model, board) = (folder.uri("model.qprop"), folder.uri("board.qprop"));
    let mut client = client(&folder);
    client.open(&board, BOARD);
    expect(&mut client, &board, &[]);
    client.open(&model, &MODEL.replace("mine", "bomb"));
    expect(&mut client, &board, &["1:15 unknown-predicate"]);
    client.edit(&model, 2, [2, 5, 2, 9], "mine");
    expect(&mut client, &board, &[]);
    client.edit(&model, 3, [2, 5, 2, 15], "mine(cell, cell)");
    expect(&mut client, &board, &["1:15 arity-mismatch"]);
    // Closed without having been saved, it is as on the disk.
    client.close(&model);
    expect(&mut client, &board, &[]);
}

#[test]
fn changes_on_the_disk_are_followed() {
    let folder = Folder::new(&[]);
    let (model, board) = (folder.uri("model.qprop"), folder.uri("board.qprop"));
    let mut client = client(&folder);
    client.open(&board, BOARD);
    expect(&mut client, &board, &["0:4 missing-file"]);
    folder.write("model.qprop", MODEL);
    watched(&mut client, &model, 1);
    expect(&mut client, &board, &[]);
    folder.write("model.qprop", &MODEL.replace("mine", "bomb"));
    watched(&mut client, &model, 2);
    expect(&mut client, &board, &["1:15 unknown-predicate"]);
    std::fs::remove_file(folder.path("model.qprop")).expect("it is there");
    watched(&mut client, &model, 3);
    expect(&mut client, &board, &["0:4 missing-file"]);
    // A client that does not watch files says at least when it saves one.
    folder.write("model.qprop", MODEL);
    client.notify(
        "textDocument/didSave",
        json!({ "textDocument": { "uri": board } }),
    );
    expect(&mut client, &board, &[]);
}

#[test]
fn files_are_found_while_their_names_are_typed() {
    let folder = Folder::new(&[("model.qprop", MODEL), ("other.qprop", "pred mine\n")]);
    let board = folder.uri("board.qprop");
    let mut client = client(&folder);
    client.open(&board, BOARD);
    expect(&mut client, &board, &[]);
    client.edit(&board, 2, [0, 5, 0, 10], "moddel");
    expect(&mut client, &board, &["0:4 missing-file"]);
    client.edit(&board, 3, [0, 5, 0, 11], "other");
    expect(&mut client, &board, &["1:15 arity-mismatch"]);
    client.edit(&board, 4, [0, 5, 0, 10], "./model");
    expect(&mut client, &board, &[]);
}

#[test]
fn circles_are_reported_in_every_file_of_them() {
    let folder = Folder::new(&[("b.qprop", "use \"a.qprop\"\n")]);
    let (one, other) = (folder.uri("a.qprop"), folder.uri("b.qprop"));
    let mut client = client(&folder);
    client.open(&one, "use \"b.qprop\"\n");
    expect(&mut client, &one, &["0:4 circular-use"]);
    client.open(&other, "use \"a.qprop\"\n");
    expect(&mut client, &other, &["0:4 circular-use"]);
    client.edit(&one, 2, [0, 5, 0, 12], "a.qprop");
    expect(&mut client, &one, &["0:4 circular-use"]);
    expect(&mut client, &other, &[]);
}

#[test]
fn what_is_used_by_way_of_others_counts_and_is_followed() {
    let folder = Folder::new(&[
        ("model.qprop", MODEL),
        ("rules.qprop", "use \"model.qprop\"\n"),
    ]);
    let (model, board) = (folder.uri("model.qprop"), folder.uri("board.qprop"));
    let mut client = client(&folder);
    client.open(&board, &BOARD.replace("model", "rules"));
    expect(&mut client, &board, &[]);
    client.open(&model, &MODEL.replace("mine", "bomb"));
    expect(&mut client, &board, &["1:15 unknown-predicate"]);
}

#[test]
fn a_closed_file_is_reported_with_what_it_uses() {
    let folder = Folder::new(&[("model.qprop", MODEL), ("board.qprop", BOARD)]);
    let (model, board) = (folder.uri("model.qprop"), folder.uri("board.qprop"));
    let mut client = client(&folder);
    client.open(&board, BOARD);
    expect(&mut client, &board, &[]);
    client.close(&board);
    expect(&mut client, &board, &[]);
    client.open(&model, &MODEL.replace("mine", "bomb"));
    expect(&mut client, &board, &["1:15 unknown-predicate"]);
}

#[cfg(unix)]
#[test]
fn a_file_is_one_by_whatever_name() {
    let folder = Folder::new(&[("model.qprop", MODEL)]);
    let link = folder.path("link.qprop");
    std::os::unix::fs::symlink(folder.path("model.qprop"), link).expect("a link can be made");
    let (model, board) = (folder.uri("model.qprop"), folder.uri("board.qprop"));
    let mut client = client(&folder);
    client.open(&model, MODEL);
    client.open(&board, &format!("use \"link.qprop\"\n{BOARD}"));
    expect(&mut client, &board, &[]);
}

/// The configuration says of which model a file is an instance, and may say otherwise later.
#[test]
fn an_instance_of_a_spec_uses_its_root_without_a_word() {
    const INSTANCE: &str = "rule safe: not mine(3)\n";
    let config = "[[spec]]\nroot = \"model.qprop\"\ninstances = [\"board.qprop\"]\n";
    let folder = Folder::new(&[("model.qprop", MODEL), ("herbrand.toml", config)]);
    folder.write("board.qprop", INSTANCE);
    let board = folder.uri("board.qprop");
    let mut client = client(&folder);
    client.open(&board, INSTANCE);
    expect(&mut client, &board, &[]);
    let found = client.call("textDocument/definition", at(&board, 0, 16));
    assert_eq!(places(&found), ["model.qprop:2:5"]);
    folder.write("herbrand.toml", "[limits]\nmax-nesting = 100\n");
    watched(&mut client, &folder.uri("herbrand.toml"), 2);
    expect(&mut client, &board, &["0:15 unknown-predicate"]);
    folder.write("herbrand.toml", config);
    watched(&mut client, &folder.uri("herbrand.toml"), 2);
    expect(&mut client, &board, &[]);
}
