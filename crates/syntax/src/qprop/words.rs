//! The words and signs of QPROP.

use crate::SyntaxKind::{self, *};

/// The kind of a word: a keyword, or a name.
pub(super) fn word_kind(word: &str) -> SyntaxKind {
    match word {
        "sort" => SortKw,
        "const" => ConstKw,
        "var" => VarKw,
        "pred" => PredKw,
        "given" => GivenKw,
        "define" => DefineKw,
        "func" => FuncKw,
        "rule" => RuleKw,
        "soft" => SoftKw,
        "minimize" => MinimizeKw,
        "maximize" => MaximizeKw,
        "show" => ShowKw,
        "check" => CheckKw,
        "use" => UseKw,
        "infix" => InfixKw,
        "forall" => ForallKw,
        "exists" => ExistsKw,
        "exactly" => ExactlyKw,
        "atleast" => AtleastKw,
        "atmost" => AtmostKw,
        "not" => NotKw,
        "and" => AndKw,
        "or" => OrKw,
        "xor" => XorKw,
        "implies" => ImpliesKw,
        "if" => IfKw,
        "iff" => IffKw,
        "in" => InKw,
        "true" => TrueKw,
        "false" => FalseKw,
        "div" => DivKw,
        "mod" => ModKw,
        "where" => WhereKw,
        "project" => ProjectKw,
        "grid" => GridKw,
        _ => Name,
    }
}

/// The sign that `bytes` begins with, and its length. The longest wins; comments were looked for
/// before.
pub(super) fn sign(bytes: &[u8]) -> Option<(SyntaxKind, usize)> {
    let found = match *bytes {
        [b'<', b'=', b'>', ..] | [b'<', b'-', b'>', ..] => (IffKw, 3),
        [b'=', b'/', b'=', ..] => (NotEquals, 3),
        [b'.', b'.', b'.', ..] => (Hole, 3),
        [b'=' | b'-', b'>', ..] => (ImpliesKw, 2),
        [b'!' | b'/', b'=', ..] => (NotEquals, 2),
        [b'<', b'=', ..] => (LessEqual, 2),
        [b'>', b'=', ..] => (GreaterEqual, 2),
        [b'/', b'\\', ..] => (AndKw, 2),
        [b'\\', b'/', ..] => (OrKw, 2),
        [b'.', b'.', ..] => (DotDot, 2),
        // Signs of other languages.
        [b'=', b'=' | b'<', ..] | [b'&', b'&', ..] | [b'|', b'|', ..] | [b'<', b'>', ..] => {
            (ErrorToken, 2)
        }
        [b'<', ..] => (Less, 1),
        [b'>', ..] => (Greater, 1),
        [b'=', ..] => (Equals, 1),
        [b'+', ..] => (Plus, 1),
        [b'-', ..] => (Minus, 1),
        [b'*', ..] => (Star, 1),
        [b'&', ..] => (AndKw, 1),
        [b'|', ..] => (Pipe, 1),
        [b'!', ..] => (Bang, 1),
        [b'~', ..] => (NotKw, 1),
        [b'.', ..] => (Dot, 1),
        [b',', ..] => (Comma, 1),
        [b':', ..] => (Colon, 1),
        [b';', ..] => (Semicolon, 1),
        [b'(', ..] => (LParen, 1),
        [b')', ..] => (RParen, 1),
        [b'{', ..] => (LBrace, 1),
        [b'}', ..] => (RBrace, 1),
        _ => return None,
    };
    Some(found)
}

/// The kind of a Unicode operator.
pub(super) fn unicode_sign(sign: char) -> Option<SyntaxKind> {
    Some(match sign {
        '∀' => ForallKw,
        '∃' => ExistsKw,
        '¬' => NotKw,
        '∧' => AndKw,
        '∨' => OrKw,
        '⊕' => XorKw,
        '→' | '⇒' => ImpliesKw,
        '←' => IfKw,
        '↔' | '⇔' => IffKw,
        '≠' => NotEquals,
        '≤' => LessEqual,
        '≥' => GreaterEqual,
        '∈' => InKw,
        '⊤' => TrueKw,
        '⊥' => FalseKw,
        '…' => Hole,
        _ => return None,
    })
}

/// What an operator of other languages means here, and how to write it.
pub(crate) fn foreign(text: &str) -> Option<(SyntaxKind, &'static str)> {
    Some(match text {
        "==" => (Equals, "="),
        "&&" => (AndKw, "&"),
        "||" => (OrKw, "or"),
        "=<" => (LessEqual, "<="),
        "<>" => (NotEquals, "!="),
        "⟹" | "⊃" => (ImpliesKw, "⇒"),
        "⇐" | "⟸" => (IfKw, "←"),
        "⟺" | "≡" => (IffKw, "⇔"),
        "−" => (Minus, "-"),
        "×" | "·" => (Star, "*"),
        _ => return None,
    })
}
