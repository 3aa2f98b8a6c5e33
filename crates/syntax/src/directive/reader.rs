//! Reads the words, numbers, names, atoms and literals that directives are made of.

use rowan::{TextRange, TextSize};

use super::{DirectiveError, DirectiveErrorKind};
use crate::parse::ItemContext;
use crate::text::{blanks, is_blank};
use crate::{Dialect, SyntaxKind, hrf, kif, qprop};

/// A stretch of the text, by its offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Span {
    pub(super) fn range(self) -> TextRange {
        let size =
            |offset| TextSize::new(u32::try_from(offset).expect("a text is shorter than 4 GiB"));
        TextRange::new(size(self.start), size(self.end))
    }
}

/// Reads one directive, up to the end of the text. Blanks are taken only with what stands behind
/// them.
pub(super) struct Reader<'a, 'cx> {
    pub(super) cx: &'a mut ItemContext<'cx>,
    pub(super) dialect: Dialect,
    /// The end of the last token taken.
    offset: usize,
    /// The word, or the mark, behind which something may be missing.
    pub(super) last: Span,
    /// Whether something wrong was reported.
    pub(super) failed: bool,
}

impl<'a, 'cx> Reader<'a, 'cx> {
    /// A reader of the directive at `start`, whose mark ends at `offset`.
    pub(super) fn new(
        cx: &'a mut ItemContext<'cx>,
        dialect: Dialect,
        start: usize,
        offset: usize,
    ) -> Self {
        Self {
            cx,
            dialect,
            offset,
            last: Span { start, end: offset },
            failed: false,
        }
    }

