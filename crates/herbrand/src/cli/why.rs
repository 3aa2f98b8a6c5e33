//! `herbrand why`.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use clap::Args;
use driver::{Failure, Premise, Step, Why};
use ground::Progress;
use logic::{GroundAtom, Relation};
use serde::Serialize;

use super::args::{ReadingArgs, ReportFormat};
use super::console::Console;
use super::evaluation::{EvaluationArgs, say_stop};
use super::interrupt::Interrupt;
use super::lint::count;
use super::model::{data, how_to_give, json};
use super::opened::{Opened, Refusal, open};
use super::verdict::{Problem, Verdict};
use super::watch::{counts, watched};

/// Show why an atom holds, or why it does not
#[derive(Args)]
#[command(after_help = "\
Examples:
  herbrand why family.hrf 'ancestor(art,cal)'
  herbrand why chess.kif '(legal white (move a2 a4))' --input state.kif")]
pub(crate) struct WhyArgs {
    /// The program, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// An atom without variables, such as `p(a,b)` or `(p a b)`
    #[arg(value_name = "ATOM")]
    atom: String,

    /// Facts for the inputs of an open program, or a state of a game as facts of `true` and `does`
    #[arg(long, value_name = "FACTS")]
    input: Option<PathBuf>,

    /// How many levels of a derivation to draw
    #[arg(long, value_name = "N", default_value_t = 100)]
    levels: usize,

    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ReportFormat,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    evaluation: EvaluationArgs,
}

#[derive(Serialize)]
struct Document {
    path: String,
    atom: String,
    truth: &'static str,
    /// The derivation of an atom that holds: its last step first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<StepDocument>,
    /// For an atom that does not: what each rule lacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<FailureDocument>,
}

