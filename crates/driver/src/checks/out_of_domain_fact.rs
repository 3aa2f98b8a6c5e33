//! Facts that only the values of others show to be outside their sorts, and the rows of grids; the
//! static check of the same code explains it.

use analysis::report::Report;
use logic::formula::{Place, SortId};
use source::Code;

use crate::theory::Theory;

const CODE: Code = Code::OUT_OF_DOMAIN_FACT;

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

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check_linted;

    const CODE: Code = Code::OUT_OF_DOMAIN_FACT;

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
