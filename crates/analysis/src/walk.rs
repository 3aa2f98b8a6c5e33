//! Walks over the parts of a rule.

use logic::{Atom, Literal, LiteralKind, NodeId, Rule, Term, VarId};

/// Calls `visit` for every term of `term`, itself first, in reading order.
pub(crate) fn terms<'a>(term: &'a Term, visit: &mut impl FnMut(&'a Term)) {
    visit(term);
    if let Term::Function { args, .. } = term {
        args.iter().for_each(|arg| terms(arg, visit));
    }
}

/// Calls `visit` for every literal of `literal`, itself first, in reading order.
pub(crate) fn literals<'a>(literal: &'a Literal, visit: &mut impl FnMut(&'a Literal)) {
    visit(literal);
    match &literal.kind {
        LiteralKind::Atom(_) | LiteralKind::Distinct(_) => {}
        LiteralKind::Not(inner) => literals(inner, visit),
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            parts.iter().for_each(|part| literals(part, visit));
        }
    }
}

/// Calls `visit` for every literal of the rule's body, in reading order.
pub(crate) fn body_literals<'a>(rule: &'a Rule, visit: &mut impl FnMut(&'a Literal)) {
    rule.body
        .iter()
        .for_each(|literal| literals(literal, visit));
}

/// Calls `visit` for every atom of the rule, the head first.
pub(crate) fn atoms<'a>(rule: &'a Rule, visit: &mut impl FnMut(&'a Atom)) {
    visit(&rule.head);
    body_literals(rule, &mut |literal| {
        if let LiteralKind::Atom(atom) = &literal.kind {
            visit(atom);
        }
    });
}

/// The terms that stand directly in a literal; none in a connective.
pub(crate) fn arguments(literal: &Literal) -> &[Term] {
    match &literal.kind {
        LiteralKind::Atom(atom) => &atom.args,
        LiteralKind::Distinct(args) => args,
        LiteralKind::Not(_) | LiteralKind::Or(_) | LiteralKind::And(_) => &[],
    }
}

/// Calls `visit` for every term of the rule, those of the head first.
pub(crate) fn rule_terms<'a>(rule: &'a Rule, visit: &mut impl FnMut(&'a Term)) {
    rule.head.args.iter().for_each(|arg| terms(arg, visit));
    body_literals(rule, &mut |literal| {
        arguments(literal).iter().for_each(|arg| terms(arg, visit));
    });
}

/// Calls `visit` for every occurrence of a variable in the rule, the head's first.
pub(crate) fn rule_variables(rule: &Rule, visit: &mut impl FnMut(NodeId, VarId)) {
    rule_terms(rule, &mut |term| {
        if let Term::Variable { id, variable } = term {
            visit(*id, *variable);
        }
    });
}

/// Calls `visit` for every occurrence of a variable in the terms.
pub(crate) fn variables(args: &[Term], visit: &mut impl FnMut(NodeId, VarId)) {
    for arg in args {
        terms(arg, &mut |term| {
            if let Term::Variable { id, variable } = term {
                visit(*id, *variable);
            }
        });
    }
}
