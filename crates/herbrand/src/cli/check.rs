//! `herbrand check`: whether what somebody says is a model of a puzzle.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use clap::Args;
use driver::{Unclaimed, Verified, Wording};
use logic::formula::{Meaning, Shown as What, Spec, StatementId};
use serde::Serialize;
use serde_json::Value as Json;

use super::args::ReportFormat;
use super::console::Console;
use super::inputs::{self, Input};
use super::lint::{Position, count};
use super::model::json;
use super::opened::Refusal;
use super::theory::{
    CauseDocument, CoreDocument, Extra, OpenedTheory, Search, SearchArgs, TheoryArgs, cause_json,
    core_json, open, write_rules,
};
use super::verdict::{Problem, Verdict};
use super::watch::watched;

/// So many instances of a rule are named.
const INSTANCES: usize = 3;

/// Say whether an assignment is a model, or which rules it violates
#[derive(Args)]
#[command(after_help = "\
Examples:
  herbrand solve four.qprop --format json > found.json
  herbrand check four.qprop --model found.json   does it hold what was found?
  herbrand check sudoku.qprop today.qprop --model mine.txt

A model is the JSON that `herbrand solve` prints, or a text of atoms and values of functions, such as
`l(1, 2)  at(3) = red`. What it names no atom of at all is open, and is chosen to fit.")]
pub(crate) struct CheckArgs {
    /// Files that make one spec together, with all that they `use`; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The model, or `-` for standard input
    #[arg(long, value_name = "MODEL")]
    model: PathBuf,

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
    /// The rules that are violated, with some of their instances.
    violated: Vec<CoreDocument>,
    /// What the model says nothing of.
    open: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &CheckArgs, console: Console) -> io::Result<Verdict> {
    console.conclude(answered(args, console))
}

fn answered(args: &CheckArgs, console: Console) -> Result<(String, Verdict), Verdict> {
    let refused = |refusal: Refusal| refusal.say(console);
    let given = read(args).map_err(|problem| refused(problem.into()))?;
    let name = inputs::name_of(&args.model);
    let extra = Some(Extra::Statements(&name, &given.text));
    let reading = &args.theory.reading;
    let mut opened = open(&args.files, reading, extra, console.error_color()).map_err(refused)?;
    let instance = opened.instance(&args.theory.set, args.theory.limits.max_sort, console)?;
    let mut claim = opened.claimed(&instance).map_err(|faults| {
        for fault in &faults {
            console.error(&unclaimed(&opened, fault));
        }
        Verdict::FAILED
    })?;
    let spec = &opened.theory.spec;
    for word in &given.empty {
        match spec.declarations.meaning(word) {
            Some(Meaning::Relation(id)) => claim.tell(What::Relation(id)),
            Some(Meaning::Function(id)) => claim.tell(What::Function(id)),
            _ => {
                console.error(&format!("{name}: no file declares a relation `{word}`"));
                return Err(Verdict::FAILED);
            }
        }
    }
    let search = Search::new(&args.search);
    let limits = args.theory.limits.grounding();
    let working = || "grounding and searching".to_owned();
    let verified = watched(console, &working, || {
        let mut solving = search.begin(&opened, &instance, limits)?;
        let verified = solving.verified(&claim, INSTANCES + 1)?;
        let causes = match &verified {
            Verified::Clashes(core) => solving.causes(core)?,
            _ => Vec::new(),
        };
        Ok((verified, causes))
    });
    let (verified, causes) = verified.map_err(|error| opened.say(&error, console))?;
    let wording = Wording::new(spec);
    let is_json = args.format == ReportFormat::Json;
    let open: Vec<String> = claim
        .open(spec)
        .iter()
        .map(|&what| called(spec, what))
        .collect();
    let mut document = Document {
        status: "violated",
        violated: Vec::new(),
        open: open.clone(),
    };
    let mut text = String::new();
    match &verified {
        Verified::Holds(_) => {
            document.status = "model";
            text.push_str("a model: it violates no rule\n");
            if !open.is_empty() {
                let open = open.join(", ");
                text = format!("part of a model: it says nothing of {open}, which can be chosen\n");
            }
        }
        Verified::NoAtoms(atoms) => {
            for atom in atoms {
                let atom = wording.atom(atom);
                console.error(&format!(
                    "{name}: there is no atom `{atom}`: a value is outside its sort, or the guard \
                     of the declaration does not hold"
                ));
            }
            return Err(Verdict::FAILED);
        }
        Verified::Function(values, one) => {
            let place = wording.place(one);
            let message = match values.len() {
                0 => format!("{name}: `{place}` has no value"),
                values => format!("{name}: `{place}` has {values} values"),
            };
            console.error(&message);
            return Err(Verdict::FAILED);
        }
        Verified::Violates(violated) => {
            let rules = count(violated.len(), "rule");
            let _ = writeln!(text, "no model: it violates {rules}");
            for (id, instances) in violated {
                let _ = writeln!(text, "  {}: {}", opened.place(*id), opened.line(*id));
                write_instances(*id, instances, wording, &mut text);
                document.violated.extend(violation(&opened, *id, instances));
            }
        }
        Verified::Clashes(core) => {
            let open = open.join(", ");
            text = format!("no model: it says nothing of {open}, and no choice satisfies\n");
            write_rules(core, &causes, &opened, &mut text);
            document.violated = core_json(core, &causes, &opened);
        }
        Verified::Unknown => return Err(search.say_unknown(console)),
    }
    let verdict = Verdict {
        errors: !matches!(verified, Verified::Holds(_)),
        ..Verdict::default()
    };
    Ok((if is_json { json(&document) } else { text }, verdict))
}

