//! `herbrand solve`.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use driver::{Answer, Cause, Core, Counted, Model, Solving, SolvingError};
use indicatif::HumanCount;
use serde::Serialize;

use super::args::ReportFormat;
use super::console::Console;
use super::model::json;
use super::opened::Refusal;
use super::theory::{
    CoreDocument, ModelDocument, Search, SearchArgs, Shown, TheoryArgs, core_json, core_text,
    models_json, open, write_model,
};
use super::verdict::Verdict;
use super::watch::watched;

/// Find a model of a puzzle, or the rules that clash
#[derive(Args)]
#[command(after_help = "\
Examples:
  herbrand solve four.qprop                     a solution
  herbrand solve sudoku.qprop today.qprop       a model with the data of an instance
  herbrand solve queens.qprop --set n=8 --count how many solutions there are
  herbrand solve queens.qprop --set n=6 --all   all of them")]
pub(crate) struct SolveArgs {
    /// Files that make one spec together, with all that they `use`; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print all models
    #[arg(long, conflicts_with = "count")]
    all: bool,

    /// Print up to N models, or count no further
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Print how many models there are instead of one
    #[arg(long)]
    count: bool,

    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ReportFormat,

    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    theory: TheoryArgs,
}

#[derive(Serialize)]
struct Document {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    models: Option<[ModelDocument; 0]>,
    /// Whether these are all models.
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    core: Vec<CoreDocument>,
    stats: Statistics,
}

#[derive(Serialize)]
struct Statistics {
    atoms: u32,
    variables: u32,
    clauses: usize,
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, console: Console) -> io::Result<Verdict> {
    let mut output = Output {
        console,
        args,
        seen: 0,
        written: Ok(true),
    };
    let end = answered(args, console, &mut output);
    output.written?;
    console.conclude(end)
}

/// How a document with models begins; they are written as they are found, and all else behind them.
const BEGINNING: &str = "{\n  \"models\": [\n";

/// Where models go: out at once.
struct Output<'a> {
    console: Console,
    args: &'a SolveArgs,
    seen: u64,
    /// Whether somebody still reads.
    written: io::Result<bool>,
}

impl Output<'_> {
    /// How many models are asked for.
    fn most(&self) -> u64 {
        match self.args.limit {
            Some(limit) => limit,
            None if self.args.all || self.args.count => u64::MAX,
            None => 1,
        }
    }

    /// Takes a model; whether more are wanted.
    fn model(&mut self, model: &Model, shown: &Shown<'_>) -> bool {
        self.seen += 1;
        if self.args.count {
            return self.seen < self.most();
        }
        if self.args.format == ReportFormat::Json {
            let before = if self.seen > 1 { ",\n" } else { BEGINNING };
            let model = models_json(model, shown);
            self.written = match serde_json::to_string(&model) {
                Ok(model) => self.console.stream(&format!("{before}    {model}")),
                Err(error) => Err(error.into()),
            };
        } else {
            let mut text = String::new();
            if self.most() > 1 {
                let gap = if self.seen > 1 { "\n" } else { "" };
                let _ = writeln!(text, "{gap}model {}", self.seen);
            }
            let before = text.len();
            write_model(model, shown, &mut text);
            if text.len() == before {
                text.push_str("a model, with nothing to show\n");
            }
            self.written = self.console.stream(&text);
        }
        self.seen < self.most() && matches!(self.written, Ok(true))
    }
}

fn answered(
    args: &SolveArgs,
    console: Console,
    output: &mut Output<'_>,
) -> Result<(String, Verdict), Verdict> {
    let refused = |refusal: Refusal| refusal.say(console);
    let opened = open(
        &args.files,
        &args.theory.reading,
        None,
        console.error_color(),
    )
    .map_err(refused)?;
    let instance = opened.instance(&args.theory.set, args.theory.limits.max_sort, console)?;
    let search = Search::new(&args.search);
    let failed = |error| opened.say(&error, console);
    let limits = args.theory.limits.grounding();
    let grounding = || "grounding".to_owned();
    let begun = watched(console, &grounding, || {
        search.begin(&opened, &instance, limits)
    });
    let mut solving = begun.map_err(failed)?;
    opened.warn(&instance, &mut solving, console);
    if opened.is_weighed() {
        console.note(
            "`soft`, `minimize` and `maximize` are not weighed yet: models are shown as they are \
             found, whatever they cost",
        );
    }
    let shown = Shown::new(&opened.theory.spec, solving.evaluator());
    let stats = Statistics::of(&solving);
    let is_json = args.format == ReportFormat::Json;
    let found = AtomicU64::new(0);
    let most = output.most();
    let mut enumerate = || {
        solving.models(|model| {
            found.fetch_add(1, Ordering::Relaxed);
            output.model(&model, &shown)
        })
    };
    // Models that are written as they come are the progress themselves.
    let counted = if most == 0 {
        Ok(Counted::default())
    } else if is_json || args.count || most == 1 {
        let searching = || match found.load(Ordering::Relaxed) {
            0 => "searching".to_owned(),
            models => format!("{} models so far", HumanCount(models)),
        };
        watched(console, &searching, enumerate)
    } else {
        enumerate()
    };
    let counted = counted.map_err(failed)?;
    let mut document = Document {
        status: "unknown",
        models: (!is_json || args.count || output.seen == 0).then_some([]),
        complete: counted.is_all,
        count: args.count.then_some(counted.models),
        core: Vec::new(),
        stats,
    };
    let mut text = String::new();
    let mut verdict = Verdict::default();
    let is_enough = counted.models >= most || !matches!(output.written, Ok(true));
    if counted.models > 0 {
        document.status = "satisfiable";
        if !counted.is_all && !is_enough {
            verdict = search.say_ended(console, "there may be more models");
        }
    } else if counted.is_all {
        document.status = "unsatisfiable";
        verdict.errors = !args.count;
        if !args.count {
            let clashing = || "looking for the rules that clash".to_owned();
            let clash = watched(console, &clashing, || clash(&mut solving)).map_err(failed)?;
            if let Some((core, causes)) = clash {
                if is_json {
                    document.core = core_json(&core, &causes, &opened);
                } else {
                    text.push_str(&core_text(&core, &causes, &opened));
                }
            } else {
                text.push_str("no model\n");
                verdict = search.say_unknown(console);
            }
        }
    } else if most > 0 {
        verdict = search.say_unknown(console);
    }
    if is_json {
        let text = json(&document);
        let behind = |text: String| text.replacen("{\n", "\n  ],\n", 1);
        let is_behind = document.models.is_none();
        return Ok((if is_behind { behind(text) } else { text }, verdict));
    }
    if args.count {
        let least = if counted.is_all { "" } else { "at least " };
        let _ = writeln!(text, "{least}{}", counted.models);
    }
    Ok((text, verdict))
}

/// The rules that clash, and how; `None` where the search was stopped.
fn clash(solving: &mut Solving<'_>) -> Result<Option<(Core, Vec<Cause>)>, SolvingError> {
    let Answer::Core(core) = solving.solve()? else {
        return Ok(None);
    };
    let causes = solving.causes(&core)?;
    Ok(Some((core, causes)))
}

impl Statistics {
    fn of(solving: &Solving<'_>) -> Self {
        let grounded = solving.grounded();
        Self {
            atoms: grounded.atoms().len(),
            variables: grounded.highest(),
            clauses: grounded.clauses().len() + grounded.definitions().len(),
        }
    }
}
