//! Reads one item of KIF: a form, a comment, blanks, or tokens that are none of these.

pub(crate) mod payload;

use rowan::{TextRange, TextSize};

use super::lexer::token;
use super::recovery::Extent;
use crate::parse::ItemContext;
use crate::text::column;
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
            let mut parser = FormParser {
                cx,
                offset: end,
                end,
                depth: 0,
            };
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
    let found = cx.recovery.extent(text, start);
    let (end, closed) = match found {
        Extent::Closed { end, asked } => {
            if asked {
                cx.recovered();
            }
            (end, true)
        }
        Extent::Cut { end, seen, asked } => {
            cx.saw(seen);
            if asked {
                cx.recovered();
            }
            (significant_end(text, start, end), false)
        }
    };
    if closed {
        let mut parser = FormParser {
            cx,
            offset: start,
            end,
            depth: 0,
        };
        parser.form(true);
        return parser.offset;
    }
    // Whatever else is wrong in it may be wrong because of the lost parenthesis.
    cx.muted(|cx| {
        FormParser {
            cx,
            offset: start,
            end,
            depth: 0,
        }
        .form(false);
    });
    let probable_end = TextRange::empty(size(end));
    cx.error(
        range(start, start + 1),
        SyntaxErrorKind::UnclosedParenthesis { probable_end },
    );
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

/// The end of the run of closing parentheses that ends a severed rule, looked for from `start`
/// on: nothing before it may begin a form of its own, which is a rule, a `(` in column 0, and
/// whatever stands behind an empty line. And how far was looked.
fn severed_rest(text: &str, start: usize) -> (Option<usize>, usize) {
    let bytes = text.as_bytes();
    let limit = text.len().min(start + SEVERED_AT_MOST);
    let (mut offset, mut depth, mut seen) = (start, 0_usize, start + 1);
    while offset < limit {
        let (kind, end) = token(text, offset);
        seen = end + 1;
        match kind {
            SyntaxKind::Whitespace if line_ends(&text[offset..end]) > 1 => break,
            SyntaxKind::LParen if depth == 0 && column(bytes, offset) == 0 => break,
            SyntaxKind::Arrow => break,
            SyntaxKind::LParen => depth += 1,
            SyntaxKind::RParen if depth == 0 => {
                let run = bytes[offset..]
                    .iter()
                    .take_while(|&&byte| byte == b')')
                    .count();
                return (Some(offset + run), offset + run + 1);
            }
            SyntaxKind::RParen => depth -= 1,
            _ => {}
        }
        offset = end;
    }
    (None, seen)
}

/// How many bytes the rest of a severed rule may take.
const SEVERED_AT_MOST: usize = 2 << 10;

/// The line ends in blanks; CRLF is one.
fn line_ends(blanks: &str) -> usize {
    let returns = blanks.matches('\r').count();
    let pairs = blanks.matches("\r\n").count();
    blanks.matches('\n').count() + returns - pairs
}

/// Reads the tokens of one form up to `end`.
struct FormParser<'a, 'cx> {
    cx: &'a mut ItemContext<'cx>,
    offset: usize,
    end: usize,
    depth: u16,
}