fn write_instances(
    id: StatementId,
    instances: &[logic::formula::reference::Binding],
    wording: Wording<'_>,
    out: &mut String,
) {
    for binding in instances.iter().take(INSTANCES) {
        let pairs = wording.binding(id, binding).into_iter();
        let pairs: Vec<String> = pairs
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        if !pairs.is_empty() {
            let _ = writeln!(out, "    where {}", pairs.join(", "));
        }
    }
    if instances.len() > INSTANCES {
        out.push_str("    and in more instances\n");
    }
}

fn violation(
    opened: &OpenedTheory,
    id: StatementId,
    instances: &[logic::formula::reference::Binding],
) -> Option<CoreDocument> {
    let wording = Wording::new(&opened.theory.spec);
    let instances = instances.iter().take(INSTANCES);
    let instances: Vec<CauseDocument> = instances
        .map(|binding| cause_json(wording.binding(id, binding), Vec::new()))
        .collect();
    let (path, start, end): (&str, Position, Position) = opened.extent(id)?;
    let name = wording
        .rule(id)
        .map_or_else(|| opened.text(id), str::to_owned);
    Some(CoreDocument::new(
        name,
        path.to_owned(),
        (start, end),
        instances,
    ))
}

fn called(spec: &Spec, what: What) -> String {
    let declarations = &spec.declarations;
    let name = match what {
        What::Relation(id) => &declarations.relations[id.index()].name,
        What::Function(id) => &declarations.functions[id.index()].name,
    };
    format!("`{name}`")
}

fn unclaimed(opened: &OpenedTheory, fault: &Unclaimed) -> String {
    let (id, message) = match fault {
        Unclaimed::NoAtom(id) => (
            *id,
            "a model has atoms, such as `p(1, a)`, and values, such as `f(1) = a`, alone",
        ),
        Unclaimed::Known(id) => (*id, "this relation is given, and no part of a model"),
    };
    format!("{}: {}: {message}", opened.place(id), opened.line(id))
}

/// A model as a text of statements.
struct Given {
    text: String,
    /// The relations that are said to have no atoms.
    empty: Vec<String>,
}

fn read(args: &CheckArgs) -> Result<Given, Problem> {
    let input = Input::named(&args.model)
        .ok_or_else(|| Problem::new(inputs::name_of(&args.model), "a directory; give a file"))?;
    let reading =
        super::engine::Reading::of(&args.theory.reading, &source::Config::default(), &input);
    let (text, _) = source::decode(reading.bytes(&input)?);
    let wrong = |message: &str| Problem::new(&input.name, message);
    if text.trim_start().starts_with('{') {
        let document: Json =
            serde_json::from_str(&text).map_err(|error| wrong(&format!("no JSON: {error}")))?;
        return from_json(&document).map_err(wrong);
    }
    from_text(&text).map_err(wrong)
}

/// A model of the answer of `solve`, or one by itself.
fn from_json(document: &Json) -> Result<Given, &'static str> {
    let model = match document.get("models").and_then(Json::as_array) {
        None => document,
        Some(models) if models.len() > 1 => {
            return Err("several models; leave one of them, as `herbrand solve` prints it");
        }
        Some(models) => models.first().ok_or("there is no model in it")?,
    };
    let atoms = model.get("atoms").and_then(Json::as_array);
    let functions = model.get("functions").and_then(Json::as_object);
    if atoms.is_none() && functions.is_none() {
        return Err("no model: an object with `atoms`, a list, and `functions`, an object");
    }
    let mut given = Given {
        text: String::new(),
        empty: Vec::new(),
    };
    for atom in atoms.into_iter().flatten() {
        let atom = atom.as_str().ok_or("`atoms` is a list of texts")?;
        let _ = writeln!(given.text, "{atom}");
    }
    for (place, value) in functions.into_iter().flatten() {
        let value = match value {
            Json::String(value) => value.clone(),
            value => value.to_string(),
        };
        let _ = writeln!(given.text, "{place} = {value}");
    }
    Ok(given)
}

/// Whether a line is of a table, which shows what the atoms say.
fn is_table_row(line: &str) -> bool {
    let is_name = |word: &str| word.starts_with(|first: char| first.is_alphabetic());
    !line.contains(['(', '=', '/']) && !line.split_whitespace().all(is_name)
}

/// The text that `solve` prints: lines of atoms, with "no p" for relations that have none.
fn from_text(text: &str) -> Result<Given, &'static str> {
    let mut given = Given {
        text: String::new(),
        empty: Vec::new(),
    };
    let mut models = 0;
    for line in text.lines() {
        let mut kept = line;
        let mut words = line.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("no"), Some(name), None) => {
                given.empty.push(name.to_owned());
                kept = "";
            }
            (Some("model"), Some(number), None) if number.parse::<u64>().is_ok() => {
                models += 1;
                kept = "";
            }
            _ if is_table_row(line) => kept = "",
            _ => {}
        }
        given.text.push_str(kept);
        given.text.push('\n');
    }
    if models > 1 {
        return Err("several models; leave one of them");
    }
    Ok(given)
}
