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
use syntax::Dialect;

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
    match meant(cx, index, &uses.relation) {
        Some(help) => finding.help(help),
        None => finding,
    }
}

/// What was probably meant by a name that nothing defines.
fn meant(cx: &FileContext<'_>, index: &Index, relation: &Relation) -> Option<String> {
    let Relation { name, arity } = relation;
    if *arity == 2 && matches!(name.as_str(), "!=" | "/=" | "=/=" | "<>" | "\\=") {
        return Some(match cx.spelling().dialect() {
            Dialect::Kif => "write `(distinct ?a ?b)`".to_owned(),
            Dialect::Hrf | Dialect::Qprop => "write `distinct(A, B)`".to_owned(),
        });
    }
    let mut functions = index.functions_named(name).iter();
    if cx.is_game() && functions.any(|uses| uses.arity == *arity && uses.in_keywords.count > 0) {
        let name = cx.spelling().name(name);
        return Some(match cx.spelling().dialect() {
            Dialect::Kif => format!("for a fact of the state write `(true ({name} …))`"),
            Dialect::Hrf | Dialect::Qprop => {
                format!("for a fact of the state write `true({name}(…))`")
            }
        });
    }
    let defined = index
        .relations
        .iter()
        .filter(|other| other.definitions() > 0 && !cx.is_keyword(&other.relation))
        .map(|other| other.relation.name.as_str());
    let keywords = hir::KEYWORDS
        .iter()
        .filter(|keyword| cx.is_game() && keyword.arity() == *arity as usize)
        .map(|keyword| keyword.name);
    let distinct = (*arity == 2).then_some("distinct");
    let near = nearest(name, defined.chain(keywords).chain(distinct))?;
    let arities: Vec<_> = index
        .relations_named(near)
        .iter()
        .filter(|other| other.definitions() > 0 && !cx.is_keyword(&other.relation))
        .map(|other| other.relation.to_string())
        .collect();
    let near = if arities.is_empty() {
        format!("`{near}`")
    } else {
        wording::any_of(&wording::quoted(arities))
    };
    Some(format!("did you mean {near}?"))
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
    fn a_keyword_is_suggested_at_its_own_number_of_arguments() {
        check_whole(
            CODE,
            r"(role red)
(<= terminal (rule red))
(<= (goal red 100) (gaol red))
(<= (legal red ?x) (truee (on ?x)) (distict ?x b))",
            "warning `rule` (line 2): `rule` is defined nowhere
             help: did you mean `role`?
             warning `gaol` (line 3): `gaol` is defined nowhere
             warning `truee` (line 4): `truee` is defined nowhere
             help: did you mean `true`?
             warning `distict` (line 4): `distict` is defined nowhere
             help: did you mean `distinct`?",
        );
    }

    #[test]
    fn what_other_languages_write_and_what_lacks_its_keyword() {
        check_whole(
            CODE,
            r"(role red)
(init (cell a b))
(<= terminal (cell ?x ?y) (!= ?x ?y))
(<= terminal (cell ?x))",
            "warning `cell` (line 3): `cell` is defined nowhere
             help: for a fact of the state write `(true (cell …))`
             warning `!=` (line 3): `!=` is defined nowhere
             help: write `(distinct ?a ?b)`
             warning `cell` (line 4): `cell` is defined nowhere",
        );
        check_whole(
            CODE,
            "role(red)\ninit(cell(a))\nterminal :- cell(X)",
            "warning `cell` (line 3): `cell` is defined nowhere
             help: for a fact of the state write `true(cell(…))`",
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
