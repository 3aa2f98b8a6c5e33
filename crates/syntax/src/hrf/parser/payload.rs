//! Literals in directives.

use super::{Statement, range};
use crate::hrf::lexer::token;
use crate::parse::ItemContext;
use crate::{SyntaxErrorKind, SyntaxKind};

/// Reads the literal at `offset`, where a token begins that is no trivia: pushes one element on
/// the tree and returns its end.
pub(crate) fn literal(cx: &mut ItemContext<'_>, offset: usize) -> usize {
    let mark = cx.tree.mark();
    let (kind, end) = token(cx.text, offset);
    if kind == SyntaxKind::RParen {
        cx.tree.token(kind, ")");
        cx.tree.node(SyntaxKind::Error, mark);
        cx.error(range(offset, end), SyntaxErrorKind::UnexpectedParenthesis);
        return end;
    }
    let mut statement = Statement::new(cx, offset);
    statement.literal();
    if statement.offset == offset {
        statement.take();
    }
    let end = statement.offset;
    let is_node = cx.tree.mark() == mark + 1 && cx.tree.top_kind() != Some(kind);
    if !is_node {
        cx.tree.node(SyntaxKind::Error, mark);
    }
    end
}
