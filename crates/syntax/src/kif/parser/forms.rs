//! Facts and rules of KIF.

use super::{FormParser, unexpected};
use crate::SyntaxKind;

impl FormParser<'_, '_> {
    /// A fact or a rule.
    pub(super) fn form(&mut self, closed: bool) {
        let mark = self.cx.tree.mark();
        let start = self.offset;
        match self.head_kind() {
            head if head == Some(SyntaxKind::Arrow) || self.has_wrong_arrow() => {
                self.rule();
                if closed && self.cx.has_error_since(start) {
                    let rest = self.cx.tree.mark();
                    self.severed();
                    if self.cx.tree.mark() > rest {
                        self.cx.tree.node(SyntaxKind::Error, rest);
                    }
                } else if closed {
                    self.closed_early(start);
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

    /// Whether the form begins with what other languages write for `<=`, and an atom in
    /// parentheses follows.
    fn has_wrong_arrow(&self) -> bool {
        const SIGNS: [&str; 7] = ["=<", "<-", "<--", "<==", "=>", ":-", "←"];
        let mut tokens = self.tokens_inside().filter(|(kind, _)| !kind.is_trivia());
        let is_sign =
            |(kind, text): (SyntaxKind, &str)| kind == SyntaxKind::Name && SIGNS.contains(&text);
        tokens.next().is_some_and(is_sign)
            && tokens
                .next()
                .is_some_and(|(kind, _)| kind == SyntaxKind::LParen)
    }

    /// `(<= head literal…)`, without the node.
    fn rule(&mut self) {
        let start = self.offset;
        self.push(SyntaxKind::LParen, start + 1);
        self.depth += 1;
        let (kind, end) = self.peek().expect("the caller saw the arrow");
        let arrow = self.offset;
        if kind == SyntaxKind::Arrow {
            self.push(kind, end);
        } else {
            self.error(
                arrow,
                end,
                unexpected("`<=`", Some("a rule begins with `<=`")),
            );
            self.push(SyntaxKind::ErrorToken, end);
        }
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
