//! The layout of QPROP.
//!
//! What fits on a line stays on one, unless its author broke it. Formulas are broken behind their
//! operators, quantifiers behind `|` and `.`, so that the parts of a formula stand below each
//! other. Blanks by which an author has aligned declarations, names of rules, statements of one
//! line and comments stay as they are.

mod operators;
mod spacing;

use rowan::NodeOrToken;

pub use self::operators::Operators;
use self::operators::spelt;
use self::spacing::{Piece, blanks_between, flat_width};
use super::has_comment;
use super::printer::{Gap, Printer};
use crate::text::has_line_end;
use crate::{SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken};

/// How far what belongs to a statement is indented where it cannot stand beside its head.
const INDENT: usize = 4;
/// How far a guard is indented below its quantifier.
const GUARD_INDENT: usize = 2;
/// A quantifier and its variables stand before a broken formula while they are no longer,
const HEAD_AT_MOST: usize = 28;
/// and this much of the line is left.
const BODY_AT_LEAST: usize = 40;
/// Blanks of an author beyond this are no alignment.
const ALIGNMENT_AT_MOST: usize = 40;

/// Writes a statement.
pub(super) fn item(printer: &mut Printer, node: &SyntaxNode, gap: Gap, operators: Operators) {
    let mut writer = Writer {
        printer,
        operators,
        previous: None,
        on_token_line: true,
    };
    writer.statement(node, gap);
}

/// How many characters a statement takes on one line.
pub(super) fn width(node: &SyntaxNode, operators: Operators) -> usize {
    flat_width(node, operators)
}

/// The blanks that a whitespace token of one line puts between what an author has aligned.
pub(super) fn alignment(blanks: &str) -> usize {
    blanks.chars().count().clamp(1, ALIGNMENT_AT_MOST)
}

struct Writer<'a> {
    printer: &'a mut Printer,
    operators: Operators,
    previous: Option<Piece>,
    on_token_line: bool,
}

