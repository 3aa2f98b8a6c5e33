//! Cuts QPROP into tokens.

use super::words::{sign, unicode_sign, word_kind};
use crate::SyntaxKind;
use crate::text::{blanks, is_blank, line_length};

/// A byte order mark in UTF-8.
const BOM: &str = "\u{feff}";

/// The token at `offset`, which must lie before the end of `text`: its kind and its end.
///
/// Operators of other languages, integers that letters touch and strings without an end are an
/// [`SyntaxKind::ErrorToken`] each. A `/*` comment without its end reaches to the end of the text.
pub(crate) fn token(text: &str, offset: usize) -> (SyntaxKind, usize) {
    let rest = &text[offset..];
    let bytes = rest.as_bytes();
    let (kind, length) = match bytes[0] {
        byte if is_blank(byte) => (SyntaxKind::Whitespace, blanks(bytes)),
        b'/' if bytes.starts_with(b"//") => (SyntaxKind::Comment, line_length(bytes)),
        b'/' if bytes.starts_with(b"/*") => (SyntaxKind::Comment, nested_comment(bytes).0),
        b'"' => string(bytes),
        b'0'..=b'9' => integer(rest),
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => word(rest),
        byte if byte.is_ascii() => sign(bytes).unwrap_or((SyntaxKind::ErrorToken, 1)),
        _ if offset == 0 && rest.starts_with(BOM) => (SyntaxKind::Bom, BOM.len()),
        _ => unicode(rest),
    };
    (kind, offset + length)
}

/// The length of the comment that `bytes` begins with, comments inside it included, and whether
/// it has an end.
pub(crate) fn nested_comment(bytes: &[u8]) -> (usize, bool) {
    let mut open = 0_usize;
    let mut offset = 0;
    while let Some(found) = memchr::memchr2(b'/', b'*', &bytes[offset..]) {
        offset += found;
        match bytes[offset..] {
            [b'/', b'*', ..] => {
                open += 1;
                offset += 2;
            }
            [b'*', b'/', ..] => {
                open -= 1;
                offset += 2;
                if open == 0 {
                    return (offset, true);
                }
            }
            _ => offset += 1,
        }
    }
    (bytes.len(), false)
}

/// A string, which ends with its line at the latest.
fn string(bytes: &[u8]) -> (SyntaxKind, usize) {
    let line = line_length(bytes);
    match memchr::memchr(b'"', &bytes[1..line]) {
        Some(length) => (SyntaxKind::String, length + 2),
        None => (SyntaxKind::ErrorToken, line),
    }
}

fn integer(text: &str) -> (SyntaxKind, usize) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match word_length(&text[digits..]) {
        0 => (SyntaxKind::Number, digits),
        letters => (SyntaxKind::ErrorToken, digits + letters),
    }
}

fn word(text: &str) -> (SyntaxKind, usize) {
    let length = word_length(text);
    (word_kind(&text[..length]), length)
}

/// The length of the letters, digits, `_` and `'` that `text` begins with.
fn word_length(text: &str) -> usize {
    let in_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'');
    let bytes = text.as_bytes();
    let length = bytes.iter().take_while(|&&byte| in_name(byte)).count();
    if bytes.get(length).is_none_or(u8::is_ascii) {
        return length;
    }
    text.find(|c: char| !unicode_ident::is_xid_continue(c) && c != '\'')
        .unwrap_or(text.len())
}

/// A token that begins with a character outside ASCII.
fn unicode(text: &str) -> (SyntaxKind, usize) {
    let first = text.chars().next().expect("the offset lies before the end");
    if let Some(kind) = unicode_sign(first) {
        return (kind, first.len_utf8());
    }
    if unicode_ident::is_xid_start(first) {
        return word(text);
    }
    if first.is_whitespace() {
        let length = text
            .find(|c: char| c.is_ascii() || !c.is_whitespace())
            .unwrap_or(text.len());
        return (SyntaxKind::Whitespace, length);
    }
    (SyntaxKind::ErrorToken, first.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::token;

    /// Checks the tokens of a text but for blanks, each as `Kind text`.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut found = Vec::new();
        let mut offset = 0;
        while offset < text.len() {
            let (kind, end) = token(text, offset);
            if kind != crate::SyntaxKind::Whitespace {
                found.push(format!("{kind:?} {}", &text[offset..end]));
            }
            offset = end;
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn the_longest_sign_wins() {
        check("x<-1", &["Name x", "Less <", "Minus -", "Number 1"]);
        check(
            "a/=b//c",
            &["Name a", "NotEquals /=", "Name b", "Comment //c"],
        );
        check(
            "1..4. 1...4",
            &[
                "Number 1",
                "DotDot ..",
                "Number 4",
                "Dot .",
                "Number 1",
                "Hole ...",
                "Number 4",
            ],
        );
        check(
            "<=> <= =< => =/= ==",
            &[
                "IffKw <=>",
                "LessEqual <=",
                "ErrorToken =<",
                "ImpliesKw =>",
                "NotEquals =/=",
                "ErrorToken ==",
            ],
        );
    }

    #[test]
    fn the_spellings_of_an_operator_are_one_kind() {
        check(
            "and & /\\ ∧",
            &["AndKw and", "AndKw &", "AndKw /\\", "AndKw ∧"],
        );
        check("∀x ∈ S", &["ForallKw ∀", "Name x", "InKw ∈", "Name S"]);
        check("not ~ ¬ !", &["NotKw not", "NotKw ~", "NotKw ¬", "Bang !"]);
    }

    #[test]
    fn comments_nest() {
        check(
            "a /* b /* c */ d */ e",
            &["Name a", "Comment /* b /* c */ d */", "Name e"],
        );
        check("a /* b /* c */ d", &["Name a", "Comment /* b /* c */ d"]);
        check("/*/ */ a", &["Comment /*/ */", "Name a"]);
    }

    #[test]
    fn names_have_primes_and_letters_of_any_script() {
        check(
            "zero' x1 größe _a",
            &["Name zero'", "Name x1", "Name größe", "Name _a"],
        );
        check("3x 3'", &["ErrorToken 3x", "ErrorToken 3'"]);
    }

    #[test]
    fn strings_end_with_their_line() {
        check(
            "\"a\\\" b \"c\n\"",
            &[
                "String \"a\\\"",
                "Name b",
                "ErrorToken \"c",
                "ErrorToken \"",
            ],
        );
    }
}
