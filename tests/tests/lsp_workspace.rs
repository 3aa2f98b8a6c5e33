//! Folders, files on the disk, and configuration.

use std::path::Path;

use herbrand_tests::Client;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A program with one warning.
const TEXT: &str = "(p)\n";

struct Workspace {
    folder: TempDir,
}

impl Workspace {
    fn new(files: &[(&str, &str)]) -> Workspace {
        let workspace = Workspace {
            folder: tempfile::tempdir().expect("a folder can be made"),
        };
        for (path, text) in files {
            workspace.write(path, text);
        }
        workspace
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn path(&self, path: &str) -> std::path::PathBuf {
        self.folder.path().join(path)
    }

    fn uri(&self, path: &str) -> String {
        uri_of(&self.path(path))
    }
}

fn uri_of(path: &Path) -> String {
    let path = path.to_str().expect("a plain path").replace('\\', "/");
    if path.starts_with('/') {
        format!("file://{path}")
    } else {
        format!("file:///{path}")
    }
}

fn client(folders: &[String]) -> Client {
    Client::in_folders(
        folders,
        &json!({}),
        &json!({ "diagnostics": { "pause": 0 } }),
    )
}

fn severities(report: &Value) -> Vec<u64> {
    let items = report["diagnostics"].as_array().expect("diagnostics");
    items
        .iter()
        .map(|item| item["severity"].as_u64().expect("a severity"))
        .collect()
}

fn watched(client: &mut Client, uri: &str, kind: u32) {
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": uri, "type": kind }] }),
    );
}

const CHANGED: u32 = 2;
const DELETED: u32 = 3;
const NOTHING: [u64; 0] = [];
const ERROR: u64 = 1;
const WARNING: u64 = 2;

fn level(level: &str) -> String {
    format!("[lint.levels]\nparenthesised-proposition = \"{level}\"\n")
}

#[test]
fn a_closed_file_of_the_workspace_is_reported_as_it_is_on_the_disk_until_it_is_deleted() {
    let workspace = Workspace::new(&[("a.kif", "p\n")]);
    let uri = workspace.uri("a.kif");
    let mut client = client(&[workspace.uri("")]);
    client.open(&uri, TEXT);
    assert_eq!(severities(&client.diagnostics(&uri)), [WARNING]);
    client.close(&uri);
    assert_eq!(severities(&client.diagnostics(&uri)), NOTHING);
    workspace.write("a.kif", TEXT);
    watched(&mut client, &uri, CHANGED);
    assert_eq!(severities(&client.diagnostics(&uri)), [WARNING]);
    std::fs::remove_file(workspace.path("a.kif")).unwrap();
    watched(&mut client, &uri, DELETED);
    assert_eq!(severities(&client.diagnostics(&uri)), NOTHING);
}

#[test]
fn a_loose_file_is_served_and_cleared_on_close() {
    let workspace = Workspace::new(&[("a.kif", TEXT)]);
    let uri = workspace.uri("a.kif");
    let mut client = client(&[]);
    client.open(&uri, TEXT);
    assert_eq!(severities(&client.diagnostics(&uri)), [WARNING]);
    client.close(&uri);
    assert_eq!(severities(&client.diagnostics(&uri)), NOTHING);
}

#[test]
fn an_open_buffer_wins_over_the_disk() {
    let workspace = Workspace::new(&[("a.kif", "p\n")]);
    let uri = workspace.uri("a.kif");
    let mut client = client(&[workspace.uri("")]);
    client.open(&uri, TEXT);
    client.diagnostics(&uri);
    watched(&mut client, &uri, CHANGED);
    watched(&mut client, &uri, DELETED);
    client.edit(&uri, 2, [0, 0, 0, 0], "(q)\n");
    assert_eq!(severities(&client.diagnostics(&uri)), [WARNING, WARNING]);
}

#[test]
fn every_folder_has_its_own_configuration_and_folders_come_later_too() {
    let workspace = Workspace::new(&[
        ("herbrand.toml", &level("allow")),
        ("one/herbrand.toml", &level("error")),
        ("two/x/herbrand.toml", &level("warning")),
    ]);
    let mut client = client(&[workspace.uri("one")]);
    let (one, two) = (workspace.uri("one/a.kif"), workspace.uri("two/a.kif"));
    client.open(&one, TEXT);
    assert_eq!(severities(&client.diagnostics(&one)), [ERROR]);
    client.open(&two, TEXT);
    assert_eq!(severities(&client.diagnostics(&two)), NOTHING);
    // As a folder of its own it is bound by itself.
    let added = json!([{ "uri": workspace.uri("two"), "name": "two" }]);
    client.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({ "event": { "added": added, "removed": [] } }),
    );
    assert_eq!(severities(&client.diagnostics(&two)), [WARNING]);
}

