//! Grounding in the background, over standard input and output.

use herbrand_tests::{Client, endless_program};
use serde_json::{Value, json};

const URI: &str = "untitled:family.kif";

/// Ada, Ben, Cem and Dora are a line: three children, two grandchildren, six descendants.
const FAMILY: &str = "\
(parent ada ben)
(parent ben cem)
(parent cem dora)
(<= (grandparent ?x ?z)
    (parent ?x ?y)
    (parent ?y ?z))
(<= (ancestor ?x ?y) (parent ?x ?y))
(<= (ancestor ?x ?z) (parent ?x ?y) (ancestor ?y ?z))
(<= (orphan ?x) (parent eve ?x))
";

/// Settings under which that takes for ever.
fn patient() -> Value {
    let most = u64::MAX;
    json!({ "pause": 0, "limits": { "instances": most, "steps": most, "atoms": most } })
}

fn client(grounding: &Value) -> Client {
    let capabilities = json!({
        "general": { "positionEncodings": ["utf-8"] },
        "textDocument": { "hover": { "contentFormat": ["markdown"] } },
        "window": { "workDoneProgress": true },
        "workspace": { "codeLens": { "refreshSupport": true } },
    });
    let options = json!({ "diagnostics": { "pause": 0 }, "grounding": grounding });
    Client::initialized(&capabilities, &options)
}

fn hover(client: &mut Client, line: u32, character: u32) -> String {
    let at = json!({
        "textDocument": { "uri": URI },
        "position": { "line": line, "character": character },
    });
    let hover = client.call("textDocument/hover", at);
    hover["contents"]["value"]
        .as_str()
        .expect("a text")
        .to_owned()
}

/// Waits until the server says that lenses, so also hovers, have something new to say.
fn wait_until_grounded(client: &mut Client) {
    let request = client.incoming("workspace/codeLens/refresh");
    client.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": null }));
}

#[test]
fn a_rule_shows_its_instances_and_what_its_variables_range_over() {
    let mut client = client(&json!({ "pause": 0 }));
    client.open(URI, FAMILY);
    wait_until_grounded(&mut client);
    let text = hover(&mut client, 3, 5);
    assert!(
        text.contains("- 2 atoms hold: `(grandparent ada cem)`, `(grandparent ben dora)`"),
        "{text}"
    );
    assert!(text.contains("**2 ground instances**"), "{text}");
    assert!(
        text.contains("- `(<= (grandparent ada cem) (parent ada ben) (parent ben cem))`"),
        "{text}"
    );
    assert!(
        text.contains("- `?y` ranges over 2 terms: `ben`, `cem`"),
        "{text}"
    );
    let text = hover(&mut client, 3, 1);
    assert!(
        text.contains("**2 ground instances**"),
        "the sign of the rule: {text}"
    );
    let text = hover(&mut client, 4, 15);
    assert!(
        text.contains("- ranges over 2 terms: `ben`, `cem`"),
        "{text}"
    );
}

#[test]
fn a_rule_that_never_holds_says_which_literal_fails_and_why() {
    let mut client = client(&json!({ "pause": 0 }));
    client.open(URI, FAMILY);
    wait_until_grounded(&mut client);
    let why = "argument 1 of `parent/2` is one of 3 terms: `ada`, `ben`, `cem`";
    let text = hover(&mut client, 8, 6);
    assert!(text.contains("- no atom holds\n"), "{text}");
    assert!(text.contains("**no ground instance**"), "{text}");
    assert!(
        text.contains(&format!("- `(parent eve ?x)`: never holds: {why}")),
        "{text}"
    );
    let text = hover(&mut client, 8, 18);
    assert!(text.contains("- 3 atoms hold: "), "{text}");
    assert!(text.contains(&format!("- never holds: {why}")), "{text}");
    let text = hover(&mut client, 6, 25);
    assert!(!text.contains("never holds"), "this one does: {text}");
}

