//! Formulas and terms.

use logic::NodeId;
use logic::formula::written::{Connective, Expr, ExprKind, Operator, Quantifier, Scope};
use syntax::{SyntaxKind, TextRange, TextSize};

use super::statements::comparison_of;
use super::{Lowering, find, is_expression, name_of, parts_of};
use crate::green::Child;

impl Lowering {
    /// The expression among the parts, or what stands for it where it is missing before `end`.
    pub(super) fn expression_in(&mut self, parts: &[Child<'_>], end: TextSize) -> Expr {
        let found = parts.iter().find(|part| is_expression(part.kind));
        self.expression_or_missing(found, end)
    }

    /// The expression, or what stands for it where it is missing before `end`.
    pub(super) fn expression_or_missing(
        &mut self,
        found: Option<&Child<'_>>,
        end: TextSize,
    ) -> Expr {
        match found {
            Some(child) => self.expression(child),
            None => self.missing(end),
        }
    }

    fn expression(&mut self, child: &Child<'_>) -> Expr {
        match child.kind {
            SyntaxKind::QpropParenthesised => self.parenthesised(child),
            SyntaxKind::QpropIff => self.chain(child, &|_| Kind::Connective(Connective::Iff)),
            SyntaxKind::QpropXor => self.chain(child, &|_| Kind::Connective(Connective::Xor)),
            SyntaxKind::QpropAdditive | SyntaxKind::QpropMultiplicative => {
                self.chain(child, &|sign| Kind::Operator(operator(sign)))
            }
            SyntaxKind::QpropImplies => self.implications(child),
            SyntaxKind::QpropIf => self.together(child, Connective::If),
            SyntaxKind::QpropAnd => self.together(child, Connective::And),
            SyntaxKind::QpropOr => self.together(child, Connective::Or),
            SyntaxKind::QpropNot => self.around(child, |operand| ExprKind::Not(Box::new(operand))),
            SyntaxKind::QpropNegative => {
                self.around(child, |operand| ExprKind::Negative(Box::new(operand)))
            }
            SyntaxKind::QpropQuantified => self.quantified(child),
            SyntaxKind::QpropComparison => self.comparison(child),
            SyntaxKind::QpropMembership => self.membership(child),
            SyntaxKind::QpropInfixed => self.infixed(child),
            SyntaxKind::QpropApplication => self.application(child),
            SyntaxKind::QpropCount | SyntaxKind::QpropSum => self.aggregate(child),
            _ => self.plain(child),
        }
    }

    fn parenthesised(&mut self, child: &Child<'_>) -> Expr {
        let inner = self.expression_in(&parts_of(child), child.range.end());
        self.note_grouped(inner.id);
        inner
    }

    /// A part with the sign that is found first in it.
    fn node(&mut self, child: &Child<'_>, sign: Option<&Child<'_>>) -> NodeId {
        self.push(child.range, sign.map_or(child.range, |sign| sign.range))
    }

    /// An operand behind its sign.
    fn around(&mut self, child: &Child<'_>, make: impl FnOnce(Expr) -> ExprKind) -> Expr {
        let parts = parts_of(child);
        let id = self.node(child, parts.first());
        let operand = self.expression_in(&parts, child.range.end());
        Expr {
            id,
            kind: make(operand),
        }
    }

    /// Operands that one connective takes all together.
    fn together(&mut self, child: &Child<'_>, connective: Connective) -> Expr {
        let parts = parts_of(child);
        let id = self.node(child, parts.iter().find(|part| !is_expression(part.kind)));
        let mut operands: Vec<Expr> = parts
            .iter()
            .filter(|part| is_expression(part.kind))
            .map(|part| self.expression(part))
            .collect();
        while operands.len() < 2 {
            operands.push(self.missing(child.range.end()));
        }
        Expr {
            id,
            kind: ExprKind::Connective(connective, operands.into()),
        }
    }

    /// A chain that associates to the left: `a - b - c` is `(a - b) - c`.
    fn chain(&mut self, child: &Child<'_>, kind: &dyn Fn(SyntaxKind) -> Kind) -> Expr {
        let parts = parts_of(child);
        let start = child.range.start();
        let links = links(&parts, child.range.end());
        // The outermost operator is the last.
        let ids: Vec<NodeId> = links
            .iter()
            .rev()
            .map(|link| self.push(TextRange::new(start, link.end), link.sign.range))
            .collect();
        let first = parts.iter().find(|part| is_expression(part.kind));
        let mut left = self.expression_or_missing(first, child.range.end());
        for (link, id) in links.iter().zip(ids.into_iter().rev()) {
            let right = self.expression_or_missing(link.operand.as_ref(), child.range.end());
            left = Expr {
                id,
                kind: kind(link.sign.kind).of(left, right),
            };
        }
        left
    }

    /// `a implies b implies c` is `a implies (b implies c)`.
    fn implications(&mut self, child: &Child<'_>) -> Expr {
        let parts = parts_of(child);
        let end = child.range.end();
        let links = links(&parts, end);
        let mut lefts = Vec::new();
        let mut left = parts.iter().find(|part| is_expression(part.kind)).copied();
        for link in &links {
            let start = left.map_or(child.range.start(), |left| left.range.start());
            let id = self.push(TextRange::new(start, end), link.sign.range);
            lefts.push((id, self.expression_or_missing(left.as_ref(), end)));
            left = link.operand;
        }
        let mut right = self.expression_or_missing(left.as_ref(), end);
        for (id, left) in lefts.into_iter().rev() {
            right = Expr {
                id,
                kind: ExprKind::Connective(Connective::Implies, Box::new([left, right])),
            };
        }
        right
    }

    fn quantified(&mut self, child: &Child<'_>) -> Expr {
        let parts = parts_of(child);
        let id = self.node(child, parts.first());
        let quantifier = match parts.first().map(|first| first.kind) {
            Some(SyntaxKind::ForallKw) => Quantifier::Forall,
            Some(SyntaxKind::ExactlyKw) => Quantifier::Exactly(self.bound(child, &parts)),
            Some(SyntaxKind::AtleastKw) => Quantifier::AtLeast(self.bound(child, &parts)),
            Some(SyntaxKind::AtmostKw) => Quantifier::AtMost(self.bound(child, &parts)),
            _ if find(&parts, SyntaxKind::Bang).is_some() => Quantifier::Unique,
            _ => Quantifier::Exists,
        };
        let mut scope = self.scope(&parts);
        if scope.body.is_none() {
            scope.body = Some(self.missing(child.range.end()));
        }
        Expr {
            id,
            kind: ExprKind::Quantified(quantifier, Box::new(scope)),
        }
    }

    /// How many a quantifier asks for.
    fn bound(&mut self, quantified: &Child<'_>, parts: &[Child<'_>]) -> Box<Expr> {
        Box::new(match find(parts, SyntaxKind::QpropBound) {
            Some(bound) => self.expression_in(&parts_of(bound), bound.range.end()),
            None => self.missing(quantified.range.end()),
        })
    }

