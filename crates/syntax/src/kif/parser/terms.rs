//! Terms of KIF.

use super::FormParser;
use crate::{SyntaxErrorKind, SyntaxKind};

impl FormParser<'_, '_> {
    /// Terms up to the closing parenthesis, and that; how many there are.
    pub(super) fn terms(&mut self) -> usize {
        let mut count = 0;
        while let Some((kind, end)) = self.peek() {
            let start = self.offset;
            match kind {
                SyntaxKind::RParen => {
                    self.push(kind, end);
                    break;
                }
                SyntaxKind::LParen if self.too_deep() => self.flat(),
                SyntaxKind::LParen => self.list_of(Self::function),
                SyntaxKind::Variable | SyntaxKind::Name => self.push(kind, end),
                SyntaxKind::AndKw => self.push(SyntaxKind::Name, end),
                _ => {
                    self.error(start, end, SyntaxErrorKind::ConnectiveAsName);
                    self.push(kind, end);
                }
            }
            count += 1;
        }
        count
    }

    /// A function term in parentheses.
    fn function(&mut self) {
        let mark = self.cx.tree.mark();
        let start = self.offset;
        let head = self.head_kind();
        self.push(SyntaxKind::LParen, start + 1);
        let kind = match head {
            Some(SyntaxKind::Name | SyntaxKind::AndKw) => {
                if let Some((_, end)) = self.peek() {
                    self.push(SyntaxKind::Name, end);
                }
                self.terms();
                SyntaxKind::KifFunction
            }
            _ => {
                self.wrong_head("the name of a function");
                SyntaxKind::Error
            }
        };
        self.cx.tree.node(kind, mark);
    }
}
