//! One name as a relation and as a function is allowed, but they are two different things: a
//! literal does not become true because a term of that name stands somewhere. Terms inside of
//! `true`, `next` and the other game keywords are not reported: there it is common.
//!
//! ## Wrong
//! ```kif
//! (size small)
//! (fits (size small) box)
//! ```
//!
//! ## Right
//! ```kif
//! (size small)
//! (fits small box)
//! ```

use source::Code;

use crate::context::FileContext;
use crate::finding::Finding;

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let index = cx.index();
    for function in &index.functions {
        let mut sites = function.elsewhere.sites.clone();
        if !cx.is_game() {
            sites.extend(&function.in_keywords.sites);
        }
        let Some(&site) = sites.iter().min() else {
            continue;
        };
        let relation = index
            .relations_named(&function.name)
            .iter()
            .find(|uses| !cx.is_keyword(&uses.relation));
        let Some(relation) = relation else { continue };
        let places = [
            &relation.facts.sites,
            &relation.rules,
            &relation.positive.sites,
            &relation.negative.sites,
        ];
        let Some(&first) = places.into_iter().flatten().min() else {
            continue;
        };
        let name = &function.name;
        let message = format!("`{name}` is a function here and a relation elsewhere");
        sink.push(
            Finding::new(
                Code::RELATION_USED_AS_FUNCTION,
                FileContext::name(site),
                message,
            )
            .label(FileContext::name(first), format!("`{name}` as a relation")),
        );
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check_clean, check_whole};

    const CODE: Code = Code::RELATION_USED_AS_FUNCTION;

    #[test]
    fn a_relation_in_a_term() {
        check_whole(
            CODE,
            r"(<= (big ?x) (size ?x))
(fits (size small) box)
(size small)",
            "hint `size` (line 2): `size` is a function here and a relation elsewhere
             `size` (line 1): `size` as a relation",
        );
        check_whole(
            CODE,
            "fits(size(small),box)\nbig(X) :- ~size(X)",
            "hint `size` (line 1): `size` is a function here and a relation elsewhere
             `size` (line 2): `size` as a relation",
        );
    }

    #[test]
    fn inside_keywords_it_is_common() {
        let text = r"(init (cell a))
(<= (next (cell ?x)) (true (cell ?x)))
(<= (cell ?x) (true (cell ?x)))";
        check_clean(CODE, &format!("; herbrand: profile game\n{text}"));
        check_whole(
            CODE,
            &format!("; herbrand: profile logic\n{text}"),
            "hint `cell` (line 2): `cell` is a function here and a relation elsewhere
             `cell` (line 4): `cell` as a relation",
        );
    }

    #[test]
    fn objects_are_common_too_and_keywords_have_their_own_report() {
        check_clean(CODE, "(size small)\n(fits size box)\n(f (g a))\n(h g)");
        check_clean(
            CODE,
            r"; herbrand: profile game
; herbrand: allow-file keyword-as-name
(role red)
(p (role red))",
        );
    }
}
