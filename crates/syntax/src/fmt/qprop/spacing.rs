//! What stands between two tokens of a statement on one line.

use rowan::NodeOrToken;

use super::operators::{Operators, is_word, spelt};
use crate::{SyntaxKind, SyntaxNode, SyntaxToken};

/// A token of a statement, with what its neighbours have to know.
#[derive(Clone)]
pub(super) struct Piece {
    kind: SyntaxKind,
    /// The kind of the node that it is a child of.
    parent: SyntaxKind,
    is_word: bool,
    /// Whether it is arithmetic written without blanks around it.
    is_tight: bool,
}

impl Piece {
    pub(super) fn of(token: &SyntaxToken, text: &str) -> Piece {
        let kind = token.kind();
        let parent = token
            .parent()
            .map_or(SyntaxKind::Error, |parent| parent.kind());
        let is_arithmetic = matches!(
            parent,
            SyntaxKind::QpropAdditive | SyntaxKind::QpropMultiplicative
        );
        Piece {
            kind,
            parent,
            is_word: is_word(text),
            is_tight: is_arithmetic
                && matches!(
                    kind,
                    SyntaxKind::Plus | SyntaxKind::Minus | SyntaxKind::Star
                )
                && !has_blank(token.prev_token())
                && !has_blank(token.next_token()),
        }
    }

    /// Whether the sign belongs to what stands behind it.
    fn is_prefix(&self) -> bool {
        match self.kind {
            SyntaxKind::NotKw | SyntaxKind::Bang => {
                self.parent == SyntaxKind::QpropNot && !self.is_word
            }
            SyntaxKind::Minus => self.parent != SyntaxKind::QpropAdditive,
            SyntaxKind::ForallKw | SyntaxKind::ExistsKw => !self.is_word,
            _ => false,
        }
    }
}

fn has_blank(token: Option<SyntaxToken>) -> bool {
    token.is_some_and(|token| token.kind().is_trivia())
}

/// How many blanks stand between two tokens: one or none.
pub(super) fn blanks_between(left: &Piece, right: &Piece) -> usize {
    use SyntaxKind::{
        Bang, Colon, Comma, DotDot, ExistsKw, LBrace, LParen, Name, QpropApplication, QpropColumns,
        QpropCount, QpropParameters, QpropQuantified, QpropShowGrid, QpropSum, RBrace, RParen,
        Semicolon,
    };
    let glued = match (left.kind, right.kind) {
        (LParen | LBrace | DotDot, _) | (_, RParen | RBrace | Comma | Semicolon | DotDot) => true,
        (_, Colon) => right.parent != QpropShowGrid,
        (Name, LParen) => matches!(
            right.parent,
            QpropApplication | QpropColumns | QpropParameters | QpropCount | QpropSum
        ),
        // `exists! x`
        (ExistsKw, Bang) => right.parent == QpropQuantified,
        _ => left.is_prefix() || left.is_tight || right.is_tight,
    };
    usize::from(!glued)
}

/// How many characters the node takes on one line, however it is laid out now. Only the first
/// token of what stands before it in a line is not counted with.
pub(super) fn flat_width(node: &SyntaxNode, operators: Operators) -> usize {
    let mut width = 0;
    let mut previous: Option<Piece> = None;
    for token in node
        .descendants_with_tokens()
        .filter_map(NodeOrToken::into_token)
    {
        if token.kind().is_trivia() {
            continue;
        }
        let text = spelt(&token, operators);
        let piece = Piece::of(&token, text);
        let blanks = previous.map_or(0, |previous| blanks_between(&previous, &piece));
        width += blanks + text.chars().count();
        previous = Some(piece);
    }
    width
}
