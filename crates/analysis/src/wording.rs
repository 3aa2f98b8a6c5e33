//! Numbers and lists as messages say them.

/// "no arguments", "1 argument", "3 arguments".
pub fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        more => format!("{more} arguments"),
    }
}

/// "a", "a or b", "a, b or c".
pub fn any_of(items: &[impl AsRef<str>]) -> String {
    joined(items, ", ", " or ")
}

/// `items` with `between` between them, and `before_last` before the last.
pub fn joined(items: &[impl AsRef<str>], between: &str, before_last: &str) -> String {
    let mut text = String::new();
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            let last = at + 1 == items.len();
            text.push_str(if last { before_last } else { between });
        }
        text.push_str(item.as_ref());
    }
    text
}

/// The words in backticks.
pub fn quoted(words: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<String> {
    words
        .into_iter()
        .map(|word| format!("`{}`", word.as_ref()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{any_of, arguments, joined, quoted};

    #[test]
    fn numbers_have_their_noun() {
        assert_eq!(arguments(0), "no arguments");
        assert_eq!(arguments(1), "1 argument");
        assert_eq!(arguments(2), "2 arguments");
    }

    #[test]
    fn lists_end_in_a_word() {
        assert_eq!(any_of(&quoted(["a"])), "`a`");
        assert_eq!(any_of(&quoted(["a", "b"])), "`a` or `b`");
        assert_eq!(any_of(&["1", "2", "5"]), "1, 2 or 5");
        assert_eq!(
            joined(&["a", "b", "c"], ", no ", " and no "),
            "a, no b and no c"
        );
        assert_eq!(any_of(&[""; 0]), "");
    }
}
