//! Formulas: connectives, quantifiers, comparisons.

use rowan::TextRange;

use super::{Ahead, Statement, range};
use crate::qprop::foreign;
use crate::{ParseOptions, SyntaxErrorKind, SyntaxKind};

/// An operator between formulas whose right side is being read.
struct Open {
    kind: SyntaxKind,
    /// Where the node begins in the tree,
    mark: usize,
    /// and in the text.
    start: usize,
    /// Where each operand behind the first starts, and the one before it ends; kept for
    /// implications alone.
    joints: Vec<(usize, usize)>,
    /// The operator that mixes `implies` and `if`.
    mixed: Option<Ahead>,
    /// The levels of the operands, and of the chain where that nests.
    height: u16,
}

impl Statement<'_, '_> {
    /// `expr`: a formula, or where the grammar cannot tell them apart a term; `what` is how it is
    /// called when it is missing.
    pub(super) fn formula(&mut self, what: &'static str) {
        let mut open: Vec<Open> = Vec::new();
        let mut mark = self.begin();
        let mut start = self.offset;
        self.unary(what);
        while let Some((operator, kind)) = self.connective() {
            // What binds tighter ends here, and is the first operand of what begins.
            while let Some(last) = open.pop_if(|last| tightness(last.kind) > tightness(kind)) {
                (mark, start) = (last.mark, last.start);
                self.close_operator(&last);
            }
            let end = self.offset;
            match open.last_mut() {
                Some(last) if tightness(last.kind) == tightness(kind) => {
                    // `implies` chains to the right; `if` does not chain.
                    let is_arrow = matches!(kind, SyntaxKind::QpropImplies | SyntaxKind::QpropIf);
                    let chains =
                        (kind, last.kind) == (SyntaxKind::QpropImplies, SyntaxKind::QpropImplies);
                    if is_arrow && !chains {
                        last.mixed.get_or_insert(operator);
                    }
                }
                _ => open.push(Open {
                    kind,
                    mark,
                    start,
                    joints: Vec::new(),
                    mixed: None,
                    height: self.height,
                }),
            }
            self.operator(operator);
            mark = self.begin();
            start = self.offset;
            self.unary("a formula");
            let last = open.last_mut().expect("an operator is open");
            last.height = self.height.max(last.height) + u16::from(nests(kind));
            if matches!(kind, SyntaxKind::QpropImplies | SyntaxKind::QpropIf) {
                last.joints.push((end, start));
            }
            let height = last.height;
            if height > ParseOptions::HIGHEST_FORMULA {
                self.rise(height);
            }
        }
        while let Some(last) = open.pop() {
            self.close_operator(&last);
        }
    }

    fn close_operator(&mut self, open: &Open) {
        if let Some(mixed) = open.mixed {
            let groups = match *open.joints {
                [(_, second), (end, _)] => Some((
                    TextRange::new(super::size(open.start), super::size(end)),
                    range(second, self.offset),
                )),
                _ => None,
            };
            self.mended(mixed, SyntaxErrorKind::MixedImplication { groups });
        }
        self.node(open.kind, open.mark);
        self.rise(open.height + u16::from(!nests(open.kind)));
    }

    /// The operator between formulas that is next, and the kind of its node.
    fn connective(&mut self) -> Option<(Ahead, SyntaxKind)> {
        let next = self.ahead()?;
        let kind = match self.meaning(next) {
            SyntaxKind::IffKw => SyntaxKind::QpropIff,
            SyntaxKind::ImpliesKw => SyntaxKind::QpropImplies,
            SyntaxKind::IfKw => SyntaxKind::QpropIf,
            SyntaxKind::XorKw => SyntaxKind::QpropXor,
            SyntaxKind::OrKw => SyntaxKind::QpropOr,
            SyntaxKind::AndKw => SyntaxKind::QpropAnd,
            _ => return None,
        };
        Some((next, kind))
    }

    /// The kind of a token, or of what an operator of another language means.
    pub(super) fn meaning(&self, token: Ahead) -> SyntaxKind {
        if token.kind == SyntaxKind::ErrorToken {
            foreign(self.text(token)).map_or(token.kind, |(kind, _)| kind)
        } else {
            token.kind
        }
    }

    /// Takes an operator, and reports it when it is of another language.
    pub(super) fn operator(&mut self, operator: Ahead) {
        if operator.kind == SyntaxKind::ErrorToken
            && let Some((_, write)) = foreign(self.text(operator))
        {
            self.mended(operator, SyntaxErrorKind::ForeignOperator { write });
        }
        self.take();
    }

