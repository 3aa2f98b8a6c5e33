//! The relations that make a logic program a game.

/// A relation that means something in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keyword {
    /// Its name, in lower case.
    pub name: &'static str,
    /// What its arguments are, one by one, for messages.
    pub arguments: &'static [&'static str],
    /// Whether it is a keyword at its own number of arguments alone, and the name free with any
    /// other: so are the younger keywords, which old sheets could not know.
    pub at_its_arity_only: bool,
}

impl Keyword {
    /// How many arguments it takes.
    pub const fn arity(&self) -> usize {
        self.arguments.len()
    }

    const fn old(name: &'static str, arguments: &'static [&'static str]) -> Self {
        Self {
            name,
            arguments,
            at_its_arity_only: false,
        }
    }

    const fn young(name: &'static str, arguments: &'static [&'static str]) -> Self {
        Self {
            name,
            arguments,
            at_its_arity_only: true,
        }
    }

    fn is_with(&self, arity: usize) -> bool {
        !self.at_its_arity_only || self.arity() == arity
    }
}

/// All keywords.
pub const KEYWORDS: [Keyword; 13] = [
    Keyword::old("role", &["a role"]),
    Keyword::old("init", &["a fact of the first state"]),
    Keyword::old("true", &["a fact of the state"]),
    Keyword::old("next", &["a fact of the next state"]),
    Keyword::old("base", &["a fact that a state may hold"]),
    Keyword::old("legal", &["a role", "a move"]),
    Keyword::old("does", &["a role", "a move"]),
    Keyword::old("goal", &["a role", "a value from 0 to 100"]),
    Keyword::old("terminal", &[]),
    Keyword::young("action", &["a move"]),
    Keyword::young("input", &["a role", "a move"]),
    Keyword::young("sees", &["a role", "what it sees"]),
    Keyword::young("percept", &["a role", "what it may see"]),
];

/// The keyword that a relation or a function of this name, as `hir` hands it out, and number of
/// arguments is: `action`, `percept`, `sees` and `input` at their own number of arguments
/// alone, the others at any.
pub fn keyword(name: &str, arity: usize) -> Option<&'static Keyword> {
    let mut known = KEYWORDS.iter();
    known.find(|keyword| keyword.name == name && keyword.is_with(arity))
}

/// Whether it is any; see [`keyword`].
pub fn is_keyword(name: &str, arity: usize) -> bool {
    keyword(name, arity).is_some()
}

/// The keyword that a relation is, if it is spelt with capitals.
pub(crate) fn in_lower_case(name: &str, arity: usize) -> Option<&'static str> {
    if !name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    let mut known = KEYWORDS.iter();
    let meant = known.find(|known| name.eq_ignore_ascii_case(known.name) && known.is_with(arity));
    meant.map(|keyword| keyword.name)
}

#[cfg(test)]
mod tests {
    use super::{KEYWORDS, in_lower_case, is_keyword};

    #[test]
    fn keywords_and_their_numbers_of_arguments() {
        let mut table: Vec<_> = KEYWORDS
            .iter()
            .map(|known| (known.arity(), known.name))
            .collect();
        table.sort_unstable();
        let one = ["action", "base", "init", "next", "role", "true"];
        let two = ["does", "goal", "input", "legal", "percept", "sees"];
        let mut expected = vec![(0, "terminal")];
        expected.extend(one.map(|name| (1, name)));
        expected.extend(two.map(|name| (2, name)));
        assert_eq!(table, expected);
    }

    #[test]
    fn four_are_keywords_at_their_number_alone() {
        for keyword in KEYWORDS {
            let young = ["action", "input", "percept", "sees"].contains(&keyword.name);
            assert!(is_keyword(keyword.name, keyword.arity()));
            assert_eq!(is_keyword(keyword.name, 7), !young, "{}", keyword.name);
        }
        assert!(!is_keyword("cell", 1));
        assert!(!is_keyword("TRUE", 1));
    }

    #[test]
    fn capitals_do_not_hide_a_keyword() {
        assert_eq!(in_lower_case("TRUE", 1), Some("true"));
        assert_eq!(in_lower_case("Goal", 3), Some("goal"));
        assert_eq!(in_lower_case("Input", 2), Some("input"));
        assert_eq!(in_lower_case("Input", 1), None);
        assert_eq!(in_lower_case("true", 1), None);
    }
}
