//! `herbrand.toml`.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use syntax::ParseOptions;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::{Code, Diagnostic, Severity, codes, nearest, parse_size};

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
    /// `[lint] ground`: whether `lint` grounds what it reads.
    pub ground: bool,
    /// `[limits] max-file-size`: the largest file that is read, in bytes.
    pub max_file_size: Option<u64>,
    /// `[limits] max-nesting`: how deep parentheses may nest.
    pub max_nesting: Option<u16>,
    /// `[[spec]]`: puzzles with their instances.
    pub specs: Vec<SpecEntry>,
    /// The folder that paths start from; set by whoever reads the file.
    pub folder: PathBuf,
}

/// A puzzle and the files that give it data, by their paths from the folder of the configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpecEntry {
    /// The file of the rules.
    pub root: String,
    /// Files of data, each of which makes a spec with the root, or folders of such files.
    pub instances: Vec<String>,
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

impl Config {
    /// Reads the text of a `herbrand.toml`.
    ///
    /// # Errors
    /// When it is no TOML, or sets what is not known.
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        let mut reader = Reader::default();
        let mut config = Config::default();
        match DeTable::parse(text) {
            Ok(table) => reader.root(table.get_ref(), &mut config),
            Err(error) => reader.faults.push(ConfigError {
                // A sentence a line, the place not among them.
                message: error.message().trim_end().replace('\n', ", "),
                range: error.span(),
            }),
        }
        let start = |fault: &ConfigError| fault.range.as_ref().map_or(0, |range| range.start);
        reader
            .faults
            .into_iter()
            .min_by_key(start)
            .map_or(Ok(config), Err)
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

#[derive(Default)]
struct Reader {
    /// What is wrong, in the order of the keys.
    faults: Vec<ConfigError>,
}

impl Reader {
    fn root(&mut self, table: &DeTable<'_>, config: &mut Config) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "lint" => self.lint(value, config),
                "limits" => self.limits(value, config),
                "spec" => self.specs(value, &mut config.specs),
                _ => self.unknown(key, "key", &["lint", "limits", "spec"]),
            }
        }
    }

    fn specs(&mut self, value: &Spanned<DeValue<'_>>, specs: &mut Vec<SpecEntry>) {
        let Some(entries) = value.get_ref().as_array() else {
            return self.fault(value, "`spec` must be a list: write `[[spec]]`".to_owned());
        };
        for entry in entries {
            let Some(table) = entry.get_ref().as_table() else {
                self.fault(entry, "`spec` must be a list: write `[[spec]]`".to_owned());
                continue;
            };
            let mut spec = SpecEntry::default();
            for (key, value) in table {
                match key.get_ref().as_ref() {
                    "root" => match value.get_ref().as_str() {
                        Some(root) => root.clone_into(&mut spec.root),
                        None => self.fault(value, "`root` must be the name of a file".to_owned()),
                    },
                    "instances" => self.names(value, &mut spec.instances),
                    _ => self.unknown(key, "key", &["root", "instances"]),
                }
            }
            if !table.contains_key("root") {
                self.fault(
                    entry,
                    "a spec needs `root`, the file of its rules".to_owned(),
                );
            }
            specs.push(spec);
        }
    }

    fn names(&mut self, value: &Spanned<DeValue<'_>>, names: &mut Vec<String>) {
        let message = "`instances` must be a list of files and folders";
        let Some(entries) = value.get_ref().as_array() else {
            return self.fault(value, message.to_owned());
        };
        for entry in entries {
            match entry.get_ref().as_str() {
                Some(name) => names.push(name.to_owned()),
                None => self.fault(entry, message.to_owned()),
            }
        }
    }

    fn lint(&mut self, value: &Spanned<DeValue<'_>>, config: &mut Config) {
        let Some(table) = self.table(value, "lint") else {
            return;
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "levels" => self.levels(value, &mut config.levels),
                "ground" => match value.get_ref().as_bool() {
                    Some(ground) => config.ground = ground,
                    None => self.fault(value, "`ground` must be true or false".to_owned()),
                },
                _ => self.unknown(key, "key", &["levels", "ground"]),
            }
        }
    }

    fn levels(&mut self, value: &Spanned<DeValue<'_>>, levels: &mut BTreeMap<Code, Level>) {
        let Some(table) = self.table(value, "lint.levels") else {
            return;
        };
        for (key, value) in table {
            let Some(code) = Code::from_name(key.get_ref()) else {
                let names: Vec<_> = codes().iter().map(|info| info.code.name()).collect();
                self.unknown(key, "code", &names);
                continue;
            };
            let names = ["allow", "hint", "warning", "error"];
            match value.get_ref().as_str().and_then(Level::from_name) {
                Some(level) => _ = levels.insert(code, level),
                None => {
                    let wanted = "\"allow\", \"hint\", \"warning\" or \"error\"";
                    let meant = value
                        .get_ref()
                        .as_str()
                        .and_then(|word| nearest(word, names));
                    let message = format!("the level of `{code}` must be {wanted}");
                    self.fault(value, with_guess(message, meant));
                }
            }
        }
    }

    fn limits(&mut self, value: &Spanned<DeValue<'_>>, config: &mut Config) {
        let Some(table) = self.table(value, "limits") else {
            return;
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "max-nesting" => {
                    let deepest = u64::from(ParseOptions::DEEPEST);
                    let levels = self.integer(key.get_ref(), value, 1, deepest);
                    config.max_nesting = levels.and_then(|levels| u16::try_from(levels).ok());
                }
                "max-file-size" => {
                    config.max_file_size = self.size(key.get_ref(), value);
                }
                _ => self.unknown(key, "limit", &["max-nesting", "max-file-size"]),
            }
        }
    }

    /// A number of bytes, or a text such as `"64M"`.
    fn size(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<u64> {
        const MOST: u64 = i32::MAX as u64;
        let Some(text) = value.get_ref().as_str() else {
            return self.integer(key, value, 1, MOST);
        };
        let size = parse_size(text).and_then(|size| match size {
            1..=MOST => Ok(size),
            _ => Err(format!("it must be from 1 to {MOST} bytes")),
        });
        size.map_err(|reason| self.fault(value, format!("`{key}` is no size: {reason}")))
            .ok()
    }

    fn integer(
        &mut self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        least: u64,
        most: u64,
    ) -> Option<u64> {
        let integer = value.get_ref().as_integer();
        let number = integer
            .and_then(|integer| u64::from_str_radix(integer.as_str(), integer.radix()).ok())
            .filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.fault(
                value,
                format!("`{key}` must be a whole number from {least} to {most}"),
            );
        }
        number
    }

    fn table<'a>(
        &mut self,
        value: &'a Spanned<DeValue<'_>>,
        name: &str,
    ) -> Option<&'a DeTable<'a>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.fault(value, format!("`{name}` must be a table: write `[{name}]`"));
        }
        table
    }

    fn unknown<T: AsRef<str>>(&mut self, key: &Spanned<T>, what: &str, known: &[&'static str]) {
        let word = key.get_ref().as_ref();
        let message = format!("unknown {what} `{word}`");
        let message = match nearest(word, known.iter().copied()) {
            None if known.len() <= 3 => {
                format!("{message} (known here: `{}`)", known.join("`, `"))
            }
            meant => with_guess(message, meant),
        };
        self.fault(key, message);
    }

    fn fault<T>(&mut self, place: &Spanned<T>, message: String) {
        self.faults.push(ConfigError {
            message,
            range: Some(place.span()),
        });
    }
}

