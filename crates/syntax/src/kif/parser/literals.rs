//! Literals of KIF.

use super::{FormParser, unexpected};
use crate::{SyntaxErrorKind, SyntaxKind};

impl FormParser<'_, '_> {
    /// Literals up to the closing parenthesis, and that.
    pub(super) fn literals(&mut self) -> usize {
        let mut count = 0;
        while let Some((kind, end)) = self.peek() {
            if kind == SyntaxKind::RParen {
                self.push(kind, end);
                break;
            }
            self.literal();
            count += 1;
        }
        count
    }

    /// One literal, of which a token must be there.
    pub(super) fn literal(&mut self) {
        let Some((kind, end)) = self.peek() else {
            return;
        };
        let start = self.offset;
        let mark = self.cx.tree.mark();
        match kind {
            SyntaxKind::LParen if self.too_deep() => self.flat(),
            SyntaxKind::LParen => self.list_of(Self::list),
            SyntaxKind::Name if &self.cx.text[start..end] == "," => {
                self.push(SyntaxKind::ErrorToken, end);
                self.cx.tree.node(SyntaxKind::Error, mark);
                let help = "literals stand side by side: remove the comma";
                self.error(start, end, unexpected("a literal", Some(help)));
            }
            SyntaxKind::Name => {
                self.push(kind, end);
                self.cx.tree.node(SyntaxKind::KifAtom, mark);
            }
            _ => {
                self.push(kind, end);
                self.misplaced();
                self.cx.tree.node(SyntaxKind::Error, mark);
                let error = if kind == SyntaxKind::Variable {
                    unexpected("a literal", Some("a variable stands for a term only"))
                } else {
                    SyntaxErrorKind::ConnectiveAsName
                };
                self.error(start, end, error);
            }
        }
    }

    /// A literal in parentheses.
    fn list(&mut self) {
        let mark = self.cx.tree.mark();
        let start = self.offset;
        let head = self.head_kind();
        self.push(SyntaxKind::LParen, start + 1);
        let kind = match head {
            Some(SyntaxKind::NotKw) => {
                self.take_head();
                let count = self.literals();
                if count != 1 && self.is_closed() && !self.cx.has_error_since(start) {
                    let end = self.offset;
                    self.error(start, end, unexpected("one literal behind `not`", None));
                }
                SyntaxKind::KifNot
            }
            Some(kind @ (SyntaxKind::OrKw | SyntaxKind::AndKw)) => {
                self.take_head();
                self.literals();
                if kind == SyntaxKind::OrKw {
                    SyntaxKind::KifOr
                } else {
                    SyntaxKind::KifAnd
                }
            }
            Some(SyntaxKind::DistinctKw) => {
                self.take_head();
                let count = self.terms();
                if count != 2 && self.is_closed() && !self.cx.has_error_since(start) {
                    let end = self.offset;
                    self.error(start, end, unexpected("two terms behind `distinct`", None));
                }
                SyntaxKind::KifDistinct
            }
            Some(SyntaxKind::Name) => {
                self.take_head();
                self.terms();
                SyntaxKind::KifAtom
            }
            _ => {
                self.wrong_head("the name of a relation");
                SyntaxKind::Error
            }
        };
        self.cx.tree.node(kind, mark);
    }
}
