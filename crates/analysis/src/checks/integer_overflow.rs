//! Integers are kept in 64 bits. What does not fit them has no value.
//!
//! ## Wrong
//! ```qprop
//! sort size = 1..3
//! pred chosen(size)
//! rule large: chosen(1) or 10000000000000000000 > 1
//! ```
//!
//! ## Right
//! ```qprop
//! sort size = 1..3
//! pred chosen(size)
//! rule large: chosen(1) or 1000000000000000000 > 1
//! ```

use logic::formula::Place;
use source::Code;

use crate::report::Report;

pub(crate) fn report(place: Place) -> Report {
    let message = "64 bits cannot hold this integer";
    Report::new(Code::INTEGER_OVERFLOW, place, message).help(format!("the largest is {}", i64::MAX))
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    #[test]
    fn the_largest_integer_and_the_next() {
        check_whole_at(
            "a.qprop",
            Code::INTEGER_OVERFLOW,
            "const a = 9223372036854775807\nconst b = 9223372036854775808\n",
            "error `9223372036854775808` (line 2): 64 bits cannot hold this integer
             help: the largest is 9223372036854775807",
        );
    }
}
