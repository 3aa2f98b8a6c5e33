//! The layout of KIF.

use rowan::NodeOrToken;

use super::printer::{Gap, Printer};
use super::{flat_width, has_comment};
use crate::text::has_line_end;
use crate::{SyntaxKind, SyntaxNode};

/// How far the body of a rule is indented.
const INDENT: usize = 4;

/// Writes a fact or a rule.
pub(super) fn item(printer: &mut Printer, node: &SyntaxNode, gap: Gap) {
    match node.kind() {
        SyntaxKind::KifRule => list(printer, node, gap, 0, 0),
        _ => children(printer, node, gap, 0),
    }
}

/// The children of a fact: one literal, perhaps among comments.
fn children(printer: &mut Printer, node: &SyntaxNode, gap: Gap, tail: usize) {
    for child in node.children() {
        list(printer, &child, gap, 0, tail);
    }
}

/// Writes a node in parentheses, or a lone name; `tail` characters follow it without a gap.
fn list(printer: &mut Printer, node: &SyntaxNode, gap: Gap, indent: usize, tail: usize) {
    let is_rule = node.kind() == SyntaxKind::KifRule;
    let mut inside = 0;
    let mut first = None;
    let mut broken = false;
    // The parenthesis, the name, the first element behind it, the others.
    let mut place = 0;
    let mut on_token_line = true;
    let last = node
        .children_with_tokens()
        .filter(|child| !child.kind().is_trivia())
        .count();
    for child in node.children_with_tokens() {
        let gap = match place {
            0 => gap,
            1 => Gap::Glue,
            2 => Gap::Space,
            _ if broken => Gap::Line(inside),
            _ => Gap::Space,
        };
        match child {
            NodeOrToken::Token(token) => match token.kind() {
                SyntaxKind::Whitespace => {
                    on_token_line &= !has_line_end(token.text());
                    continue;
                }
                SyntaxKind::Comment => {
                    printer.comment(token.text(), on_token_line);
                    on_token_line = false;
                    continue;
                }
                SyntaxKind::RParen => {
                    printer.token(")", Gap::Glue, inside);
                }
                _ => {
                    printer.token(token.text(), gap, if place == 0 { indent } else { inside });
                    if place == 0 {
                        let start = printer.column() - token.text().chars().count();
                        first = Some(start);
                        broken = must_break(node, printer.width().saturating_sub(start + tail));
                        inside = start + if is_rule { INDENT } else { 1 };
                    } else if place == 1 && !is_rule {
                        inside = printer.column() + 1;
                    }
                }
            },
            NodeOrToken::Node(child) if child.kind() == SyntaxKind::Directive => {
                printer.comment(&child.text().to_string(), on_token_line);
                on_token_line = false;
                continue;
            }
            NodeOrToken::Node(child) => {
                let tail = if place + 2 == last { tail + 1 } else { 0 };
                list(printer, &child, gap, inside, tail);
            }
        }
        on_token_line = true;
        place += 1;
    }
    if broken && first.is_some() {
        printer.note_several_lines();
    }
}

/// Whether a list has to be laid out over several lines in so many characters.
fn must_break(node: &SyntaxNode, width: usize) -> bool {
    let keeps_lines = matches!(
        node.kind(),
        SyntaxKind::KifRule | SyntaxKind::KifOr | SyntaxKind::KifAnd
    );
    has_comment(node)
        || (keeps_lines && has_line_end(&node.text().to_string()))
        || flat_width(&node.clone()) > width
}
