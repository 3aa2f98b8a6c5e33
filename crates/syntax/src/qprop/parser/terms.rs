//! Terms: arithmetic, applications, counts and sums.

use super::{Ahead, Statement};
use crate::{SyntaxErrorKind, SyntaxKind};

impl Statement<'_, '_> {
    /// `term`; `what` is how it is called when it is missing.
    pub(super) fn term(&mut self, what: &'static str) {
        let first = self.begin();
        let mut is_sum = false;
        self.product(what);
        while let Some(sign) = self.ahead()
            && matches!(self.meaning(sign), SyntaxKind::Plus | SyntaxKind::Minus)
        {
            is_sum = true;
            let height = self.height;
            self.operator(sign);
            self.product("a term");
            self.rise(self.height.max(height) + 1);
        }
        if is_sum {
            self.node(SyntaxKind::QpropAdditive, first);
        }
    }

    fn product(&mut self, what: &'static str) {
        let first = self.begin();
        let mut is_product = false;
        self.factor(what);
        while let Some(sign) = self.ahead()
            && matches!(
                self.meaning(sign),
                SyntaxKind::Star | SyntaxKind::DivKw | SyntaxKind::ModKw
            )
        {
            is_product = true;
            let height = self.height;
            self.operator(sign);
            self.factor("a term");
            self.rise(self.height.max(height) + 1);
        }
        if is_product {
            self.node(SyntaxKind::QpropMultiplicative, first);
        }
    }

    /// `neg` and `prim`.
    fn factor(&mut self, what: &'static str) {
        let Some(next) = self.ahead() else {
            self.wrong(what, None);
            return;
        };
        match self.meaning(next) {
            SyntaxKind::Minus => {
                let mark = self.begin();
                if self.deeper() {
                    self.operator(next);
                    self.factor("a term");
                    self.rise(self.height + 1);
                    self.depth -= 1;
                }
                self.node(SyntaxKind::QpropNegative, mark);
            }
            SyntaxKind::Name if self.touches(next) => self.application(next),
            SyntaxKind::Number
            | SyntaxKind::TrueKw
            | SyntaxKind::FalseKw
            | SyntaxKind::Hole
            | SyntaxKind::Name => self.plain(),
            SyntaxKind::LParen => self.parenthesised(),
            kind => {
                let is_quantifier = (SyntaxKind::ForallKw..=SyntaxKind::AtmostKw).contains(&kind)
                    || kind == SyntaxKind::NotKw;
                let help = "put it in parentheses, or the sign before it is too much";
                self.wrong(what, is_quantifier.then_some(help));
            }
        }
    }

    /// A name, a literal, or text left out.
    pub(super) fn plain(&mut self) {
        let mark = self.begin();
        let Some(next) = self.ahead() else { return };
        self.height = 1;
        match next.kind {
            SyntaxKind::Hole => self.hole(next),
            SyntaxKind::Name => {
                self.take();
                self.node(SyntaxKind::QpropName, mark);
            }
            _ => {
                self.take();
                self.node(SyntaxKind::QpropLiteral, mark);
            }
        }
    }

    /// Text left out, which stands for what is missing.
    pub(super) fn hole(&mut self, hole: Ahead) {
        let mark = self.begin();
        self.mended(hole, SyntaxErrorKind::ElidedText);
        self.elided = true;
        self.take();
        self.node(SyntaxKind::QpropLiteral, mark);
    }

    /// `(formula or term)`
    pub(super) fn parenthesised(&mut self) {
        let mark = self.begin();
        if let Some(open) = self.ahead()
            && self.deeper()
        {
            self.take();
            self.formula("a formula");
            self.close(open, "`)`");
            self.rise(self.height + 1);
            self.depth -= 1;
        }
        self.node(SyntaxKind::QpropParenthesised, mark);
    }

    fn application(&mut self, name: Ahead) {
        let mark = self.begin();
        let kind = match self.text(name) {
            "count" => SyntaxKind::QpropCount,
            "sum" => SyntaxKind::QpropSum,
            _ => SyntaxKind::QpropApplication,
        };
        if self.deeper() {
            self.take();
            if let Some(open) = self.ahead() {
                self.take();
                let height = match kind {
                    SyntaxKind::QpropApplication => self.arguments(open),
                    kind => self.aggregate(open, kind),
                };
                self.rise(height + 1);
            }
            self.depth -= 1;
        }
        self.node(kind, mark);
    }

    /// The arguments behind `open`; the levels of the highest.
    fn arguments(&mut self, open: Ahead) -> u16 {
        if self.take_if(SyntaxKind::RParen) {
            return 0;
        }
        self.formula("a term");
        let mut height = self.height;
        // Where text was left out, signs may be too.
        while self.take_if(SyntaxKind::Comma) || self.is(SyntaxKind::Hole) {
            self.formula("a term");
            height = height.max(self.height);
        }
        self.close(open, "`,` or `)`");
        height
    }

    /// What `count` and `sum` have in their parentheses; the levels of it.
    fn aggregate(&mut self, open: Ahead, kind: SyntaxKind) -> u16 {
        let mut height = self.binders();
        let guarded = self.is(SyntaxKind::Pipe);
        height = height.max(self.guard());
        if self.take_if(SyntaxKind::Dot) {
            self.formula(if kind == SyntaxKind::QpropSum {
                "a term"
            } else {
                "a formula"
            });
            height = height.max(self.height);
        } else if kind == SyntaxKind::QpropSum {
            self.wrong("`.` and a term", Some("write `sum(x | guard . term)`"));
        } else if !guarded {
            self.wrong("`|` or `.`", Some("write `count(x | formula)`"));
        }
        self.close(open, "`)`");
        height
    }
}
