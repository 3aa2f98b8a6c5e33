//! A variable has the name of a constant, of an element of a sort, or of a variable that is bound
//! around it, and hides it from here on.
//!
//! ## Wrong
//! ```qprop
//! const n = 3
//! sort number = 1..n
//! pred chosen(number)
//! rule few: forall n: number | n > 2 . not chosen(n)
//! ```
//!
//! ## Right
//! ```qprop
//! const n = 3
//! sort number = 1..n
//! pred chosen(number)
//! rule few: forall m: number | m > 2 . not chosen(m)
//! ```

use logic::formula::{Declarations, Meaning, Place};
use source::Code;

use crate::report::Report;

pub(crate) fn report(
    declarations: &Declarations,
    place: Place,
    name: &str,
    hidden: Option<Place>,
) -> Report {
    let what = match declarations.meaning(name) {
        Some(meaning) if Some(declarations.place(meaning)) == hidden => match meaning {
            Meaning::Constant(_) => "the constant",
            _ => "the element",
        },
        _ => "the variable",
    };
    let message = format!("this `{name}` hides {what} `{name}`");
    let report = Report::new(Code::SHADOWED_NAME, place, message);
    match hidden {
        Some(hidden) => report.label(hidden, "hidden by it"),
        None => report,
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::SHADOWED_NAME;

    #[test]
    fn constants_elements_and_outer_variables() {
        check_whole_at(
            "a.qprop",
            CODE,
            "const n = 2\nsort s = {a, b}\npred p(s)\nrule r1: forall a: s . p(a)\nrule r2: exists n: s . p(n)\nrule r3: forall x: s . p(x) or exists x: s . p(x)\n",
            "warning `a` (line 4): this `a` hides the element `a`
             `a` (line 2): hidden by it
             warning `n` (line 5): this `n` hides the constant `n`
             `n` (line 1): hidden by it
             warning `x` (line 6): this `x` hides the variable `x`
             `x` (line 6): hidden by it",
        );
    }
}
