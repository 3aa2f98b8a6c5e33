//! Reads one item of KIF: a form, a comment, blanks, or tokens that are none of these.

mod forms;
mod literals;
pub(crate) mod payload;
mod recovery;
mod severed;
mod terms;

use rowan::{TextRange, TextSize};

use super::lexer::token;
use super::recovery::Extent;
use super::unclosed::{Unclosed, unclosed_lists};
use crate::parse::ItemContext;
use crate::{Dialect, SyntaxErrorKind, SyntaxKind, directive};

/// Reads the item at `offset`, which must lie before the end of the text, pushes it on the tree
/// as one element, and returns its end. See [`crate::parse::Grammar`].
pub(crate) fn item(cx: &mut ItemContext<'_>, offset: usize) -> usize {
    let text = cx.text;
    let (kind, end) = token(text, offset);
    match kind {
        SyntaxKind::Comment => {
            directive::push_comment(cx, Dialect::Kif, offset, end);
            cx.saw(end + 1);
            end
        }
        SyntaxKind::LParen => form(cx, offset),
        SyntaxKind::RParen => stray_parentheses(cx, offset),
        SyntaxKind::Name if is_foreign_comment(text, offset) => foreign_comment(cx, offset, end),
        SyntaxKind::Name => {
            let mark = cx.tree.mark();
            cx.tree.token(kind, &text[offset..end]);
            cx.tree.node(SyntaxKind::KifAtom, mark);
            cx.tree.node(SyntaxKind::KifFact, mark);
            cx.saw(end + 1);
            end
        }
        SyntaxKind::Whitespace | SyntaxKind::Bom => {
            cx.tree.token(kind, &text[offset..end]);
            cx.saw(end + 1);
            end
        }
        _ => {
            let mark = cx.tree.mark();
            cx.tree.token(kind, &text[offset..end]);
            cx.saw(end + 1);
            let mut parser = FormParser::new(cx, end, end);
            parser.severed();
            let stop = parser.offset;
            cx.tree.node(SyntaxKind::Error, mark);
            let error = match kind {
                SyntaxKind::Variable => unexpected("a fact or a rule", None),
                SyntaxKind::Arrow => unexpected("a parenthesis before `<=`", None),
                _ => SyntaxErrorKind::ConnectiveAsName,
            };
            cx.error(range(offset, end), error);
            stop
        }
    }
}

/// Whether a name is how other languages begin a comment.
fn is_foreign_comment(text: &str, offset: usize) -> bool {
    let rest = &text[offset..];
    rest.starts_with("//") || rest.starts_with('#')
}

/// Takes a line that is a comment of another language, under one report. A line that opens or
/// closes more than it closes or opens is taken up to there only.
fn foreign_comment(cx: &mut ItemContext<'_>, start: usize, end: usize) -> usize {
    let text = cx.text;
    let mark = cx.tree.mark();
    cx.tree.token(SyntaxKind::ErrorToken, &text[start..end]);
    let line_end = memchr::memchr2(b'\n', b'\r', &text.as_bytes()[end..])
        .map_or(text.len(), |length| end + length);
    let (mut offset, mut open, mut tokens) = (end, 0_i32, Vec::new());
    while offset < line_end && open >= 0 {
        let (kind, next) = token(text, offset);
        match kind {
            SyntaxKind::LParen => open += 1,
            SyntaxKind::RParen => open -= 1,
            _ => {}
        }
        tokens.push((kind, next));
        offset = next.min(line_end);
    }
    let last = tokens.iter().rposition(|(kind, _)| !kind.is_trivia());
    let mut offset = end;
    if open == 0 {
        for &(kind, next) in tokens.iter().take(last.map_or(0, |last| last + 1)) {
            cx.tree.token(kind, &text[offset..next]);
            offset = next;
        }
    }
    cx.tree.node(SyntaxKind::Error, mark);
    cx.saw(line_end + 1);
    let help = "a comment begins with `;`";
    cx.error(
        range(start, end),
        unexpected("a fact or a rule", Some(help)),
    );
    offset
}

fn stray_parentheses(cx: &mut ItemContext<'_>, offset: usize) -> usize {
    let run = cx.text.as_bytes()[offset..]
        .iter()
        .take_while(|&&byte| byte == b')')
        .count();
    let mark = cx.tree.mark();
    for _ in 0..run {
        cx.tree.token(SyntaxKind::RParen, ")");
    }
    cx.tree.node(SyntaxKind::Error, mark);
    cx.saw(offset + run + 1);
    cx.error(
        range(offset, offset + run),
        SyntaxErrorKind::UnexpectedParenthesis,
    );
    offset + run
}

