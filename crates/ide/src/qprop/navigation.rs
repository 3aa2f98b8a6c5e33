//! From a name to where it is declared and where it is used.

use hir::BlockPlaces;
use logic::Name;
use source::File;
use syntax::{TextRange, TextSize};

use super::occurrence::{Occurrence, Role, Symbol, occurrences};
use super::{Declared, Found, Site, each_statement, found_at, name_range, statement, stem_of};
use crate::Snapshot;

/// Where the name at `offset` is declared. A variable is where it is bound; there, it leads on to
/// the `var` that says what it ranges over, if one does. A constant or a sort that gets its value
/// elsewhere has two places.
pub(crate) fn definitions(snapshot: &Snapshot, file: File, offset: TextSize) -> Vec<TextRange> {
    let Some(found) = found_at(snapshot, file, offset) else {
        return Vec::new();
    };
    let is_binder = found.occurrence.role == Role::Definition && found.occurrence.over.is_none();
    if let (Symbol::Variable(name, _) | Symbol::Searched(name), true) = (
        &found.occurrence.symbol,
        is_binder || matches!(found.occurrence.symbol, Symbol::Searched(_)),
    ) {
        let stems = stems(snapshot, file);
        return stem_of(name, &stems)
            .map(|(_, range)| *range)
            .into_iter()
            .collect();
    }
    let all = places(snapshot, file, &found);
    let of = |role: Role| -> Vec<TextRange> {
        let own = all.iter().filter(|(_, own)| *own == role);
        own.map(|(range, _)| *range).collect()
    };
    match of(Role::Definition) {
        none if none.is_empty() => of(Role::Element),
        own => own,
    }
}

/// Everywhere in the file where the name at `offset` stands for the same, in order; without its
/// definitions unless they are asked for.
pub(crate) fn references(
    snapshot: &Snapshot,
    file: File,
    offset: TextSize,
    with_definitions: bool,
) -> Vec<TextRange> {
    let Some(found) = found_at(snapshot, file, offset) else {
        return Vec::new();
    };
    let all = places(snapshot, file, &found);
    let is_element_alone = all.iter().all(|(_, role)| *role != Role::Definition);
    let is_definition =
        |role: Role| role == Role::Definition || role == Role::Element && is_element_alone;
    all.into_iter()
        .filter(|(_, role)| with_definitions || !is_definition(*role))
        .map(|(range, _)| range)
        .collect()
}

/// All places of what was found, in order, with what they do.
pub(super) fn places(snapshot: &Snapshot, file: File, found: &Found) -> Vec<(TextRange, Role)> {
    let symbol = &found.occurrence.symbol;
    let declared = Declared::of(snapshot, file);
    let is_declared = |name: &str| declared.contains(name);
    let mut result = Vec::new();
    if let Symbol::Variable(..) | Symbol::Searched(_) = symbol {
        if let Some(places) = BlockPlaces::new(snapshot.db(), file, found.site.block)
            && let Some(statement) = statement(snapshot, &places, found.site.form)
        {
            let all = occurrences(statement, &is_declared);
            let own = all.iter().filter(|other| other.symbol == *symbol);
            let own = own.map(|other| (other, other.role));
            add(&mut result, &places, found.site, own);
        }
        result.sort_by_key(|(range, _)| range.start());
        return result;
    }
    let stems = match symbol {
        Symbol::Stem(_) => stems(snapshot, file),
        _ => Vec::new(),
    };
    each_statement(snapshot, file, |site, statement, places| {
        let all = occurrences(statement, &is_declared);
        let own = all.iter().filter_map(|other| {
            if other.symbol == *symbol {
                Some((other, other.role))
            } else {
                // Where it is bound, a variable uses what its `var` says.
                is_typed_by(other, symbol, &stems).then_some((other, Role::Use))
            }
        });
        add(&mut result, places, site, own);
    });
    result.sort_by_key(|(range, _)| range.start());
    result
}

fn add<'a>(
    result: &mut Vec<(TextRange, Role)>,
    places: &BlockPlaces<'_>,
    site: Site,
    own: impl Iterator<Item = (&'a Occurrence, Role)>,
) {
    for (occurrence, role) in own {
        let range = name_range(places, site.form, occurrence);
        result.extend(range.map(|range| (range, role)));
    }
}

/// Whether a variable is bound there and ranges over what the `var` of `symbol` says.
fn is_typed_by(occurrence: &Occurrence, symbol: &Symbol, stems: &[(Name, TextRange)]) -> bool {
    let Symbol::Stem(stem) = symbol else {
        return false;
    };
    let name = match &occurrence.symbol {
        Symbol::Variable(name, _)
            if occurrence.role == Role::Definition && occurrence.over.is_none() =>
        {
            name
        }
        Symbol::Searched(name) => name,
        _ => return false,
    };
    stem_of(name, stems).is_some_and(|(found, _)| found == stem)
}

/// What the `var` statements declare, with its place.
fn stems(snapshot: &Snapshot, file: File) -> Vec<(Name, TextRange)> {
    let mut stems = Vec::new();
    each_statement(snapshot, file, |site, statement, places| {
        for occurrence in occurrences(statement, &|_| true) {
            if let Symbol::Stem(name) = &occurrence.symbol
                && let Some(range) = name_range(places, site.form, &occurrence)
            {
                stems.push((name.clone(), range));
            }
        }
    });
    stems
}
