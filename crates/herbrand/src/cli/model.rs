//! `herbrand model`.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use driver::{Spec, Universe, natural};
use ground::Progress;
use hir::Spelling;
use logic::{GroundAtom, Relation};
use serde::Serialize;

use super::args::{ReadingArgs, ReportFormat};
use super::console::Console;
use super::evaluation::{EvaluationArgs, say_stop};
use super::interrupt::Interrupt;
use super::opened::{Opened, Refusal, open};
use super::shown::in_json;
use super::verdict::{Problem, Verdict};
use super::watch::{counts, watched};

/// Compute the minimal model of a logic program
#[derive(Args)]
#[command(after_help = "\
Examples:
  herbrand model family.hrf                              every atom that holds
  herbrand model family.hrf --query 'ancestor(ann,X)'    those that match
  herbrand model routes.hrf --input sailings.hrf         an open program with data
  herbrand model family.hrf --base                       the Herbrand base
  herbrand model family.hrf --check guess.hrf            is this a model, is it the minimal one?")]
pub(crate) struct ModelArgs {
    /// The program, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Facts for the inputs of an open program, or a state of a game as facts of `true` and `does`
    #[arg(long, value_name = "FACTS")]
    input: Option<PathBuf>,

    /// Print the atoms of the inputs too
    #[arg(long, conflicts_with_all = ["universe", "base", "check"])]
    all: bool,

    /// Print only the atoms that match, such as `p(a,X)` or `(p a ?x)`
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["universe", "base", "check"])]
    query: Option<String>,

    /// Print the Herbrand universe instead of the model
    #[arg(long, conflicts_with_all = ["base", "check", "input"])]
    universe: bool,

    /// Print the Herbrand base instead of the model
    #[arg(long, conflicts_with_all = ["check", "input"])]
    base: bool,

    /// How many functions of the universe and the base may stand in each other
    #[arg(long, value_name = "N", default_value_t = 1)]
    depth: usize,

    /// How many terms of the universe, or atoms of the base, to list at the most
    #[arg(long, value_name = "N", default_value_t = 1000)]
    list: usize,

    /// Say whether the facts in INTERPRETATION are a model of the program, and the minimal one
    #[arg(long, value_name = "INTERPRETATION", conflicts_with = "input")]
    check: Option<PathBuf>,

    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ReportFormat,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    evaluation: EvaluationArgs,
}

#[derive(Serialize)]
struct ModelDocument {
    path: String,
    /// The atoms that hold, or those of them that match.
    atoms: Vec<String>,
    /// The atoms that are neither true nor false.
    undefined: Vec<String>,
    /// Relations that rest on data, or on a state of the game, that were not given.
    left_out: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &ModelArgs, console: Console) -> io::Result<Verdict> {
    console.conclude(answered(args, console))
}

fn answered(args: &ModelArgs, console: Console) -> Result<(String, Verdict), Verdict> {
    let refused = |refusal: Refusal| refusal.say(console);
    let opened = open(&args.file, &args.reading).map_err(|problem| refused(problem.into()))?;
    let spec = opened.spec(console).map_err(refused)?;
    if args.universe || args.base {
        let universe = universe(args, &spec, &opened).map_err(|problem| refused(problem.into()))?;
        let text = if args.base {
            super::base::listing(&spec, &universe, args.list, args.format)
        } else {
            super::base::terms(&spec, &universe, args.list, args.format)
        };
        return Ok((text, Verdict::default()));
    }
    if let Some(path) = &args.check {
        let (reading, limits) = (&args.reading, &args.evaluation);
        return super::interpretation::check(path, reading, &spec, &opened, limits, console);
    }
    let data = match &args.input {
        None => None,
        Some(path) => Some(data(path, &args.reading, &spec, console).map_err(refused)?),
    };
    let pattern = match &args.query {
        None => None,
        Some(text) => Some(driver::pattern(text, spec.spelling).map_err(|error| {
            let problem = Problem::new(format!("--query `{text}`"), error.message);
            refused(problem.into())
        })?),
    };
    if let Some(pattern) = &pattern
        && let Some(message) = spec.unknown_relation(&Relation::of(&pattern.atom))
    {
        let query = args.query.as_deref().unwrap_or_default();
        return Err(refused(
            Problem::new(format!("--query `{query}`"), message).into(),
        ));
    }
    // From here on: while a text is awaited, Ctrl-C ends the run at once.
    let interrupt = Interrupt::listen();
    let progress = Progress::default();
    let options = args.evaluation.options(interrupt.flag(), Some(&progress));
    let state = || counts("evaluating", &progress);
    let evaluation = watched(console, &state, || spec.evaluate(data, &options))
        .map_err(|stop| say_stop(&stop, &opened, console))?;
    let atoms = match &pattern {
        Some(pattern) => pattern.matches(&evaluation.model),
        None => {
            let inputs = if args.all { Vec::new() } else { spec.inputs() };
            let shown = |atom: &GroundAtom| !inputs.contains(&atom.relation());
            let mut atoms: Vec<_> = evaluation.model.all().filter(shown).collect();
            atoms.sort_by(natural);
            atoms
        }
    };
    let mut undefined: Vec<_> = evaluation.model.undefined().collect();
    undefined.sort_by(natural);
    let text = match args.format {
        ReportFormat::Text => lines(spec.spelling, &atoms),
        ReportFormat::Json => json(&ModelDocument {
            path: opened.name.clone(),
            atoms: spelt(spec.spelling, &atoms),
            undefined: spelt(spec.spelling, &undefined),
            left_out: shown_left_out(&spec, &evaluation.left_out),
        }),
    };
    if let Some(pattern) = &pattern
        && let Some(missing) = spec.missing_for(&evaluation, &Relation::of(&pattern.atom))
    {
        let query = args.query.as_deref().unwrap_or_default();
        let message = format!("{missing}; {}", how_to_give(&spec));
        return Err(refused(
            Problem::new(format!("--query `{query}`"), message).into(),
        ));
    }
    if let Some(missing) = spec.missing_data(&evaluation) {
        console.note(&format!("{missing}; {}", how_to_give(&spec)));
    }
    if undefined.is_empty() {
        return Ok((text, Verdict::default()));
    }
    console.error(&format!(
        "{}: {} neither true nor false in the well-founded model, because they depend on their \
         own negation: {}",
        opened.name,
        if undefined.len() == 1 {
            "1 atom is".to_owned()
        } else {
            format!("{} atoms are", undefined.len())
        },
        spelt(spec.spelling, &undefined).join(", ")
    ));
    let verdict = Verdict {
        errors: true,
        ..Verdict::default()
    };
    Ok((text, verdict))
}

