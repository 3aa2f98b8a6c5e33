//! Turns edits of places into edits of text.
//!
//! What stays must read as before: no comment is lost or falls behind another literal, no two
//! names run together, and a line that held nothing else goes with what is deleted.

use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize};

/// Removes the text of `range`, a whole node, directive or word of a directive.
pub(crate) fn delete(root: &SyntaxNode, text: &str, range: TextRange) -> Vec<TextEdit> {
    let Some((first, last)) = ends(root, range) else {
        return Vec::new();
    };
    let whole = with_separator(&first, &last, range);
    let is_comment = in_directive(&first);
    if !is_comment && holds_comment(root, whole) {
        return significant(root, whole)
            .map(|token| TextEdit::delete(token.text_range()))
            .collect();
    }
    let Some((first, last)) = ends(root, whole) else {
        return Vec::new();
    };
    vec![delete_glued(text, with_blanks(&first, &last, whole))]
}

/// Removes what stands in `outer` around `inner`.
pub(crate) fn unwrap(
    root: &SyntaxNode,
    text: &str,
    outer: TextRange,
    inner: TextRange,
) -> Vec<TextEdit> {
    let before = TextRange::new(outer.start(), inner.start());
    let after = TextRange::new(inner.end(), outer.end());
    let mut edits = Vec::new();
    for side in [before, after] {
        if side.is_empty() {
            continue;
        }
        if holds_comment(root, side) {
            edits.extend(significant(root, side).map(|token| TextEdit::delete(token.text_range())));
        } else {
            edits.push(delete_glued(text, side));
        }
    }
    edits
}

/// Grows the range by the sign that ties it to its neighbour: the one before, else the one
/// after.
///
/// What stands in a directive has its neighbours there, and a directive has none.
fn with_separator(first: &SyntaxToken, last: &SyntaxToken, range: TextRange) -> TextRange {
    let own = directive_of(first);
    let neighbour = |start: Option<SyntaxToken>, step: fn(&SyntaxToken) -> Option<SyntaxToken>| {
        std::iter::successors(start, step)
            .find(|token| !token.kind().is_trivia() && directive_of(token) == own)
    };
    let before = neighbour(first.prev_token(), SyntaxToken::prev_token);
    if let Some(sign) = before.filter(is_separator) {
        return TextRange::new(sign.text_range().start(), range.end());
    }
    let after = neighbour(last.next_token(), SyntaxToken::next_token);
    match after.filter(is_separator) {
        Some(sign) => TextRange::new(range.start(), sign.text_range().end()),
        None => range,
    }
}

/// Grows the range by the blanks that have no purpose without it.
fn with_blanks(first: &SyntaxToken, last: &SyntaxToken, range: TextRange) -> TextRange {
    let before = first
        .prev_token()
        .filter(|token| token.kind() == SyntaxKind::Whitespace);
    let after = last
        .next_token()
        .filter(|token| token.kind() == SyntaxKind::Whitespace);
    let next = match &after {
        Some(blanks) => blanks.next_token(),
        None => last.next_token(),
    };
    let before_start = before
        .as_ref()
        .map_or(range.start(), |blanks| blanks.text_range().start());
    let line_ends = after
        .as_ref()
        .is_some_and(|blanks| blanks.text().contains(['\n', '\r']));
    if line_ends || next.is_none() {
        let (Some(blanks), None) = (&after, first.prev_token()) else {
            let trailing = after.as_ref().map_or(0, |blanks| {
                blanks.text().find(['\n', '\r']).unwrap_or_default()
            });
            return TextRange::new(before_start, range.end() + size(trailing));
        };
        return TextRange::new(range.start(), blanks.text_range().end());
    }
    if next.is_some_and(|token| matches!(token.kind(), SyntaxKind::RParen | SyntaxKind::Dot)) {
        let behind_comment = before
            .as_ref()
            .and_then(SyntaxToken::prev_token)
            .is_some_and(|token| is_comment(&token));
        let start = if behind_comment {
            range.start()
        } else {
            before_start
        };
        return TextRange::new(start, range.end());
    }
    let end = after.map_or(range.end(), |blanks| blanks.text_range().end());
    TextRange::new(range.start(), end)
}

/// Deletes the range, and leaves a blank where two names would run together.
fn delete_glued(text: &str, range: TextRange) -> TextEdit {
    let in_name = |character: char| !character.is_whitespace() && !"(),&|~.;%".contains(character);
    let before = text[..usize::from(range.start())]
        .chars()
        .next_back()
        .is_some_and(in_name);
    let after = text[usize::from(range.end())..]
        .chars()
        .next()
        .is_some_and(in_name);
    TextEdit::replace(range, if before && after { " " } else { "" })
}

/// The first and the last token of the range.
fn ends(root: &SyntaxNode, range: TextRange) -> Option<(SyntaxToken, SyntaxToken)> {
    if range.is_empty() {
        return None;
    }
    let one = TextSize::new(1);
    let first = token_over(root, TextRange::at(range.start(), one))?;
    let last = token_over(root, TextRange::at(range.end() - one, one))?;
    Some((first, last))
}

/// The token that covers the byte. Found by halving: `token_at_offset` looks at every child.
fn token_over(root: &SyntaxNode, byte: TextRange) -> Option<SyntaxToken> {
    let exists = root.text_range().contains_range(byte);
    exists.then(|| root.covering_element(byte))?.into_token()
}

fn tokens(root: &SyntaxNode, range: TextRange) -> impl Iterator<Item = SyntaxToken> {
    let first = ends(root, range).map(|(first, _)| first);
    std::iter::successors(first, SyntaxToken::next_token)
        .take_while(move |token| token.text_range().start() < range.end())
}

fn significant(root: &SyntaxNode, range: TextRange) -> impl Iterator<Item = SyntaxToken> {
    let own = around(root, range);
    tokens(root, range).filter(move |token| !token.kind().is_trivia() && directive_of(token) == own)
}

/// Whether a comment lies in the range; one around it does not count.
pub(crate) fn holds_comment(root: &SyntaxNode, range: TextRange) -> bool {
    let own = around(root, range);
    tokens(root, range)
        .any(|token| token.kind() == SyntaxKind::Comment || directive_of(&token) != own)
}

/// The directive that the whole range lies in.
fn around(root: &SyntaxNode, range: TextRange) -> Option<SyntaxNode> {
    ends(root, range)
        .and_then(|(first, _)| directive_of(&first))
        .filter(|own| own.text_range().contains_range(range))
}

fn is_comment(token: &SyntaxToken) -> bool {
    token.kind() == SyntaxKind::Comment || in_directive(token)
}

fn in_directive(token: &SyntaxToken) -> bool {
    directive_of(token).is_some()
}

/// The directive that a token stands in.
fn directive_of(token: &SyntaxToken) -> Option<SyntaxNode> {
    token
        .parent_ancestors()
        .find(|node| node.kind() == SyntaxKind::Directive)
}

fn is_separator(token: &SyntaxToken) -> bool {
    matches!(
        token.kind(),
        SyntaxKind::Comma | SyntaxKind::Amp | SyntaxKind::Pipe
    )
}

fn size(length: usize) -> TextSize {
    TextSize::try_from(length).expect("a text is shorter than 4 GiB")
}
