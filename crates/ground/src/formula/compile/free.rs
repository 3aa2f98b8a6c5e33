//! What a formula needs: variables, and whether anything in it is unknown.

use logic::formula::{
    Bound, Declarations, Formula, FormulaKind, Quantifier, Range, RelationId, RelationKind, Term,
    TermKind,
};

use logic::formula::walk::Node;
use logic::formula::written::Operator;

use super::Compiler;

/// Whether no part of a formula is unknown; a term that `replaced` names is known.
fn is_known(
    declarations: &Declarations,
    formula: &Formula,
    replaced: &dyn Fn(&Term) -> bool,
) -> bool {
    let mut known = true;
    each_part(formula, &mut |part| {
        known &= match part {
            // A number behind them is one of a table that is new in a round: known.
            Part::Atom(relation) => declarations
                .relations
                .get(relation.index())
                .is_none_or(|relation| relation.kind != RelationKind::Unknown),
            Part::Graph => false,
            Part::Term(term) => is_known_term(declarations, term, replaced),
        };
    });
    known
}

/// Whether a formula names one of the relations, in terms that count or sum as well.
pub(in crate::formula) fn needs(relations: &[RelationId], formula: &Formula) -> bool {
    let mut found = false;
    formula.walk(&mut |node| {
        if let Node::Formula(part) = node
            && let FormulaKind::Atom(relation, _) = &part.kind
        {
            found |= relations.contains(relation);
        }
    });
    found
}

fn is_known_term(
    declarations: &Declarations,
    term: &Term,
    replaced: &dyn Fn(&Term) -> bool,
) -> bool {
    if replaced(term) {
        return true;
    }
    let all = |terms: &[Term]| {
        let mut terms = terms.iter();
        terms.all(|term| is_known_term(declarations, term, replaced))
    };
    match &term.kind {
        TermKind::Apply(..) => false,
        TermKind::Integer(_)
        | TermKind::Element(_)
        | TermKind::Constant(_)
        | TermKind::Variable(_) => true,
        TermKind::Arithmetic(_, operands) => all(&**operands),
        TermKind::Absolute(operand) => is_known_term(declarations, operand, replaced),
        TermKind::Minimum(operands) | TermKind::Maximum(operands) => all(operands),
        TermKind::Count(_, condition) => is_known(declarations, condition, replaced),
        TermKind::Sum(_, condition, summand) => {
            is_known(declarations, condition, replaced)
                && is_known_term(declarations, summand, replaced)
        }
    }
}

/// A part of a formula.
enum Part<'a> {
    Atom(RelationId),
    Graph,
    Term(&'a Term),
}

/// The atoms and terms of a formula, at any depth; terms are not looked into.
fn each_part<'a>(formula: &'a Formula, act: &mut dyn FnMut(Part<'a>)) {
    match &formula.kind {
        FormulaKind::Truth(_) => {}
        FormulaKind::Atom(relation, args) => {
            act(Part::Atom(*relation));
            args.iter().for_each(|arg| act(Part::Term(arg)));
        }
        FormulaKind::Compare(terms, _) => terms.iter().for_each(|term| act(Part::Term(term))),
        FormulaKind::In(term, range) => {
            act(Part::Term(term));
            range_terms(range)
                .iter()
                .for_each(|term| act(Part::Term(term)));
        }
        FormulaKind::Not(part) => each_part(part, act),
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            parts.iter().for_each(|part| each_part(part, act));
        }
        FormulaKind::Xor(parts) | FormulaKind::Implies(parts) | FormulaKind::Iff(parts) => {
            parts.iter().for_each(|part| each_part(part, act));
        }
        FormulaKind::Quantified(quantified) => {
            match &quantified.quantifier {
                Quantifier::Forall | Quantifier::Exists => {}
                Quantifier::Exactly(bound)
                | Quantifier::AtLeast(bound)
                | Quantifier::AtMost(bound) => act(Part::Term(bound)),
            }
            for bound in &quantified.binding {
                if let Some(range) = &bound.range {
                    range_terms(range)
                        .iter()
                        .for_each(|term| act(Part::Term(term)));
                }
            }
            quantified
                .guard
                .iter()
                .for_each(|guard| each_part(guard, act));
            each_part(&quantified.body, act);
        }
        FormulaKind::Connected { .. } | FormulaKind::Acyclic(_) => act(Part::Graph),
    }
}

