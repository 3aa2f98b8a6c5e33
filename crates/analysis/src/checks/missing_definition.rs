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

use hir::{Index, Site};
use logic::Relation;
use source::{Code, Severity};

use crate::context::FileContext;
use crate::finding::Finding;
use crate::nearest::nearest;
use crate::wording;

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
        let message = format!(
            "this game has no {}",
            wording::joined(&names, ", no ", " and no ")
        );
        let mut finding = Finding::new(Code::MISSING_DEFINITION, place, message);
        finding.severity = Some(severity);
        for (_, names, help) in missing {
            finding = finding.help(*help);
            if let Some((site, name)) = misspelt(index, names[0]) {
                let message = format!("did you mean `{}`?", names[0].0);
                finding = finding.label(FileContext::name(site), message);
                finding = finding.help(format!("`{name}` may be meant for `{}`", names[0].0));
            }
        }
        sink.push(finding);
    }
}

/// The first head whose relation may be a slip of the fingers for a keyword, and its name with
/// its number of arguments: no body uses it.
fn misspelt(index: &Index, keyword: (&str, u32)) -> Option<(Site, String)> {
    let candidates = index.relations.iter().filter(|uses| {
        let Relation { name, arity } = &uses.relation;
        *arity == keyword.1
            && uses.definitions() > 0
            && !index.is_used(name, *arity)
            && !hir::is_keyword(name, *arity as usize)
    });
    let near = nearest(
        keyword.0,
        candidates.map(|uses| uses.relation.name.as_str()),
    )?;
    let uses = index.relation(near, keyword.1)?;
    let first = uses.facts.sites.iter().chain(&uses.rules).min()?;
    Some((*first, uses.relation.to_string()))
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole;

    const CODE: Code = Code::MISSING_DEFINITION;

    #[test]
    fn each_grade_once_at_the_first_form() {
        check_whole(
            CODE,
            r"; a game
(cell a)
(role red)",
            "error `(cell a)` (line 2): this game has no `legal`, no `goal` and no `terminal`
             help: say which moves there are: `legal`
             help: say what the players get: `goal`
             help: say when the game ends: `terminal`
             warning `(cell a)` (line 2): this game has no `init` and no `next`
             help: say how the game begins: `init`
             help: say what a move changes: `next`
             hint `(cell a)` (line 2): this game has no `base` and no `input`
             help: list what may ever be true: `base`
             help: list what may ever be played: `input`",
        );
    }

    #[test]
    fn a_rule_or_a_fact_will_do() {
        check_whole(
            CODE,
            r"legal(red,wait)
init(a)
base(a)
action(wait)
goal(red,100) :- true(a)
terminal :- true(a)
next(a) :- true(a)",
            "error `legal(red,wait)` (line 1): this game has no `role`
             help: say who plays: `role`",
        );
        check_whole(
            CODE,
            r"(role red) (legal red wait) (init a) (goal red 100) terminal (next a) (input red wait)",
            "hint `(role red)` (line 1): this game has no `base`
             help: list what may ever be true: `base`",
        );
        // With another number of arguments it is none.
        check_whole(
            CODE,
            r"(role red) (legal red wait) (init a) (goal red 100) (terminal x) (next a) (input wait) (base a)",
            "error `(role red)` (line 1): this game has no `terminal`
             help: say when the game ends: `terminal`
             hint `(role red)` (line 1): this game has no `input`
             help: list what may ever be played: `input`",
        );
    }

    #[test]
    fn a_misspelt_keyword_is_named() {
        check_whole(
            CODE,
            "(role red) (init a) (base a) (input red a) (next a) (goal red 100) terminal\n(leagl red a)",
            "error `(role red)` (line 1): this game has no `legal`
             `leagl` (line 2): did you mean `legal`?
             help: say which moves there are: `legal`
             help: `leagl/2` may be meant for `legal`",
        );
    }

    #[test]
    fn a_form_with_a_syntax_error_is_passed_over() {
        check_whole(
            CODE,
            "(role ())\n(role red) (legal red wait) (init a) (goal red 100) (base a) terminal (next a)",
            "hint `(role red)` (line 2): this game has no `input`
             help: list what may ever be played: `input`",
        );
        check_whole(CODE, "; herbrand: profile game\n(role ())", "");
    }

    #[test]
    fn of_what_is_being_written_arguments_may_be_missing() {
        check_whole(
            CODE,
            "(role red) (legal red wait) (init a) (base a) (input red a) terminal (next a)\n(goal red",
            "",
        );
    }

    #[test]
    fn a_logic_program_needs_none() {
        check_whole(CODE, "; herbrand: profile logic\n(role red)", "");
        check_whole(CODE, "(legal red wait)", "");
        check_whole(CODE, "; herbrand: profile game", "");
    }
}