    fn unary(&mut self, what: &'static str) {
        let mark = self.begin();
        match self.kind() {
            Some(SyntaxKind::NotKw | SyntaxKind::Bang) => {
                if self.deeper() {
                    self.take();
                    self.unary("a formula");
                    self.rise(self.height + 1);
                    self.depth -= 1;
                }
                self.node(SyntaxKind::QpropNot, mark);
            }
            Some(
                SyntaxKind::ForallKw
                | SyntaxKind::ExistsKw
                | SyntaxKind::ExactlyKw
                | SyntaxKind::AtleastKw
                | SyntaxKind::AtmostKw,
            ) => {
                if self.deeper() {
                    self.quantified();
                    self.depth -= 1;
                }
                self.node(SyntaxKind::QpropQuantified, mark);
            }
            _ => self.relation(what, mark),
        }
    }

    fn quantified(&mut self) {
        let quantifier = self.kind();
        self.take();
        match quantifier {
            Some(SyntaxKind::ExistsKw) => _ = self.take_if(SyntaxKind::Bang),
            Some(SyntaxKind::ForallKw) => {}
            _ => self.bound(),
        }
        let mut height = self.binders();
        height = height.max(self.guard());
        let help = "between the variables and the formula stands `.`";
        self.expect(SyntaxKind::Dot, "`.`", Some(help));
        self.formula("a formula");
        self.rise(self.height.max(height) + 1);
    }

    /// How many a counting quantifier asks for.
    fn bound(&mut self) {
        let mark = self.begin();
        let help = "a bound that is more than a number or a name stands in parentheses";
        match self.kind() {
            Some(SyntaxKind::Number | SyntaxKind::Name) => self.plain(),
            Some(SyntaxKind::LParen) => self.parenthesised(),
            _ => self.wrong("how many, a number or a name", Some(help)),
        }
        let goes_on = self.kind().is_some_and(|kind| {
            use SyntaxKind::{DivKw, Minus, ModKw, Plus, Star};
            [Plus, Minus, Star, DivKw, ModKw].contains(&kind)
        });
        if goes_on && !self.abandoned {
            self.wrong("a variable", Some(help));
        }
        self.node(SyntaxKind::QpropBound, mark);
    }

    /// `| formula`, if there is one; its levels.
    pub(super) fn guard(&mut self) -> u16 {
        if !self.is(SyntaxKind::Pipe) {
            return 0;
        }
        let mark = self.begin();
        self.take();
        self.formula("a formula");
        self.node(SyntaxKind::QpropGuard, mark);
        self.height
    }

    /// `rel`, whose node begins at `mark`.
    fn relation(&mut self, what: &'static str, mark: usize) {
        self.term(what);
        let Some(next) = self.ahead() else { return };
        match self.meaning(next) {
            kind if is_comparison(kind) => {
                let mut height = self.height;
                while let Some(sign) = self.ahead()
                    && is_comparison(self.meaning(sign))
                {
                    self.operator(sign);
                    self.term("a term");
                    height = height.max(self.height);
                }
                self.rise(height + 1);
                self.node(SyntaxKind::QpropComparison, mark);
            }
            SyntaxKind::InKw => {
                self.take();
                self.membership(mark);
            }
            SyntaxKind::NotKw
                if self
                    .second()
                    .is_some_and(|second| second.kind == SyntaxKind::InKw) =>
            {
                self.take();
                self.take();
                self.membership(mark);
            }
            SyntaxKind::Name if self.is_infix(next) => {
                self.take();
                let height = self.height;
                self.term("a term");
                self.rise(self.height.max(height) + 1);
                self.node(SyntaxKind::QpropInfixed, mark);
            }
            _ => {}
        }
    }

    fn membership(&mut self, mark: usize) {
        let height = self.height;
        let of_range = self.domain();
        self.rise(of_range.max(height) + 1);
        self.node(SyntaxKind::QpropMembership, mark);
    }

    fn is_infix(&self, name: Ahead) -> bool {
        self.cx.infix.contains(self.text(name)) && !self.touches(name)
    }
}

/// Whether a chain of the operator nests when it is walked.
fn nests(kind: SyntaxKind) -> bool {
    !matches!(kind, SyntaxKind::QpropAnd | SyntaxKind::QpropOr)
}

/// How tight the operator of a node binds; the loosest is 1.
fn tightness(kind: SyntaxKind) -> u8 {
    match kind {
        SyntaxKind::QpropIff => 1,
        SyntaxKind::QpropImplies | SyntaxKind::QpropIf => 2,
        SyntaxKind::QpropXor => 3,
        SyntaxKind::QpropOr => 4,
        _ => 5,
    }
}

pub(super) fn is_comparison(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::Equals
            | SyntaxKind::NotEquals
            | SyntaxKind::Less
            | SyntaxKind::LessEqual
            | SyntaxKind::Greater
            | SyntaxKind::GreaterEqual
    )
}
