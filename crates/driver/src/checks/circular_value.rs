//! The value of a constant, or the elements of a sort, need themselves, directly or by way of
//! others.
//!
//! ## Wrong
//! ```qprop
//! const rows = columns + 1
//! const columns = rows - 1
//! sort row = 1..rows
//! pred full(row)
//! rule one: exists r: row . full(r)
//! ```
//!
//! ## Right
//! ```qprop
//! const rows = columns + 1
//! const columns = 3
//! sort row = 1..rows
//! pred full(row)
//! rule one: exists r: row . full(r)
//! ```

use analysis::report::Report;
use logic::formula::Place;
use source::Code;

pub(crate) fn report(at: Place) -> Report {
    Report::new(Code::CIRCULAR_VALUE, at, "this value needs itself")
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check_linted;

    const CODE: Code = Code::CIRCULAR_VALUE;

    #[test]
    fn constants_and_sorts() {
        check_linted(
            CODE,
            "const a = b\nconst b = a\n",
            "error `a` (line 1): this value needs itself",
        );
        check_linted(
            CODE,
            "sort s = t + 1..2\nsort t = s + 3..4\n",
            "error `s` (line 1): this value needs itself",
        );
    }
}