    fn scope(&mut self, parts: &[Child<'_>]) -> Scope {
        Scope {
            binders: self.binders(parts),
            guard: self.guard(parts),
            body: parts
                .iter()
                .find(|part| is_expression(part.kind))
                .map(|body| self.expression(body)),
        }
    }

    fn comparison(&mut self, child: &Child<'_>) -> Expr {
        let parts = parts_of(child);
        let id = self.node(
            child,
            parts.iter().find(|part| comparison_of(part).is_some()),
        );
        let comparisons: Box<[_]> = parts.iter().filter_map(comparison_of).collect();
        let mut terms: Vec<Expr> = parts
            .iter()
            .filter(|part| is_expression(part.kind))
            .map(|part| self.expression(part))
            .collect();
        terms.truncate(comparisons.len() + 1);
        while terms.len() <= comparisons.len() {
            terms.push(self.missing(child.range.end()));
        }
        Expr {
            id,
            kind: ExprKind::Compare {
                terms: terms.into(),
                comparisons,
            },
        }
    }

    fn membership(&mut self, child: &Child<'_>) -> Expr {
        let parts = parts_of(child);
        let negation = find(&parts, SyntaxKind::NotKw);
        let outer = negation.map(|sign| self.push(child.range, sign.range));
        let id = self.node(child, find(&parts, SyntaxKind::InKw));
        let mut behind = parts
            .iter()
            .skip_while(|part| part.kind != SyntaxKind::InKw);
        let element = self.expression_in(&parts, child.range.end());
        let kind = match behind.find_map(|part| self.range(part)) {
            Some(range) => ExprKind::In(Box::new(element), Box::new(range)),
            None => ExprKind::Missing,
        };
        let member = Expr { id, kind };
        match outer {
            Some(id) => Expr {
                id,
                kind: ExprKind::Not(Box::new(member)),
            },
            None => member,
        }
    }

    fn infixed(&mut self, child: &Child<'_>) -> Expr {
        let parts = parts_of(child);
        let name = find(&parts, SyntaxKind::Name);
        let id = self.node(child, name);
        let Some(name) = name.map(|name| self.identifier(name)) else {
            return self.missing(child.range.end());
        };
        let mut operands = parts.iter().filter(|part| is_expression(part.kind));
        let left = self.expression_or_missing(operands.next(), child.range.end());
        let right = self.expression_or_missing(operands.next(), child.range.end());
        Expr {
            id,
            kind: ExprKind::Apply {
                name,
                args: Box::new([left, right]),
                infix: true,
            },
        }
    }

    fn application(&mut self, child: &Child<'_>) -> Expr {
        let parts = parts_of(child);
        let name = find(&parts, SyntaxKind::Name);
        let id = self.node(child, name);
        let called = name.and_then(Child::token).map_or("", |token| token.text());
        let make: fn(Box<[Expr]>) -> ExprKind = match called {
            "abs" => ExprKind::Absolute,
            "min" => ExprKind::Minimum,
            "max" => ExprKind::Maximum,
            "connected" => ExprKind::Connected,
            "acyclic" => ExprKind::Acyclic,
            _ => {
                let kind = match name.map(|name| self.identifier(name)) {
                    Some(name) => ExprKind::Apply {
                        name,
                        args: self.arguments(&parts),
                        infix: false,
                    },
                    None => ExprKind::Missing,
                };
                return Expr { id, kind };
            }
        };
        let kind = make(self.arguments(&parts));
        Expr { id, kind }
    }

    fn arguments(&mut self, parts: &[Child<'_>]) -> Box<[Expr]> {
        parts
            .iter()
            .filter(|part| is_expression(part.kind))
            .map(|part| self.expression(part))
            .collect()
    }

    fn aggregate(&mut self, child: &Child<'_>) -> Expr {
        let parts = parts_of(child);
        let id = self.node(child, find(&parts, SyntaxKind::Name));
        let mut scope = self.scope(&parts);
        let kind = if child.kind == SyntaxKind::QpropSum {
            if scope.body.is_none() {
                scope.body = Some(self.missing(child.range.end()));
            }
            ExprKind::Sum(Box::new(scope))
        } else {
            ExprKind::Count(Box::new(scope))
        };
        Expr { id, kind }
    }

    /// A name, an integer, a truth value, or text left out.
    fn plain(&mut self, child: &Child<'_>) -> Expr {
        let parts = parts_of(child);
        let id = self.push(child.range, child.range);
        let kind = parts
            .first()
            .map_or(ExprKind::Missing, |token| match token.kind {
                SyntaxKind::Name => ExprKind::Name(name_of(token)),
                SyntaxKind::Number => {
                    ExprKind::Integer(token.token().and_then(|token| token.text().parse().ok()))
                }
                SyntaxKind::TrueKw => ExprKind::Truth(true),
                SyntaxKind::FalseKw => ExprKind::Truth(false),
                _ => ExprKind::Missing,
            });
        Expr { id, kind }
    }
}

/// What a sign makes of what stands before and behind it.
enum Kind {
    Connective(Connective),
    Operator(Operator),
}

impl Kind {
    fn of(self, left: Expr, right: Expr) -> ExprKind {
        let both = Box::new([left, right]);
        match self {
            Kind::Connective(connective) => ExprKind::Connective(connective, both),
            Kind::Operator(operator) => ExprKind::Arithmetic(operator, both),
        }
    }
}

fn operator(sign: SyntaxKind) -> Operator {
    match sign {
        SyntaxKind::Plus => Operator::Add,
        SyntaxKind::Star => Operator::Multiply,
        SyntaxKind::DivKw => Operator::Divide,
        SyntaxKind::ModKw => Operator::Modulo,
        _ => Operator::Subtract,
    }
}

/// A sign of a chain and the operand behind it.
struct Link<'a> {
    sign: Child<'a>,
    operand: Option<Child<'a>>,
    /// Where the operand ends.
    end: TextSize,
}

/// The links of a chain; `end` is where what is missing behind the last one would be.
fn links<'a>(parts: &[Child<'a>], end: TextSize) -> Vec<Link<'a>> {
    let mut links: Vec<Link<'a>> = Vec::new();
    for part in parts {
        if !is_expression(part.kind) {
            links.push(Link {
                sign: *part,
                operand: None,
                end,
            });
        } else if let Some(link) = links.last_mut() {
            link.operand = Some(*part);
            link.end = part.range.end();
        }
    }
    links
}
