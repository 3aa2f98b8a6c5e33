//! An `or` directly inside an `or` says nothing that one `or` with all the alternatives would
//! not say, and some programs do not read it.
//!
//! ## Wrong
//! ```kif
//! (<= wet (or rain (or snow hail)))
//! rain
//! snow
//! hail
//! ```
//! ```hrf
//! wet :- (rain | (snow | hail))
//! rain
//! snow
//! hail
//! ```
//!
//! ## Right
//! ```kif
//! (<= wet (or rain snow hail))
//! rain
//! snow
//! hail
//! ```
//! ```hrf
//! wet :- (rain | snow | hail)
//! rain
//! snow
//! hail
//! ```

use logic::{LiteralKind, Rule};
use source::Code;

use crate::context::FormContext;
use crate::finding::{Finding, SpotEdit};
use crate::walk;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    let disjunction = cx.spelling.disjunction();
    walk::body_literals(rule, &mut |literal| {
        let LiteralKind::Or(outer) = &literal.kind else {
            return;
        };
        for inner in outer {
            let LiteralKind::Or(parts) = &inner.kind else {
                continue;
            };
            let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
                continue;
            };
            sink.push(
                Finding::new(
                    Code::NESTED_OR,
                    cx.name(inner.id),
                    format!("this {disjunction} stands directly inside another one"),
                )
                .help("give all alternatives to the outer one")
                .safe_fix(
                    format!("join it with the outer {disjunction}"),
                    vec![(
                        cx.node(inner.id),
                        SpotEdit::Unwrap {
                            first: cx.node(first.id),
                            last: cx.node(last.id),
                        },
                    )],
                ),
            );
        }
    });
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_fix, check_whole};

    const CODE: Code = Code::NESTED_OR;

    #[test]
    fn only_directly_nested() {
        check(
            CODE,
            r"
(<= p (or q (or r s)))
             ^^ nested-or: this `or` stands directly inside another one
",
        );
        check(
            CODE,
            r"
p :- (q | (r | s))
             ^ nested-or: this disjunction stands directly inside another one
",
        );
        check_clean(CODE, r"(<= p (or q r) (or r s))");
        check(
            CODE,
            r"
(<= p (or q (and r (or s t))))
             ^^^ and-connective: `and` is not part of the language
",
        );
    }

    #[test]
    fn alternatives_join_the_outer_or() {
        check_fix(CODE, r"(<= p (or q (or r s)))", r"(<= p (or q r s))");
    }

    #[test]
    fn the_outer_one_takes_them_all() {
        check_whole(
            CODE,
            "(<= p (or (or q r) s))",
            "warning `or` (line 1): this `or` stands directly inside another one
             help: give all alternatives to the outer one",
        );
        check_fix(CODE, r"p :- ((q | r) | s)", r"p :- (q | r | s)");
    }
}