/// However many instances there are, up to what a look can tell.
#[test]
fn ranges_of_many_instances_are_exact() {
    let numbers: String = (0..80).map(|number| format!("(n {number})\n")).collect();
    let mut client = client(&json!({ "pause": 0 }));
    client.open(
        URI,
        &format!("(<= (p ?x ?y) (n ?x) (n ?y) (distinct ?x 5))\n{numbers}"),
    );
    wait_until_grounded(&mut client);
    let text = hover(&mut client, 0, 5);
    assert!(text.contains("**6,320 ground instances**"), "{text}");
    assert!(
        text.contains("- `?x` ranges over 79 terms: `0`, `1`, `2`, `3`, `4`, …"),
        "{text}"
    );
    let text = hover(&mut client, 0, 10);
    assert!(
        text.contains("- ranges over 80 terms: `0`, `1`, `2`, `3`, `4`, …"),
        "{text}"
    );
}

/// Where they are too many, it says so.
#[test]
fn ranges_of_too_many_instances_are_not_told_and_that_is_said() {
    let numbers: String = (0..600).map(|number| format!("(n {number})\n")).collect();
    let mut client = client(&json!({ "pause": 0 }));
    client.open(URI, &format!("(<= (p ?x ?y) (n ?x) (n ?y))\n{numbers}"));
    wait_until_grounded(&mut client);
    let said =
        "what the variables range over: not looked up in 360,000 ground instances of the rule";
    let text = hover(&mut client, 0, 5);
    assert!(text.contains(said), "{text}");
    let text = hover(&mut client, 0, 10);
    let said = "- what it ranges over: not looked up in 360,000 ground instances of the rule";
    assert!(text.contains(said), "{text}");
}

#[test]
fn no_hover_shows_numbers_of_another_text() {
    let mut client = client(&json!({ "pause": 0 }));
    client.open(URI, "(p 0)\n(<= (q ?x) (p ?x))\n");
    wait_until_grounded(&mut client);
    let at = json!({ "textDocument": { "uri": URI }, "position": { "line": 1, "character": 5 } });
    let mut asked = Vec::new();
    for version in 2..40 {
        // The hover is asked for when the server has hardly seen the edit.
        let id = client.batch(|client| {
            client.edit(URI, version, [0, 0, 0, 0], &format!("(p {version}) "));
            client.request("textDocument/hover", at.clone())
        });
        asked.push((version, id));
        if version % 2 == 0 {
            wait_until_grounded(&mut client);
        }
    }
    for (version, id) in asked {
        let answer = client.answer(id);
        if answer["error"]["code"] == -32801 {
            continue;
        }
        let text = answer["result"]["contents"]["value"]
            .as_str()
            .expect("a text");
        let fresh = format!("**{version} ground instances**");
        assert!(
            text.contains("still being computed") || text.contains(&fresh),
            "{version}: {text}"
        );
    }
}

#[test]
fn an_edit_stops_the_grounding_that_it_makes_stale() {
    let mut client = client(&patient());
    client.open(URI, &endless_program());
    client.log_line("grounding untitled:family.kif, generation 1");
    let text = hover(&mut client, 2_000, 5);
    assert!(text.contains("- atoms: still being computed"), "{text}");
    assert!(
        text.contains("**ground instances** of this rule: still being computed"),
        "{text}"
    );
    client.edit(URI, 2, [2_000, 17, 2_000, 50], "");
    client.log_line("stopped grounding untitled:family.kif, generation 1");
    wait_until_grounded(&mut client);
    let text = hover(&mut client, 2_000, 5);
    assert!(text.contains("- 2,000 atoms hold"), "{text}");
}

/// Where it takes long, and not before.
#[test]
fn the_user_sees_how_far_the_background_is_and_can_stop_it() {
    let mut client = client(&patient());
    client.open(URI, &endless_program());
    let create = client.incoming("window/workDoneProgress/create");
    let token = &create["params"]["token"];
    client.send(&json!({ "jsonrpc": "2.0", "id": create["id"], "result": null }));
    let begin = client.incoming("$/progress")["params"].take();
    let title = json!({
        "kind": "begin", "title": "Grounding family.kif", "cancellable": true, "percentage": 0,
    });
    assert_eq!((&begin["token"], &begin["value"]), (token, &title));
    let report = client.incoming("$/progress")["params"]["value"].take();
    let said = report["message"].as_str().expect("a message");
    assert!(
        said.contains(" atoms, ") && said.ends_with(" rule instances"),
        "{said}"
    );
    let text = hover(&mut client, 2_000, 7);
    assert!(
        text.contains("- what it ranges over: still being computed"),
        "{text}"
    );
    client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    client.wait("the end", |message| {
        message["method"] == "$/progress" && message["params"]["value"]["kind"] == "end"
    });
    wait_until_grounded(&mut client);
    let text = hover(&mut client, 2_000, 5);
    assert!(text.contains("- atoms: not computed: stopped\n"), "{text}");
}

