//! A sort has no elements: every `forall` over it holds, every `exists` fails, and relations over it
//! have no atoms.
//!
//! ## Wrong
//! ```qprop
//! const pieces = 0
//! sort piece = 1..pieces
//! pred placed(piece)
//! rule all: forall p: piece . placed(p)
//! ```
//!
//! ## Right
//! ```qprop
//! const pieces = 3
//! sort piece = 1..pieces
//! pred placed(piece)
//! rule all: forall p: piece . placed(p)
//! ```

use analysis::report::Report;
use logic::formula::SortId;
use source::Code;

use crate::theory::Examination;

pub(crate) fn check(cx: &mut Examination<'_>) {
    for (index, sort) in cx.theory.spec.declarations.sorts.iter().enumerate() {
        if !cx.instance.domain(SortId(index as u32)).is_empty() {
            continue;
        }
        let declared = &sort.declared;
        let message = format!("the sort `{}` has no elements", declared.name);
        let report = Report::new(Code::EMPTY_SORT, declared.place, message);
        cx.report(report.help("every `forall` over it holds, and every `exists` fails"));
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use super::super::test_support::check_linted;

    const CODE: Code = Code::EMPTY_SORT;

    #[test]
    fn it_is_told_once_with_what_it_comes_to() {
        let text = "const n = 0\nsort s = 1..n\nsort t = 1..2\npred p(s)\npred q(t)\nrule r: forall x: s | x > 3 . p(x)\nrule o: exists x: t . q(x)\n";
        check_linted(
            CODE,
            text,
            "warning `s` (line 2): the sort `s` has no elements
             help: every `forall` over it holds, and every `exists` fails",
        );
        for code in [
            Code::VACUOUS_GUARD,
            Code::ALWAYS_TRUE,
            Code::UNCONSTRAINED_PREDICATE,
        ] {
            check_linted(code, text, "");
        }
    }
}
