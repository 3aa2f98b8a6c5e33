//! Specs of quantified propositional logic on the command line: which files, which values, which
//! limits.

mod cores;
mod faults;
mod loading;
mod models;
mod warnings;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use driver::{Claim, Solving, SolvingError, Theory, Unclaimed};
use ground::formula::Limits;
use hir::RootDb;
use logic::Name;
use logic::formula::{Instance, StatementId};
use sat::Control;
use source::{Config, Diagnostic, File};
use syntax::{TextRange, TextSize};

use super::args::{LintFormat, ReadingArgs};
use super::console::Console;
use super::interrupt::Interrupt;
use super::lint::{Position, Sheet, Style, piece};
use super::opened::Refusal;
use super::verdict::Verdict;

pub(crate) use cores::{
    CauseDocument, CoreDocument, cause_json, core_json, core_text, write_rules,
};
pub(crate) use faults::NoValues;
pub(crate) use loading::{Extra, open};
pub(crate) use models::{ModelDocument, Shown, models_json, write_model};

/// How many elements a sort may have, unless the user says otherwise.
pub(crate) const MAX_SORT: u64 = 10_000_000;

/// The longest statement that an answer shows whole, in characters.
const LONGEST: usize = 120;

/// Which spec, and what it leaves open.
#[derive(Args)]
pub(crate) struct TheoryArgs {
    /// Gives a constant a value, whatever the files say
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_set)]
    pub(crate) set: Vec<(Name, i64)>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    #[command(flatten)]
    pub(crate) limits: TheoryLimits,
}

/// How far grounding and solving go.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct TheoryLimits {
    /// How many elements a sort may have
    #[arg(long, value_name = "N", default_value_t = MAX_SORT)]
    pub(crate) max_sort: u64,

    /// How many atoms the solver may have to decide
    #[arg(long, value_name = "N", default_value_t = Limits::default().atoms)]
    max_atoms: u64,

    /// How many instances a rule may have
    #[arg(long, value_name = "N", default_value_t = Limits::default().instances)]
    max_instances: u64,

    /// How many clauses there may be
    #[arg(long, value_name = "N", default_value_t = Limits::default().clauses)]
    max_clauses: u64,

    /// How many values and rows grounding may look at
    #[arg(long, value_name = "N", default_value_t = Limits::default().steps)]
    max_steps: u64,
}

impl Default for TheoryLimits {
    fn default() -> Self {
        let limits = Limits::default();
        Self {
            max_sort: MAX_SORT,
            max_atoms: limits.atoms,
            max_instances: limits.instances,
            max_clauses: limits.clauses,
            max_steps: limits.steps,
        }
    }
}

impl TheoryLimits {
    pub(crate) fn grounding(&self) -> Limits {
        Limits {
            atoms: self.max_atoms,
            instances: self.max_instances,
            clauses: self.max_clauses,
            steps: self.max_steps,
        }
    }
}

/// How a search is started and ended.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SearchArgs {
    /// Which model is found first: another seed, perhaps another model
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u32,

    /// Ends the search after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) time_limit: Option<Duration>,

    /// Ends each search of the solver after so many conflicts, the same on every machine
    #[arg(long, value_name = "N")]
    pub(crate) max_conflicts: Option<u32>,
}

/// A spec with its files.
pub(crate) struct OpenedTheory {
    pub(crate) db: RootDb,
    pub(crate) theory: Theory,
    files: Vec<Loaded>,
}

struct Loaded {
    file: File,
    name: String,
    text: Arc<str>,
    /// How grave reports on it are.
    config: Arc<Config>,
    /// How much of the text, from its start, nobody has written.
    hidden: usize,
}

fn position(loaded: &Loaded, range: TextRange) -> Position {
    let text = &loaded.text[loaded.hidden..];
    let sheet = Sheet::new(loaded.name.clone(), text.into(), Vec::new());
    sheet.position(seen(range, loaded.hidden).start())
}

impl OpenedTheory {
    /// The errors of names and of syntax, drawn, where there are some.
    fn without_errors(self, color: bool) -> Result<Self, Refusal> {
        let mut drawn = String::new();
        for loaded in &self.files {
            let mut reports = analysis::diagnostics(&self.db, loaded.file);
            reports.retain(|report| {
                report.severity == source::Severity::Error && faults::is_syntax(report.code)
            });
            if !reports.is_empty() {
                drawn.push_str(&draw(loaded, reports, color));
            }
        }
        if drawn.is_empty() {
            let problems = self.theory.diagnostics(&self.db);
            for loaded in &self.files {
                let own = problems.iter().filter(|(file, _)| *file == loaded.file);
                let errors = own.filter(|(_, report)| report.severity == source::Severity::Error);
                let reports: Vec<Diagnostic> = errors.map(|(_, report)| report.clone()).collect();
                if !reports.is_empty() {
                    drawn.push_str(&draw(loaded, reports, color));
                }
            }
        }
        if drawn.is_empty() {
            return Ok(self);
        }
        Err(Refusal::Errors(drawn))
    }