#[derive(Serialize)]
struct StepDocument {
    atom: String,
    /// `FILE:LINE:COLUMN` of the rule or fact; null for data.
    place: Option<String>,
    /// Null for facts and data.
    rule: Option<String>,
    premises: Vec<PremiseDocument>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum PremiseDocument {
    /// The place of a step in `steps`.
    Step(usize),
    /// A negation or an inequality that holds.
    Literal(String),
}

#[derive(Serialize)]
struct FailureDocument {
    place: String,
    rule: String,
    holding: Vec<String>,
    fails: String,
    instances: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &WhyArgs, console: Console) -> io::Result<Verdict> {
    let answered = answered(args, console);
    console.conclude(answered.map(|text| (text, Verdict::default())))
}

fn answered(args: &WhyArgs, console: Console) -> Result<String, Verdict> {
    let refused = |refusal: Refusal| refusal.say(console);
    let opened = open(&args.file, &args.reading).map_err(|problem| refused(problem.into()))?;
    let spec = opened.spec(console).map_err(refused)?;
    let misuse = |message: String| {
        let problem = Problem::new(format!("`{}`", args.atom), message);
        refused(problem.into())
    };
    let pattern =
        driver::pattern(&args.atom, spec.spelling).map_err(|error| misuse(error.message))?;
    let atom = GroundAtom::of(&pattern.atom).ok_or_else(|| {
        misuse(format!(
            "an atom without variables is wanted; `herbrand model {} --query '{}'` lists those \
             that hold",
            opened.name, args.atom
        ))
    })?;
    if let Some(message) = spec.unknown_relation(&Relation::of(&pattern.atom)) {
        return Err(misuse(message));
    }
    let data = match &args.input {
        None => None,
        Some(path) => Some(data(path, &args.reading, &spec, console).map_err(refused)?),
    };
    let interrupt = Interrupt::listen();
    let progress = Progress::default();
    let options = args.evaluation.options(interrupt.flag(), Some(&progress));
    let state = || counts("evaluating", &progress);
    let mut evaluation = watched(console, &state, || spec.evaluate(data, &options))
        .map_err(|stop| say_stop(&stop, &opened, console))?;
    let relation = Relation::of(&pattern.atom);
    if let Some(missing) = spec.missing_for(&evaluation, &relation) {
        return Err(misuse(format!("{missing}; {}", how_to_give(&spec))));
    }
    let spelt = spec.spelling.atom(&pattern.atom, &[]);
    let why = watched(console, &state, || {
        spec.why(&mut evaluation, &atom, &options)
    })
    .map_err(|stop| say_stop(&stop, &opened, console))?;
    Ok(match args.format {
        ReportFormat::Json => json(&document(&opened, spelt, why)),
        ReportFormat::Text => match why {
            Why::Holds(steps) => tree(&opened, &steps, args.levels),
            Why::Undefined => format!(
                "{spelt} is neither true nor false: in the well-founded model it depends on its \
                 own negation\n"
            ),
            Why::Fails { facts, rules } => failures(&opened, &spelt, &relation, facts, &rules),
        },
    })
}

/// The derivation as a tree, each atom derived once. Each level is indented, so a deep one would
/// be drawn mostly of blanks.
fn tree(opened: &Opened, steps: &[Step], levels: usize) -> String {
    enum Line<'a> {
        Step(usize),
        Plain(&'a str),
    }
    let mut out = String::new();
    let mut shown = vec![false; steps.len()];
    // What is still to be written: the text in front of it, whether it is its parent's last.
    let mut todo = vec![(String::new(), 0, None::<bool>, Line::Step(0))];
    let mut is_cut = false;
    while let Some((indent, level, last, line)) = todo.pop() {
        let branch = match last {
            None => "",
            Some(true) => "└─ ",
            Some(false) => "├─ ",
        };
        let _ = write!(out, "{indent}{branch}");
        let index = match line {
            Line::Plain(text) => {
                let _ = writeln!(out, "{text}");
                continue;
            }
            Line::Step(index) => index,
        };
        let step = &steps[index];
        out.push_str(&step.atom);
        let place = step.site.map(|site| opened.place(site));
        let cut = level + 1 >= levels && step.premises.iter().any(is_step);
        let again = shown[index] && !step.premises.is_empty();
        shown[index] |= !cut;
        is_cut |= cut && !again;
        match (&step.rule, place) {
            (_, None) => out.push_str("   given"),
            (None, Some(place)) => {
                let _ = write!(out, "   fact, {place}");
            }
            (Some(_), Some(_)) if again => out.push_str("   as above"),
            (Some(rule), Some(place)) => {
                let _ = write!(out, "   {place}: {rule}");
            }
        }
        if cut && !again {
            out.push_str("   …");
        }
        out.push('\n');
        if again || cut {
            continue;
        }
        let below = match last {
            None => indent,
            Some(true) => indent + "   ",
            Some(false) => indent + "│  ",
        };
        let count = step.premises.len();
        for (ordinal, premise) in step.premises.iter().enumerate().rev() {
            let line = match premise {
                Premise::Step(index) => Line::Step(*index),
                Premise::Plain(text) => Line::Plain(text),
            };
            todo.push((below.clone(), level + 1, Some(ordinal + 1 == count), line));
        }
    }
    if is_cut {
        let _ = writeln!(out, "\n{levels} levels are drawn; `--levels N` draws more");
    }
    out
}

fn is_step(premise: &Premise) -> bool {
    matches!(premise, Premise::Step(_))
}

fn failures(
    opened: &Opened,
    atom: &str,
    relation: &Relation,
    facts: usize,
    rules: &[Failure],
) -> String {
    let mut out = format!("{atom} does not hold\n");
    if rules.is_empty() {
        let name = format!("{}/{}", relation.name, relation.arity);
        let _ = match facts {
            0 => writeln!(
                out,
                "  no fact and no rule could give it: see how `{name}` is defined"
            ),
            _ => writeln!(
                out,
                "  `{name}` has {}, none of them this one, and no rule could give it",
                count(facts, "fact")
            ),
        };
    }
    for failure in rules {
        let _ = writeln!(out, "\n{}: {}", opened.place(failure.site), failure.rule);
        if !failure.holding.is_empty() {
            let _ = writeln!(out, "  holds: {}", failure.holding.join(", "));
        }
        let _ = writeln!(out, "  fails: {}", failure.literal);
        if failure
            .instances
            .iter()
            .any(|text| *text != failure.literal)
        {
            let _ = writeln!(out, "  as in: {}", failure.instances.join(", "));
        }
    }
    out
}

fn document(opened: &Opened, atom: String, why: Why) -> Document {
    let (truth, steps, rules) = match why {
        Why::Holds(steps) => ("true", steps, Vec::new()),
        Why::Undefined => ("undefined", Vec::new(), Vec::new()),
        Why::Fails { rules, .. } => ("false", Vec::new(), rules),
    };
    let step = |step: Step| StepDocument {
        place: step.site.map(|site| opened.place(site)),
        atom: step.atom,
        rule: step.rule,
        premises: step
            .premises
            .into_iter()
            .map(|premise| match premise {
                Premise::Step(index) => PremiseDocument::Step(index),
                Premise::Plain(text) => PremiseDocument::Literal(text),
            })
            .collect(),
    };
    let failure = |failure: Failure| FailureDocument {
        place: opened.place(failure.site),
        rule: failure.rule,
        holding: failure.holding,
        fails: failure.literal,
        instances: failure.instances,
    };
    Document {
        path: opened.name.clone(),
        atom,
        truth,
        steps: steps.into_iter().map(step).collect(),
        rules: rules.into_iter().map(failure).collect(),
    }
}
