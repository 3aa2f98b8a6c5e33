//! Rules that clash, or that an answer follows from, as people and programs read them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use driver::{Cause, Core, Wording};
use logic::formula::StatementId;
use serde::Serialize;

use super::OpenedTheory;
use crate::cli::lint::{Position, count};

/// So many instances of a rule are written out for people.
const INSTANCES: usize = 3;
/// So many facts of an instance are written out for people.
const FACTS: usize = 6;

/// A rule of the core.
#[derive(Serialize)]
pub(crate) struct CoreDocument {
    /// Its name, or else what it says.
    constraint: String,
    path: String,
    start: Position,
    end: Position,
    /// The instances that clash; none where there are too many to tell them apart.
    instances: Vec<CauseDocument>,
}

/// An instance of it.
#[derive(Serialize)]
pub(crate) struct CauseDocument {
    /// The values of the variables.
    binding: BTreeMap<String, String>,
    /// The given and defined facts that it rests on.
    facts: Vec<String>,
}

impl CoreDocument {
    pub(crate) fn new(
        constraint: String,
        path: String,
        (start, end): (Position, Position),
        instances: Vec<CauseDocument>,
    ) -> Self {
        Self {
            constraint,
            path,
            start,
            end,
            instances,
        }
    }
}

/// An instance for programs.
pub(crate) fn cause_json(binding: Vec<(String, String)>, facts: Vec<String>) -> CauseDocument {
    CauseDocument {
        binding: binding.into_iter().collect(),
        facts,
    }
}

/// The rules that clash, a line each, with their instances.
pub(crate) fn core_text(core: &Core, causes: &[Cause], opened: &OpenedTheory) -> String {
    let is_fact = |id: &&StatementId| opened.theory.spec.is_fact(**id);
    let facts = core.statements.iter().filter(is_fact).count();
    let mut text = match (core.statements.len() - facts, facts) {
        (0, 0) => "no model: a function has no value that it could have\n".to_owned(),
        (1, 0) if core.by_data => {
            "no model: data and definitions alone contradict this rule\n".to_owned()
        }
        (1, 0) if causes.iter().any(|cause| !cause.facts.is_empty()) => {
            "no model: this rule cannot hold with these data\n".to_owned()
        }
        (1, 0) => "no model: this rule contradicts itself\n".to_owned(),
        (0, 1) => "no model: this fact cannot hold\n".to_owned(),
        (rules, facts) => {
            let counted = |number, what| (number > 0).then(|| count(number, what));
            let both = [counted(rules, "rule"), counted(facts, "fact")];
            let both: Vec<String> = both.into_iter().flatten().collect();
            let needed = match core.is_minimal {
                true => ", and without any of them the others do not",
                false => "",
            };
            format!("no model: these {} clash{needed}\n", both.join(" and "))
        }
    };
    write_rules(core, causes, opened, &mut text);
    text
}

/// The rules of a core, a line each, with their instances.
pub(crate) fn write_rules(core: &Core, causes: &[Cause], opened: &OpenedTheory, out: &mut String) {
    for &id in &core.statements {
        let _ = writeln!(out, "  {}: {}", opened.place(id), opened.line(id));
        let mut lines = instances(id, causes, opened);
        // A rule without variables, and without data, is all said by its text.
        lines.retain(|line| !line.is_empty());
        for line in lines.iter().take(INSTANCES) {
            let _ = writeln!(out, "    {line}");
        }
        match lines.len().saturating_sub(INSTANCES) {
            0 => {}
            1 => out.push_str("    and in one more instance\n"),
            more => {
                let _ = writeln!(out, "    and in {more} more instances");
            }
        }
    }
}

/// "where x = 1, since nhbr(1, 2)", for each instance of a rule.
fn instances(id: StatementId, causes: &[Cause], opened: &OpenedTheory) -> Vec<String> {
    let wording = Wording::new(&opened.theory.spec);
    let own = causes.iter().filter(|cause| cause.statement == id);
    own.map(|cause| wording.cause(cause, FACTS)).collect()
}

/// The same for programs.
pub(crate) fn core_json(core: &Core, causes: &[Cause], opened: &OpenedTheory) -> Vec<CoreDocument> {
    let wording = Wording::new(&opened.theory.spec);
    let statements = core.statements.iter().filter_map(|&id| {
        let (path, start, end) = opened.extent(id)?;
        let own = causes.iter().filter(|cause| cause.statement == id);
        let instances = own.map(|cause| {
            cause_json(
                wording.binding(id, &cause.binding),
                wording.facts(&cause.facts),
            )
        });
        let name = wording
            .rule(id)
            .map_or_else(|| opened.text(id), str::to_owned);
        let instances = instances.collect();
        Some(CoreDocument::new(
            name,
            path.to_owned(),
            (start, end),
            instances,
        ))
    });
    statements.collect()
}
