//! A term is a name that nothing has here: no variable that is bound around it, no `const`, no
//! element of a sort, no function.
//!
//! ## Wrong
//! ```qprop
//! sort colour = {red, green}
//! pred likes(colour)
//! rule some: likes(redd) or likes(green)
//! ```
//!
//! ## Right
//! ```qprop
//! sort colour = {red, green}
//! pred likes(colour)
//! rule some: likes(red) or likes(green)
//! ```

use logic::formula::{Declarations, Place};
use source::Code;

use crate::nearest::nearest;
use crate::report::Report;

pub(crate) fn report(declarations: &Declarations, place: Place, name: &str) -> Report {
    let message = format!("nothing is called `{name}` here");
    let report = Report::new(Code::UNKNOWN_CONSTANT, place, message);
    let mut names: Vec<&str> = declarations.names(false).map(|name| &**name).collect();
    names.sort_unstable();
    match nearest(name, names) {
        Some(meant) => report.help(format!("did you mean `{meant}`?")),
        None => report.help(format!(
            "bind it by a quantifier, declare `const {name}`, or list it in a sort"
        )),
    }
}

/// The same where it has arguments.
pub(crate) fn function(declarations: &Declarations, place: Place, name: &str) -> Report {
    let message = format!("no function `{name}` is declared");
    let report = Report::new(Code::UNKNOWN_CONSTANT, place, message);
    let functions = declarations.functions.iter();
    match nearest(name, functions.map(|function| function.name.as_str())) {
        Some(meant) => report.help(format!("did you mean `{meant}`?")),
        None => report.help("declare it with `func`"),
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::UNKNOWN_CONSTANT;

    #[test]
    fn names_and_functions() {
        check_whole_at(
            "a.qprop",
            CODE,
            "const size = 3\nsort s = 1..sise\nfunc where_is(s): s\nrule a: where_si(1) = y and f(1, 2) < 3\n",
            "error `sise` (line 2): nothing is called `sise` here
             help: did you mean `size`?
             error `where_si` (line 4): no function `where_si` is declared
             help: did you mean `where_is`?
             error `y` (line 4): nothing is called `y` here
             help: bind it by a quantifier, declare `const y`, or list it in a sort
             error `f` (line 4): no function `f` is declared
             help: declare it with `func`",
        );
    }
}
