//! `herbrand prove`.

use std::io;
use std::path::PathBuf;

use clap::Args;
use driver::{Cause, Core, Entailment, Model};
use logic::formula::{Check, Elaborated, Formula, Statement, StatementId};
use serde::Serialize;

use super::args::ReportFormat;
use super::console::Console;
use super::model::json;
use super::opened::Refusal;
use super::theory::{
    CoreDocument, Extra, ModelDocument, OpenedTheory, Search, SearchArgs, Shown, TheoryArgs,
    core_json, core_text, models_json, open, write_model, write_rules,
};
use super::verdict::Verdict;
use super::watch::watched;

/// Say whether a formula follows from a spec
#[derive(Args)]
#[command(after_help = "\
Examples:
  herbrand prove four.qprop 'exists s . l(s, 1)'
  herbrand prove waterworld.qprop board.qprop 'safe(3)'

It does (entailed), its negation does (refuted), or neither (open), with a model each way.")]
pub(crate) struct ProveArgs {
    /// Files that make one spec together, and last the formula
    #[arg(required = true, num_args = 2.., value_name = "FILE… FORMULA")]
    files: Vec<PathBuf>,

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
    /// What it follows from, or its negation.
    core: Vec<CoreDocument>,
    /// A model in which it holds, and one in which it does not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    models: Vec<ModelDocument>,
}

/// Runs the command.
pub(crate) fn run(args: &ProveArgs, console: Console) -> io::Result<Verdict> {
    console.conclude(answered(args, console))
}

fn answered(args: &ProveArgs, console: Console) -> Result<(String, Verdict), Verdict> {
    let Some((formula, files)) = args.files.split_last() else {
        return Err(Verdict::FAILED);
    };
    let Some(formula) = formula.to_str() else {
        console.error("the formula is not UTF-8");
        return Err(Verdict::FAILED);
    };
    let extra = Some(Extra::Formula(formula));
    let refused = |refusal: Refusal| refusal.say(console);
    let opened =
        open(files, &args.theory.reading, extra, console.error_color()).map_err(refused)?;
    let (id, elaborated, formula) = asked(&opened).map_err(|message| {
        console.error(message);
        Verdict::FAILED
    })?;
    let instance = opened.instance(&args.theory.set, args.theory.limits.max_sort, console)?;
    let search = Search::new(&args.search);
    let failed = |error| opened.say(&error, console);
    let limits = args.theory.limits.grounding();
    let working = || "grounding and searching".to_owned();
    let searched = watched(console, &working, || {
        let mut solving = search.begin(&opened, &instance, limits)?;
        let warnings = opened.warnings(&instance, &mut solving, console.error_color());
        let answer = solving.entailment(id, elaborated, formula)?;
        let causes = match &answer {
            Entailment::Entailed(core) | Entailment::Refuted(core) | Entailment::NoModel(core) => {
                solving.causes(core)?
            }
            Entailment::Open(..) | Entailment::Unknown => Vec::new(),
        };
        Ok((solving, answer, causes, warnings))
    });
    let (solving, answer, causes, warnings) = searched.map_err(failed)?;
    console.raw(&warnings);
    let shown = Shown::new(&opened.theory.spec, solving.evaluator());
    if answer == Entailment::Unknown {
        return Err(search.say_unknown(console));
    }
    let verdict = Verdict {
        errors: !matches!(answer, Entailment::Entailed(_)),
        ..Verdict::default()
    };
    let text = match args.format {
        ReportFormat::Json => json(&document(&answer, &causes, &opened, &shown)),
        ReportFormat::Text => worded(&answer, &causes, &opened, &shown),
    };
    Ok((text, verdict))
}

/// The formula that is asked about, the one statement of the last text.
///
/// # Errors
/// What stands there instead.
pub(crate) fn asked(
    opened: &OpenedTheory,
) -> Result<(StatementId, &Elaborated, &Formula), &'static str> {
    let statements = opened.theory.spec.statements.iter();
    let mut own = statements.filter(|(id, elaborated)| {
        opened.is_extra(*id) && elaborated.statement != Statement::Nothing
    });
    let (Some((id, elaborated)), None) = (own.next(), own.next()) else {
        return Err("<formula>: one formula is expected; join several with `and`");
    };
    match &elaborated.statement {
        Statement::Check(Check::Proves(formula)) => Ok((*id, elaborated, formula)),
        _ => Err("<formula>: a formula is expected"),
    }
}

fn document(
    answer: &Entailment,
    causes: &[Cause],
    opened: &OpenedTheory,
    shown: &Shown<'_>,
) -> Document {
    let of = |status, core: &Core| Document {
        status,
        core: core_json(core, causes, opened),
        models: Vec::new(),
    };
    match answer {
        Entailment::Entailed(core) => of("entailed", core),
        Entailment::Refuted(core) => of("refuted", core),
        Entailment::NoModel(core) => of("unsatisfiable", core),
        Entailment::Open(with, without) => Document {
            status: "open",
            core: Vec::new(),
            models: vec![models_json(with, shown), models_json(without, shown)],
        },
        Entailment::Unknown => Document {
            status: "unknown",
            core: Vec::new(),
            models: Vec::new(),
        },
    }
}

/// What the formula is to the spec, and why.
pub(crate) fn worded(
    answer: &Entailment,
    causes: &[Cause],
    opened: &OpenedTheory,
    shown: &Shown<'_>,
) -> String {
    let follows = |word: &str, core: &Core| {
        let mut text = format!("{word}: it follows from\n");
        if core.statements.is_empty() {
            text = format!("{word}, whatever the rules say\n");
        }
        write_rules(core, causes, opened, &mut text);
        text
    };
    let model = |title: &str, model: &Model| {
        let mut text = format!("{title}\n");
        write_model(model, shown, &mut text);
        text
    };
    match answer {
        Entailment::Entailed(core) => follows("entailed", core),
        Entailment::Refuted(core) => {
            follows("refuted", core).replace(": it follows", ": its negation follows")
        }
        Entailment::NoModel(core) => core_text(core, causes, opened),
        Entailment::Open(with, without) => {
            let with = model("open: it holds in this model", with);
            with + "\n" + &model("and not in this one", without)
        }
        Entailment::Unknown => String::new(),
    }
}
