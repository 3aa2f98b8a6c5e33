//! What hovers say of what a puzzle grounds to.

use std::fmt::Write as _;

use driver::{ConstraintGrounding, QuantifierGrounding, TheoryGrounding};
use hir::Item;
use logic::Name;
use logic::formula::{Meaning, StatementId};
use syntax::{SyntaxKind, TextRange};

use super::Site;
use super::puzzle::GroundedPuzzle;
use crate::wording::{count, listed, number};
use crate::{Grounded, Snapshot};

/// What is known of the grounding of a puzzle.
enum Known<'a> {
    Here(&'a TheoryGrounding, &'a GroundedPuzzle),
    /// Why nothing is.
    Missing(String),
    /// Nobody asked.
    Nothing,
}

fn known(grounded: &Grounded) -> Known<'_> {
    match grounded {
        Grounded::Puzzle(puzzle) => match &puzzle.grounding {
            Ok(grounding) => Known::Here(grounding, puzzle),
            Err(why) => Known::Missing(format!("not computed: {why}")),
        },
        _ => grounded
            .missing()
            .map_or(Known::Nothing, |(why, _)| Known::Missing(why)),
    }
}

/// What the quantifier whose sign is at `range` becomes, as lines of a list.
pub(super) fn quantifier_text(
    snapshot: &Snapshot,
    site: Site,
    range: TextRange,
    kind: SyntaxKind,
    grounded: &Grounded,
) -> String {
    let (grounding, puzzle) = match known(grounded) {
        Known::Here(grounding, puzzle) => (grounding, puzzle),
        Known::Missing(why) => return format!("- what it becomes: {why}\n"),
        Known::Nothing => return String::new(),
    };
    let theory = &puzzle.theory;
    let Some(id) = theory.statement_of(site.file, site.block, site.form) else {
        return String::new();
    };
    let Some(places) = hir::BlockPlaces::new(snapshot.db(), site.file, site.block) else {
        return String::new();
    };
    let mut quantifiers = grounding.quantifiers_of(id);
    let found = quantifiers.find(|(node, _)| {
        places
            .node(Item::Form(site.form), *node)
            .is_some_and(|span| span.name == range)
    });
    found.map_or_else(String::new, |(_, told)| becomes(told, kind))
}

/// What a quantifier becomes.
fn becomes(told: &QuantifierGrounding, kind: SyntaxKind) -> String {
    let what = match kind {
        SyntaxKind::ForallKw => "a conjunction (`∧`) of",
        SyntaxKind::ExistsKw => "a disjunction (`∨`) of",
        _ => "a count over",
    };
    let more = if told.has_more { "more than " } else { "" };
    let mut text = format!("- here {what} {more}{}", number(told.instances));
    if !told.around.is_empty() {
        let _ = write!(text, ", where {}", listed(&told.around, told.around.len()));
    }
    text.push('\n');
    for instance in &told.first {
        let values = instance.values.join(", ");
        let _ = writeln!(text, "- `{values}`: `{}`", instance.formula);
    }
    let hidden = told.instances.saturating_sub(told.first.len() as u64);
    if hidden > 0 && !told.first.is_empty() {
        let _ = writeln!(text, "- and {} more", number(hidden));
    }
    match &told.measure {
        Some(measure) => {
            let clauses = count(measure.clauses as u64, "clause");
            let atoms = count(measure.atoms as u64, "atom");
            let _ = writeln!(text, "- alone {clauses} over {atoms}");
        }
        None => text.push_str("- its clauses were not counted: it has many instances\n"),
    }
    text
}

/// What a constraint comes to, as lines of a list.
pub(super) fn rule_text(site: Site, grounded: &Grounded) -> String {
    let (grounding, puzzle) = match known(grounded) {
        Known::Here(grounding, puzzle) => (grounding, puzzle),
        Known::Missing(why) => return format!("- clauses: {why}\n"),
        Known::Nothing => return String::new(),
    };
    let id = puzzle.theory.statement_of(site.file, site.block, site.form);
    let told = id.and_then(|id: StatementId| grounding.constraint(id));
    told.map_or_else(String::new, |told| clauses(told, grounding))
}

/// "64 clauses, 10.2 % of all 629", and "over 64 atoms".
fn clauses(told: &ConstraintGrounding, grounding: &TheoryGrounding) -> String {
    let own = count(told.clauses, "clause");
    let share = 100.0 * told.clauses as f64 / grounding.clauses.max(1) as f64;
    let all = number(grounding.clauses);
    let mut text = format!("- {own}, {share:.1} % of all {all}\n");
    if let Some(alone) = &told.alone {
        let _ = write!(text, "- over {}", count(alone.atoms as u64, "atom"));
        let parts = (alone.clauses as u64).saturating_sub(told.clauses);
        if parts > 0 {
            let parts = count(parts, "more clause");
            let _ = write!(text, "; {parts} for parts of its formula");
        }
        text.push('\n');
    }
    text
}

/// How many ground atoms a relation or a function has, as a line of a list.
pub(super) fn atoms_text(name: &Name, grounded: &Grounded) -> String {
    let (grounding, puzzle) = match known(grounded) {
        Known::Here(grounding, puzzle) => (grounding, puzzle),
        Known::Missing(why) => return format!("- ground atoms: {why}\n"),
        Known::Nothing => return String::new(),
    };
    let declarations = &puzzle.theory.spec.declarations;
    let (told, verb) = match declarations.meaning(name) {
        Some(Meaning::Relation(id)) => {
            let kind = declarations.relations[id.index()].kind;
            let verb = match kind {
                logic::formula::RelationKind::Unknown => "",
                _ => " that hold",
            };
            (grounding.relation(id), verb)
        }
        Some(Meaning::Function(id)) => (grounding.function(id), ""),
        _ => return String::new(),
    };
    let Some(told) = told else {
        return String::new();
    };
    let atoms = count(told.count, "ground atom");
    if told.count == 0 {
        return format!("- no ground atom{}\n", verb.replace("hold", "holds"));
    }
    let verb = match told.count {
        1 => verb.replace("hold", "holds"),
        _ => verb.to_owned(),
    };
    let first = listed(
        &told.first,
        usize::try_from(told.count).unwrap_or(usize::MAX),
    );
    format!("- {atoms}{verb}: {first}\n")
}
