//! A variable that occurs once in a rule says only that *something* stands there. Often that is
//! what is meant; often it is a misspelt name, and the rule then holds far too often. A
//! variable whose name begins with an underscore (`?_x` in KIF, `_x` in HRF) says that it is
//! meant, and is not reported.
//!
//! ## Wrong
//! ```kif
//! (parent ann bob)
//! (<= (mother ?x)
//!     (parent ?x ?child))
//! ```
//! ```hrf
//! parent(ann,bob)
//! mother(X) :- parent(X,Child)
//! ```
//!
//! ## Right
//! ```kif
//! (parent ann bob)
//! (<= (mother ?x)
//!     (parent ?x ?_child))
//! ```
//! ```hrf
//! parent(ann,bob)
//! mother(X) :- parent(X,_Child)
//! ```

use logic::Rule;
use source::Code;

use crate::context::FormContext;
use crate::finding::{Finding, SpotEdit};
use crate::{bindings, walk};

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    if rule.body.is_empty() {
        // `unground-fact` has more to say there.
        return;
    }
    let mut uses = vec![(0_u32, None); rule.variables.len()];
    walk::rule_variables(rule, &mut |id, variable| {
        let (count, first) = &mut uses[variable.0 as usize];
        *count += 1;
        first.get_or_insert(id);
    });
    if uses.iter().all(|(count, _)| *count != 1) {
        return;
    }
    // An unsafe variable has a graver report, and no other name would help it.
    let unbound = bindings::unbound(rule);
    for (name, (count, first)) in rule.variables.iter().zip(uses) {
        let (1, Some(id)) = (count, first) else {
            continue;
        };
        if unbound.iter().any(|unbound| unbound.at == id) {
            continue;
        }
        let bare = name.strip_prefix('?').unwrap_or(name);
        if bare.starts_with('_') {
            continue;
        }
        let meant = free_name(rule, bare, cx);
        let mut finding = Finding::new(
            Code::SINGLETON_VARIABLE,
            cx.node(id),
            format!("`{name}` occurs only once in this {}", cx.noun()),
        );
        // A capital makes a variable of what was meant for a role.
        let role = bare.to_lowercase();
        if cx.vocabulary.roles.iter().any(|known| *known == role) {
            finding = finding.help(format!("did you mean the role `{role}`?"));
        }
        sink.push(
            finding
                .help(format!("write `{meant}` if any term will do"))
                .offered_fix(
                    format!("rename to `{meant}`"),
                    vec![(cx.node(id), SpotEdit::Replace(meant))],
                ),
        );
    }
}

/// The name with an underscore before it, or with as many as no variable of the rule has.
fn free_name(rule: &Rule, bare: &str, cx: &FormContext<'_>) -> String {
    let mut name = bare.to_owned();
    loop {
        name.insert(0, '_');
        let spelt = cx.spelling.variable(&name);
        if !rule.variables.iter().any(|other| *other == spelt) {
            return spelt;
        }
    }
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_fix, check_whole};

    const CODE: Code = Code::SINGLETON_VARIABLE;

    #[test]
    fn a_variable_that_occurs_once() {
        check(
            CODE,
            r"
(<= (p ?x) (q ?x ?why))
                 ^^^^ singleton-variable: `?why` occurs only once in this rule
",
        );
        check_clean(CODE, r"(<= (p ?x) (q ?x ?_why))");
        check_clean(CODE, r"p(X) :- q(X,_why)");
    }

    #[test]
    fn unsafe_ones_have_their_own_report() {
        check(
            CODE,
            r"
(<= (p ?x) (q a))
       ^^ unsafe-variable: `?x` in the head is bound by no positive literal
",
        );
    }

    #[test]
    fn an_underscore_says_that_it_is_meant() {
        check_fix(CODE, r"(<= p (q ?x))", r"(<= p (q ?_x))");
        check_fix(CODE, r"p :- q(X)", r"p :- q(_X)");
        check_fix(CODE, r"p :- q(?9)", r"p :- q(_9)");
        check_fix(CODE, r"p :- q(?a+b)", r"p :- q(?_a+b)");
    }

    #[test]
    fn the_new_name_is_free() {
        check_fix(
            CODE,
            r"(<= (p ?_x) (q ?x ?_x))",
            r"(<= (p ?_x) (q ?__x ?_x))",
        );
        check_fix(CODE, r"p(_X) :- q(X,_X)", r"p(_X) :- q(__X,_X)");
    }

    #[test]
    fn the_new_name_is_advised() {
        check_whole(
            CODE,
            "(<= (p ?x) (q ?x ?y ?_y))\n(<= (p a) (q ?z))",
            "hint `?y` (line 1): `?y` occurs only once in this rule
             help: write `?__y` if any term will do
             hint `?z` (line 2): `?z` occurs only once in this rule
             help: write `?_z` if any term will do",
        );
    }
}
