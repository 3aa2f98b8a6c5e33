//! What the parser of HRF does where it cannot go on: it looks for the start of a statement.

use rowan::TextRange;

use super::{Ahead, Statement, size};
use crate::{SyntaxErrorKind, SyntaxKind};

/// What may stand behind a literal.
pub(super) const BETWEEN: &[SyntaxKind] = &[
    SyntaxKind::Amp,
    SyntaxKind::Comma,
    SyntaxKind::Dot,
    SyntaxKind::RParen,
    SyntaxKind::Pipe,
];

impl Statement<'_, '_> {
    /// Tokens that begin no statement, up to one that may.
    pub(super) fn no_statement(&mut self, first: Ahead) {
        match first.kind {
            SyntaxKind::RParen => {
                self.stray_parentheses(first);
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
            _ => {
                let text = self.text(first);
                let is_comment = ["//", "#", "/*"].iter().any(|sign| text.starts_with(sign));
                let help = is_comment.then_some("a comment begins with `%`");
                self.unexpected(first, "a fact or a rule", help);
            }
        }
        self.take();
        self.skip(&[]);
    }

    /// Takes a run of closing parentheses that begins with `first`, under one report.
    pub(super) fn stray_parentheses(&mut self, first: Ahead) {
        while self.ahead_is(SyntaxKind::RParen) {
            self.take();
        }
        let kind = SyntaxErrorKind::UnexpectedParenthesis;
        self.error(first.start, self.offset, kind);
    }

    /// Takes tokens up to one of `stops`, the start of another statement, or the end, inside an
    /// error node of their own if there are any. Parentheses are taken in pairs.
    pub(super) fn skip(&mut self, stops: &[SyntaxKind]) {
        let mut mark = None;
        let mut open = 0_usize;
        while let Some(next) = self.ahead() {
            if self.begins_statement(next)
                || open == 0 && (stops.contains(&next.kind) || self.breaks_off_before(next))
            {
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

    /// Whether the token is what other languages write between head and body.
    pub(super) fn is_wrong_neck(&self, next: Ahead) -> bool {
        let signs = ["<=", "<-", "<--", "←", "⇐", ":", ":="];
        next.kind == SyntaxKind::ErrorToken && signs.contains(&self.text(next))
    }

    pub(super) fn is_transition(&self, next: Ahead) -> bool {
        next.kind == SyntaxKind::ErrorToken && matches!(self.text(next), "::" | "==>" | "->" | "=>")
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

/// What to write instead of something that people write who know other languages.
pub(super) fn help_about(kind: SyntaxKind, text: &str) -> Option<&'static str> {
    match text {
        _ if is_open_quote(kind, text) => Some("the quote is not closed on its line"),
        "''" => Some("a name in quotes needs a character between them"),
        "\"" => Some("names are put in single quotes: `'a name'`"),
        _ => None,
    }
}

/// Whether the token is a quote that its line does not close, and the rest of the line.
pub(super) fn is_open_quote(kind: SyntaxKind, text: &str) -> bool {
    kind == SyntaxKind::ErrorToken && text.starts_with('\'') && text != "''"
}
