//! Brings quantifiers in the form that joins need: variables, what selects their values, and what
//! is said of them.

use logic::formula::{Bound, Formula, FormulaKind, Quantified, Quantifier};

/// `forall` over all variables that follow each other: the variables, the parts of the guards,
/// and the formulas of which one has to hold where these do.
pub(super) fn disjunctive(quantified: &Quantified) -> (Vec<Bound>, Vec<Formula>, Vec<Formula>) {
    let mut binding = quantified.binding.to_vec();
    let mut guard = Vec::new();
    if let Some(formula) = &quantified.guard {
        conjuncts(formula, &mut guard);
    }
    let mut alternatives = Vec::new();
    let mut open = vec![&quantified.body];
    while let Some(formula) = open.pop() {
        match &formula.kind {
            FormulaKind::Implies(parts) => {
                conjuncts(&parts[0], &mut guard);
                open.push(&parts[1]);
            }
            FormulaKind::Or(parts) => open.extend(parts.iter().rev()),
            // Only where nothing else is said: `F or forall x . G` is not `forall x . F or G` when
            // it is read for what it costs.
            FormulaKind::Quantified(inner)
                if inner.quantifier == Quantifier::Forall
                    && open.is_empty()
                    && alternatives.is_empty() =>
            {
                binding.extend(inner.binding.iter().cloned());
                if let Some(formula) = &inner.guard {
                    conjuncts(formula, &mut guard);
                }
                open.push(&inner.body);
            }
            _ => alternatives.push(formula.clone()),
        }
    }
    (binding, guard, alternatives)
}

/// Another quantifier: the variables, and the formulas that all have to hold. `exists` takes
/// those that follow it in.
pub(super) fn conjunctive(quantified: &Quantified) -> (Vec<Bound>, Vec<Formula>) {
    let mut binding = quantified.binding.to_vec();
    let mut parts = Vec::new();
    if let Some(formula) = &quantified.guard {
        conjuncts(formula, &mut parts);
    }
    let mut body = &quantified.body;
    while quantified.quantifier == Quantifier::Exists
        && let FormulaKind::Quantified(inner) = &body.kind
        && inner.quantifier == Quantifier::Exists
    {
        binding.extend(inner.binding.iter().cloned());
        if let Some(formula) = &inner.guard {
            conjuncts(formula, &mut parts);
        }
        body = &inner.body;
    }
    conjuncts(body, &mut parts);
    (binding, parts)
}

/// The parts of a conjunction.
pub(in crate::formula) fn conjuncts(formula: &Formula, into: &mut Vec<Formula>) {
    match &formula.kind {
        FormulaKind::And(parts) => parts.iter().for_each(|part| conjuncts(part, into)),
        FormulaKind::Truth(true) => {}
        _ => into.push(formula.clone()),
    }
}

/// What holds exactly where a formula does not.
pub(super) fn negated(formula: Formula) -> Formula {
    match formula.kind {
        FormulaKind::Not(part) => *part,
        _ => Formula {
            id: formula.id,
            kind: FormulaKind::Not(Box::new(formula)),
        },
    }
}
