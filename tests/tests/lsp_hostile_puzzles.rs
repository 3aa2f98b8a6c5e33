//! Puzzles that nobody wants to see, and everybody types now and then.

use herbrand_tests::{Client, Typist, counting_puzzle};
use serde_json::{Value, json};

const URI: &str = "untitled:own.qprop";

/// A bit of everything.
const PUZZLE: &str = "\
// pieces\nuse \"m.qprop\"\nsort s = 1..3\nsort t = s + {red, blue}\nconst n = 2\nvar x, y: s\n\
pred l(a: s, b: t) | b =/= red\ngiven v(s, s) infix v\ngiven grid g \"1.\" \"2 3\"\n\
func at(s): s\ndefine far(x, y) iff not x v y and x < y\nv(1, 2) 1 v 3\n\
rule some: forall x | v(x, y) . exists! y in {1, n} . l(x, y) or at(x) = y + 1\n\
rule most: ∀ x, y: s . ¬l(x, red) ∧ x ≤ y ⇒ atmost n x1 | far(x1, x) . l(x1, blue)\n\
count(x | l(x, red)) + sum(x | v(x, 1) . at(x)) = 3; not (l(1, 2) iff l(2, 1)) …\n\
show l, at\nshow grid r in 1..3, c in 1..3 : c where v(r, c)\ncheck models >= 1\n\
check proves exists x . l(x, 2)\n";

fn ready() -> Client {
    let actions = json!({ "codeActionKind": { "valueSet": ["quickfix"] } });
    Client::initialized(
        &json!({
            "general": { "positionEncodings": ["utf-8"] },
            "textDocument": {
                "publishDiagnostics": { "versionSupport": true },
                "codeAction": { "codeActionLiteralSupport": actions },
            },
        }),
        &json!({ "diagnostics": { "pause": 0 }, "grounding": { "pause": 0 } }),
    )
}

/// One request for each feature at a position.
fn ask_everything(client: &mut Client, uri: &str, line: usize, character: usize) -> Vec<i64> {
    let document = json!({ "uri": uri });
    let position = json!({ "line": line, "character": character });
    let at = json!({ "textDocument": document, "position": position });
    let mut references = at.clone();
    references["context"] = json!({ "includeDeclaration": true });
    let actions = json!({
        "textDocument": document,
        "range": { "start": { "line": 0, "character": 0 }, "end": position },
        "context": { "diagnostics": [] },
    });
    let document = json!({ "textDocument": document });
    let mut formatting = document.clone();
    formatting["options"] = json!({ "tabSize": 2, "insertSpaces": true });
    vec![
        client.request("textDocument/hover", at.clone()),
        client.request("textDocument/definition", at.clone()),
        client.request("textDocument/documentHighlight", at),
        client.request("textDocument/references", references),
        client.request("textDocument/codeAction", actions),
        client.request("textDocument/documentSymbol", document.clone()),
        client.request("textDocument/codeLens", document),
        client.request("textDocument/formatting", formatting),
    ]
}

fn assert_answered(client: &mut Client, ids: Vec<i64>, what: &str) {
    for id in ids {
        let answer = client.answer(id);
        assert!(answer.get("error").is_none(), "{what}: {answer}");
    }
    // Reports that nobody waits for.
    client.take_waiting();
}

/// The line and column of an offset, in bytes.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count(), offset - start)
}

#[test]
fn every_feature_answers_in_every_state_of_a_puzzle_that_is_typed() {
    let mut client = ready();
    client.open(URI, "");
    let ends = PUZZLE.char_indices().map(|(at, _)| at);
    for (version, end) in (2..).zip(ends.chain([PUZZLE.len()])) {
        let typed = &PUZZLE[..end];
        client.change(URI, version, json!([{ "text": typed }]));
        let (line, column) = place(typed, end);
        let ids = ask_everything(&mut client, URI, line, column);
        assert_answered(&mut client, ids, typed);
    }
}

#[test]
fn every_feature_answers_where_a_sign_is_missing() {
    let mut client = ready();
    client.open(URI, "");
    for (version, (at, sign)) in (2..).zip(PUZZLE.char_indices()) {
        let mut text = PUZZLE.to_owned();
        text.replace_range(at..at + sign.len_utf8(), "");
        client.change(URI, version, json!([{ "text": text }]));
        let (line, column) = place(&text, at);
        let ids = ask_everything(&mut client, URI, line, column);
        assert_answered(&mut client, ids, &text);
    }
}

#[test]
fn nested_formulas_are_no_trouble() {
    let mut client = ready();
    client.open(URI, "pred p\nrule a: p\n");
    for (version, sign) in (2..).zip(["(", "not ", "forall x . ", "p implies ", "-"]) {
        let text = format!("pred p\nrule a: {}p\n", sign.repeat(5_000));
        client.change(URI, version, json!([{ "text": text }]));
        let ids = ask_everything(&mut client, URI, 1, 4_000);
        assert_answered(&mut client, ids, sign);
    }
}

/// What is said of a text that is opened as it is.
fn from_scratch(text: &str) -> Value {
    let mut client = ready();
    client.open(URI, text);
    client.diagnostics(URI)["diagnostics"].take()
}

#[test]
fn reports_after_random_typing_are_those_of_the_text() {
    for seed in 1..=4 {
        let mut text = format!("{PUZZLE}{}", counting_puzzle(60)).replace("use \"m.qprop\"", "");
        // What is found in the background comes when it will.
        let settings =
            json!({ "diagnostics": { "pause": 0 }, "grounding": { "background": false } });
        let capabilities = json!({
            "general": { "positionEncodings": ["utf-8"] },
            "textDocument": { "publishDiagnostics": { "versionSupport": true } },
        });
        let mut client = Client::initialized(&capabilities, &settings);
        client.open(URI, &text);
        let mut typist = Typist::new(seed);
        let mut version = 1;
        for _ in 0..150 {
            let key = typist.next(&text);
            let ((line, column), (end_line, end_column)) =
                (place(&text, key.start), place(&text, key.end));
            let range = [line, column, end_line, end_column];
            version += 1;
            client.edit(URI, version, range.map(|at| at as u32), &key.insert);
            text.replace_range(key.start..key.end, &key.insert);
        }
        let mut report = client.diagnostics(URI);
        while report["version"] != version {
            report = client.diagnostics(URI);
        }
        let mut fresh = Client::initialized(&capabilities, &settings);
        fresh.open(URI, &text);
        let expected = fresh.diagnostics(URI)["diagnostics"].take();
        assert_eq!(report["diagnostics"], expected, "seed {seed}: {text}");
    }
    assert_ne!(
        from_scratch("rule a: b\n"),
        json!([]),
        "something is said at all"
    );
}
