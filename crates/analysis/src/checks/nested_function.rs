//! The classical language has functions of constants and variables only. A function inside a
//! function is read here, but few other programs do, and rules that nest ever deeper do not
//! end.
//!
//! ## Wrong
//! ```kif
//! (at (cell (pair a b)) king)
//! ```
//!
//! ## Right
//! ```kif
//! (at (cell a b) king)
//! ```

use logic::{Rule, Term};
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;
use crate::walk;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    outer_functions(rule, &mut |outer, args| {
        for arg in args {
            let Term::Function { id, name, .. } = arg else {
                continue;
            };
            sink.push(Finding::new(
                Code::NESTED_FUNCTION,
                cx.name(*id),
                format!("the function `{name}` stands inside the function `{outer}`"),
            ));
        }
    });
}

/// The functions that stand directly in a literal.
fn outer_functions<'a>(rule: &'a Rule, visit: &mut impl FnMut(&'a str, &'a [Term])) {
    let mut each = |terms: &'a [Term]| {
        for term in terms {
            if let Term::Function { name, args, .. } = term {
                visit(name, args);
            }
        }
    };
    each(&rule.head.args);
    walk::body_literals(rule, &mut |literal| each(walk::arguments(literal)));
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean};

    const CODE: Code = Code::NESTED_FUNCTION;

    #[test]
    fn a_function_in_a_function() {
        check(
            CODE,
            r"
(p (f (g a)) (f b))
       ^ nested-function: the function `g` stands inside the function `f`
",
        );
        check_clean(CODE, r"(p (f a)) (<= q (p (f a)))");
    }
}
