//! Integers are kept in 64 bits. What does not fit them has no value, as it is written or as it comes
//! of values: the report tells for which. Of a guard only values count for which all else holds that
//! is known of it.
//!
//! ## Wrong
//! ```qprop
//! sort size = 1..3
//! pred chosen(size)
//! const most = 10000000000000000000
//! rule small: exists s: size . chosen(s) and s * s * s < most
//! ```
//!
//! ## Right
//! ```qprop
//! sort size = 1..3
//! pred chosen(size)
//! const most = 20
//! rule small: exists s: size . chosen(s) and s * s * s < most
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
