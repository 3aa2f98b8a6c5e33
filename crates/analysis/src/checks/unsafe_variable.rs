//! Every variable of the head, of a negated literal and of a `distinct` must occur in a
//! positive literal of the body, which says what it may stand for. Without one the rule would
//! derive something for every term there is. An `or` binds the variables that all its
//! alternatives bind.
//!
//! ## Wrong
//! ```kif
//! (person ann)
//! (likes ann ann)
//! (<= (lonely ?x)
//!     (not (likes ?x ?x)))
//! ```
//! ```hrf
//! person(ann)
//! likes(ann,ann)
//! lonely(X) :- ~likes(X,X)
//! ```
//!
//! ## Right
//! ```kif
//! (person ann)
//! (likes ann ann)
//! (<= (lonely ?x)
//!     (person ?x)
//!     (not (likes ?x ?x)))
//! ```
//! ```hrf
//! person(ann)
//! likes(ann,ann)
//! lonely(X) :- person(X) & ~likes(X,X)
//! ```

use logic::{Literal, LiteralKind, NodeId, Rule, VarId};
use source::Code;

use crate::bindings::{self, Need, Unbound};
use crate::context::FormContext;
use crate::finding::Finding;
use crate::walk;

pub(super) fn check(rule: &Rule, cx: &FormContext<'_>, sink: &mut Vec<Finding>) {
    if rule.body.is_empty() || rule.variables.is_empty() {
        return;
    }
    for unbound in bindings::unbound(rule) {
        sink.push(report(rule, unbound, cx));
    }
}

fn report(rule: &Rule, unbound: Unbound<'_>, cx: &FormContext<'_>) -> Finding {
    let name = &rule.variables[unbound.variable.0 as usize];
    let (place, needing) = match unbound.need {
        Need::Head => ("the head".to_owned(), None),
        Need::Literal(literal) => (
            format!("`{}`", cx.spelling.literal(literal, &rule.variables)),
            Some(literal.id),
        ),
    };
    let mut finding = Finding::new(
        Code::UNSAFE_VARIABLE,
        cx.node(unbound.at),
        format!("`{name}` in {place} is bound by no positive literal"),
    );
    if let Some(near) = near_miss(rule, unbound.variable, needing) {
        finding = match near {
            NearMiss::Negated(literal, atom) => {
                let atom = cx.spelling.literal(atom, &rule.variables);
                finding.label(
                    cx.node(literal),
                    format!("`{atom}` would bind it if it were positive"),
                )
            }
            NearMiss::Alternative(alternative) => finding.label(
                cx.node(alternative),
                format!("this alternative does not bind `{name}`"),
            ),
        };
    }
    finding.help(format!(
        "add a positive literal that says what `{name}` may be"
    ))
}

enum NearMiss<'a> {
    /// A negated literal, and what it negates.
    Negated(NodeId, &'a Literal),
    /// An alternative of an `or` that fails to bind what another one does.
    Alternative(NodeId),
}

/// The literal that nearly binds the variable, other than the one that needs it.
fn near_miss(rule: &Rule, variable: VarId, needing: Option<NodeId>) -> Option<NearMiss<'_>> {
    let mut found = None;
    walk::body_literals(rule, &mut |literal| {
        if found.is_some() {
            return;
        }
        match &literal.kind {
            LiteralKind::Or(parts) => {
                let binds = |part: &&Literal| bindings::bound_by(rule, part).contains(variable);
                if parts.iter().any(|part| binds(&part)) {
                    let failing = parts.iter().find(|part| !binds(part));
                    found = failing.map(|part| NearMiss::Alternative(part.id));
                }
            }
            LiteralKind::Not(inner)
                if needing != Some(literal.id)
                    && bindings::bound_by(rule, inner).contains(variable) =>
            {
                found = Some(NearMiss::Negated(literal.id, inner));
            }
            _ => {}
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::{check, check_clean, check_whole};

    const CODE: Code = Code::UNSAFE_VARIABLE;

    #[test]
    fn heads_negations_and_distincts_need_bound_variables() {
        check(
            CODE,
            r"
(<= (p ?x) (q a))
       ^^ unsafe-variable: `?x` in the head is bound by no positive literal
(<= p (not (q ?y)))
              ^^ unsafe-variable: `?y` in `(not (q ?y))` is bound by no positive literal
(<= p (q ?x) (distinct ?x ?z))
                          ^^ unsafe-variable: `?z` in `(distinct ?x ?z)` is bound by no positive literal
",
        );
    }

    #[test]
    fn one_report_for_a_variable() {
        check(
            CODE,
            r"
(<= (p ?x ?x) (not (q ?x)) (distinct ?x a))
       ^^ unsafe-variable: `?x` in the head is bound by no positive literal
",
        );
    }

    #[test]
    fn an_or_binds_what_all_alternatives_bind() {
        check(
            CODE,
            r"
(<= (p ?x) (or (q ?x) (r ?y)))
       ^^ unsafe-variable: `?x` in the head is bound by no positive literal
",
        );
        check_clean(CODE, r"(<= (p ?x) (or (q ?x) (r ?x)))");
        check_clean(CODE, r"(<= p (or (q a) (r b)) s)");
    }

    #[test]
    fn order_and_functions_do_not_matter() {
        check_clean(CODE, r"(<= (p ?x) (not (r ?x)) (q (f (g ?x))))");
        check_clean(CODE, r"p(X) :- ~r(X) & q(f(X))");
    }

    #[test]
    fn the_literal_that_nearly_binds_it_is_shown() {
        check_whole(
            CODE,
            r"(<= (p ?x) (q a) (not (r ?x)) (not (s ?x)))
(<= (p ?x) (or (q ?x) (r a) (s b)))
(<= p (q a) (not (r ?y)) (not (s ?y)) (not t))
(<= p (q a) (not (r ?z)))
(<= (p ?x) (distinct ?x a))",
            "error `?x` (line 1): `?x` in the head is bound by no positive literal
             `(not (r ?x))` (line 1): `(r ?x)` would bind it if it were positive
             help: add a positive literal that says what `?x` may be
             error `?x` (line 2): `?x` in the head is bound by no positive literal
             `(r a)` (line 2): this alternative does not bind `?x`
             help: add a positive literal that says what `?x` may be
             error `?y` (line 3): `?y` in `(not (r ?y))` is bound by no positive literal
             `(not (s ?y))` (line 3): `(s ?y)` would bind it if it were positive
             help: add a positive literal that says what `?y` may be
             error `?z` (line 4): `?z` in `(not (r ?z))` is bound by no positive literal
             help: add a positive literal that says what `?z` may be
             error `?x` (line 5): `?x` in the head is bound by no positive literal
             help: add a positive literal that says what `?x` may be",
        );
        // An alternative that binds nothing of it, and a negation of something else.
        check_whole(
            CODE,
            "p(X) :- q(a) & (r(a) | s(a)) & ~t(b) & ~t(X)",
            "error `X` (line 1): `X` in the head is bound by no positive literal
             `~t(X)` (line 1): `t(X)` would bind it if it were positive
             help: add a positive literal that says what `X` may be",
        );
    }
}
