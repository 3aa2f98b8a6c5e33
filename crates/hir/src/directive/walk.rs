//! Finds the directives of a block, wherever they stand.

use rowan::{GreenNodeData, GreenTokenData};
use syntax::{Block, SyntaxKind, TextRange, TextSize};

use crate::green::children;

/// Calls `visit` for every token of a node that starts at `start`.
pub(super) fn tokens<'a>(
    node: &'a GreenNodeData,
    start: TextSize,
    visit: &mut impl FnMut(SyntaxKind, TextRange, &'a GreenTokenData),
) {
    for child in children(node, start) {
        match (child.node(), child.token()) {
            (Some(inner), _) => tokens(inner, child.range.start(), visit),
            (_, Some(token)) => visit(child.kind, child.range, token),
            _ => {}
        }
    }
}

/// Calls `visit` for every directive with its range and the ordinal of the form that it speaks
/// of, which is past the last if no form follows.
pub(super) fn directives<'a>(
    block: &'a Block,
    visit: &mut impl FnMut(&'a GreenNodeData, TextRange, u32),
) {
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
