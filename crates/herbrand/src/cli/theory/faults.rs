//! What keeps a spec from being grounded, in words.

use analysis::report::Report;
use driver::{SolvingError, Wording};
use ground::formula::{Error, Limit};
use logic::formula::{Fault, FaultKind, Place, Spec, StatementId};
use source::{Code, Severity};

use super::OpenedTheory;
use crate::cli::verdict::Verdict;

/// Whether a code is of a text, or of a file that it uses, that cannot be read.
pub(super) fn is_syntax(code: Code) -> bool {
    matches!(
        code,
        Code::SYNTAX_ERROR
            | Code::UNCLOSED_PARENTHESIS
            | Code::UNEXPECTED_PARENTHESIS
            | Code::NESTING_TOO_DEEP
            | Code::CONNECTIVE_AS_NAME
            | Code::ELIDED_TEXT
            | Code::FOREIGN_OPERATOR
            | Code::MIXED_IMPLICATION
            | Code::MISSING_FILE
            | Code::CIRCULAR_USE
    )
}

/// Why a puzzle has no values.
pub(crate) enum NoValues {
    /// An option is wrong.
    Option(String),
    /// The files lack something, or hold what is no value.
    Faults {
        /// What.
        reports: Vec<Report>,
        /// Whether a limit is to blame.
        limit: bool,
    },
}

impl NoValues {
    pub(super) fn of(opened: &OpenedTheory, faults: &[Fault]) -> NoValues {
        let is_limit = |fault: &Fault| matches!(fault.kind, FaultKind::LargeSort { .. });
        let report = |fault| opened.theory.fault(fault).severity(Severity::Error);
        NoValues::Faults {
            reports: faults.iter().map(report).collect(),
            limit: faults.iter().any(is_limit),
        }
    }

    /// How a run ends that has no answer for that.
    pub(crate) fn verdict(&self) -> Verdict {
        match self {
            NoValues::Option(_) => Verdict {
                errors: true,
                ..Verdict::default()
            },
            NoValues::Faults { limit, .. } => Verdict {
                limit: *limit,
                errors: !*limit,
                ..Verdict::default()
            },
        }
    }

    /// The same in a line each.
    pub(crate) fn lines(&self, opened: &OpenedTheory) -> Vec<String> {
        match self {
            NoValues::Option(line) => vec![line.clone()],
            NoValues::Faults { reports, .. } => {
                let line = |report: &Report| {
                    format!("{}: {}", opened.place_of(report.place), report.message)
                };
                reports.iter().map(line).collect()
            }
        }
    }
}

/// The report of an operation that has no result; `None` where it is something else.
pub(super) fn operation(opened: &OpenedTheory, error: &SolvingError) -> Option<Report> {
    let (place, by_zero, values) = match error {
        SolvingError::Ground(Error::Failure {
            statement,
            node,
            by_zero,
            binding,
        }) => {
            let place = Place {
                statement: *statement,
                node: *node,
            };
            (place, *by_zero, binding)
        }
        SolvingError::Judge(failure) => (failure.place, failure.by_zero, &failure.binding),
        _ => return None,
    };
    Some(opened.theory.failed_operation(place, by_zero, values))
}

/// Why a theory was not solved, and how the run ends.
pub(super) fn solving(opened: &OpenedTheory, error: &SolvingError) -> (String, Verdict) {
    let mut verdict = Verdict::default();
    let line = match error {
        SolvingError::Ground(ended) => grounding(opened, error, ended, &mut verdict),
        SolvingError::Wrong(statements) => {
            verdict.failed = true;
            let places: Vec<String> = statements.iter().map(|&id| opened.place(id)).collect();
            format!(
                "a model was found that violates the rules at {}; this is a fault of Herbrand, and \
                 nothing is printed: please report it",
                places.join(", ")
            )
        }
        SolvingError::Judge(_) => {
            verdict.errors = true;
            failed(opened, error)
        }
    };
    (line, verdict)
}

/// An operation without a result in a line.
fn failed(opened: &OpenedTheory, error: &SolvingError) -> String {
    let report = operation(opened, error);
    let line = |report: Report| format!("{}: {}", opened.place_of(report.place), report.message);
    report.map_or_else(String::new, line)
}

fn grounding(
    opened: &OpenedTheory,
    whole: &SolvingError,
    error: &Error,
    verdict: &mut Verdict,
) -> String {
    match error {
        Error::Cancelled => {
            verdict.failed = true;
            "interrupted: no answer".to_owned()
        }
        Error::Unsupported { statement, node } => {
            verdict.failed = true;
            let place = opened.place_of(Place {
                statement: *statement,
                node: *node,
            });
            format!("{place}: `connected` and `acyclic` cannot be solved yet")
        }
        Error::Failure { .. } => {
            verdict.errors = true;
            failed(opened, whole)
        }
        Error::Exceeded {
            limit,
            statement,
            estimate,
            variables,
        } => {
            verdict.limit = true;
            exceeded(opened, *limit, *statement, *estimate, variables)
        }
    }
}

/// What a statement declares.
fn declared(spec: &Spec, id: StatementId) -> Option<&str> {
    let relations = spec.declarations.relations.iter();
    let relations = relations.map(|relation| (relation.place, &relation.name));
    let functions = spec.declarations.functions.iter();
    let functions = functions.map(|function| (function.place, &function.name));
    let (_, name) = relations
        .chain(functions)
        .find(|(place, _)| place.statement == id)?;
    Some(name)
}

fn exceeded(
    opened: &OpenedTheory,
    limit: Limit,
    statement: Option<logic::formula::StatementId>,
    estimate: Option<u64>,
    variables: &[(logic::Name, usize)],
) -> String {
    let place = match statement {
        Some(id) => {
            let spec = &opened.theory.spec;
            let name = Wording::new(spec).rule(id).or_else(|| declared(spec, id));
            let name = name.map_or_else(|| "this statement".to_owned(), |name| format!("`{name}`"));
            format!("{}: {name}", opened.place(id))
        }
        None => format!("{}: the declarations", opened.name()),
    };
    let (what, option) = match limit {
        Limit::Atoms => ("more atoms than the limit", Some("--max-atoms")),
        Limit::Instances => ("more instances than the limit", Some("--max-instances")),
        Limit::Clauses => ("more clauses than the limit", Some("--max-clauses")),
        Limit::Steps => (
            "more values and rows to look at than the limit",
            Some("--max-steps"),
        ),
        Limit::Integers => ("a sum that 64 bits cannot hold", None),
    };
    let of = match limit {
        Limit::Atoms => "atoms",
        _ => "instances",
    };
    let mut line = match estimate {
        Some(estimate) => format!("{place} has {estimate} {of}, over the limit"),
        None => format!("{place} has {what}"),
    };
    if let Some(option) = option {
        line.push_str(&format!("; raise it with `{option}`"));
    }
    if let Some((name, values)) = variables.first() {
        line.push_str(&format!(
            "\n  `{name}` has {values} values; a guard, as in `| g({name})`, lets only those count \
             that data name"
        ));
    }
    line
}
