//! Editor features for QPROP, which has names where GDL has relations, functions and objects.

mod expansion;
mod hover;
mod lenses;
mod navigation;
mod occurrence;
mod outline;
mod puzzle;
pub(crate) mod run;
#[cfg(test)]
mod tests;
mod words;

use hir::{BlockPlaces, Item};
use logic::Name;
use logic::formula::written::Statement;
use rustc_hash::FxHashSet;
use source::File;
use syntax::{SyntaxKind, TextRange, TextSize};

pub(crate) use self::hover::hover;
pub use self::lenses::{PuzzleLens, PuzzleLensKind, puzzle_lens_title, puzzle_lenses};
pub(crate) use self::navigation::{definitions, references};
use self::occurrence::{Occurrence, Role, Symbol, occurrences};
pub use self::outline::{OutlineItem, OutlineKind, outline};
pub use self::puzzle::{
    GroundedPuzzle, Obstacle, Puzzle, puzzle, statement_lines, statement_range, texts,
};
pub use self::run::{Asked, Run};
use crate::Snapshot;
use crate::symbol::block_at;

/// Whether a file is in QPROP.
pub fn is_puzzle(snapshot: &Snapshot, file: File) -> bool {
    snapshot.content(file).parse.dialect() == syntax::Dialect::Qprop
}

/// A statement: its file, the ordinal of its block there, and its own in the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Site {
    file: File,
    block: u32,
    form: u32,
}

/// A name under the cursor.
struct Found {
    site: Site,
    occurrence: Occurrence,
    range: TextRange,
}

/// The name at an offset; between two tokens, the one that is a name.
fn found_at(snapshot: &Snapshot, file: File, offset: TextSize) -> Option<Found> {
    let parse = &snapshot.content(file).parse;
    let tokens = parse.root().token_at_offset(offset);
    let candidates = [tokens.clone().right_biased(), tokens.left_biased()];
    let token = candidates
        .into_iter()
        .flatten()
        .find(|token| token.kind() == SyntaxKind::Name)?;
    let range = token.text_range();
    let block = block_at(parse.starts(), range.start());
    let places = BlockPlaces::new(snapshot.db(), file, block)?;
    let mut forms = places.forms().iter();
    let form = forms.position(|form| form.contains_range(range))? as u32;
    let statement = statement(snapshot, &places, form)?;
    let declared = Declared::of(snapshot, file);
    let occurrence = occurrences(statement, &|name| declared.contains(name))
        .into_iter()
        .find(|occurrence| name_range(&places, form, occurrence) == Some(range))?;
    Some(Found {
        site: Site { file, block, form },
        occurrence,
        range,
    })
}

fn statement<'a>(
    snapshot: &'a Snapshot,
    places: &BlockPlaces<'a>,
    form: u32,
) -> Option<&'a Statement> {
    let lowered = hir::forms(snapshot.db(), places.block()).get(form as usize)?;
    lowered.form.statement.as_deref()
}

fn name_range(places: &BlockPlaces<'_>, form: u32, occurrence: &Occurrence) -> Option<TextRange> {
    let span = places.node(Item::Form(form), occurrence.node)?;
    Some(span.name)
}

/// Calls `visit` for every statement of the file, in order.
fn each_statement(
    snapshot: &Snapshot,
    file: File,
    mut visit: impl FnMut(Site, &Statement, &BlockPlaces<'_>),
) {
    each_statement_of(snapshot, &[file], &mut visit);
}

/// The same for a file and those that it uses, which come first.
fn each_known_statement(
    snapshot: &Snapshot,
    file: File,
    mut visit: impl FnMut(Site, &Statement, &BlockPlaces<'_>),
) {
    let files = hir::closure(snapshot.db(), file);
    each_statement_of(snapshot, files, &mut visit);
}

fn each_statement_of(
    snapshot: &Snapshot,
    files: &[File],
    visit: &mut dyn FnMut(Site, &Statement, &BlockPlaces<'_>),
) {
    for &file in files {
        for block in 0..snapshot.content(file).parse.blocks().len() as u32 {
            snapshot.unwind_if_cancelled();
            let Some(places) = BlockPlaces::new(snapshot.db(), file, block) else {
                continue;
            };
            for form in 0..places.forms().len() as u32 {
                if let Some(statement) = statement(snapshot, &places, form) {
                    visit(Site { file, block, form }, statement, &places);
                }
            }
        }
    }
}

/// The constants, elements, relations and functions that a file and those that it uses declare.
struct Declared(FxHashSet<Name>);

impl Declared {
    fn of(snapshot: &Snapshot, file: File) -> Declared {
        let mut names = FxHashSet::default();
        each_known_statement(snapshot, file, |_, statement, _| {
            let declares = matches!(
                statement,
                Statement::Sort { .. }
                    | Statement::Constant { .. }
                    | Statement::Declaration(_)
                    | Statement::Definition { .. }
            );
            if declares {
                let all = occurrences(statement, &|_| true).into_iter();
                let own = all.filter(|found| found.role != Role::Use);
                names.extend(own.filter_map(|found| match found.symbol {
                    Symbol::Global(name) => Some(name),
                    _ => None,
                }));
            }
        });
        Declared(names)
    }

    fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

/// What `var` says of a variable: the longest of `stems` that it is, but for digits and primes
/// at its end.
fn stem_of<'a, T>(variable: &str, stems: &'a [(Name, T)]) -> Option<&'a (Name, T)> {
    let mut stem = variable;
    loop {
        if let Some(found) = stems.iter().find(|(name, _)| name == stem) {
            return Some(found);
        }
        stem = stem.strip_suffix(|c: char| c.is_ascii_digit() || c == '\'')?;
    }
}
