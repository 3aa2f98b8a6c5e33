//! Statements, by their kind.

use logic::formula::written::{
    Check, Column, Comparison, Declaration, DeclarationKind, Goal, ShownGrid, Statement,
};
use rowan::{GreenNodeData, Language};
use syntax::{HerbrandLanguage, SyntaxKind, TextSize};

use super::{Lowering, find, is_expression, parts, parts_of};
use crate::green::Child;

impl Lowering {
    /// What a statement says; `None` where its name is missing.
    pub(crate) fn statement(&mut self, node: &GreenNodeData) -> Option<Statement> {
        let kind = HerbrandLanguage::kind_from_raw(node.kind());
        let parts = parts(node, TextSize::new(0));
        let end = node.text_len();
        Some(match kind {
            SyntaxKind::QpropSort => Statement::Sort {
                name: self.declared(&parts)?,
                elements: find(&parts, SyntaxKind::QpropUnion).map(|union| self.elements(union)),
            },
            SyntaxKind::QpropConst => Statement::Constant {
                name: self.declared(&parts)?,
                value: find(&parts, SyntaxKind::Equals)
                    .is_some()
                    .then(|| self.expression_in(&parts, end)),
            },
            SyntaxKind::QpropVar => Statement::Variables {
                names: parts
                    .iter()
                    .filter(|part| part.kind == SyntaxKind::Name)
                    .map(|token| self.identifier(token))
                    .collect(),
                sort: self.first_reference(&parts)?,
            },
            SyntaxKind::QpropPred => self.declaration(&parts, DeclarationKind::Unknown)?,
            SyntaxKind::QpropGiven => self.declaration(&parts, DeclarationKind::Given)?,
            SyntaxKind::QpropFunc => self.function(&parts)?,
            SyntaxKind::QpropGrid => Statement::Grid {
                relation: self.first_reference(&parts)?,
                rows: parts
                    .iter()
                    .filter(|part| part.kind == SyntaxKind::String)
                    .map(|token| self.text(token))
                    .collect(),
            },
            SyntaxKind::QpropDefine => Statement::Definition {
                name: self.declared(&parts)?,
                parameters: find(&parts, SyntaxKind::QpropParameters)
                    .map_or_else(Box::default, |node| self.binders(&parts_of(node))),
                formula: self.expression_in(&parts, end),
            },
            SyntaxKind::QpropRule | SyntaxKind::QpropConstraint => Statement::Constraint {
                is_rule: kind == SyntaxKind::QpropRule,
                name: self.declared(&parts),
                formula: self.expression_in(&parts, end),
            },
            SyntaxKind::QpropSoft => {
                let mut expressions = parts.iter().filter(|part| is_expression(part.kind));
                let weight = self.expression_or_missing(expressions.next(), end);
                let formula = self.expression_or_missing(expressions.next(), end);
                Statement::Soft { weight, formula }
            }
            SyntaxKind::QpropObjective => Statement::Objective {
                goal: match find(&parts, SyntaxKind::MinimizeKw) {
                    Some(_) => Goal::Minimize,
                    None => Goal::Maximize,
                },
                term: self.expression_in(&parts, end),
            },
            SyntaxKind::QpropShow => Statement::Show {
                project: find(&parts, SyntaxKind::ProjectKw).is_some(),
                names: self.references(&parts),
            },
            SyntaxKind::QpropShowGrid => self.shown_grid(&parts, end)?,
            SyntaxKind::QpropCheck => Statement::Check(self.check(&parts, end)?),
            SyntaxKind::QpropUse => Statement::Use(self.text(find(&parts, SyntaxKind::String)?)),
            SyntaxKind::QpropInfix => Statement::Infix(self.references(&parts)),
            _ => return None,
        })
    }

    fn references(&mut self, parts: &[Child<'_>]) -> Box<[logic::formula::written::Identifier]> {
        parts
            .iter()
            .filter(|part| part.kind == SyntaxKind::QpropName)
            .filter_map(|node| self.reference(node))
            .collect()
    }

    fn declaration(&mut self, parts: &[Child<'_>], kind: DeclarationKind) -> Option<Statement> {
        Some(Statement::Declaration(Declaration {
            name: self.declared(parts)?,
            kind,
            columns: self.columns(parts),
            guard: self.guard(parts),
        }))
    }

    fn function(&mut self, parts: &[Child<'_>]) -> Option<Statement> {
        let name = self.declared(parts)?;
        let columns = self.columns(parts);
        let result = self.first_reference(parts)?;
        Some(Statement::Declaration(Declaration {
            name,
            kind: DeclarationKind::Function(result),
            columns,
            guard: self.guard(parts),
        }))
    }

    fn columns(&mut self, parts: &[Child<'_>]) -> Box<[Column]> {
        let Some(columns) = find(parts, SyntaxKind::QpropColumns) else {
            return Box::default();
        };
        parts_of(columns)
            .iter()
            .filter(|part| part.kind == SyntaxKind::QpropColumn)
            .filter_map(|column| {
                let parts = parts_of(column);
                Some(Column {
                    name: self.declared(&parts),
                    sort: self.first_reference(&parts)?,
                })
            })
            .collect()
    }

    fn shown_grid(&mut self, parts: &[Child<'_>], end: TextSize) -> Option<Statement> {
        let mut binders = parts
            .iter()
            .filter(|part| part.kind == SyntaxKind::QpropBinder);
        let row = binders.next().and_then(|node| self.binder(node))?;
        let column = binders.next().and_then(|node| self.binder(node))?;
        let term = self.expression_in(parts, end);
        let condition = find(parts, SyntaxKind::QpropWhere).map(|node| {
            let end = node.range.end();
            self.expression_in(&parts_of(node), end)
        });
        Some(Statement::ShowGrid(Box::new(ShownGrid {
            row,
            column,
            term,
            condition,
        })))
    }

    fn check(&mut self, parts: &[Child<'_>], end: TextSize) -> Option<Check> {
        let word = find(parts, SyntaxKind::Name)?;
        let comparison = || parts.iter().find_map(comparison_of);
        Some(match word.token()?.text() {
            "sat" => Check::Sat,
            "unsat" => Check::Unsat,
            "unique" => Check::Unique,
            "models" => Check::Models(comparison()?, self.expression_in(parts, end)),
            "cost" => Check::Cost(comparison()?, self.expression_in(parts, end)),
            "proves" => Check::Proves(self.expression_in(parts, end)),
            "refutes" => Check::Refutes(self.expression_in(parts, end)),
            "possible" => Check::Possible(self.expression_in(parts, end)),
            _ => return None,
        })
    }
}

/// How a sign compares.
pub(super) fn comparison_of(sign: &Child<'_>) -> Option<Comparison> {
    Some(match sign.kind {
        SyntaxKind::Equals => Comparison::Equal,
        SyntaxKind::NotEquals => Comparison::NotEqual,
        SyntaxKind::Less => Comparison::Less,
        SyntaxKind::LessEqual => Comparison::LessOrEqual,
        SyntaxKind::Greater => Comparison::Greater,
        SyntaxKind::GreaterEqual => Comparison::GreaterOrEqual,
        _ => return None,
    })
}
