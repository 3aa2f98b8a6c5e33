//! Problems of statements in words.
//!
//! A [`Report`] speaks of parts of statements by number, so that one wording serves a file alone,
//! where it becomes a [`Finding`], and a theory of many files, which knows where
//! each statement stands. Each code's own file under `checks/` words its problems.

use hir::Db;
use logic::formula::{Declarations, Place, Problem, ProblemKind};
use source::{Code, Diagnostic, File, Fix, LineIndex, PositionEncoding, Related, Severity};
use syntax::{TextEdit, TextRange};

use crate::checks;
use crate::finding::{Finding, FindingFix, Label, Place as Spot, SpotEdit};

/// What is wrong with a statement, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Which kind of report.
    pub code: Code,
    /// How grave.
    pub severity: Severity,
    /// See [`Diagnostic::message`].
    pub message: String,
    /// What to mark.
    pub place: Place,
    /// Other places, with what is there.
    pub labels: Vec<(Place, String)>,
    /// See [`Diagnostic::help`].
    pub help: Vec<String>,
    /// Edits that mend it.
    pub fixes: Vec<ReportFix>,
}

/// See [`Fix`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportFix {
    /// See [`Fix::title`].
    pub title: String,
    /// See [`Fix::safe`].
    pub safe: bool,
    /// What to do, in any order; no place is inside another.
    pub edits: Vec<(Place, ReportEdit)>,
}

/// An edit of a part of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportEdit {
    /// Put this text there.
    Replace(String),
    /// Put this text behind it.
    Append(String),
    /// Put the text of another part there.
    TextOf(Place),
}

