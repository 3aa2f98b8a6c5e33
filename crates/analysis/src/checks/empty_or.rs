//! An `or` holds where one of its alternatives does. One without alternatives never holds, and
//! a rule that needs it never derives anything.
//!
//! ## Wrong
//! ```kif
//! (day sunday)
//! (<= (free ?d) (day ?d) (or))
//! ```
//!
//! ## Right
//! ```kif
//! (day sunday)
//! (<= (free ?d) (day ?d))
//! ```

use logic::{LiteralKind, Rule};
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;
use crate::walk;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    walk::body_literals(rule, &mut |literal| {
        if matches!(&literal.kind, LiteralKind::Or(parts) if parts.is_empty()) {
            sink.push(Finding::new(
                Code::EMPTY_OR,
                cx.node(literal.id),
                "this `or` has no alternatives, so it never holds",
            ));
        }
    });
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean};

    const CODE: Code = Code::EMPTY_OR;

    #[test]
    fn an_or_of_nothing() {
        check(
            CODE,
            r"
(<= p q (or))
        ^^^^ empty-or: this `or` has no alternatives, so it never holds
",
        );
        check_clean(CODE, r"(<= p (or q r))");
    }
}
