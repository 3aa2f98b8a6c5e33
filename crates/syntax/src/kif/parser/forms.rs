//! Facts and rules of KIF.

use super::{FormParser, unexpected};
use crate::SyntaxKind;

impl FormParser<'_, '_> {
    /// A fact or a rule.
    pub(super) fn form(&mut self, closed: bool) {
        let mark = self.cx.tree.mark();
        let start = self.offset;
        match self.head_kind() {
            Some(SyntaxKind::Arrow) => {
                self.rule();
                if closed && self.cx.has_error_since(start) {
                    let rest = self.cx.tree.mark();
                    self.severed();
                    if self.cx.tree.mark() > rest {
                        self.cx.tree.node(SyntaxKind::Error, rest);
                    }
                }
                self.cx.tree.node(SyntaxKind::KifRule, mark);
            }
            Some(
                SyntaxKind::NotKw | SyntaxKind::OrKw | SyntaxKind::AndKw | SyntaxKind::DistinctKw,
            ) => {
                self.literal();
                let end = self.offset;
                if closed {
                    self.severed();
                }
                self.cx.tree.node(SyntaxKind::Error, mark);
                if !self.cx.has_error_since(start) {
                    let help = "only the body of a rule can hold this";
                    self.error(start, end, unexpected("a fact or a rule", Some(help)));
                }
            }
            _ => {
                self.literal();
                self.cx.tree.node(SyntaxKind::KifFact, mark);
            }
        }
    }

    /// `(<= head literal…)`, without the node.
    fn rule(&mut self) {
        let start = self.offset;
        self.push(SyntaxKind::LParen, start + 1);
        self.depth += 1;
        let (kind, end) = self.peek().expect("the caller saw the arrow");
        let arrow = self.offset;
        self.push(kind, end);
        match self.peek() {
            None | Some((SyntaxKind::RParen, _)) => {
                let end = self.offset;
                // An unclosed rule is reported as that; the head is still being typed.
                if self.offset < self.end {
                    self.error(arrow, end, unexpected("a head behind `<=`", None));
                }
            }
            Some((SyntaxKind::LParen, _)) => match self.head_kind() {
                Some(kind @ (SyntaxKind::NotKw | SyntaxKind::OrKw | SyntaxKind::DistinctKw)) => {
                    let start = self.offset;
                    let mark = self.cx.tree.mark();
                    self.literal();
                    self.cx.tree.node(SyntaxKind::Error, mark);
                    let help = (kind == SyntaxKind::NotKw)
                        .then_some("a rule says when something holds, not when it does not");
                    let end = self.offset;
                    self.error(
                        start,
                        end,
                        unexpected("an atom as the head of the rule", help),
                    );
                }
                _ => self.literal(),
            },
            Some(_) => self.literal(),
        }
        self.literals();
        self.depth -= 1;
    }
}
