//! A fact says something about particular terms, so it holds no variable. What holds for all
//! terms of some kind is a rule, with a body that says which. In the infix spelling every name
//! that begins with an upper-case letter or with `_` is a variable, `True` and `ROCK` among
//! them.
//!
//! ## Wrong
//! ```kif
//! (likes ann ?x)
//! ```
//! ```hrf
//! hand(ROCK)
//! ```
//!
//! ## Right
//! ```kif
//! (person bob)
//! (<= (likes ann ?x) (person ?x))
//! ```
//! ```hrf
//! hand(rock)
//! ```

use logic::Rule;
use source::Code;

use crate::context::FormContext;
use crate::finding::Finding;
use crate::walk;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    if !rule.body.is_empty() {
        return;
    }
    let mut seen = Vec::new();
    walk::variables(&rule.head.args, &mut |id, variable| {
        if seen.contains(&variable) {
            return;
        }
        seen.push(variable);
        let name = &rule.variables[variable.0 as usize];
        let finding = Finding::new(
            Code::UNGROUND_FACT,
            cx.node(id),
            format!("the variable `{name}` stands in a fact"),
        );
        sink.push(if name.starts_with('?') {
            finding.help(format!(
                "write a constant, or a rule whose body says what `{name}` may be"
            ))
        } else {
            let (constant, quoted) = (name.to_lowercase(), format!("'{name}'"));
            finding.help(format!(
                "`{name}` is a variable, as is every name that begins with an upper-case letter \
                 or `_`: write `{}` or `{quoted}` for a constant",
                constant.trim_start_matches('_'),
            ))
        });
    });
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_whole};

    const CODE: Code = Code::UNGROUND_FACT;

    #[test]
    fn facts_hold_constants() {
        check(
            CODE,
            r"
(p ?x (f ?y) ?x)
   ^^ unground-fact: the variable `?x` stands in a fact
         ^^ unground-fact: the variable `?y` stands in a fact
",
        );
        check_clean(CODE, r"(p x (f y) x)");
    }

    #[test]
    fn capitals_are_variables_in_hrf() {
        check(
            CODE,
            r"
p(True)
  ^^^^ unground-fact: the variable `True` stands in a fact
q(X) :- p(X)
",
        );
    }

    #[test]
    fn what_to_write_instead() {
        check_whole(
            CODE,
            "(p ?x)",
            "error `?x` (line 1): the variable `?x` stands in a fact
             help: write a constant, or a rule whose body says what `?x` may be",
        );
        check_whole(
            CODE,
            "hand(ROCK)\nhand(_any)\nhand(?9)",
            "error `ROCK` (line 1): the variable `ROCK` stands in a fact
             help: `ROCK` is a variable, as is every name that begins with an upper-case letter or `_`: write `rock` or `'ROCK'` for a constant
             error `_any` (line 2): the variable `_any` stands in a fact
             help: `_any` is a variable, as is every name that begins with an upper-case letter or `_`: write `any` or `'_any'` for a constant
             error `?9` (line 3): the variable `?9` stands in a fact
             help: write a constant, or a rule whose body says what `?9` may be",
        );
    }
}
