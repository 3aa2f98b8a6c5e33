//! What the parser of KIF does with what stands where it cannot: it takes as much as one report
//! is enough for.

use super::{FormParser, unexpected};
use crate::kif::lexer::token;
use crate::text::column;
use crate::{SyntaxErrorKind, SyntaxKind};

impl FormParser<'_, '_> {
    /// Takes the rest of a rule that was closed too early, of which a literal was just read that
    /// cannot stand alone: one report is enough for all of it.
    pub(super) fn severed(&mut self) {
        let (rest, seen) = severed_rest(self.cx.text, self.end);
        self.cx.saw(seen);
        if let Some(end) = rest {
            self.rest(end);
        }
    }

    /// Literals and parentheses up to `end`, without reports.
    pub(super) fn rest(&mut self, end: usize) {
        self.end = end;
        self.muted(|parser| {
            while let Some((kind, end)) = parser.peek() {
                if kind == SyntaxKind::RParen {
                    parser.push(kind, end);
                } else {
                    parser.literal();
                }
            }
        });
        self.offset = end;
    }

    /// Takes the variables and connectives that follow a misplaced one: where a parenthesis was
    /// lost, all of its list stands bare.
    pub(super) fn misplaced(&mut self) {
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

    /// Reports the token or the closing parenthesis that stands where a name should, and takes
    /// the rest of the list.
    pub(super) fn wrong_head(&mut self, expected: &'static str) {
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
                let help = (self.depth == 1).then_some("a rule begins with `<=`");
                self.error(start, end, unexpected(expected, help));
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
        self.muted(|parser| {
            parser.terms();
        });
    }

    pub(super) fn too_deep(&self) -> bool {
        self.depth >= self.cx.options.max_depth
    }

    /// A list that lies too deep: its tokens side by side in one error node.
    pub(super) fn flat(&mut self) {
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

/// The end of the run of closing parentheses that ends a severed rule, looked for from `start`
/// on: nothing before it may begin a form of its own, which is a rule, a `(` in column 0, and
/// whatever stands behind an empty line. And how far was looked.
pub(super) fn severed_rest(text: &str, start: usize) -> (Option<usize>, usize) {
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
pub(super) fn line_ends(blanks: &str) -> usize {
    let returns = blanks.matches('\r').count();
    let pairs = blanks.matches("\r\n").count();
    blanks.matches('\n').count() + returns - pairs
}