#[test]
fn a_configuration_is_read_again_when_it_changes_or_a_file_is_saved() {
    let workspace = Workspace::new(&[("herbrand.toml", &level("error"))]);
    let (uri, config) = (workspace.uri("a.kif"), workspace.uri("herbrand.toml"));
    let mut client = client(&[workspace.uri("")]);
    client.open(&uri, TEXT);
    assert_eq!(severities(&client.diagnostics(&uri)), [ERROR]);
    workspace.write("herbrand.toml", &level("allow"));
    watched(&mut client, &config, CHANGED);
    assert_eq!(severities(&client.diagnostics(&uri)), NOTHING);
    workspace.write("herbrand.toml", &level("warning"));
    client.notify(
        "textDocument/didSave",
        json!({ "textDocument": { "uri": uri } }),
    );
    assert_eq!(severities(&client.diagnostics(&uri)), [WARNING]);
}

#[test]
fn a_broken_configuration_is_shown_and_the_default_counts() {
    let workspace = Workspace::new(&[("herbrand.toml", "[lint.levels]\nnonsense = \"error\"\n")]);
    let uri = workspace.uri("a.kif");
    let mut client = client(&[workspace.uri("")]);
    client.open(&uri, TEXT);
    let message = client.incoming("window/showMessage");
    assert!(
        message["params"]["message"]
            .as_str()
            .unwrap()
            .contains("nonsense"),
        "{message}"
    );
    assert_eq!(severities(&client.diagnostics(&uri)), [WARNING]);
}

#[test]
fn settings_set_levels_and_change_while_the_server_runs() {
    let uri = "untitled:a";
    let mut client = client(&[]);
    client.open(uri, TEXT);
    assert_eq!(severities(&client.diagnostics(uri)), [WARNING]);
    let levels = json!({ "parenthesised-proposition": "error" });
    let settings =
        json!({ "herbrand": { "diagnostics": { "pause": 0 }, "lint": { "levels": levels } } });
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": settings }),
    );
    assert_eq!(severities(&client.diagnostics(uri)), [ERROR]);
}

#[test]
fn settings_that_cannot_be_used_are_told_and_the_others_count() {
    let uri = "untitled:a";
    let levels = |own: &str| json!({ "parenthesised-proposition": own, "nonsense": "error" });
    let settings =
        |own: &str| json!({ "diagnostics": { "pause": 0 }, "lint": { "levels": levels(own) } });
    let mut client = Client::in_folders(&[], &json!({}), &settings("error"));
    let told = |client: &mut Client| {
        let message = client.incoming("window/showMessage");
        let message = message["params"]["message"].as_str().unwrap().to_owned();
        assert_eq!(
            message,
            "the setting `herbrand.lint.levels.nonsense` is not used: there is no code `nonsense`"
        );
    };
    told(&mut client);
    client.open(uri, TEXT);
    assert_eq!(severities(&client.diagnostics(uri)), [ERROR]);
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": settings("allow") }),
    );
    told(&mut client);
    assert_eq!(severities(&client.diagnostics(uri)), NOTHING);
}

#[test]
fn settings_are_asked_for_where_the_client_answers() {
    let capabilities = json!({ "workspace": {
        "configuration": true,
        "didChangeConfiguration": { "dynamicRegistration": true },
    } });
    let mut client = Client::initialized(&capabilities, &json!({ "diagnostics": { "pause": 0 } }));
    let registration = client.incoming("client/registerCapability");
    assert_eq!(
        registration["params"]["registrations"][0]["method"],
        "workspace/didChangeConfiguration"
    );
    client.send(&json!({ "jsonrpc": "2.0", "id": registration["id"], "result": null }));
    client.open("untitled:a", TEXT);
    assert_eq!(severities(&client.diagnostics("untitled:a")), [WARNING]);
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": null }),
    );
    let question = client.incoming("workspace/configuration");
    let levels = json!({ "parenthesised-proposition": "allow" });
    let settings = json!({ "diagnostics": { "pause": 0 }, "lint": { "levels": levels } });
    client.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": [settings] }));
    assert_eq!(severities(&client.diagnostics("untitled:a")), NOTHING);
}

