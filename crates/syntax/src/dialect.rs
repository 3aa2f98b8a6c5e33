//! The spellings, and how a file's is found out.

use crate::parse::Grammar;
use crate::qprop::InfixNames;
use crate::text::{blanks, is_blank, line_length};
use crate::{hrf, kif, qprop};

/// A spelling of one of the languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// GDL in prefix notation, the Knowledge Interchange Format: `(<= (p ?x) (q ?x))`.
    Kif,
    /// GDL in infix notation, Herbrand's rule format: `p(X) :- q(X)`.
    Hrf,
    /// Quantified propositional logic: `forall x | g(x) . p(x) or q`.
    Qprop,
}

impl Dialect {
    /// The spelling that `text` is written in. `extension` (without its dot, any case) is what
    /// the file's name claims; the text decides where it is clear. QPROP is a language of its own,
    /// which the name tells; a text without a name is one if it begins with a declaration.
    pub fn detect(extension: Option<&str>, text: &str) -> Dialect {
        if extension.is_some_and(|name| name.eq_ignore_ascii_case("qprop")) {
            return Dialect::Qprop;
        }
        if extension.is_none() && begins_with_declaration(text) {
            return Dialect::Qprop;
        }
        let start = first_significant(text.as_bytes());
        if text.as_bytes().get(start).is_none_or(|&byte| byte == b'(') {
            // Nothing at all is whatever the name says.
            let empty = start == text.len();
            let claims_hrf = extension.is_some_and(|name| name.eq_ignore_ascii_case("hrf"));
            return if empty && claims_hrf {
                Dialect::Hrf
            } else {
                Dialect::Kif
            };
        }
        if has_rule_line(text.as_bytes()) {
            return Dialect::Kif;
        }
        // Facts that are bare propositions may begin a sheet of either spelling.
        let claims_kif = extension.is_some_and(|name| name.eq_ignore_ascii_case("kif"));
        if claims_kif && !has_neck(text.as_bytes()) {
            Dialect::Kif
        } else {
            Dialect::Hrf
        }
    }

    /// How many tokens `text` is cut into, without a tree being made of them: what a lexer's
    /// speed is measured by.
    pub fn count_tokens(self, text: &str) -> usize {
        let token = match self {
            Dialect::Kif => kif::lexer::token,
            Dialect::Hrf => hrf::lexer::token,
            Dialect::Qprop => qprop::lexer::token,
        };
        let (mut offset, mut count) = (0, 0);
        while offset < text.len() {
            offset = token(text, offset).1;
            count += 1;
        }
        count
    }

    /// How to read an item.
    pub(crate) fn grammar(self) -> Grammar {
        match self {
            Dialect::Kif => kif::item,
            Dialect::Hrf => hrf::item,
            Dialect::Qprop => qprop::item,
        }
    }

    /// The names that the text declares to stand between their arguments.
    pub(crate) fn infix_names(self, text: &str) -> InfixNames {
        match self {
            Dialect::Kif | Dialect::Hrf => InfixNames::default(),
            Dialect::Qprop => InfixNames::of(text),
        }
    }
}

/// The offset of the first character that is neither blank nor in a comment of any dialect.
fn first_significant(bytes: &[u8]) -> usize {
    let mut offset = if bytes.starts_with("\u{feff}".as_bytes()) {
        3
    } else {
        0
    };
    loop {
        offset += blanks(&bytes[offset..]);
        match bytes.get(offset) {
            Some(b';' | b'%') => offset += line_length(&bytes[offset..]),
            _ => return offset,
        }
    }
}

/// Whether a text begins with a declaration of QPROP, comments apart: neither spelling of GDL has
/// two words behind each other.
fn begins_with_declaration(text: &str) -> bool {
    const WORDS: [&str; 12] = [
        "sort", "const", "var", "pred", "given", "define", "func", "rule", "use", "infix", "show",
        "check",
    ];
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.find('\n').map_or("", |end| &comment[end..]);
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.find("*/").map_or("", |end| &comment[end + 2..]);
        } else {
            break;
        }
        rest = rest.trim_start();
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
    let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
    WORDS.contains(&word) && behind.starts_with(char::is_whitespace)
}

/// Whether a line begins with `(<=`.
fn has_rule_line(bytes: &[u8]) -> bool {
    memchr::memmem::find_iter(bytes, b"(<=").any(|at| {
        bytes[..at]
            .iter()
            .rev()
            .take_while(|byte| !matches!(byte, b'\n' | b'\r'))
            .all(|&byte| is_blank(byte))
    })
}

/// Whether a `:-` stands outside of comments.
fn has_neck(bytes: &[u8]) -> bool {
    memchr::memmem::find_iter(bytes, b":-").any(|at| {
        let mut line = bytes[..at]
            .iter()
            .rev()
            .take_while(|byte| !matches!(byte, b'\n' | b'\r'));
        !line.any(|byte| matches!(byte, b';' | b'%'))
    })
}

#[cfg(test)]
mod tests {
    use super::Dialect::{self, Hrf, Kif, Qprop};

    #[track_caller]
    fn check(extension: &str, text: &str, expected: Dialect) {
        assert_eq!(Dialect::detect(Some(extension), text), expected, "{text:?}");
    }

    #[test]
    fn the_text_decides() {
        for extension in ["kif", "KIF", "gdl", "hrf"] {
            check(extension, "\u{feff} ; note\r\n% note\r(p a)", Kif);
            check(extension, "p\n  (<= q p)", Kif);
            check(extension, "p(a)\nq(X) :- p(X)", Hrf);
        }
    }

    #[test]
    fn the_name_decides_where_the_text_does_not() {
        check("kif", "", Kif);
        check("gdl", "; nothing", Kif);
        check("hrf", "% nothing", Hrf);
        check("kif", "p\nq\n(r a)", Kif);
        check("hrf", "p\nq", Hrf);
        check("gdl", "p\nq", Hrf);
    }

    #[test]
    fn the_name_alone_tells_qprop() {
        check("qprop", "(p a)", Qprop);
        check("QPROP", "", Qprop);
        check("hrf", "rule a: p", Hrf);
    }

    #[test]
    fn a_text_without_a_name_is_qprop_where_it_begins_with_a_declaration() {
        let found = |text: &str| Dialect::detect(None, text);
        assert_eq!(found("// a\n/* b */\nsort s = 1..2\npred p(s)\n"), Qprop);
        assert_eq!(found("\u{feff}rule a: p"), Qprop);
        assert_eq!(found("sort(a)\nrule(X) :- sort(X)\n"), Hrf);
        assert_eq!(found("p(a)\nq(X) :- p(X)\n"), Hrf);
        assert_eq!(found("(sort a)\n"), Kif);
        assert_eq!(found("sort"), Hrf);
    }

    #[test]
    fn a_neck_in_a_comment_is_none() {
        check("kif", "p ; q :- p", Kif);
        check("kif", "p\n:- q", Hrf);
    }
}
