//! Reads one item of QPROP: a statement, a comment, blanks, a `;`, or tokens that begin no
//! statement.
//!
//! Methods are named after the rules of the grammar. Operators between formulas are read by one
//! loop with a stack of open nodes, so that what nests in the text alone nests on the call stack.

mod binders;
mod declarations;
mod formulas;
mod recovery;
mod statements;
mod terms;

use rowan::{TextRange, TextSize};

use super::lexer::{nested_comment, token};
use crate::parse::ItemContext;
use crate::text::has_line_end;
use crate::{Dialect, SyntaxErrorKind, SyntaxKind, directive};

/// Reads the item at `offset`; see [`crate::parse::Grammar`].
pub(crate) fn item(cx: &mut ItemContext<'_>, offset: usize) -> usize {
    let (kind, end) = token(cx.text, offset);
    if kind.is_trivia() {
        trivia(cx, kind, offset, end);
        cx.saw(end + 1);
        return end;
    }
    let mut statement = Statement::new(cx, offset);
    if kind == SyntaxKind::Semicolon {
        let next = statement.ahead_from(end);
        // Only here does an item depend on the one before it, so both are one.
        let joined = next.filter(|next| next.kind == SyntaxKind::LParen && !next.begins_line);
        let Some(open) = joined else {
            cx.tree.token(kind, ";");
            return end;
        };
        statement.start = open.start;
        return statement.constraint_behind_semicolon();
    }
    statement.statement()
}

/// Pushes a token of trivia.
fn trivia(cx: &mut ItemContext<'_>, kind: SyntaxKind, start: usize, end: usize) {
    let text = &cx.text[start..end];
    if kind != SyntaxKind::Comment {
        cx.tree.token(kind, text);
    } else if text.starts_with("//") {
        directive::push_comment(cx, Dialect::Qprop, start, end);
    } else {
        if !nested_comment(text.as_bytes()).1 {
            cx.error(range(start, start + 2), SyntaxErrorKind::UnclosedComment);
        }
        cx.tree.token(kind, text);
    }
}

/// A token ahead.
#[derive(Clone, Copy)]
struct Ahead {
    kind: SyntaxKind,
    start: usize,
    end: usize,
    /// Whether a line ends between it and the token before.
    begins_line: bool,
}

/// Reads one statement. Trivia is taken only with the token behind it, so that what follows the
/// statement stays outside.
struct Statement<'a, 'cx> {
    cx: &'a mut ItemContext<'cx>,
    /// Where its first token starts, but for a `;` before it.
    start: usize,
    /// The end of the last token taken.
    offset: usize,
    /// That token; before the first, an empty one.
    last: Ahead,
    depth: u16,
    /// How many levels the last expression has, each operator of a chain counted: whatever walks
    /// it may take `a + b + c` for `(a + b) + c`.
    height: u16,
    /// Set by the first error that nothing mends: no token is ahead then, and all unwinds
    /// without further reports.
    abandoned: bool,
    /// Whether text was left out, which explains whatever does not fit behind it.
    elided: bool,
    /// The offset that was looked ahead from last, and what stands there.
    peeked: (usize, Option<Ahead>),
}

impl<'a, 'cx> Statement<'a, 'cx> {
    fn new(cx: &'a mut ItemContext<'cx>, start: usize) -> Self {
        let last = Ahead {
            kind: SyntaxKind::ErrorToken,
            start,
            end: start,
            begins_line: false,
        };
        Self {
            cx,
            start,
            offset: start,
            last,
            depth: 0,
            height: 0,
            abandoned: false,
            elided: false,
            peeked: (usize::MAX, None),
        }
    }

    /// The next token that is not trivia.
    fn ahead(&mut self) -> Option<Ahead> {
        if self.abandoned {
            return None;
        }
        self.next_token()
    }

    /// The next token that is not trivia, also when the statement was given up.
    fn next_token(&mut self) -> Option<Ahead> {
        if self.peeked.0 != self.offset {
            self.peeked = (self.offset, self.ahead_from(self.offset));
        }
        self.peeked.1
    }

    /// The first token at or behind `offset` that is not trivia.
    fn ahead_from(&mut self, mut offset: usize) -> Option<Ahead> {
        let mut begins_line = false;
        while offset < self.cx.text.len() {
            let (kind, end) = token(self.cx.text, offset);
            if !kind.is_trivia() {
                // A sign has up to three characters.
                self.cx.saw(end + 2);
                return Some(Ahead {
                    kind,
                    start: offset,
                    end,
                    begins_line,
                });
            }
            begins_line = begins_line || has_line_end(&self.cx.text[offset..end]);
            offset = end;
        }
        self.cx.saw(offset + 1);
        None
    }

    /// The kind of the next token.
    fn kind(&mut self) -> Option<SyntaxKind> {
        self.ahead().map(|next| next.kind)
    }

    fn is(&mut self, kind: SyntaxKind) -> bool {
        self.kind() == Some(kind)
    }

    /// The token behind the next one.
    fn second(&mut self) -> Option<Ahead> {
        let next = self.ahead()?;
        self.ahead_from(next.end)
    }

    fn text(&self, token: Ahead) -> &'cx str {
        &self.cx.text[token.start..token.end]
    }

    /// Pushes the trivia before the next token, so that a node can begin with it.
    fn begin(&mut self) -> usize {
        if let Some(next) = self.ahead() {
            self.take_trivia(next.start);
        }
        self.cx.tree.mark()
    }

    fn take_trivia(&mut self, to: usize) {
        while self.offset < to {
            let (kind, end) = token(self.cx.text, self.offset);
            trivia(self.cx, kind, self.offset, end);
            self.offset = end;
        }
    }

    /// Takes the next token.
    fn take(&mut self) {
        if let Some(next) = self.ahead() {
            self.push(next);
        }
    }

    fn push(&mut self, next: Ahead) {
        self.take_trivia(next.start);
        let text = self.text(next);
        self.cx.tree.token(next.kind, text);
        self.offset = next.end;
        self.last = next;
    }

    /// Takes the next token if it is of the kind.
    fn take_if(&mut self, kind: SyntaxKind) -> bool {
        let found = self.is(kind);
        if found {
            self.take();
        }
        found
    }

    /// Takes a token of the kind, or gives the statement up.
    fn expect(&mut self, kind: SyntaxKind, expected: &'static str, help: Option<&'static str>) {
        if !self.take_if(kind) {
            self.wrong(expected, help);
        }
    }

    /// Makes a node of everything pushed since `mark`.
    fn node(&mut self, kind: SyntaxKind, mark: usize) {
        self.cx.tree.node(kind, mark);
    }

    /// Whether the token opens the arguments of the name before it.
    fn touches(&self, name: Ahead) -> bool {
        self.cx.text.as_bytes().get(name.end) == Some(&b'(')
    }
}

fn size(offset: usize) -> TextSize {
    TextSize::new(u32::try_from(offset).expect("the text is shorter than 4 GiB"))
}

fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(size(start), size(end))
}
