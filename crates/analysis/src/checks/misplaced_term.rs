//! A term, which has a value, stands where a formula belongs, which is true or false; or a formula
//! where a term belongs.
//!
//! ## Wrong
//! ```qprop
//! sort square = 1..4
//! func at(square): square
//! rule first: at(1)
//! ```
//! ```qprop
//! sort square = 1..4
//! pred free(square)
//! rule same: free(1) = free(2)
//! ```
//!
//! ## Right
//! ```qprop
//! sort square = 1..4
//! func at(square): square
//! pred free(square)
//! rule first: at(1) = 2
//! rule same: free(1) iff free(2)
//! ```

use logic::formula::Place;
use source::Code;

use crate::report::Report;

pub(crate) fn not_formula(place: Place) -> Report {
    let message = "this is a term, where a formula belongs";
    Report::new(Code::MISPLACED_TERM, place, message).help("compare it: `… = …`, `… < …`")
}

pub(crate) fn not_term(place: Place) -> Report {
    let message = "this is a formula, where a term belongs";
    Report::new(Code::MISPLACED_TERM, place, message)
        .help("`iff` compares formulas; `count(x . F)` is how often one holds")
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::MISPLACED_TERM;

    #[test]
    fn either_way() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = {a, b}\npred p(s)\npred q\nrule r1: q and a\nrule r2: 3\nrule r3: p(q)\nrule r4: q = true\nrule r5: exists x: s . x\n",
            "error `a` (line 4): this is a term, where a formula belongs
             help: compare it: `… = …`, `… < …`
             error `3` (line 5): this is a term, where a formula belongs
             help: compare it: `… = …`, `… < …`
             error `q` (line 6): this is a formula, where a term belongs
             help: `iff` compares formulas; `count(x . F)` is how often one holds
             error `q` (line 7): this is a formula, where a term belongs
             help: `iff` compares formulas; `count(x . F)` is how often one holds
             error `true` (line 7): this is a formula, where a term belongs
             help: `iff` compares formulas; `count(x . F)` is how often one holds
             error `x` (line 8): this is a term, where a formula belongs
             help: compare it: `… = …`, `… < …`",
        );
    }
}
