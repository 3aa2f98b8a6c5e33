//! A relation or function is declared, and no rule, definition, guard, `check` or `show` uses it.
//! Facts that nothing reads do not count. A file without rules is a library of declarations, of
//! which others make use.
//!
//! ## Wrong
//! ```qprop
//! sort place = 1..3
//! given road(place, place)
//! pred town(place)
//! rule some: exists x: place . town(x)
//! road(1, 2)
//! ```
//!
//! ## Right
//! ```qprop
//! sort place = 1..3
//! given road(place, place)
//! pred town(place)
//! rule some: exists x: place . town(x)
//! rule roads: forall x: place, y: place | road(x, y) . town(x) or town(y)
//! road(1, 2)
//! ```

use hir::declared;
use logic::formula::RelationKind;
use source::Code;

use crate::context::FileContext;
use crate::finding::{Finding, Part, Place};
use crate::said::{SaidKind, all_said, is_unknown};

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let (db, file) = (cx.db, cx.file);
    let Some(all) = all_said(db, file) else {
        return;
    };
    let has_rules = |(own, _, said): &(_, _, &crate::said::StatementSaid)| {
        *own == file && said.kind == SaidKind::Constraint
    };
    if !all.iter().any(has_rules) {
        return;
    }
    let declarations = &declared(db, file).declarations;
    let mut relations = vec![false; declarations.relations.len()];
    let mut functions = vec![false; declarations.functions.len()];
    for (_, _, said) in &all {
        if let SaidKind::Fact(relation) = said.kind
            && !is_unknown(db, file, relation)
        {
            continue;
        }
        let used = said.relations.iter();
        used.for_each(|relation| relations[relation.index()] = true);
        let used = said.functions.iter();
        used.for_each(|function| functions[function.index()] = true);
    }
    let unused = declarations.relations.iter().zip(&relations);
    let unused = unused.filter(|(_, used)| !**used).map(|(relation, _)| {
        let what = match relation.kind {
            RelationKind::Defined => "defined",
            _ => "declared",
        };
        (&relation.name, relation.place, what)
    });
    let idle = declarations.functions.iter().zip(&functions);
    let idle = idle
        .filter(|(_, used)| !**used)
        .map(|(function, _)| (&function.name, function.place, "declared"));
    for (name, place, what) in unused.chain(idle) {
        let Some((own, block, form)) = hir::declaring_site(db, file, place.statement) else {
            continue;
        };
        if own == file {
            let place = Place {
                block,
                part: Part::Node(hir::Item::Form(form), place.node),
            };
            let message = format!("`{name}` is {what}, but nothing uses it");
            sink.push(Finding::new(Code::UNUSED_PREDICATE, place, message));
        }
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::UNUSED_PREDICATE;

    #[test]
    fn every_kind_and_every_use() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..2\npred a(s)\npred b\nfunc f(s): s\nfunc g: s\ngiven d(s)\ngiven e(s)\ndefine h(x: s) iff e(x) or h(x)\npred guarded(x: s) | e(x)\npred c1\npred c2\npred n(s)\npred m(s, s)\nrule r: forall x: s . a(x) and f(x) > 1\nd(1)\nshow c1\ncheck possible c2\nconnected(n, m)\n",
            "warning `b` (line 3): `b` is declared, but nothing uses it
             warning `g` (line 5): `g` is declared, but nothing uses it
             warning `d` (line 6): `d` is declared, but nothing uses it
             warning `h` (line 8): `h` is defined, but nothing uses it
             warning `guarded` (line 9): `guarded` is declared, but nothing uses it",
        );
    }

    #[test]
    fn libraries_and_files_that_are_being_written_are_left_alone() {
        check_whole_at("a.qprop", CODE, "sort s = 1..2\npred a(s)\n", "");
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..2\npred a(s)\npred b\nrule r: b\nrule t: a(1\n",
            "",
        );
    }
}
