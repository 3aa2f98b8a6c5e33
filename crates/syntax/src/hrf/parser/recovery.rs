//! What the parser of HRF does where it cannot go on: it looks for the start of a statement.

use rowan::TextRange;

use super::{Ahead, Statement, size};
use crate::text::{blanks, column};
use crate::{SyntaxErrorKind, SyntaxKind};

impl Statement<'_, '_> {
    /// Whether a token is first on its line, indented no further than the line on which the
    /// statement begins, so that it may well begin the next one.
    pub(super) fn begins_statement(&self, next: Ahead) -> bool {
        let bytes = self.cx.text.as_bytes();
        let own = column(bytes, next.start);
        matches!(next.kind, SyntaxKind::Name | SyntaxKind::QuotedName)
            && next.start > self.start
            && bytes[next.start - own..next.start]
                .iter()
                .all(|&byte| crate::text::is_blank(byte))
            && own <= indentation(bytes, self.start)
    }

    /// Tokens that begin no statement, up to one that may.
    pub(super) fn no_statement(&mut self, first: Ahead) {
        match first.kind {
            SyntaxKind::RParen => {
                let mut end = first.end;
                while self.ahead_is(SyntaxKind::RParen) {
                    end = self.ahead().map_or(end, |next| next.end);
                    self.take();
                }
                self.error(first.start, end, SyntaxErrorKind::UnexpectedParenthesis);
                return;
            }
            SyntaxKind::DistinctKw => {
                self.error(first.start, first.end, SyntaxErrorKind::ConnectiveAsName);
            }
            SyntaxKind::NotKw => {
                let help = "a rule says when something holds, not when it does not";
                self.unexpected(first, "a fact or a rule", Some(help));
            }
            SyntaxKind::Variable => {
                let help = "a relation begins with a lower-case letter";
                self.unexpected(first, "a fact or a rule", Some(help));
            }
            _ => self.unexpected(first, "a fact or a rule", None),
        }
        self.take();
        self.skip(&[]);
    }

    /// Takes tokens up to one of `stops`, the start of another statement, or the end, inside an
    /// error node of their own if there are any. Parentheses are taken in pairs.
    pub(super) fn skip(&mut self, stops: &[SyntaxKind]) {
        let mut mark = None;
        let mut open = 0_usize;
        while let Some(next) = self.ahead() {
            if self.begins_statement(next) || (open == 0 && stops.contains(&next.kind)) {
                break;
            }
            match next.kind {
                SyntaxKind::LParen => open += 1,
                SyntaxKind::RParen => open = open.saturating_sub(1),
                _ => {}
            }
            if mark.is_none() {
                mark = Some(self.begin());
            }
            self.take();
        }
        if let Some(mark) = mark {
            self.cx.tree.node(SyntaxKind::Error, mark);
        }
    }

    pub(super) fn is_transition(&self, next: Ahead) -> bool {
        next.kind == SyntaxKind::ErrorToken
            && matches!(
                &self.cx.text[next.start..next.end],
                "::" | "==>" | "->" | "=>"
            )
    }

    pub(super) fn transition(&mut self, sign: Ahead) {
        let help = "transition rules of other dialects have no place here: say with `legal` and \
                    `next` what they mean";
        self.unexpected(sign, "a rule of the form `head :- body`", Some(help));
        self.skip(&[]);
    }

    /// Gives the statement up at a parenthesis that nothing closes.
    pub(super) fn abandon(&mut self, open: Ahead) {
        let probable_end = TextRange::empty(size(self.offset));
        self.error(
            open.start,
            open.end,
            SyntaxErrorKind::UnclosedParenthesis { probable_end },
        );
        self.abandoned = true;
    }

    pub(super) fn too_deep(&self) -> bool {
        self.depth >= self.cx.options.max_depth
    }

    /// What lies too deep, as far as its parentheses go, side by side in one error node.
    pub(super) fn flat(&mut self, start: usize) {
        let limit = self.cx.options.max_depth;
        self.error(start, start + 1, SyntaxErrorKind::NestingTooDeep { limit });
        let mark = self.begin();
        let mut open = 0_usize;
        while let Some(next) = self.ahead() {
            match next.kind {
                SyntaxKind::LParen => open += 1,
                SyntaxKind::RParen => open = open.saturating_sub(1),
                _ => {}
            }
            self.take();
            if open == 0 && next.kind != SyntaxKind::NotKw {
                break;
            }
        }
        self.cx.tree.node(SyntaxKind::Error, mark);
    }
}

/// How many blanks the line of `offset` begins with, as far as that.
fn indentation(bytes: &[u8], offset: usize) -> usize {
    let start = offset - column(bytes, offset);
    blanks(&bytes[start..offset])
}