#[test]
fn a_client_that_asks_for_diagnostics_is_told_to_ask_again() {
    let workspace = Workspace::new(&[]);
    let uri = workspace.uri("a.kif");
    let capabilities = json!({
        "textDocument": { "diagnostic": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    });
    let mut client = Client::in_folders(&[workspace.uri("")], &capabilities, &json!({}));
    client.open(&uri, TEXT);
    let document = json!({ "textDocument": { "uri": uri } });
    assert_eq!(
        client.call("textDocument/diagnostic", document.clone())["items"][0]["severity"],
        WARNING
    );
    workspace.write("herbrand.toml", &level("error"));
    watched(&mut client, &workspace.uri("herbrand.toml"), 1);
    client.incoming("workspace/diagnostic/refresh");
    let report = client.call("textDocument/diagnostic", document);
    assert_eq!(report["items"][0]["severity"], ERROR);
}

fn codes(report: &Value) -> Vec<&str> {
    let items = report["diagnostics"].as_array().expect("diagnostics");
    items
        .iter()
        .map(|item| item["code"].as_str().expect("a code"))
        .collect()
}

#[test]
fn the_limit_on_nesting_holds_and_changes_while_the_server_runs() {
    let limit = |levels: u32| format!("[limits]\nmax-nesting = {levels}\n");
    let workspace = Workspace::new(&[("herbrand.toml", &limit(2))]);
    let (uri, config) = (workspace.uri("a.kif"), workspace.uri("herbrand.toml"));
    let mut client = client(&[workspace.uri("")]);
    client.open(&uri, "(p (f (g a)))\n");
    assert_eq!(codes(&client.diagnostics(&uri)), ["nesting-too-deep"]);
    client.edit(&uri, 2, [0, 9, 0, 10], "b");
    assert_eq!(codes(&client.diagnostics(&uri)), ["nesting-too-deep"]);
    workspace.write("herbrand.toml", &limit(3));
    watched(&mut client, &config, CHANGED);
    assert_eq!(codes(&client.diagnostics(&uri)), ["nested-function"]);
    // Of closed files as well, whose configuration may change too.
    workspace.write("a.kif", "(p (f (g a)))\n");
    client.close(&uri);
    assert_eq!(codes(&client.diagnostics(&uri)), ["nested-function"]);
    workspace.write("herbrand.toml", &limit(1));
    watched(&mut client, &config, CHANGED);
    assert_eq!(codes(&client.diagnostics(&uri)), ["nesting-too-deep"]);
}

#[test]
fn what_is_larger_than_the_limit_is_not_worked_on_and_said_to_be() {
    let workspace = Workspace::new(&[("herbrand.toml", "[limits]\nmax-file-size = 10\n")]);
    let uri = workspace.uri("a.kif");
    let mut client = client(&[workspace.uri("")]);
    let refused = |client: &mut Client| {
        let message = client.incoming("window/showMessage");
        let message = message["params"]["message"].as_str().unwrap().to_owned();
        assert!(
            message.contains("a.kif` is larger than the limit of 10 bytes: raise `max-file-size`"),
            "{message}"
        );
        let document = json!({ "textDocument": { "uri": uri } });
        let id = client.request("textDocument/documentSymbol", document);
        assert_eq!(client.error_code(id), -32803);
    };
    client.open(&uri, "(p) (q) (r)");
    refused(&mut client);
    assert_eq!(severities(&client.diagnostics(&uri)), NOTHING);
    // It comes whole, and is small enough.
    client.change(&uri, 2, json!([{ "text": "(p) (q)" }]));
    assert_eq!(severities(&client.diagnostics(&uri)), [WARNING, WARNING]);
    client.edit(&uri, 3, [0, 0, 0, 0], "(rr) ");
    assert_eq!(severities(&client.diagnostics(&uri)), NOTHING);
    refused(&mut client);
    client.edit(&uri, 4, [0, 0, 0, 5], "");
    client.close(&uri);
    assert_eq!(severities(&client.diagnostics(&uri)), NOTHING);
    client.open(&uri, "(p) (q)");
    assert_eq!(severities(&client.diagnostics(&uri)), [WARNING, WARNING]);
    // Closed, it is as large as on the disk.
    workspace.write("a.kif", "(p) (q) (r)");
    client.close(&uri);
    assert_eq!(severities(&client.diagnostics(&uri)), NOTHING);
    client.log_line("larger than the limit of 10 bytes");
}

#[test]
fn a_file_that_is_not_utf_8_is_said_to_be_open_or_closed_until_it_is_saved_so() {
    let workspace = Workspace::new(&[]);
    let (uri, path) = (workspace.uri("a.kif"), workspace.path("a.kif"));
    std::fs::write(&path, b"(p a) ; caf\xe9\n").unwrap();
    let mut client = client(&[workspace.uri("")]);
    client.open(&uri, "(p a) ; caf\u{e9}\n");
    assert_eq!(codes(&client.diagnostics(&uri)), ["non-utf8-source"]);
    client.edit(&uri, 2, [0, 0, 0, 0], "\n");
    assert_eq!(codes(&client.diagnostics(&uri)), ["non-utf8-source"]);
    std::fs::write(&path, "\n(p a) ; caf\u{e9}\n").unwrap();
    let document = json!({ "textDocument": { "uri": uri } });
    client.notify("textDocument/didSave", document);
    assert_eq!(severities(&client.diagnostics(&uri)), NOTHING);
    // Read as what it is, not as what it is not.
    std::fs::write(&path, b"(caf\xe9)\n").unwrap();
    client.close(&uri);
    let report = client.diagnostics(&uri);
    let codes = codes(&report);
    assert_eq!(
        codes,
        [
            "parenthesised-proposition",
            "unusual-name",
            "non-utf8-source"
        ]
    );
    let message = report["diagnostics"][0]["message"].as_str().unwrap();
    assert!(message.contains("caf\u{e9}"), "{message}");
}

#[test]
fn a_closed_file_that_is_no_text_or_leaves_the_workspace_is_reported_no_more() {
    let workspace = Workspace::new(&[("w/a.kif", TEXT), ("w/b.kif", TEXT)]);
    let (a, b) = (workspace.uri("w/a.kif"), workspace.uri("w/b.kif"));
    let mut client = client(&[workspace.uri("w")]);
    for uri in [&a, &b] {
        client.open(uri, TEXT);
        assert_eq!(severities(&client.diagnostics(uri)), [WARNING]);
        client.close(uri);
        assert_eq!(severities(&client.diagnostics(uri)), [WARNING]);
    }
    std::fs::write(workspace.path("w/a.kif"), b"(p)\n\0\x01\x02").unwrap();
    watched(&mut client, &a, CHANGED);
    assert_eq!(severities(&client.diagnostics(&a)), NOTHING);
    client.log_line("a binary file, not a rule sheet");
    let removed = json!([{ "uri": workspace.uri("w"), "name": "w" }]);
    client.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({ "event": { "added": [], "removed": removed } }),
    );
    assert_eq!(severities(&client.diagnostics(&b)), NOTHING);
}

