//! The directive comments of a block: what they say, what they speak of, where they stand.

use logic::Name;
use rowan::GreenNodeData;
use syntax::{Block, SyntaxKind, TextRange, TextSize};

use crate::green::children;
use crate::{DirectiveLine, DirectiveSpan, Reach};

/// The directives of a block, in order.
pub(crate) fn lines(block: &Block) -> Vec<DirectiveLine> {
    let mut lines = Vec::new();
    walk(block, &mut |node, _, reach| {
        let text = node.to_string();
        let mut words = words(node, TextSize::new(0))
            .into_iter()
            .map(|word| Name::new(&text[word]));
        let key = words.next().unwrap_or_default();
        lines.push((
            DirectiveLine {
                key,
                words: words.collect(),
                reach: Reach::Nothing,
            },
            reach,
        ));
    });
    let forms = children(&block.green, TextSize::new(0)).filter(|child| child.kind.is_form());
    let forms = forms.count() as u32;
    let reached = |(line, form): (DirectiveLine, u32)| {
        let reach = if form < forms {
            Reach::Form(form)
        } else {
            Reach::Nothing
        };
        DirectiveLine { reach, ..line }
    };
    lines.into_iter().map(reached).collect()
}

/// Where the directives of a block stand, in the same order, counted from the block's start.
pub(crate) fn spans(block: &Block) -> Vec<DirectiveSpan> {
    let mut spans = Vec::new();
    walk(block, &mut |node, full, _| {
        let words = words(node, full.start()).into();
        spans.push(DirectiveSpan { full, words });
    });
    spans
}

/// What stands between blanks behind the mark of the directive.
fn words(directive: &GreenNodeData, start: TextSize) -> Vec<TextRange> {
    let mut words: Vec<TextRange> = Vec::new();
    tokens(directive, start, &mut |kind, range| match kind {
        SyntaxKind::DirectiveMark | SyntaxKind::Whitespace | SyntaxKind::Comment => {}
        _ => match words.last_mut() {
            Some(last) if last.end() == range.start() => *last = last.cover(range),
            _ => words.push(range),
        },
    });
    words
}

fn tokens(node: &GreenNodeData, start: TextSize, visit: &mut impl FnMut(SyntaxKind, TextRange)) {
    for child in children(node, start) {
        match child.node() {
            Some(inner) => tokens(inner, child.range.start(), visit),
            None => visit(child.kind, child.range),
        }
    }
}

/// Calls `visit` for every directive with its range and the ordinal of the form that it speaks
/// of, which is past the last if no form follows.
fn walk<'a>(block: &'a Block, visit: &mut impl FnMut(&'a GreenNodeData, TextRange, u32)) {
    let mut forms = 0;
    // The last form that ends on the line.
    let mut on_line = None;
    for child in children(&block.green, TextSize::new(0)) {
        match (child.kind, child.node(), child.token()) {
            (SyntaxKind::Directive, Some(node), _) => {
                visit(node, child.range, on_line.unwrap_or(forms));
            }
            (kind, Some(node), _) if kind.is_form() => {
                walk_inside(node, child.range.start(), forms, visit);
                on_line = Some(forms);
                forms += 1;
            }
            (_, Some(node), _) => walk_inside(node, child.range.start(), forms, visit),
            (_, _, Some(token)) if token.text().contains(['\n', '\r']) => on_line = None,
            _ => {}
        }
    }
}

fn walk_inside<'a>(
    node: &'a GreenNodeData,
    start: TextSize,
    form: u32,
    visit: &mut impl FnMut(&'a GreenNodeData, TextRange, u32),
) {
    for child in children(node, start) {
        match child.node() {
            Some(inner) if child.kind == SyntaxKind::Directive => visit(inner, child.range, form),
            Some(inner) => walk_inside(inner, child.range.start(), form, visit),
            None => {}
        }
    }
}
