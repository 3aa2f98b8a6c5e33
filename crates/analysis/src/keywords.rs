//! The vocabulary of games.

/// A relation that means something in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keyword {
    /// Its name.
    pub(crate) name: &'static str,
    /// How many arguments it takes.
    pub(crate) arity: usize,
    /// What the arguments are, for messages.
    pub(crate) arguments: &'static [&'static str],
    /// Whether the name is free for other relations and functions with another number of
    /// arguments: the younger keywords, which old sheets could not know.
    pub(crate) at_its_arity_only: bool,
}

const fn old(name: &'static str, arguments: &'static [&'static str]) -> Keyword {
    Keyword {
        name,
        arity: arguments.len(),
        arguments,
        at_its_arity_only: false,
    }
}

const fn young(name: &'static str, arguments: &'static [&'static str]) -> Keyword {
    Keyword {
        name,
        arity: arguments.len(),
        arguments,
        at_its_arity_only: true,
    }
}

const KEYWORDS: &[Keyword] = &[
    old("role", &["a role"]),
    old("init", &["a fact of the first state"]),
    old("true", &["a fact of the state"]),
    old("next", &["a fact of the next state"]),
    old("base", &["a fact that a state may hold"]),
    old("legal", &["a role", "a move"]),
    old("does", &["a role", "a move"]),
    old("goal", &["a role", "a value from 0 to 100"]),
    old("terminal", &[]),
    young("action", &["a move"]),
    young("input", &["a role", "a move"]),
    young("sees", &["a role", "what it sees"]),
    young("percept", &["a role", "what it may see"]),
];

/// The keyword of this name, in lower case as `hir` hands it out.
pub(crate) fn keyword(name: &str) -> Option<&'static Keyword> {
    KEYWORDS.iter().find(|keyword| keyword.name == name)
}

/// The keyword that a relation or a function of this name and number of arguments is.
pub(crate) fn keyword_of(name: &str, arity: usize) -> Option<&'static Keyword> {
    keyword(name).filter(|keyword| !keyword.at_its_arity_only || keyword.arity == arity)
}
