//! Counts above rules.

use logic::Relation;
use source::File;
use syntax::TextRange;

use crate::wording::{count, number};
use crate::{Grounded, Snapshot, document_symbols};

/// A count above the first rule of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The relation's name in the head of the rule.
    pub range: TextRange,
    /// The relation.
    pub relation: Relation,
    /// How many rules it has.
    pub rules: u32,
}

/// A lens for each relation that has rules, in the order of the text, without the counts that take a grounding.
pub fn lenses(snapshot: &Snapshot, file: File) -> Vec<Lens> {
    let groups = document_symbols(snapshot, file).into_iter();
    let lens = groups.filter_map(|group| {
        let mut rules = group.items.iter().filter(|item| item.is_rule);
        let range = rules.next()?.name;
        Some(Lens {
            range,
            relation: group.relation,
            rules: 1 + rules.count() as u32,
        })
    });
    let mut lenses: Vec<_> = lens.collect();
    lenses.sort_by_key(|lens| lens.range.start());
    lenses
}

/// What a lens says: "12 rules · 3,400 ground".
pub fn lens_title(relation: &Relation, rules: u32, grounded: &Grounded) -> String {
    let rules = count(rules.into(), "rule");
    match grounded {
        Grounded::Off | Grounded::Obstructed(_) | Grounded::Puzzle(_) => rules,
        Grounded::Pending => format!("{rules} · being grounded"),
        Grounded::Stopped(stop) if stop.limit.is_some() => {
            format!("{rules} · too many to ground")
        }
        Grounded::Stopped(_) => format!("{rules} · not grounded"),
        Grounded::Done(grounding) => match grounding.extension(relation) {
            Some(extension) => format!("{rules} · {} ground", number(extension.instances)),
            None => rules,
        },
    }
}
