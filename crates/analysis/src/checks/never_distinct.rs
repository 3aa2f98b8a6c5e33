//! A term is never distinct from itself, so the literal never holds. One of the two was
//! probably meant to be another variable.
//!
//! ## Wrong
//! ```kif
//! (parent ann bob)
//! (<= (sibling ?x ?y)
//!     (parent ?z ?x)
//!     (parent ?z ?y)
//!     (distinct ?x ?x))
//! ```
//!
//! ## Right
//! ```kif
//! (parent ann bob)
//! (<= (sibling ?x ?y)
//!     (parent ?z ?x)
//!     (parent ?z ?y)
//!     (distinct ?x ?y))
//! ```

use logic::Rule;
use source::Code;

use super::always_distinct::positive_distincts;
use crate::context::FormContext;
use crate::finding::Finding;
use crate::same;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    positive_distincts(rule, &mut |distinct| {
        if same::term(distinct.left, distinct.right) {
            let term = cx.spelling.term(distinct.left, &rule.variables);
            sink.push(Finding::new(
                Code::NEVER_DISTINCT,
                cx.node(distinct.id),
                format!("`{term}` is never distinct from itself, so this literal never holds"),
            ));
        }
    });
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean};

    const CODE: Code = Code::NEVER_DISTINCT;

    #[test]
    fn a_term_and_itself() {
        check(
            CODE,
            r"
(<= (p ?x) (q ?x) (distinct ?x ?x))
                  ^^^^^^^^^^^^^^^^ never-distinct: `?x` is never distinct from itself, so this literal never holds
(<= (p ?x) (q ?x) (or (distinct (f ?x) (f ?x)) r))
                      ^^^^^^^^^^^^^^^^^^^^^^^^ never-distinct: `(f ?x)` is never distinct from itself, so this literal never holds
",
        );
        check_clean(
            CODE,
            r"(<= (p ?x) (q ?x) (q ?y) (distinct ?x ?y) (distinct (f ?x) (g ?x)))",
        );
    }
}
