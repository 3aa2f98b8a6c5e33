//! What the client said about itself and what the user wants.

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use source::PositionEncoding;

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

impl Settings {
    /// Reads settings; what is no settings object at all counts as none.
    ///
    /// # Errors
    /// Where a setting has a value that it cannot have: what is wrong.
    pub(super) fn parse(value: &Value) -> Result<Settings, String> {
        let value = value.get("herbrand").unwrap_or(value);
        if value.is_null() {
            return Ok(Settings::default());
        }
        Settings::deserialize(value).map_err(|error| error.to_string())
    }

    /// How long typing must pause before diagnostics are pushed.
    pub(super) fn pause(&self) -> Duration {
        self.diagnostics
            .pause
            .map_or(DEFAULT_PAUSE, Duration::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn settings_stand_at_the_top_or_below_the_name() {
        let pause = |value| Settings::parse(&value).unwrap().pause().as_millis();
        assert_eq!(pause(json!({"diagnostics": {"pause": 7}})), 7);
        assert_eq!(pause(json!({"herbrand": {"diagnostics": {"pause": 7}}})), 7);
        assert_eq!(pause(json!({"herbrand": null})), 100);
        assert_eq!(pause(json!(null)), 100);
    }

    #[test]
    fn a_setting_of_the_wrong_kind_is_said() {
        let error = Settings::parse(&json!({"diagnostics": {"pause": "long"}})).unwrap_err();
        assert!(error.contains("long"), "{error}");
    }
}
