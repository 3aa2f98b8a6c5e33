//! Whether a token of HRF begins a statement of its own. Nothing ends a statement but what
//! follows it, so the layout says where one was left unfinished.

use super::{Ahead, Statement};
use crate::SyntaxKind;
use crate::text::{behind_empty_line, column, has_line_end, indentation, is_first_on_line};

/// How far, in bytes, the atom of a head is followed to the sign behind it.
const HEAD_AT_MOST: usize = 1 << 10;

impl Statement<'_, '_> {
    /// Whether a token is first on its line, indented no further than the line on which the
    /// statement begins, so that it may well begin the next one.
    pub(super) fn begins_statement(&self, next: Ahead) -> bool {
        let bytes = self.cx.text.as_bytes();
        self.is_first_name(next) && column(bytes, next.start) <= indentation(bytes, self.start)
    }

    /// Whether a statement begins at the token, which stands where a sign should that goes on
    /// with this one: not at a name that is indented deeper, or on the same line, unless that is
    /// the head of a rule or an empty line parts them.
    pub(super) fn ends_before(&mut self, next: Ahead) -> bool {
        self.begins_statement(next)
            || self.is_first_name(next) && behind_empty_line(self.cx.text.as_bytes(), next.start)
            || self.heads_rule(next)
    }

    /// Whether the statement breaks off before the token, though something was to follow: the
    /// head of a rule stands on the next line.
    pub(super) fn breaks_off_before(&mut self, next: Ahead) -> bool {
        self.is_first_name(next) && self.heads_rule(next)
    }

    /// The same inside a parenthesis: a name in the column of statements belongs to it only where
    /// one of `signs` stands behind its atom.
    pub(super) fn leaves_open_before(&mut self, next: Ahead, signs: &[SyntaxKind]) -> bool {
        if !self.is_first_name(next) {
            return false;
        }
        let behind = self.behind_atom(next);
        let is_inside = behind.is_some_and(|behind| signs.contains(&behind.kind));
        behind.is_some_and(|behind| self.is_neck(behind))
            || self.begins_statement(next) && !is_inside
    }

    /// Whether the name begins the head of a rule.
    pub(super) fn heads_rule(&mut self, name: Ahead) -> bool {
        is_name(name)
            && self
                .behind_atom(name)
                .is_some_and(|behind| self.is_neck(behind))
    }

    fn is_neck(&self, sign: Ahead) -> bool {
        sign.kind == SyntaxKind::Arrow || self.is_transition(sign) || self.is_wrong_neck(sign)
    }

    /// Whether what can be no literal, but looks like an atom that begins with a capital, stands
    /// where a statement would.
    pub(super) fn begins_wrong_statement(&self, next: Ahead) -> bool {
        let bytes = self.cx.text.as_bytes();
        next.kind == SyntaxKind::Variable
            && next.start > self.start
            && bytes.get(next.end) == Some(&b'(')
            && is_first_on_line(bytes, next.start)
            && column(bytes, next.start) <= indentation(bytes, self.start)
    }

    fn is_first_name(&self, next: Ahead) -> bool {
        is_name(next)
            && next.start > self.start
            && is_first_on_line(self.cx.text.as_bytes(), next.start)
    }

    /// The token behind the atom that begins with `name`, or the one that cannot stand in it.
    fn behind_atom(&mut self, name: Ahead) -> Option<Ahead> {
        let mut next = self.ahead_from(name.end)?;
        let mut open = 0_usize;
        while next.start < name.end + HEAD_AT_MOST {
            match next.kind {
                SyntaxKind::LParen => open += 1,
                _ if open == 0 => return Some(next),
                SyntaxKind::RParen => open -= 1,
                // The sign of a later rule says nothing about a name that was left open.
                SyntaxKind::Amp | SyntaxKind::Pipe | SyntaxKind::Arrow | SyntaxKind::Dot => {
                    return Some(next).filter(|_| self.is_one_line(name.start, next.start));
                }
                _ => {}
            }
            let closed = open == 0;
            next = self.ahead_from(next.end)?;
            if closed {
                return Some(next);
            }
        }
        None
    }

    fn is_one_line(&self, start: usize, end: usize) -> bool {
        !has_line_end(&self.cx.text[start..end])
    }

    /// Whether the parenthesis, which stands apart from the name before it, holds alternatives
    /// rather than arguments.
    pub(super) fn holds_literals(&mut self, parenthesis: Ahead) -> bool {
        let mut open = 0_usize;
        let mut next = Some(parenthesis);
        while let Some(token) = next.filter(|next| next.start < parenthesis.end + HEAD_AT_MOST) {
            match token.kind {
                SyntaxKind::LParen => open += 1,
                SyntaxKind::RParen if open <= 1 => return false,
                SyntaxKind::RParen => open -= 1,
                SyntaxKind::Pipe | SyntaxKind::Amp | SyntaxKind::NotKw => return true,
                _ => {}
            }
            next = self.ahead_from(token.end);
        }
        false
    }
}

fn is_name(token: Ahead) -> bool {
    matches!(token.kind, SyntaxKind::Name | SyntaxKind::QuotedName)
}
