//! What `herbrand explain` says about a code.

use source::Code;

use crate::explanations::EXPLANATIONS;

/// The explanation of a code in Markdown: what is reported and why, then the sections
/// `## Wrong` and `## Right` with fenced examples. Every code has one.
pub fn explanation(code: Code) -> Option<&'static str> {
    let found = EXPLANATIONS.binary_search_by_key(&code.name(), |(name, _)| name);
    found.ok().map(|at| EXPLANATIONS[at].1)
}

/// An example of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example<'a> {
    /// Whether it stands under `## Wrong`.
    pub wrong: bool,
    /// What stands behind the fence: the language, then marks for the tests.
    pub info: &'a str,
    /// The text between the fences.
    pub text: String,
}

/// The examples of an explanation, in order.
pub fn examples(explanation: &str) -> Vec<Example<'_>> {
    let mut wrong = false;
    let mut examples = Vec::new();
    let mut lines = explanation.lines();
    while let Some(line) = lines.next() {
        match line {
            "## Wrong" => wrong = true,
            "## Right" => wrong = false,
            _ => {
                let Some(info) = line.strip_prefix("```") else {
                    continue;
                };
                let text = lines.by_ref().take_while(|line| *line != "```");
                let text = text.map(|line| format!("{line}\n")).collect();
                examples.push(Example { wrong, info, text });
            }
        }
    }
    examples
}

#[cfg(test)]
mod tests {
    use source::{Encoding, codes};
    use syntax::ParseOptions;

    use super::{Example, examples, explanation};
    use crate::checks::{CHECKS, Run};
    use crate::test_support::Source;

    #[test]
    fn every_code_has_one_check_and_every_check_an_explanation() {
        for check in CHECKS {
            let text = explanation(check.code);
            let text = text.unwrap_or_else(|| panic!("{} has no explanation", check.code));
            let examples = examples(text);
            assert!(
                examples.iter().any(|example| example.wrong),
                "{}",
                check.code
            );
            assert!(
                examples.iter().any(|example| !example.wrong),
                "{}",
                check.code
            );
        }
        let mut checked: Vec<_> = CHECKS.iter().map(|check| check.code).collect();
        let mut registered: Vec<_> = codes().iter().map(|info| info.code).collect();
        checked.sort_unstable();
        registered.sort_unstable();
        assert_eq!(checked, registered);
        assert_eq!(crate::explanations::EXPLANATIONS.len(), registered.len());
    }

    /// The codes of puzzles that the language promises.
    const OF_PUZZLES: [&str; 41] = [
        "unknown-predicate",
        "unknown-sort",
        "unknown-constant",
        "duplicate-declaration",
        "arity-mismatch",
        "sort-mismatch",
        "unbound-variable",
        "ambiguous-sort",
        "elided-text",
        "foreign-operator",
        "mixed-implication",
        "unused-variable",
        "shadowed-name",
        "out-of-domain-argument",
        "out-of-domain-fact",
        "division-by-zero",
        "integer-overflow",
        "unknown-in-define",
        "defined-as-fact",
        "empty-sort",
        "vacuous-guard",
        "always-true",
        "always-false",
        "unused-predicate",
        "unconstrained-predicate",
        "given-without-facts",
        "open-fact-table",
        "missing-constant",
        "missing-sort",
        "connected-position",
        "exists-implies",
        "suspicious-quantifier-order",
        "duplicate-rule",
        "implied-rule",
        "mixed-and-or",
        "chained-iff",
        "large-grounding",
        "unsatisfiable",
        "failed-check",
        "unstratified-negation",
        "unused-allow",
    ];

    /// Each is shown on a puzzle, wrong and right.
    #[test]
    fn every_code_that_puzzles_may_get_is_explained_by_one() {
        let lacks = |name: &&str| {
            let code = source::Code::from_name(name);
            let text = code.and_then(explanation).unwrap_or_default();
            let of_puzzles = examples(text)
                .into_iter()
                .filter(|example| example.info.starts_with("qprop"));
            let (wrong, right): (Vec<_>, Vec<_>) = of_puzzles.partition(|example| example.wrong);
            wrong.is_empty() || right.is_empty()
        };
        let lacking: Vec<&str> = OF_PUZZLES.into_iter().filter(|name| lacks(name)).collect();
        assert_eq!(lacking, Vec::<&str>::new());
    }

    #[test]
    fn examples_give_what_they_say() {
        let mut wrong = Vec::new();
        // Those that want grounding are tested where they are grounded.
        for check in CHECKS
            .iter()
            .filter(|check| !matches!(check.run, Run::Ground | Run::Answer))
        {
            for example in examples(explanation(check.code).unwrap_or_default()) {
                let expected = if example.wrong {
                    vec![check.code.name()]
                } else {
                    Vec::new()
                };
                if example.info.ends_with(" ground") {
                    continue;
                }
                let found = codes_of(&example);
                if found != expected {
                    wrong.push(format!("{}: {found:?}\n{}", check.code, example.text));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// The codes that are reported on the example, each once.
    fn codes_of(example: &Example<'_>) -> Vec<&'static str> {
        let mut marks = example.info.split(' ');
        let language = marks.next().unwrap_or_default();
        let mut source = Source::new(&format!("example.{language}"), &example.text);
        let mut game = false;
        for mark in marks {
            match mark.split_once('=') {
                Some(("file", name)) => source.path = name.to_owned(),
                Some(("used", name)) => source.others.push((name.to_owned(), String::new())),
                Some(("limit", limit)) => {
                    source.options = ParseOptions {
                        max_depth: limit.parse().expect("a number"),
                    };
                }
                None if mark == "windows-1252" => source.encoding = Encoding::Windows1252,
                None if mark == "game" => game = true,
                _ => panic!("unknown mark {mark}"),
            }
        }
        if game {
            let directive = if language == "hrf" { "%" } else { ";" };
            source.text = format!(
                "{directive} herbrand: profile game\n{}{directive} herbrand: allow-file \
                 missing-definition\n",
                source.text
            );
        }
        let mut codes: Vec<_> = source
            .diagnostics()
            .iter()
            .map(|diagnostic| diagnostic.code.name())
            .collect();
        if game {
            codes.retain(|code| *code != "unused-allow");
        }
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}
