//! A comment that begins with `herbrand:` is a directive: a key, then values. The keys are
//! `profile`, `input`, `allow`, `allow-file`, `board`, `expect` and `invariant`; anything else,
//! or values that the key does not take, would silently do nothing.
//!
//! ## Wrong
//! ```kif
//! ; herbrand: alow singleton-variable
//! (parent ann bob)
//! ```
//! ```hrf
//! % herbrand: profile player
//! parent(ann,bob)
//! ```
//!
//! ## Right
//! ```kif
//! ; herbrand: profile logic
//! (parent ann bob)
//! ```

use hir::DirectiveLine;
use logic::Name;
use source::Code;

use crate::finding::{Finding, Part, Place, SpotEdit};
use crate::nearest::nearest;
use crate::wording;

const KEYS: [&str; 7] = [
    "profile",
    "input",
    "allow",
    "allow-file",
    "board",
    "expect",
    "invariant",
];
const PROFILES: [&str; 2] = ["game", "logic"];
const EXPECTATIONS: [&str; 6] = ["model", "query", "code", "perft", "verified", "plan"];

/// What is wrong with one directive: which word (0 is the key), a message, and help.
struct Fault {
    word: Option<usize>,
    message: String,
    help: Option<String>,
    nearest: Option<&'static str>,
}

impl Fault {
    fn whole(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            word: None,
            message: message.into(),
            help: Some(help.into()),
            nearest: None,
        }
    }

    /// `value`, the word of this ordinal, is none of `choices`.
    fn unknown(word: usize, what: &str, value: &str, choices: &[&'static str]) -> Self {
        Self {
            word: Some(word),
            message: format!("`{value}` is no {what}"),
            help: Some(format!(
                "write {}",
                wording::any_of(&wording::quoted(choices))
            )),
            nearest: nearest(value, choices.iter().copied()),
        }
    }
}

/// Looks at one directive, the one of this ordinal in its block.
pub(crate) fn check(line: &DirectiveLine, ordinal: u32, sink: &mut Vec<Finding>) {
    let Err(fault) = validate(&line.key, &line.words) else {
        return;
    };
    let place = |part| Place { block: 0, part };
    let at = match fault.word {
        None => place(Part::Directive(ordinal)),
        Some(word) => place(Part::Word(ordinal, u32::try_from(word).unwrap_or(0))),
    };
    let mut finding = Finding::new(Code::UNKNOWN_DIRECTIVE, at, fault.message);
    finding.help.extend(match fault.nearest {
        Some(nearest) => Some(format!("did you mean `{nearest}`?")),
        None => fault.help,
    });
    sink.push(match fault.nearest {
        Some(nearest) => finding.offered_fix(
            format!("change it to `{nearest}`"),
            vec![(at, SpotEdit::Replace(nearest.to_owned()))],
        ),
        None => finding,
    });
}

fn validate(key: &str, words: &[Name]) -> Result<(), Fault> {
    match key {
        "" => Err(Fault::whole(
            "a directive without a key",
            format!("write {}", wording::any_of(&wording::quoted(KEYS))),
        )),
        "profile" => match words {
            [profile] if PROFILES.contains(&profile.as_str()) => Ok(()),
            [profile] => Err(Fault::unknown(1, "profile", profile, &PROFILES)),
            _ => Err(Fault::whole(
                "`profile` takes one value",
                "write `game` or `logic`",
            )),
        },
        "input" => {
            let form = "write the name and the number of arguments, as in `edge/2`";
            if words.is_empty() {
                return Err(Fault::whole("`input` names no relation", form));
            }
            match words.iter().position(|word| !is_signature(word)) {
                None => Ok(()),
                Some(at) => Err(Fault {
                    word: Some(at + 1),
                    message: format!(
                        "`{}` is no relation with its number of arguments",
                        words[at]
                    ),
                    help: Some(form.to_owned()),
                    nearest: None,
                }),
            }
        }
        "allow" | "allow-file" if words.is_empty() => Err(Fault::whole(
            format!("`{key}` names no code"),
            "write the code that stands with the report, such as `singleton-variable`",
        )),
        "board" | "invariant" if words.is_empty() => Err(Fault::whole(
            format!("`{key}` has no value"),
            if key == "board" {
                "write the state relation that holds the cells"
            } else {
                "write the literals that no reachable state satisfies together"
            },
        )),
        "allow" | "allow-file" | "board" | "invariant" => Ok(()),
        "expect" => expectation(words),
        _ => Err(Fault::unknown(0, "directive", key, &KEYS)),
    }
}

fn expectation(words: &[Name]) -> Result<(), Fault> {
    let Some((kind, values)) = words.split_first() else {
        return Err(Fault::whole(
            "`expect` says nothing",
            format!(
                "write {} and its values",
                wording::any_of(&wording::quoted(EXPECTATIONS))
            ),
        ));
    };
    let numbers = |count: usize| {
        values.len() == count && values.iter().all(|value| value.parse::<u64>().is_ok())
    };
    let (right, form) = match kind.as_str() {
        "model" => (true, ""),
        "query" => {
            let equals = values.len().checked_sub(2).map(|at| values[at] == "=");
            let count = values
                .last()
                .is_some_and(|value| value.parse::<u64>().is_ok());
            (
                equals == Some(true) && count && values.len() > 2,
                "expect query PATTERN = N",
            )
        }
        "code" => (values.len() == 1, "expect code CODE"),
        "perft" => (numbers(4), "expect perft DEPTH STATES TERMINAL PATHS"),
        "verified" => (values.len() == 1, "expect verified PROPERTY"),
        "plan" => (numbers(1), "expect plan LENGTH"),
        _ => return Err(Fault::unknown(1, "expectation", kind, &EXPECTATIONS)),
    };
    if right {
        return Ok(());
    }
    Err(Fault::whole(
        format!("`expect {kind}` takes other values"),
        format!("write `{form}`"),
    ))
}

/// Whether the word is a name, a slash and a number.
fn is_signature(word: &str) -> bool {
    word.rsplit_once('/').is_some_and(|(name, arity)| {
        !name.is_empty()
            && arity.bytes().all(|byte| byte.is_ascii_digit())
            && arity.parse::<u32>().is_ok()
    })
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_fix};

    const CODE: Code = Code::UNKNOWN_DIRECTIVE;

    #[test]
    fn unknown_keys_and_values() {
        check(
            CODE,
            r"
; herbrand: colour red
            ^^^^^^ unknown-directive: `colour` is no directive
; herbrand: profile games
                    ^^^^^ unknown-directive: `games` is no profile
; herbrand: input edge
                  ^^^^ unknown-directive: `edge` is no relation with its number of arguments
; herbrand: allow
^^^^^^^^^^^^^^^^^ unknown-directive: `allow` names no code
; herbrand: expect perft 1 2
^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown-directive: `expect perft` takes other values
; herbrand:
^^^^^^^^^^^ unknown-directive: a directive without a key
(p a)
",
        );
    }

    #[test]
    fn what_directives_take() {
        check_clean(
            CODE,
            r"; herbrand: profile logic
; herbrand: input p/2 q/1
; herbrand: expect model (p a) (q b)
; herbrand: expect query (p ?x) = 2
; herbrand: expect perft 1 2 0 4
; herbrand: expect code unused-relation
; herbrand: invariant (true a) (true b)
(p a)",
        );
    }

    #[test]
    fn the_nearest_is_offered() {
        check_fix(
            CODE,
            r"; herbrand: profil logic
(p a)",
            r"; herbrand: profile logic
(p a)",
        );
    }
}
