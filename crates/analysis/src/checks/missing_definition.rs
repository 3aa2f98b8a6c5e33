//! A game needs players (`role`), moves (`legal`), results (`goal`) and an end (`terminal`).
//! Without `init` it begins with nothing, without `next` nothing lasts. `base` and `input` list
//! what may ever be true and played: no rule needs them, but many programs that play do.
//!
//! ## Wrong
//! ```kif
//! (role player)
//! (base done)
//! (input player finish)
//! (init start)
//! (legal player finish)
//! (<= (next done)
//!     (does player finish))
//! (goal player 100)
//! ```
//!
//! ## Right
//! ```kif
//! (role player)
//! (base done)
//! (base start)
//! (input player finish)
//! (init start)
//! (legal player finish)
//! (<= (next done)
//!     (does player finish))
//! (goal player 100)
//! (<= terminal
//!     (true done))
//! ```

use source::{Code, Severity};

use crate::context::FileContext;
use crate::finding::Finding;

/// Relations, any one of which will do, by name and number of arguments.
type Alternatives = &'static [(&'static str, u32)];

/// What a game defines, how grave its lack is, and what to do about it.
const WANTED: [(Severity, Alternatives, &str); 8] = [
    (Severity::Error, &[("role", 1)], "say who plays: `role`"),
    (
        Severity::Error,
        &[("legal", 2)],
        "say which moves there are: `legal`",
    ),
    (
        Severity::Error,
        &[("goal", 2)],
        "say what the players get: `goal`",
    ),
    (
        Severity::Error,
        &[("terminal", 0)],
        "say when the game ends: `terminal`",
    ),
    (
        Severity::Warning,
        &[("init", 1)],
        "say how the game begins: `init`",
    ),
    (
        Severity::Warning,
        &[("next", 1)],
        "say what a move changes: `next`",
    ),
    (
        Severity::Hint,
        &[("base", 1)],
        "list what may ever be true: `base`",
    ),
    (
        Severity::Hint,
        &[("input", 2), ("action", 1)],
        "list what may ever be played: `input`",
    ),
];

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let (true, Some(place)) = (cx.is_game(), cx.first_form()) else {
        return;
    };
    let index = cx.index();
    let defines = |names: &[(&str, u32)]| {
        names
            .iter()
            .any(|&(name, arity)| index.is_defined(name, arity))
    };
    for severity in [Severity::Error, Severity::Warning, Severity::Hint] {
        let missing: Vec<_> = WANTED
            .iter()
            .filter(|(grade, names, _)| *grade == severity && !defines(names))
            .collect();
        if missing.is_empty() {
            continue;
        }
        let names: Vec<_> = missing
            .iter()
            .map(|(_, names, _)| format!("`{}`", names[0].0))
            .collect();
        let message = format!("this game has no {}", listed(&names));
        let mut finding = Finding::new(Code::MISSING_DEFINITION, place, message);
        finding.severity = Some(severity);
        for (_, _, help) in missing {
            finding = finding.help(*help);
        }
        sink.push(finding);
    }
}

/// `a`, `a` and no `b`, `a`, no `b` and no `c`.
fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and no {last}", others.join(", no ")),
        None => String::new(),
    }
}
