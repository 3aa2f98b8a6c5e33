//! What commands write as JSON about puzzles and games is as the schemas say.

use std::fs;
use std::path::Path;

use herbrand_tests::schema::{check, faults};
use herbrand_tests::{Ended, run};
use serde_json::{Value, json};

/// Two lamps of three, of which data rule one out.
const LAMPS: &str = "\
sort place = 1..3
pred lit(place)
func colour(place): hue
sort hue = {red, green}
given broken(place)
broken(2)
rule two: exactly 2 x: place . lit(x)
rule off: forall x: place | broken(x) . not lit(x)
rule same: forall x, y: place . colour(x) = colour(y)
show grid x in 1..1, y in 1..3 : y where lit(y)
show lit, colour
";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a directory");
    fs::write(folder.path().join("lamps.qprop"), LAMPS).expect("written");
    let dark = format!("{LAMPS}rule dark: not lit(1)\n");
    fs::write(folder.path().join("dark.qprop"), dark).expect("written");
    folder
}

/// The document of a run, held against a schema; and the schema refuses it with any key left out
/// that it asks for, and with one more.
#[track_caller]
fn checked(folder: &Path, schema: &str, args: &[&str]) -> Value {
    let ended: Ended = run(folder, &[args, &["--format", "json"]].concat());
    let document = ended.json();
    check(schema, &document);
    let mut more = document.clone();
    more["surplus"] = json!(1);
    assert_ne!(faults(schema, &more), [""; 0], "{schema}");
    document
}

#[test]
fn answers_about_puzzles() {
    let folder = folder();
    let folder = folder.path();
    let solved = checked(folder, "solve", &["solve", "lamps.qprop", "--all"]);
    assert_eq!(solved["models"].as_array().map(Vec::len), Some(2));
    assert_eq!(solved["complete"], true);
    let counted = checked(folder, "solve", &["solve", "lamps.qprop", "--count"]);
    assert_eq!(counted["count"], 2);
    let none = checked(folder, "solve", &["solve", "dark.qprop"]);
    assert_eq!(none["status"], "unsatisfiable");
    let proved = checked(folder, "prove", &["prove", "lamps.qprop", "lit(3)"]);
    assert_eq!(proved["status"], "entailed");
    let open = checked(
        folder,
        "prove",
        &["prove", "lamps.qprop", "colour(1) = red"],
    );
    assert_eq!(open["status"], "open");
    fs::write(folder.join("model.txt"), "lit(1) lit(2)").expect("written");
    let args = ["check", "lamps.qprop", "--model", "model.txt"];
    let violated = checked(folder, "check", &args);
    assert_eq!(violated["status"], "violated");
    assert_eq!(violated["open"], json!(["`colour`"]));
}

#[test]
fn clauses_of_puzzles_with_where_they_come_from() {
    let folder = folder();
    let plain = checked(folder.path(), "clauses", &["ground", "lamps.qprop"]);
    assert_eq!(plain["constraints"][1].get("origins"), None);
    let args = ["ground", "lamps.qprop", "--origins"];
    let told = checked(folder.path(), "clauses", &args);
    assert_eq!(
        told["constraints"][1]["clauses"].as_array().map(Vec::len),
        Some(1)
    );
    assert_eq!(told["constraints"][1]["origins"], json!([{"x": "2"}]));
    // Each of the pairs of places says four things of two hues; twice the same is no clause.
    let same = &told["constraints"][2];
    let origins = same["origins"].as_array().expect("a list");
    assert_eq!(
        origins.len(),
        same["clauses"].as_array().map_or(0, Vec::len)
    );
    assert!(origins.contains(&json!({"x": "1", "y": "3"})), "{same:#}");
}

#[test]
fn networks_of_games() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let game = "examples/games/lights.kif";
    let network = checked(&root, "network", &["ground", game]);
    assert_eq!(network["format"], "herbrand-network");
}
