//! A name is declared twice: two sorts, two `var`s, or two of constants, elements, relations and
//! functions, which share their names. A sort or a constant may be declared once without and once
//! with its elements or value, as a model and its instance do.
//!
//! ## Wrong
//! ```qprop
//! sort square = 1..4
//! pred free(square)
//! given free(square)
//! rule some: free(1)
//! ```
//!
//! ## Right
//! ```qprop
//! sort square
//! pred free(square)
//! given wall(square)
//! rule some: free(1) or wall(1)
//! sort square = 1..4
//! ```

use logic::formula::Place;
use source::Code;

use crate::report::Report;

pub(crate) fn report(place: Place, name: &str, first: Place) -> Report {
    let message = format!("`{name}` is declared twice");
    Report::new(Code::DUPLICATE_DECLARATION, place, message).label(first, "first here")
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::DUPLICATE_DECLARATION;

    /// The constant `a` in a set is its value.
    #[test]
    fn both_places_are_shown() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = {a, b}\nsort s = 1..2\nvar x, y: s\nvar x: s\nconst a = 1\npred b(s)\nconst n\nconst n = 1\nconst n = 2\n",
            "error `s` (line 2): `s` is declared twice
             `s` (line 1): first here
             error `x` (line 4): `x` is declared twice
             `x` (line 3): first here
             error `b` (line 6): `b` is declared twice
             `b` (line 1): first here
             error `n` (line 9): `n` is declared twice
             `n` (line 7): first here",
        );
    }
}