impl Writer<'_> {
    fn statement(&mut self, node: &SyntaxNode, gap: Gap) {
        let breaks = must_break(node) || self.is_too_wide(node, self.start(gap), 0);
        let mut gap = Some(gap);
        let mut aligned = None;
        for child in node.children_with_tokens() {
            if let Some(blanks) = self.trivia(&child) {
                aligned = aligned_gap(&blanks);
                continue;
            }
            let usual = match &child {
                NodeOrToken::Token(token) => self.usual_gap_of(token),
                NodeOrToken::Node(node) => self.usual_gap(node),
            };
            let aligned = aligned.take().filter(|_| usual == Gap::Space);
            let before = gap.take().or(aligned);
            match child {
                NodeOrToken::Token(token) => {
                    let before = before.or_else(|| {
                        let own_line =
                            breaks && token.kind() == SyntaxKind::String && breaks_before(&token);
                        own_line.then_some(Gap::Line(INDENT))
                    });
                    self.token(&token, before, INDENT);
                }
                NodeOrToken::Node(child) => {
                    let kept = breaks && behind_line_end(&child);
                    let far = self.printer.column() > self.printer.width() / 2
                        && flat_width(&child, self.operators) + self.printer.column()
                            > self.printer.width();
                    let is_part = matches!(
                        child.kind(),
                        SyntaxKind::QpropColumns | SyntaxKind::QpropParameters
                    );
                    let before = if breaks && !is_part && self.previous.is_some() && (kept || far) {
                        Some(Gap::Line(INDENT))
                    } else {
                        before
                    };
                    self.node(&child, before, INDENT, 0);
                }
            }
        }
        if breaks {
            self.printer.note_several_lines();
        }
    }

    /// Writes a node. `before` is what stands before it, unless that is as usual; `indent` is
    /// where it goes when a comment takes its place on the line; `tail` characters follow it on
    /// its line.
    fn node(&mut self, node: &SyntaxNode, before: Option<Gap>, indent: usize, tail: usize) {
        let gap = before.unwrap_or_else(|| self.usual_gap(node));
        let start = if self.printer.is_behind_comment() {
            indent
        } else {
            self.start(gap)
        };
        if !must_break(node) && !self.is_too_wide(node, start, tail) {
            self.flat(node, gap, indent);
            return;
        }
        match node.kind() {
            SyntaxKind::QpropQuantified => self.quantified(node, gap, start, tail),
            SyntaxKind::QpropIff
            | SyntaxKind::QpropImplies
            | SyntaxKind::QpropIf
            | SyntaxKind::QpropXor
            | SyntaxKind::QpropOr
            | SyntaxKind::QpropAnd
            | SyntaxKind::QpropComparison
            | SyntaxKind::QpropAdditive
            | SyntaxKind::QpropMultiplicative => self.chain(node, gap, start, tail),
            SyntaxKind::QpropSet
            | SyntaxKind::QpropUnion
            | SyntaxKind::QpropApplication
            | SyntaxKind::QpropColumns
            | SyntaxKind::QpropParameters => self.filled(node, gap, start, tail),
            _ => self.inline(node, gap, start, tail),
        }
    }

    /// Operands below each other, each behind its operator.
    fn chain(&mut self, node: &SyntaxNode, gap: Gap, start: usize, tail: usize) {
        let own = keeps_lines(node) || self.is_too_wide(node, start, tail);
        let mut gap = Some(gap);
        let mut operator = false;
        for child in node.children_with_tokens() {
            if self.trivia(&child).is_some() {
                continue;
            }
            let before = gap.take().or((own && operator).then_some(Gap::Line(start)));
            match child {
                NodeOrToken::Token(token) => {
                    self.token(&token, None, start);
                    operator = true;
                }
                NodeOrToken::Node(child) => {
                    let operator_width = self.width_behind(&child).unwrap_or(tail);
                    self.node(&child, before, start, operator_width);
                    operator = false;
                }
            }
        }
    }

    /// The width of the token behind a node, with a blank before it.
    fn width_behind(&self, node: &SyntaxNode) -> Option<usize> {
        let mut behind = node.siblings_with_tokens(rowan::Direction::Next).skip(1);
        let token = behind.find_map(|element| {
            element
                .into_token()
                .filter(|token| !token.kind().is_trivia())
        })?;
        Some(1 + spelt(&token, self.operators).chars().count())
    }

    fn quantified(&mut self, node: &SyntaxNode, gap: Gap, start: usize, tail: usize) {
        let own = keeps_lines(node) || self.is_too_wide(node, start, tail);
        let head = self.head_width(node);
        let guard_fits = start + head <= self.printer.width()
            && !node
                .children()
                .any(|child| child.kind() == SyntaxKind::QpropGuard && must_break(&child));
        let beside = guard_fits
            && head <= HEAD_AT_MOST
            && start + head + BODY_AT_LEAST <= self.printer.width();
        let mut gap = Some(gap);
        let mut is_body = false;
        for child in node.children_with_tokens() {
            if self.trivia(&child).is_some() {
                continue;
            }
            let before = gap.take();
            match child {
                NodeOrToken::Token(token) => {
                    is_body |= token.kind() == SyntaxKind::Dot;
                    self.token(&token, before, start);
                }
                NodeOrToken::Node(child) if child.kind() == SyntaxKind::QpropGuard => {
                    self.guard(&child, start, own && !guard_fits);
                }
                NodeOrToken::Node(child) if is_body => {
                    let below = own && (!beside || behind_line_end(&child));
                    let indent = if guard_fits {
                        start + GUARD_INDENT
                    } else {
                        start
                    };
                    let before = below.then_some(Gap::Line(indent));
                    self.node(&child, before, indent, tail);
                }
                NodeOrToken::Node(child) => self.node(&child, before, start + INDENT, 0),
            }
        }
    }

    /// The width of a quantifier up to its `.`.
    fn head_width(&self, node: &SyntaxNode) -> usize {
        let body = node.children().last();
        let body = body.map_or(0, |body| flat_width(&body, self.operators));
        flat_width(node, self.operators).saturating_sub(body + 1)
    }

    fn guard(&mut self, node: &SyntaxNode, start: usize, below: bool) {
        for child in node.children_with_tokens() {
            if self.trivia(&child).is_some() {
                continue;
            }
            match child {
                NodeOrToken::Token(token) => self.token(&token, None, start),
                NodeOrToken::Node(child) => {
                    let indent = start + GUARD_INDENT;
                    let before = below.then_some(Gap::Line(indent));
                    self.node(&child, before, indent, 2);
                }
            }
        }
    }

    /// Elements or arguments side by side, as many as fit on each line.
    fn filled(&mut self, node: &SyntaxNode, gap: Gap, start: usize, tail: usize) {
        let mut gap = Some(gap);
        let mut inside = start;
        for child in node.children_with_tokens() {
            if self.trivia(&child).is_some() {
                continue;
            }
            let before = gap.take();
            match child {
                NodeOrToken::Token(token) => {
                    let opens = matches!(token.kind(), SyntaxKind::LParen | SyntaxKind::LBrace);
                    self.token(&token, before, inside);
                    if opens {
                        inside = self.printer.column();
                    }
                }
                NodeOrToken::Node(child) => {
                    let tail = tail + self.width_behind(&child).unwrap_or(1);
                    let width = flat_width(&child, self.operators);
                    let usual = before.unwrap_or_else(|| self.usual_gap(&child));
                    let fits = self.start(usual) + width + tail <= self.printer.width();
                    let first = before.is_some() || usual == Gap::Glue;
                    let gap = if fits || first {
                        usual
                    } else {
                        Gap::Line(inside)
                    };
                    self.node(&child, Some(gap), inside, tail);
                }
            }
        }
    }

    /// Parts side by side, each broken by itself.
    fn inline(&mut self, node: &SyntaxNode, gap: Gap, start: usize, tail: usize) {
        let mut gap = Some(gap);
        for child in node.children_with_tokens() {
            if self.trivia(&child).is_some() {
                continue;
            }
            let before = gap.take();
            match child {
                NodeOrToken::Token(token) => self.token(&token, before, start),
                NodeOrToken::Node(child) => self.node(&child, before, start, tail + 1),
            }
        }
    }

    /// All on one line.
    fn flat(&mut self, node: &SyntaxNode, gap: Gap, indent: usize) {
        let mut gap = Some(gap);
        for token in node
            .descendants_with_tokens()
            .filter_map(NodeOrToken::into_token)
        {
            if !token.kind().is_trivia() {
                self.token(&token, gap.take(), indent);
            }
        }
    }

    fn token(&mut self, token: &SyntaxToken, before: Option<Gap>, indent: usize) {
        let text = spelt(token, self.operators);
        let piece = Piece::of(token, text);
        let gap = before.unwrap_or_else(|| self.gap_before(&piece));
        self.printer.token(text, gap, indent);
        self.previous = Some(piece);
        self.on_token_line = true;
    }

    /// Takes a blank or a comment; the text of a blank. `None` where it is neither.
    fn trivia(&mut self, element: &SyntaxElement) -> Option<String> {
        match element {
            NodeOrToken::Token(token) if token.kind() == SyntaxKind::Whitespace => {
                if has_line_end(token.text()) {
                    self.on_token_line = false;
                    self.printer.break_behind_comment();
                }
                Some(token.text().to_owned())
            }
            NodeOrToken::Token(token) if token.kind() == SyntaxKind::Comment => {
                self.comment(token.text());
                Some(String::new())
            }
            NodeOrToken::Node(node) if node.kind() == SyntaxKind::Directive => {
                self.comment(&node.text().to_string());
                Some(String::new())
            }
            _ => None,
        }
    }

    fn comment(&mut self, text: &str) {
        self.printer.comment(text, self.on_token_line);
        self.on_token_line = false;
    }

    fn gap_before(&self, piece: &Piece) -> Gap {
        match &self.previous {
            Some(previous) if blanks_between(previous, piece) > 0 => Gap::Space,
            _ => Gap::Glue,
        }
    }

    fn usual_gap(&self, node: &SyntaxNode) -> Gap {
        let first = node
            .descendants_with_tokens()
            .filter_map(NodeOrToken::into_token)
            .find(|token| !token.kind().is_trivia());
        first.map_or(Gap::Glue, |token| self.usual_gap_of(&token))
    }

    fn usual_gap_of(&self, token: &SyntaxToken) -> Gap {
        let text = spelt(token, self.operators);
        self.gap_before(&Piece::of(token, text))
    }

    /// The column behind a gap.
    fn start(&self, gap: Gap) -> usize {
        match gap {
            Gap::Glue => self.printer.column(),
            Gap::Space => self.printer.column() + 1,
            Gap::Spaces(count) => self.printer.column() + count,
            Gap::Line(indent) => indent,
            Gap::Blank(_) => 0,
        }
    }

    fn is_too_wide(&self, node: &SyntaxNode, start: usize, tail: usize) -> bool {
        start + flat_width(node, self.operators) + tail > self.printer.width()
    }
}

