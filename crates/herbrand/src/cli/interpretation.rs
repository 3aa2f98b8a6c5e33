//! `herbrand model --check`: is an interpretation a model, and is it the minimal one?

use std::path::Path;

use driver::{Spec, natural};
use ground::Progress;
use logic::GroundAtom;
use logic::reference::{self, Interpretation, Limits};

use super::args::ReadingArgs;
use super::console::Console;
use super::evaluation::{EvaluationArgs, say_stop};
use super::interrupt::Interrupt;
use super::model::spelt;
use super::opened::{Opened, Refusal, open};
use super::verdict::Verdict;
use super::watch::{counts, watched};

/// How many atoms an answer names.
const NAMED: usize = 10;

/// Answers in a sentence or two, with the rule instance that fails.
pub(crate) fn check(
    path: &Path,
    reading: &ReadingArgs,
    spec: &Spec,
    opened: &Opened,
    evaluation: &EvaluationArgs,
    console: Console,
) -> Result<(String, Verdict), Verdict> {
    let refused = |refusal: Refusal| refusal.say(console);
    let data = open(path, reading).map_err(|problem| refused(problem.into()))?;
    let facts = driver::facts(&data.db, data.file)
        .map_err(|reports| refused(Refusal::Errors(data.draw(reports, console))))?;
    let interpretation: Interpretation = facts.iter().cloned().collect();
    let given = evaluation.limits();
    let limits = Limits {
        atoms: usize::try_from(given.atoms).unwrap_or(usize::MAX),
        steps: given.steps,
        depth: given.depth as usize,
    };
    // Looks at no flag, so Ctrl-C is left to end the run at once.
    let found = reference::violation(&spec.rules, &interpretation, &[], limits);
    let wrong = Verdict {
        errors: true,
        ..Verdict::default()
    };
    match found {
        Err(_) => {
            console.error(&format!(
                "{}: the limit of {} atoms looked at is reached; raise it with `--max-steps`",
                opened.name, given.steps
            ));
            Err(Verdict {
                limit: true,
                ..Verdict::default()
            })
        }
        Ok(Some(violation)) => {
            let rule = &spec.rules[violation.rule];
            let head = spec.spelling.atom(&violation.head.to_atom(), &[]);
            let mut text = format!("not a model: `{head}` must hold");
            text.push_str(&format!(
                "\n  {}: {}",
                opened.place(spec.sites[violation.rule]),
                spec.spelling.rule(rule)
            ));
            let mut bound = Vec::new();
            for (variable, term) in rule.variables.iter().zip(&violation.binding) {
                if let Some(term) = term {
                    let term = spec.spelling.term(&term.to_term(), &[]);
                    bound.push(format!("{variable} = {term}"));
                }
            }
            if !bound.is_empty() {
                text.push_str(&format!("\n  with {}", bound.join(", ")));
            }
            Ok((text + "\n", wrong))
        }
        Ok(None) => minimality(spec, &facts, &interpretation, opened, evaluation, console),
    }
}

fn minimality(
    spec: &Spec,
    facts: &[GroundAtom],
    interpretation: &Interpretation,
    opened: &Opened,
    evaluation: &EvaluationArgs,
    console: Console,
) -> Result<(String, Verdict), Verdict> {
    let inputs = spec.inputs();
    let is_input = |atom: &&GroundAtom| inputs.contains(&atom.relation());
    let data = facts.iter().filter(is_input).cloned().collect();
    let interrupt = Interrupt::listen();
    let progress = Progress::default();
    let options = evaluation.options(interrupt.flag(), Some(&progress));
    let state = || counts("evaluating", &progress);
    let evaluation = watched(console, &state, || spec.evaluate(Some(data), &options))
        .map_err(|stop| say_stop(&stop, opened, console))?;
    let mut extra: Vec<_> = interpretation
        .iter()
        .filter(|atom| !evaluation.model.contains(atom))
        .cloned()
        .collect();
    let mut lacking: Vec<_> = evaluation
        .model
        .all()
        .filter(|atom| !interpretation.contains(atom))
        .collect();
    extra.sort_by(natural);
    lacking.sort_by(natural);
    let name = |atoms: &[GroundAtom]| {
        let mut named = spelt(spec.spelling, &atoms[..atoms.len().min(NAMED)]);
        if atoms.len() > NAMED {
            named.push(format!("{} more", atoms.len() - NAMED));
        }
        named.join(", ")
    };
    let mut open: Vec<GroundAtom> = evaluation.model.undefined().collect();
    open.sort_by(natural);
    if !open.is_empty() {
        let text = format!(
            "a model; whether it is the minimal one cannot be said: the rules define none, because \
             these atoms depend on their own negation: {}\n",
            name(&open)
        );
        return Ok((text, Verdict::default()));
    }
    let text = match (extra.is_empty(), lacking.is_empty()) {
        (true, true) => "a model, and the minimal one\n".to_owned(),
        (false, true) => format!(
            "a model, but not the minimal one, which does without: {}\n",
            name(&extra)
        ),
        (true, false) | (false, false) => {
            let mut text = format!(
                "a model, but not the one that the rules define, in which there hold: {}\n",
                name(&lacking)
            );
            if !extra.is_empty() {
                text.push_str(&format!("and there do not: {}\n", name(&extra)));
            }
            text
        }
    };
    Ok((text, Verdict::default()))
}