fn range_terms(range: &Range) -> &[Term] {
    match range {
        Range::Interval(ends) => &**ends,
        Range::Set(elements) => elements,
        Range::Sort(_) => &[],
    }
}

/// The variables that a term or a formula needs and does not bind.
#[derive(Default)]
pub(in crate::formula) struct Free {
    used: Vec<usize>,
    bound: Vec<usize>,
}

impl Free {
    pub(in crate::formula) fn of(formula: &Formula) -> Vec<usize> {
        let mut free = Free::default();
        formula.walk(&mut |node| free.see(node));
        free.finish()
    }

    pub(in crate::formula) fn of_term(term: &Term) -> Vec<usize> {
        let mut free = Free::default();
        term.walk(&mut |node| free.see(node));
        free.finish()
    }

    /// A variable with those that its range needs.
    pub(in crate::formula) fn of_bound(bound: &Bound) -> Vec<usize> {
        let mut free = Free::default();
        if let Some(range) = &bound.range {
            range.walk(&mut |node| free.see(node));
        }
        free.used.push(bound.variable.0 as usize);
        free.finish()
    }

    /// Each variable is bound once in a statement, so what is bound anywhere inside is not free.
    fn finish(mut self) -> Vec<usize> {
        self.used.retain(|variable| !self.bound.contains(variable));
        self.used.sort_unstable();
        self.used.dedup();
        self.used
    }

    fn see(&mut self, node: Node<'_>) {
        match node {
            Node::Term(Term {
                kind: TermKind::Variable(variable),
                ..
            }) => self.used.push(variable.0 as usize),
            Node::Bound(bound) => self.bound.push(bound.variable.0 as usize),
            Node::Term(_) | Node::Formula(_) => {}
        }
    }
}

/// Whether a term has a value for all values of its variables, but for overflow: joins may compute
/// it before everything else that is known holds.
pub(super) fn is_total(term: &Term) -> bool {
    match &term.kind {
        TermKind::Integer(_)
        | TermKind::Element(_)
        | TermKind::Constant(_)
        | TermKind::Variable(_) => true,
        TermKind::Arithmetic(operator, operands) => {
            let divides = matches!(operator, Operator::Divide | Operator::Modulo);
            let by_number = matches!(operands[1].kind, TermKind::Integer(value) if value != 0);
            (!divides || by_number) && operands.iter().all(is_total)
        }
        TermKind::Absolute(operand) => is_total(operand),
        TermKind::Minimum(operands) | TermKind::Maximum(operands) => operands.iter().all(is_total),
        TermKind::Apply(..) | TermKind::Count(..) | TermKind::Sum(..) => false,
    }
}

impl Compiler<'_, '_> {
    pub(in crate::formula) fn is_known(&self, formula: &Formula) -> bool {
        let declarations = &self.world.spec.declarations;
        is_known(declarations, formula, &|term| {
            self.replaced.contains_key(&term.id)
        })
    }

    pub(in crate::formula) fn is_known_term(&self, term: &Term) -> bool {
        let declarations = &self.world.spec.declarations;
        is_known_term(declarations, term, &|term| {
            self.replaced.contains_key(&term.id)
        })
    }

    /// Whether all variables that a formula needs have a value.
    pub(super) fn is_ready(&self, formula: &Formula) -> bool {
        Free::of(formula)
            .iter()
            .all(|&variable| self.bound[variable])
    }

    /// Whether all variables that a term needs have a value.
    pub(super) fn is_ready_term(&self, term: &Term) -> bool {
        Free::of_term(term)
            .iter()
            .all(|&variable| self.bound[variable])
    }
}
