//! The spellings of operators.

use crate::{SyntaxKind, SyntaxToken};

/// How the operators of QPROP are to be spelt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Operators {
    /// Each as it was written.
    #[default]
    Kept,
    /// `forall`, `not`, `and`; comparisons, which have no words, in ASCII.
    Words,
    /// `~`, `&`, `\/`, `=>`, `<=>`; words where there is no sign.
    Ascii,
    /// `∀`, `¬`, `∧`, `≤`.
    Unicode,
}

/// The text of a token, spelt as it is to be.
pub(super) fn spelt(token: &SyntaxToken, operators: Operators) -> &str {
    let kind = match token.kind() {
        // Behind `exists` it is another sign.
        SyntaxKind::Bang => match token.parent().map(|parent| parent.kind()) {
            Some(SyntaxKind::QpropNot) => SyntaxKind::NotKw,
            _ => SyntaxKind::Bang,
        },
        kind => kind,
    };
    let text = token.text();
    if is_negated_membership(token) {
        // `¬ ∈` is nobody's sign for `not in`.
        return match operators {
            Operators::Kept => text,
            _ if kind == SyntaxKind::NotKw => "not",
            _ => "in",
        };
    }
    let Some([word, ascii, unicode]) = spellings(kind) else {
        return text;
    };
    match operators {
        Operators::Kept => text,
        // Of several signs of ASCII the one that was chosen stays.
        Operators::Words if word.is_empty() && text.is_ascii() => text,
        Operators::Ascii if text.is_ascii() && !is_word(text) => text,
        Operators::Words if word.is_empty() => ascii,
        Operators::Words => word,
        Operators::Ascii => ascii,
        Operators::Unicode if unicode.contains(text) && !text.is_ascii() => text,
        Operators::Unicode => unicode.split(' ').next().unwrap_or(unicode),
    }
}

/// Whether the token is a part of `not in`.
fn is_negated_membership(token: &SyntaxToken) -> bool {
    matches!(token.kind(), SyntaxKind::NotKw | SyntaxKind::InKw)
        && token.parent().is_some_and(|parent| {
            let mut parts = parent.children_with_tokens();
            parent.kind() == SyntaxKind::QpropMembership
                && parts.any(|part| part.kind() == SyntaxKind::NotKw)
        })
}

/// Whether the operator is spelt with letters.
pub(super) fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The word of an operator, if it has one, its sign in ASCII, and its signs in Unicode, the usual
/// one first.
fn spellings(kind: SyntaxKind) -> Option<[&'static str; 3]> {
    Some(match kind {
        SyntaxKind::ForallKw => ["forall", "forall", "∀"],
        SyntaxKind::ExistsKw => ["exists", "exists", "∃"],
        SyntaxKind::NotKw => ["not", "~", "¬"],
        SyntaxKind::AndKw => ["and", "&", "∧"],
        SyntaxKind::OrKw => ["or", "\\/", "∨"],
        SyntaxKind::XorKw => ["xor", "xor", "⊕"],
        SyntaxKind::ImpliesKw => ["implies", "=>", "→ ⇒"],
        SyntaxKind::IfKw => ["if", "if", "←"],
        SyntaxKind::IffKw => ["iff", "<=>", "↔ ⇔"],
        SyntaxKind::InKw => ["in", "in", "∈"],
        SyntaxKind::TrueKw => ["true", "true", "⊤"],
        SyntaxKind::FalseKw => ["false", "false", "⊥"],
        SyntaxKind::NotEquals => ["", "!=", "≠"],
        SyntaxKind::LessEqual => ["", "<=", "≤"],
        SyntaxKind::GreaterEqual => ["", ">=", "≥"],
        _ => return None,
    })
}
