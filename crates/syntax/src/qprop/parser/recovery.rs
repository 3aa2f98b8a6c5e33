//! What the parser of QPROP does where it cannot go on: it reports once and looks for the start
//! of a statement.

use super::{Ahead, Statement, range};
use crate::text::column;
use crate::{ParseOptions, SyntaxErrorKind, SyntaxKind};

/// What may stand as first token of a statement.
const STATEMENT: &str = "a statement";

impl Statement<'_, '_> {
    /// Reports that `expected` should stand here, and gives the statement up.
    pub(super) fn wrong(&mut self, expected: &'static str, help: Option<&'static str>) {
        let next = self.ahead().filter(|&next| !self.stops(next));
        match next {
            Some(open) if self.is_detached(open) => self.detached(open),
            Some(next) => {
                let help = help_about(next.kind, self.text(next)).or(help);
                let kind = SyntaxErrorKind::Unexpected { expected, help };
                self.report(next.start, next.end, kind);
            }
            None => {
                let kind = SyntaxErrorKind::Missing { expected };
                self.report(self.last.start, self.last.end, kind);
            }
        }
        self.abandoned = true;
    }

    /// Takes the parenthesis that closes `open`, or gives the statement up.
    pub(super) fn close(&mut self, open: Ahead, expected: &'static str) {
        if self.take_if(SyntaxKind::RParen) {
            return;
        }
        if self.ahead().is_some_and(|next| !self.stops(next)) {
            self.wrong(expected, None);
            return;
        }
        let probable_end = range(self.offset, self.offset);
        let kind = SyntaxErrorKind::UnclosedParenthesis { probable_end };
        self.report(open.start, open.end, kind);
        self.abandoned = true;
    }

    /// Reports an error that the statement survives.
    pub(super) fn mended(&mut self, at: Ahead, kind: SyntaxErrorKind) {
        if !self.abandoned {
            self.cx.error(range(at.start, at.end), kind);
        }
    }

    /// Reports an error, unless text was left out or the statement was given up before.
    fn report(&mut self, start: usize, end: usize, kind: SyntaxErrorKind) {
        if !self.abandoned && !self.elided {
            self.cx.error(range(start, end), kind);
        }
    }

    /// Goes one level deeper; whether that is allowed. What lies too deep is given up.
    pub(super) fn deeper(&mut self) -> bool {
        let limit = self.cx.options.max_depth;
        if self.depth < limit {
            self.depth += 1;
            return true;
        }
        if let Some(next) = self.ahead() {
            let kind = SyntaxErrorKind::NestingTooDeep { limit };
            self.mended(next, kind);
        }
        self.abandoned = true;
        false
    }

    /// Notes how many levels the last expression has; too many are given up.
    pub(super) fn rise(&mut self, height: u16) {
        self.height = height;
        if height > ParseOptions::HIGHEST_FORMULA {
            let limit = ParseOptions::HIGHEST_FORMULA;
            self.mended(self.last, SyntaxErrorKind::NestingTooDeep { limit });
            self.abandoned = true;
        }
    }

    /// Ends the statement: makes a node of it, together with what does not belong there.
    pub(super) fn end(&mut self, kind: SyntaxKind, mark: usize) {
        if let Some(next) = self.ahead().filter(|&next| !self.stops(next)) {
            match next.kind {
                SyntaxKind::LParen if !next.begins_line => {
                    self.detached(next);
                    self.abandoned = true;
                }
                kind if begins_bare_statement(kind) => {}
                _ => self.wrong("the end of the statement", help_behind(next.kind)),
            }
        }
        if self.abandoned {
            self.skip();
        }
        self.node(kind, mark);
    }

