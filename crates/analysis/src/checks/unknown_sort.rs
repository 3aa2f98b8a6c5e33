//! A declaration or a quantifier names a sort that no `sort` declares.
//!
//! ## Wrong
//! ```qprop
//! sort square = 1..4
//! pred free(sqare)
//! rule some: free(1)
//! ```
//!
//! ## Right
//! ```qprop
//! sort square = 1..4
//! pred free(square)
//! rule some: free(1)
//! ```

use logic::formula::{Declarations, Place};
use source::Code;

use crate::nearest::nearest;
use crate::report::Report;

pub(crate) fn report(declarations: &Declarations, place: Place, name: &str) -> Report {
    let message = format!("no sort `{name}` is declared");
    let report = Report::new(Code::UNKNOWN_SORT, place, message);
    let sorts = declarations.sorts.iter();
    match nearest(name, sorts.map(|sort| sort.declared.name.as_str())) {
        Some(meant) => report.help(format!("did you mean `{meant}`?")),
        None => report.help(format!("declare it: `sort {name} = …`")),
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::UNKNOWN_SORT;

    #[test]
    fn one_report_wherever_a_sort_is_named() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort piece = 1..2\nvar p: peice\npred l(piece, hue)\nsort all = pieces + {none}\nfunc f(piece): hue\nrule a: forall x: pece . l(p, x) or x in hue\n",
            "error `peice` (line 2): no sort `peice` is declared
             help: did you mean `piece`?
             error `hue` (line 3): no sort `hue` is declared
             help: declare it: `sort hue = …`
             error `pieces` (line 4): no sort `pieces` is declared
             help: did you mean `piece`?
             error `hue` (line 5): no sort `hue` is declared
             help: declare it: `sort hue = …`
             error `pece` (line 6): no sort `pece` is declared
             help: did you mean `piece`?
             error `hue` (line 6): no sort `hue` is declared
             help: declare it: `sort hue = …`",
        );
    }
}
