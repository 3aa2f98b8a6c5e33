//! A relation, or a function, takes the same number of arguments wherever it stands. With another
//! number it is another relation, which has nothing to do with the first but its name.
//!
//! In QPROP a relation or function takes as many arguments as it is declared with.
//!
//! ## Wrong
//! ```kif
//! (edge a b)
//! (edge b c 5)
//! ```
//! ```hrf
//! at(piece(king), a1)
//! at(piece(pawn, white), a2)
//! ```
//! ```qprop
//! sort square = 1..4
//! pred next(square, square)
//! rule some: exists s: square . next(s, s, 1)
//! ```
//!
//! ## Right
//! ```kif
//! (edge a b 1)
//! (edge b c 5)
//! ```
//! ```hrf
//! at(piece(king, white), a1)
//! at(piece(pawn, white), a2)
//! ```
//! ```qprop
//! sort square = 1..4
//! pred next(square, square)
//! rule some: exists s: square . next(s, 1)
//! ```

use hir::Site;
use logic::formula::Place;
use source::Code;

use crate::context::FileContext;
use crate::finding::Finding;
use crate::report::Report;
use crate::wording;

/// One number of arguments that a name is used with.
struct Variant {
    arity: u32,
    count: u32,
    first: Option<Site>,
}

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let index = cx.index();
    for group in index
        .relations
        .chunk_by(|a, b| a.relation.name == b.relation.name)
    {
        // Of a keyword that has too few or too many, `keyword-arity` speaks.
        let own = group.iter().filter(|uses| !cx.is_keyword(&uses.relation));
        let variants = own.map(|uses| Variant {
            arity: uses.relation.arity,
            // What the program says is usual; a directive only speaks of it.
            count: uses.definitions() + uses.uses(),
            first: [
                &uses.facts.sites,
                &uses.rules,
                &uses.positive.sites,
                &uses.negative.sites,
                &uses.directives.sites,
            ]
            .into_iter()
            .flatten()
            .min()
            .copied(),
        });
        let name = &group[0].relation.name;
        report(name, "relation", &variants.collect::<Vec<_>>(), sink);
    }
    for group in index.functions.chunk_by(|a, b| a.name == b.name) {
        let variants = group.iter().map(|uses| Variant {
            arity: uses.arity,
            count: uses.in_keywords.count + uses.elsewhere.count,
            first: uses
                .in_keywords
                .sites
                .iter()
                .chain(&uses.elsewhere.sites)
                .min()
                .copied(),
        });
        let name = &group[0].name;
        report(name, "function", &variants.collect::<Vec<_>>(), sink);
    }
}

/// Reports every variant but the most frequent one; of equals, but the first in the file.
fn report(name: &str, what: &str, variants: &[Variant], sink: &mut Vec<Finding>) {
    if variants.len() < 2 {
        return;
    }
    let known = || {
        variants
            .iter()
            .filter_map(|variant| Some((variant, variant.first?)))
    };
    let Some((usual, usual_site)) =
        known().max_by_key(|(variant, first)| (variant.count, std::cmp::Reverse(*first)))
    else {
        return;
    };
    let arities: Vec<_> = known()
        .map(|(variant, _)| variant.arity.to_string())
        .collect();
    let message = format!(
        "`{name}` takes {} arguments here",
        wording::any_of(&arities)
    );
    let most = variants
        .iter()
        .all(|other| other.arity == usual.arity || other.count < usual.count);
    let label = format!(
        "with {} {}",
        wording::arguments(usual.arity as usize),
        if most { "most often, as here" } else { "here" },
    );
    for (variant, site) in known().filter(|(variant, _)| variant.arity != usual.arity) {
        let given = wording::arguments(variant.arity as usize);
        sink.push(
            Finding::new(
                Code::ARITY_MISMATCH,
                FileContext::node(site),
                message.clone(),
            )
            .label(FileContext::node(usual_site), label.clone())
            .help(format!("with {given} it is another {what}")),
        );
    }
}

