//! Two different constants are always distinct, so the literal says nothing. One of them was
//! perhaps meant to be a variable.
//!
//! ## Wrong
//! ```kif
//! (owner cat ann)
//! (<= (pet ?x) (owner ?x ?_y) (distinct cat dog))
//! ```
//!
//! ## Right
//! ```kif
//! (owner cat ann)
//! (<= (pet ?x) (owner ?x ?_y) (distinct ?x dog))
//! ```

use logic::{Literal, LiteralKind, NodeId, Rule, Term};
use source::Code;

use crate::context::FormContext;
use crate::finding::{Finding, SpotEdit};
use crate::same;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    positive_distincts(rule, &mut |distinct| {
        if !same::clash(distinct.left, distinct.right) {
            return;
        }
        let spell = |term| cx.spelling.term(term, &rule.variables);
        let finding = Finding::new(
            Code::ALWAYS_DISTINCT,
            cx.node(distinct.id),
            format!(
                "`{}` and `{}` are always distinct",
                spell(distinct.left),
                spell(distinct.right)
            ),
        );
        let one_of_many =
            rule.body.len() > 1 && rule.body.iter().any(|literal| literal.id == distinct.id);
        sink.push(if one_of_many {
            finding.offered_fix(
                "remove the literal",
                vec![(cx.node(distinct.id), SpotEdit::Delete)],
            )
        } else {
            finding
        });
    });
}

/// A `distinct` of two terms.
pub(super) struct Distinct<'a> {
    pub(super) id: NodeId,
    pub(super) left: &'a Term,
    pub(super) right: &'a Term,
}

/// Every `distinct` of the rule that is not negated: of those `negated-connective` speaks.
pub(super) fn positive_distincts<'a>(rule: &'a Rule, visit: &mut impl FnMut(Distinct<'a>)) {
    fn walk<'a>(literal: &'a Literal, visit: &mut impl FnMut(Distinct<'a>)) {
        match &literal.kind {
            LiteralKind::Atom(_) | LiteralKind::Not(_) => {}
            LiteralKind::Or(parts) | LiteralKind::And(parts) => {
                parts.iter().for_each(|part| walk(part, visit));
            }
            LiteralKind::Distinct(args) => {
                if let [left, right] = &**args {
                    visit(Distinct {
                        id: literal.id,
                        left,
                        right,
                    });
                }
            }
        }
    }
    rule.body.iter().for_each(|literal| walk(literal, visit));
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_fix, check_no_fix};

    const CODE: Code = Code::ALWAYS_DISTINCT;

    #[test]
    fn terms_that_no_substitution_unites() {
        check(
            CODE,
            r"
(<= p q (distinct a b))
        ^^^^^^^^^^^^^^ always-distinct: `a` and `b` are always distinct
(<= (p ?x) (q ?x) (distinct (f ?x a) (f ?x b)))
                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ always-distinct: `(f ?x a)` and `(f ?x b)` are always distinct
",
        );
        check_clean(
            CODE,
            r"(<= (p ?x) (q ?x) (distinct ?x a) (distinct (f ?x) (f a)))",
        );
    }

    #[test]
    fn the_literal_goes_unless_it_is_all() {
        check_fix(CODE, r"(<= p q (distinct a b))", r"(<= p q)");
        check_no_fix(CODE, r"(<= p (distinct a b))");
    }

    #[test]
    fn in_an_alternative_it_is_left() {
        check_no_fix(CODE, r"(<= p q (or r (distinct a b)))");
        check_no_fix(CODE, r"p :- q & (r | distinct(a,b))");
        check_fix(CODE, r"p :- distinct(a,b) & q", r"p :- q");
    }
}
