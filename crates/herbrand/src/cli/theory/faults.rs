//! What keeps a spec from being grounded, in words.

use driver::{SolvingError, Wording};
use ground::formula::{Error, Limit};
use logic::formula::{Fault, FaultKind, Place};
use source::Code;

use super::OpenedTheory;
use crate::cli::verdict::Verdict;

/// Whether a code is of a text that cannot be read.
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
    )
}

/// Why there are no values, and whether a limit is to blame.
pub(super) fn fault(opened: &OpenedTheory, fault: &Fault) -> (String, bool) {
    let spec = &opened.theory.spec;
    let declarations = &spec.declarations;
    let wording = Wording::new(spec);
    let place = opened.place_of(fault.place);
    let mut limit = false;
    let message = match &fault.kind {
        FaultKind::MissingConstant(constant) => {
            let name = &declarations.constants[constant.index()].name;
            format!(
                "the constant `{name}` has no value; write `const {name} = …` in one of the files, \
                 or give it one with `--set {name}=…`"
            )
        }
        FaultKind::MissingSort(sort) => {
            let name = &declarations.sorts[sort.index()].declared.name;
            format!(
                "the sort `{name}` has no elements; write `sort {name} = …` in one of the files"
            )
        }
        FaultKind::Circular => "this value needs itself".to_owned(),
        FaultKind::DivisionByZero => "division by zero".to_owned(),
        FaultKind::Overflow => "an integer that 64 bits cannot hold".to_owned(),
        FaultKind::LargeSort {
            sort,
            elements,
            allowed,
        } => {
            limit = true;
            let name = &declarations.sorts[sort.index()].declared.name;
            format!(
                "the sort `{name}` has {elements} elements, over the limit of {allowed}; raise it \
                 with `--max-sort`"
            )
        }
        FaultKind::OutsideSort {
            relation,
            column,
            value,
        } => {
            let relation = &declarations.relations[relation.index()];
            let sort = relation.columns[*column].sort;
            let sort = sort.map_or("", |sort| &declarations.sorts[sort.index()].declared.name);
            format!(
                "`{}` is not in `{sort}`, the sort of argument {} of `{}`",
                wording.value(*value),
                column + 1,
                relation.name
            )
        }
        FaultKind::Cell { text, row, column } => format!(
            "`{text}` in row {}, column {} is no integer and no name of a sort",
            row + 1,
            column + 1
        ),
        FaultKind::LargeGrid { sort, found } => {
            let name = sort.map_or("", |sort| &declarations.sorts[sort.index()].declared.name);
            format!("{found} rows or columns are more than `{name}` has elements")
        }
    };
    (format!("{place}: {message}"), limit)
}

/// Why a theory was not solved, and how the run ends.
pub(super) fn solving(opened: &OpenedTheory, error: &SolvingError) -> (String, Verdict) {
    let mut verdict = Verdict::default();
    let line = match error {
        SolvingError::Ground(error) => grounding(opened, error, &mut verdict),
        SolvingError::Wrong(statements) => {
            verdict.failed = true;
            let places: Vec<String> = statements.iter().map(|&id| opened.place(id)).collect();
            format!(
                "a model was found that violates the rules at {}; this is a fault of Herbrand, and \
                 nothing is printed: please report it",
                places.join(", ")
            )
        }
        SolvingError::Judge(failure) => {
            verdict.errors = true;
            let place = opened.place_of(failure.place);
            let what = operation(failure.by_zero);
            format!("{place}: {what}{}", binding(opened, &failure.binding))
        }
    };
    (line, verdict)
}

fn operation(by_zero: bool) -> &'static str {
    if by_zero {
        "division by zero"
    } else {
        "an integer that 64 bits cannot hold"
    }
}

/// ", with `x = 1` and `y = 2`".
fn binding(opened: &OpenedTheory, binding: &[(logic::Name, logic::formula::Value)]) -> String {
    let wording = Wording::new(&opened.theory.spec);
    let values: Vec<String> = binding
        .iter()
        .map(|(name, value)| format!("`{name} = {}`", wording.value(*value)))
        .collect();
    if values.is_empty() {
        return String::new();
    }
    format!(", with {}", values.join(", "))
}

fn grounding(opened: &OpenedTheory, error: &Error, verdict: &mut Verdict) -> String {
    match error {
        Error::Cancelled => {
            verdict.failed = true;
            "interrupted; no answer".to_owned()
        }
        Error::Unsupported { statement, node } => {
            verdict.failed = true;
            let place = opened.place_of(Place {
                statement: *statement,
                node: *node,
            });
            format!("{place}: `connected` and `acyclic` cannot be solved yet")
        }
        Error::Failure {
            statement,
            node,
            by_zero,
            binding: values,
        } => {
            verdict.errors = true;
            let place = opened.place_of(Place {
                statement: *statement,
                node: *node,
            });
            format!(
                "{place}: {}{}",
                operation(*by_zero),
                binding(opened, values)
            )
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

fn exceeded(
    opened: &OpenedTheory,
    limit: Limit,
    statement: Option<logic::formula::StatementId>,
    estimate: Option<u64>,
    variables: &[(logic::Name, usize)],
) -> String {
    let place = match statement {
        Some(id) => {
            let name = Wording::new(&opened.theory.spec).rule(id);
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
    let mut line = match estimate {
        Some(estimate) => format!("{place} has {estimate} instances, over the limit"),
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
