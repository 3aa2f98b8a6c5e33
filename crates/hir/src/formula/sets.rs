//! Variables where they are bound, and what they range over.

use logic::formula::written::{Annotation, Binder, Element, Elements, Expr, Range};
use syntax::SyntaxKind;

use super::{Lowering, find, is_expression, parts_of};
use crate::green::Child;

impl Lowering {
    /// The variables bound among the parts.
    pub(super) fn binders(&mut self, parts: &[Child<'_>]) -> Box<[Binder]> {
        parts
            .iter()
            .filter(|part| part.kind == SyntaxKind::QpropBinder)
            .filter_map(|node| self.binder(node))
            .collect()
    }

    pub(super) fn binder(&mut self, node: &Child<'_>) -> Option<Binder> {
        let parts = parts_of(node);
        let variable = self.declared(&parts)?;
        let annotation = if find(&parts, SyntaxKind::Colon).is_some() {
            self.first_reference(&parts).map(Annotation::Sort)
        } else {
            let range = parts.iter().find_map(|part| self.range(part));
            range.map(|range| Annotation::In(Box::new(range)))
        };
        Some(Binder {
            variable,
            annotation,
        })
    }

    /// What stands behind `|` among the parts.
    pub(super) fn guard(&mut self, parts: &[Child<'_>]) -> Option<Expr> {
        let guard = find(parts, SyntaxKind::QpropGuard)?;
        Some(self.expression_in(&parts_of(guard), guard.range.end()))
    }

    /// The parts of a sort.
    pub(super) fn elements(&mut self, union: &Child<'_>) -> Elements {
        Elements {
            parts: parts_of(union)
                .iter()
                .filter_map(|part| self.range(part))
                .collect(),
        }
    }

    /// The set that a part is, if it is one.
    pub(super) fn range(&mut self, part: &Child<'_>) -> Option<Range> {
        match part.kind {
            SyntaxKind::QpropName => self.reference(part).map(Range::Sort),
            SyntaxKind::QpropSet => {
                let id = self.push(part.range, part.range);
                let elements = parts_of(part)
                    .iter()
                    .filter(|part| part.kind == SyntaxKind::QpropElement)
                    .filter_map(|part| self.element(part))
                    .collect();
                Some(Range::Set { id, elements })
            }
            SyntaxKind::QpropRange => {
                let parts = parts_of(part);
                let sign = find(&parts, SyntaxKind::DotDot).map_or(part.range, |sign| sign.range);
                let id = self.push(part.range, sign);
                let mut ends = parts.iter().filter(|part| is_expression(part.kind));
                let low = self.expression_or_missing(ends.next(), part.range.end());
                let high = self.expression_or_missing(ends.next(), part.range.end());
                Some(Range::Interval { id, low, high })
            }
            _ => None,
        }
    }

    fn element(&mut self, element: &Child<'_>) -> Option<Element> {
        let parts = parts_of(element);
        let Some(digits) = find(&parts, SyntaxKind::Number) else {
            return self.declared(&parts).map(Element::Name);
        };
        let sign = find(&parts, SyntaxKind::Minus).map_or("", |_| "-");
        let digits = digits.token()?.text();
        Some(Element::Integer {
            id: self.push(element.range, element.range),
            value: format!("{sign}{digits}").parse().ok()?,
        })
    }
}
