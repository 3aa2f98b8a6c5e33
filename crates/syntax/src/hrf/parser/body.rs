//! The body of a rule of HRF: literals, negations, alternatives.

use super::{Ahead, Statement, recovery::BETWEEN};
use crate::text::is_first_on_line;
use crate::{SyntaxErrorKind, SyntaxKind};

const ALTERNATIVES: &str = "put the alternatives into parentheses: `(p | q)`";

impl Statement<'_, '_> {
    /// Literals up to a token that cannot go on with the rule.
    pub(super) fn body(&mut self) {
        match self.ahead() {
            Some(next) if self.is_true(next) => {
                let help = "a fact needs no body: leave out `:- true`";
                self.unexpected(next, "a body", Some(help));
                self.take_wrong();
            }
            _ => self.literal(),
        }
        while !self.abandoned {
            let Some(next) = self.ahead() else { return };
            match next.kind {
                SyntaxKind::Amp | SyntaxKind::Comma => {
                    self.take();
                    self.literal();
                }
                SyntaxKind::Pipe => {
                    self.unexpected(next, "`&`", Some(ALTERNATIVES));
                    self.take();
                    self.literal();
                }
                SyntaxKind::Name | SyntaxKind::QuotedName => {
                    if self.ends_before(next) {
                        return;
                    }
                    self.lacks_sign(next);
                }
                SyntaxKind::Variable if self.begins_wrong_statement(next) => return,
                SyntaxKind::NotKw
                | SyntaxKind::DistinctKw
                | SyntaxKind::Variable
                | SyntaxKind::LParen => self.lacks_sign(next),
                SyntaxKind::Arrow => {
                    let help = "a rule has one `:-`; the next one begins on a line of its own";
                    self.unexpected(next, "`&` or the end of the rule", Some(help));
                    self.take_wrong();
                    self.literal();
                }
                // The rest of a literal that could not be read, or of a line.
                SyntaxKind::ErrorToken => {
                    self.unexpected(next, "`&` or the end of the rule", None);
                    self.skip(BETWEEN);
                }
                SyntaxKind::RParen => {
                    let mark = self.begin();
                    self.stray_parentheses(next);
                    self.cx.tree.node(SyntaxKind::Error, mark);
                }
                _ => return,
            }
            debug_assert!(self.offset > next.start, "a body comes to an end");
        }
    }

    /// Whether the token is the proposition `true`.
    fn is_true(&self, next: Ahead) -> bool {
        self.text(next) == "true" && self.cx.text.as_bytes().get(next.end) != Some(&b'(')
    }

    /// Reads a literal before which the sign was forgotten.
    fn lacks_sign(&mut self, next: Ahead) {
        let word = match self.text(next) {
            "and" | "AND" => Some("write `&`"),
            "or" => Some(ALTERNATIVES),
            _ => None,
        };
        if word.is_some() && self.cx.text.as_bytes().get(next.end) != Some(&b'(') {
            self.unexpected(next, "`&` between the literals", word);
            self.take_wrong();
            self.literal();
            return;
        }
        let help = if !matches!(next.kind, SyntaxKind::Name | SyntaxKind::QuotedName) {
            None
        } else if is_first_on_line(self.cx.text.as_bytes(), next.start) {
            Some("what is indented deeper than a rule belongs to it")
        } else {
            Some("a rule with a statement behind it on its line ends with `.`")
        };
        self.unexpected(next, "`&` between the literals", help);
        self.literal();
    }

    pub(super) fn literal(&mut self) {
        let Some(next) = self.ahead() else {
            self.missing("a literal");
            return;
        };
        match next.kind {
            SyntaxKind::Name | SyntaxKind::QuotedName if self.breaks_off_before(next) => {
                self.missing("a literal");
            }
            SyntaxKind::Name | SyntaxKind::QuotedName => self.atom(),
            SyntaxKind::NotKw => self.not(),
            SyntaxKind::DistinctKw => self.distinct(),
            SyntaxKind::LParen => self.group(SyntaxKind::HrfOr),
            SyntaxKind::Variable => self.comparison(next),
            SyntaxKind::Dot | SyntaxKind::RParen => self.missing("a literal"),
            _ => {
                self.unexpected(next, "a literal", None);
                self.skip(BETWEEN);
            }
        }
    }

