//! What is asked of puzzles, and the answers: on a thread of its own, in the words of the command
//! line.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use driver::{Answer, Cause, Checked, Core, Entailment, Model, Solving, SolvingError, Theory};
use ground::formula::{Error as GroundError, Limits};
use ide::{Asked, Run};
use logic::Name;
use logic::formula::{Instance, StatementId};
use sat::Control;
use source::Content;

use super::grounding::PACE;
use super::progress::Progress;
use super::puzzles::{worded, worded_faults};
use super::stopping::meanwhile;
use crate::cli::opened::Refusal;
use crate::cli::prove;
use crate::cli::test::checks;
use crate::cli::theory::{Extra, MAX_SORT, OpenedTheory, Shown, core_text, write_model};

/// What is asked.
#[derive(Clone, Debug)]
pub(super) enum Question {
    /// For so many models, or how many there are up to that.
    Solve { most: u64, count: bool },
    /// Whether a formula follows.
    Prove(String),
    /// Whether a `check` holds.
    Check(StatementId),
}

/// A question about a puzzle.
pub(super) struct Inquiry {
    pub(super) question: Question,
    /// The puzzle as the database knows it.
    pub(super) theory: Arc<Theory>,
    /// Its files, in the same order.
    pub(super) contents: Vec<(Arc<str>, Content)>,
    /// Values of constants.
    pub(super) set: Vec<(Name, i64)>,
    pub(super) limits: Limits,
}

/// An answer.
pub(super) struct Answered {
    /// In a word.
    pub(super) status: &'static str,
    /// As the terminal shows it.
    pub(super) text: String,
    /// What it shows of the puzzle itself; nothing for a formula that somebody has typed.
    pub(super) run: Option<Run>,
}

/// Why there is no answer.
pub(super) enum Unanswered {
    /// It was stopped.
    Stopped,
    /// In words.
    Because(String),
}

impl Unanswered {
    fn of(spec: &logic::formula::Spec, error: &SolvingError) -> Unanswered {
        match error {
            SolvingError::Ground(GroundError::Cancelled) => Unanswered::Stopped,
            error => Unanswered::Because(worded(spec, error)),
        }
    }
}

/// Answers a question.
///
/// # Errors
/// Why there is no answer.
pub(super) fn answer(
    inquiry: Inquiry,
    cancel: &Arc<AtomicBool>,
    progress: Option<&Progress>,
) -> Result<Answered, Unanswered> {
    let extra = match &inquiry.question {
        Question::Prove(formula) => Some(Extra::Formula(formula)),
        Question::Solve { .. } | Question::Check(_) => None,
    };
    let opened = match OpenedTheory::of_contents(inquiry.contents, extra) {
        Ok(opened) => opened,
        Err(Refusal::Problem(problem)) => return Err(Unanswered::Because(problem.line())),
        Err(Refusal::Errors(drawn)) => return Err(Unanswered::Because(drawn)),
    };
    if extra.is_some() {
        prove::asked(&opened).map_err(|message| Unanswered::Because(message.to_owned()))?;
    }
    let spec = &opened.theory.spec;
    let instance = Instance::of(spec, &inquiry.set, MAX_SORT)
        .map_err(|faults| Unanswered::Because(worded_faults(&opened.theory, &faults)))?;
    let models = AtomicU64::new(0);
    let state = || match models.load(Ordering::Relaxed) {
        0 => "grounding and searching".to_owned(),
        1 => "1 model so far".to_owned(),
        found => format!("{found} models so far"),
    };
    let tick = || {
        if let Some(progress) = progress {
            progress.report(&state(), None);
        }
    };
    let control = Control {
        stop: Arc::clone(cancel),
        conflicts: None,
    };
    let ask = || {
        let solving = Solving::new(spec, &instance, inquiry.limits, Some(cancel), control, 0)?;
        let mut asking = Asking {
            theory: &inquiry.theory,
            opened: &opened,
            instance: &instance,
            shown: Shown::new(spec, solving.evaluator()),
            solving,
            models: &models,
        };
        match inquiry.question {
            Question::Solve { most, count } => asking.solve(most, count),
            Question::Prove(_) => asking.prove(),
            Question::Check(id) => asking.check(id),
        }
    };
    let answered = meanwhile(PACE, tick, ask).map_err(|error| Unanswered::of(spec, &error))?;
    answered.ok_or(Unanswered::Stopped)
}

struct Asking<'a> {
    theory: &'a Arc<Theory>,
    opened: &'a OpenedTheory,
    instance: &'a Instance,
    shown: Shown<'a>,
    solving: Solving<'a>,
    /// How many were found.
    models: &'a AtomicU64,
}

/// `None` where the search ended before.
type Found = Result<Option<Answered>, SolvingError>;

