//! What hovers say of the ground expansion.

use std::fmt::Write as _;
use std::sync::Arc;

use driver::{Dead, Extension, FirstFailure, Grounding, Range, RuleGrounding, Stop, Unmatched};
use hir::Item;
use logic::{Relation, Rule};

use crate::qprop::{GroundedPuzzle, Obstacle};
use crate::wording::{count, listed};

/// What is said where an open program rests on its inputs.
const NO_DATA: &str = "they rest on data, which the file does not give";

/// How far the grounding of a text is. Who asks for a hover hands in that of the very text, or
/// says that it is under way: a result of another text is never shown.
#[derive(Clone, Debug, Default)]
pub enum Grounded {
    /// Nobody computes it.
    #[default]
    Off,
    /// It is being computed, or will be.
    Pending,
    /// An error leaves the text without a meaning.
    Obstructed(Obstacle),
    /// It was stopped.
    Stopped(Arc<Stop>),
    /// Here it is.
    Done(Arc<Grounding>),
    /// Here it is, of a puzzle.
    Puzzle(Arc<GroundedPuzzle>),
}

impl Grounded {
    /// The result, if there is one.
    pub fn done(&self) -> Option<&Grounding> {
        match self {
            Grounded::Done(grounding) => Some(grounding),
            _ => None,
        }
    }

    /// Whether it changes what is reported of the text.
    pub fn reports(&self) -> bool {
        match self {
            Grounded::Done(grounding) => !grounding.findings.is_empty() || grounding.allows,
            Grounded::Stopped(stop) => !stop.findings.is_empty(),
            Grounded::Puzzle(puzzle) => {
                !puzzle.reports.is_empty() || puzzle.allows && puzzle.complete
            }
            Grounded::Off | Grounded::Pending | Grounded::Obstructed(_) => false,
        }
    }

    /// Why there is no result, and the details of it; `None` where there is one or nobody wants
    /// one.
    pub(crate) fn missing(&self) -> Option<(String, &[String])> {
        match self {
            Grounded::Off | Grounded::Done(_) | Grounded::Puzzle(_) => None,
            Grounded::Pending => Some(("still being computed".to_owned(), &[])),
            Grounded::Obstructed(Obstacle { message, place }) => {
                let text = format!("not computed while {place} is wrong: {message}");
                Some((text, &[]))
            }
            Grounded::Stopped(stop) => {
                Some((format!("not computed: {}", stop.message), &stop.ranges))
            }
        }
    }

    /// Items of a list about a relation, each on a line of its own, the line end first.
    pub(crate) fn relation(&self, relation: &Relation, depends_on_state: bool) -> String {
        let mut text = String::new();
        if let Some((missing, details)) = self.missing() {
            let _ = write!(text, "\n- atoms: {missing}");
            for detail in details {
                let _ = write!(text, "\n  - {detail}");
            }
        } else if self.done().is_some_and(|all| all.rests_on_data(relation)) {
            let _ = write!(text, "\n- atoms: {NO_DATA}");
        } else if let Some(extension) = self.done().and_then(|all| all.extension(relation)) {
            let verb = match (depends_on_state, extension.atoms) {
                (true, _) => "can hold",
                (false, 1) => "holds",
                (false, _) => "hold",
            };
            let _ = write!(text, "\n- {}", extension_text(extension, verb));
        }
        text
    }

    /// A section about a rule.
    pub(crate) fn rule(&self, block: u32, item: Item, rule: &Rule) -> String {
        let head = Relation::of(&rule.head);
        if self.done().is_some_and(|all| all.rests_on_data(&head)) {
            return format!("\n**ground instances** of this rule: {NO_DATA}\n");
        }
        if let Some((missing, details)) = self.missing() {
            let mut text = format!("\n**ground instances** of this rule: {missing}\n");
            for (number, detail) in details.iter().enumerate() {
                let gap = if number == 0 { "\n" } else { "" };
                let _ = writeln!(text, "{gap}- {detail}");
            }
            return text;
        }
        let found = self.done().and_then(|all| all.rule(block, item));
        found.map_or_else(String::new, |found| rule_text(found, &rule.variables))
    }

    /// An item of a list about a literal that keeps its rule from ever holding.
    pub(crate) fn literal(&self, block: u32, item: Item, node: logic::NodeId) -> String {
        let rule = self.done().and_then(|all| all.rule(block, item));
        let dead = rule.and_then(|rule| rule.dead.as_ref());
        let Some(dead) = dead else {
            return String::new();
        };
        if let Some(found) = dead.unmatched.iter().find(|found| found.node == node) {
            return format!("\n- {}", unmatched_text(found));
        }
        match &dead.first {
            Some(first) if first.node == node => format!("\n- here it {}", failure_text(first)),
            _ => String::new(),
        }
    }

