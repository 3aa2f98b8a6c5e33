//! From a name to where it is declared and where it is used.

use hir::BlockPlaces;
use logic::Name;
use rustc_hash::FxHashSet;
use source::File;
use syntax::{SyntaxKind, TextRange, TextSize};

use super::occurrence::{Occurrence, Role, Symbol, occurrences};
use super::{
    Declared, Found, Site, each_known_statement, each_statement, found_at, is_puzzle, name_range,
    statement, stem_of,
};
use crate::{Snapshot, Target};

/// Where the name at `offset` is declared. A variable is where it is bound; there, it leads on to
/// the `var` that says what it ranges over, if one does. A constant or a sort that gets its value
/// elsewhere has two places. The name of a file leads to the file.
pub(crate) fn definitions(snapshot: &Snapshot, file: File, offset: TextSize) -> Vec<Target> {
    let Some(found) = found_at(snapshot, file, offset) else {
        return used_at(snapshot, file, offset).into_iter().collect();
    };
    let is_binder = found.occurrence.role == Role::Definition && found.occurrence.over.is_none();
    if let (Symbol::Variable(name, _) | Symbol::Searched(name), true) = (
        &found.occurrence.symbol,
        is_binder || matches!(found.occurrence.symbol, Symbol::Searched(_)),
    ) {
        let stems = stems(snapshot, file);
        return stem_of(name, &stems)
            .map(|(_, target)| *target)
            .into_iter()
            .collect();
    }
    let known = hir::closure(snapshot.db(), file);
    let all = places(snapshot, file, known, &found);
    let of = |role: Role| -> Vec<Target> {
        let own = all.iter().filter(|(_, own)| *own == role);
        own.map(|(target, _)| *target).collect()
    };
    match of(Role::Definition) {
        none if none.is_empty() => of(Role::Element),
        own => own,
    }
}

/// The file that a `use` names at this place.
fn used_at(snapshot: &Snapshot, file: File, offset: TextSize) -> Option<Target> {
    let db = snapshot.db();
    let tokens = snapshot.content(file).parse.root().token_at_offset(offset);
    let string = tokens.into_iter().find(|token| {
        let parent = token.parent().map(|parent| parent.kind());
        token.kind() == SyntaxKind::String && parent == Some(SyntaxKind::QpropUse)
    })?;
    let name = string.text().trim_matches('"');
    let used = file.used(db).iter().find(|used| &*used.text == name)?;
    Some(Target {
        file: used.file?,
        range: TextRange::default(),
    })
}

/// Everywhere in the files that share it where the name at `offset` stands for the same, file by
/// file, in order; without its definitions unless they are asked for.
pub(crate) fn references(
    snapshot: &Snapshot,
    file: File,
    others: &[File],
    offset: TextSize,
    with_definitions: bool,
) -> Vec<Target> {
    let Some(found) = found_at(snapshot, file, offset) else {
        return Vec::new();
    };
    let files = sharing(snapshot, file, others, &found);
    let all = places(snapshot, file, &files, &found);
    let is_element_alone = all.iter().all(|(_, role)| *role != Role::Definition);
    let is_definition =
        |role: Role| role == Role::Definition || role == Role::Element && is_element_alone;
    all.into_iter()
        .filter(|(_, role)| with_definitions || !is_definition(*role))
        .map(|(target, _)| target)
        .collect()
}

/// The files in which a name of a file stands for the same: those that use a file that declares
/// it, and what they use.
fn sharing(snapshot: &Snapshot, file: File, others: &[File], found: &Found) -> Vec<File> {
    let db = snapshot.db();
    if matches!(found.occurrence.symbol, Symbol::Rule(_)) {
        return vec![file];
    }
    let known = hir::closure(db, file);
    let mut declaring: Vec<File> = places(snapshot, file, known, found)
        .into_iter()
        .filter(|(_, role)| *role != Role::Use)
        .map(|(target, _)| target.file)
        .collect();
    if declaring.is_empty() {
        declaring.push(file);
    }
    let mut files = known.to_vec();
    for &other in others.iter().filter(|&&other| is_puzzle(snapshot, other)) {
        let used = hir::closure(db, other);
        if declaring.iter().any(|file| used.contains(file)) {
            files.extend(used);
        }
    }
    let mut once = FxHashSet::default();
    files.retain(|file| once.insert(*file));
    // The file at hand first.
    files.sort_by_key(|&other| (other != file, other.path(db)));
    files
}

/// All places in these files of what was found, in order, with what they do.
pub(super) fn places(
    snapshot: &Snapshot,
    file: File,
    files: &[File],
    found: &Found,
) -> Vec<(Target, Role)> {
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
        result.sort_by_key(|(target, _)| target.range.start());
        return result;
    }
    let stems = match symbol {
        Symbol::Stem(_) => stems(snapshot, file),
        _ => Vec::new(),
    };
    for &file in files {
        let from = result.len();
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
        result[from..].sort_by_key(|(target, _)| target.range.start());
    }
    result
}

fn add<'a>(
    result: &mut Vec<(Target, Role)>,
    places: &BlockPlaces<'_>,
    site: Site,
    own: impl Iterator<Item = (&'a Occurrence, Role)>,
) {
    for (occurrence, role) in own {
        let range = name_range(places, site.form, occurrence);
        let file = site.file;
        result.extend(range.map(|range| (Target { file, range }, role)));
    }
}

/// Whether a variable is bound there and ranges over what the `var` of `symbol` says.
fn is_typed_by(occurrence: &Occurrence, symbol: &Symbol, stems: &[(Name, Target)]) -> bool {
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
fn stems(snapshot: &Snapshot, file: File) -> Vec<(Name, Target)> {
    let mut stems = Vec::new();
    each_known_statement(snapshot, file, |site, statement, places| {
        for occurrence in occurrences(statement, &|_| true) {
            if let Symbol::Stem(name) = &occurrence.symbol
                && let Some(range) = name_range(places, site.form, &occurrence)
            {
                let file = site.file;
                stems.push((name.clone(), Target { file, range }));
            }
        }
    });
    stems
}