impl Asking<'_> {
    fn run(&self, asked: Asked, title: String, reports: Vec<analysis::report::Report>) -> Run {
        Run {
            theory: Arc::clone(self.theory),
            asked,
            title,
            reports,
        }
    }

    fn solve(&mut self, most: u64, count: bool) -> Found {
        let mut text = String::new();
        let (shown, models) = (&self.shown, self.models);
        let counted = self.solving.models(|model| {
            let number = models.fetch_add(1, Ordering::Relaxed) + 1;
            if !count {
                if most > 1 {
                    let gap = if number > 1 { "\n" } else { "" };
                    let _ = writeln!(text, "{gap}model {number}");
                }
                write_one(&model, shown, &mut text);
            }
            number < most
        })?;
        if counted.models == 0 && counted.is_all {
            return self.clash();
        }
        if !counted.is_all && counted.models < most {
            return Ok(None);
        }
        let noun = if counted.models == 1 {
            "model"
        } else {
            "models"
        };
        let least = if counted.is_all { "" } else { "at least " };
        let title = format!("{least}{} {noun}", counted.models);
        if count {
            let _ = writeln!(text, "{title}");
        }
        Ok(Some(Answered {
            status: "satisfiable",
            text,
            run: Some(self.run(Asked::Models, title, Vec::new())),
        }))
    }

    /// There is no model: the rules that clash.
    fn clash(&mut self) -> Found {
        let Answer::Core(core) = self.solving.solve()? else {
            return Ok(None);
        };
        let causes = self.solving.causes(&core)?;
        let reports = self.opened.theory.clash(&core, &causes);
        let title = title_of(&core);
        Ok(Some(Answered {
            status: "unsatisfiable",
            text: core_text(&core, &causes, self.opened),
            run: Some(self.run(Asked::Models, title, reports)),
        }))
    }

    fn prove(&mut self) -> Found {
        let Ok((id, elaborated, formula)) = prove::asked(self.opened) else {
            return Ok(None);
        };
        let answer = self.solving.entailment(id, elaborated, formula)?;
        let causes: Vec<Cause> = match &answer {
            Entailment::Entailed(core) | Entailment::Refuted(core) | Entailment::NoModel(core) => {
                self.solving.causes(core)?
            }
            Entailment::Open(..) => Vec::new(),
            Entailment::Unknown => return Ok(None),
        };
        let status = match &answer {
            Entailment::Entailed(_) => "entailed",
            Entailment::Refuted(_) => "refuted",
            Entailment::NoModel(_) => "unsatisfiable",
            Entailment::Open(..) | Entailment::Unknown => "open",
        };
        let run = match &answer {
            Entailment::NoModel(core) => {
                let reports = self.opened.theory.clash(core, &causes);
                Some(self.run(Asked::Models, title_of(core), reports))
            }
            _ => None,
        };
        Ok(Some(Answered {
            status,
            text: prove::worded(&answer, &causes, self.opened, &self.shown),
            run,
        }))
    }

    fn check(&mut self, id: StatementId) -> Found {
        let mut checks = driver::checks(&self.opened.theory.spec);
        let Some((_, elaborated, check)) = checks.find(|(other, ..)| *other == id) else {
            return Ok(None);
        };
        let checked = driver::check(&mut self.solving, self.instance, id, elaborated, check)?;
        let (status, title, text, reports) = match checked {
            Checked::Holds => (
                "holds",
                "holds".to_owned(),
                "holds\n".to_owned(),
                Vec::new(),
            ),
            Checked::Unknown => return Ok(None),
            Checked::Unsupported => {
                let why = "the cost of models cannot be told yet";
                ("skipped", why.to_owned(), format!("{why}\n"), Vec::new())
            }
            Checked::Fails(instead) => {
                let (message, details) = checks::worded(self.opened, &self.shown, &instead);
                let mut text = format!("fails: {message}\n");
                for line in details {
                    let _ = writeln!(text, "  {line}");
                }
                let report = self.opened.theory.failure(self.instance, id, &instead);
                let title = format!("fails: {}", report.message);
                ("fails", title, text, vec![report])
            }
        };
        Ok(Some(Answered {
            status,
            text,
            run: Some(self.run(Asked::Check(id), title, reports)),
        }))
    }
}

fn title_of(core: &Core) -> String {
    match core.statements.len() {
        0 => "no model".to_owned(),
        1 => "no model: 1 rule is to blame".to_owned(),
        rules => format!("no model: {rules} rules clash"),
    }
}

fn write_one(model: &Model, shown: &Shown<'_>, text: &mut String) {
    let before = text.len();
    write_model(model, shown, text);
    if text.len() == before {
        text.push_str("a model, with nothing to show\n");
    }
}