impl FormParser<'_, '_> {
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
        let mut offset = self.offset + 1;
        while offset < self.end {
            let (kind, end) = token(self.cx.text, offset);
            if !kind.is_trivia() {
                return Some(kind);
            }
            offset = end;
        }
        None
    }

    fn push(&mut self, kind: SyntaxKind, end: usize) {
        self.cx.tree.token(kind, &self.cx.text[self.offset..end]);
        self.offset = end;
    }

    fn error(&mut self, start: usize, end: usize, kind: SyntaxErrorKind) {
        self.cx.error(range(start, end), kind);
    }

    /// A fact or a rule.
    fn form(&mut self, closed: bool) {
        let mark = self.cx.tree.mark();
        let start = self.offset;
        match self.head_kind() {
            Some(SyntaxKind::Arrow) => {
                self.rule();
                if closed && self.cx.has_error_since(start) {
                    let rest = self.cx.tree.mark();
                    self.severed();
                    if self.cx.tree.mark() > rest {
                        self.cx.tree.node(SyntaxKind::Error, rest);
                    }
                }
                self.cx.tree.node(SyntaxKind::KifRule, mark);
            }
            Some(
                SyntaxKind::NotKw | SyntaxKind::OrKw | SyntaxKind::AndKw | SyntaxKind::DistinctKw,
            ) => {
                self.literal();
                let end = self.offset;
                if closed {
                    self.severed();
                }
                self.cx.tree.node(SyntaxKind::Error, mark);
                if !self.cx.has_error_since(start) {
                    let help = "only the body of a rule can hold this";
                    self.error(start, end, unexpected("a fact or a rule", Some(help)));
                }
            }
            _ => {
                self.literal();
                self.cx.tree.node(SyntaxKind::KifFact, mark);
            }
        }
    }

    /// Takes the rest of a rule that was closed too early, of which a literal was just read that
    /// cannot stand alone: one report is enough for all of it.
    fn severed(&mut self) {
        let (rest, seen) = severed_rest(self.cx.text, self.end);
        self.cx.saw(seen);
        let Some(end) = rest else { return };
        self.end = end;
        let (offset, depth) = (self.offset, self.depth);
        self.cx.muted(|cx| {
            let mut inner = FormParser {
                cx,
                offset,
                end,
                depth,
            };
            while let Some((kind, end)) = inner.peek() {
                if kind == SyntaxKind::RParen {
                    inner.push(kind, end);
                } else {
                    inner.literal();
                }
            }
        });
        self.offset = end;
    }

    /// `(<= head literal…)`, without the node.
    fn rule(&mut self) {
        let start = self.offset;
        self.push(SyntaxKind::LParen, start + 1);
        self.depth += 1;
        let (kind, end) = self.peek().expect("the caller saw the arrow");
        let arrow = self.offset;
        self.push(kind, end);
        match self.peek() {
            None | Some((SyntaxKind::RParen, _)) => {
                let end = self.offset;
                // An unclosed rule is reported as that; the head is still being typed.
                if self.offset < self.end {
                    self.error(arrow, end, unexpected("a head behind `<=`", None));
                }
            }
            Some((SyntaxKind::LParen, _)) => match self.head_kind() {
                Some(kind @ (SyntaxKind::NotKw | SyntaxKind::OrKw | SyntaxKind::DistinctKw)) => {
                    let start = self.offset;
                    let mark = self.cx.tree.mark();
                    self.literal();
                    self.cx.tree.node(SyntaxKind::Error, mark);
                    let help = (kind == SyntaxKind::NotKw)
                        .then_some("a rule says when something holds, not when it does not");
                    let end = self.offset;
                    self.error(
                        start,
                        end,
                        unexpected("an atom as the head of the rule", help),
                    );
                }
                _ => self.literal(),
            },
            Some(_) => self.literal(),
        }
        self.literals();
        self.depth -= 1;
    }

    /// Literals up to the closing parenthesis, and that.
    fn literals(&mut self) -> usize {
        let mut count = 0;
        while let Some((kind, end)) = self.peek() {
            if kind == SyntaxKind::RParen {
                self.push(kind, end);
                break;
            }
            self.literal();
            count += 1;
        }
        count
    }

    /// One literal, of which a token must be there.
    fn literal(&mut self) {
        let Some((kind, end)) = self.peek() else {
            return;
        };
        let start = self.offset;
        let mark = self.cx.tree.mark();
        match kind {
            SyntaxKind::LParen if self.too_deep() => self.flat(),
            SyntaxKind::LParen => {
                self.depth += 1;
                self.list();
                self.depth -= 1;
            }
            SyntaxKind::Name => {
                self.push(kind, end);
                self.cx.tree.node(SyntaxKind::KifAtom, mark);
            }
            _ => {
                self.push(kind, end);
                self.misplaced();
                self.cx.tree.node(SyntaxKind::Error, mark);
                let error = if kind == SyntaxKind::Variable {
                    unexpected("a literal", Some("a variable stands for a term only"))
                } else {
                    SyntaxErrorKind::ConnectiveAsName
                };
                self.error(start, end, error);
            }
        }
    }

    /// Takes the variables and connectives that follow a misplaced one: where a parenthesis was
    /// lost, all of its list stands bare.
    fn misplaced(&mut self) {
        loop {
            let (mut offset, mut found) = (self.offset, None);
            while offset < self.end && found.is_none() {
                let (kind, end) = token(self.cx.text, offset);
                found = (!kind.is_trivia()).then_some(kind);
                offset = end;
            }
            match found {
                None | Some(SyntaxKind::LParen | SyntaxKind::RParen | SyntaxKind::Name) => return,
                Some(_) => {
                    if let Some((kind, end)) = self.peek() {
                        self.push(kind, end);
                    }
                }
            }
        }
    }

    /// A literal in parentheses.
    fn list(&mut self) {
        let mark = self.cx.tree.mark();
        let start = self.offset;
        let head = self.head_kind();
        self.push(SyntaxKind::LParen, start + 1);
        let kind = match head {
            Some(SyntaxKind::NotKw) => {
                self.take_head();
                let count = self.literals();
                if count != 1 && self.is_closed() && !self.cx.has_error_since(start) {
                    let end = self.offset;
                    self.error(start, end, unexpected("one literal behind `not`", None));
                }
                SyntaxKind::KifNot
            }
            Some(kind @ (SyntaxKind::OrKw | SyntaxKind::AndKw)) => {
                self.take_head();
                self.literals();
                if kind == SyntaxKind::OrKw {
                    SyntaxKind::KifOr
                } else {
                    SyntaxKind::KifAnd
                }
            }
            Some(SyntaxKind::DistinctKw) => {
                self.take_head();
                let count = self.terms();
                if count != 2 && self.is_closed() && !self.cx.has_error_since(start) {
                    let end = self.offset;
                    self.error(start, end, unexpected("two terms behind `distinct`", None));
                }
                SyntaxKind::KifDistinct
            }
            Some(SyntaxKind::Name) => {
                self.take_head();
                self.terms();
                SyntaxKind::KifAtom
            }
            _ => {
                self.wrong_head("the name of a relation");
                SyntaxKind::Error
            }
        };
        self.cx.tree.node(kind, mark);
    }

    /// Reports the token or the closing parenthesis that stands where a name should, and takes
    /// the rest of the list.
    fn wrong_head(&mut self, expected: &'static str) {
        let open = self.offset - 1;
        match self.peek() {
            None => {}
            Some((SyntaxKind::RParen, end)) => {
                self.error(
                    open,
                    end,
                    unexpected(expected, Some("nothing stands between the parentheses")),
                );
                self.push(SyntaxKind::RParen, end);
                return;
            }
            Some((SyntaxKind::LParen, end)) => {
                let start = self.offset;
                self.error(start, end, unexpected(expected, None));
            }
            Some((SyntaxKind::Variable, end)) => {
                let start = self.offset;
                let help = "a variable cannot stand for a relation or a function";
                self.error(start, end, unexpected(expected, Some(help)));
            }
            Some((_, end)) => {
                let start = self.offset;
                self.error(start, end, SyntaxErrorKind::ConnectiveAsName);
            }
        }
        // One report is enough for the whole list.
        self.cx.muted(|cx| {
            let mut inner = FormParser {
                cx,
                offset: self.offset,
                end: self.end,
                depth: self.depth,
            };
            inner.terms();
            self.offset = inner.offset;
        });
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

    /// Terms up to the closing parenthesis, and that; how many there are.
    fn terms(&mut self) -> usize {
        let mut count = 0;
        while let Some((kind, end)) = self.peek() {
            let start = self.offset;
            match kind {
                SyntaxKind::RParen => {
                    self.push(kind, end);
                    break;
                }
                SyntaxKind::LParen if self.too_deep() => self.flat(),
                SyntaxKind::LParen => {
                    self.depth += 1;
                    self.function();
                    self.depth -= 1;
                }
                SyntaxKind::Variable | SyntaxKind::Name => self.push(kind, end),
                SyntaxKind::AndKw => self.push(SyntaxKind::Name, end),
                _ => {
                    self.error(start, end, SyntaxErrorKind::ConnectiveAsName);
                    self.push(kind, end);
                }
            }
            count += 1;
        }
        count
    }

    /// A function term in parentheses.
    fn function(&mut self) {
        let mark = self.cx.tree.mark();
        let start = self.offset;
        let head = self.head_kind();
        self.push(SyntaxKind::LParen, start + 1);
        let kind = match head {
            Some(SyntaxKind::Name | SyntaxKind::AndKw) => {
                if let Some((_, end)) = self.peek() {
                    self.push(SyntaxKind::Name, end);
                }
                self.terms();
                SyntaxKind::KifFunction
            }
            _ => {
                self.wrong_head("the name of a function");
                SyntaxKind::Error
            }
        };
        self.cx.tree.node(kind, mark);
    }

    fn too_deep(&self) -> bool {
        self.depth >= self.cx.options.max_depth
    }

    /// A list that lies too deep: its tokens side by side in one error node.
    fn flat(&mut self) {
        let mark = self.cx.tree.mark();
        let start = self.offset;
        let limit = self.cx.options.max_depth;
        let mut open = 0_usize;
        while let Some((kind, end)) = self.peek() {
            self.push(kind, end);
            match kind {
                SyntaxKind::LParen => open += 1,
                SyntaxKind::RParen => open -= 1,
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
        self.cx.tree.node(SyntaxKind::Error, mark);
        self.error(start, start + 1, SyntaxErrorKind::NestingTooDeep { limit });
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
