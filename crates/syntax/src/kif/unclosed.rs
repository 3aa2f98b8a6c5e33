//! Which lists of a form that does not close were meant to close, and where.

use super::lexer::token;
use crate::SyntaxKind;
use crate::text::{is_blank, line_length};

/// A list that nothing closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unclosed {
    /// Where its parenthesis opens.
    pub(super) start: usize,
    /// Where it was probably meant to close: behind the last token that belongs to it.
    pub(super) end: usize,
}

/// The lists that lack their closing parenthesis in the form from `start` to `end`, of which
/// parentheses are lacking, in order; and the end of the form. A list that begins a line closes
/// before a line that begins with a parenthesis no further to the right, if the whole form comes
/// out closed that way and no parenthesis is too much. Otherwise it is the form itself that is
/// not closed.
pub(super) fn unclosed_lists(text: &str, start: usize, end: usize) -> (Vec<Unclosed>, usize) {
    let bytes = text.as_bytes();
    let mut lists = Vec::new();
    // Where the open lists begin.
    let mut open = vec![start];
    // Which of them begin a line, and in which column, each further to the right.
    let mut first: Vec<(usize, usize)> = Vec::new();
    let mut offset = start + 1;
    let mut last = offset;
    // Where the line begins, as long as only blanks have followed.
    let mut line = None;
    while offset < end {
        let at = offset;
        offset += 1;
        match bytes[at] {
            b'\n' | b'\r' => {
                line = Some(offset);
                continue;
            }
            byte if is_blank(byte) => continue,
            b';' => {
                offset = at + line_length(&bytes[at..]);
                continue;
            }
            b'(' => {
                if let Some(column) = line.map(|line| at - line) {
                    let mut lacking = None;
                    while let Some((index, _)) = first.pop_if(|&mut (_, other)| other >= column) {
                        lacking = Some(index);
                    }
                    if let Some(index) = lacking {
                        let start = open[index];
                        lists.push(Unclosed { start, end: last });
                        open.truncate(index);
                    }
                    first.push((open.len(), column));
                }
                open.push(at);
            }
            b')' => {
                open.pop();
                first.pop_if(|&mut (index, _)| index == open.len());
                if open.is_empty() {
                    if has_closing_next(&text[..end], offset) {
                        break;
                    }
                    lists.sort_by_key(|list| list.start);
                    return (lists, offset);
                }
            }
            _ => {}
        }
        line = None;
        last = offset;
    }
    (vec![Unclosed { start, end }], end)
}

/// Whether the next token at or behind `offset` is a closing parenthesis.
fn has_closing_next(text: &str, mut offset: usize) -> bool {
    while offset < text.len() {
        let (kind, end) = token(text, offset);
        if !kind.is_trivia() {
            return kind == SyntaxKind::RParen;
        }
        offset = end;
    }
    false
}
