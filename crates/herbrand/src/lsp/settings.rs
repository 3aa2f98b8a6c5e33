//! What the client said about itself and what the user wants.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use ground::formula;
use serde::Deserialize;
use serde_json::{Map, Value};
use source::{Code, Level, PositionEncoding};

use super::capabilities::ClientFeatures;

/// How long typing must pause before diagnostics are pushed, unless the user says otherwise.
const DEFAULT_PAUSE: Duration = Duration::from_millis(100);

/// What stays as it is, or nearly, for a whole session.
#[derive(Clone, Debug, Default)]
pub(super) struct Session {
    pub(super) encoding: PositionEncoding,
    pub(super) features: ClientFeatures,
    pub(super) folders: Vec<PathBuf>,
    pub(super) settings: Settings,
}

/// The user's settings: from `initializationOptions` or `workspace/didChangeConfiguration`, at
/// the top or below `herbrand`.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Settings {
    pub(super) diagnostics: DiagnosticSettings,
    pub(super) lint: LintSettings,
    pub(super) grounding: GroundingSettings,
    /// Whether `herbrand/debug` answers; for tests.
    pub(super) debug_requests: bool,
}

/// Settings of the diagnostics.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct DiagnosticSettings {
    /// In milliseconds.
    pause: Option<u64>,
}

/// Settings of the checks. What a `herbrand.toml` says counts more.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct LintSettings {
    /// By the name of a code: `allow`, `hint`, `warning` or `error`.
    levels: BTreeMap<String, String>,
}

/// Settings of grounding.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct GroundingSettings {
    /// Whether open documents are grounded in the background.
    background: bool,
    /// How long typing must pause before, in milliseconds.
    pause: u64,
    /// Where it stops.
    limits: GroundingLimits,
    /// How many lines a ground expansion may have.
    pub(super) max_lines: usize,
}

/// Counted limits of grounding; see [`ground::Limits`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", default)]
struct GroundingLimits {
    atoms: u64,
    instances: u64,
    /// Of puzzles alone.
    clauses: u64,
    steps: u64,
    depth: u32,
    bytes: u64,
}

impl Default for GroundingSettings {
    fn default() -> Self {
        GroundingSettings {
            background: true,
            pause: 300,
            limits: GroundingLimits::default(),
            max_lines: 20_000,
        }
    }
}

/// Smaller than on the command line: an editor is to stay pleasant to work with.
impl Default for GroundingLimits {
    fn default() -> Self {
        GroundingLimits {
            atoms: 5_000_000,
            instances: 50_000_000,
            clauses: 10_000_000,
            steps: 500_000_000,
            depth: ground::Limits::default().depth,
            bytes: 1 << 30,
        }
    }
}

impl GroundingSettings {
    /// How long typing must pause before a document is grounded; `None` where that is not wanted.
    pub(super) fn pause(&self) -> Option<Duration> {
        self.background.then(|| Duration::from_millis(self.pause))
    }

    /// Where the grounding of a puzzle stops.
    pub(super) fn limits_of_puzzles(&self) -> formula::Limits {
        formula::Limits {
            atoms: self.limits.atoms,
            instances: self.limits.instances,
            clauses: self.limits.clauses,
            steps: self.limits.steps,
        }
    }

    /// Where grounding stops.
    pub(super) fn limits(&self) -> ground::Limits {
        let GroundingLimits {
            atoms,
            instances,
            steps,
            depth,
            bytes,
            ..
        } = self.limits;
        ground::Limits {
            atoms,
            instances,
            steps,
            depth,
            bytes,
        }
    }
}

/// The setting that raises a limit on a puzzle.
pub(super) fn setting_of_puzzles(limit: formula::Limit) -> Option<&'static str> {
    match limit {
        formula::Limit::Atoms => Some("grounding.limits.atoms"),
        formula::Limit::Instances => Some("grounding.limits.instances"),
        formula::Limit::Clauses => Some("grounding.limits.clauses"),
        formula::Limit::Steps => Some("grounding.limits.steps"),
        formula::Limit::Integers => None,
    }
}

/// The setting that raises a limit.
pub(super) fn setting(limit: ground::Limit) -> Option<&'static str> {
    match limit {
        ground::Limit::Atoms => Some("grounding.limits.atoms"),
        ground::Limit::Instances => Some("grounding.limits.instances"),
        ground::Limit::Steps => Some("grounding.limits.steps"),
        ground::Limit::Depth => Some("grounding.limits.depth"),
        ground::Limit::Bytes => Some("grounding.limits.bytes"),
        ground::Limit::Conjunctions => None,
    }
}