/// Another number of arguments than a declaration says.
pub(crate) fn declared_arity(
    place: Place,
    name: &str,
    expected: usize,
    found: usize,
    declared: Option<Place>,
) -> Report {
    let takes = wording::arguments(expected);
    let message = format!("`{name}` takes {takes}, and has {found} here");
    let report = Report::new(Code::ARITY_MISMATCH, place, message);
    match declared {
        Some(declared) => report.label(declared, format!("declared with {takes}")),
        None => report,
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_clean, check_whole, check_whole_at};

    const CODE: Code = Code::ARITY_MISMATCH;

    #[test]
    fn the_rarer_number_is_reported() {
        check_whole(
            CODE,
            r"(edge a b 5)
(edge b c)
(edge c d)
(<= (p ?x) (not (edge ?x ?x ?x)) (edge ?x ?x))",
            "error `(edge a b 5)` (line 1): `edge` takes 2 or 3 arguments here
             `(edge b c)` (line 2): with 2 arguments most often, as here
             help: with 3 arguments it is another relation",
        );
    }

    #[test]
    fn of_equals_the_first_counts() {
        check_whole(
            CODE,
            r"(<= p halt)
(halt now)
(halt now here)",
            "error `(halt now)` (line 2): `halt` takes 0, 1 or 2 arguments here
             `halt` (line 1): with no arguments here
             help: with 1 argument it is another relation
             error `(halt now here)` (line 3): `halt` takes 0, 1 or 2 arguments here
             `halt` (line 1): with no arguments here
             help: with 2 arguments it is another relation",
        );
        check_whole(
            CODE,
            r"(halt now)
halt",
            "error `halt` (line 2): `halt` takes 0 or 1 arguments here
             `(halt now)` (line 1): with 1 argument here
             help: with no arguments it is another relation",
        );
    }

    #[test]
    fn functions_too_inside_keywords_or_not() {
        check_whole(
            CODE,
            r"role(white)
next(cell(X)) :- true(cell(X))
p(cell(a,b))",
            "error `cell(a,b)` (line 3): `cell` takes 1 or 2 arguments here
             `cell(X)` (line 2): with 1 argument most often, as here
             help: with 2 arguments it is another function",
        );
    }

    #[test]
    fn a_relation_a_function_and_an_object_are_three_things() {
        check_clean(CODE, "(p a)\n(q (p a b))\n(r p)\n(f f)");
    }

    #[test]
    fn an_atom_that_is_being_written_has_no_number_of_arguments_yet() {
        for text in [
            "(p a b)\n(<= (q ?x) (p ?x ?x))\n(p a (q",
            "(p a b)\n(q (f a b))\n(r (f a",
            "p(a,b)\nq(X) :- p(X,X)\nr(X) :- p(X",
            "p(a,b)\np(a\nq(f(a,b))\nq(f(a",
        ] {
            check_whole(CODE, text, "");
        }
        check_whole(
            CODE,
            "(p a b)\n(p a b c)\n(p a",
            "error `(p a b c)` (line 2): `p` takes 2 or 3 arguments here
             `(p a b)` (line 1): with 2 arguments here
             help: with 3 arguments it is another relation",
        );
    }

    #[test]
    fn statements_are_held_to_what_is_declared() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..2\npred p(s, s)\npred q\nfunc f(s): s\nrule a: p(1) and q(1) and f = 2\nrule b: abs(1, 2) = f(1) or p(1, 2)\n",
            "error `p(1)` (line 5): `p` takes 2 arguments, and has 1 here
             `p` (line 2): declared with 2 arguments
             error `q(1)` (line 5): `q` takes no arguments, and has 1 here
             `q` (line 3): declared with no arguments
             error `f` (line 5): `f` takes 1 argument, and has 0 here
             `f` (line 4): declared with 1 argument
             error `abs(1, 2)` (line 6): `abs` takes 1 argument, and has 2 here",
        );
    }

    #[test]
    fn of_keywords_other_checks_speak() {
        check_clean(
            CODE,
            r"; herbrand: profile game
; herbrand: allow-file keyword-arity
(goal red 100)
(<= (goal red) terminal)
(sees red a)
(sees red a b)",
        );
    }

    #[test]
    fn a_name_is_looked_at_though_one_of_its_arities_is_a_keyword() {
        let text = r"(sees red a)
(sees red a b)
(sees red a b c)";
        check_whole(
            CODE,
            &format!("(role red)\n{text}"),
            "error `(sees red a b c)` (line 4): `sees` takes 3 or 4 arguments here
             `(sees red a b)` (line 3): with 3 arguments here
             help: with 4 arguments it is another relation",
        );
        check_whole(
            CODE,
            text,
            "error `(sees red a b)` (line 2): `sees` takes 2, 3 or 4 arguments here
             `(sees red a)` (line 1): with 2 arguments here
             help: with 3 arguments it is another relation
             error `(sees red a b c)` (line 3): `sees` takes 2, 3 or 4 arguments here
             `(sees red a)` (line 1): with 2 arguments here
             help: with 4 arguments it is another relation",
        );
    }
}
