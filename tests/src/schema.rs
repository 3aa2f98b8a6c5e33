//! The schemas of what commands write as JSON.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// Holds a document against the schema of this name in `docs/schemas`.
///
/// # Panics
/// If it is not as the schema says.
#[track_caller]
pub fn check(name: &str, document: &Value) {
    let faults = faults(name, document);
    assert!(faults.is_empty(), "{name}: {faults:#?}\n{document:#}");
}

/// What a document has that the schema of this name does not allow.
///
/// # Panics
/// If there is no such schema.
pub fn faults(name: &str, document: &Value) -> Vec<String> {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas");
    let schema = fs::read_to_string(schemas.join(format!("{name}.schema.json")));
    let schema = serde_json::from_str(&schema.expect("a schema")).expect("JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema of draft 2020-12");
    validator
        .iter_errors(document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}
