//! `--deny`, `--warn`, `--allow`.

use clap::ArgMatches;
use source::{Code, Diagnostic, Level, Severity, codes};

/// What the options ask for, in the order in which they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Levels(Vec<(Selector, Level)>);

/// What one option is about. Options about a code weigh more than those about a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Selector {
    Code(Code),
    Severity(Severity),
    All,
}

impl Levels {
    /// Reads the options from what clap has parsed, which keeps their order.
    ///
    /// # Errors
    /// With a message, for a code that there is not.
    pub(crate) fn from_matches(matches: &ArgMatches) -> Result<Levels, String> {
        let mut found: Vec<(usize, &str, Level)> = Vec::new();
        for (option, level) in [
            ("deny", Level::Error),
            ("warn", Level::Warning),
            ("allow", Level::Allow),
        ] {
            let values = matches.get_many::<String>(option).into_iter().flatten();
            let indices = matches.indices_of(option).into_iter().flatten();
            found.extend(
                indices
                    .zip(values)
                    .map(|(index, value)| (index, value.as_str(), level)),
            );
        }
        found.sort_by_key(|&(index, ..)| index);
        Levels::new(found.into_iter().map(|(_, name, level)| (name, level)))
    }

    fn new<'a>(options: impl IntoIterator<Item = (&'a str, Level)>) -> Result<Levels, String> {
        let levels = options
            .into_iter()
            .map(|(name, level)| Ok((selector(name)?, level)));
        levels.collect::<Result<_, String>>().map(Levels)
    }

    /// Gives every report its level and drops those that are allowed.
    pub(crate) fn apply(&self, diagnostics: &mut Vec<Diagnostic>) {
        if self.0.is_empty() {
            return;
        }
        diagnostics.retain_mut(|diagnostic| match self.level(diagnostic) {
            None => true,
            Some(level) => match level.severity() {
                Some(severity) => {
                    diagnostic.severity = severity;
                    true
                }
                None => false,
            },
        });
    }

    /// The last option about the code, else about its severity, else about all.
    fn level(&self, diagnostic: &Diagnostic) -> Option<Level> {
        let wanted = [
            Selector::Code(diagnostic.code),
            Selector::Severity(diagnostic.severity),
            Selector::All,
        ];
        wanted.into_iter().find_map(|selector| {
            self.0
                .iter()
                .rev()
                .find(|(other, _)| *other == selector)
                .map(|&(_, level)| level)
        })
    }
}

fn selector(name: &str) -> Result<Selector, String> {
    match name {
        "all" => Ok(Selector::All),
        "errors" => Ok(Selector::Severity(Severity::Error)),
        "warnings" => Ok(Selector::Severity(Severity::Warning)),
        "hints" => Ok(Selector::Severity(Severity::Hint)),
        name => Code::from_name(name)
            .map(Selector::Code)
            .ok_or_else(|| unknown_code(name)),
    }
}

/// What to say of a code that there is not.
pub(crate) fn unknown_code(name: &str) -> String {
    let mut message = format!("there is no code `{name}`");
    let likeness = |code: Code| {
        let code = code.name();
        // The first word of a code is what people remember of it.
        let begun = code.starts_with(name) && code[name.len()..].starts_with('-');
        let likeness = strsim::normalized_damerau_levenshtein(name, code);
        if begun { likeness.max(0.5) } else { likeness }
    };
    let nearest = codes()
        .iter()
        .map(|info| (likeness(info.code), info.code))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match nearest {
        Some((likeness, code)) if likeness >= 0.5 => {
            message.push_str(&format!("; did you mean `{code}`?"));
        }
        _ => message.push_str("; `herbrand explain` lists all codes"),
    }
    message
}

#[cfg(test)]
mod tests {
    use syntax::TextRange;

    use super::*;

    #[track_caller]
    fn check(options: &[(&str, Level)], code: Code, expected: Option<Severity>) {
        let levels = Levels::new(options.iter().copied()).expect("good options");
        let mut reports = vec![Diagnostic {
            code,
            severity: code.info().severity,
            message: String::new(),
            range: TextRange::default(),
            related: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
        }];
        levels.apply(&mut reports);
        assert_eq!(reports.first().map(|report| report.severity), expected);
    }

    #[test]
    fn a_code_weighs_more_than_a_group() {
        let options = [("empty-body", Level::Warning), ("warnings", Level::Error)];
        check(&options, Code::EMPTY_BODY, Some(Severity::Warning));
        check(&options, Code::EMPTY_OR, Some(Severity::Error));
        check(&options, Code::SINGLETON_VARIABLE, Some(Severity::Hint));
        check(
            &[("all", Level::Allow), ("hints", Level::Error)],
            Code::EMPTY_OR,
            None,
        );
    }

    #[test]
    fn the_last_one_counts() {
        let options = [("empty-or", Level::Error), ("empty-or", Level::Allow)];
        check(&options, Code::EMPTY_OR, None);
    }

    #[test]
    fn an_unknown_code_is_answered_with_the_nearest() {
        let error = Levels::new([("unsafe-varable", Level::Error)]).expect_err("no such code");
        assert_eq!(
            error,
            "there is no code `unsafe-varable`; did you mean `unsafe-variable`?"
        );
        let error = Levels::new([("unsafe", Level::Error)]).expect_err("no such code");
        assert_eq!(
            error,
            "there is no code `unsafe`; did you mean `unsafe-variable`?"
        );
        let error = Levels::new([("xyzzy", Level::Error)]).expect_err("no such code");
        assert_eq!(
            error,
            "there is no code `xyzzy`; `herbrand explain` lists all codes"
        );
    }
}
