//! A literal of a body can only hold where something defines its relation. A relation that no
//! fact and no rule has as its head is never true: most often its name is misspelt, or it takes
//! another number of arguments. In an open program, declare relations that are given from
//! outside with `herbrand: input`.
//!
//! ## Wrong
//! ```kif
//! (person ann)
//! (<= (guest ?x)
//!     (persn ?x))
//! ```
//! ```hrf
//! person(ann)
//! guest(X) :- persn(X)
//! ```
//!
//! ## Right
//! ```kif
//! (person ann)
//! (<= (guest ?x)
//!     (person ?x))
//! ```
//! ```hrf
//! % herbrand: input invited/1
//! person(ann)
//! guest(X) :- person(X) & invited(X)
//! ```

use hir::{Index, RelationUses, Site};
use logic::Relation;
use source::Code;

use crate::context::FileContext;
use crate::finding::Finding;
use crate::nearest::nearest;
use crate::wording;

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let index = cx.index();
    for uses in &index.relations {
        let Relation { name, arity } = &uses.relation;
        if index.is_defined(name, *arity) || cx.is_given(&uses.relation) {
            continue;
        }
        let first = [&uses.positive, &uses.negative, &uses.directives]
            .into_iter()
            .flat_map(|uses| &uses.sites)
            .min();
        if let Some(&first) = first {
            sink.push(report(cx, index, uses, first));
        }
    }
}

fn report(cx: &FileContext<'_>, index: &Index, uses: &RelationUses<Site>, first: Site) -> Finding {
    let name = &uses.relation.name;
    let times = match uses.uses() + uses.directives.count {
        1 => String::new(),
        count => format!(", and used {count} times"),
    };
    let message = format!("`{name}` is defined nowhere{times}");
    let finding = Finding::new(Code::UNDEFINED_RELATION, FileContext::name(first), message);
    let others: Vec<_> = index
        .relations_named(name)
        .iter()
        .filter(|other| other.definitions() > 0)
        .map(|other| other.relation.to_string())
        .collect();
    if !others.is_empty() {
        let others = wording::any_of(&wording::quoted(others));
        let here = wording::arguments(uses.relation.arity as usize);
        return finding.help(format!("{others} is defined, and here it has {here}"));
    }
    let defined = index
        .relations
        .iter()
        .filter(|other| other.definitions() > 0 && !cx.is_keyword(&other.relation));
    match nearest(name, defined.map(|other| other.relation.name.as_str())) {
        Some(near) => {
            let arities: Vec<_> = index
                .relations_named(near)
                .iter()
                .filter(|other| other.definitions() > 0)
                .map(|other| other.relation.to_string())
                .collect();
            finding.help(format!(
                "did you mean {}?",
                wording::any_of(&wording::quoted(arities))
            ))
        }
        None => finding,
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_clean, check_whole};

    const CODE: Code = Code::UNDEFINED_RELATION;

    #[test]
    fn what_no_fact_and_no_rule_defines() {
        check_whole(
            CODE,
            r"(person ann)
(<= (guest ?x) (person ?x) (not (persn ?x)))
(<= (host ?x) (persn ?x) (invited ?x))",
            "warning `persn` (line 2): `persn` is defined nowhere, and used 2 times
             help: did you mean `person/1`?
             warning `invited` (line 3): `invited` is defined nowhere",
        );
    }

    #[test]
    fn the_help_names_the_number_of_arguments_that_is_defined() {
        check_whole(
            CODE,
            "step(a,b)\nstep(c)\np(X) :- step(X,X,X)",
            "warning `step` (line 3): `step` is defined nowhere
             help: `step/1` or `step/2` is defined, and here it has 3 arguments",
        );
        check_whole(
            CODE,
            "step(a)\np :- step & stop",
            "warning `step` (line 2): `step` is defined nowhere
             help: `step/1` is defined, and here it has no arguments
             warning `stop` (line 2): `stop` is defined nowhere
             help: did you mean `step/1`?",
        );
    }

    #[test]
    fn a_keyword_is_no_suggestion() {
        check_whole(
            CODE,
            r"(role red)
(<= terminal (rule red))
(<= (goal red 100) (gaol red))",
            "warning `rule` (line 2): `rule` is defined nowhere
             warning `gaol` (line 3): `gaol` is defined nowhere",
        );
    }

    #[test]
    fn keywords_inputs_and_what_is_defined_beside_an_error_are_defined() {
        check_clean(
            CODE,
            r"; herbrand: profile game
(<= p (true (a b)) (does ?r ?m) (legal ?r ?m) terminal)",
        );
        check_clean(
            CODE,
            r"; herbrand: input edge/2
(<= (p ?x) (edge ?x ?x))",
        );
        check_whole(
            CODE,
            r"; herbrand: input edge/3
(<= (p ?x) (edge ?x ?x))",
            "warning `edge` (line 2): `edge` is defined nowhere",
        );
        check_whole(CODE, "(<= (p ?x) (q ?x) ())\n(<= (r ?x) (p ?x))\n(q a)", "");
        // Arguments may be missing still.
        check_whole(CODE, "(<= (r ?x) (p ?x ?y))\n(p a", "");
        check_whole(CODE, "r(X) :- p(X,Y)\np(X :- s(X)\ns(a)", "");
    }

    #[test]
    fn in_a_logic_program_keywords_are_names() {
        check_whole(
            CODE,
            r"; herbrand: profile logic
(<= (p ?x) (true ?x))",
            "warning `true` (line 2): `true` is defined nowhere",
        );
    }
}