fn with_guess(message: String, meant: Option<&str>) -> String {
    match meant {
        Some(meant) => format!("{message} (did you mean `{meant}`?)"),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_may_have_a_unit() {
        let size = |text: &str| {
            Config::parse(&format!("[limits]\nmax-file-size = {text}\n")).map(|c| c.max_file_size)
        };
        assert_eq!(size("\"2k\"").expect("a size"), Some(2048));
        assert_eq!(size("2048").expect("a size"), Some(2048));
        for (text, message) in [
            (
                "\"2x\"",
                "`max-file-size` is no size: `x` is no unit; write a number with k, M, G or nothing",
            ),
            (
                "\"4G\"",
                "`max-file-size` is no size: it must be from 1 to 2147483647 bytes",
            ),
            (
                "\"0\"",
                "`max-file-size` is no size: it must be from 1 to 2147483647 bytes",
            ),
            (
                "true",
                "`max-file-size` must be a whole number from 1 to 2147483647",
            ),
        ] {
            assert_eq!(size(text).expect_err("no size").message, message);
        }
    }

    #[test]
    fn specs_are_read_with_their_instances() {
        let config = Config::parse(
            "[[spec]]\nroot = \"model.qprop\"\ninstances = [\"one.qprop\", \"more/\"]\n\
             [[spec]]\nroot = \"other.qprop\"\n",
        );
        let entry = |root: &str, instances: &[&str]| SpecEntry {
            root: root.to_owned(),
            instances: instances.iter().copied().map(str::to_owned).collect(),
        };
        assert_eq!(
            config.expect("a good configuration").specs,
            [
                entry("model.qprop", &["one.qprop", "more/"]),
                entry("other.qprop", &[])
            ]
        );
        for (text, message) in [
            ("spec = 1", "`spec` must be a list: write `[[spec]]`"),
            (
                "[[spec]]\ninstances = []",
                "a spec needs `root`, the file of its rules",
            ),
            ("[[spec]]\nroot = 1", "`root` must be the name of a file"),
            (
                "[[spec]]\nroot = \"a\"\ninstances = [1]",
                "`instances` must be a list of files and folders",
            ),
            (
                "[[spec]]\nroot = \"a\"\ninstance = []",
                "unknown key `instance` (did you mean `instances`?)",
            ),
        ] {
            assert_eq!(Config::parse(text).expect_err("a fault").message, message);
        }
    }

    #[test]
    fn levels_and_limits_are_read() {
        let config = Config::parse(
            "[lint]\nground = true\n\
             [lint.levels]\nunused-relation = \"allow\"\nempty-body = \"error\"\n\
             [limits]\nmax-nesting = 12\nmax-file-size = 1000\n",
        )
        .expect("a good configuration");
        assert!(config.ground);
        assert!(!Config::default().ground);
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
            "unknown code `unsed-relation` (did you mean `unused-relation`?)",
        );
        check_error(
            "[lint.levels]\nunused-relation = \"eror\"\n",
            "\"eror\"",
            "the level of `unused-relation` must be \"allow\", \"hint\", \"warning\" or \
             \"error\" (did you mean `error`?)",
        );
        check_error(
            "[lint]\nground = \"yes\"\n",
            "\"yes\"",
            "`ground` must be true or false",
        );
        check_error(
            "[lint.levels]\nempty-or = 3\n",
            "3",
            "the level of `empty-or` must be \"allow\", \"hint\", \"warning\" or \"error\"",
        );
        check_error("[lnt]\n", "lnt", "unknown key `lnt` (did you mean `lint`?)");
        check_error(
            "[zzz]\n[aaa]\n",
            "zzz",
            "unknown key `zzz` (known here: `lint`, `limits`, `spec`)",
        );
        check_error(
            "[limits]\nmax-nestin = 3\n",
            "max-nestin",
            "unknown limit `max-nestin` (did you mean `max-nesting`?)",
        );
        check_error(
            "limits.max-nesting = 70000\n",
            "70000",
            "`max-nesting` must be a whole number from 1 to 1024",
        );
        check_error(
            "limits = 3\n",
            "3",
            "`limits` must be a table: write `[limits]`",
        );
        check_error(
            "[limits]\nmax-nesting = 1\nmax-nesting = 2\n",
            "max-nesting",
            "duplicate key",
        );
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
