//! `herbrand.toml`.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use crate::{Code, Diagnostic, Severity};

/// The name of the file that configures the folder that it lies in and all below.
pub const CONFIG_FILE: &str = "herbrand.toml";

/// What becomes of the reports of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// They are not shown.
    Allow,
    /// They are hints.
    Hint,
    /// They are warnings.
    Warning,
    /// They are errors.
    Error,
}

impl Level {
    /// The level of this name.
    pub fn from_name(name: &str) -> Option<Level> {
        match name {
            "allow" => Some(Level::Allow),
            "hint" => Some(Level::Hint),
            "warning" => Some(Level::Warning),
            "error" => Some(Level::Error),
            _ => None,
        }
    }

    /// What a report is at this level; `None` where it is none.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Level::Allow => None,
            Level::Hint => Some(Severity::Hint),
            Level::Warning => Some(Severity::Warning),
            Level::Error => Some(Severity::Error),
        }
    }
}

/// The configuration of a folder. What is not set there is `None` or absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// `[lint.levels]`: what becomes of the reports of each code.
    pub levels: BTreeMap<Code, Level>,
    /// `[limits] max-file-size`: the largest file that is read, in bytes.
    pub max_file_size: Option<u64>,
    /// `[limits] max-nesting`: how deep parentheses may nest.
    pub max_nesting: Option<u16>,
}

/// Why a configuration cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// What is wrong, in the style of [`Diagnostic::message`].
    pub message: String,
    /// The bytes of the file that are to blame, where they are known.
    pub range: Option<Range<usize>>,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ConfigError {}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Raw {
    lint: RawLint,
    limits: RawLimits,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct RawLint {
    levels: BTreeMap<Spanned<String>, Spanned<String>>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct RawLimits {
    max_file_size: Option<u64>,
    max_nesting: Option<u16>,
}

impl Config {
    /// Reads the text of a `herbrand.toml`.
    ///
    /// # Errors
    /// When it is no TOML, or sets what is not known.
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        let raw: Raw = toml::from_str(text).map_err(|error| ConfigError {
            message: error.message().to_owned(),
            range: error.span(),
        })?;
        let mut levels = BTreeMap::new();
        for (name, level) in raw.lint.levels {
            let code = Code::from_name(name.get_ref()).ok_or_else(|| ConfigError {
                message: format!("there is no code `{}`", name.get_ref()),
                range: Some(name.span()),
            })?;
            let level = Level::from_name(level.get_ref()).ok_or_else(|| ConfigError {
                message: format!(
                    "`{}` is no level; write `allow`, `hint`, `warning` or `error`",
                    level.get_ref()
                ),
                range: Some(level.span()),
            })?;
            levels.insert(code, level);
        }
        let RawLimits {
            max_file_size,
            max_nesting,
        } = raw.limits;
        Ok(Config {
            levels,
            max_file_size,
            max_nesting,
        })
    }

    /// How grave a report of this code is that is `severity` by itself; `None` where it is not
    /// to be shown.
    pub fn severity(&self, code: Code, severity: Severity) -> Option<Severity> {
        self.levels
            .get(&code)
            .map_or(Some(severity), |level| level.severity())
    }

    /// Gives every report its level and drops those that are allowed.
    pub fn apply(&self, diagnostics: &mut Vec<Diagnostic>) {
        if self.levels.is_empty() {
            return;
        }
        diagnostics.retain_mut(|diagnostic| {
            match self.severity(diagnostic.code, diagnostic.severity) {
                Some(severity) => {
                    diagnostic.severity = severity;
                    true
                }
                None => false,
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_limits_are_read() {
        let config = Config::parse(
            "[lint.levels]\nunused-relation = \"allow\"\nempty-body = \"error\"\n\
             [limits]\nmax-nesting = 12\nmax-file-size = 1000\n",
        )
        .expect("a good configuration");
        assert_eq!(config.severity(Code::UNUSED_RELATION, Severity::Hint), None);
        assert_eq!(
            config.severity(Code::EMPTY_BODY, Severity::Warning),
            Some(Severity::Error)
        );
        assert_eq!(
            config.severity(Code::EMPTY_OR, Severity::Warning),
            Some(Severity::Warning)
        );
        assert_eq!(
            (config.max_nesting, config.max_file_size),
            (Some(12), Some(1000))
        );
    }

    #[track_caller]
    fn check_error(text: &str, marked: &str, message: &str) {
        let error = Config::parse(text).expect_err("a bad configuration");
        assert_eq!(error.message, message);
        assert_eq!(error.range.map(|range| &text[range]), Some(marked));
    }

    #[test]
    fn mistakes_are_named_where_they_stand() {
        check_error(
            "[lint.levels]\nunsed-relation = \"allow\"\n",
            "unsed-relation",
            "there is no code `unsed-relation`",
        );
        check_error(
            "[lint.levels]\nunused-relation = \"off\"\n",
            "\"off\"",
            "`off` is no level; write `allow`, `hint`, `warning` or `error`",
        );
        let error = Config::parse("[lnt]\n").expect_err("an unknown table");
        assert!(error.message.contains("lnt"), "{error}");
        assert!(Config::parse("[limits]\nmax-nesting = \"a\"\n").is_err());
    }

    #[test]
    fn allowed_reports_are_dropped_and_others_keep_their_order() {
        let report = |code: Code| Diagnostic {
            code,
            severity: code.info().severity,
            message: String::new(),
            range: syntax::TextRange::default(),
            related: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
        };
        let mut reports = vec![
            report(Code::EMPTY_BODY),
            report(Code::UNUSED_RELATION),
            report(Code::EMPTY_OR),
        ];
        let config = Config {
            levels: [
                (Code::UNUSED_RELATION, Level::Allow),
                (Code::EMPTY_OR, Level::Hint),
            ]
            .into(),
            ..Config::default()
        };
        config.apply(&mut reports);
        let left: Vec<_> = reports.iter().map(|r| (r.code, r.severity)).collect();
        assert_eq!(
            left,
            [
                (Code::EMPTY_BODY, Severity::Warning),
                (Code::EMPTY_OR, Severity::Hint)
            ]
        );
    }
}