    /// An item of a list about a variable.
    pub(crate) fn variable(&self, block: u32, item: Item, variable: usize) -> String {
        if let (Item::Form(_), Some((missing, _))) = (item, self.missing()) {
            return format!("- what it ranges over: {missing}\n");
        }
        let rule = self.done().and_then(|all| all.rule(block, item));
        let Some(rule) = rule.filter(|rule| rule.dead.is_none()) else {
            return String::new();
        };
        match rule.ranges.get(variable) {
            Some(range) => format!("- {}\n", range_text(range)),
            None => format!("- what it ranges over: {}\n", too_many(rule)),
        }
    }
}

fn extension_text(extension: &Extension, verb: &str) -> String {
    if extension.atoms == 0 {
        return if verb == "hold" {
            "no atom holds".to_owned()
        } else {
            "no atom can hold".to_owned()
        };
    }
    let first = listed(&extension.first, extension.atoms);
    format!("{} {verb}: {first}", count(extension.atoms as u64, "atom"))
}

fn rule_text(rule: &RuleGrounding, variables: &[logic::Name]) -> String {
    if let Some(dead) = &rule.dead {
        return dead_text(dead);
    }
    let without = match rule.shortened {
        true => ", without the literals that hold in every state",
        false => "",
    };
    let count = count(rule.instances, "ground instance");
    let mut text = format!("\n**{count}**{without}\n\n");
    for instance in &rule.first {
        let _ = writeln!(text, "- `{instance}`");
    }
    let hidden = rule.instances.saturating_sub(rule.first.len() as u64);
    if hidden > 0 && !rule.first.is_empty() {
        let _ = writeln!(text, "- and {} more", crate::wording::number(hidden));
    }
    let pairs = variables.iter().zip(&rule.ranges);
    for (number, (name, range)) in pairs.enumerate() {
        let gap = if number == 0 { "\n" } else { "" };
        let _ = writeln!(text, "{gap}- `{name}` {}", range_text(range));
    }
    if rule.ranges.is_empty() && !variables.is_empty() {
        let _ = writeln!(text, "\nwhat the variables range over: {}", too_many(rule));
    }
    text
}

/// Why there are no ranges.
fn too_many(rule: &RuleGrounding) -> String {
    let instances = count(rule.instances, "ground instance");
    format!("not looked up in {instances} of the rule")
}

fn dead_text(dead: &Dead) -> String {
    let mut text = "\n**no ground instance**: the rule never holds\n\n".to_owned();
    for unmatched in &dead.unmatched {
        let _ = writeln!(
            text,
            "- `{}`: {}",
            unmatched.literal,
            unmatched_text(unmatched)
        );
    }
    if let Some(first) = &dead.first {
        let _ = writeln!(text, "- `{}` {}", first.literal, failure_text(first));
    }
    text
}

/// "fails where `(p ?x)` holds: `(q a)`, `(q b)`".
fn failure_text(first: &FirstFailure) -> String {
    let verb = if first.holding.len() == 1 {
        "holds"
    } else {
        "hold"
    };
    let mut text = "fails".to_owned();
    if !first.holding.is_empty() {
        let holding = listed(&first.holding, first.holding.len());
        let _ = write!(text, " where {holding} {verb}");
    }
    if !first.instances.is_empty() {
        let instances = listed(&first.instances, first.instances.len());
        let _ = write!(text, ": {instances}");
    }
    text
}

fn unmatched_text(unmatched: &Unmatched) -> String {
    let relation = format!("`{}/{}`", unmatched.relation.name, unmatched.relation.arity);
    if unmatched.atoms == 0 {
        return format!("never holds, since no atom of {relation} does");
    }
    let atoms = count(unmatched.atoms as u64, "atom");
    match &unmatched.argument {
        None => format!("never holds: none of the {atoms} of {relation} is like it"),
        Some((place, terms, first)) => format!(
            "never holds: argument {place} of {relation} is one of {}: {}",
            count(*terms as u64, "term"),
            listed(first, *terms)
        ),
    }
}

fn range_text(range: &Range) -> String {
    format!(
        "ranges over {}: {}",
        count(range.terms as u64, "term"),
        listed(&range.first, range.terms)
    )
}
