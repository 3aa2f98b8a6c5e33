//! Cuts KIF into tokens.

use crate::SyntaxKind;
use crate::text::{blanks, is_blank, line_length};

/// A byte order mark in UTF-8.
const BOM: &[u8] = "\u{feff}".as_bytes();

/// The token at `offset`, which must lie before the end of `text`: its kind and its end.
pub(crate) fn token(text: &str, offset: usize) -> (SyntaxKind, usize) {
    let rest = &text.as_bytes()[offset..];
    match rest[0] {
        b'(' => (SyntaxKind::LParen, offset + 1),
        b')' => (SyntaxKind::RParen, offset + 1),
        b';' => (SyntaxKind::Comment, offset + line_length(rest)),
        byte if is_blank(byte) => (SyntaxKind::Whitespace, offset + blanks(rest)),
        _ if offset == 0 && rest.starts_with(BOM) => (SyntaxKind::Bom, BOM.len()),
        byte => {
            let length = rest
                .iter()
                .position(|&byte| ends_name(byte))
                .unwrap_or(rest.len());
            let kind = if byte == b'?' {
                SyntaxKind::Variable
            } else {
                word_kind(&rest[..length])
            };
            (kind, offset + length)
        }
    }
}

pub(super) fn ends_name(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'(' | b')' | b';')
}

pub(super) fn word_kind(word: &[u8]) -> SyntaxKind {
    match word.len() {
        2 if word == b"<=" => SyntaxKind::Arrow,
        2 if word.eq_ignore_ascii_case(b"or") => SyntaxKind::OrKw,
        3 if word.eq_ignore_ascii_case(b"not") => SyntaxKind::NotKw,
        3 if word.eq_ignore_ascii_case(b"and") => SyntaxKind::AndKw,
        8 if word.eq_ignore_ascii_case(b"distinct") => SyntaxKind::DistinctKw,
        _ => SyntaxKind::Name,
    }
}
