//! Formulas.

use super::Elaborator;
use crate::formula::core::{
    Formula, FormulaKind, Quantified, Quantifier, Range, RelationId, SortId, Term, TermKind,
};
use crate::formula::declarations::Meaning;
use crate::formula::problem::{Known, ProblemKind, TermSort};
use crate::formula::written::{self, Comparison, Connective, Expr, ExprKind, Identifier, Scope};
use crate::{Name, NodeId};

impl Elaborator<'_> {
    /// The formula that an expression is.
    pub(super) fn formula(&mut self, expr: &Expr) -> Formula {
        self.formula_at(expr, false)
    }

    /// The formula that an expression is; `is_conjunct` where it holds of itself, alone or beside
    /// others.
    pub(super) fn formula_at(&mut self, expr: &Expr, is_conjunct: bool) -> Formula {
        let id = expr.id;
        let kind = match &expr.kind {
            ExprKind::Missing => {
                self.is_whole = false;
                FormulaKind::Truth(true)
            }
            ExprKind::Truth(truth) => FormulaKind::Truth(*truth),
            ExprKind::Name(name) => {
                let name = Identifier {
                    id,
                    name: name.clone(),
                };
                self.atom(id, &name, &[])
            }
            ExprKind::Apply { name, args, .. } => self.atom(id, name, args),
            ExprKind::Not(inner) => FormulaKind::Not(Box::new(self.formula(inner))),
            ExprKind::Connective(connective, parts) => {
                self.connective(*connective, parts, is_conjunct)
            }
            ExprKind::Compare { terms, comparisons } => self.chain(id, terms, comparisons),
            ExprKind::In(term, range) => self.membership(term, range),
            ExprKind::Quantified(quantifier, scope) => self.quantified(id, quantifier, scope),
            ExprKind::Connected(args) => self.connected(id, args, is_conjunct),
            ExprKind::Acyclic(args) => self.acyclic(id, args, is_conjunct),
            ExprKind::Integer(_)
            | ExprKind::Arithmetic(..)
            | ExprKind::Negative(_)
            | ExprKind::Absolute(_)
            | ExprKind::Minimum(_)
            | ExprKind::Maximum(_)
            | ExprKind::Count(_)
            | ExprKind::Sum(_) => {
                self.error(id, ProblemKind::NotFormula);
                FormulaKind::Truth(true)
            }
        };
        Formula { id, kind }
    }

    fn connective(
        &mut self,
        connective: Connective,
        parts: &[Expr],
        is_conjunct: bool,
    ) -> FormulaKind {
        let is_and = connective == Connective::And;
        let parts: Vec<Formula> = parts
            .iter()
            .map(|part| self.formula_at(part, is_conjunct && is_and))
            .collect();
        let two = |parts: Vec<Formula>| <Box<[Formula; 2]>>::try_from(parts.into_boxed_slice());
        let made = match connective {
            Connective::And => return FormulaKind::And(parts.into()),
            Connective::Or => return FormulaKind::Or(parts.into()),
            Connective::Xor => two(parts).map(FormulaKind::Xor),
            Connective::Iff => two(parts).map(FormulaKind::Iff),
            Connective::Implies => two(parts).map(FormulaKind::Implies),
            Connective::If => two(parts).map(|mut parts| {
                parts.swap(0, 1);
                FormulaKind::Implies(parts)
            }),
        };
        made.unwrap_or_else(|_| {
            self.is_whole = false;
            FormulaKind::Truth(true)
        })
    }

    fn chain(&mut self, id: NodeId, terms: &[Expr], comparisons: &[Comparison]) -> FormulaKind {
        let made: Vec<(Term, TermSort)> = terms.iter().map(|term| self.term(term)).collect();
        let mut parts = Vec::new();
        for (pair, &comparison) in made.windows(2).zip(comparisons) {
            let [(a, a_sort), (b, b_sort)] = pair else {
                continue;
            };
            self.comparable(id, (a.id, *a_sort), (b.id, *b_sort), comparison);
            let kind = FormulaKind::Compare(Box::new([a.clone(), b.clone()]), comparison);
            parts.push(Formula { id, kind });
        }
        match parts.len() {
            1 => parts.remove(0).kind,
            _ => FormulaKind::And(parts.into()),
        }
    }

    fn comparable(
        &mut self,
        id: NodeId,
        (a, a_sort): (NodeId, TermSort),
        (b, b_sort): (NodeId, TermSort),
        comparison: Comparison,
    ) {
        if !matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            self.must_be_integer(a, a_sort);
            self.must_be_integer(b, b_sort);
            return;
        }
        let declared = |sort| match sort {
            TermSort::Variable(sort) | TermSort::Function(_, sort) => Some(sort),
            _ => None,
        };
        match (declared(a_sort), declared(b_sort)) {
            (Some(first), Some(second)) => {
                let decl = self.declarations;
                if decl.holds(first, second) || decl.holds(second, first) {
                    return;
                }
                let names = |sort| decl.has_names(sort) == Some(true);
                if !names(first) && !names(second) {
                    let sorts = [first, second];
                    self.warn(id, ProblemKind::Unrelated { sorts, term: a });
                } else if !self.share_an_element(first, second) {
                    self.error(id, ProblemKind::Incomparable(a_sort, b_sort));
                }
            }
            (Some(sort), None) if !self.declarations.fits(b_sort, sort) => {
                self.error(id, ProblemKind::Incomparable(a_sort, b_sort));
            }
            (None, Some(sort)) if !self.declarations.fits(a_sort, sort) => {
                self.error(id, ProblemKind::Incomparable(a_sort, b_sort));
            }
            (None, None) => {
                let is_name = |sort| matches!(sort, TermSort::Element(_));
                let is_any = a_sort == TermSort::Any || b_sort == TermSort::Any;
                if !is_any && is_name(a_sort) != is_name(b_sort) {
                    self.error(id, ProblemKind::Incomparable(a_sort, b_sort));
                }
            }
            _ => {}
        }
    }

    /// Whether a sort of which both are unions exists, so that they may have values in common.
    fn share_an_element(&self, first: SortId, second: SortId) -> bool {
        let decl = self.declarations;
        let sorts = (0..decl.sorts.len() as u32).map(SortId);
        let mut parts = sorts.filter(|&sort| decl.holds(first, sort));
        parts.any(|sort| decl.holds(second, sort))
    }

    fn membership(&mut self, term: &Expr, range: &written::Range) -> FormulaKind {
        let (term, sort) = self.term(term);
        let Some(range) = self.range(range) else {
            return FormulaKind::Truth(true);
        };
        match &range {
            Range::Interval(_) => self.must_be_integer(term.id, sort),
            Range::Sort(over) => {
                let other = TermSort::Variable(*over);
                self.comparable(
                    term.id,
                    (term.id, sort),
                    (term.id, other),
                    Comparison::Equal,
                );
            }
            Range::Set(elements) => {
                for element in elements {
                    let other = match element.kind {
                        TermKind::Element(name) => TermSort::Element(name),
                        TermKind::Variable(variable) => self.sorts[variable.0 as usize],
                        _ => TermSort::Integer,
                    };
                    let (one, two) = ((term.id, sort), (element.id, other));
                    self.comparable(element.id, one, two, Comparison::Equal);
                }
            }
        }
        FormulaKind::In(Box::new(term), range)
    }

    fn quantified(
        &mut self,
        id: NodeId,
        quantifier: &written::Quantifier,
        scope: &Scope,
    ) -> FormulaKind {
        let bound =
            |this: &mut Self, bound: &Expr| this.knowing(Known::Bound, |this| this.integer(bound));
        let quantifier = match quantifier {
            written::Quantifier::Forall => Quantifier::Forall,
            written::Quantifier::Exists => Quantifier::Exists,
            written::Quantifier::Unique => Quantifier::Exactly(Term {
                id,
                kind: TermKind::Integer(1),
            }),
            written::Quantifier::Exactly(count) => Quantifier::Exactly(bound(self, count)),
            written::Quantifier::AtLeast(count) => Quantifier::AtLeast(bound(self, count)),
            written::Quantifier::AtMost(count) => Quantifier::AtMost(bound(self, count)),
        };
        let mark = self.scope.len();
        let parts: Vec<&Expr> = scope.guard.iter().chain(scope.body.as_ref()).collect();
        let binding = self.bind(&scope.binders, &parts);
        let guard = scope.guard.as_ref().map(|guard| self.formula(guard));
        let body = match &scope.body {
            Some(body) => self.formula(body),
            None => {
                self.is_whole = false;
                let kind = FormulaKind::Truth(true);
                Formula { id, kind }
            }
        };
        self.leave(mark);
        FormulaKind::Quantified(Box::new(Quantified {
            quantifier,
            binding,
            guard,
            body,
        }))
    }

    fn connected(&mut self, id: NodeId, args: &[Expr], is_conjunct: bool) -> FormulaKind {
        self.position(id, is_conjunct);
        let names: Vec<Option<RelationId>> = args.iter().map(|arg| self.graph(arg)).collect();
        let columns =
            |relation: RelationId| self.declarations.relations[relation.index()].columns.len();
        match *names {
            [Some(nodes), Some(edges)] if columns(edges) == 2 * columns(nodes) => {
                FormulaKind::Connected {
                    nodes,
                    edges,
                    roots: None,
                }
            }
            [Some(nodes), Some(edges), Some(roots)]
                if columns(edges) == 2 * columns(nodes) && columns(roots) == columns(nodes) =>
            {
                FormulaKind::Connected {
                    nodes,
                    edges,
                    roots: Some(roots),
                }
            }
            _ => {
                if names.iter().all(Option::is_some) {
                    self.error(id, ProblemKind::NotGraph);
                }
                FormulaKind::Truth(true)
            }
        }
    }

    fn acyclic(&mut self, id: NodeId, args: &[Expr], is_conjunct: bool) -> FormulaKind {
        self.position(id, is_conjunct);
        let names: Vec<Option<RelationId>> = args.iter().map(|arg| self.graph(arg)).collect();
        match *names {
            [Some(edges)]
                if self.declarations.relations[edges.index()]
                    .columns
                    .len()
                    .is_multiple_of(2) =>
            {
                FormulaKind::Acyclic(edges)
            }
            _ => {
                if names.iter().all(Option::is_some) {
                    self.error(id, ProblemKind::NotGraph);
                }
                FormulaKind::Truth(true)
            }
        }
    }

    fn position(&mut self, id: NodeId, is_conjunct: bool) {
        if !is_conjunct {
            self.error(id, ProblemKind::ConnectedPosition);
        }
    }

    /// A relation that is named where a graph belongs.
    fn graph(&mut self, arg: &Expr) -> Option<RelationId> {
        let name: &Name = match &arg.kind {
            ExprKind::Name(name) => name,
            ExprKind::Missing => {
                self.is_whole = false;
                return None;
            }
            _ => {
                self.error(arg.id, ProblemKind::NotGraph);
                return None;
            }
        };
        match self.declarations.meaning(name) {
            Some(Meaning::Relation(relation)) => Some(relation),
            Some(_) => {
                self.error(arg.id, ProblemKind::NotGraph);
                None
            }
            None => {
                self.error(arg.id, ProblemKind::UnknownRelation(name.clone()));
                None
            }
        }
    }
}
