//! The relations that make a logic program a game.

/// The keywords with their numbers of arguments, and whether they are keywords at that number
/// alone: these are common names of other things.
const KEYWORDS: [(&str, usize, bool); 13] = [
    ("role", 1, false),
    ("init", 1, false),
    ("true", 1, false),
    ("next", 1, false),
    ("base", 1, false),
    ("legal", 2, false),
    ("does", 2, false),
    ("goal", 2, false),
    ("terminal", 0, false),
    ("action", 1, true),
    ("input", 2, true),
    ("sees", 2, true),
    ("percept", 2, true),
];

/// The number of arguments that a keyword takes, for every name that is one at some number.
pub fn keyword_arity(name: &str) -> Option<usize> {
    all()
        .find(|keyword| keyword.0 == name)
        .map(|keyword| keyword.1)
}

/// Whether a relation of this name and number of arguments is a keyword: `action`, `percept`,
/// `sees` and `input` at their own number of arguments alone, the others at any.
pub fn is_keyword(name: &str, arity: usize) -> bool {
    all().any(|(keyword, takes, strict)| keyword == name && (!strict || takes == arity))
}

/// The keyword that a relation is, if it is spelt with capitals.
pub(crate) fn in_lower_case(name: &str, arity: usize) -> Option<&'static str> {
    if !name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    let meant = |&(keyword, takes, strict): &(&str, usize, bool)| {
        name.eq_ignore_ascii_case(keyword) && (!strict || takes == arity)
    };
    all().find(meant).map(|keyword| keyword.0)
}

fn all() -> impl Iterator<Item = (&'static str, usize, bool)> {
    KEYWORDS.into_iter()
}
