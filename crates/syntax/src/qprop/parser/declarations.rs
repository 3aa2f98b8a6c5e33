//! Statements that declare names.

use super::Statement;
use crate::SyntaxKind;

impl Statement<'_, '_> {
    pub(super) fn sort(&mut self) -> SyntaxKind {
        self.take();
        self.name("the name of a sort");
        if self.take_if(SyntaxKind::Equals) {
            self.union();
        }
        SyntaxKind::QpropSort
    }

    pub(super) fn constant(&mut self) -> SyntaxKind {
        self.take();
        self.name("the name of a constant");
        if self.take_if(SyntaxKind::Equals) {
            self.term("the value, a term");
        }
        SyntaxKind::QpropConst
    }

    pub(super) fn variables(&mut self) -> SyntaxKind {
        self.take();
        self.list(|this| this.name("the name of a variable"));
        let help = "write `var NAME, NAME: SORT`";
        self.expect(SyntaxKind::Colon, "`:` and a sort", Some(help));
        self.reference("a sort");
        SyntaxKind::QpropVar
    }

    pub(super) fn predicate(&mut self) -> SyntaxKind {
        self.take();
        self.declared("the name of a relation");
        self.guard();
        SyntaxKind::QpropPred
    }

    pub(super) fn given(&mut self) -> SyntaxKind {
        self.take();
        if !self.take_if(SyntaxKind::GridKw) {
            self.declared("the name of a relation");
            return SyntaxKind::QpropGiven;
        }
        self.reference("the name of a relation");
        self.grid_row();
        while self.is(SyntaxKind::String) || self.is(SyntaxKind::Hole) {
            self.grid_row();
        }
        SyntaxKind::QpropGrid
    }

    fn grid_row(&mut self) {
        match self.ahead() {
            Some(hole) if hole.kind == SyntaxKind::Hole => self.hole(hole),
            _ => {
                let help = "write `given grid NAME \"ROW\" \"ROW\"`";
                self.expect(SyntaxKind::String, "a row in `\"`", Some(help));
            }
        }
    }

    pub(super) fn function(&mut self) -> SyntaxKind {
        self.take();
        self.declared("the name of a function");
        let help = "write `func NAME(SORT, SORT): SORT`";
        self.expect(
            SyntaxKind::Colon,
            "`:` and the sort of the values",
            Some(help),
        );
        self.reference("a sort");
        self.guard();
        SyntaxKind::QpropFunc
    }

    pub(super) fn definition(&mut self) -> SyntaxKind {
        self.take();
        let name = self.ahead();
        self.name("the name of a relation");
        if name.is_some_and(|name| self.touches(name))
            && let Some(open) = self.ahead()
        {
            let mark = self.begin();
            self.take();
            self.list(|this| _ = this.binder(false));
            self.close(open, "`,` or `)`");
            self.node(SyntaxKind::QpropParameters, mark);
        }
        let help = "write `define NAME(VARIABLES) iff FORMULA`";
        self.expect(SyntaxKind::IffKw, "`iff`", Some(help));
        self.formula("a formula");
        SyntaxKind::QpropDefine
    }

    /// A name with its columns, if it has some.
    fn declared(&mut self, expected: &'static str) {
        let name = self.ahead();
        self.name(expected);
        if name.is_some_and(|name| self.touches(name))
            && let Some(open) = self.ahead()
        {
            let mark = self.begin();
            self.take();
            self.list(Self::column);
            self.close(open, "`,` or `)`");
            self.node(SyntaxKind::QpropColumns, mark);
        }
    }

    /// `sort` or `label: sort`
    fn column(&mut self) {
        let mark = self.begin();
        let is_labelled = self
            .second()
            .is_some_and(|second| second.kind == SyntaxKind::Colon);
        if is_labelled {
            self.name("a name for the column");
            self.take();
        }
        self.reference("a sort");
        self.node(SyntaxKind::QpropColumn, mark);
    }
}