#[test]
fn a_broken_configuration_is_told_once_and_again_when_it_breaks_again() {
    let broken = "[lint.levels]\nnonsense = \"error\"\n";
    let workspace = Workspace::new(&[("herbrand.toml", broken)]);
    let config = workspace.uri("herbrand.toml");
    let mut client = client(&[workspace.uri("")]);
    for name in ["a.kif", "b.kif", "c.kif"] {
        let uri = workspace.uri(name);
        client.open(&uri, TEXT);
        client.diagnostics(&uri);
    }
    watched(&mut client, &config, CHANGED);
    workspace.write("herbrand.toml", &level("error"));
    watched(&mut client, &config, CHANGED);
    let uri = workspace.uri("a.kif");
    assert_eq!(severities(&client.diagnostics(&uri)), [ERROR]);
    workspace.write("herbrand.toml", broken);
    watched(&mut client, &config, CHANGED);
    assert_eq!(severities(&client.diagnostics(&uri)), [WARNING]);
    // Messages come beside diagnostics, before or after them.
    for _ in 0..2 {
        client.incoming("window/showMessage");
    }
    let all = client.take_waiting();
    let told = all
        .iter()
        .filter(|message| message["method"] == "window/showMessage");
    assert_eq!(told.count(), 0, "{all:?}");
}