fn form(cx: &mut ItemContext<'_>, start: usize) -> usize {
    let text = cx.text;
    let end = match cx.recovery.extent(text, start) {
        Extent::Closed { end, asked } => {
            if asked {
                cx.recovered();
            }
            let mut parser = FormParser::new(cx, start, end);
            parser.form(true);
            return parser.offset;
        }
        Extent::Cut { end, seen, asked } => {
            cx.saw(seen);
            if asked {
                cx.recovered();
            }
            significant_end(text, start, end)
        }
    };
    let (unclosed, end) = unclosed_lists(text, start, end);
    for list in &unclosed {
        let probable_end = TextRange::empty(size(list.end));
        cx.error(
            range(list.start, list.start + 1),
            SyntaxErrorKind::UnclosedParenthesis { probable_end },
        );
    }
    // Whatever else is wrong in it may be wrong because of the lost parentheses.
    let mut parser = FormParser::new(cx, start, end);
    parser.unclosed = unclosed;
    parser.muted(|parser| parser.form(false));
    end
}

/// The end of the last token before `end` that is neither blank nor comment.
fn significant_end(text: &str, start: usize, end: usize) -> usize {
    let mut offset = start;
    let mut last = start;
    while offset < end {
        let (kind, next) = token(text, offset);
        if !kind.is_trivia() {
            last = next;
        }
        offset = next;
    }
    last
}

/// Reads the tokens of one form up to `end`.
struct FormParser<'a, 'cx> {
    cx: &'a mut ItemContext<'cx>,
    offset: usize,
    /// The end of the form, or of the unclosed list that is being read.
    end: usize,
    depth: u16,
    /// The lists that nothing closes, in order.
    unclosed: Vec<Unclosed>,
}

impl<'a, 'cx> FormParser<'a, 'cx> {
    fn new(cx: &'a mut ItemContext<'cx>, offset: usize, end: usize) -> Self {
        Self {
            cx,
            offset,
            end,
            depth: 0,
            unclosed: Vec::new(),
        }
    }

    /// Reads without reports.
    fn muted(&mut self, read: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.cx.mute, true);
        read(self);
        self.cx.mute = before;
    }

    /// Reads the list that begins here, which ends where layout says if nothing closes it.
    fn list_of(&mut self, read: impl FnOnce(&mut Self)) {
        let end = self.end;
        let found = self
            .unclosed
            .binary_search_by_key(&self.offset, |list| list.start);
        if let Ok(index) = found {
            self.end = self.unclosed[index].end;
        }
        self.depth += 1;
        read(self);
        self.depth -= 1;
        self.end = end;
    }
    /// The next token that is not trivia, without taking it; pushes the trivia before it.
    fn peek(&mut self) -> Option<(SyntaxKind, usize)> {
        while self.offset < self.end {
            let (kind, end) = token(self.cx.text, self.offset);
            match kind {
                SyntaxKind::Whitespace => self.push(kind, end),
                SyntaxKind::Comment => {
                    directive::push_comment(self.cx, Dialect::Kif, self.offset, end);
                    self.offset = end;
                }
                _ => return Some((kind, end)),
            }
        }
        None
    }

    /// The kind of the first token behind the parenthesis at `offset`.
    fn head_kind(&self) -> Option<SyntaxKind> {
        self.tokens_inside()
            .map(|(kind, _)| kind)
            .find(|kind| !kind.is_trivia())
    }

    /// The tokens behind the parenthesis at `offset`, without taking them.
    fn tokens_inside(&self) -> impl Iterator<Item = (SyntaxKind, &str)> {
        let text = self.cx.text;
        let mut offset = self.offset + 1;
        std::iter::from_fn(move || {
            let start = offset;
            (start < self.end).then(|| {
                let (kind, end) = token(text, start);
                offset = end;
                (kind, &text[start..end])
            })
        })
    }

    fn push(&mut self, kind: SyntaxKind, end: usize) {
        self.cx.tree.token(kind, &self.cx.text[self.offset..end]);
        self.offset = end;
    }

    fn error(&mut self, start: usize, end: usize, kind: SyntaxErrorKind) {
        self.cx.error(range(start, end), kind);
    }

    fn take_head(&mut self) {
        if let Some((kind, end)) = self.peek() {
            self.push(kind, end);
        }
    }

    /// Whether the last token taken is a closing parenthesis: a list cut off by recovery gets
    /// no report about what it lacks.
    fn is_closed(&self) -> bool {
        self.cx.text.as_bytes()[self.offset - 1] == b')'
    }
}

fn unexpected(expected: &'static str, help: Option<&'static str>) -> SyntaxErrorKind {
    SyntaxErrorKind::Unexpected { expected, help }
}

fn size(offset: usize) -> TextSize {
    TextSize::new(u32::try_from(offset).expect("the text is shorter than 4 GiB"))
}

fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(size(start), size(end))
}
