//! Puzzles: formulas with their quantifiers written out, and clauses.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use driver::{Solving, SolvingError, Wording, Words};
use indicatif::HumanCount;
use logic::formula::{Formula, Statement, StatementId};
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{GroundArgs, GroundForm, GroundFormat};
use crate::cli::console::Console;
use crate::cli::lint::Position;
use crate::cli::model::json;
use crate::cli::opened::Refusal;
use crate::cli::theory::{MAX_SORT, OpenedTheory, Search, SearchArgs, open};
use crate::cli::verdict::{Problem, Verdict};

/// Grounds a puzzle as the options say.
pub(super) fn answered(args: &GroundArgs, console: Console) -> Result<String, Verdict> {
    let refused = |refusal: Refusal| refusal.say(console);
    if matches!(args.format, GroundFormat::Asp | GroundFormat::Dot) {
        let message = "a puzzle; ground it with `--format text`, `json` or `dimacs`";
        return Err(refused(Problem::new(args.name(), message).into()));
    }
    let opened = open(&args.files, &args.reading, None, console.error_color()).map_err(refused)?;
    let limits = ground::formula::Limits {
        clauses: args.max_clauses,
        ..args.evaluation.of_formulas()
    };
    let instance = opened.instance(&args.set, MAX_SORT, console)?;
    let search = Search::new(&SearchArgs::default());
    let failed = |error| opened.say(&error, console);
    let mut solving = search.begin(&opened, &instance, limits).map_err(failed)?;
    opened.warn(&instance, &mut solving, console);
    match args.format {
        _ if args.stats => Ok(statistics(
            &opened,
            &solving,
            args.format == GroundFormat::Json,
        )),
        GroundFormat::Dimacs => Ok(dimacs(&opened, &solving)),
        GroundFormat::Json => {
            let document = document(&opened, &mut solving, args.origins).map_err(failed)?;
            Ok(json(&document))
        }
        _ => text(args, &opened, &mut solving).map_err(failed),
    }
}

/// The constraints with what they become below them.
fn text(
    args: &GroundArgs,
    opened: &OpenedTheory,
    solving: &mut Solving<'_>,
) -> Result<String, driver::SolvingError> {
    let most = args.most.unwrap_or(usize::MAX);
    let spec = &opened.theory.spec;
    let words = Words::new(spec);
    let mut out = String::new();
    let groups = solving.grounded().groups().to_vec();
    for group in groups {
        let _ = writeln!(out, "{}", opened.text(group.statement));
        let mut lines = Vec::new();
        let mut all = 0;
        match args.form {
            GroundForm::Cnf => {
                let grounded = solving.grounded();
                for clause in group.clauses.clone().take(most) {
                    lines.push(words.clause(grounded, grounded.clauses().get(clause)));
                }
                all = group.clauses.len();
            }
            GroundForm::Prop | GroundForm::Nnf => {
                let Some((elaborated, formula)) = constraint(opened, group.statement) else {
                    continue;
                };
                let mut expanded = Vec::new();
                solving.expand(group.statement, elaborated, formula, &mut |instance| {
                    all += 1;
                    if expanded.len() < most {
                        expanded.push(instance);
                    }
                    true
                })?;
                for instance in expanded {
                    let instance = match args.form {
                        GroundForm::Nnf => instance.in_negation_normal_form(),
                        _ => instance,
                    };
                    lines.push(words.formula(solving.grounded(), &instance));
                }
            }
        }
        for line in &lines {
            let _ = writeln!(out, "  {line}");
        }
        if all > lines.len() {
            let _ = writeln!(out, "  … {} more", HumanCount((all - lines.len()) as u64));
        }
        out.push('\n');
    }
    if args.form == GroundForm::Cnf {
        let grounded = solving.grounded();
        let mut hard = |title: &str, clauses: Vec<&[i32]>| {
            if clauses.is_empty() {
                return;
            }
            let _ = writeln!(out, "// {title}");
            for clause in clauses.iter().take(most) {
                let _ = writeln!(out, "  {}", words.clause(grounded, clause));
            }
            if clauses.len() > most {
                let _ = writeln!(
                    out,
                    "  … {} more",
                    HumanCount((clauses.len() - most) as u64)
                );
            }
            out.push('\n');
        };
        let functions = grounded.function_clauses();
        let functions = functions
            .map(|clause| grounded.clauses().get(clause))
            .collect();
        hard("functions have exactly one value", functions);
        hard(
            "what _1, _2 … stand for",
            grounded.definitions().iter().collect(),
        );
    }
    Ok(out.trim_end().to_owned() + "\n")
}

fn constraint(
    opened: &OpenedTheory,
    id: StatementId,
) -> Option<(&logic::formula::Elaborated, &Formula)> {
    let elaborated = opened.theory.spec.statement(id)?;
    match &elaborated.statement {
        Statement::Constraint(_, formula) => Some((elaborated, formula)),
        _ => None,
    }
}

/// A problem for SAT solvers, with what the numbers mean in comments.
fn dimacs(opened: &OpenedTheory, solving: &Solving<'_>) -> String {
    let grounded = solving.grounded();
    let wording = Wording::new(&opened.theory.spec);
    let mut out = String::new();
    for number in 1..=grounded.atoms().len() {
        if let Some(atom) = grounded.atom(number) {
            let _ = writeln!(out, "c atom {number} {}", wording.atom(&atom));
        }
    }
    // Counters that know the line count by these alone.
    let numbers = solving.projected();
    for line in numbers.chunks(20) {
        let line: Vec<String> = line.iter().map(u32::to_string).collect();
        let _ = writeln!(out, "c p show {} 0", line.join(" "));
    }
    let clauses = grounded.clauses().len() + grounded.definitions().len();
    let _ = writeln!(out, "p cnf {} {clauses}", grounded.highest());
    for clause in grounded
        .clauses()
        .iter()
        .chain(grounded.definitions().iter())
    {
        for literal in clause {
            let _ = write!(out, "{literal} ");
        }
        out.push_str("0\n");
    }
    out
}

