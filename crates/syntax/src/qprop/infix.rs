//! The names that a file declares by `infix`. They are found before it is parsed, so that the
//! order of statements does not matter.

use rustc_hash::FxHashSet;

use super::lexer::token;
use crate::SyntaxKind;

/// A set of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct InfixNames(FxHashSet<Box<str>>);

impl InfixNames {
    /// Finds the names behind each `infix` of the text.
    pub(crate) fn of(text: &str) -> InfixNames {
        let mut names = InfixNames::default();
        let Some(last) = memchr::memmem::rfind(text.as_bytes(), b"infix") else {
            return names;
        };
        let mut state = State::Outside;
        let mut offset = 0;
        while offset < text.len() && (offset <= last || state != State::Outside) {
            let (kind, end) = token(text, offset);
            if !kind.is_trivia() {
                state = match (state, kind) {
                    (_, SyntaxKind::InfixKw) => State::Name,
                    (State::Name, SyntaxKind::Name) => {
                        names.0.insert(text[offset..end].into());
                        State::Comma
                    }
                    (State::Comma, SyntaxKind::Comma) => State::Name,
                    _ => State::Outside,
                };
            }
            offset = end;
        }
        names
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        !self.0.is_empty() && self.0.contains(name)
    }
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Outside,
    Name,
    Comma,
}

#[cfg(test)]
mod tests {
    use super::InfixNames;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = InfixNames::of(text);
        let mut names: Vec<&str> = found.0.iter().map(AsRef::as_ref).collect();
        names.sort_unstable();
        assert_eq!(names, expected, "{text:?}");
    }

    #[test]
    fn names_behind_the_word() {
        check("infix a, b /* c */ , d e\ninfix f", &["a", "b", "d", "f"]);
        check("infix a,\ninfix b", &["a", "b"]);
        check("infix a b", &["a"]);
    }

    #[test]
    fn comments_and_names_that_hold_the_word_declare_nothing() {
        check("// infix a\n/* infix b */ \"infix c\" infix2 d", &[]);
    }
}
