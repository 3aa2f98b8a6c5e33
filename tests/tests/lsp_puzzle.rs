//! What a puzzle grounds to, in an editor.

use herbrand_tests::{Client, Folder};
use serde_json::{Value, json};

const URI: &str = "untitled:rooks.qprop";

/// Two rooks on four fields: one in each row, none above another.
const ROOKS: &str = "\
sort s = 1..2
var x, y: s
pred l(s, s)
rule row: forall x . exists y . l(x, y)
rule column: forall x . not (l(1, x) and l(2, x))
";

fn client(settings: &Value) -> Client {
    let capabilities = json!({
        "general": { "positionEncodings": ["utf-8"] },
        "textDocument": { "hover": { "contentFormat": ["markdown"] } },
    });
    Client::initialized(&capabilities, settings)
}

/// Grounds at once.
fn eager() -> Client {
    client(&json!({ "diagnostics": { "pause": 0 }, "grounding": { "pause": 0 } }))
}

fn hover(client: &mut Client, line: u32, character: u32) -> String {
    let params = json!({
        "textDocument": { "uri": URI },
        "position": { "line": line, "character": character },
    });
    let found = client.call("textDocument/hover", params);
    found["contents"]["value"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

fn ground(client: &mut Client, form: &str) -> Value {
    let argument = json!({ "uri": URI, "form": form });
    client.call(
        "workspace/executeCommand",
        json!({ "command": "herbrand.ground", "arguments": [argument] }),
    )
}

#[test]
fn hovers_tell_what_a_puzzle_grounds_to_until_the_next_edit() {
    let mut client = eager();
    client.open(URI, ROOKS);
    client.log_line("grounded untitled:rooks.qprop, generation 1: 4 atoms");
    let told = hover(&mut client, 3, 11);
    assert!(told.contains("- here a conjunction (`∧`) of 2\n"), "{told}");
    assert!(told.contains("- `x = 1`: `l#1#1 or l#1#2`\n"), "{told}");
    let told = hover(&mut client, 3, 5);
    assert!(told.contains("- 2 clauses, 50.0 % of all 4\n"), "{told}");
    client.edit(URI, 2, [0, 12, 0, 13], "3");
    client.log_line("grounded untitled:rooks.qprop, generation 2: 9 atoms");
    let told = hover(&mut client, 3, 11);
    assert!(told.contains("- here a conjunction (`∧`) of 3\n"), "{told}");
    // A text without a meaning.
    client.edit(URI, 3, [2, 5, 2, 6], "m");
    let told = hover(&mut client, 3, 11);
    let waiting = told.contains("what it becomes: still being computed");
    let obstructed = told.contains("what it becomes: not computed while line 4 is wrong");
    assert!(waiting || obstructed, "{told}");
}

#[test]
fn hovers_tell_which_limit_ended_a_grounding_and_what_raises_it() {
    let limits = json!({ "instances": 5 });
    let mut client = client(&json!({
        "diagnostics": { "pause": 0 },
        "grounding": { "pause": 0, "limits": limits },
    }));
    client.open(URI, ROOKS);
    client.log_line("grounded untitled:rooks.qprop, generation 1");
    let told = hover(&mut client, 3, 11);
    let why = "`row` has more instances than the limit, and `x` has 2 values; raise it with the \
               setting `grounding.limits.instances`";
    assert!(told.contains(why), "{told}");
}

/// The codes of a report.
fn codes(report: &Value) -> Vec<&str> {
    let items = report["diagnostics"].as_array().expect("diagnostics");
    items
        .iter()
        .filter_map(|item| item["code"].as_str())
        .collect()
}

fn expect(client: &mut Client, uri: &str, expected: &[&str]) -> Value {
    client.wait(&format!("{expected:?} of {uri}"), |message| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["uri"] == uri
            && codes(&message["params"]) == expected
    })["params"]
        .take()
}

#[test]
fn what_grounding_finds_is_reported_until_the_next_edit() {
    let mut client = eager();
    let text = format!("{ROOKS}given g(s)\ng(2)\nrule next: forall x | g(x) . l(x + 1, x)\n");
    client.open(URI, &text);
    let report = expect(
        &mut client,
        URI,
        &["always-false", "out-of-domain-argument"],
    );
    let item = &report["diagnostics"][1];
    assert_eq!(item["range"]["start"]["line"], 7);
    let message = item["message"].as_str().expect("a message");
    assert!(message.contains("`x = 2`"), "{message}");
    client.edit(URI, 2, [6, 2, 6, 3], "1");
    expect(&mut client, URI, &[]);
}

#[test]
fn what_is_wrong_in_a_model_is_reported_where_its_instance_uses_it() {
    let model = "const n\nsort s = 1..2\nvar x: s\npred p(s)\nrule a: forall x . p(x + n)\n";
    let folder = Folder::new(&[("model.qprop", model)]);
    let (open, own) = (folder.uri("model.qprop"), folder.uri("own.qprop"));
    let mut client = eager();
    client.open(&open, model);
    expect(&mut client, &open, &[]);
    client.log_line("grounded");
    client.open(&own, "use \"model.qprop\"\nconst n = 1\n");
    expect(
        &mut client,
        &own,
        &["always-false", "out-of-domain-argument"],
    );
    client.edit(&own, 2, [1, 10, 1, 11], "0");
    expect(&mut client, &own, &[]);
}

#[test]
fn a_grounding_follows_the_files_that_a_puzzle_uses() {
    let folder = Folder::new(&[("size.qprop", "sort s = 1..2\n")]);
    let mut client = eager();
    let rooks = folder.uri("rooks.qprop");
    client.open(
        &rooks,
        &ROOKS.replace("sort s = 1..2", "use \"size.qprop\""),
    );
    client.log_line(": 4 atoms");
    client.open(&folder.uri("size.qprop"), "sort s = 1..4\n");
    client.log_line(": 16 atoms");
}

#[test]
fn the_ground_expansion_is_written_in_each_form() {
    let mut client = client(&json!({ "grounding": { "background": false } }));
    client.open(URI, ROOKS);
    let prop = "\
// rooks.qprop, version 1: 4 atoms, 4 clauses

// rule row: forall x . exists y . l(x, y) // rooks.qprop:4
  l#1#1 or l#1#2
  l#2#1 or l#2#2

// rule column: forall x . not (l(1, x) and l(2, x)) // rooks.qprop:5
  not (l#1#1 and l#2#1)
  not (l#1#2 and l#2#2)
";
    let told = ground(&mut client, "prop");
    assert_eq!(told["text"], prop);
    assert_eq!(told["complete"], true);
    let none = Value::Null;
    let sources = json!([none, none, 3, 3, 3, none, 4, 4, 4]);
    assert_eq!(told["sources"], sources);
    let signed = prop
        .replace("(l#1#1 and l#2#1)", "l#1#1 or not l#2#1")
        .replace("(l#1#2 and l#2#2)", "l#1#2 or not l#2#2");
    assert_eq!(ground(&mut client, "nnf")["text"], signed);
    assert_eq!(ground(&mut client, "cnf")["text"], signed);
    let argument = json!({ "uri": URI, "maxLines": 4 });
    let told = client.call(
        "workspace/executeCommand",
        json!({ "command": "herbrand.ground", "arguments": [argument] }),
    );
    assert_eq!(told["complete"], false);
    let text = told["text"].as_str().expect("a text");
    let end = "  l#1#1 or l#1#2\n// and so on: the limit of 4 lines is reached; raise it with the \
               setting `grounding.maxLines`\n";
    assert!(text.ends_with(end), "{text}");
}
