//! A relation that `define` defines holds exactly where its formula does. A fact cannot add to it.
//!
//! ## Wrong
//! ```qprop
//! sort place = 1..3
//! define next(x: place, y: place) iff y = x + 1
//! pred at(place)
//! next(3, 1)
//! rule move: forall x: place, y: place | next(x, y) . at(x) implies at(y)
//! ```
//!
//! ## Right
//! ```qprop
//! sort place = 1..3
//! define next(x: place, y: place) iff y = x + 1 or x = 3 and y = 1
//! pred at(place)
//! rule move: forall x: place, y: place | next(x, y) . at(x) implies at(y)
//! ```

use logic::formula::{Declarations, Place, RelationId};
use source::Code;

use crate::report::Report;

pub(crate) fn report(declarations: &Declarations, place: Place, relation: RelationId) -> Report {
    let relation = &declarations.relations[relation.index()];
    let message = format!("`{}` is defined, and takes no facts", relation.name);
    Report::new(Code::DEFINED_AS_FACT, place, message)
        .label(relation.place, "defined here")
        .help("add it to the definition, or declare the relation with `given`")
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::DEFINED_AS_FACT;

    #[test]
    fn facts_and_not_rules() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..2\ndefine d(x: s) iff x = 1\ngiven g(s)\nd(1)\ng(1)\nrule r: d(1)\n",
            "error `d(1)` (line 4): `d` is defined, and takes no facts
             `d` (line 2): defined here
             help: add it to the definition, or declare the relation with `given`",
        );
    }
}
