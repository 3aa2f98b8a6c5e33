//! Reads one item of HRF: a statement, a comment, blanks, or tokens that begin no statement.

pub(crate) mod payload;
mod recovery;

use rowan::{TextRange, TextSize};

use super::lexer::token;
use crate::parse::ItemContext;
use crate::{Dialect, SyntaxErrorKind, SyntaxKind, directive};

/// Reads the item at `offset`; see [`crate::parse::Grammar`].
pub(crate) fn item(cx: &mut ItemContext<'_>, offset: usize) -> usize {
    let (kind, end) = token(cx.text, offset);
    let text = &cx.text[offset..end];
    match kind {
        SyntaxKind::Comment => directive::push_comment(cx, Dialect::Hrf, offset, end),
        SyntaxKind::Whitespace | SyntaxKind::Bom => cx.tree.token(kind, text),
        _ => return Statement::new(cx, offset).statement(),
    }
    cx.saw(end + 1);
    end
}

/// A token ahead.
#[derive(Clone, Copy)]
struct Ahead {
    kind: SyntaxKind,
    start: usize,
    end: usize,
}

/// Reads one statement. Trivia is taken only with the token behind it, so that what follows the
/// statement stays outside.
struct Statement<'a, 'cx> {
    cx: &'a mut ItemContext<'cx>,
    start: usize,
    /// The end of the last token taken.
    offset: usize,
    depth: u16,
    /// Set when a parenthesis was left open: everything unwinds without further reports.
    abandoned: bool,
}

impl<'a, 'cx> Statement<'a, 'cx> {
    fn new(cx: &'a mut ItemContext<'cx>, start: usize) -> Self {
        Self {
            cx,
            start,
            offset: start,
            depth: 0,
            abandoned: false,
        }
    }

    fn statement(mut self) -> usize {
        let mark = self.cx.tree.mark();
        let first = self.ahead().expect("an item begins before the end");
        let kind = match first.kind {
            SyntaxKind::Name | SyntaxKind::QuotedName => {
                self.atom();
                match self.ahead() {
                    _ if self.abandoned => SyntaxKind::HrfFact,
                    Some(Ahead {
                        kind: SyntaxKind::Arrow,
                        ..
                    }) => {
                        self.take();
                        self.body();
                        SyntaxKind::HrfRule
                    }
                    Some(next) if self.is_transition(next) => {
                        self.transition(next);
                        SyntaxKind::Error
                    }
                    _ => SyntaxKind::HrfFact,
                }
            }
            _ => {
                self.no_statement(first);
                SyntaxKind::Error
            }
        };
        if kind != SyntaxKind::Error && !self.abandoned && self.ahead_is(SyntaxKind::Dot) {
            self.take();
        }
        self.cx.tree.node(kind, mark);
        self.offset
    }

    /// The next token that is not trivia.
    fn ahead(&mut self) -> Option<Ahead> {
        let mut offset = self.offset;
        while offset < self.cx.text.len() {
            let (kind, end) = token(self.cx.text, offset);
            if !kind.is_trivia() {
                self.cx.saw(end + 1);
                return Some(Ahead {
                    kind,
                    start: offset,
                    end,
                });
            }
            offset = end;
        }
        self.cx.saw(offset + 1);
        None
    }

    fn ahead_is(&mut self, kind: SyntaxKind) -> bool {
        self.ahead().is_some_and(|next| next.kind == kind)
    }

    /// Pushes the trivia before the next token, so that a node can begin with it.
    fn take_trivia(&mut self, to: usize) {
        while self.offset < to {
            let (kind, end) = token(self.cx.text, self.offset);
            let text = &self.cx.text[self.offset..end];
            if kind == SyntaxKind::Comment {
                directive::push_comment(self.cx, Dialect::Hrf, self.offset, end);
            } else {
                self.cx.tree.token(kind, text);
            }
            self.offset = end;
        }
    }

    /// Begins a node at the next token.
    fn begin(&mut self) -> usize {
        if let Some(next) = self.ahead() {
            self.take_trivia(next.start);
        }
        self.cx.tree.mark()
    }

    fn take_as(&mut self, kind: Option<SyntaxKind>) {
        let Some(next) = self.ahead() else { return };
        self.take_trivia(next.start);
        self.cx.tree.token(
            kind.unwrap_or(next.kind),
            &self.cx.text[next.start..next.end],
        );
        self.offset = next.end;
    }

    fn take(&mut self) {
        self.take_as(None);
    }

    fn unexpected(&mut self, at: Ahead, expected: &'static str, help: Option<&'static str>) {
        self.error(
            at.start,
            at.end,
            SyntaxErrorKind::Unexpected { expected, help },
        );
    }

    fn error(&mut self, start: usize, end: usize, kind: SyntaxErrorKind) {
        if !self.abandoned {
            self.cx.error(range(start, end), kind);
        }
    }

