//! `herbrand ground`.

mod dot;
mod network;
mod program;
mod statistics;
mod theory;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::{Args, ValueEnum};
use driver::{DocumentOptions, Evaluation, Expansion, Shown, Spec, Stop};
use ground::formula::Limits as FormulaLimits;
use ground::{Options, Program, Progress, asp};
use indicatif::HumanCount;
use logic::{GroundAtom, Name, Rule};
use syntax::Dialect;

use super::args::ReadingArgs;
use super::console::Console;
use super::evaluation::{EvaluationArgs, say_stop};
use super::inputs;
use super::interrupt::Interrupt;
use super::lint::count;
use super::model::data;
use super::opened::{Opened, Refusal, open};
use super::theory::parse_set;
use super::verdict::{Problem, Verdict};
use super::watch::{counts, watched};

/// How to give what an open program lacks.
pub(crate) const GIVE_DATA: &str = "give facts with `--input`";

/// Write a program or a game without variables
#[derive(Args)]
#[command(after_help = "\
Examples:
  herbrand ground tictactoe.kif                  the instances of each rule
  herbrand ground tictactoe.kif --stats          how many there are
  herbrand ground tictactoe.kif --format json    a propositional network, for engines
  herbrand ground family.hrf --format asp | clingo")]
pub(crate) struct GroundArgs {
    /// The sheet, or `-` for standard input; of a puzzle, the files that make one spec together
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: GroundFormat,

    /// Count atoms and instances, rule by rule, instead
    #[arg(long)]
    stats: bool,

    /// Of a game, show the literals that hold in every state too
    #[arg(long)]
    full: bool,

    /// Facts for the inputs of an open program
    #[arg(long, value_name = "FACTS")]
    input: Option<PathBuf>,

    /// Of a puzzle, tell with each clause in JSON the values of the variables that it comes from
    #[arg(long)]
    origins: bool,

    /// Of a puzzle, how far formulas are taken apart
    #[arg(long, value_name = "FORM", default_value = "prop")]
    form: GroundForm,

    /// Gives a constant of a puzzle a value, whatever the file says
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_set)]
    set: Vec<(Name, i64)>,

    /// How many clauses a puzzle may have
    #[arg(long, value_name = "N", default_value_t = FormulaLimits::default().clauses, help_heading = "Limits of evaluation")]
    max_clauses: u64,

    /// How many instances of one rule to write
    #[arg(long, value_name = "N")]
    most: Option<usize>,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    evaluation: EvaluationArgs,
}

impl GroundArgs {
    /// The name of the first file.
    fn name(&self) -> String {
        let first = self.files.first();
        first.map_or_else(String::new, |path| inputs::name_of(path))
    }
}

/// The formats of `ground`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GroundFormat {
    /// Ground rules in the spelling of the file
    Text,
    /// A propositional network of a game, ground rules of a program; the documentation has the
    /// schema
    Json,
    /// For Graphviz
    Dot,
    /// The rules as they are, for clingo and gringo to ground
    Asp,
    /// Of a puzzle, clauses for SAT solvers
    Dimacs,
}

/// How far the formulas of a puzzle are taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GroundForm {
    /// Quantifiers are written out, and all else is as it was written
    Prop,
    /// Negations stand at atoms
    Nnf,
    /// Clauses
    Cnf,
}

/// Runs the command.
pub(crate) fn run(args: &GroundArgs, console: Console) -> io::Result<Verdict> {
    let answered = answered(args, console);
    console.conclude(answered.map(|text| (text, Verdict::default())))
}