    /// `X # Y` and the like, which other dialects have.
    fn comparison(&mut self, variable: Ahead) {
        let mark = self.begin();
        self.take();
        let sign = self.ahead();
        let text = sign.map_or("", |next| self.text(next));
        match (sign, text) {
            (Some(sign), "#" | "!=" | "=/=" | "<>" | "/=") => {
                self.unexpected(sign, "a literal", Some("write `distinct(X, Y)`"));
                self.take();
                if self
                    .ahead()
                    .is_some_and(|next| !self.begins_statement(next))
                {
                    self.take();
                }
            }
            _ => {
                let help =
                    "a variable stands for a term only; relations begin with a lower-case letter";
                self.unexpected(variable, "a literal", Some(help));
                if sign.is_some_and(|next| {
                    next.kind == SyntaxKind::LParen && next.start == variable.end
                }) {
                    self.skip(BETWEEN);
                }
            }
        }
        self.cx.tree.node(SyntaxKind::Error, mark);
    }

    fn not(&mut self) {
        let mark = self.begin();
        self.take();
        match self.ahead() {
            Some(next) if next.kind == SyntaxKind::LParen => self.negated_group(),
            Some(next) if next.kind == SyntaxKind::NotKw && self.too_deep() => {
                self.flat(next.start);
            }
            _ => {
                self.depth += 1;
                self.literal();
                self.depth -= 1;
            }
        }
        self.cx.tree.node(SyntaxKind::HrfNot, mark);
    }

    /// What stands in parentheses behind a negation: `not(p)` holds the literal itself.
    fn negated_group(&mut self) {
        let mark = self.begin();
        if self.alternatives() {
            self.cx.tree.node(SyntaxKind::HrfOr, mark);
        }
    }

    fn group(&mut self, kind: SyntaxKind) {
        let mark = self.begin();
        self.alternatives();
        self.cx.tree.node(kind, mark);
    }

    /// `(literal | literal…)`; whether there is more than one literal.
    fn alternatives(&mut self) -> bool {
        let Some(open) = self.ahead() else {
            return false;
        };
        if self.too_deep() {
            self.flat(open.start);
            return false;
        }
        self.depth += 1;
        self.take();
        let mut several = false;
        let mut reported = false;
        self.alternative(open);
        while !self.abandoned {
            match self.ahead() {
                Some(next) if next.kind == SyntaxKind::RParen => {
                    self.take();
                    break;
                }
                Some(next) if next.kind == SyntaxKind::Pipe => {
                    self.take();
                    several = true;
                    self.alternative(open);
                }
                Some(next)
                    if matches!(next.kind, SyntaxKind::Amp | SyntaxKind::Comma)
                        || self.text(next) == "or" =>
                {
                    if !reported {
                        let help = "one parenthesis holds alternatives only: `(p | q)`";
                        self.unexpected(next, "`|` or `)`", Some(help));
                        reported = true;
                    }
                    self.take_as((next.kind == SyntaxKind::Name).then_some(SyntaxKind::OrKw));
                    several = true;
                    self.alternative(open);
                }
                _ => self.abandon(open),
            }
        }
        self.depth -= 1;
        several
    }

    /// A literal inside the parenthesis `open`.
    fn alternative(&mut self, open: Ahead) {
        let signs = [SyntaxKind::Pipe, SyntaxKind::RParen];
        match self.ahead() {
            Some(next) if self.leaves_open_before(next, &signs) => self.abandon(open),
            None => self.abandon(open),
            _ => self.literal(),
        }
    }

    fn distinct(&mut self) {
        let mark = self.begin();
        let name = self.ahead();
        self.take();
        let start = name.map_or(self.offset, |name| name.start);
        let count = match self.ahead() {
            Some(open) if open.kind == SyntaxKind::LParen => self.arguments(open),
            _ => 0,
        };
        if count != 2 {
            let end = self.offset;
            let kind = SyntaxErrorKind::Unexpected {
                expected: "two terms behind `distinct`",
                help: None,
            };
            self.error(start, end, kind);
        }
        self.cx.tree.node(SyntaxKind::HrfDistinct, mark);
    }
}
