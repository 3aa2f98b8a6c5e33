//! Rules that their parentheses close too early, so that a part of the body stands alone.

use super::recovery::{line_ends, severed_rest};
use super::{FormParser, range};
use crate::kif::lexer::token;
use crate::text::{column, has_line_end};
use crate::{SyntaxErrorKind, SyntaxKind};

impl FormParser<'_, '_> {
    /// Takes the rest of the rule at `start` that its parentheses have closed too early: literals
    /// on its line or indented as its others, behind which there is a parenthesis too many.
    pub(super) fn closed_early(&mut self, start: usize) {
        let text = self.cx.text;
        let own = column(text.as_bytes(), start);
        let closing = self.end - 1;
        let inner = inner_columns(&text[start..self.end]);
        let mut spare = self.end;
        let mut offset = self.end;
        let mut on_this_line = false;
        while offset < text.len() {
            let (kind, end) = token(text, offset);
            self.cx.saw(end + 1);
            match kind {
                SyntaxKind::Whitespace if line_ends(&text[offset..end]) > 1 => return,
                SyntaxKind::RParen if spare == offset => spare = end,
                _ if kind.is_trivia() => {}
                SyntaxKind::LParen if !has_line_end(&text[closing..offset]) => {
                    on_this_line = true;
                    break;
                }
                SyntaxKind::LParen => {
                    let column = column(text.as_bytes(), offset);
                    if column > own && inner.contains(&column) {
                        break;
                    }
                    return;
                }
                _ => return,
            }
            offset = end;
        }
        let (rest, seen) = severed_rest(text, offset);
        self.cx.saw(seen);
        // A name among them is more likely a form that lost its opening parenthesis.
        let Some(end) = rest.filter(|&end| has_lists_only(text, offset, end)) else {
            return;
        };
        // What stands behind a whole rule on its line may be other forms, which go on below.
        let before = text[..start].trim_end_matches([' ', '\t']);
        let begins_line = before.is_empty() || before.ends_with(['\n', '\r']);
        if on_this_line && (!begins_line || has_line_end(&text[closing..end])) {
            return;
        }
        let mark = self.cx.tree.mark();
        self.rest(end);
        self.cx.tree.node(SyntaxKind::Error, mark);
        let kind = SyntaxErrorKind::ClosedTooEarly {
            spare: range(closing, spare),
            last: range(end - 1, end),
        };
        self.error(closing, closing + 1, kind);
    }
}

/// The columns in which the lines of `rule` behind its first one begin with a `(`.
fn inner_columns(rule: &str) -> Vec<usize> {
    let lines = rule.split(['\n', '\r']).skip(1);
    let columns = lines.map(|line| (line, line.len() - line.trim_start().len()));
    columns
        .filter(|&(line, column)| line[column..].starts_with('('))
        .map(|(_, column)| column)
        .collect()
}

/// Whether all names between `start` and `end` stand in parentheses.
fn has_lists_only(text: &str, start: usize, end: usize) -> bool {
    let (mut offset, mut depth) = (start, 0_usize);
    while offset < end {
        let (kind, next) = token(text, offset);
        match kind {
            SyntaxKind::LParen => depth += 1,
            SyntaxKind::RParen => depth = depth.saturating_sub(1),
            _ if depth == 0 && !kind.is_trivia() => return false,
            _ => {}
        }
        offset = next;
    }
    true
}