fn answered(args: &GroundArgs, console: Console) -> Result<String, Verdict> {
    let refused = |refusal: Refusal| refusal.say(console);
    let Some((file, more)) = args.files.split_first() else {
        return Err(Verdict::FAILED);
    };
    let opened = open(file, &args.reading).map_err(|problem| refused(problem.into()))?;
    if opened.dialect() == Dialect::Qprop {
        return theory::answered(args, console);
    }
    if let Some(other) = more.first() {
        let message = "a second file; a rule sheet is grounded by itself";
        return Err(refused(
            Problem::new(inputs::name_of(other), message).into(),
        ));
    }
    if args.format == GroundFormat::Dimacs {
        let message = "a rule sheet; `--format dimacs` is for puzzles, `json` for games";
        return Err(refused(Problem::new(&opened.name, message).into()));
    }
    if args.stats && !matches!(args.format, GroundFormat::Text | GroundFormat::Json) {
        let message = "`--stats` are written as `--format text` or `json`";
        return Err(refused(Problem::new(&opened.name, message).into()));
    }
    let spec = opened.spec(console).map_err(refused)?;
    let data = data_of(args, &spec, &opened, console)?;
    if args.format == GroundFormat::Asp && !args.stats {
        return as_asp(&spec, data, &opened, console);
    }
    let interrupt = Interrupt::listen();
    let progress = Progress::default();
    let is_game = spec.vocabulary.is_game();
    let options = args
        .evaluation
        .of_grounding(is_game, interrupt.flag(), &progress);
    let state = || counts("grounding", &progress);
    let stopped = |stop: Stop| say_stop(&stop, &opened, console);
    if spec.vocabulary.is_game() && args.format != GroundFormat::Text && !args.stats {
        let network = watched(console, &state, || spec.network(&options)).map_err(stopped)?;
        return Ok(match args.format {
            GroundFormat::Dot => dot::network(&network, &spec),
            _ => network::json(&network, &spec, &opened.name),
        });
    }
    let mut evaluation =
        watched(console, &state, || spec.ground_with(data, &options)).map_err(stopped)?;
    if let Some(missing) = spec.missing_data(&evaluation) {
        console.note(&format!("{missing}; {GIVE_DATA}"));
    }
    let open = evaluation.model.undefined().count();
    if open > 0 {
        console.note(&format!(
            "{}: {} of the well-founded model {} neither true nor false, because {} own negation; \
             instances that rest on {} are left out, `herbrand model` names {}",
            opened.name,
            count(open, "atom"),
            if open == 1 { "is" } else { "are" },
            if open == 1 {
                "it depends on its"
            } else {
                "they depend on their"
            },
            if open == 1 { "it" } else { "them" },
            if open == 1 { "it" } else { "them" },
        ));
    }
    if args.stats {
        let json = args.format == GroundFormat::Json;
        return Ok(statistics::table(&spec, &evaluation, &opened, json));
    }
    ground_rules(args, &spec, &opened, &mut evaluation, &options, console).map_err(stopped)
}

/// The facts of `--input`.
fn data_of(
    args: &GroundArgs,
    spec: &Spec,
    opened: &Opened,
    console: Console,
) -> Result<Option<Vec<GroundAtom>>, Verdict> {
    let Some(path) = &args.input else {
        return Ok(None);
    };
    if spec.vocabulary.is_game() {
        let message = "a game, which is grounded over all its states; `--input` is for open \
                       programs";
        return Err(Refusal::from(Problem::new(&opened.name, message)).say(console));
    }
    let facts = data(path, &args.reading, spec, console);
    facts.map(Some).map_err(|refusal| refusal.say(console))
}

/// The rules as they are, and the data as facts below them.
fn as_asp(
    spec: &Spec,
    data: Option<Vec<GroundAtom>>,
    opened: &Opened,
    console: Console,
) -> Result<String, Verdict> {
    let inputs = &spec.vocabulary.inputs;
    if data.is_none() && !inputs.is_empty() {
        let names = inputs
            .iter()
            .map(|one| format!("`{}/{}`", one.name, one.arity));
        let names = names.collect::<Vec<_>>().join(", ");
        console.note(&format!(
            "no facts of {names} are written; {GIVE_DATA}, or to clingo"
        ));
    }
    let facts = data.into_iter().flatten().map(|fact| Rule {
        head: fact.to_atom(),
        body: Box::default(),
        variables: Box::default(),
    });
    let facts: Vec<_> = facts.collect();
    let program = Program::of(spec.rules.iter().chain(&facts));
    asp::Asp::of(&program)
        .program(&program)
        .map_err(|unsupported| {
            let place = opened.place(spec.sites[unsupported.clause]);
            let message = "clingo has no words for the minimum or maximum of two terms";
            Refusal::from(Problem::new(place, message)).say(console)
        })
}

fn ground_rules(
    args: &GroundArgs,
    spec: &Spec,
    opened: &Opened,
    evaluation: &mut Evaluation,
    options: &Options<'_>,
    console: Console,
) -> Result<String, Stop> {
    let shown = if args.full {
        Shown::All
    } else {
        Shown::StateDependent
    };
    let most = args.most.unwrap_or(usize::MAX);
    let mut expansion = Expansion::new(spec, evaluation, shown);
    match args.format {
        GroundFormat::Json => program::json(&mut expansion, spec, opened, most, options),
        GroundFormat::Dot => dot::program(&mut expansion, spec, most, options),
        _ => {
            let lines: Vec<u32> = spec
                .sites
                .iter()
                .map(|&site| opened.line_of(site) - 1)
                .collect();
            let what = DocumentOptions {
                name: &opened.name,
                lines: &lines,
                state: "",
                full: "`--full` shows them",
                data: GIVE_DATA,
                most: (most, "raise `--most`"),
                max_lines: (usize::MAX, ""),
            };
            let (written, all) = (AtomicU64::new(0), AtomicU64::new(0));
            let state = || {
                let [written, all] =
                    [&written, &all].map(|one| HumanCount(one.load(Ordering::Relaxed)));
                format!("writing: {written} of {all} instances")
            };
            let mut progress = |done, total| {
                written.store(done, Ordering::Relaxed);
                all.store(total, Ordering::Relaxed);
            };
            let document = watched(console, &state, || {
                expansion.document(&what, options, &mut progress)
            })?;
            Ok(document.text)
        }
    }
}
