//! Names where they are declared or bound, and what variables range over.

use std::cell::Cell;

use super::Statement;
use crate::SyntaxKind;

impl Statement<'_, '_> {
    /// A name that is declared: a token of the statement.
    pub(super) fn name(&mut self, expected: &'static str) {
        if self.take_if(SyntaxKind::Name) {
            return;
        }
        let is_word = self
            .kind()
            .is_some_and(|kind| (SyntaxKind::SortKw..=SyntaxKind::GridKw).contains(&kind));
        let help = "words of the language are no names";
        self.wrong(expected, is_word.then_some(help));
    }

    /// A name that is used: a node.
    pub(super) fn reference(&mut self, expected: &'static str) {
        let mark = self.begin();
        self.name(expected);
        if !self.abandoned {
            self.node(SyntaxKind::QpropName, mark);
        }
    }

    /// What `read` reads, once at least, with commas between. Text may be left out anywhere.
    pub(super) fn list(&mut self, read: impl Fn(&mut Self)) {
        loop {
            match self.ahead() {
                Some(hole) if hole.kind == SyntaxKind::Hole => self.hole(hole),
                _ => read(self),
            }
            let goes_on = self.take_if(SyntaxKind::Comma) || self.is(SyntaxKind::Hole);
            if !goes_on {
                return;
            }
        }
    }

    /// Variables that are bound; the levels of the highest range.
    pub(super) fn binders(&mut self) -> u16 {
        let highest = Cell::new(0);
        self.list(|this| highest.set(highest.get().max(this.binder(true))));
        highest.get()
    }

    /// `x`, `x: sort`, and where a range is allowed `x in range`; the levels of that.
    pub(super) fn binder(&mut self, ranges: bool) -> u16 {
        let mark = self.begin();
        let mut height = 0;
        self.name("a variable");
        if self.take_if(SyntaxKind::Colon) {
            self.reference("a sort");
        } else if ranges && self.is(SyntaxKind::InKw) {
            self.take();
            height = self.domain();
        }
        self.node(SyntaxKind::QpropBinder, mark);
        height
    }

    /// What follows the comma-parted variables of a grid: `x` or `x in range`.
    pub(super) fn grid_variable(&mut self) {
        let mark = self.begin();
        self.name("a variable");
        if self.take_if(SyntaxKind::InKw) {
            self.domain();
        }
        self.node(SyntaxKind::QpropBinder, mark);
    }

    /// `range`: a sort, a set, or `low..high`; the levels of its terms.
    pub(super) fn domain(&mut self) -> u16 {
        self.height = 1;
        match self.kind() {
            Some(SyntaxKind::LBrace) => self.set(),
            Some(SyntaxKind::Name) if !self.begins_range() => self.plain(),
            _ => self.range(),
        }
        self.height
    }

    fn begins_range(&mut self) -> bool {
        self.second()
            .is_some_and(|second| matches!(second.kind, SyntaxKind::DotDot))
    }

    /// `sortexpr`
    pub(super) fn union(&mut self) {
        let mark = self.begin();
        loop {
            match self.kind() {
                Some(SyntaxKind::LBrace) => self.set(),
                Some(SyntaxKind::Name) if !self.begins_range() => self.plain(),
                _ => {
                    self.range();
                    break;
                }
            }
            if !self.take_if(SyntaxKind::Plus) {
                break;
            }
        }
        self.node(SyntaxKind::QpropUnion, mark);
    }

    /// `low..high`
    fn range(&mut self) {
        let mark = self.begin();
        match self.kind() {
            Some(SyntaxKind::Minus) => {
                let mark = self.begin();
                self.take();
                match self.kind() {
                    Some(SyntaxKind::Number | SyntaxKind::Name) => self.plain(),
                    _ => self.wrong("a number or a name", None),
                }
                self.node(SyntaxKind::QpropNegative, mark);
            }
            Some(SyntaxKind::Number | SyntaxKind::Name) => self.plain(),
            Some(SyntaxKind::LParen) => self.parenthesised(),
            Some(SyntaxKind::Hole) => {
                self.plain();
                return;
            }
            _ => self.wrong(
                "a sort, a set or a range",
                Some("write a name, `{a, b}` or `1..9`"),
            ),
        }
        match self.ahead() {
            Some(hole) if hole.kind == SyntaxKind::Hole => self.hole(hole),
            _ => self.expect(SyntaxKind::DotDot, "`..`", None),
        }
        let height = self.height;
        self.term("a term");
        self.rise(self.height.max(height) + 1);
        self.node(SyntaxKind::QpropRange, mark);
    }

    fn set(&mut self) {
        let mark = self.begin();
        self.take();
        if !self.is(SyntaxKind::RBrace) {
            self.list(Self::element);
        }
        self.expect(SyntaxKind::RBrace, "`,` or `}`", None);
        self.node(SyntaxKind::QpropSet, mark);
    }

    fn element(&mut self) {
        let mark = self.begin();
        if self.take_if(SyntaxKind::Minus) {
            self.expect(SyntaxKind::Number, "a number", None);
        } else if !self.take_if(SyntaxKind::Number) {
            self.name("a name or a number");
        }
        self.node(SyntaxKind::QpropElement, mark);
    }
}
