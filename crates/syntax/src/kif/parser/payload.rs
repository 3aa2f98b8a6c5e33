//! Literals in directives, where nothing behind the line can close what is open.

use rowan::TextRange;

use super::{FormParser, range, size};
use crate::kif::lexer::token;
use crate::parse::ItemContext;
use crate::{SyntaxErrorKind, SyntaxKind};

/// Reads the literal at `offset`, where a token begins that is no trivia: pushes one element on
/// the tree and returns its end.
pub(crate) fn literal(cx: &mut ItemContext<'_>, offset: usize) -> usize {
    let end = cx.text.len();
    let (kind, next) = token(cx.text, offset);
    match kind {
        SyntaxKind::RParen => {
            let mark = cx.tree.mark();
            cx.tree.token(kind, ")");
            cx.tree.node(SyntaxKind::Error, mark);
            cx.error(range(offset, next), SyntaxErrorKind::UnexpectedParenthesis);
            next
        }
        SyntaxKind::LParen if !is_closed(cx.text, offset) => {
            let probable_end = TextRange::empty(size(end));
            cx.error(
                range(offset, next),
                SyntaxErrorKind::UnclosedParenthesis { probable_end },
            );
            cx.muted(|cx| parser(cx, offset, end).literal());
            end
        }
        _ => {
            let mut parser = parser(cx, offset, end);
            parser.literal();
            parser.offset
        }
    }
}

fn parser<'a, 'cx>(cx: &'a mut ItemContext<'cx>, offset: usize, end: usize) -> FormParser<'a, 'cx> {
    FormParser::new(cx, offset, end)
}

/// Whether the parenthesis at `offset` is closed in the text.
fn is_closed(text: &str, mut offset: usize) -> bool {
    let mut open = 0_usize;
    while offset < text.len() {
        let (kind, end) = token(text, offset);
        match kind {
            SyntaxKind::LParen => open += 1,
            SyntaxKind::RParen => open -= 1,
            _ => {}
        }
        if open == 0 {
            return true;
        }
        offset = end;
    }
    false
}