impl Settings {
    /// The levels that the settings set.
    ///
    /// # Errors
    /// At the first code or level that there is not.
    pub(super) fn levels(&self) -> Result<BTreeMap<Code, Level>, String> {
        let level = |(code, level): (&String, &String)| {
            let known =
                Code::from_name(code).ok_or_else(|| format!("there is no code `{code}`"))?;
            let level = Level::from_name(level).ok_or_else(|| {
                format!("`{level}` is no level; write `allow`, `hint`, `warning` or `error`")
            })?;
            Ok((known, level))
        };
        self.lint.levels.iter().map(level).collect()
    }

    /// Reads settings, and says what is wrong with those that cannot be used: the others count
    /// all the same. What is no settings object at all counts as none.
    pub(super) fn read(value: &Value) -> (Settings, Vec<String>) {
        let value = value.get("herbrand").unwrap_or(value);
        let mut leaves = Vec::new();
        collect(value, &mut Vec::new(), &mut leaves);
        let mut good = Value::Object(Map::new());
        let mut settings = Settings::default();
        let mut faults = Vec::new();
        // One by one, so that each is to blame for itself alone.
        for (path, leaf) in leaves {
            let mut tried = good.clone();
            insert(&mut tried, &path, leaf);
            match Settings::parse(&tried) {
                Ok(with) => (good, settings) = (tried, with),
                Err(error) => faults.push(format!(
                    "the setting `herbrand.{}` is not used: {error}",
                    path.join(".")
                )),
            }
        }
        (settings, faults)
    }

    fn parse(value: &Value) -> Result<Settings, String> {
        let settings = Settings::deserialize(value).map_err(|error| error.to_string())?;
        settings.levels()?;
        Ok(settings)
    }

    /// How long typing must pause before diagnostics are pushed.
    pub(super) fn pause(&self) -> Duration {
        self.diagnostics
            .pause
            .map_or(DEFAULT_PAUSE, Duration::from_millis)
    }
}

/// All values in nested objects that are no objects, with the keys that lead to each.
fn collect<'a>(
    value: &'a Value,
    path: &mut Vec<&'a str>,
    leaves: &mut Vec<(Vec<&'a str>, &'a Value)>,
) {
    match value.as_object() {
        Some(object) => {
            for (key, inner) in object {
                path.push(key);
                collect(inner, path, leaves);
                path.pop();
            }
        }
        None if path.is_empty() => {}
        None => leaves.push((path.clone(), value)),
    }
}

fn insert(value: &mut Value, path: &[&str], leaf: &Value) {
    match path.split_first() {
        None => *value = leaf.clone(),
        Some((key, rest)) => insert(&mut value[*key], rest, leaf),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn settings_stand_at_the_top_or_below_the_name() {
        let pause = |value| Settings::read(&value).0.pause().as_millis();
        assert_eq!(pause(json!({"diagnostics": {"pause": 7}})), 7);
        assert_eq!(pause(json!({"herbrand": {"diagnostics": {"pause": 7}}})), 7);
        assert_eq!(pause(json!({"herbrand": null})), 100);
        assert_eq!(pause(json!(null)), 100);
    }

    #[test]
    fn a_setting_that_cannot_be_used_is_said_and_the_others_count() {
        let (settings, faults) = Settings::read(&json!({ "herbrand": {
            "diagnostics": { "pause": 7 },
            "grounding": "no",
            "lint": { "levels": { "empty-or": "off", "no-such": "error", "nested-or": "error" } },
            "debugRequests": [1],
        } }));
        let levels = settings.levels().expect("only good ones are left");
        assert_eq!(
            levels.into_iter().collect::<Vec<_>>(),
            [(Code::NESTED_OR, Level::Error)]
        );
        assert_eq!(settings.pause().as_millis(), 7);
        let expected = [
            "`herbrand.grounding` is not used: invalid type: string \"no\"",
            "`herbrand.lint.levels.empty-or` is not used: `off` is no level",
            "`herbrand.lint.levels.no-such` is not used: there is no code `no-such`",
            "`herbrand.debugRequests` is not used: invalid type: sequence",
        ];
        for part in expected {
            assert!(
                faults.iter().any(|fault| fault.contains(part)),
                "{part}: {faults:?}"
            );
        }
        assert_eq!(faults.len(), expected.len());
    }
}
