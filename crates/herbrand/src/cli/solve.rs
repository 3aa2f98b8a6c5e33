//! `herbrand solve`.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use clap::Args;
use driver::{Answer, Core, Counted};
use serde::Serialize;

use super::args::ReportFormat;
use super::console::Console;
use super::model::json;
use super::opened::Refusal;
use super::theory::{
    OpenedTheory, Search, SearchArgs, Shown, TheoryArgs, models_json, open, write_model,
};
use super::verdict::Verdict;

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

    /// Print up to N models
    #[arg(long, value_name = "N", conflicts_with = "count")]
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
    models: Vec<super::theory::ModelDocument>,
    /// Whether these are all models.
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    core: Vec<CoreDocument>,
    stats: Statistics,
}

/// A rule of the core.
#[derive(Serialize)]
pub(crate) struct CoreDocument {
    constraint: Option<String>,
    path: String,
    start: super::lint::Position,
    end: super::lint::Position,
}

#[derive(Serialize)]
struct Statistics {
    atoms: u32,
    variables: u32,
    clauses: usize,
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, console: Console) -> io::Result<Verdict> {
    console.conclude(answered(args, console))
}

fn answered(args: &SolveArgs, console: Console) -> Result<(String, Verdict), Verdict> {
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
    let mut solving = search
        .begin(&opened, &instance, args.theory.limits.grounding())
        .map_err(failed)?;
    let shown = Shown::new(&opened.theory.spec, solving.evaluator());
    let statistics = {
        let grounded = solving.grounded();
        Statistics {
            atoms: grounded.atoms().len(),
            variables: grounded.highest(),
            clauses: grounded.clauses().len() + grounded.definitions().len(),
        }
    };
    let is_json = args.format == ReportFormat::Json;
    let mut document = Document {
        status: "unknown",
        models: Vec::new(),
        complete: false,
        count: None,
        core: Vec::new(),
        stats: statistics,
    };
    let most = match (args.all, args.count, args.limit) {
        (true, ..) | (_, true, _) => u64::MAX,
        (.., Some(limit)) => limit,
        _ => 1,
    };
    let mut text = String::new();
    let mut seen = 0;
    let counted: Counted = if most == 0 {
        Counted::default()
    } else {
        let found = solving.models(|model| {
            seen += 1;
            if !args.count && is_json {
                document.models.push(models_json(&model, &shown));
            } else if !args.count {
                if most > 1 {
                    let _ = writeln!(text, "{}model {seen}", if seen > 1 { "\n" } else { "" });
                }
                write_model(&model, &shown, &mut text);
            }
            seen < most
        });
        found.map_err(failed)?
    };
    let mut verdict = Verdict::default();
    document.complete = counted.is_all;
    if args.count {
        document.count = Some(counted.models);
    }
    if counted.models > 0 {
        document.status = "satisfiable";
        if !counted.is_all && counted.models < most {
            verdict = search.say_unknown(console);
        }
    } else if counted.is_all {
        document.status = "unsatisfiable";
        verdict.errors = !args.count;
        if !args.count
            && let Answer::Core(core) = solving.solve().map_err(failed)?
        {
            if is_json {
                document.core = core_json(&core, &opened);
            } else {
                text.push_str(&core_text(&core, &opened));
            }
        }
    } else if most > 0 {
        verdict = search.say_unknown(console);
    }
    if is_json {
        return Ok((json(&document), verdict));
    }
    if args.count {
        let least = if counted.is_all { "" } else { "at least " };
        let _ = writeln!(text, "{least}{}", counted.models);
    }
    if text.is_empty() && counted.models > 0 {
        text.push_str("a model, with nothing to show\n");
    }
    Ok((text, verdict))
}

/// The rules that clash, a line each.
pub(crate) fn core_text(core: &Core, opened: &OpenedTheory) -> String {
    let mut text = match core.statements.len() {
        1 if core.by_data => {
            "no model: data and definitions alone contradict this rule\n".to_owned()
        }
        1 => "no model: this rule contradicts itself\n".to_owned(),
        rules if core.is_minimal => {
            format!(
                "no model: these {rules} rules clash, and without any of them the others do not\n"
            )
        }
        rules => format!("no model: these {rules} rules clash\n"),
    };
    for &id in &core.statements {
        let _ = writeln!(text, "  {}: {}", opened.place(id), opened.first_line(id));
    }
    text
}

/// The same for programs.
pub(crate) fn core_json(core: &Core, opened: &OpenedTheory) -> Vec<CoreDocument> {
    let wording = driver::Wording::new(&opened.theory.spec);
    let statements = core.statements.iter().filter_map(|&id| {
        let (path, start, end) = opened.extent(id)?;
        Some(CoreDocument {
            constraint: wording.rule(id).map(str::to_owned),
            path: path.to_owned(),
            start,
            end,
        })
    });
    statements.collect()
}