fn universe(args: &ModelArgs, spec: &Spec, opened: &Opened) -> Result<Universe, Problem> {
    // Whatever is listed, the count must be right.
    const TERMS: usize = 1_000_000;
    spec.universe(args.depth, TERMS)
        .map_err(|too_large| Problem {
            path: opened.name.clone(),
            message: format!(
                "the Herbrand universe has more than {} terms up to depth {}; lower `--depth`",
                too_large.allowed, args.depth
            ),
            limit: true,
            was_read: false,
        })
}

/// The facts of a file of data for the inputs of a spec.
pub(crate) fn data(
    path: &Path,
    reading: &ReadingArgs,
    spec: &Spec,
    console: Console,
) -> Result<Vec<GroundAtom>, Refusal> {
    let opened = open(path, reading)?;
    let facts = driver::facts(&opened.db, opened.file)
        .map_err(|reports| Refusal::Errors(opened.draw(reports, console)))?;
    let inputs = spec.inputs();
    if let Some(stray) = facts.iter().find(|fact| !inputs.contains(&fact.relation())) {
        let relation = stray.relation();
        let declare = format!(
            "{} herbrand: input {}/{}",
            spec.spelling.comment(),
            relation.name,
            relation.arity
        );
        return Err(Refusal::Problem(Problem::new(
            opened.name,
            format!(
                "`{}` is no atom of an input of the program; declare it there with `{declare}`",
                spec.spelling.atom(&stray.to_atom(), &[])
            ),
        )));
    }
    Ok(facts)
}

/// How to give what an evaluation lacks.
pub(crate) fn how_to_give(spec: &Spec) -> &'static str {
    match spec.vocabulary.is_game() {
        true => "give a state with `--input`, as facts of `true` and `does`",
        false => "give facts with `--input`",
    }
}

/// The relations that were left out, those of the state itself apart.
pub(crate) fn shown_left_out(spec: &Spec, left_out: &[Relation]) -> Vec<String> {
    let inputs = spec.inputs();
    left_out
        .iter()
        .filter(|relation| !inputs.contains(relation))
        .map(|relation| format!("{}/{}", relation.name, relation.arity))
        .collect()
}

/// The atoms, a line each.
pub(crate) fn lines(spelling: Spelling, atoms: &[GroundAtom]) -> String {
    let mut out = String::new();
    for atom in atoms {
        let _ = writeln!(out, "{}", spelling.atom(&atom.to_atom(), &[]));
    }
    out
}

/// The atoms in the spelling of the file.
pub(crate) fn spelt(spelling: Spelling, atoms: &[GroundAtom]) -> Vec<String> {
    atoms
        .iter()
        .map(|atom| spelling.atom(&atom.to_atom(), &[]))
        .collect()
}

/// A document for programs, with a line end.
pub(crate) fn json(document: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(document).expect("plain data");
    text.push('\n');
    in_json(text)
}
