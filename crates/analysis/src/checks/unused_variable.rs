//! A variable is bound, and nothing uses it. Under `forall` and `exists` it does nothing; counting
//! counts its values, which is seldom meant. A name that begins with `_` says that it is.
//!
//! ## Wrong
//! ```qprop
//! sort square = 1..4
//! var s: square
//! pred free(square)
//! rule some: forall s1, s2 . free(s1) or free(1)
//! ```
//!
//! ## Right
//! ```qprop
//! sort square = 1..4
//! var s: square
//! pred free(square)
//! rule some: forall s1, s2 . free(s1) or free(s2)
//! ```

use logic::formula::Place;
use source::Code;

use crate::report::Report;

pub(crate) fn report(place: Place, name: &str) -> Report {
    let message = format!("`{name}` is bound, but never used");
    Report::new(Code::UNUSED_VARIABLE, place, message)
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::UNUSED_VARIABLE;

    #[test]
    fn in_every_scope_but_those_that_say_so() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..4\npred p(s)\npred q\ndefine d(x: s, y: s) iff x = 1\nrule a: forall x: s . q\nrule b: count(z: s . q) + sum(y: s . 1) = 2\nrule c: forall _x: s . q\nrule d: forall x: s | x > 1 . exists x: s . p(x)\n",
            "warning `y` (line 4): `y` is bound, but never used
             warning `x` (line 5): `x` is bound, but never used
             warning `z` (line 6): `z` is bound, but never used
             warning `y` (line 6): `y` is bound, but never used",
        );
    }
}
