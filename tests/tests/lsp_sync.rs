//! Texts in the editor and in the server are the same, whatever the order and the encoding.

use herbrand_tests::Client;
use serde_json::{Value, json};

const URI: &str = "untitled:game";

fn debug_text(client: &mut Client, uri: &str) -> i64 {
    client.request(
        "herbrand/debug",
        json!({ "textDocument": { "uri": uri }, "action": "text" }),
    )
}

fn text(client: &mut Client, uri: &str) -> String {
    let id = debug_text(client, uri);
    client.answer(id)["result"]["text"]
        .as_str()
        .expect("a text")
        .to_owned()
}

fn with_encodings(encodings: &Value) -> (Client, Value) {
    let mut client = Client::start();
    let capabilities = json!({ "general": { "positionEncodings": encodings } });
    let result = client.initialize(&[], &capabilities, &json!({ "debugRequests": true }));
    (client, result["capabilities"]["positionEncoding"].clone())
}

#[test]
fn the_encoding_is_utf_8_where_offered_and_utf_16_where_nothing_is() {
    for (offered, chosen) in [
        (json!(["utf-16", "utf-8"]), "utf-8"),
        (json!(["utf-32", "utf-16"]), "utf-16"),
        (json!(["utf-32"]), "utf-32"),
        (json!([]), "utf-16"),
        (Value::Null, "utf-16"),
    ] {
        assert_eq!(with_encodings(&offered).1, chosen, "{offered}");
    }
}

/// Columns behind an emoji and an umlaut, on lines that end in each way, and behind U+2028,
/// which ends none.
#[test]
fn columns_count_in_the_encoding_that_was_agreed() {
    for (encoding, column) in [
        ("utf-8", 4 + 2 + 3),
        ("utf-16", 2 + 1 + 1),
        ("utf-32", 1 + 1 + 1),
    ] {
        let (mut client, _) = with_encodings(&json!([encoding]));
        client.open(URI, "; a\r\n; b\r;😀ä\u{2028}(p a)\n(q b)");
        client.edit(URI, 2, [2, 1 + column, 2, 1 + column], "X");
        client.edit(URI, 3, [3, 1, 3, 2], "r");
        assert_eq!(
            text(&mut client, URI),
            "; a\r\n; b\r;😀ä\u{2028}X(p a)\n(r b)",
            "{encoding}"
        );
    }
}

#[test]
fn positions_past_the_end_are_the_end() {
    let (mut client, _) = with_encodings(&json!(["utf-16"]));
    client.open(URI, "(p a)\r\n(q b)");
    client.edit(URI, 2, [0, 99, 0, 999], " ;end");
    client.edit(URI, 3, [7, 0, 99, 0], " ;more");
    assert_eq!(text(&mut client, URI), "(p a) ;end\r\n(q b) ;more");
}

/// A generator of numbers that is the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).expect("less than the bound")
    }
}

#[test]
fn each_read_in_a_burst_of_edits_sees_the_edits_before_it_and_no_other() {
    const EDITS: i32 = 20_000;
    let (mut client, _) = with_encodings(&json!(["utf-8"]));
    let mut expected = "(p a)\n(<= (q ?x) (p ?x))\n".to_owned();
    client.open(URI, &expected);
    let mut random = Random(42);
    let mut reads = Vec::new();
    for version in 2..EDITS + 2 {
        let pieces = ["(p b)\n", "(", ")", "?x ", "q", "\n", "; c\n"];
        let at = random.below(expected.len() + 1);
        let end = if expected.len() > 400 {
            expected.len().min(at + 40)
        } else {
            at
        };
        let position = |offset: usize| {
            let before = &expected[..offset];
            let line = before.matches('\n').count();
            let column = offset - before.rfind('\n').map_or(0, |end| end + 1);
            [u32::try_from(line).unwrap(), u32::try_from(column).unwrap()]
        };
        let ([line, column], [end_line, end_column]) = (position(at), position(end));
        let insert = pieces[random.below(pieces.len())];
        client.edit(URI, version, [line, column, end_line, end_column], insert);
        expected.replace_range(at..end, insert);
        if version % 40 == 0 {
            reads.push((debug_text(&mut client, URI), version, expected.clone()));
        }
    }
    assert_eq!(text(&mut client, URI), expected);
    let mut seen = 0;
    for (id, version, expected) in reads {
        let answer = client.answer(id);
        if answer.get("error").is_some() {
            assert_eq!(answer["error"]["code"], -32801, "{answer}");
            continue;
        }
        assert_eq!(answer["result"]["version"], version);
        assert_eq!(answer["result"]["text"], expected);
        seen += 1;
    }
    assert!(seen > 0, "some reads are faster than the next edit");
}

#[test]
fn a_change_that_cannot_be_decoded_is_logged_and_the_document_is_lost_until_it_comes_whole() {
    let (mut client, _) = with_encodings(&json!(["utf-16"]));
    client.open(URI, "(p a");
    assert_eq!(
        client.diagnostics(URI)["diagnostics"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    client.change(URI, 2, json!([{ "range": "here", "text": 7 }]));
    assert_eq!(client.diagnostics(URI)["diagnostics"], json!([]));
    client.log_line("textDocument/didChange cannot be decoded");
    let message = client.incoming("window/showMessage");
    assert!(
        message["params"]["message"]
            .as_str()
            .unwrap()
            .contains("close the file and open it again")
    );
    client.edit(URI, 3, [0, 0, 0, 1], "");
    let id = debug_text(&mut client, URI);
    assert_eq!(client.error_code(id), -32803);
    client.change(URI, 4, json!([{ "text": "(q b)" }]));
    assert_eq!(text(&mut client, URI), "(q b)");
}

#[test]
fn a_change_that_ends_before_it_starts_loses_the_document_and_opening_finds_it() {
    let (mut client, _) = with_encodings(&json!(["utf-16"]));
    client.open(URI, "(p a)");
    client.edit(URI, 2, [0, 3, 0, 1], "b");
    let id = debug_text(&mut client, URI);
    assert_eq!(client.error_code(id), -32803);
    client.close(URI);
    client.open(URI, "(p c)");
    assert_eq!(text(&mut client, URI), "(p c)");
}

#[test]
fn a_change_without_a_document_is_logged_and_nothing_breaks() {
    let (mut client, _) = with_encodings(&json!(["utf-16"]));
    client.edit(URI, 2, [0, 0, 0, 0], "b");
    client.log_line("is not open");
    client.close(URI);
    let id = debug_text(&mut client, URI);
    assert_eq!(client.error_code(id), -32602);
}

#[test]
fn spellings_of_a_uri_are_one_document_and_answers_use_the_clients_own() {
    let (mut client, _) = with_encodings(&json!(["utf-16"]));
    client.open("file:///c%3A/a.kif", "(p a)");
    client.edit("file:///C:/a.kif", 2, [0, 1, 0, 2], "q");
    assert_eq!(text(&mut client, "file:///c:/a.kif"), "(q a)");
    let found = client.call(
        "textDocument/definition",
        json!({ "textDocument": { "uri": "file:///c:/a.kif" }, "position": { "line": 0, "character": 1 } }),
    );
    assert_eq!(found[0]["uri"], "file:///c%3A/a.kif");
    assert_eq!(
        client.diagnostics("file:///c%3A/a.kif")["diagnostics"],
        json!([])
    );
}
