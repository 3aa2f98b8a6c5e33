//! Statements, by their first word.

use super::recovery::begins_bare_statement;
use super::{Ahead, Statement};
use crate::SyntaxKind;

impl Statement<'_, '_> {
    /// Reads the statement; returns its end.
    pub(super) fn statement(mut self) -> usize {
        let first = self.ahead().expect("an item begins before the end");
        let mark = self.cx.tree.mark();
        let kind = match first.kind {
            SyntaxKind::SortKw => self.sort(),
            SyntaxKind::ConstKw => self.constant(),
            SyntaxKind::VarKw => self.variables(),
            SyntaxKind::PredKw => self.predicate(),
            SyntaxKind::GivenKw => self.given(),
            SyntaxKind::FuncKw => self.function(),
            SyntaxKind::DefineKw => self.definition(),
            SyntaxKind::RuleKw => self.rule(),
            SyntaxKind::SoftKw => self.soft(),
            SyntaxKind::MinimizeKw | SyntaxKind::MaximizeKw => self.objective(),
            SyntaxKind::ShowKw => self.show(),
            SyntaxKind::CheckKw => self.check(),
            SyntaxKind::UseKw => self.use_file(),
            SyntaxKind::InfixKw => self.infix(),
            kind if kind != SyntaxKind::Minus && begins_bare_statement(kind) => {
                self.formula("a statement");
                SyntaxKind::QpropConstraint
            }
            _ => {
                self.no_statement(first);
                return self.offset;
            }
        };
        self.end(kind, mark);
        self.offset
    }

    /// A `;`, and the formula in parentheses behind it on its line.
    pub(super) fn constraint_behind_semicolon(mut self) -> usize {
        let mark = self.cx.tree.mark();
        self.take();
        self.formula("a formula");
        self.end(SyntaxKind::QpropConstraint, mark);
        self.offset
    }

    fn rule(&mut self) -> SyntaxKind {
        self.take();
        self.take_if(SyntaxKind::Name);
        let help = "write `rule NAME: FORMULA`";
        self.expect(SyntaxKind::Colon, "`:`", Some(help));
        self.formula("a formula");
        SyntaxKind::QpropRule
    }

    fn soft(&mut self) -> SyntaxKind {
        self.take();
        self.term("what a violation costs");
        let help = "write `soft COST: FORMULA`";
        self.expect(SyntaxKind::Colon, "`:`", Some(help));
        self.formula("a formula");
        SyntaxKind::QpropSoft
    }

    fn objective(&mut self) -> SyntaxKind {
        self.take();
        self.term("a term");
        SyntaxKind::QpropObjective
    }

    fn show(&mut self) -> SyntaxKind {
        self.take();
        if self.is(SyntaxKind::GridKw) {
            return self.show_grid();
        }
        self.take_if(SyntaxKind::ProjectKw);
        self.list(|this| this.reference("the name of a relation or a function"));
        SyntaxKind::QpropShow
    }

    fn show_grid(&mut self) -> SyntaxKind {
        let help = "write `show grid ROW, COLUMN : TERM`, and `where FORMULA` behind it";
        self.take();
        self.grid_variable();
        self.expect(
            SyntaxKind::Comma,
            "`,` and the variable of the columns",
            Some(help),
        );
        self.grid_variable();
        self.expect(SyntaxKind::Colon, "`:` and what the cells show", Some(help));
        self.term("what the cells show, a term");
        if self.is(SyntaxKind::WhereKw) {
            let mark = self.begin();
            self.take();
            self.formula("a formula");
            self.node(SyntaxKind::QpropWhere, mark);
        }
        SyntaxKind::QpropShowGrid
    }

    fn check(&mut self) -> SyntaxKind {
        self.take();
        let word = self.ahead().filter(|word| word.kind == SyntaxKind::Name);
        match word.map(|word| self.text(word)) {
            Some("sat" | "unsat" | "unique") => self.take(),
            Some("models" | "cost") => {
                self.take();
                self.number_to_compare();
            }
            Some("proves" | "refutes" | "possible") => {
                self.take();
                self.formula("a formula");
            }
            _ => {
                let help = "write `sat`, `unsat`, `unique`, `models = N`, `cost = N`, `proves F`, \
                            `refutes F` or `possible F`";
                self.wrong("what to check", Some(help));
            }
        }
        SyntaxKind::QpropCheck
    }

    fn number_to_compare(&mut self) {
        let sign = self.ahead().filter(|&sign| self.is_comparison(sign));
        match sign {
            Some(sign) => {
                self.operator(sign);
                self.term("a number");
            }
            None => self.wrong("`=` and a number", None),
        }
    }

    fn is_comparison(&self, sign: Ahead) -> bool {
        super::formulas::is_comparison(self.meaning(sign))
    }

    fn use_file(&mut self) -> SyntaxKind {
        self.take();
        let help = "write `use \"file.qprop\"`";
        self.expect(SyntaxKind::String, "the name of a file in `\"`", Some(help));
        SyntaxKind::QpropUse
    }

    fn infix(&mut self) -> SyntaxKind {
        self.take();
        self.list(|this| this.reference("the name of a relation"));
        SyntaxKind::QpropInfix
    }
}
