//! An unknown relation or a function stands where everything must be known before the solver
//! starts: in a fact, in the guard of a declaration, in the number of a counting quantifier, in a
//! weight, in the value of a constant or the elements of a sort.
//!
//! ## Wrong
//! ```qprop
//! sort place = 1..3
//! func size: place
//! pred bomb(place)
//! rule few: atmost size x: place . bomb(x)
//! ```
//!
//! ## Right
//! ```qprop
//! sort place = 1..3
//! func size: place
//! pred bomb(place)
//! rule few: count(x: place . bomb(x)) <= size
//! ```

use logic::formula::{Declarations, Known, Place};
use source::Code;

use crate::report::Report;

pub(crate) fn report(
    declarations: &Declarations,
    place: Place,
    name: &str,
    within: Known,
) -> Report {
    let what = match within {
        Known::Definition => "a definition",
        Known::Guard => "the guard of a declaration",
        Known::Fact => "a fact",
        Known::Bound => "the number of a quantifier",
        Known::Weight => "a weight",
        Known::Value => "a value",
    };
    let message = format!("{what} cannot use `{name}`, which the solver decides");
    let report = Report::new(Code::UNKNOWN_IN_DATA, place, message);
    with_declaration(declarations, report, name)
}

/// The report with a label where the name is declared.
pub(super) fn with_declaration(declarations: &Declarations, report: Report, name: &str) -> Report {
    match declarations.meaning(name) {
        Some(meaning) => report.label(declarations.place(meaning), "declared here"),
        None => report,
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::UNKNOWN_IN_DATA;

    #[test]
    fn wherever_all_must_be_known() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..2\nfunc f: s\npred q\ngiven g(s)\npred p(x: s) | q or g(x)\ng(f)\nrule r: exactly f x: s . p(x)\nsoft f: q\nconst c = f + 1\n",
            "error `q` (line 5): the guard of a declaration cannot use `q`, which the solver decides
             `q` (line 3): declared here
             error `f` (line 6): a fact cannot use `f`, which the solver decides
             `f` (line 2): declared here
             error `f` (line 7): the number of a quantifier cannot use `f`, which the solver decides
             `f` (line 2): declared here
             error `f` (line 8): a weight cannot use `f`, which the solver decides
             `f` (line 2): declared here
             error `f` (line 9): a value cannot use `f`, which the solver decides
             `f` (line 2): declared here",
        );
    }
}
