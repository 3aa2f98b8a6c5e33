//! None of the `given` relations of a puzzle has a fact where it is to be grounded or solved: they
//! hold of nothing. Most often the file with the data is missing on the command line, or is the one
//! that should `use` the model. A model alone is no mistake, so `herbrand lint` says nothing of it.
//!
//! ## Wrong
//! ```qprop
//! sort node = 1..3
//! given edge(node, node)
//! pred red(node)
//! rule some: exists x: node . red(x)
//! rule apart: not exists x, y: node . edge(x, y) and red(x) and red(y)
//! ```
//!
//! ## Right
//! ```qprop
//! sort node = 1..3
//! given edge(node, node)
//! pred red(node)
//! edge(1, 2) edge(2, 3)
//! rule some: exists x: node . red(x)
//! rule apart: not exists x, y: node . edge(x, y) and red(x) and red(y)
//! ```

use analysis::report::Report;
use logic::formula::RelationKind;
use source::Code;

use crate::theory::Examination;

pub(crate) fn check(cx: &mut Examination<'_>) {
    let relations = cx.theory.spec.declarations.relations.iter();
    let given: Vec<_> = relations
        .zip(&cx.instance.facts)
        .filter(|(relation, _)| relation.kind == RelationKind::Given)
        .collect();
    if given.iter().any(|(_, facts)| !facts.is_empty()) {
        return;
    }
    for (relation, _) in given {
        let message = format!("`{}` is given, and no file has a fact of it", relation.name);
        let report = Report::new(Code::GIVEN_WITHOUT_FACTS, relation.place, message);
        cx.report(report.help("name the file with the data, too, or the one that uses this one"));
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::{check_answered, check_linted};

    const CODE: Code = Code::GIVEN_WITHOUT_FACTS;

    const TEXT: &str = "sort s = 1..2\ngiven g(s)\ngiven h(s)\npred p(s)\nrule r: forall x: s | g(x) or h(x) . p(x)\nrule q: p(1)\n";

    #[test]
    fn all_of_them_where_none_has_a_fact() {
        check_answered(
            CODE,
            TEXT,
            "warning `g` (line 2): `g` is given, and no file has a fact of it
             help: name the file with the data, too, or the one that uses this one
             warning `h` (line 3): `h` is given, and no file has a fact of it
             help: name the file with the data, too, or the one that uses this one",
        );
        check_answered(CODE, &format!("{TEXT}h(1)\n"), "");
        check_linted(CODE, TEXT, "");
    }

    #[test]
    fn what_follows_from_it_is_not_said_beside_it() {
        check_answered(Code::VACUOUS_GUARD, TEXT, "");
        check_answered(Code::ALWAYS_TRUE, TEXT, "");
    }
}
