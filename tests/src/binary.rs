//! The program under test.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The path of the `herbrand` program: what `HERBRAND_BIN` names, else one built now, in the
/// profile of the tests.
///
/// # Panics
/// When it cannot be built.
pub fn herbrand() -> PathBuf {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(find).clone()
}

fn find() -> PathBuf {
    if let Some(path) = std::env::var_os("HERBRAND_BIN") {
        return path.into();
    }
    let mut build = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args([
        "build",
        "--quiet",
        "--package",
        "herbrand",
        "--message-format",
        "json-render-diagnostics",
    ]);
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    let output = build
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be run");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let messages = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    let mut executables = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message.get("executable")?.as_str()?))
    });
    executables
        .next_back()
        .expect("cargo names the program that it built")
}
