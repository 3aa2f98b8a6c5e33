//! Parts of rules with terms put in for their variables.

use logic::{Atom, GroundTerm, Literal, LiteralKind, Rule, Term};

/// What stands for each variable of a rule; `None` for one that is not bound.
pub(crate) type Binding = [Option<GroundTerm>];

/// The leaves of a body in reading order, as the engine counts them: each atom, with the
/// negation in front of it, and each inequality of two terms.
pub(crate) fn leaves(rule: &Rule) -> Vec<Literal> {
    let mut found = Vec::new();
    rule.body
        .iter()
        .for_each(|literal| collect(literal, false, &mut found));
    found
}

fn collect(literal: &Literal, negated: bool, found: &mut Vec<Literal>) {
    let mut push = |literal: Literal| {
        found.push(if negated { negate(literal) } else { literal });
    };
    match &literal.kind {
        LiteralKind::Atom(_) => push(literal.clone()),
        LiteralKind::Distinct(terms) => {
            for (index, a) in terms.iter().enumerate() {
                for b in &terms[index + 1..] {
                    push(Literal {
                        id: literal.id,
                        kind: LiteralKind::Distinct(Box::new([a.clone(), b.clone()])),
                    });
                }
            }
        }
        LiteralKind::Not(inner) => collect(inner, !negated, found),
        LiteralKind::Or(parts) | LiteralKind::And(parts) => {
            parts.iter().for_each(|part| collect(part, negated, found));
        }
    }
}

fn negate(literal: Literal) -> Literal {
    Literal {
        id: literal.id,
        kind: LiteralKind::Not(Box::new(literal)),
    }
}

/// The literal with the terms of the binding in it.
pub(crate) fn literal_instance(literal: &Literal, binding: &Binding) -> Literal {
    let all = |parts: &[Literal]| {
        parts
            .iter()
            .map(|part| literal_instance(part, binding))
            .collect()
    };
    Literal {
        id: literal.id,
        kind: match &literal.kind {
            LiteralKind::Atom(atom) => LiteralKind::Atom(atom_instance(atom, binding)),
            LiteralKind::Not(inner) => LiteralKind::Not(Box::new(literal_instance(inner, binding))),
            LiteralKind::Distinct(terms) => LiteralKind::Distinct(terms_instance(terms, binding)),
            LiteralKind::Or(parts) => LiteralKind::Or(all(parts)),
            LiteralKind::And(parts) => LiteralKind::And(all(parts)),
        },
    }
}

/// The atom with the terms of the binding in it.
pub(crate) fn atom_instance(atom: &Atom, binding: &Binding) -> Atom {
    Atom {
        id: atom.id,
        relation: atom.relation.clone(),
        args: terms_instance(&atom.args, binding),
    }
}

fn terms_instance(terms: &[Term], binding: &Binding) -> Box<[Term]> {
    let term = |term: &Term| match term {
        Term::Constant { .. } => term.clone(),
        Term::Variable { variable, .. } => match binding.get(variable.0 as usize) {
            Some(Some(value)) => value.to_term(),
            _ => term.clone(),
        },
        Term::Function { id, name, args } => Term::Function {
            id: *id,
            name: name.clone(),
            args: terms_instance(args, binding),
        },
    };
    terms.iter().map(term).collect()
}

/// Whether no variable is left in a literal.
pub(crate) fn is_ground(literal: &Literal) -> bool {
    match &literal.kind {
        LiteralKind::Atom(atom) => are_ground(&atom.args),
        LiteralKind::Not(inner) => is_ground(inner),
        LiteralKind::Distinct(terms) => are_ground(terms),
        LiteralKind::Or(parts) | LiteralKind::And(parts) => parts.iter().all(is_ground),
    }
}

fn are_ground(terms: &[Term]) -> bool {
    terms.iter().all(|term| match term {
        Term::Constant { .. } => true,
        Term::Variable { .. } => false,
        Term::Function { args, .. } => are_ground(args),
    })
}

/// What the variables of a head stand for where it is this atom.
pub(crate) fn matching(head: &Atom, atom: &logic::GroundAtom) -> Vec<Option<GroundTerm>> {
    let mut binding = Vec::new();
    for (pattern, term) in head.args.iter().zip(&atom.args) {
        bind(pattern, term, &mut binding);
    }
    binding
}

fn bind(pattern: &Term, term: &GroundTerm, binding: &mut Vec<Option<GroundTerm>>) {
    match (pattern, term) {
        (Term::Variable { variable, .. }, _) => {
            let index = variable.0 as usize;
            if binding.len() <= index {
                binding.resize(index + 1, None);
            }
            binding[index] = Some(term.clone());
        }
        (Term::Function { args, .. }, GroundTerm::Function(_, terms)) => {
            for (pattern, term) in args.iter().zip(terms) {
                bind(pattern, term, binding);
            }
        }
        _ => {}
    }
}