    /// Takes the last of the files as what somebody says that a model is.
    pub(crate) fn claimed(&mut self, instance: &Instance) -> Result<Claim, Vec<Unclaimed>> {
        match self.files.last() {
            Some(loaded) => self.theory.claimed(loaded.file, instance),
            None => Ok(Claim::default()),
        }
    }

    /// Whether models have a cost.
    pub(crate) fn is_weighed(&self) -> bool {
        let mut statements = self.theory.spec.statements.iter();
        statements.any(|(_, elaborated)| {
            use logic::formula::Statement;
            matches!(
                elaborated.statement,
                Statement::Soft(..) | Statement::Objective(..)
            )
        })
    }

    /// The name of the first file.
    pub(crate) fn name(&self) -> &str {
        self.files.first().map_or("", |loaded| &loaded.name)
    }

    /// Whether a statement is of the first file that was named.
    pub(crate) fn is_own(&self, id: StatementId) -> bool {
        let range = self.range(id);
        range.is_some_and(|(loaded, _)| self.files.first().is_some_and(|f| f.file == loaded.file))
    }

    /// `FILE:LINE:COLUMN` of a statement.
    pub(crate) fn place(&self, id: StatementId) -> String {
        match self.range(id) {
            Some((loaded, range)) => {
                let at = position(loaded, range);
                format!("{}:{}:{}", loaded.name, at.line, at.column)
            }
            None => self.name().to_owned(),
        }
    }

    /// The file of a statement, and where it starts and ends in it.
    pub(crate) fn extent(&self, id: StatementId) -> Option<(&str, Position, Position)> {
        let (loaded, range) = self.range(id)?;
        let end = TextRange::empty(range.end());
        Some((&loaded.name, position(loaded, range), position(loaded, end)))
    }

    /// The text of a statement on one line, without comments.
    pub(crate) fn text(&self, id: StatementId) -> String {
        let Some((loaded, range)) = self.range(id) else {
            return String::new();
        };
        let lines = loaded.text[range].lines();
        let lines = lines.map(|line| match line.split_once("//") {
            Some((code, _)) if !code.contains('"') => code.trim(),
            _ => line.trim(),
        });
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        lines.join(" ")
    }

    /// The same, not too long for a line of an answer.
    pub(crate) fn line(&self, id: StatementId) -> String {
        let text = self.text(id);
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{} …", text[..end].trim_end()),
            None => text,
        }
    }

    /// Whether a statement is of the last file.
    pub(crate) fn is_extra(&self, id: StatementId) -> bool {
        let range = self.range(id);
        range.is_some_and(|(loaded, _)| self.files.last().is_some_and(|f| f.file == loaded.file))
    }

    fn range(&self, id: StatementId) -> Option<(&Loaded, TextRange)> {
        let (file, range) = self.theory.statement(&self.db, id)?;
        let loaded = self.files.iter().find(|loaded| loaded.file == file)?;
        Some((loaded, range))
    }

    fn place_of(&self, place: logic::formula::Place) -> String {
        let found = self.theory.span(&self.db, place);
        let found = found.and_then(|(file, span)| {
            let loaded = self.files.iter().find(|loaded| loaded.file == file)?;
            let at = position(loaded, span.full);
            Some(format!("{}:{}:{}", loaded.name, at.line, at.column))
        });
        found.unwrap_or_else(|| self.place(place.statement))
    }

    /// The values of constants, sorts and given relations.
    ///
    /// # Errors
    /// Why there are none.
    pub(crate) fn values(&self, set: &[(Name, i64)], max_sort: u64) -> Result<Instance, NoValues> {
        for (name, _) in set {
            let is_constant = matches!(
                self.theory.spec.declarations.meaning(name),
                Some(logic::formula::Meaning::Constant(_))
            );
            if !is_constant {
                let line = format!("--set {name}: no file declares a constant `{name}`");
                return Err(NoValues::Option(line));
            }
        }
        Instance::of(&self.theory.spec, set, max_sort).map_err(|faults| NoValues::of(self, &faults))
    }

    /// The same, said where they are missing.
    pub(crate) fn instance(
        &self,
        set: &[(Name, i64)],
        max_sort: u64,
        console: Console,
    ) -> Result<Instance, Verdict> {
        self.values(set, max_sort).map_err(|none| {
            match &none {
                NoValues::Option(line) => console.error(line),
                NoValues::Faults { reports, .. } => {
                    console.raw(&self.drawn(reports, console.error_color()));
                }
            }
            none.verdict()
        })
    }

    /// Why a theory was not solved, and how a run ends that has no answer for that.
    pub(crate) fn explained(&self, error: &SolvingError) -> (String, Verdict) {
        faults::solving(self, error)
    }

    /// Says why a theory was not solved.
    pub(crate) fn say(&self, error: &SolvingError, console: Console) -> Verdict {
        let (line, verdict) = faults::solving(self, error);
        match faults::operation(self, error) {
            Some(report) => console.raw(&self.drawn(&[report], console.error_color())),
            None => console.error(&line),
        }
        verdict
    }
}

