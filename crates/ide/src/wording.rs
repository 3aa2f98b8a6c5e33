//! Numbers and lists in texts for people.

/// "1 atom", "3,400 atoms".
pub(crate) fn count(amount: u64, noun: &str) -> String {
    let plural = if amount == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", number(amount))
}

/// A number with a comma between groups of three digits.
pub(crate) fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The first of so many things, as code: "`a`, `b`, …".
pub(crate) fn listed(first: &[String], all: usize) -> String {
    let mut parts: Vec<_> = first.iter().map(|part| format!("`{part}`")).collect();
    if all > first.len() {
        parts.push("…".to_owned());
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_groups_of_three_digits() {
        let read = [0, 999, 1_000, 12_345, 1_234_567].map(number);
        assert_eq!(read, ["0", "999", "1,000", "12,345", "1,234,567"]);
        assert_eq!(count(1, "atom"), "1 atom");
        assert_eq!(count(1_000, "atom"), "1,000 atoms");
    }

    #[test]
    fn a_list_says_that_it_goes_on() {
        let parts = ["a".to_owned(), "b".to_owned()];
        assert_eq!(listed(&parts, 2), "`a`, `b`");
        assert_eq!(listed(&parts, 3), "`a`, `b`, …");
    }
}
