//! Reads one item of HRF: a statement, a comment, blanks, or tokens that begin no statement.

mod atoms;
mod body;
mod layout;
pub(crate) mod payload;
mod recovery;

use rowan::{TextRange, TextSize};

use super::lexer::token;
use crate::parse::ItemContext;
use crate::text::is_first_on_line;
use crate::{Dialect, SyntaxErrorKind, SyntaxKind, directive};

/// Reads the item at `offset`; see [`crate::parse::Grammar`].
pub(crate) fn item(cx: &mut ItemContext<'_>, offset: usize) -> usize {
    let (kind, end) = token(cx.text, offset);
    if !kind.is_trivia() {
        return Statement::new(cx, offset).statement();
    }
    trivia(cx, kind, offset, end);
    cx.saw(end + 1);
    end
}

/// Pushes a token of trivia. What `;` begins behind code may be meant for something else than a
/// comment, as in `p :- q ; r`.
fn trivia(cx: &mut ItemContext<'_>, kind: SyntaxKind, start: usize, end: usize) {
    let text = cx.text;
    if kind != SyntaxKind::Comment {
        cx.tree.token(kind, &text[start..end]);
        return;
    }
    directive::push_comment(cx, Dialect::Hrf, start, end);
    let bytes = text.as_bytes();
    if bytes[start] == b';' && !cx.in_directive && !is_first_on_line(bytes, start) {
        let kind = SyntaxErrorKind::Unexpected {
            expected: "`%` before a comment",
            help: Some("alternatives are written `(p | q)`"),
        };
        cx.error(range(start, start + 1), kind);
    }
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
    /// Where that token starts.
    last: usize,
    depth: u16,
    /// Set when a parenthesis or a quote was left open: everything unwinds without further reports.
    abandoned: bool,
}

impl<'a, 'cx> Statement<'a, 'cx> {
    fn new(cx: &'a mut ItemContext<'cx>, start: usize) -> Self {
        Self {
            cx,
            start,
            offset: start,
            last: start,
            depth: 0,
            abandoned: false,
        }
    }

    fn statement(mut self) -> usize {
        let mark = self.cx.tree.mark();
        let first = self.ahead().expect("an item begins before the end");
        let kind = match first.kind {
            SyntaxKind::Name | SyntaxKind::QuotedName => {
                self.head();
                match self.ahead() {
                    _ if self.abandoned => SyntaxKind::HrfFact,
                    Some(next) if next.kind == SyntaxKind::Arrow => {
                        self.take();
                        self.body();
                        SyntaxKind::HrfRule
                    }
                    Some(next) if self.is_wrong_neck(next) => {
                        self.unexpected(next, "`:-`", Some("between head and body stands `:-`"));
                        self.take_wrong();
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
        if self.abandoned {
            // The rest was reported with what was left open.
            self.skip(&[]);
        } else if kind != SyntaxKind::Error && self.ahead_is(SyntaxKind::Dot) {
            self.take();
        }
        self.cx.tree.node(kind, mark);
        self.offset
    }

    /// The next token that is not trivia.
    fn ahead(&mut self) -> Option<Ahead> {
        self.ahead_from(self.offset)
    }

    /// The first token at or behind `offset` that is not trivia.
    fn ahead_from(&mut self, mut offset: usize) -> Option<Ahead> {
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

    fn text(&self, token: Ahead) -> &'cx str {
        &self.cx.text[token.start..token.end]
    }

    /// Pushes the trivia before the next token, so that a node can begin with it.
    fn take_trivia(&mut self, to: usize) {
        while self.offset < to {
            let (kind, end) = token(self.cx.text, self.offset);
            trivia(self.cx, kind, self.offset, end);
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
        let text = self.text(next);
        self.cx.tree.token(kind.unwrap_or(next.kind), text);
        (self.last, self.offset) = (next.start, next.end);
    }

    fn take(&mut self) {
        self.take_as(None);
    }

    /// Takes the next token inside an error node.
    fn take_wrong(&mut self) {
        let mark = self.begin();
        self.take();
        self.cx.tree.node(SyntaxKind::Error, mark);
    }

    fn unexpected(&mut self, at: Ahead, expected: &'static str, help: Option<&'static str>) {
        let help = help.or_else(|| recovery::help_about(at.kind, self.text(at)));
        let kind = SyntaxErrorKind::Unexpected { expected, help };
        self.error(at.start, at.end, kind);
        // A quote that is not closed has swallowed the parentheses behind it.
        self.abandoned |= recovery::is_open_quote(at.kind, self.text(at));
    }

    /// Reports that something is missing behind the last token.
    fn missing(&mut self, expected: &'static str) {
        self.error(
            self.last,
            self.offset,
            SyntaxErrorKind::Missing { expected },
        );
    }

    fn error(&mut self, start: usize, end: usize, kind: SyntaxErrorKind) {
        if !self.abandoned {
            self.cx.error(range(start, end), kind);
        }
    }
}

fn size(offset: usize) -> TextSize {
    TextSize::new(u32::try_from(offset).expect("the text is shorter than 4 GiB"))
}

fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(size(start), size(end))
}