#[derive(Serialize)]
struct Document {
    version: u32,
    path: String,
    atoms: Vec<AtomDocument>,
    variables: u32,
    constraints: Vec<ConstraintDocument>,
    functions: Vec<Vec<i32>>,
    definitions: Vec<Vec<i32>>,
}

#[derive(Serialize)]
struct AtomDocument {
    number: u32,
    atom: String,
}

#[derive(Serialize)]
struct ConstraintDocument {
    constraint: Option<String>,
    path: String,
    start: Option<Position>,
    end: Option<Position>,
    instances: u64,
    clauses: Vec<Vec<i32>>,
    /// For each clause, the values of the variables in the first instance that it is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    origins: Option<Vec<BTreeMap<String, String>>>,
}

fn document(
    opened: &OpenedTheory,
    solving: &mut Solving<'_>,
    with_origins: bool,
) -> Result<Document, SolvingError> {
    let mut origins = FxHashMap::default();
    if with_origins {
        let all: Vec<usize> = (0..solving.grounded().clauses().len()).collect();
        for origin in solving.origins(&all)? {
            let binding = (origin.statement, origin.binding);
            origins.entry(origin.clause).or_insert(binding);
        }
    }
    let grounded = solving.grounded();
    let wording = Wording::new(&opened.theory.spec);
    let numbers = 1..=grounded.atoms().len();
    let atoms = numbers.filter_map(|number| {
        let atom = wording.atom(&grounded.atom(number)?);
        Some(AtomDocument { number, atom })
    });
    let constraint = |group: &ground::formula::Group| {
        let extent = opened.extent(group.statement);
        let clauses = group.clauses.clone();
        let binding = |clause: usize| match origins.get(&clause) {
            Some((id, binding)) => wording.binding(*id, binding).into_iter().collect(),
            None => BTreeMap::new(),
        };
        ConstraintDocument {
            origins: with_origins.then(|| clauses.clone().map(binding).collect()),
            constraint: wording.rule(group.statement).map(str::to_owned),
            path: extent.map_or(opened.name(), |(path, ..)| path).to_owned(),
            start: extent.map(|(_, start, _)| start),
            end: extent.map(|(.., end)| end),
            instances: group.instances,
            clauses: clauses
                .map(|clause| grounded.clauses().get(clause).to_vec())
                .collect(),
        }
    };
    let functions = grounded.function_clauses();
    Ok(Document {
        version: 1,
        path: opened.name().to_owned(),
        atoms: atoms.collect(),
        variables: grounded.highest(),
        constraints: grounded.groups().iter().map(constraint).collect(),
        functions: functions
            .map(|clause| grounded.clauses().get(clause).to_vec())
            .collect(),
        definitions: grounded.definitions().iter().map(<[i32]>::to_vec).collect(),
    })
}

#[derive(Serialize)]
struct Figures {
    line: u32,
    constraint: Option<String>,
    instances: u64,
    atoms: usize,
    clauses: usize,
    seconds: f64,
}

/// What each constraint comes to.
fn statistics(opened: &OpenedTheory, solving: &Solving<'_>, as_json: bool) -> String {
    let grounded = solving.grounded();
    let wording = Wording::new(&opened.theory.spec);
    let figures: Vec<Figures> = grounded
        .groups()
        .iter()
        .map(|group| Figures {
            line: opened
                .extent(group.statement)
                .map_or(0, |(_, start, _)| start.line),
            constraint: wording.rule(group.statement).map(str::to_owned),
            instances: group.instances,
            atoms: grounded.atoms_in(group.clauses.clone()),
            clauses: group.clauses.len(),
            seconds: group.time.as_secs_f64(),
        })
        .collect();
    if as_json {
        return json(&figures);
    }
    let all = grounded.clauses().len() + grounded.definitions().len();
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:>6}  {:>12}  {:>12}  {:>12}  {:>6}  {:>8}  rule",
        "line", "instances", "atoms", "clauses", "share", "seconds"
    );
    for row in &figures {
        let share = 100.0 * row.clauses as f64 / all.max(1) as f64;
        let _ = writeln!(
            out,
            "{:>6}  {:>12}  {:>12}  {:>12}  {share:>5.1}%  {:>8.3}  {}",
            row.line,
            HumanCount(row.instances).to_string(),
            HumanCount(row.atoms as u64).to_string(),
            HumanCount(row.clauses as u64).to_string(),
            row.seconds,
            row.constraint.as_deref().unwrap_or("(no name)")
        );
    }
    let count = |number: usize| HumanCount(number as u64).to_string();
    let _ = writeln!(
        out,
        "\n{} atoms, {} numbers for parts of formulas\n{} clauses: {} of rules, {} of functions, {} of \
         parts of formulas",
        count(grounded.atoms().len() as usize),
        count((grounded.highest() - grounded.atoms().len()) as usize),
        count(all),
        count(grounded.clauses().len() - grounded.function_clauses().len()),
        count(grounded.function_clauses().len()),
        count(grounded.definitions().len())
    );
    out
}