    /// Tokens that begin no statement, up to one that may.
    pub(super) fn no_statement(&mut self, first: Ahead) {
        let mark = self.cx.tree.mark();
        let kind = match first.kind {
            SyntaxKind::RParen => SyntaxErrorKind::UnexpectedParenthesis,
            SyntaxKind::Minus => SyntaxErrorKind::Unexpected {
                expected: STATEMENT,
                help: Some("a statement does not begin with `-`: turn the comparison round"),
            },
            kind => SyntaxErrorKind::Unexpected {
                expected: STATEMENT,
                help: help_about(kind, self.text(first)),
            },
        };
        self.report(first.start, first.end, kind);
        self.push(first);
        self.abandoned = true;
        while first.kind == SyntaxKind::RParen
            && let Some(next) = self.next_token()
            && next.kind == SyntaxKind::RParen
        {
            self.push(next);
        }
        self.skip();
        self.node(SyntaxKind::Error, mark);
    }

    /// Takes tokens up to one where a statement may begin, inside an error node of their own if
    /// there are any.
    fn skip(&mut self) {
        let mut mark = None;
        while let Some(next) = self.next_token().filter(|&next| !self.stops(next)) {
            self.take_trivia(next.start);
            mark.get_or_insert(self.cx.tree.mark());
            self.push(next);
        }
        if let Some(mark) = mark {
            self.node(SyntaxKind::Error, mark);
        }
    }

    /// Whether a statement that fails before the token is skipped no further than there.
    pub(super) fn stops(&self, next: Ahead) -> bool {
        let bytes = self.cx.text.as_bytes();
        next.kind == SyntaxKind::Semicolon
            || next.kind.begins_statement()
            || next.begins_line && column(bytes, next.start) <= column(bytes, self.start)
    }

    /// Whether the token is a parenthesis that blanks part from the name before it.
    fn is_detached(&self, open: Ahead) -> bool {
        open.kind == SyntaxKind::LParen
            && self.last.kind == SyntaxKind::Name
            && open.start > self.last.end
            && !open.begins_line
    }

    fn detached(&mut self, open: Ahead) {
        let gap = (self.last.kind == SyntaxKind::Name).then(|| range(self.last.end, open.start));
        let kind = SyntaxErrorKind::DetachedParenthesis { gap };
        self.report(open.start, open.end, kind);
    }
}

/// Whether a statement without a word of its own may begin so.
pub(super) fn begins_bare_statement(kind: SyntaxKind) -> bool {
    use SyntaxKind::{
        AtleastKw, AtmostKw, Bang, ExactlyKw, ExistsKw, FalseKw, ForallKw, Hole, LParen, Minus,
        Name, NotKw, Number, TrueKw,
    };
    matches!(
        kind,
        Name | Number
            | TrueKw
            | FalseKw
            | Hole
            | LParen
            | NotKw
            | Bang
            | ForallKw
            | ExistsKw
            | ExactlyKw
            | AtleastKw
            | AtmostKw
            // Reported there.
            | Minus
    )
}

/// What to write instead of a token that fits nowhere.
fn help_about(kind: SyntaxKind, text: &str) -> Option<&'static str> {
    let is_error = kind == SyntaxKind::ErrorToken;
    match text.as_bytes()[0] {
        b'"' if is_error => Some("the string is not closed on its line"),
        b'0'..=b'9' if is_error => Some("put a blank or `*` between a number and a name"),
        b'#' | b'%' if is_error => Some("a comment begins with `//`"),
        b'?' if is_error => Some("a variable is a plain name"),
        _ if text == "∉" => Some("write `not in`"),
        _ => None,
    }
}

/// What to write instead of a token that does not go on with a formula.
fn help_behind(kind: SyntaxKind) -> Option<&'static str> {
    match kind {
        SyntaxKind::Pipe => Some("alternatives are parted by `or`"),
        SyntaxKind::Dot => Some("a statement needs no sign at its end"),
        SyntaxKind::Comma => Some("statements stand side by side, without a sign between them"),
        SyntaxKind::Number | SyntaxKind::Name => None,
        _ => None,
    }
}