#[test]
fn a_closed_document_is_not_grounded() {
    let mut client = client(&patient());
    client.open(URI, &endless_program());
    client.log_line("grounding untitled:family.kif, generation 1");
    client.close(URI);
    client.log_line("stopped grounding untitled:family.kif, generation 1");
    client.open(URI, FAMILY);
    wait_until_grounded(&mut client);
    assert!(hover(&mut client, 3, 5).contains("**2 ground instances**"));
}

#[test]
fn a_limit_is_told_with_what_explodes_and_what_raises_it() {
    let mut client = client(&json!({ "pause": 0, "limits": { "instances": 7 } }));
    client.open(URI, "(n 1) (n 2) (n 3)\n(<= (p ?x ?y) (n ?x) (n ?y))\n");
    wait_until_grounded(&mut client);
    let why = "not computed: the limit of 7 rule instances is reached in a rule for `(p ?x ?y)`; \
               raise it with the setting `grounding.limits.instances`";
    let text = hover(&mut client, 1, 5);
    assert!(text.contains(&format!("- atoms: {why}\n")), "{text}");
    assert!(
        text.contains("- `?x` ranges over 3 terms: 1, 2, 3\n"),
        "{text}"
    );
    assert_eq!(lens_titles(&mut client), ["1 rule · too many to ground"]);
}

#[test]
fn a_text_without_a_meaning_is_not_grounded() {
    let mut client = client(&json!({ "pause": 0 }));
    client.open(URI, "(n 1)\n(<= (p ?x) (not (n ?x)))\n");
    wait_until_grounded(&mut client);
    let text = hover(&mut client, 1, 5);
    assert!(
        text.contains("- atoms: not computed while line 2 is wrong: "),
        "{text}"
    );
}

#[test]
fn what_rests_on_data_that_are_not_given_has_no_counts() {
    let mut client = client(&json!({ "pause": 0 }));
    client.open(
        URI,
        "; herbrand: input e/2\n(<= (p ?x) (e ?x ?x))\n(n 1)\n(<= (q ?x) (n ?x))\n",
    );
    wait_until_grounded(&mut client);
    let text = hover(&mut client, 1, 5);
    let said = "they rest on data, which the file does not give";
    for part in [
        format!("\n- atoms: {said}\n"),
        format!("\n**ground instances** of this rule: {said}\n"),
    ] {
        assert!(text.contains(&part), "{text}");
    }
    assert_eq!(lens_titles(&mut client), ["1 rule", "1 rule · 1 ground"]);
}

#[test]
fn nothing_is_grounded_where_the_user_does_not_want_it() {
    let mut client = client(&json!({ "background": false }));
    client.open(URI, FAMILY);
    client.diagnostics(URI);
    let text = hover(&mut client, 3, 5);
    assert!(
        !text.contains("computed") && !text.contains("hold"),
        "{text}"
    );
    assert_eq!(lens_titles(&mut client), ["1 rule", "2 rules", "1 rule"]);
}

#[test]
fn lenses_count_the_instances_of_all_rules_of_a_relation() {
    let mut client = client(&json!({ "pause": 0 }));
    client.open(URI, FAMILY);
    wait_until_grounded(&mut client);
    let titles = lens_titles(&mut client);
    assert_eq!(
        titles,
        [
            "1 rule · 2 ground",
            "2 rules · 6 ground",
            "1 rule · 0 ground"
        ]
    );
    client.edit(URI, 2, [0, 0, 0, 0], "(parent eve ada)\n");
    wait_until_grounded(&mut client);
    let titles = lens_titles(&mut client);
    assert_eq!(
        titles,
        [
            "1 rule · 3 ground",
            "2 rules · 10 ground",
            "1 rule · 1 ground"
        ]
    );
}

