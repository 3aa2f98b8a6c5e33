//! `herbrand ground`.

mod dot;
mod network;
mod program;
mod statistics;

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use driver::{Evaluation, Expansion, Shown, Spec};
use ground::{Program, Progress, asp};

use super::args::ReadingArgs;
use super::console::{Console, answer};
use super::evaluation::{EvaluationArgs, say_stop};
use super::interrupt::Interrupt;
use super::opened::{Opened, Refusal, open};
use super::verdict::{Problem, Verdict};
use super::watch::{counts, watched};

/// Write a program or a game without variables
#[derive(Args)]
#[command(after_help = "\
Examples:
  herbrand ground tictactoe.kif                  the instances of each rule
  herbrand ground tictactoe.kif --stats          how many there are
  herbrand ground tictactoe.kif --format json    a propositional network, for engines
  herbrand ground family.hrf --format asp | clingo")]
pub(crate) struct GroundArgs {
    /// The sheet, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: GroundFormat,

    /// Count atoms and instances, rule by rule, instead
    #[arg(long)]
    stats: bool,

    /// Of a game, show the literals that hold in every state too
    #[arg(long)]
    full: bool,

    /// How many instances of one rule to write as text
    #[arg(long, value_name = "N")]
    most: Option<usize>,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    evaluation: EvaluationArgs,
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
}

/// Runs the command.
pub(crate) fn run(args: &GroundArgs, console: Console) -> io::Result<Verdict> {
    match answered(args, console) {
        Ok(text) => {
            answer(&text)?;
            Ok(Verdict::default())
        }
        Err(verdict) => Ok(verdict),
    }
}

fn answered(args: &GroundArgs, console: Console) -> Result<String, Verdict> {
    let refused = |refusal: Refusal| refusal.say(console);
    let opened = open(&args.file, &args.reading).map_err(|problem| refused(problem.into()))?;
    let spec = opened.spec(console).map_err(refused)?;
    let interrupt = Interrupt::listen();
    let progress = Progress::default();
    let options = args.evaluation.options(interrupt.flag(), Some(&progress));
    let state = || counts("grounding", &progress);
    if args.format == GroundFormat::Asp && !args.stats {
        let program = Program::of(&spec.rules);
        return asp::Asp::of(&program)
            .program(&program)
            .map_err(|unsupported| {
                let place = opened.place(spec.sites[unsupported.clause]);
                let message = "clingo has no words for the minimum or maximum of two terms";
                refused(Problem::new(place, message).into())
            });
    }
    if spec.vocabulary.is_game() && args.format != GroundFormat::Text && !args.stats {
        let network = watched(console, &state, || spec.network(&options))
            .map_err(|stop| say_stop(&stop, &opened, console))?;
        return Ok(match args.format {
            GroundFormat::Dot => dot::network(&network, &spec),
            _ => network::json(&network, &spec, &opened.name),
        });
    }
    let evaluation = watched(console, &state, || spec.ground(&options))
        .map_err(|stop| say_stop(&stop, &opened, console))?;
    Ok(ground_rules(args, &spec, &opened, evaluation))
}

fn ground_rules(
    args: &GroundArgs,
    spec: &Spec,
    opened: &Opened,
    mut evaluation: Evaluation,
) -> String {
    if args.stats {
        let json = args.format == GroundFormat::Json;
        return statistics::table(spec, &evaluation, opened, json);
    }
    let shown = if args.full {
        Shown::All
    } else {
        Shown::StateDependent
    };
    let mut expansion = Expansion::new(spec, &mut evaluation, shown);
    let most = args.most.unwrap_or(usize::MAX);
    match args.format {
        GroundFormat::Json => program::json(&mut expansion, spec, opened, most),
        GroundFormat::Dot => dot::program(&mut expansion, spec, most),
        _ => program::text(&mut expansion, spec, opened, most),
    }
}
