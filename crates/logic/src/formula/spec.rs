//! A spec: the statements of all its files, with their names resolved.

use super::core::{
    Formula, FormulaKind, FunctionId, Quantifier, RelationId, Shown, Statement, Term, TermKind,
};
use super::declarations::{Declarations, RelationKind};
use super::elaborate::{Elaborated, elaborate};
use super::problem::{Place, Problem, ProblemKind, StatementId};
use super::written;
use crate::Digraph;

/// A spec with its names resolved.
#[derive(Clone, Debug)]
pub struct Spec {
    /// What the statements declare.
    pub declarations: Declarations,
    /// The statements that are whole, their numbers ascending.
    pub statements: Vec<(StatementId, Elaborated)>,
    /// The relations that are defined, in groups: those of a group need each other, and only
    /// groups before theirs otherwise.
    pub strata: Vec<Stratum>,
}

/// Relations that are defined by way of each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stratum {
    /// The relations.
    pub relations: Vec<RelationId>,
    /// Whether any needs itself.
    pub is_recursive: bool,
}

/// A statement with a formula of it.
pub type Said<'a> = (StatementId, &'a Elaborated, &'a Formula);

impl Spec {
    /// Resolves statements, and tells what is wrong with them, in order.
    pub fn of<'a>(
        statements: impl IntoIterator<Item = (StatementId, &'a written::Statement)>,
    ) -> (Spec, Vec<Problem>) {
        let mut written: Vec<_> = statements.into_iter().collect();
        written.sort_by_key(|(id, _)| *id);
        let (declarations, mut problems) = Declarations::of(written.iter().copied());
        let mut statements = Vec::new();
        for &(id, statement) in &written {
            let mut elaborated = elaborate(&declarations, id, statement);
            problems.append(&mut elaborated.problems);
            if elaborated.is_whole {
                statements.push((id, elaborated));
            }
        }
        let elaborated = statements.iter().map(|(id, elaborated)| (*id, elaborated));
        let (strata, circles) = strata(&declarations, elaborated);
        problems.extend(circles);
        problems.sort_by_key(|problem| problem.place);
        problems.dedup();
        let spec = Spec {
            declarations,
            statements,
            strata,
        };
        (spec, problems)
    }

    /// A statement that is whole.
    pub fn statement(&self, id: StatementId) -> Option<&Elaborated> {
        let place = self.statements.binary_search_by_key(&id, |(id, _)| *id);
        place.ok().map(|place| &self.statements[place].1)
    }

    /// Whether a statement is a constraint without a name that says one atom, or one value of a
    /// function: a fact about what is unknown.
    pub fn is_fact(&self, id: StatementId) -> bool {
        let statement = self.statement(id).map(|elaborated| &elaborated.statement);
        let Some(Statement::Constraint(None, formula)) = statement else {
            return false;
        };
        match &formula.kind {
            FormulaKind::Atom(..) => true,
            FormulaKind::Compare(terms, written::Comparison::Equal) => terms
                .iter()
                .any(|term| matches!(term.kind, TermKind::Apply(..))),
            _ => false,
        }
    }

    /// The relations and functions that the solver decides.
    pub fn unknowns(&self) -> Vec<Shown> {
        let relations = self.declarations.relations.iter().zip(0..);
        let unknown = relations.filter(|(relation, _)| relation.kind == RelationKind::Unknown);
        let unknown = unknown.map(|(_, number)| Shown::Relation(RelationId(number)));
        let functions = 0..self.declarations.functions.len() as u32;
        let functions = functions.map(|number| Shown::Function(FunctionId(number)));
        unknown.chain(functions).collect()
    }

    /// Where an unknown relation has atoms, if that is restricted.
    pub fn relation_guard(&self, relation: RelationId) -> Option<Said<'_>> {
        self.statements
            .iter()
            .find_map(|(id, elaborated)| match &elaborated.statement {
                Statement::RelationGuard(of, formula) if *of == relation => {
                    Some((*id, elaborated, formula))
                }
                _ => None,
            })
    }

    /// Where a function has values, if that is restricted.
    pub fn function_guard(&self, function: FunctionId) -> Option<Said<'_>> {
        self.statements
            .iter()
            .find_map(|(id, elaborated)| match &elaborated.statement {
                Statement::FunctionGuard(of, formula) if *of == function => {
                    Some((*id, elaborated, formula))
                }
                _ => None,
            })
    }
}

