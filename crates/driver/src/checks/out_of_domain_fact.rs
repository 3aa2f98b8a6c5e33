//! A fact speaks of a value that is outside the sort of its argument place, so it can never be
//! used. The rows of a `given grid` are facts, too: more rows or columns than their sorts have
//! elements, or a cell that is no value, is an error of the same kind.
//!
//! ## Wrong
//! ```qprop
//! sort square = 1..4
//! sort number = 1..4
//! given clue(square, number)
//! func on(square): number
//! clue(1, 5)
//! rule clues: forall s: square, n: number | clue(s, n) . on(s) = n
//! ```
//!
//! ## Right
//! ```qprop
//! sort square = 1..4
//! sort number = 1..4
//! given clue(square, number)
//! func on(square): number
//! clue(1, 4)
//! rule clues: forall s: square, n: number | clue(s, n) . on(s) = n
//! ```

use analysis::report::Report;
use logic::formula::{FormulaKind, Place, RelationId, SortId, Statement, Value};
use source::Code;

use crate::theory::scenes::Argument;
use crate::theory::{Examination, Theory, Wording};

const CODE: Code = Code::OUT_OF_DOMAIN_FACT;

/// A fact of data.
pub(crate) fn data(
    theory: &Theory,
    at: Place,
    relation: RelationId,
    column: usize,
    value: Value,
) -> Report {
    let declarations = &theory.spec.declarations;
    let relation = &declarations.relations[relation.index()];
    let value = Wording::new(&theory.spec).value(value);
    let sort = relation.columns[column].sort;
    let sort = sort.map_or("", |sort| &declarations.sorts[sort.index()].declared.name);
    let message = format!("`{value}` is outside `{sort}`");
    Report::new(CODE, at, message).label(
        relation.columns[column].place,
        format!("argument {} of `{}`", column + 1, relation.name),
    )
}

/// A cell of a grid that is no value; row and column from 0.
pub(crate) fn cell(at: Place, text: &str, row: usize, column: usize) -> Report {
    let message = format!(
        "`{text}` in row {}, column {} is no integer and no name of a sort",
        row + 1,
        column + 1
    );
    Report::new(CODE, at, message).help("`.` stands for a cell without a fact")
}

/// More rows or columns than there are elements.
pub(crate) fn grid(theory: &Theory, at: Place, sort: Option<SortId>, found: usize) -> Report {
    let sorts = &theory.spec.declarations.sorts;
    let declared = sort.map(|sort| &sorts[sort.index()].declared);
    let name = declared.map_or("", |declared| &declared.name);
    let message = format!("{found} rows or columns are more than `{name}` has elements");
    let report = Report::new(CODE, at, message);
    match declared {
        Some(declared) => report.label(declared.place, "declared here"),
        None => report,
    }
}

/// Whether an argument is that of a bare atom: a fact about what the solver decides.
pub(super) fn is_fact(cx: &Examination<'_>, argument: &Argument<'_>) -> bool {
    let Statement::Constraint(None, formula) = cx.statement else {
        return false;
    };
    std::ptr::eq(formula, argument.around) && matches!(formula.kind, FormulaKind::Atom(..))
}

/// Such a fact.
pub(super) fn constraint(cx: &mut Examination<'_>, argument: &Argument<'_>, sort: SortId) {
    let declarations = &cx.theory.spec.declarations;
    let wording = cx.wording();
    let term = wording.term(argument.term, cx.variables);
    let value = cx.value(argument.term, &[]);
    let value = value.map(|value| wording.value(value));
    let what = match value.filter(|value| *value != term) {
        Some(value) => format!("`{term}` is `{value}`,"),
        None => format!("`{term}` is"),
    };
    let message = format!("{what} outside {}", wording.sort(sort, cx.instance));
    let name = argument.owner.name(declarations);
    let column = &argument.owner.columns(declarations)[argument.place];
    let report = Report::new(CODE, cx.at(argument.term.id), message).label(
        column.place,
        format!("argument {} of `{name}`", argument.place + 1),
    );
    cx.report(report);
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check_linted;

    const CODE: Code = Code::OUT_OF_DOMAIN_FACT;

    #[test]
    fn facts_of_data_and_of_what_the_solver_decides() {
        check_linted(
            CODE,
            "sort s = 1..3 sort t = {a, b}\ngiven g(s, t)\ng(4, a)\ng(3, b)\n",
            "error `4` (line 3): `4` is outside `s`
             `s` (line 2): argument 1 of `g`",
        );
        check_linted(
            CODE,
            "const n = 3\nsort s = 1..n\npred p(s)\np(n + 1) p(n)\n",
            "error `n + 1` (line 4): `n + 1` is `4`, outside `s`, which is 1..3
             `s` (line 3): argument 1 of `p`",
        );
    }

    #[test]
    fn rows_and_cells_of_a_grid() {
        let grid = |rows: &str| {
            format!("sort r = 1..2 sort c = 1..2\ngiven g(r, c, r)\ngiven grid g {rows}\n")
        };
        check_linted(
            CODE,
            &grid("\"12\" \"3.\""),
            "error `\"3.\"` (line 3): `3` is outside `r`
             `r` (line 2): argument 3 of `g`",
        );
        check_linted(
            CODE,
            &grid("\"12\" \"..\" \"..\""),
            "error `\"..\"` (line 3): 3 rows or columns are more than `r` has elements
             `r` (line 1): declared here",
        );
        check_linted(
            CODE,
            &grid("\"1x\""),
            "error `\"1x\"` (line 3): `x` in row 1, column 2 is no integer and no name of a sort
             help: `.` stands for a cell without a fact",
        );
    }
}