    pub(super) fn text(&self, span: Span) -> &'cx str {
        &self.cx.text[span.start..span.end]
    }

    /// What stands between the next blanks, unless a comment or nothing does.
    pub(super) fn ahead(&self) -> Option<Span> {
        let bytes = self.cx.text.as_bytes();
        let start = self.offset + blanks(&bytes[self.offset..]);
        let length = bytes[start..]
            .iter()
            .enumerate()
            .position(|(at, &byte)| is_blank(byte) || self.begins_comment(start + at))
            .unwrap_or(bytes.len() - start);
        let end = start + length;
        (length > 0).then_some(Span { start, end })
    }

    fn begins_comment(&self, offset: usize) -> bool {
        let rest = &self.cx.text.as_bytes()[offset..];
        match self.dialect {
            Dialect::Kif => rest.starts_with(b";"),
            Dialect::Hrf => rest.starts_with(b";") || rest.starts_with(b"%"),
            Dialect::Qprop => rest.starts_with(b"//"),
        }
    }

    /// Pushes the blanks before the next token, so that a node can begin with it.
    pub(super) fn begin(&mut self) -> usize {
        let next = blanks(&self.cx.text.as_bytes()[self.offset..]) + self.offset;
        if next > self.offset {
            let blanks = &self.cx.text[self.offset..next];
            self.cx.tree.token(SyntaxKind::Whitespace, blanks);
            self.offset = next;
        }
        self.cx.tree.mark()
    }

    /// Takes the text up to `end` as one token.
    pub(super) fn take(&mut self, kind: SyntaxKind, end: usize) -> Span {
        self.begin();
        let span = Span {
            start: self.offset,
            end,
        };
        self.cx.tree.token(kind, self.text(span));
        self.offset = end;
        span
    }

    /// Takes a word, behind which something may then be missing.
    pub(super) fn take_word(&mut self) -> Option<Span> {
        let word = self.ahead()?;
        self.last = self.take(SyntaxKind::DirectiveWord, word.end);
        Some(word)
    }

    /// Reports what is wrong first; one report is enough for a directive.
    pub(super) fn error(&mut self, range: TextRange, kind: DirectiveErrorKind) {
        if !self.failed {
            self.failed = true;
            self.cx
                .directive_errors
                .push(DirectiveError { kind, range });
        }
    }

    /// Reports that `expected` is missing behind the last word, or that something else stands
    /// there.
    pub(super) fn expected(
        &mut self,
        found: Option<Span>,
        expected: &'static str,
        help: &'static str,
    ) {
        let kind = DirectiveErrorKind::Expected {
            expected,
            help,
            found: found.is_some(),
        };
        self.error(found.unwrap_or(self.last).range(), kind);
    }

    /// Takes a number up to `max`; another word in its place becomes an error node.
    pub(super) fn number(&mut self, max: u128, expected: &'static str, help: &'static str) {
        let found = self.ahead();
        match found {
            Some(word) if is_number(self.text(word), max) => {
                self.last = self.take(SyntaxKind::Number, word.end);
            }
            _ => {
                self.expected(found, expected, help);
                self.take_error();
            }
        }
    }

    /// Takes a word into an error node.
    pub(super) fn take_error(&mut self) {
        let mark = self.begin();
        if self.take_word().is_some() {
            self.cx.tree.node(SyntaxKind::Error, mark);
        }
    }

    /// Takes what is left into an error node.
    pub(super) fn take_rest(&mut self) {
        let mark = self.begin();
        while self.take_word().is_some() {}
        if self.cx.tree.mark() > mark {
            self.cx.tree.node(SyntaxKind::Error, mark);
        }
    }

    /// Takes the comment behind the directive, and all blanks.
    pub(super) fn finish(&mut self) {
        self.begin();
        if self.offset < self.cx.text.len() {
            self.take(SyntaxKind::Comment, self.cx.text.len());
        }
    }

    /// Whether a sign of HRF that parts literals, or ends a statement, is next; takes it.
    pub(super) fn take_sign(&mut self, signs: &[u8]) -> bool {
        let Some(next) = self.ahead().filter(|_| self.dialect == Dialect::Hrf) else {
            return false;
        };
        let sign = self.cx.text.as_bytes()[next.start];
        if !signs.contains(&sign) {
            return false;
        }
        let kind = match sign {
            b',' => SyntaxKind::Comma,
            b'&' => SyntaxKind::Amp,
            _ => SyntaxKind::Dot,
        };
        self.take(kind, next.start + 1);
        true
    }

    /// Takes a literal of the dialect; `next` is what is ahead.
    pub(super) fn literal(&mut self, next: Span) -> Span {
        self.begin();
        let read = match self.dialect {
            Dialect::Kif => kif::payload::literal,
            Dialect::Hrf => hrf::payload::literal,
            Dialect::Qprop => unreachable!("no directive of QPROP holds a literal"),
        };
        let end = read(self.cx, next.start);
        self.offset = end;
        for error in std::mem::take(&mut self.cx.errors) {
            self.error(error.range, DirectiveErrorKind::Form(error.kind));
        }
        self.last = Span {
            start: next.start,
            end,
        };
        self.last
    }

    /// Takes an atom; another literal in its place becomes an error node.
    pub(super) fn atom(&mut self, next: Span) -> Span {
        let mark = self.begin();
        let span = self.literal(next);
        let is_atom = matches!(
            self.cx.tree.top_kind(),
            Some(SyntaxKind::KifAtom | SyntaxKind::HrfAtom)
        );
        if !is_atom {
            self.cx.tree.node(SyntaxKind::Error, mark);
            self.expected(
                Some(span),
                "an atom",
                "an atom is a relation with its terms",
            );
        }
        span
    }

    /// Takes an atom, and reports the first variable in it.
    pub(super) fn ground_atom(&mut self, next: Span) {
        let span = self.atom(next);
        let mut offset = span.start;
        while offset < span.end && !self.failed {
            let (kind, end) = self.token(offset);
            if kind == SyntaxKind::Variable {
                let variable = Span { start: offset, end };
                self.expected(
                    Some(variable),
                    "a constant",
                    "these atoms have no variables",
                );
            }
            offset = end;
        }
    }

    /// The token of the dialect at an offset.
    pub(super) fn token(&self, offset: usize) -> (SyntaxKind, usize) {
        match self.dialect {
            Dialect::Kif => kif::lexer::token(self.cx.text, offset),
            Dialect::Hrf => hrf::lexer::token(self.cx.text, offset),
            Dialect::Qprop => qprop::lexer::token(self.cx.text, offset),
        }
    }

    /// Takes `NAME/ARITY`; whether it is that. Where it is not, nothing is taken.
    pub(super) fn signature(&mut self, word: Span) -> bool {
        let Some(slash) = self.name_end(word) else {
            return false;
        };
        // The name may be quoted and hold blanks.
        let digits = self.cx.text.as_bytes()[slash + 1..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let end = slash + 1 + digits;
        let arity = &self.cx.text[slash + 1..end];
        let next = self.cx.text.as_bytes().get(end).copied();
        let ends = next.is_none_or(|byte| {
            is_blank(byte)
                || self.begins_comment(end)
                || byte == b',' && self.dialect == Dialect::Hrf
        });
        if arity.parse::<u32>().is_err() || !ends {
            return false;
        }
        let (kind, _) = self.token(word.start);
        let mark = self.begin();
        self.take(kind, slash);
        self.take(SyntaxKind::Slash, slash + 1);
        self.take(SyntaxKind::Number, end);
        self.cx.tree.node(SyntaxKind::Signature, mark);
        self.last = Span {
            start: word.start,
            end,
        };
        true
    }

    /// Where the name of a signature ends, which is where its slash stands.
    fn name_end(&self, word: Span) -> Option<usize> {
        let (kind, end) = self.token(word.start);
        let slash = match (self.dialect, kind) {
            (Dialect::Kif, SyntaxKind::Name) => word.start + self.text(word).rfind('/')?,
            (Dialect::Hrf, SyntaxKind::Name | SyntaxKind::QuotedName) => end,
            _ => return None,
        };
        let stands = slash > word.start && self.cx.text.as_bytes().get(slash) == Some(&b'/');
        stands.then_some(slash)
    }
}

fn is_number(word: &str, max: u128) -> bool {
    let is_digits = word.bytes().all(|byte| byte.is_ascii_digit());
    is_digits && word.parse::<u128>().is_ok_and(|number| number <= max)
}
