//! The `check` statements of a puzzle.

use std::path::PathBuf;

use driver::{Checked, Expected, Instead, Outcome, Solving};
use logic::formula::StatementId;
use sat::Control;

use super::super::args::ReadingArgs;
use super::super::inputs::{self, Input};
use super::super::interrupt::Interrupt;
use super::super::opened::{Opened, Refusal};
use super::super::theory::{OpenedTheory, Shown, TheoryLimits, open, write_model};
use super::super::verdict::Problem;
use super::{ExpectationDocument, FileDocument, Tested, describe};

/// What became of a file; `None` where Ctrl-C came before it was known.
pub(super) fn test(
    opened: &Opened,
    input: &Input,
    instances: &[PathBuf],
    args: &ReadingArgs,
    expected: &[Expected],
    interrupt: &Interrupt,
    color: bool,
) -> Result<Option<Tested>, Problem> {
    let mut tested = Tested {
        document: FileDocument {
            path: opened.name.clone(),
            expectations: Vec::new(),
        },
        limit: false,
        drawn: String::new(),
    };
    for expected in expected {
        let outcome = of_directive(opened, expected);
        tested
            .document
            .expectations
            .push(describe(opened, expected, outcome));
    }
    let Some(path) = &input.path else {
        return Err(Problem::new(&input.name, "puzzles are tested as files"));
    };
    // A root is tested with each of its instances, and by itself where it has none.
    let mut specs: Vec<Vec<PathBuf>> = Vec::new();
    specs.extend(instances.iter().map(|one| vec![path.clone(), one.clone()]));
    if specs.is_empty() {
        specs.push(vec![path.clone()]);
    }
    for files in specs {
        let with = match &*files {
            [_, instance] => format!(" (with {})", inputs::name_of(instance)),
            _ => String::new(),
        };
        let theory = match open(&files, args, None, false) {
            Ok(theory) => theory,
            Err(Refusal::Problem(problem)) => return Err(problem),
            // A file may be there to show an error; one that has checks is not.
            Err(Refusal::Errors(_)) if !has_checks(opened) => continue,
            Err(Refusal::Errors(_)) => {
                let message = "the file has errors, which `herbrand lint` shows".to_owned();
                tested.document.expectations.push(ExpectationDocument {
                    line: 1,
                    text: format!("check{with}"),
                    outcome: "failed",
                    message: Some(message),
                    details: Vec::new(),
                });
                continue;
            }
        };
        let Some(mut lines) = run(&theory, &mut tested, interrupt, color) else {
            return Ok(None);
        };
        for line in &mut lines {
            line.text.push_str(&with);
        }
        tested.document.expectations.append(&mut lines);
    }
    Ok(Some(tested))
}

/// Puzzles know the expectations about codes alone.
fn of_directive(opened: &Opened, expected: &Expected) -> Outcome {
    let reports =
        analysis::diagnostics_with_allowed(&opened.db, opened.file, analysis::Grounded::default());
    let codes: Vec<_> = reports.iter().map(|report| report.code).collect();
    expected.of_codes(&codes)
}

fn has_checks(opened: &Opened) -> bool {
    let blocks = hir::blocks(&opened.db, opened.file).iter();
    let forms = blocks.flat_map(|blk| hir::forms(&opened.db, *blk));
    forms.into_iter().any(|lowered| {
        matches!(
            lowered.form.statement.as_deref(),
            Some(logic::formula::written::Statement::Check(_))
        )
    })
}

