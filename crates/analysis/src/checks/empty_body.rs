//! A rule without a body holds always: it is a fact. Write it as one.
//!
//! ## Wrong
//! ```kif
//! (<= (parent ann bob))
//! ```
//!
//! ## Right
//! ```kif
//! (parent ann bob)
//! ```

use logic::Rule;
use source::Code;

use crate::context::FormContext;
use crate::finding::{Finding, SpotEdit};

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    if !cx.form.written_as_rule || !rule.body.is_empty() {
        return;
    }
    let head = cx.node(rule.head.id);
    let fact = cx.spelling.atom(&rule.head, &rule.variables);
    sink.push(
        Finding::new(Code::EMPTY_BODY, cx.whole(), "this rule has no body")
            .help(format!("write the fact `{fact}`"))
            .safe_fix(
                "write it as a fact",
                vec![(
                    cx.whole(),
                    SpotEdit::Unwrap {
                        first: head,
                        last: head,
                    },
                )],
            ),
    );
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_fix, check_whole};

    const CODE: Code = Code::EMPTY_BODY;

    #[test]
    fn a_rule_without_body_is_a_fact() {
        check(
            CODE,
            r"
(<= (p a))
^^^^^^^^^^ empty-body: this rule has no body
",
        );
        check_clean(CODE, r"(p a) (<= q (p a))");
    }

    #[test]
    fn it_becomes_the_fact() {
        check_fix(CODE, r"(<= (p a)) (q b)", r"(p a) (q b)");
        check_fix(
            CODE,
            r"(<= p ; why
)",
            r"p ; why
",
        );
    }

    #[test]
    fn the_fact_is_spelt_out() {
        check_whole(
            CODE,
            "(<= (p a))\n(<= halt)",
            "warning `(<= (p a))` (line 1): this rule has no body
             help: write the fact `(p a)`
             warning `(<= halt)` (line 2): this rule has no body
             help: write the fact `halt`",
        );
    }
}