/// Whether the node cannot stand on one line, however long that is.
fn must_break(node: &SyntaxNode) -> bool {
    has_comment(node) || node.descendants().any(|node| keeps_lines(&node))
}

/// Whether the author has broken the node between its own parts, where such a break stays.
fn keeps_lines(node: &SyntaxNode) -> bool {
    let keeps = matches!(
        node.kind(),
        SyntaxKind::QpropIff
            | SyntaxKind::QpropImplies
            | SyntaxKind::QpropIf
            | SyntaxKind::QpropXor
            | SyntaxKind::QpropOr
            | SyntaxKind::QpropAnd
            | SyntaxKind::QpropQuantified
    ) || node.kind().is_statement()
        || node.kind() == SyntaxKind::QpropGuard
            && node
                .parent()
                .is_some_and(|parent| parent.kind() == SyntaxKind::QpropQuantified);
    keeps
        && node.children_with_tokens().any(|child| {
            child.kind() == SyntaxKind::Whitespace
                && child
                    .as_token()
                    .is_some_and(|token| has_line_end(token.text()))
        })
}

/// Whether a line ends before the node, with nothing but blanks and comments between.
fn behind_line_end(node: &SyntaxNode) -> bool {
    let before = node.siblings_with_tokens(rowan::Direction::Prev).skip(1);
    before
        .take_while(|element| element.kind().is_trivia() || element.kind() == SyntaxKind::Directive)
        .any(|element| {
            element
                .as_token()
                .is_some_and(|token| has_line_end(token.text()))
        })
}

fn breaks_before(token: &SyntaxToken) -> bool {
    let before = token.siblings_with_tokens(rowan::Direction::Prev).skip(1);
    before
        .take_while(|element| element.kind().is_trivia())
        .any(|element| {
            element
                .as_token()
                .is_some_and(|token| has_line_end(token.text()))
        })
}

/// The gap that blanks make by which an author has aligned what follows.
fn aligned_gap(blanks: &str) -> Option<Gap> {
    (!has_line_end(blanks) && blanks.chars().count() > 1).then(|| Gap::Spaces(alignment(blanks)))
}