#[test]
fn lenses_stand_above_the_first_rule_and_say_nothing_until_asked() {
    let mut client = client(&patient());
    client.open(URI, &endless_program());
    client.log_line("grounding untitled:family.kif");
    let lenses = client.call(
        "textDocument/codeLens",
        json!({ "textDocument": { "uri": URI } }),
    );
    let start = json!({ "line": 2_000, "character": 5 });
    assert_eq!(lenses[0]["range"]["start"], start);
    assert_eq!(lenses.as_array().map(Vec::len), Some(1));
    assert!(lenses[0].get("command").is_none());
    let resolved = client.call("codeLens/resolve", lenses[0].clone());
    assert_eq!(resolved["command"]["title"], "1 rule · being grounded");
    let other = client.request("codeLens/resolve", json!({ "range": lenses[0]["range"] }));
    assert_eq!(client.error_code(other), -32602);
}

fn lens_titles(client: &mut Client) -> Vec<String> {
    let lenses = client.call(
        "textDocument/codeLens",
        json!({ "textDocument": { "uri": URI } }),
    );
    let lenses = lenses.as_array().expect("lenses").clone();
    let resolved = lenses
        .into_iter()
        .map(|lens| client.call("codeLens/resolve", lens));
    resolved
        .map(|lens| {
            lens["command"]["title"]
                .as_str()
                .expect("a title")
                .to_owned()
        })
        .collect()
}

#[test]
fn a_rule_whose_literals_never_hold_together_says_where_it_breaks_off() {
    let mut client = client(&json!({ "pause": 0 }));
    client.open(URI, "(p a) (p b)\n(q c)\n(<= (r ?x) (p ?x) (q ?x))\n");
    wait_until_grounded(&mut client);
    let text = hover(&mut client, 2, 5);
    assert!(
        text.contains("- `(q ?x)` fails where `(p ?x)` holds: `(q a)`, `(q b)`"),
        "{text}"
    );
    let text = hover(&mut client, 2, 19);
    assert!(
        text.contains("- here it fails where `(p ?x)` holds: `(q a)`, `(q b)`"),
        "{text}"
    );
}

/// A counter of three steps: it starts at 1, `tick` adds one, and 4 has no successor.
const COUNTER: &str = "\
(role robot)
(init (at 1))
(succ 1 2) (succ 2 3) (succ 3 4)
(legal robot tick)
(<= (next (at ?n)) (does robot tick) (true (at ?m)) (succ ?m ?n))
(<= (legal robot rest) (true (at 5)))
(<= terminal (true (at 4)))
(goal robot 100)
";

#[test]
fn a_game_is_grounded_over_all_that_can_ever_hold() {
    let mut client = client(&json!({ "pause": 0 }));
    client.open(URI, COUNTER);
    wait_until_grounded(&mut client);
    let text = hover(&mut client, 4, 5);
    assert!(
        text.contains("- 3 atoms can hold: `(next (at 2))`, "),
        "{text}"
    );
    assert!(text.contains("**3 ground instances**"), "{text}");
    assert!(
        text.contains("- `?m` ranges over 3 terms: `1`, `2`, `3`"),
        "{text}"
    );
    let why = "never holds: argument 1 of `true/1` is one of 4 terms: `(at 1)`, `(at 2)`, ";
    let text = hover(&mut client, 5, 24);
    assert!(text.contains(why), "{text}");
    let titles = lens_titles(&mut client);
    assert_eq!(
        titles,
        [
            "1 rule · 3 ground",
            "1 rule · 0 ground",
            "1 rule · 1 ground"
        ]
    );
}

/// Ada's pet is misspelt: nobody owns a `cta`.
const PETS: &str = "\
(owner ann cat)
(owner ben dog)
(<= (catty ?x) (owner ?x cta))
(<= (calm ?x) (catty ?x))
";

/// A client that is told of diagnostics, or asks for them.
fn reported(pulls: bool) -> Client {
    let mut capabilities = json!({
        "general": { "positionEncodings": ["utf-8"] },
        "textDocument": { "publishDiagnostics": { "versionSupport": true }, "codeAction": { "codeActionLiteralSupport": {
            "codeActionKind": { "valueSet": ["quickfix"] } } } },
    });
    if pulls {
        capabilities["textDocument"]["diagnostic"] = json!({});
        capabilities["workspace"] = json!({ "diagnostics": { "refreshSupport": true } });
    }
    let options = json!({ "diagnostics": { "pause": 0 }, "grounding": { "pause": 0 } });
    Client::initialized(&capabilities, &options)
}

