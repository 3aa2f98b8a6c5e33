//! An atom names a relation that no `pred`, `given` or `define` declares. Most often it is
//! misspelt; what is meant is guessed where one letter in three at most differs.
//!
//! ## Wrong
//! ```qprop
//! sort square = 1..4
//! pred free(square)
//! rule some: exists s: square . fere(s)
//! rule most: atleast 2 s: square . free(s)
//! ```
//!
//! ## Right
//! ```qprop
//! sort square = 1..4
//! pred free(square)
//! rule some: exists s: square . free(s)
//! rule most: atleast 2 s: square . free(s)
//! ```

use logic::formula::{Declarations, Place};
use source::Code;

use crate::nearest::nearest;
use crate::report::Report;

pub(crate) fn report(declarations: &Declarations, place: Place, name: &str) -> Report {
    let message = format!("no relation `{name}` is declared");
    let report = Report::new(Code::UNKNOWN_PREDICATE, place, message);
    let relations = declarations.relations.iter();
    match nearest(name, relations.map(|relation| relation.name.as_str())) {
        Some(meant) => report.help(format!("did you mean `{meant}`?")),
        None => report.help("declare it with `pred`, `given` or `define`"),
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::UNKNOWN_PREDICATE;

    #[test]
    fn the_nearest_name_is_suggested() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..2\npred seen(s)\nrule a: seem(1) and other(1, 2)\nshow sene\n",
            "error `seem` (line 3): no relation `seem` is declared
             help: did you mean `seen`?
             error `other` (line 3): no relation `other` is declared
             help: declare it with `pred`, `given` or `define`
             error `sene` (line 4): no relation `sene` is declared
             help: did you mean `seen`?",
        );
    }

    #[test]
    fn nothing_is_said_while_a_declaration_is_being_written() {
        check_whole_at("a.qprop", CODE, "pred (\nrule a: seen\n", "");
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..2\npred seen(s\nrule a: seen(1)\n",
            "",
        );
    }
}
