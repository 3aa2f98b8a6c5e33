//! A variable that `var` declares stands where no quantifier binds it. `var` says what a variable
//! ranges over, it does not say for which of its values a formula is to hold.
//!
//! ## Wrong
//! ```qprop
//! sort square = 1..4
//! var s: square
//! pred free(square)
//! rule all: free(s)
//! ```
//!
//! ## Right
//! ```qprop
//! sort square = 1..4
//! var s: square
//! pred free(square)
//! rule all: forall s . free(s)
//! ```

use logic::formula::Place;
use source::Code;

use crate::report::Report;

pub(crate) fn report(place: Place, name: &str) -> Report {
    let message = format!("nothing binds `{name}` here");
    Report::new(Code::UNBOUND_VARIABLE, place, message)
        .help(format!("write `forall {name} . …` or `exists {name} . …`"))
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::UNBOUND_VARIABLE;

    #[test]
    fn outside_the_scope_and_by_its_stem() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..4\nvar x: s\npred p(s)\nrule a: (exists x . p(x)) and p(x)\nrule b: forall x1 . p(x1) or p(x2)\np(x')\n",
            "error `x` (line 4): nothing binds `x` here
             help: write `forall x . …` or `exists x . …`
             error `x2` (line 5): nothing binds `x2` here
             help: write `forall x2 . …` or `exists x2 . …`
             error `x'` (line 6): nothing binds `x'` here
             help: write `forall x' . …` or `exists x' . …`",
        );
    }
}
