//! A variable ranges over what its annotation says, else over what `var` declares, else over the
//! sort of the argument places where it stands alone. Here these places disagree, or there is
//! none.
//!
//! ## Wrong
//! ```qprop
//! sort square = 1..4
//! sort piece = 1..4
//! pred l(square, piece)
//! rule diagonal: forall x . l(x, x)
//! ```
//!
//! ## Right
//! ```qprop
//! sort square = 1..4
//! sort piece = 1..4
//! pred l(square, piece)
//! rule diagonal: forall x: square . l(x, x + 0)
//! ```

use logic::NodeId;
use logic::formula::{Declarations, Place, SortId};
use source::Code;

use crate::report::Report;

pub(crate) fn report(
    declarations: &Declarations,
    place: Place,
    variable: &str,
    uses: &[(NodeId, SortId)],
) -> Report {
    let message = match uses {
        [] => format!("nothing says what `{variable}` ranges over"),
        _ => format!("`{variable}` stands where different sorts belong"),
    };
    let mut report = Report::new(Code::AMBIGUOUS_SORT, place, message);
    let mut seen = Vec::new();
    for &(node, sort) in uses {
        if seen.contains(&sort) {
            continue;
        }
        seen.push(sort);
        let name = &declarations.sorts[sort.index()].declared.name;
        report = report.label(place.beside(node), format!("`{name}` belongs here"));
    }
    let sort = match seen.first() {
        Some(sort) => &*declarations.sorts[sort.index()].declared.name,
        None => "SORT",
    };
    report.help(format!(
        "say which sort is meant: `{variable}: {sort}`, or `var {variable}: {sort}` for the whole spec"
    ))
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::AMBIGUOUS_SORT;

    #[test]
    fn each_sort_is_labelled_once() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..2\nsort t = 1..2\npred p(s, t)\npred q(s)\nrule a: forall x . q(x) or p(x, x) or q(x + 1)\nrule b: exists y, z . y + 1 < z\n",
            "error `x` (line 5): `x` stands where different sorts belong
             `x` (line 5): `s` belongs here
             `x` (line 5): `t` belongs here
             help: say which sort is meant: `x: s`, or `var x: s` for the whole spec
             error `y` (line 6): nothing says what `y` ranges over
             help: say which sort is meant: `y: SORT`, or `var y: SORT` for the whole spec
             error `z` (line 6): nothing says what `z` ranges over
             help: say which sort is meant: `z: SORT`, or `var z: SORT` for the whole spec",
        );
    }

    #[test]
    fn what_is_wrong_with_a_relation_is_not_told_again_of_its_variables() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..2\npred p(s)\npred q(t)\nrule a: forall x . pp(x)\nrule b: forall x, y . p(x, y)\nrule c: forall x . q(x)\nrule d: forall x . f(x) = 1\n",
            "",
        );
    }
}