/// The strata of the definitions among statements, and the circles through negation among them.
pub fn strata<'a>(
    declarations: &Declarations,
    statements: impl IntoIterator<Item = (StatementId, &'a Elaborated)>,
) -> (Vec<Stratum>, Vec<Problem>) {
    let mut edges = Vec::new();
    let mut defined: Vec<(RelationId, StatementId)> = Vec::new();
    for (id, elaborated) in statements {
        if let Statement::Definition(relation, _, formula) = &elaborated.statement {
            defined.push((*relation, id));
            let mut needs = Needs {
                declarations,
                found: Vec::new(),
            };
            needs.formula(formula, true);
            let edge = |(needed, positive): (RelationId, bool)| (relation.0, needed.0, positive);
            edges.extend(needs.found.into_iter().map(edge));
        }
    }
    let graph = Digraph::from_edges(declarations.relations.len(), edges);
    let components = graph.components();
    let mut strata = Vec::new();
    let mut problems = Vec::new();
    for members in &components.members {
        let relations: Vec<RelationId> = members
            .iter()
            .map(|&member| RelationId(member))
            .filter(|id| defined.iter().any(|(relation, _)| relation == id))
            .collect();
        let Some(&first) = relations.first() else {
            continue;
        };
        let inside: Vec<_> = graph
            .edges()
            .filter(|(from, to, _)| members.contains(from) && members.contains(to))
            .collect();
        if inside.iter().any(|(_, _, positive)| !**positive)
            && let Some((_, statement)) = defined.iter().find(|(relation, _)| *relation == first)
        {
            problems.push(Problem {
                place: Place {
                    statement: *statement,
                    node: declarations.relations[first.index()].place.node,
                },
                kind: ProblemKind::Unstratified(relations.clone()),
            });
        }
        strata.push(Stratum {
            relations,
            is_recursive: !inside.is_empty(),
        });
    }
    (strata, problems)
}

/// The defined relations that a formula needs, and whether it needs them positively.
struct Needs<'a> {
    declarations: &'a Declarations,
    found: Vec<(RelationId, bool)>,
}

impl Needs<'_> {
    fn formula(&mut self, formula: &Formula, positive: bool) {
        match &formula.kind {
            FormulaKind::Truth(_) | FormulaKind::Connected { .. } | FormulaKind::Acyclic(_) => {}
            FormulaKind::Atom(relation, args) => {
                let kind = self.declarations.relations[relation.index()].kind;
                if kind == RelationKind::Defined {
                    self.found.push((*relation, positive));
                }
                args.iter().for_each(|arg| self.term(arg));
            }
            FormulaKind::Compare(terms, _) => terms.iter().for_each(|term| self.term(term)),
            FormulaKind::In(term, _) => self.term(term),
            FormulaKind::Not(part) => self.formula(part, false),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| self.formula(part, positive));
            }
            FormulaKind::Xor(parts) | FormulaKind::Iff(parts) => {
                parts.iter().for_each(|part| self.formula(part, false));
            }
            FormulaKind::Implies(parts) => {
                let [a, b] = &**parts;
                self.formula(a, false);
                self.formula(b, positive);
            }
            FormulaKind::Quantified(quantified) => {
                let exists = matches!(quantified.quantifier, Quantifier::Exists);
                let inside = positive && exists;
                if let Some(guard) = &quantified.guard {
                    self.formula(guard, inside);
                }
                self.formula(&quantified.body, inside);
            }
        }
    }

    /// Whatever is counted in a term is needed as if it were negated.
    fn term(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Integer(_)
            | TermKind::Element(_)
            | TermKind::Constant(_)
            | TermKind::Variable(_) => {}
            TermKind::Apply(_, args) | TermKind::Minimum(args) | TermKind::Maximum(args) => {
                args.iter().for_each(|arg| self.term(arg));
            }
            TermKind::Arithmetic(_, args) => args.iter().for_each(|arg| self.term(arg)),
            TermKind::Absolute(arg) => self.term(arg),
            TermKind::Count(_, condition) => self.formula(condition, false),
            TermKind::Sum(_, condition, term) => {
                self.formula(condition, false);
                self.term(term);
            }
        }
    }
}
