//! Nothing says which elements a sort has where the puzzle is to be grounded or solved. `sort piece`
//! leaves them to an instance, another file that says `sort piece = 1..9`. A model alone is no
//! mistake, so `herbrand lint` says nothing of it.
//!
//! ## Wrong
//! ```qprop
//! sort node
//! given edge(node, node)
//! pred red(node)
//! edge(1, 2)
//! rule apart: forall x, y: node | edge(x, y) . not (red(x) and red(y))
//! ```
//!
//! ## Right
//! ```qprop
//! sort node = 1..2
//! given edge(node, node)
//! pred red(node)
//! edge(1, 2)
//! rule apart: forall x, y: node | edge(x, y) . not (red(x) and red(y))
//! ```

use analysis::report::Report;
use logic::formula::{Place, SortId};
use source::Code;

use crate::theory::Theory;

pub(crate) fn report(theory: &Theory, at: Place, sort: SortId) -> Report {
    let name = &theory.spec.declarations.sorts[sort.index()].declared.name;
    let message = format!("nothing says which elements the sort `{name}` has");
    Report::new(Code::MISSING_SORT, at, message)
        .help(format!("write `sort {name} = …` in one of the files"))
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::{check_answered, check_linted};

    const CODE: Code = Code::MISSING_SORT;

    #[test]
    fn it_is_missing_where_the_puzzle_is_answered_alone() {
        let text = "sort s\npred p(s)\nrule some: exists x: s . p(x)\n";
        check_answered(
            CODE,
            text,
            "error `s` (line 1): nothing says which elements the sort `s` has
             help: write `sort s = …` in one of the files",
        );
        check_linted(CODE, text, "");
    }
}