/// The checks of a spec, one after the other; `None` where Ctrl-C came.
fn run(
    theory: &OpenedTheory,
    tested: &mut Tested,
    interrupt: &Interrupt,
    color: bool,
) -> Option<Vec<ExpectationDocument>> {
    let spec = &theory.theory.spec;
    // Those of the files that are used are theirs.
    let own: Vec<_> = driver::checks(spec)
        .filter(|(id, ..)| theory.is_own(*id))
        .collect();
    let mut lines = Vec::new();
    if own.is_empty() {
        return Some(lines);
    }
    let all_fail = |message: &str| {
        let failed =
            |(id, ..): &(StatementId, _, _)| line(theory, *id, "failed", message, Vec::new());
        own.iter().map(failed).collect::<Vec<_>>()
    };
    let limits = TheoryLimits::default();
    let instance = match theory.values(&[], limits.max_sort) {
        Ok(instance) => instance,
        Err(none) => {
            tested.limit |= none.verdict().limit;
            return Some(all_fail(&none.lines(theory).join("; ")));
        }
    };
    let control = Control {
        stop: interrupt.shared(),
        conflicts: None,
    };
    let flag = Some(interrupt.flag());
    let begun = Solving::new(spec, &instance, limits.grounding(), flag, control, 0);
    let mut solving = match begun {
        Ok(solving) => solving,
        Err(_) if interrupt.is_set() => return None,
        Err(error) => {
            let (message, verdict) = theory.explained(&error);
            tested.limit |= verdict.limit;
            return Some(all_fail(&message));
        }
    };
    tested.drawn = theory.warnings(&instance, &mut solving, color);
    let shown = Shown::new(spec, solving.evaluator());
    for (id, elaborated, check) in own {
        let checked = driver::check(&mut solving, &instance, id, elaborated, check);
        if interrupt.is_set() {
            return None;
        }
        lines.push(match checked {
            Ok(Checked::Holds) => passed(theory, id),
            Ok(Checked::Fails(instead)) => {
                let (message, details) = worded(theory, &shown, &instead);
                line(theory, id, "failed", &message, details)
            }
            Ok(Checked::Unsupported) => {
                let message = "the cost of models cannot be told yet";
                line(theory, id, "skipped", message, Vec::new())
            }
            Ok(Checked::Unknown) => line(
                theory,
                id,
                "failed",
                "the search ended without an answer",
                Vec::new(),
            ),
            Err(error) => {
                let (message, verdict) = theory.explained(&error);
                tested.limit |= verdict.limit;
                line(theory, id, "failed", &message, Vec::new())
            }
        });
    }
    Some(lines)
}

fn passed(theory: &OpenedTheory, id: StatementId) -> ExpectationDocument {
    let mut line = line(theory, id, "passed", "", Vec::new());
    line.message = None;
    line
}

fn line(
    theory: &OpenedTheory,
    id: StatementId,
    outcome: &'static str,
    message: &str,
    details: Vec<String>,
) -> ExpectationDocument {
    ExpectationDocument {
        line: theory.extent(id).map_or(1, |(_, start, _)| start.line),
        text: theory.line(id),
        outcome,
        message: Some(message.to_owned()),
        details,
    }
}

/// What is so instead of what a check expects, and the details, a line each.
pub(crate) fn worded(
    theory: &OpenedTheory,
    shown: &Shown<'_>,
    instead: &Instead,
) -> (String, Vec<String>) {
    let model = |model| {
        let mut text = String::new();
        write_model(model, shown, &mut text);
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    match instead {
        Instead::Model(found) => ("this model shows it".to_owned(), model(found)),
        Instead::NoModel(statements) => {
            let rules = statements.iter();
            let rules = rules.map(|&id| format!("{}: {}", theory.place(id), theory.line(id)));
            ("there is no model, because of".to_owned(), rules.collect())
        }
        Instead::Models(counted, alike) => {
            let least = if counted.is_all { "" } else { "at least " };
            let models = super::count(counted.models as usize, "model");
            let Some((first, second)) = alike.as_deref() else {
                return (format!("there are {least}{models}"), Vec::new());
            };
            let mut details = model(first);
            details.push(format!(
                "and another one {}",
                shown.difference(first, second)
            ));
            let message = format!("there are {least}{models}, such as this one");
            (message, details)
        }
        Instead::Two(first, second) => {
            let mut details = model(first);
            details.push(format!(
                "and another one {}",
                shown.difference(first, second)
            ));
            (
                "there is more than one model, such as this one".to_owned(),
                details,
            )
        }
    }
}