    fn body(&mut self) {
        if let Some(next) = self.ahead()
            && &self.cx.text[next.start..next.end] == "true"
            && self.cx.text.as_bytes().get(next.end) != Some(&b'(')
        {
            let help = "a fact needs no body: leave out `:- true`";
            self.unexpected(next, "a body", Some(help));
            let mark = self.begin();
            self.take();
            self.cx.tree.node(SyntaxKind::Error, mark);
        } else {
            self.literal();
        }
        while !self.abandoned {
            let Some(next) = self.ahead() else { return };
            match next.kind {
                SyntaxKind::Amp | SyntaxKind::Comma => {
                    self.take();
                    self.literal();
                }
                SyntaxKind::Pipe => {
                    let help = "put the alternatives into parentheses: `(p | q)`";
                    self.unexpected(next, "`&`", Some(help));
                    self.take();
                    self.literal();
                }
                SyntaxKind::Dot => return,
                // The rest of a literal that could not be read, or of a line.
                SyntaxKind::ErrorToken | SyntaxKind::RParen | SyntaxKind::LParen => {
                    match next.kind {
                        SyntaxKind::RParen => {
                            self.error(
                                next.start,
                                next.end,
                                SyntaxErrorKind::UnexpectedParenthesis,
                            );
                        }
                        _ => self.unexpected(next, "`&` or the end of the rule", None),
                    }
                    self.skip(&[SyntaxKind::Amp, SyntaxKind::Comma, SyntaxKind::Dot]);
                }
                SyntaxKind::NotKw | SyntaxKind::DistinctKw | SyntaxKind::Variable => {
                    self.unexpected(next, "`&` between the literals", None);
                    self.literal();
                }
                _ => return,
            }
        }
    }

    fn literal(&mut self) {
        let Some(next) = self.ahead() else {
            self.nothing("a literal");
            return;
        };
        match next.kind {
            SyntaxKind::Name | SyntaxKind::QuotedName => self.atom(),
            SyntaxKind::NotKw => self.not(),
            SyntaxKind::DistinctKw => self.distinct(),
            SyntaxKind::LParen => self.group(SyntaxKind::HrfOr),
            SyntaxKind::Variable => self.comparison(next),
            SyntaxKind::Dot | SyntaxKind::RParen => self.nothing("a literal"),
            _ => {
                self.unexpected(next, "a literal", None);
                self.skip(&[
                    SyntaxKind::Amp,
                    SyntaxKind::Comma,
                    SyntaxKind::Dot,
                    SyntaxKind::RParen,
                ]);
            }
        }
    }

    /// Reports that the text ends where something is wanted.
    fn nothing(&mut self, expected: &'static str) {
        let last = Ahead {
            kind: SyntaxKind::Error,
            start: last_char(self.cx.text, self.offset),
            end: self.offset,
        };
        self.unexpected(last, expected, None);
    }

    /// `X # Y` and the like, which other dialects have.
    fn comparison(&mut self, variable: Ahead) {
        let mark = self.begin();
        self.take();
        let sign = self.ahead();
        let text = sign.map_or("", |next| &self.cx.text[next.start..next.end]);
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
                    self.skip(&[SyntaxKind::Amp, SyntaxKind::Dot]);
                }
            }
        }
        self.cx.tree.node(SyntaxKind::Error, mark);
    }

    fn not(&mut self) {
        let mark = self.begin();
        self.take();
        match self.ahead() {
            Some(Ahead {
                kind: SyntaxKind::LParen,
                ..
            }) => self.negated_group(),
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
        self.literal();
        while !self.abandoned {
            match self.ahead() {
                Some(next) if next.kind == SyntaxKind::RParen => {
                    self.take();
                    break;
                }
                Some(next) if next.kind == SyntaxKind::Pipe => {
                    self.take();
                    several = true;
                    self.literal();
                }
                Some(next)
                    if matches!(next.kind, SyntaxKind::Amp | SyntaxKind::Comma)
                        || &self.cx.text[next.start..next.end] == "or" =>
                {
                    if !reported {
                        let help = "one parenthesis holds alternatives only: `(p | q)`";
                        self.unexpected(next, "`|` or `)`", Some(help));
                        reported = true;
                    }
                    self.take_as((next.kind == SyntaxKind::Name).then_some(SyntaxKind::OrKw));
                    several = true;
                    self.literal();
                }
                _ => self.abandon(open),
            }
        }
        self.depth -= 1;
        several
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

    fn atom(&mut self) {
        let mark = self.begin();
        self.applied();
        self.cx.tree.node(SyntaxKind::HrfAtom, mark);
    }

    /// A name with its arguments, if it has some.
    fn applied(&mut self) -> bool {
        let Some(name) = self.ahead() else {
            return false;
        };
        self.check_name(name);
        self.take();
        match self.ahead() {
            // Arguments begin on the line of their name, so that a statement in parentheses of
            // its own is not taken for them.
            Some(open)
                if open.kind == SyntaxKind::LParen && self.same_line(name.end, open.start) =>
            {
                self.arguments(open);
                true
            }
            _ => false,
        }
    }

    fn same_line(&self, start: usize, end: usize) -> bool {
        !crate::text::has_line_end(&self.cx.text[start..end])
    }

    fn check_name(&mut self, name: Ahead) {
        let text = &self.cx.text[name.start..name.end];
        if name.kind == SyntaxKind::Name && text.contains(['-', '?']) {
            let help = "put it in quotes, as in `'a-b'`, or write `_`";
            self.unexpected(name, "a name of letters, digits and `_`", Some(help));
        }
    }

    /// `(term, …)`; how many terms there are.
    fn arguments(&mut self, open: Ahead) -> usize {
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
                    if count == 0 || separated {
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
                _ if !separated && self.begins_statement(next) => self.abandon(open),
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
                    let range = &self.cx.text[next.start..next.end] == "..";
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
                if self.applied() {
                    self.cx.tree.node(SyntaxKind::HrfFunction, mark);
                }
            }
        }
    }
}

/// The offset of the character that ends at `end`.
fn last_char(text: &str, end: usize) -> usize {
    text[..end]
        .char_indices()
        .next_back()
        .map_or(0, |(start, _)| start)
}

fn size(offset: usize) -> TextSize {
    TextSize::new(u32::try_from(offset).expect("the text is shorter than 4 GiB"))
}

fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(size(start), size(end))
}
