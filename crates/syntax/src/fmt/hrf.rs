//! The layout of HRF.

use rowan::NodeOrToken;

use super::printer::{Gap, Printer};
use super::{flat_width, has_comment};
use crate::text::has_line_end;
use crate::{SyntaxKind, SyntaxNode};

/// How far the body of a rule is indented.
const INDENT: usize = 4;

/// Writes a fact or a rule.
pub(super) fn item(printer: &mut Printer, node: &SyntaxNode, gap: Gap) {
    let mut writer = Writer {
        printer,
        previous: None,
        on_token_line: true,
        begins_line: false,
    };
    writer.node(node, gap, 0);
}

struct Writer<'a> {
    printer: &'a mut Printer,
    /// The kind of the last token and whether a blank followed it.
    previous: Option<(SyntaxKind, bool)>,
    on_token_line: bool,
    /// Whether a comment has put the last token at the start of a line.
    begins_line: bool,
}

impl Writer<'_> {
    fn node(&mut self, node: &SyntaxNode, gap: Gap, indent: usize) {
        let kind = node.kind();
        let is_rule = kind == SyntaxKind::HrfRule;
        let mut inside = indent;
        let mut broken = false;
        let mut gap = gap;
        let mut began = false;
        for child in node.children_with_tokens() {
            match child {
                NodeOrToken::Token(token) if token.kind() == SyntaxKind::Whitespace => {
                    self.on_token_line &= !has_line_end(token.text());
                    if let Some((_, blank)) = &mut self.previous {
                        *blank = true;
                    }
                    continue;
                }
                NodeOrToken::Token(token) if token.kind() == SyntaxKind::Comment => {
                    self.comment(token.text());
                    continue;
                }
                NodeOrToken::Node(child) if child.kind() == SyntaxKind::Directive => {
                    self.comment(&child.text().to_string());
                    continue;
                }
                NodeOrToken::Node(child) => {
                    let gap = if began {
                        self.gap(kind, broken, inside)
                    } else {
                        gap
                    };
                    self.node(&child, gap, inside);
                    if is_rule && !began {
                        broken = must_break(node, self.printer.width());
                        inside = indent + INDENT;
                    }
                }
                NodeOrToken::Token(token) => {
                    let gap = if began {
                        self.token_gap(kind, token.kind())
                    } else {
                        gap
                    };
                    self.begins_line = gap == Gap::Space && self.printer.is_behind_comment();
                    self.printer.token(token.text(), gap, inside);
                    self.previous = Some((token.kind(), false));
                    self.on_token_line = true;
                    if token.kind() == SyntaxKind::LParen {
                        inside = self.printer.column();
                        let start = inside.saturating_sub(token_start(node, &token));
                        broken = must_break(node, self.printer.width().saturating_sub(start));
                    }
                }
            }
            began = true;
            gap = Gap::Glue;
        }
        let _ = gap;
        if broken {
            self.printer.note_several_lines();
        }
    }

    fn comment(&mut self, text: &str) {
        self.printer.comment(text, self.on_token_line);
        self.on_token_line = false;
    }

    /// What stands before a node inside a node of this kind.
    fn gap(&self, kind: SyntaxKind, broken: bool, inside: usize) -> Gap {
        let (previous, blank) = self.previous.unwrap_or((SyntaxKind::Error, false));
        match previous {
            SyntaxKind::LParen => Gap::Glue,
            SyntaxKind::NotKw if !blank => Gap::Glue,
            SyntaxKind::NotKw => Gap::Space,
            SyntaxKind::Arrow | SyntaxKind::Amp | SyntaxKind::Comma | SyntaxKind::Pipe
                if broken && kind != SyntaxKind::HrfNot && !self.begins_line =>
            {
                Gap::Line(inside)
            }
            _ => Gap::Space,
        }
    }

    /// What stands before a token inside a node of this kind.
    fn token_gap(&self, kind: SyntaxKind, token: SyntaxKind) -> Gap {
        let previous = self.previous.map(|(previous, _)| previous);
        match token {
            SyntaxKind::LParen | SyntaxKind::RParen | SyntaxKind::Comma | SyntaxKind::Dot => {
                match (kind, token) {
                    // A negated parenthesis stays as it was written.
                    (SyntaxKind::HrfNot, SyntaxKind::LParen) => match self.previous {
                        Some((_, true)) => Gap::Space,
                        _ => Gap::Glue,
                    },
                    _ => Gap::Glue,
                }
            }
            SyntaxKind::Arrow | SyntaxKind::Amp | SyntaxKind::Pipe => Gap::Space,
            _ if previous == Some(SyntaxKind::LParen) => Gap::Glue,
            _ => Gap::Space,
        }
    }
}

/// The characters of the node before the token.
fn token_start(node: &SyntaxNode, token: &crate::SyntaxToken) -> usize {
    usize::from(token.text_range().end() - node.text_range().start())
}

fn must_break(node: &SyntaxNode, width: usize) -> bool {
    let keeps_lines = matches!(node.kind(), SyntaxKind::HrfRule | SyntaxKind::HrfOr);
    has_comment(node)
        || (keeps_lines && has_line_end(&node.text().to_string()))
        || flat_width(node) > width
}