/// The code and the message of each.
fn messages(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let found = report.as_array().expect("diagnostics").iter();
    found
        .map(|found| (text(&found["code"]), text(&found["message"])))
        .filter(|(code, _)| code == "never-true" || code == "unused-allow")
        .collect()
}

/// Waits for a report of a version with so many reports of what the text grounds to.
fn wait_for(client: &mut Client, version: i32, number: usize) -> Value {
    loop {
        let report = client.diagnostics(URI);
        if report["version"] == version && messages(&report["diagnostics"]).len() == number {
            return report["diagnostics"].clone();
        }
    }
}

const NEVER: &str = "`(owner ?x cta)` never holds: argument 2 of `owner` is never `cta`";

#[test]
fn what_never_holds_is_reported_when_that_is_known_and_goes_with_the_edit() {
    let mut client = reported(false);
    client.open(URI, PETS);
    let found = wait_for(&mut client, 1, 1);
    let (code, message) = messages(&found).remove(0);
    assert_eq!(code, "never-true");
    assert!(message.starts_with(NEVER), "{message}");
    assert_eq!(
        found[0]["range"],
        json!({ "start": { "line": 2, "character": 15 }, "end": { "line": 2, "character": 29 } })
    );
    let actions = client.call(
        "textDocument/codeAction",
        json!({ "textDocument": { "uri": URI }, "range": found[0]["range"],
            "context": { "diagnostics": found } }),
    );
    let actions = actions.as_array().expect("actions").clone();
    let titles: Vec<_> = actions.iter().map(|action| &action["title"]).collect();
    assert_eq!(titles, ["change it to `cat`", "allow `never-true` here"]);
    let edit = &actions[0]["edit"]["changes"][URI][0];
    assert_eq!(edit["newText"], "cat");
    client.edit(URI, 2, [2, 25, 2, 28], "cat");
    wait_for(&mut client, 2, 0);
    client.edit(URI, 3, [2, 25, 2, 28], "cow");
    let found = wait_for(&mut client, 3, 1);
    assert!(messages(&found)[0].1.contains("never `cow`"), "{found}");
}

#[test]
fn a_directive_that_allows_what_never_holds_is_left_over_when_it_does() {
    let mut client = reported(false);
    let text = PETS.replace("(<= (catty", "; herbrand: allow never-true\n(<= (catty");
    client.open(URI, &text);
    wait_for(&mut client, 1, 0);
    client.edit(URI, 2, [3, 25, 3, 28], "cat");
    let found = wait_for(&mut client, 2, 1);
    assert_eq!(messages(&found)[0].0, "unused-allow");
}

#[test]
fn a_client_that_asks_is_told_to_ask_again_when_it_is_known() {
    let mut client = reported(true);
    client.open(URI, PETS);
    let request = client.incoming("workspace/diagnostic/refresh");
    client.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": null }));
    let report = client.call(
        "textDocument/diagnostic",
        json!({ "textDocument": { "uri": URI } }),
    );
    let found = messages(&report["items"]);
    assert_eq!(found.len(), 1, "{report}");
    assert!(found[0].1.starts_with(NEVER), "{report}");
}

#[test]
fn what_grows_without_end_is_reported_though_grounding_stops() {
    let mut client = reported(false);
    client.open(URI, "(p a)\n(<= (p (f ?x)) (p ?x))\n");
    let grown = loop {
        let report = client.diagnostics(URI);
        let found = report["diagnostics"].as_array().expect("a list").clone();
        let grown = found
            .into_iter()
            .find(|found| found["code"] == "unbounded-terms");
        if let Some(grown) = grown {
            break grown;
        }
    };
    assert_eq!(
        grown["message"]
            .as_str()
            .and_then(|text| text.lines().next()),
        Some("this rule builds ever larger terms: `(p (f a))`, then `(p (f (f a)))`")
    );
    assert_eq!(
        grown["range"]["start"],
        json!({ "line": 1, "character": 4 })
    );
}
