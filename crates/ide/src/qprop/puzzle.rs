//! What a puzzle says, taken out of the database for threads that ground and solve it, and what
//! comes back.

use std::sync::Arc;

use analysis::report::Report;
use driver::{StatementLine, Theory, TheoryGrounding};
use logic::formula::StatementId;
use source::{Content, Diagnostic, File, LineIndex, Severity};
use syntax::TextRange;

use super::hover::file_name;
use crate::Snapshot;

/// What a puzzle grounds to.
#[derive(Clone, Debug)]
pub struct GroundedPuzzle {
    /// The puzzle.
    pub theory: Arc<Theory>,
    /// What it comes to, or why that is not known, in words.
    pub grounding: Result<TheoryGrounding, String>,
    /// What was found wrong.
    pub reports: Vec<Report>,
    /// Whether all was looked at that can be found wrong.
    pub complete: bool,
    /// How many elements a sort could have.
    pub max_sort: u64,
    /// Whether a directive allows something of that.
    pub allows: bool,
}

/// What a puzzle says, for a thread of its own.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// All statements: those of the file first, then those of the files that it uses.
    pub theory: Arc<Theory>,
    /// Whether a directive of the file allows what only grounding finds.
    pub allows: bool,
}

/// What keeps a text from having a meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The error.
    pub message: Arc<str>,
    /// Where, as "line 3" or "line 3 of `model.qprop`".
    pub place: Arc<str>,
}

/// What a puzzle says together with the files that it uses.
///
/// # Errors
/// The first error that leaves it without a meaning, those of the file before those of others.
pub fn puzzle(snapshot: &Snapshot, file: File) -> Result<Puzzle, Obstacle> {
    let db = snapshot.db();
    let mut files = vec![file];
    files.extend(
        hir::closure(db, file)
            .iter()
            .filter(|&&other| other != file),
    );
    let theory = Theory::of(db, &files);
    let mut problems = theory.diagnostics(db);
    problems.retain(|(_, found)| found.severity == Severity::Error);
    for &file in &files {
        snapshot.unwind_if_cancelled();
        let is_unreadable = !file.content(db).parse.errors().is_empty();
        let own = problems.iter().find(|(other, _)| *other == file);
        let first = match (is_unreadable, own) {
            (true, _) => obstacle_in(snapshot, file),
            (false, Some((_, found))) => Some(found.clone()),
            (false, None) => missing_file(snapshot, file),
        };
        if let Some(found) = first {
            return Err(obstacle(snapshot, files[0], file, &found));
        }
    }
    let mut directives = hir::blocks(db, file)
        .iter()
        .flat_map(|blk| hir::directives(db, *blk));
    Ok(Puzzle {
        theory: Arc::new(theory),
        allows: directives.any(analysis::allows_grounded),
    })
}

/// The first error of a text that cannot be read as a whole.
fn obstacle_in(snapshot: &Snapshot, file: File) -> Option<Diagnostic> {
    let mut found = analysis::diagnostics(snapshot.db(), file);
    found.retain(|found| found.severity == Severity::Error);
    found.into_iter().next()
}

fn missing_file(snapshot: &Snapshot, file: File) -> Option<Diagnostic> {
    let db = snapshot.db();
    let used = file.used(db);
    if used.len() == hir::mentioned_files(db, file).len()
        && used.iter().all(|used| used.file.is_some())
    {
        return None;
    }
    obstacle_in(snapshot, file)
}

fn obstacle(snapshot: &Snapshot, here: File, file: File, found: &Diagnostic) -> Obstacle {
    let text = &snapshot.content(file).text;
    let line = LineIndex::new(text).line(found.range.start()) + 1;
    let place = if here == file {
        format!("line {line}")
    } else {
        format!("line {line} of `{}`", file_name(snapshot, file))
    };
    Obstacle {
        message: found.message.as_str().into(),
        place: place.into(),
    }
}

/// The statements of a puzzle, each on one line with its place; of others than the file at hand,
/// which is called by the name, without a line in it.
pub fn statement_lines(
    snapshot: &Snapshot,
    theory: &Theory,
    here: File,
    name: &str,
) -> Vec<StatementLine> {
    let mut index: Option<(File, LineIndex)> = None;
    let ids = (0..theory.len() as u32).map(StatementId);
    let line = |id: StatementId| {
        snapshot.unwind_if_cancelled();
        let Some((file, range)) = theory.statement(snapshot.db(), id) else {
            return StatementLine::default();
        };
        let text = &snapshot.content(file).text;
        let lines = match &mut index {
            Some((of, lines)) if *of == file => lines,
            other => &mut other.insert((file, LineIndex::new(text))).1,
        };
        let line = lines.line(range.start());
        let words: Vec<&str> = text[range].split_whitespace().collect();
        let name = if file == here {
            name
        } else {
            file_name(snapshot, file)
        };
        StatementLine {
            text: words.join(" "),
            place: format!("{name}:{}", line + 1),
            line: (file == here).then_some(line),
        }
    };
    ids.map(line).collect()
}

/// The files of a puzzle in its order, each with its path.
pub fn texts(snapshot: &Snapshot, theory: &Theory) -> Vec<(Arc<str>, Content)> {
    let text = |&file: &File| {
        let path = Arc::clone(file.path(snapshot.db()));
        (path, snapshot.content(file).clone())
    };
    theory.files.iter().map(text).collect()
}

/// Where a statement of a puzzle stands.
pub fn statement_range(
    snapshot: &Snapshot,
    theory: &Theory,
    id: StatementId,
) -> Option<(File, TextRange)> {
    theory.statement(snapshot.db(), id)
}
