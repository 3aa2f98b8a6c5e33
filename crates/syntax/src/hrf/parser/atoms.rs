//! Atoms and terms of HRF.

use super::{Ahead, Statement};
use crate::{SyntaxErrorKind, SyntaxKind};

impl Statement<'_, '_> {
    /// An atom that stands where a head or a fact does.
    pub(super) fn head(&mut self) {
        let mark = self.begin();
        self.applied(false);
        self.cx.tree.node(SyntaxKind::HrfAtom, mark);
    }

    /// An atom that stands where a literal does.
    pub(super) fn atom(&mut self) {
        let mark = self.begin();
        self.applied(true);
        self.cx.tree.node(SyntaxKind::HrfAtom, mark);
    }

    /// A name with its arguments, if it has some. A literal may stand before alternatives
    /// instead, of which a sign was forgotten.
    fn applied(&mut self, is_literal: bool) -> bool {
        let Some(name) = self.ahead() else {
            return false;
        };
        self.check_name(name);
        self.take();
        let Some(open) = self.ahead().filter(|next| next.kind == SyntaxKind::LParen) else {
            return false;
        };
        if is_literal && open.start > name.end && self.holds_literals(open) {
            return false;
        }
        self.arguments(open);
        true
    }

    fn check_name(&mut self, name: Ahead) {
        if name.kind == SyntaxKind::Name && self.text(name).contains(['-', '?']) {
            let help = "put it in quotes, as in `'a-b'`, or write `_`";
            self.unexpected(name, "a name of letters, digits and `_`", Some(help));
        }
    }

    /// `(term, …)`; how many terms there are.
    pub(super) fn arguments(&mut self, open: Ahead) -> usize {
        if self.too_deep() {
            self.flat(open.start);
            return 0;
        }
        self.depth += 1;
        self.take();
        let mut count = 0;
        let mut separated = true;
        while !self.abandoned {
            let Some(next) = self.ahead() else {
                self.abandon(open);
                break;
            };
            match next.kind {
                SyntaxKind::RParen => {
                    if separated {
                        self.unexpected(next, "a term", None);
                    }
                    self.take();
                    break;
                }
                SyntaxKind::Comma => {
                    if separated {
                        self.unexpected(next, "a term", None);
                    }
                    self.take();
                    separated = true;
                }
                SyntaxKind::Name | SyntaxKind::QuotedName
                    if self.leaves_open_before(next, &[SyntaxKind::Comma, SyntaxKind::RParen]) =>
                {
                    self.abandon(open);
                }
                SyntaxKind::Name
                | SyntaxKind::QuotedName
                | SyntaxKind::Variable
                | SyntaxKind::NotKw
                | SyntaxKind::DistinctKw => {
                    if !separated {
                        self.unexpected(next, "`,` between the terms", None);
                    }
                    self.term(next);
                    count += 1;
                    separated = false;
                }
                SyntaxKind::ErrorToken | SyntaxKind::LParen => {
                    let range = self.text(next) == "..";
                    let help = range.then_some("write out the facts, one for each number");
                    self.unexpected(next, if separated { "a term" } else { "`,` or `)`" }, help);
                    self.skip(&[
                        SyntaxKind::Comma,
                        SyntaxKind::RParen,
                        SyntaxKind::Arrow,
                        SyntaxKind::Amp,
                    ]);
                    separated = false;
                    count += 1;
                }
                _ => self.abandon(open),
            }
        }
        self.depth -= 1;
        count
    }

    fn term(&mut self, first: Ahead) {
        match first.kind {
            SyntaxKind::Variable => self.take(),
            SyntaxKind::NotKw | SyntaxKind::DistinctKw => {
                self.error(first.start, first.end, SyntaxErrorKind::ConnectiveAsName);
                self.skip(&[SyntaxKind::Comma, SyntaxKind::RParen]);
            }
            _ => {
                let mark = self.begin();
                if self.applied(false) {
                    self.cx.tree.node(SyntaxKind::HrfFunction, mark);
                }
            }
        }
    }
}