fn draw(loaded: &Loaded, mut reports: Vec<Diagnostic>, color: bool) -> String {
    for report in &mut reports {
        let related = report.related.iter_mut().map(|related| &mut related.range);
        for range in related.chain([&mut report.range]) {
            *range = seen(*range, loaded.hidden);
        }
        if loaded.hidden > 0 {
            report.fixes.clear();
        }
    }
    let text = &loaded.text[loaded.hidden..];
    let sheet = Sheet::new(loaded.name.clone(), text.into(), reports);
    let style = Style {
        format: LintFormat::Text,
        color,
        max_reports: 3,
    };
    piece(&sheet, style)
}

/// A range from the end of what nobody has written.
fn seen(range: TextRange, hidden: usize) -> TextRange {
    let shifted = |at: TextSize| TextSize::try_from(usize::from(at).saturating_sub(hidden));
    match (shifted(range.start()), shifted(range.end())) {
        (Ok(start), Ok(end)) => TextRange::new(start, end),
        _ => range,
    }
}

/// A search that Ctrl-C and a time limit end.
pub(crate) struct Search {
    interrupt: Interrupt,
    control: Control,
    seed: u32,
    time_limit: Option<Duration>,
    timed_out: Arc<AtomicBool>,
}

impl Search {
    pub(crate) fn new(args: &SearchArgs) -> Search {
        let interrupt = Interrupt::listen();
        let control = Control {
            stop: interrupt.shared(),
            conflicts: args.max_conflicts,
        };
        let search = Search {
            interrupt,
            control,
            seed: args.seed,
            time_limit: args.time_limit,
            timed_out: Arc::default(),
        };
        if let Some(limit) = args.time_limit {
            let (stop, timed_out) = (search.control.stop.clone(), search.timed_out.clone());
            std::thread::spawn(move || {
                std::thread::sleep(limit);
                timed_out.store(true, std::sync::atomic::Ordering::Relaxed);
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            });
        }
        search
    }

    /// Grounds a theory for a search.
    pub(crate) fn begin<'a>(
        &'a self,
        opened: &'a OpenedTheory,
        instance: &'a Instance,
        limits: Limits,
    ) -> Result<Solving<'a>, SolvingError> {
        Solving::new(
            &opened.theory.spec,
            instance,
            limits,
            Some(self.interrupt.flag()),
            self.control.clone(),
            self.seed,
        )
    }

    /// Says why a search ended without an answer.
    pub(crate) fn say_unknown(&self, console: Console) -> Verdict {
        self.say_ended(console, "no answer")
    }

    /// Says why a search ended early, and what that means.
    pub(crate) fn say_ended(&self, console: Console, meaning: &str) -> Verdict {
        let is_late = self.timed_out.load(std::sync::atomic::Ordering::Relaxed);
        let mut verdict = Verdict::default();
        match (self.time_limit, self.control.conflicts) {
            (Some(limit), _) if is_late => {
                let seconds = limit.as_secs_f64();
                console.error(&format!(
                    "the time limit of {seconds} s is reached: {meaning}; raise it with `--time-limit`"
                ));
                verdict.limit = true;
            }
            (_, Some(conflicts)) if !self.interrupt.is_set() => {
                console.error(&format!(
                    "the limit of {conflicts} conflicts is reached: {meaning}; raise it with \
                     `--max-conflicts`"
                ));
                verdict.limit = true;
            }
            _ => {
                console.error(&format!("interrupted: {meaning}"));
                verdict.failed = true;
            }
        }
        verdict
    }
}

pub(crate) fn parse_set(text: &str) -> Result<(Name, i64), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| "write NAME=VALUE, such as n=9".to_owned())?;
    let value = value.trim().parse().map_err(|_| {
        format!(
            "`{}` is no integer; a constant has an integer for its value",
            value.trim()
        )
    })?;
    Ok((name.trim().into(), value))
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "write a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
