//! A constant has no value where the puzzle is to be grounded or solved. `const n` leaves the value
//! to an instance, another file that says `const n = 9`, or to `--set n=9`. A model alone is no
//! mistake, so `herbrand lint` says nothing of it.
//!
//! ## Wrong
//! ```qprop
//! const n
//! sort row = 1..n
//! func queen(row): row
//! rule apart: forall r, s: row | r < s . queen(r) =/= queen(s)
//! ```
//!
//! ## Right
//! ```qprop
//! const n = 8
//! sort row = 1..n
//! func queen(row): row
//! rule apart: forall r, s: row | r < s . queen(r) =/= queen(s)
//! ```

use analysis::report::Report;
use logic::formula::{ConstantId, Place};
use source::Code;

use crate::theory::Theory;

pub(crate) fn report(theory: &Theory, at: Place, constant: ConstantId) -> Report {
    let name = &theory.spec.declarations.constants[constant.index()].name;
    let message = format!("the constant `{name}` has no value");
    Report::new(Code::MISSING_CONSTANT, at, message).help(format!(
        "write `const {name} = …` in one of the files, or give it one with `--set {name}=…`"
    ))
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::{check_answered, check_linted};

    const CODE: Code = Code::MISSING_CONSTANT;

    #[test]
    fn it_is_missing_where_the_puzzle_is_answered_alone() {
        let text = "const n\nsort s = 1..n\npred p(s)\nrule some: exists x: s . p(x)\n";
        check_answered(
            CODE,
            text,
            "error `n` (line 1): the constant `n` has no value
             help: write `const n = …` in one of the files, or give it one with `--set n=…`",
        );
        check_linted(CODE, text, "");
        // Nor is a directive left over there.
        let allowed = format!("// herbrand: allow missing-constant\n{text}");
        check_linted(Code::UNUSED_ALLOW, &allowed, "");
        check_answered(CODE, &allowed, "");
    }
}
