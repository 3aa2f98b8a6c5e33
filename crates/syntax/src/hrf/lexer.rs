//! Cuts HRF into tokens.

use crate::SyntaxKind;
use crate::text::{blanks, is_blank, line_length};

/// A byte order mark in UTF-8.
const BOM: &str = "\u{feff}";

/// The token at `offset`, which must lie before the end of `text`: its kind and its end.
///
/// Comments begin with `%`, and with `;` as in KIF, which public sheets use as well; the parser
/// reports those behind code. What other dialects have for signs (`#`, `->`, `==>`, `::`, `..`,
/// `=`) is an [`SyntaxKind::ErrorToken`] each.
pub(crate) fn token(text: &str, offset: usize) -> (SyntaxKind, usize) {
    let rest = &text[offset..];
    let bytes = rest.as_bytes();
    let (kind, length) = match bytes[0] {
        b'(' => (SyntaxKind::LParen, 1),
        b')' => (SyntaxKind::RParen, 1),
        b',' => (SyntaxKind::Comma, 1),
        b'&' => (SyntaxKind::Amp, 1),
        b'|' => (SyntaxKind::Pipe, 1),
        b'~' => (SyntaxKind::NotKw, 1),
        b'\\' if bytes.starts_with(b"\\+") => (SyntaxKind::NotKw, 2),
        b'%' | b';' => (SyntaxKind::Comment, line_length(bytes)),
        b'\'' => quoted(bytes),
        b':' if bytes.starts_with(b":-") => (SyntaxKind::Arrow, 2),
        b'.' => match bytes.iter().take_while(|&&byte| byte == b'.').count() {
            1 => (SyntaxKind::Dot, 1),
            dots => (SyntaxKind::ErrorToken, dots),
        },
        b'?' => {
            let length = bytes
                .iter()
                .position(|&byte| ends_kif_name(byte))
                .unwrap_or(bytes.len());
            let kind = if length > 1 {
                SyntaxKind::Variable
            } else {
                SyntaxKind::ErrorToken
            };
            (kind, length)
        }
        byte if is_blank(byte) => (SyntaxKind::Whitespace, blanks(bytes)),
        byte if is_sign(byte) => {
            let length = bytes
                .iter()
                .position(|&byte| !is_sign(byte))
                .unwrap_or(bytes.len());
            (SyntaxKind::ErrorToken, length)
        }
        _ if offset == 0 && rest.starts_with(BOM) => (SyntaxKind::Bom, BOM.len()),
        _ => match word_length(rest) {
            0 => {
                let first = rest.chars().next().expect("the offset lies before the end");
                (SyntaxKind::ErrorToken, first.len_utf8())
            }
            length => (word_kind(&rest[..length]), length),
        },
    };
    (kind, offset + length)
}

/// A quoted name, in which a quote is doubled. It ends with its line at the latest.
fn quoted(bytes: &[u8]) -> (SyntaxKind, usize) {
    let line = line_length(bytes);
    let mut offset = 1;
    while offset < line {
        if bytes[offset] != b'\'' {
            offset += 1;
        } else if bytes.get(offset + 1) == Some(&b'\'') {
            offset += 2;
        } else if offset == 1 {
            return (SyntaxKind::ErrorToken, 2);
        } else {
            return (SyntaxKind::QuotedName, offset + 1);
        }
    }
    (SyntaxKind::ErrorToken, line)
}

/// The length of a word. Signs that other tools allow in names (`not-path`, `valid?`) belong to it
/// where nothing else can be meant; the parser reports them.
fn word_length(text: &str) -> usize {
    let mut length = 0;
    loop {
        length += letters(&text[length..]);
        match text.as_bytes()[length..] {
            [b'-', _, ..] if length > 0 && letters(&text[length + 1..]) > 0 => length += 1,
            [b'?', b'(', ..] if length > 0 => return length + 1,
            _ => return length,
        }
    }
}

/// The length of the letters, digits and `_` that `text` begins with.
fn letters(text: &str) -> usize {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    let length = bytes.iter().take_while(|&&byte| is_letter(byte)).count();
    if bytes.get(length).is_none_or(u8::is_ascii) {
        return length;
    }
    text.find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(text.len())
}

/// The bytes of signs that mean something elsewhere.
fn is_sign(byte: u8) -> bool {
    matches!(
        byte,
        b'=' | b'<' | b'>' | b'-' | b'#' | b':' | b'/' | b'*' | b'+' | b'!' | b'^'
    )
}

/// Whether the byte ends a variable that is spelt as in KIF: as there, but that the signs of HRF
/// which may follow a term end it too, so that `p(?x,?y)` has two.
fn ends_kif_name(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'(' | b')' | b';' | b',' | b'&' | b'|' | b'%')
}

fn word_kind(word: &str) -> SyntaxKind {
    match word {
        "not" => SyntaxKind::NotKw,
        "distinct" => SyntaxKind::DistinctKw,
        // Letters of scripts without case begin names.
        _ if word.starts_with(|c: char| c.is_uppercase() || c == '_') => SyntaxKind::Variable,
        _ => SyntaxKind::Name,
    }
}