impl Report {
    /// A report of `code`'s own severity, with nothing but a message.
    pub fn new(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.info().severity,
            message: message.into(),
            place,
            labels: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// Adds another place with a message of its own.
    #[must_use]
    pub fn label(mut self, place: Place, message: impl Into<String>) -> Self {
        self.labels.push((place, message.into()));
        self
    }

    /// Adds a sentence of advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Makes it as grave as `severity`.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Adds a fix that the user must choose.
    #[must_use]
    pub fn offered_fix(
        mut self,
        title: impl Into<String>,
        edits: Vec<(Place, ReportEdit)>,
    ) -> Self {
        self.fixes.push(ReportFix {
            title: title.into(),
            safe: false,
            edits,
        });
        self
    }

    /// The report in the text, with the file that it is about; `find` tells where parts of
    /// statements stand. `None` where that is not known. What stands in other files is told in
    /// words.
    pub fn diagnostic(
        &self,
        db: &dyn Db,
        find: impl Fn(Place) -> Option<(File, TextRange)>,
    ) -> Option<(File, Diagnostic)> {
        let (file, range) = find(self.place)?;
        let mut diagnostic = Diagnostic {
            code: self.code,
            severity: self.severity,
            message: self.message.clone(),
            range,
            related: Vec::new(),
            help: self.help.clone(),
            fixes: Vec::new(),
        };
        for (place, message) in &self.labels {
            match find(*place) {
                Some((other, range)) if other == file => diagnostic.related.push(Related {
                    range,
                    message: message.clone(),
                }),
                Some((other, range)) => diagnostic.help.push(elsewhere(db, other, range, message)),
                None => {}
            }
        }
        for fix in &self.fixes {
            diagnostic.fixes.extend(in_text(db, file, fix, &find));
        }
        Some((file, diagnostic))
    }

    /// The report as a finding about one file; `own` tells where parts of statements stand in it,
    /// and `elsewhere` puts a label of another file in words. `None` where it is not about this
    /// file.
    pub fn finding(
        self,
        own: impl Fn(Place) -> Option<Spot>,
        elsewhere: impl Fn(Place, &str) -> Option<String>,
    ) -> Option<Finding> {
        let mut finding = Finding::new(self.code, own(self.place)?, self.message);
        finding.severity = Some(self.severity);
        finding.help = self.help;
        for (place, message) in self.labels {
            match own(place) {
                Some(place) => finding.related.push(Label { place, message }),
                None => finding.help.extend(elsewhere(place, &message)),
            }
        }
        let edit = |(at, edit): (Place, ReportEdit)| {
            let edit = match edit {
                ReportEdit::Replace(insert) => SpotEdit::Replace(insert),
                ReportEdit::Append(insert) => SpotEdit::Append(insert),
                ReportEdit::TextOf(other) => SpotEdit::TextOf(own(other)?),
            };
            Some((own(at)?, edit))
        };
        let fix = |fix: ReportFix| {
            Some(FindingFix {
                title: fix.title,
                safe: fix.safe,
                edits: fix.edits.into_iter().map(edit).collect::<Option<_>>()?,
            })
        };
        finding.fixes = self.fixes.into_iter().filter_map(fix).collect();
        Some(finding)
    }
}

/// The fix in the text; `None` where it would edit another file.
fn in_text(
    db: &dyn Db,
    file: File,
    fix: &ReportFix,
    find: &impl Fn(Place) -> Option<(File, TextRange)>,
) -> Option<Fix> {
    let text = &*file.content(db).text;
    let here = |place: Place| find(place).filter(|(other, _)| *other == file);
    let edit = |(place, edit): &(Place, ReportEdit)| {
        let (_, range) = here(*place)?;
        Some(match edit {
            ReportEdit::Replace(insert) => TextEdit::replace(range, insert.clone()),
            ReportEdit::Append(insert) => {
                TextEdit::replace(TextRange::empty(range.end()), insert.clone())
            }
            ReportEdit::TextOf(other) => TextEdit::replace(range, text[here(*other)?.1].to_owned()),
        })
    };
    let mut edits: Vec<TextEdit> = fix.edits.iter().map(edit).collect::<Option<_>>()?;
    edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
    Some(Fix {
        title: fix.title.clone(),
        safe: fix.safe,
        edits,
    })
}

/// A label of another file, as a sentence that names the place.
pub fn elsewhere(db: &dyn Db, file: File, range: TextRange, message: &str) -> String {
    let text = &*file.content(db).text;
    let at = LineIndex::new(text).position(text, range.start(), PositionEncoding::Utf32);
    let path = file.path(db);
    format!("{path}:{}:{}: {message}", at.line + 1, at.column + 1)
}

/// A problem in words.
pub fn report(declarations: &Declarations, problem: &Problem) -> Report {
    use ProblemKind as Kind;
    let at = problem.place;
    match &problem.kind {
        Kind::UnknownRelation(name) => checks::unknown_predicate(declarations, at, name),
        Kind::UnknownSort(name) => checks::unknown_sort(declarations, at, name),
        Kind::UnknownName(name) => checks::unknown_constant(declarations, at, name),
        Kind::UnknownFunction(name) => checks::unknown_function(declarations, at, name),
        Kind::Unbound(name) => checks::unbound_variable(at, name),
        Kind::Duplicate { name, first } => checks::duplicate_declaration(at, name, *first),
        Kind::Arity {
            name,
            expected,
            found,
            declared,
        } => checks::wrong_arity(at, name, *expected, *found, *declared),
        Kind::Absolute(found) => checks::wrong_arity(at, "abs", 1, *found, None),
        Kind::Mismatch {
            found,
            expected,
            declared,
            exchange,
            covered,
        } => checks::misfit(
            declarations,
            at,
            *found,
            *expected,
            *declared,
            [*exchange, *covered],
        ),
        Kind::Incomparable(a, b) => checks::incomparable(declarations, at, *a, *b),
        Kind::Unrelated { sorts, term } => checks::unrelated(declarations, at, *sorts, *term),
        Kind::NotInteger(found) => checks::not_integer(declarations, at, *found),
        Kind::NotFormula => checks::not_formula(at),
        Kind::NotTerm => checks::not_term(at),
        Kind::AmbiguousSort { variable, uses } => {
            checks::ambiguous_sort(declarations, at, variable, uses)
        }
        Kind::Unused(name) => checks::unused_variable(at, name),
        Kind::Shadowed { name, hidden } => checks::shadowed_name(declarations, at, name, *hidden),
        Kind::Unknown { name, within } => checks::unknown_there(declarations, at, name, *within),
        Kind::DefinedAsFact(relation) => checks::defined_as_fact(declarations, at, *relation),
        Kind::ConnectedPosition => checks::connected_position(at),
        Kind::NotGraph => checks::not_graph(at),
        Kind::NotGrid(name) => checks::not_grid(declarations, at, name),
        Kind::TooLarge => checks::too_large(at),
        Kind::Unstratified(circle) => checks::circular_definition(declarations, at, circle),
    }
}
